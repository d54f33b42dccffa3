"""The pages that are open, and what is behind them: a game, or a board. Frames in, frames out, and who may do what.

The room knows no sockets: a page is a name, whether it sits at this machine, and a wake-up call. So tests drive it
without a network, and the server only carries frames. Nothing that a page, a file, a peer or a disk does wrong leaves
`receive`, `tick` or `look`: the pages show the error, and the game goes on.
"""

import secrets
import time

from companion.reasons import CodedError
from daldos.errors import DaldosError
from host.games.play import PlayError, first_game
from host.i18n.catalogue import LANGUAGES, said, words
from host.i18n.telling import news
from host.web.adviser import PanelValues
from host.web.feed import Feed
from host.web.frames import NOT_PLAYING, OF_GAME, FrameError, Rate, parse
from host.web.lessons import Lesson, puzzle
from host.web.replay import replay_frame, replay_of
from host.web.seats import SeatError, Seats

CODE_TRIES = 5  # wrong codes a minute, from all pages together
UNSAID = ("sensors", "record", "state", "lights", "occupancy", "phase")  # shown otherwise
OUTDATES = ("throw", "undo", "over", "hello", "link")  # after these the chances are out of date
SCAN_MS = 10  # between two scans, on the board's clock
LOOK_SCANS = 2  # the pages are brought up to date every 20 ms
COMMANDS_MAX = 200  # waiting for the next scan
SLICES = 4  # of thinking per scan
RETRY_S = 3.0  # after which a store that has failed is tried again
REPEAT_S = 10.0  # within which the same trouble of a step is not said twice
NOBODY_ELSEWHERE = "nobody elsewhere can be played with from here"


class Page:
    """One open page. wake: called when there is something new for it; out: frames of its own, to be sent first."""

    def __init__(self, name: str, local: bool, wake):
        self.name = name
        self.local = local
        self.wake = wake
        self.out = []
        self.at = (0, 0)  # version and line of the log that it has
        self.shows = set()
        self.rate = Rate()
        self.greeted = False
        self.work: tuple = None  # a function and its values, which takes a while and gives a frame for it
        self.judging = None  # a record whose chances are being worked out
        self.lesson: Lesson = None  # the one being played

    def tell(self, message: dict) -> None:
        """A frame for this page alone; of one kind only the newest waits."""
        self.out = [other for other in self.out if set(other) != set(message)] + [message]
        self.wake()


