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
from daldos.errors import DaldosError
from host.i18n.catalogue import LANGUAGES, said, words
from host.i18n.telling import news
from host.sim.preload import sized
from host.web.adviser import Jobs, PanelValues
from host.web.behind import Behind
from host.web.commands import obey
from host.web.entrance import Entrance
from host.web.feed import Feed
from host.web.frames import FrameError
from host.web.keeper import Keeper
from host.web.lessons import Lesson
from host.web.replay import replay_of
from host.web.view import fill

SHOWN_OTHERWISE = ("sensors", "record", "state", "lights", "occupancy", "phase")
TYPED = "typed"  # id of a command typed on a page: its answer is shown as it is
OUTDATES = ("throw", "undo", "over", "hello", "link")  # events that outdate the chances
SCAN_MS = 10  # between scans, by the board's clock
LOOK_SCANS = 2  # update the pages every 20 ms
SLICES = 4  # of thinking per scan
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
        self.finding = None  # the Finding of some of them
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


class Guard:
    """The one boundary of errors: shows them on the pages. mistakes: internal errors, for tests and diagnosis."""

    def __init__(self, pages: dict, clock):
        self.mistakes: list = []
        self._pages = pages
        self._clock = clock
        self._said: tuple = ("", 0.0)  # the last error reported, and when

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
            told = said("something went wrong here (%s), but the game goes on", type(error).__name__)
        if page is None:
            now = self._clock()
            if self._said[0] == told["en"] and now - self._said[1] < REPEAT_S:
                return None
            self._said = (told["en"], now)
        for other in [page] if page else list(self._pages.values()):
            other.tell({"error": told})
        return None


