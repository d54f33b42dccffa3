"""The open pages, and the game or board behind them: takes frames, returns frames, and enforces permissions.

The room does not know sockets: a page is a name, whether it is on this machine, and a wake-up callback. So tests need
no network, and the server only carries frames. `receive`, `tick` and `look` never raise: an error caused by a page, a
file, a peer or a disk is shown on the pages, and the game goes on.
"""

import json
import secrets
import time

import config
from companion.reasons import CodedError
from companion.storage.settings import fitting
from daldos.errors import DaldosError
from host.far.chain import game_text
from host.games.play import first_game
from host.i18n.catalogue import LANGUAGES, said, words
from host.i18n.telling import news
from host.web.adviser import Jobs, PanelValues
from host.web.commands import obey
from host.web.feed import Feed
from host.web.frames import Allowance, FrameError
from host.web.lessons import Lesson
from host.web.replay import replay_of
from host.web.seats import SeatError, Seats
from host.web.view import fill

CODE_TRIES = 5  # failed codes per minute, all pages
UNSAID = ("sensors", "record", "state", "lights", "occupancy", "phase")  # shown otherwise
TYPED = "typed"  # id of a command typed on a page: its answer is shown as it is
OUTDATES = ("throw", "undo", "over", "hello", "link")  # events that outdate the chances
SCAN_MS = 10  # between scans, by the board's clock
LOOK_SCANS = 2  # update the pages every 20 ms
SLICES = 4  # of thinking per scan
RETRY_S = 3.0  # before a failed store is retried
REPEAT_S = 10.0  # before the same error is reported again


class Page:
    """One open page. wake: called when there is something new for it; out: frames for this page alone, sent first."""

    def __init__(self, name: str, local: bool, wake):
        self.name = name
        self.local = local
        self.wake = wake
        self.out = []
        self.at = (0, 0)  # the version and log line that it has
        self.shows = set()
        self.greeted = False
        self.work: tuple = None  # a slow function and its arguments, which returns a frame for the page
        self.jobs: dict = {}  # what is being worked out for it: one of host.web.adviser.JOBS -> arguments
        self.begun: dict = {}  # the slice of each that is under way: arguments and answer
        self.lesson: Lesson = None  # the one being played
        self.handing = None  # the host.web.handing.Handing of what it hands over
        self.listing = None  # the Listing of its games
        self.saving = None  # and the Saving of them

    def tell(self, message: dict) -> None:
        """Queue a frame for this page alone; only the newest of each kind waits."""
        self.out = [other for other in self.out if set(other) != set(message)] + [message]
        self.wake()

    def found(self, kind: str, args: tuple, answer: dict) -> None:
        """Take the answer of a slice of one of its jobs, unless that has been replaced."""
        if self.jobs.get(kind) == args:
            if not answer.get("rest"):
                del self.jobs[kind]
            self.tell({kind: answer})