class Room:
    """play: a host.games.play.OwnGame, None where there is a real board alone. board: a host.web.backend.Backend, or
    what makes one when it is first wanted, given the store of `play`; None: there is none.

    code: what a page from elsewhere must give to play, None if it never may. record: of a game that every page opens
    with; ReplayError if it cannot be gone through. archive: host.games.archive.Archive that keeps what is played. far:
    a host.web.far.FarPage, to play with somebody elsewhere.

    behind: `game` or `board`. at_once: a page's work is finished in `receive`, not by the caller. mistakes: errors that
    were none of the user's, for whoever looks for them.
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
        self.far = far
        self.boot = secrets.token_hex(4)
        self.feed = Feed()
        self.seats = Seats()
        self.pages = {}
        self.commands = []  # (page, command) for the board, in order; (name, None): this page lets go
        self.mistakes: list = []
        self._clock = clock
        self._count = 0
        self._asked = PanelValues()
        self._linked: tuple = (None, None)  # the page that has the links of the far game, and these
        self._won: dict = {}  # player -> chance to win in thousandths, as the board has said after the last throw
        self._codes = Rate(CODE_TRIES / 60, CODE_TRIES)
        self._tokens = {}  # token of a page's window -> its name
        self._kept: list = []  # as last given to the archive
        self._trouble = None  # with which the archive has failed last
        self._retry_s = 0.0
        self._said: tuple = ("", 0.0)  # the last trouble of a step, and when
        self.unkept = ""  # why what keeps all files refuses them, in its words
        if play and self.behind == "board":
            self._open_board()
        if play and archive is not None:
            archive.go_on(play.archived())

    @property
    def board(self):
        """The board, made now if it has not been yet."""
        if callable(self._board):
            self._board = self._board(self.play.store)
        return self._board

    @property
    def shown(self):
        """The back end of the pages now: the board, the far game, or their own game."""
        if self.behind == "board":
            return self.board
        return self.far.play if self.far and self.far.play else self.play

    @property
    def is_slow(self) -> bool:
        """Whether time passes in a thread of its own."""
        return self.behind == "board" and self.board.slow

    @property
    def is_idle(self) -> bool:
        """Whether nothing happens before a page or somebody elsewhere does something."""
        return self.behind == "game" and not self.shown.view()["thinking"]

    def open(self, local: bool, wake) -> Page:
        """A page has come; it is counted once it has said hello."""
        self._count += 1
        return Page(str(self._count), local, wake)

    def knows(self, token: str) -> bool:
        """Whether this is the token of the page that has the seat, or had it last."""
        return token in self._tokens and self._tokens[token] == self.seats.owner

    def close(self, page: Page) -> None:
        """A page is gone."""
        if self.pages.get(page.name) is page:
            del self.pages[page.name]
            playing = self.seats.player == page.name
            self.seats.leave(page.name, self._clock())
            if playing:
                self._let_go(page.name)
            self._told_seats()

    def receive(self, page: Page, text) -> bool:
        """A frame from a page; False if the page is to be closed, for it sends too much."""
        if not page.rate.take(self._clock()):
            return False
        self.safely(page, self._obey, page, text)
        if page.work and self.at_once:
            for told in self.finish(page):
                page.tell(told)
        if self.behind == "game":  # a play is shown at once
            self.look()
        return True

    def finish(self, page: Page) -> list:
        """Do the page's work, in any thread; what it is to be told."""
        work, page.work = page.work, None
        aside = Page(page.name, page.local, lambda: None)  # mistakes are reported there
        told = self.safely(aside, *work)
        return aside.out + [told] * bool(told)

    def tick(self, advance_ms: int) -> None:
        """Let time pass for the board, for a player that thinks, and for messages from elsewhere."""
        self.safely(None, self._tick, advance_ms)

    def look(self) -> None:
        """Bring all pages up to date."""
        self.safely(None, self._look)

    def frame(self, page: Page):
        """The next frame for a page: its own first, then what is newest; None if there is nothing."""
        if page.out:
            return page.out.pop(0)
        if not page.greeted:
            return None
        version, heard, frame = self.feed.since(*page.at)
        page.at = (version, heard)
        return frame

    # --- one boundary ---

    def safely(self, page, do, *args):
        """do(*args), out of which nothing falls: what goes wrong is said to the page that asked, or to all if None."""
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
            self.far.tick(now, self.board if self.behind == "board" else None)
        if self.behind == "board":
            self._obey_board()
            self.board.advance(advance_ms)
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
        # One deed of a hand in a scan, so that the sensors see each.
        while self.commands:
            page, command = self.commands.pop(0)
            if command is None:
                self.board.leave(page)
            elif page.name == self.seats.player:  # it has not handed over since
                self.safely(page, self.board.do, page.name, command)
                return

    def _look(self) -> None:
        feed, shown = self.feed, self.shown
        for event in shown.events():
            if event["ev"] == "chance":
                self._won = dict(self._won)  # another one, or no change would be seen
                self._won[event["player"]] = event["chance"]
            elif event["ev"] in OUTDATES:
                self._won = {}
            if event["ev"] not in UNSAID:
                told = {language: news(event, words(language)) for language in LANGUAGES}
                if told["en"]:
                    feed.say(event["ev"], told, event.get("code"))
        values = dict(shown.view(), won=self._won, behind=self.behind)
        if self.behind == "game":
            values.update(GAME_ALONE)
        values["far"] = None
        if self.far and (self.far.link or self._linked[1]):
            values["far"] = self.far.values()
            self._tell_links()
        if self.archive is not None and not self._trouble:
            self._keep(values)
        values["troubles"] = self._troubles()
        wanted = set().union(*[page.shows for page in self.pages.values()]) if self.pages else set()
        if wanted:
            values.update(self._asked.about(values["position"], values["rules"], wanted))
            if self.behind == "board":
                values.update(self.board.extras(wanted))
            elif "bars" in wanted:
                values["bars"] = []
        if self.seats.asking and self.seats.tick(self._clock()):
            self._changed_seats()
        if feed.update(values) or any(page.at != (feed.version, feed.heard) for page in self.pages.values()):
            for page in self.pages.values():
                page.wake()

    def _troubles(self) -> list:
        # What holds now, and is shown as long as it does.
        found = [said("games are not kept: %s", self.unkept)] if self.unkept else []
        if self._trouble:
            found.append(said("games are not kept: %s", self._trouble))
        if self.play and self.play.trouble:
            found.append(said("the game is not kept: %s", self.play.trouble))
        return found + (self.far.troubles() if self.far and self.far.post else [])

    def _keep(self, values: dict) -> None:
        # Written when it is another than last time; what fails is tried again.
        slot = self.far.game if values["mode"] == "far" and self.far else ""
        asked = [slot, values["record"]]
        if asked == self._kept:
            return
        names = {}
        if values["mode"] == "solo":
            names = {side: "The board" for side in "AB" if side not in values["you"]}
        elif slot:
            names = dict(zip("AB", values["far"]["names"]))  # noqa: B905  # MicroPython has no `strict`
        try:
            name = self.archive.keep(values["record"], {side: name for side, name in names.items() if name}, slot)
            if not slot and self.play and name:
                self.play.remember(name)
            self._kept = asked
        except OSError as error:
            self._trouble = error.strerror or str(error)

    # --- what pages ask ---

    def _obey(self, page: Page, text) -> None:
        command = parse(text)
        do = command["do"]
        if do == "hello":
            self._greet(page, command)
        elif not page.greeted:
            raise FrameError("frame: hello comes first")
        elif do in ("learn", "puzzle") or (page.lesson and do in ("play", "takeback", "end")):
            self._learn(page, command)
        elif do in NOT_PLAYING:
            self._answer(page, command)
        elif self.seats.player != page.name:
            raise SeatError("this page looks on: another one plays")
        elif do in OF_GAME:
            self._play(command)
        elif self.behind != "board":
            raise FrameError("%s: a game is behind this page, and no board", do)
        elif len(self.commands) >= COMMANDS_MAX:
            raise FrameError("too much at once")
        else:
            self.commands.append((page, command))

    def _play(self, command: dict) -> None:
        # What is played is played at once.
        do = command["do"]
        if do in ("far_new", "far_join", "far"):
            if not self.far:
                raise FrameError(NOBODY_ELSEWHERE)
            self.far.do(command)
        elif do == "behind":
            self._switch(command["what"])
        elif self.behind != "game":
            raise PlayError("the pieces are moved on the board itself")
        elif do == "begin":
            keys = ("mode", "rules", "level", "side", "text", "step")
            self.play.begin(*[command[key] for key in keys])
            self._leave_far()
        elif do == "play":
            self.shown.move(command["from"], command["to"])
        elif do == "end":
            self.shown.end()
        elif do == "takeback":
            self.shown.take_back()
        else:
            self.shown.enter(command["throw"])

    def _leave_far(self) -> None:
        # A game that is on gives way to another one; who only waits for a friend may play meanwhile.
        if self.far and self.far.play:
            self.far.leave()

    def _switch(self, behind: str) -> None:
        # The board and the game of this page have one store: each finds there what the other has left.
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

    def _answer(self, page: Page, command: dict) -> None:
        # What a page may ask that plays or looks on.
        do = command["do"]
        if do == "code":
            self._check_code(page, command["code"])
        elif do == "seat":
            self._seat(page, command)
        elif do == "show":
            page.shows = set(command["what"])
        elif do == "read":
            page.work = (replay_frame, command["text"])
        elif do == "judge":
            if page.judging is not None:
                raise FrameError("judge: it is being done")
            page.judging = command["text"]
        elif do == "game":
            self._game(page, command["name"], command["what"])
        elif do == "import":
            page.work = (_imported, self._archive(page), command["text"])
        else:
            page.work = (_listed, self._archive(page))

    def _learn(self, page: Page, command: dict) -> None:
        lesson = page.lesson
        if command["do"] == "play":
            lesson.play(command["from"], command["to"])
        elif command["do"] == "takeback":
            lesson.restart()
        elif command["do"] in ("learn", "puzzle"):
            if command["show"] and lesson:
                lesson.show()
            elif command["do"] == "puzzle":
                lesson = page.lesson = puzzle(command["position"], command["turn"])
            else:
                lesson = page.lesson = Lesson(command["lesson"]) if command["lesson"] else None
        page.tell({"lesson": lesson and lesson.view()})

    def _archive(self, page: Page):
        if self.archive is None or not page.local:
            raise FrameError("no games are kept here")
        return self.archive

    def _game(self, page: Page, name: str, what: str) -> None:
        archive = self._archive(page)
        if what == "resume":
            if self.seats.player != page.name or self.behind != "game":
                raise SeatError("this page looks on: another one plays")
            self._resume(name)
        else:
            page.work = (_ABOUT_A_GAME[what], archive, name)

    def _resume(self, name: str) -> None:
        headers, game = first_game(self.archive.read(name))
        sides = [side for side in "AB" if headers.get(side) == "The board"]
        self.play.resume(game, "solo" if sides else "game", 0, sides[0] if sides else "")
        self._leave_far()
        self.archive.go_on(name)
        self.play.remember(name)

    def _greet(self, page: Page, command: dict) -> None:
        if page.greeted:
            raise FrameError("frame: hello comes once")
        page.greeted = True
        known = self._tokens.get(command["token"])
        if known is not None and known not in self.pages:
            page.name = known  # the same window has come back
        token = secrets.token_hex(12)
        self._tokens = {
            token: name
            for token, name in self._tokens.items()
            if name in self.pages or name in (known, self.seats.owner)
        }
        self._tokens[token] = page.name
        self.pages[page.name] = page
        may = page.local or self._right(command["code"])
        self.seats.enter(page.name, may, self._clock())
        page.tell(
            {
                "you": page.name,
                "token": token,
                "boot": self.boot,
                "local": page.local,
                "code": self.code is not None,
                "games_kept": self.archive is not None and page.local,
                "far": self.far is not None,
                "boards": bool(self.play and self._board),
            }
        )
        if self.play and self.play.problem:
            page.tell({"error": said(self.play.problem)})
        if self.replay:
            page.tell({"replay": self.replay})
        self._told_seats()

    # --- who plays ---

    def _right(self, code: str) -> bool:
        if self.code is None or not code:
            return False
        if not self._codes.left(self._clock()):  # a right one neither: it might have been guessed
            raise SeatError("too many wrong codes: wait a minute")
        given = "".join(code.split()).replace("-", "").upper()
        right = secrets.compare_digest(given.encode(), self.code.replace("-", "").encode())
        if not right:
            self._codes.take(self._clock())
        return right

    def _check_code(self, page: Page, code: str) -> None:
        if not self._right(code):
            raise SeatError("this is not the code that the server has printed")
        self.seats.allow(page.name)
        page.tell({"allowed": True})
        self._told_seats()

    def _seat(self, page: Page, command: dict) -> None:
        before = self.seats.player
        if command["want"] == "ask":
            self.seats.ask(page.name, self._clock())
        elif command["want"] == "give":
            self.seats.give(page.name, command["to"])
        else:
            self.seats.keep(page.name)
        if self.seats.player != before:
            self._changed_seats(before)
        self._told_seats()

    def _changed_seats(self, before=None) -> None:
        for name in [before] if before else list(self.pages):
            if name != self.seats.player:
                self._let_go(name)
        self._told_seats()

    def _let_go(self, name: str) -> None:
        # in turn, like everything that touches the board
        if self.behind == "board":
            self.commands.append((name, None))

    def _tell_links(self) -> None:
        told = self.pages.get(self.seats.player), self.far.links()
        if told != self._linked:
            self._linked = told
            if told[0]:
                told[0].tell({"far_links": told[1]})

    def _told_seats(self) -> None:
        self.feed.update({"player_page": self.seats.player, "asking": self.seats.asking, "pages": len(self.pages)})
        for page in self.pages.values():
            page.wake()


# --- what a page asks of the archive, which takes as long as there are games ---


def _listed(archive) -> dict:
    return {"games": archive.entries()}


def _imported(archive, text: str) -> dict:
    archive.add(text)
    return _listed(archive)


def _deleted(archive, name: str) -> dict:
    archive.delete(name)
    return _listed(archive)


_ABOUT_A_GAME = {
    "all": lambda archive, name: {"text": archive.export(), "name": "daldos.txt"},
    "delete": _deleted,
    "text": lambda archive, name: {"text": archive.read(name), "name": name},
    "replay": lambda archive, name: replay_frame(archive.read(name)),
}

# What a board has besides, as a page sees it where there is none.
GAME_ALONE = {
    "choice": 0,
    "marks": [],
    "words": {},
    "leds": "",
    "has_hands": True,
    "plug": True,
    "down": False,
    "hands": [],
    "faults": [],
    "cable": True,
    "older": "",
}