class Room:
    """play: a host.games.play.OwnGame, None if there is only a real board. board: a host.web.backend.Backend, or a
    function that makes one on first use, given the store of `play`; or None.

    code: the one that a page from elsewhere must give to play, None if it never may. record: a game that every page
    opens with; ReplayError if it is invalid. archive: the host.games.archive.Archive for the games played. far: a
    host.web.far.FarPage, to play with somebody elsewhere, or a function that makes one on first use; or None.

    behind: `game` or `board`, at first; then the Behind. keeper: the Keeper. entrance: the Entrance. at_once: finish a
    page's work in `receive`, instead of leaving it to the caller.
    """

    def __init__(
        self, board=None, play=None, code=None, record=None, clock=time.monotonic, archive=None, far=None, behind=""
    ):
        self.at_once = True
        self.behind = Behind(board, play, far, behind)
        self.keeper = Keeper(self.behind, archive)
        self.entrance = Entrance(code, clock)
        self.feed = Feed()
        self.pages: dict = {}
        self.commands: list = []  # (page, command) for the board, in order; (name, None): this page has left
        self.guard = Guard(self.pages, clock)
        self.jobs = Jobs()
        self._greeting: dict = {"boot": secrets.token_hex(4), "code": code is not None}
        if record is not None:
            self._greeting["record"] = replay_of(record)
        self._clock = clock
        self._count = 0
        self._asked = PanelValues()
        self._linked: tuple = (None, None)  # the page that was last told the far game's links, and the links
        self._won: dict = {}  # player -> winning chance in thousandths, from the board after the last throw

    def open(self, local: bool, wake) -> Page:
        """Add a page; it counts once it has said hello."""
        self._count += 1
        return Page(str(self._count), local, wake)

    def close(self, page: Page) -> None:
        """Remove a page."""
        if self.pages.get(page.name) is page:
            del self.pages[page.name]
            seats = self.entrance.seats
            playing = seats.player == page.name
            seats.leave(page.name)
            if playing:
                self._let_go(page.name)
            self._told_seats()

    def receive(self, page: Page, text) -> None:
        """Take a frame from a page."""
        self.guard.safely(page, obey, self, page, text)
        if page.work and self.at_once:
            for told in self.finish(page):
                page.tell(told)
        if self.behind.kind == "game":  # show a move at once
            self.look()

    def finish(self, page: Page) -> list:
        """Do the page's work, in any thread; returns the frames for it."""
        work, page.work = page.work, None
        aside = Page(page.name, page.local, lambda: None)  # mistakes are reported there
        told = self.guard.safely(aside, *work)
        return aside.out + [told] * bool(told)

    def tick(self, advance_ms: int) -> None:
        """Let time pass for the board, for a player that thinks, and for messages from elsewhere."""
        self.guard.safely(None, self._tick, advance_ms)

    def look(self) -> None:
        """Update all pages."""
        self.guard.safely(None, self.jobs.step, list(self.pages.values()) + [self._asked])
        self.guard.safely(None, self._look)

    def frame(self, page: Page):
        """The next frame for a page: its own first, then the newest values; None if there are none."""
        if page.out:
            return page.out.pop(0)
        if not page.greeted:
            return None
        version, heard, frame = self.feed.since(*page.at)
        page.at = (version, heard)
        return frame

    # --- time ---

    def _tick(self, advance_ms: int) -> None:
        now, behind = self._clock(), self.behind
        on_board = behind.kind == "board"
        if behind.far:
            self.guard.safely(None, behind.far.tick, now, behind.board.board if on_board else None)
        if on_board:
            self._obey_board()
            behind.board.advance(advance_ms)
            self._hand_over(behind.board)
        else:
            for _ in range(SLICES):
                if not behind.shown.step():
                    break
        self.keeper.retry(now)

    def _obey_board(self) -> None:
        # One hand action per scan, so that the sensors see each.
        board = self.behind.board
        while self.commands:
            page, command = self.commands.pop(0)
            if command is None:
                board.leave(page)
            elif page.name == self.entrance.seats.player:  # it still has the seat
                self.guard.safely(page, board.do, page.name, command)
                return

    def _say(self, event: dict) -> None:
        if event.get("id") == TYPED:
            self.feed.say(event["ev"], json.dumps(event))
        elif event["ev"] not in SHOWN_OTHERWISE:
            told = {language: news(event, words(language)) for language in LANGUAGES}
            if told["en"]:
                self.feed.say(event["ev"], told, event.get("code"))

    def _look(self) -> None:
        behind = self.behind
        shown, far = behind.shown, behind.far
        for event in shown.events():
            if event["ev"] == "chance":
                self._won = dict(self._won)  # a new dict, or the change would go unnoticed
                self._won[event["player"]] = event["chance"]
            elif event["ev"] in OUTDATES:
                self._won = {}
            self._say(event)
        values = fill(dict(shown.view(), won=self._won, behind=behind.kind))
        if values["mode"] == "far":  # a led board knows no more than the turns since it was led there
            values["record"] = far.play.view()["record"] if far and far.play else ""
        values["record"] = self.keeper.clocked(values["record"])
        if far:
            values["far"] = far.values()
            self._tell_links(far)
        self.keeper.keep(values)
        values["troubles"] = self.keeper.troubles()
        wanted = set().union(*[page.shows for page in self.pages.values()]) if self.pages else set()
        if wanted:
            values.update(self._asked.about(values["position"], values["rules"], wanted))
            self.jobs.step([self._asked])  # now: an idle room is not looked at again
            if behind.kind == "board":
                values.update(behind.board.extras(wanted))
            elif "bars" in wanted:
                values["bars"] = []
        feed = self.feed
        if feed.update(values) or any(page.at != (feed.version, feed.heard) for page in self.pages.values()):
            for page in self.pages.values():
                page.wake()

    def _hand_over(self, board) -> None:
        # Give the board's report to the page that plays, as a file.
        player = self.pages.get(self.entrance.seats.player)
        if board.report and player:
            player.tell({"text": board.report, "name": "daldos-board.txt"})
        board.report = ""

    # --- pages ---

    def greet(self, page: Page, command: dict) -> None:
        """Take a page's hello."""
        if page.greeted:
            raise FrameError("frame: hello comes once")
        page.greeted = True
        play = self.behind.play
        token = self.entrance.enter(page, command["token"], command["code"], self.pages)
        kept = self.keeper.archive is not None and page.local
        told = {"you": page.name, "token": token, "local": page.local, "games_kept": kept}
        page.tell(dict(dict(self._greeting, **told), **self.behind.can))  # MicroPython has no ** in a dict
        if play and play.problem:
            page.tell({"error": said(play.problem)})
        self._told_seats()
        rules = command["rules"] or (play.asked if play else "")
        if rules:
            page.tell({"rules": sized(rules, config.N).text})

    def check_code(self, page: Page, code: str) -> None:
        """Let a page play that gives the right code."""
        self.entrance.check(page, code)
        page.tell({"allowed": True})
        self._told_seats()

    def take_seat(self, page: Page) -> None:
        """Play on this page from now on."""
        seats = self.entrance.seats
        before = seats.player
        seats.take(page.name)
        if before not in (None, page.name):
            self._let_go(before)
        self._told_seats()

    def _let_go(self, name: str) -> None:
        # queued, like everything that touches the board
        if self.behind.kind == "board":
            self.commands.append((name, None))

    def _tell_links(self, far) -> None:
        told = self.pages.get(self.entrance.seats.player), far.links(not self.keeper.unkept)
        if told != self._linked:
            self._linked = told
            if told[0]:
                told[0].tell({"far_links": told[1]})

    def _told_seats(self) -> None:
        self.feed.update({"player_page": self.entrance.seats.player, "pages": len(self.pages)})
        for page in self.pages.values():
            page.wake()