class Room:
    """play: a host.games.play.OwnGame, None if there is only a real board. board: a host.web.backend.Backend, or a
    function that makes one on first use, given the store of `play`; or None.

    code: the one that a page from elsewhere must give to play, None if it never may. record: a game that every page
    opens with; ReplayError if it is invalid. archive: the host.games.archive.Archive for the games played. far: a
    host.web.far.FarPage, to play with somebody elsewhere, or a function that makes one on first use; or None.

    behind: `game` or `board`. at_once: finish a page's work in `receive`, instead of leaving it to the caller.
    mistakes: internal errors, for tests and diagnosis.
    """

    def __init__(
        self, board=None, play=None, code=None, record=None, clock=time.monotonic, archive=None, far=None, behind=""
    ):
        self.play = play
        self._board = board
        self.behind = behind or ("game" if play else "board")
        self.at_once = True
        self.code = code
        self.record = record
        self.replay = None if record is None else replay_of(record)
        self.archive = archive
        self._far = far
        self.boot = secrets.token_hex(4)
        self.feed = Feed()
        self.seats = Seats()
        self.pages = {}
        self.commands = []  # (page, command) for the board, in order; (name, None): this page has left
        self.mistakes: list = []
        self._clock = clock
        self._count = 0
        self.jobs = Jobs()
        self._asked = PanelValues()
        self._linked: tuple = (None, None)  # the page that has the far game's links, and the links
        self._won: dict = {}  # player -> winning chance in thousandths, from the board after the last throw
        self._codes = Allowance(CODE_TRIES, CODE_TRIES / 60)
        self._tokens = {}  # token of a page's window -> the page's name
        self._kept: list = []  # the last values given to the archive
        self._trouble = None  # the archive's last error
        self._retry_s = 0.0
        self._said: tuple = ("", 0.0)  # the last error reported, and when
        self.unkept = ""  # why the storage refuses files, in its words
        if play and self.behind == "board":
            self._open_board()
        if play and archive is not None:
            archive.go_on(play.archived(), play.record())

    @property
    def board(self):
        """The board, created on first use."""
        if callable(self._board):
            self._board = self._board(self.play.store)
        return self._board

    @property
    def far(self):
        """The host.web.far.FarPage; None before it is wanted."""
        return None if callable(self._far) else self._far

    def far_page(self):
        """It, made now if it must be; FrameError if there is none."""
        if callable(self._far):
            self._far = self._far()
        if not self._far:
            raise FrameError("nobody elsewhere can be played with from here")
        return self._far

    @property
    def shown(self):
        """The pages' current back end: the board, the far game, or their own game."""
        if self.behind == "board":
            return self.board
        return self.far.play if self.far and self.far.play else self.play

    @property
    def is_idle(self) -> bool:
        """Whether nothing happens until a page or a remote player acts."""
        return self.behind == "game" and not self.shown.view()["thinking"]

    def open(self, local: bool, wake) -> Page:
        """Add a page; it counts once it has said hello."""
        self._count += 1
        return Page(str(self._count), local, wake)

    def knows(self, token: str) -> bool:
        """Whether this is the token of the page that has the seat, or had it last."""
        return token in self._tokens and self._tokens[token] == self.seats.owner

    def close(self, page: Page) -> None:
        """Remove a page."""
        if self.pages.get(page.name) is page:
            del self.pages[page.name]
            playing = self.seats.player == page.name
            self.seats.leave(page.name)
            if playing:
                self._let_go(page.name)
            self._told_seats()

    def receive(self, page: Page, text) -> None:
        """Take a frame from a page."""
        self.safely(page, obey, self, page, text)
        if page.work and self.at_once:
            for told in self.finish(page):
                page.tell(told)
        if self.behind == "game":  # show a move at once
            self.look()

    def finish(self, page: Page) -> list:
        """Do the page's work, in any thread; returns the frames for it."""
        work, page.work = page.work, None
        aside = Page(page.name, page.local, lambda: None)  # mistakes are reported there
        told = self.safely(aside, *work)
        return aside.out + [told] * bool(told)

    def tick(self, advance_ms: int) -> None:
        """Let time pass for the board, for a player that thinks, and for messages from elsewhere."""
        self.safely(None, self._tick, advance_ms)

    def look(self) -> None:
        """Update all pages."""
        self.safely(None, self.jobs.step, list(self.pages.values()) + [self._asked])
        self.safely(None, self._look)

    def frame(self, page: Page):
        """The next frame for a page: its own first, then the newest values; None if there are none."""
        if page.out:
            return page.out.pop(0)
        if not page.greeted:
            return None
        version, heard, frame = self.feed.since(*page.at)
        page.at = (version, heard)
        return frame

    # --- one boundary ---

    def safely(self, page, do, *args):
        """Call do(*args), and catch all errors: show them to the requesting page, or to all if None."""
        try:
            return do(*args)
        except (DaldosError, CodedError) as error:
            told = said(error)
        except OSError as error:
            told = said("it cannot be written: %s", error.strerror or str(error))
        except Exception as error:
            self.mistakes = self.mistakes[-9:] + [error]
            told = said("something went wrong here (%s); the game goes on", type(error).__name__)
        if page is None:
            now = self._clock()
            if self._said[0] == told["en"] and now - self._said[1] < REPEAT_S:
                return None
            self._said = (told["en"], now)
        for other in [page] if page else list(self.pages.values()):
            other.tell({"error": told})
        return None

    # --- time ---

    def _tick(self, advance_ms: int) -> None:
        now = self._clock()
        if self.far:
            self.safely(None, self.far.tick, now, self.board.board if self.behind == "board" else None)
        if self.behind == "board":
            self._obey_board()
            self.board.advance(advance_ms)
            self._hand_over(self.board)
        else:
            for _ in range(SLICES):
                if not self.shown.step():
                    break
        if now >= self._retry_s:
            self._retry_s = now + RETRY_S
            self._trouble = None
            if self.play:
                self.play.retry()

    def _obey_board(self) -> None:
        # One hand action per scan, so that the sensors see each.
        while self.commands:
            page, command = self.commands.pop(0)
            if command is None:
                self.board.leave(page)
            elif page.name == self.seats.player:  # it still has the seat
                self.safely(page, self.board.do, page.name, command)
                return

    def _say(self, event: dict) -> None:
        if event.get("id") == TYPED:
            self.feed.say(event["ev"], json.dumps(event))
        elif event["ev"] not in UNSAID:
            told = {language: news(event, words(language)) for language in LANGUAGES}
            if told["en"]:
                self.feed.say(event["ev"], told, event.get("code"))

    def _look(self) -> None:
        shown = self.shown
        for event in shown.events():
            if event["ev"] == "chance":
                self._won = dict(self._won)  # a new dict, or the change would go unnoticed
                self._won[event["player"]] = event["chance"]
            elif event["ev"] in OUTDATES:
                self._won = {}
            self._say(event)
        values = fill(dict(shown.view(), won=self._won, behind=self.behind))
        if values["mode"] == "far":  # a led board knows no more than the turns since it was led there
            values["record"] = self.far.play.view()["record"] if self.far and self.far.play else ""
        if self.far and (self.far.seat or self._linked[1]):
            values["far"] = self.far.values()
            self._tell_links()
        if self.archive is not None and not self._trouble:
            self._keep(values)
        values["troubles"] = self._troubles()
        wanted = set().union(*[page.shows for page in self.pages.values()]) if self.pages else set()
        if wanted:
            values.update(self._asked.about(values["position"], values["rules"], wanted))
            self.jobs.step([self._asked])  # now: an idle room is not looked at again
            if self.behind == "board":
                values.update(self.board.extras(wanted))
            elif "bars" in wanted:
                values["bars"] = []
        feed = self.feed
        if feed.update(values) or any(page.at != (feed.version, feed.heard) for page in self.pages.values()):
            for page in self.pages.values():
                page.wake()

    def _hand_over(self, board) -> None:
        # Give the board's report to the page that plays, as a file.
        if board.report and self.seats.player in self.pages:
            self.pages[self.seats.player].tell({"text": board.report, "name": "daldos-board.txt"})
        board.report = ""

    def _troubles(self) -> list:
        # Present troubles, each shown as long as it lasts.
        found = []
        if self.unkept and self.far and self.far.seat:
            found.append(said("the far game cannot be kept, so nothing is sent: %s", self.unkept))
        elif self.unkept:
            found.append(said("games are not kept: %s", self.unkept))
        if self._trouble:
            found.append(said("games are not kept: %s", self._trouble))
        if self.play and self.play.trouble:
            found.append(said("the game is not kept: %s", self.play.trouble))
        return found

    def _keep(self, values: dict) -> None:
        # Written if changed since last time; failures are retried.
        slot = game_text(self.far.seat.game) if values["mode"] == "far" and self.far and self.far.seat else ""
        headers = {}
        if values["mode"] == "solo":
            headers = {side: "The board" for side in "AB" if side not in values["you"]}
        elif slot:
            headers = self.far.headers()
        asked = [slot, values["record"], headers]
        if asked == self._kept:
            return
        try:
            name = self.archive.keep(values["record"], headers, slot)
            if not slot and self.play and name:
                self.play.remember(name)
            self._kept = asked
        except OSError as error:
            self._trouble = error.strerror or str(error)

    # --- commands of pages ---

    def leave_far(self) -> None:
        """A new game replaces the present one; while waiting for a friend, the user may play another."""
        if self.far and self.far.play:
            self.far.leave()

    def switch(self, behind: str) -> None:
        """Go on with the `board` or the `game`: they share one store, so each continues the other's game."""
        if not self.play or self._board is None or behind == self.behind:
            if behind != self.behind:
                raise FrameError("there is nothing else behind this page")
            return
        if behind == "board":
            self._open_board()
        else:
            self.board.stop_playing()
            self.play.open()
        self.behind = behind

    def _open_board(self) -> None:
        cells = self.play.choices.cells if self.play.choices else self.play.game.position.cells
        self.play.settings.set("mode", self.play.mode)
        self.board.play_on(bytes(cells), self.play.game.rules)

    def resume(self, name: str) -> None:
        """Go on with a game that is kept."""
        headers, game = first_game(self.archive.read(name))
        sides = [side for side in "AB" if headers.get(side) == "The board"]
        self.switch("game")
        self.play.resume(game, "solo" if sides else "game", 0, sides[0] if sides else "")
        self.leave_far()
        self.play.remember(self.archive.go_on(name))

    def greet(self, page: Page, command: dict) -> None:
        """Take a page's hello."""
        if page.greeted:
            raise FrameError("frame: hello comes once")
        page.greeted = True
        known = self._tokens.get(command["token"])
        if known is not None and known not in self.pages:
            page.name = known  # the same window has returned
        token = secrets.token_hex(12)
        self._tokens = {
            token: name
            for token, name in self._tokens.items()
            if name in self.pages or name in (known, self.seats.owner)
        }
        self._tokens[token] = page.name
        self.pages[page.name] = page
        may = page.local or self._right(command["code"])
        self.seats.enter(page.name, may)
        told = {
            "you": page.name,
            "token": token,
            "boot": self.boot,
            "local": page.local,
            "code": self.code is not None,
            "games_kept": self.archive is not None and page.local,
            "far": self._far is not None,
            "boards": bool(self.play and self._board),
        }
        page.tell(dict(told, record=self.replay) if self.replay else told)
        if self.play and self.play.problem:
            page.tell({"error": said(self.play.problem)})
        self._told_seats()
        rules = command["rules"] or (self.play.asked if self.play else "")
        if rules:
            page.tell({"rules": fitting(rules, config.N).text})

    # --- seats ---

    def _right(self, code: str) -> bool:
        if self.code is None or not code:
            return False
        if not self._codes.left(self._clock()):  # even the right one: it might have been guessed
            raise SeatError("too many wrong codes: wait a minute")
        given = "".join(code.split()).replace("-", "").upper()
        right = secrets.compare_digest(given.encode(), self.code.replace("-", "").encode())
        if not right:
            self._codes.take(self._clock())
        return right

    def check_code(self, page: Page, code: str) -> None:
        """Let a page play that gives the right code."""
        if not self._right(code):
            raise SeatError("this is not the code that the server has printed")
        self.seats.allow(page.name)
        page.tell({"allowed": True})
        self._told_seats()

    def take_seat(self, page: Page) -> None:
        """Play on this page from now on."""
        before = self.seats.player
        self.seats.take(page.name)
        if before not in (None, page.name):
            self._let_go(before)
        self._told_seats()

    def _let_go(self, name: str) -> None:
        # queued, like everything that touches the board
        if self.behind == "board":
            self.commands.append((name, None))

    def _tell_links(self) -> None:
        told = self.pages.get(self.seats.player), self.far.links(not self.unkept)
        if told != self._linked:
            self._linked = told
            if told[0]:
                told[0].tell({"far_links": told[1]})

    def _told_seats(self) -> None:
        self.feed.update({"player_page": self.seats.player, "pages": len(self.pages)})
        for page in self.pages.values():
            page.wake()
