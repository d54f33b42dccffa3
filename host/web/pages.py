"""The pages that are open, and the one board that they show: frames in, frames out, and who may do what.

The room knows no sockets: a page is a name, whether it sits at this machine, and a wake-up call. So tests drive it
without a network, and the server only carries frames.
"""

import secrets
import time

from daldos.errors import DaldosError
from daldos.record import read_records
from host.i18n.catalogue import LANGUAGES, said, words
from host.i18n.telling import news
from host.web.feed import Feed
from host.web.frames import NOT_PLAYING, FrameError, Rate, parse
from host.web.hands import HandError
from host.web.helped import HelpedHands
from host.web.lessons import Lesson
from host.web.replay import replay_frame, replay_of
from host.web.seats import SeatError, Seats

CODE_TRIES = 5  # wrong codes a minute, from all pages together
UNSAID = ("sensors", "record", "state", "lights", "occupancy", "phase")  # shown otherwise
OUTDATES = ("throw", "undo", "over", "hello", "link")  # after these the chances are out of date
SCAN_MS = 10  # of the board's clock, between two scans
LOOK_SCANS = 2  # the pages are brought up to date every 20 ms
COMMANDS_MAX = 200  # that wait for the next scan


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
        self.reading = None  # a record that it has sent, which takes a while to go through
        self.judging = None  # a record whose chances are being worked out
        self.lesson: Lesson = None  # that it goes through

    def tell(self, message: dict) -> None:
        """A frame for this page alone; of one kind only the newest waits."""
        self.out = [other for other in self.out if set(other) != set(message)] + [message]
        self.wake()


class Room:
    """backend: what is played on; code: what a page from elsewhere must give to play, None if it never may.

    record: of a game that every page opens with; ReplayError if it cannot be gone through.
    """

    def __init__(self, backend, code=None, record=None, clock=time.monotonic, archive=None, far=None):
        """archive: host.games.archive.Archive that keeps what is played; None: nothing is kept.

        far: a host.web.far.FarPage, to play with somebody elsewhere; None: it cannot be had here.
        """
        self.backend = backend
        self.code = code
        self.record = record
        self.replay = None if record is None else replay_of(record)
        self.boot = secrets.token_hex(4)
        self.feed = Feed()
        self.seats = Seats()
        self.pages = {}
        self.commands = []  # (page, command) for the board, in order; (name, None): this page lets go
        self._clock = clock
        self._count = 0
        self.archive = archive
        self.far = far
        self._linked: tuple = (None, None)  # the page that has the links of the far game, and these
        self.helper = HelpedHands(backend)
        self._won: dict = {}  # player -> chance to win in thousandths, as the board has said after the last throw
        self._codes = Rate(CODE_TRIES / 60, CODE_TRIES)
        self._tokens = {}  # token of a page's window -> its name

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
        try:
            self._obey(page, parse(text))
        except DaldosError as error:  # of frames, seats and the archive
            page.tell({"error": said(error)})
        return True

    def tick(self, advance_ms: int) -> None:
        """Do what the pages have asked for, let time pass on the board, and see what has changed."""
        backend = self.backend
        while self.commands:
            page, command = self.commands[0]
            if command is not None and page.name == self.seats.player and backend.must_wait(page.name, command):
                break  # and all that comes after it
            del self.commands[0]
            if command is None:
                backend.leave(page)
                self.helper.on = False
                self.helper.let_go()
                continue
            if page.name != self.seats.player:
                continue  # it has handed over since
            try:
                self._do(page.name, command)
            except ValueError as error:  # of hands, board and rules
                page.tell({"error": said(error)})
        if self.far:
            self.far.tick(self._clock())
            self.helper.far_side = self.far.you
        if backend.has_hands:
            self.helper.tick(advance_ms)
        backend.advance(advance_ms)

    def look(self) -> None:
        """Bring all pages up to date."""
        backend, feed = self.backend, self.feed
        for event in backend.events():
            self.helper.hear(event)
            if event["ev"] == "chance":
                self._won = dict(self._won)  # another one, or no change would be seen
                self._won[event["player"]] = event["chance"]
            elif event["ev"] in OUTDATES:
                self._won = {}
            if event["ev"] not in UNSAID:
                told = {language: news(event, words(language)) for language in LANGUAGES}
                if told["en"]:
                    feed.say(event["ev"], told, event.get("code"))
        values = dict(backend.view(), won=self._won)
        if self.far:
            values["far"] = self.far.values()
            values["record"] = self.far.record() or values["record"]
            self._tell_links()
        if backend.has_hands:
            values.update(self.helper.values(values))
        if self.archive is not None:
            self._keep(values)
        wanted = set().union(*[page.shows for page in self.pages.values()]) if self.pages else set()
        if wanted:
            values.update(backend.extras(wanted))
        if self.seats.tick(self._clock()):
            self._changed_seats()
        if feed.update(values) or any(page.at != (feed.version, feed.heard) for page in self.pages.values()):
            for page in self.pages.values():
                page.wake()

    def frame(self, page: Page):
        """The next frame for a page: its own first, then what is newest; None if there is nothing."""
        if page.out:
            return page.out.pop(0)
        if not page.greeted:
            return None
        version, heard, frame = self.feed.since(*page.at)
        page.at = (version, heard)
        return frame

    # --- inside ---

    def _obey(self, page: Page, command: dict) -> None:
        do = command["do"]
        if do == "hello":
            self._greet(page, command)
        elif not page.greeted:
            raise FrameError("frame: hello comes first")
        elif do == "learn" or (page.lesson and do in ("play", "takeback")):
            self._learn(page, command)
        elif do in NOT_PLAYING:
            self._answer(page, command)
        elif self.seats.player != page.name:
            raise SeatError("this page looks on: another one plays")
        elif not self.backend.has_hands and do not in ("board", "far_new", "far_join", "far"):
            raise FrameError("the pieces are moved on the board itself")
        elif len(self.commands) >= COMMANDS_MAX:
            raise FrameError("too much at once")
        else:
            self.commands.append((page, command))

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
            if page.reading is not None:
                raise FrameError("a record is being read already")
            page.reading = command["text"]
        elif do == "judge":
            if page.judging is not None:
                raise FrameError("judge: it is being done")
            page.judging = command["text"]
        elif do == "game":
            self._game(page, command["name"], command["what"])
        else:
            archive = self._archive(page)
            if do == "import":
                archive.add(command["text"])
            page.tell({"games": archive.entries()})

    def _learn(self, page: Page, command: dict) -> None:
        lesson = page.lesson
        if command["do"] == "play":
            try:
                lesson.play(command["from"], command["to"])
            except HandError as error:
                page.tell({"error": said(error)})
        elif command["do"] == "takeback":
            lesson.restart()
        elif not command["show"] or lesson is None:
            lesson = page.lesson = Lesson(command["lesson"]) if command["lesson"] else None
        else:
            lesson.show()
        page.tell({"lesson": lesson and lesson.view()})

    def _keep(self, values: dict) -> None:
        names = {}
        if values["mode"] == "solo":
            names = {side: "" if side in values.get("you", "") else "The board" for side in "AB"}
        elif values["mode"] == "far" and values.get("far"):
            names = dict(zip("AB", values["far"]["names"]))  # noqa: B905  # MicroPython has no `strict`
        try:
            self.archive.keep(values["record"], {side: name for side, name in names.items() if name})
        except OSError as error:
            self.archive = None  # said once; the game goes on
            for page in self.pages.values():
                page.tell({"error": said("games are not kept: %s", error.strerror)})

    def _archive(self, page: Page):
        if self.archive is None or not page.local:
            raise FrameError("no games are kept here")
        return self.archive

    def _game(self, page: Page, name: str, what: str) -> None:
        archive = self._archive(page)
        if what == "all":
            page.tell({"text": archive.export(), "name": "daldos.txt"})
        elif what == "resume":
            if self.seats.player != page.name or not self.backend.has_hands:
                raise SeatError("this page looks on: another one plays")
            archive.read(name)  # an error now, not later
            self.commands.append((page, {"do": "resume", "name": name}))
        elif what == "delete":
            archive.delete(name)
            page.tell({"games": archive.entries()})
        elif what == "text":
            page.tell({"text": archive.read(name), "name": name})
        else:
            page.tell(replay_frame(archive.read(name)))

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
        takes_code = self.code is not None
        kept = self.archive is not None and page.local
        page.tell(
            {
                "you": page.name,
                "token": token,
                "boot": self.boot,
                "local": page.local,
                "code": takes_code,
                "games_kept": kept,
                "far": self.far is not None,
            }
        )
        if self.replay:
            page.tell({"replay": self.replay})
        self._told_seats()

    def _right(self, code: str) -> bool:
        if self.code is None or not code:
            return False
        given = "".join(code.split()).replace("-", "").upper()
        if secrets.compare_digest(given.encode(), self.code.replace("-", "").encode()):
            return True
        if not self._codes.take(self._clock()):
            raise SeatError("too many wrong codes: wait a minute")
        return False

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

    def _do(self, name: str, command: dict) -> None:
        do, helper = command["do"], self.helper
        if self.far and do in ("begin", "resume"):  # another game
            self.far.leave()
        if do == "helped":
            helper.on, helper.auto = command["on"], command["auto"]
        elif do in ("far_new", "far_join", "far"):
            self._do_far(command)
        elif do == "begin":
            helper.begin(command["mode"], command["rules"], command["level"], command["side"])
        elif do == "play":
            helper.play(command["from"], command["to"])
        elif do == "end":
            helper.end()
        elif do == "takeback":
            helper.take_back()
        elif do == "choose":
            helper.choose(command["turn"])
        elif do == "resume":
            self._resume(command["name"])
        else:
            self.backend.do(name, command)

    def _resume(self, name: str) -> None:
        headers, game = read_records(self.archive.read(name))[0]
        sides = [side for side in "AB" if headers.get(side) == "The board"]
        self.backend.resume(game, sides[0] if sides else None)
        self.helper.forget()
        self.archive.go_on(name)

    def _tell_links(self) -> None:
        told = self.pages.get(self.seats.player), self.far.links()
        if told != self._linked:
            self._linked = told
            if told[0]:
                told[0].tell({"far_links": told[1]})

    def _do_far(self, command: dict) -> None:
        if not self.far:
            raise FrameError("nobody elsewhere can be played with from here")
        self.helper.let_go()
        self.far.do(command)

    def _let_go(self, name: str) -> None:
        # in its turn, as everything that touches the board
        self.commands.append((name, None))

    def _told_seats(self) -> None:
        self.feed.update({"player_page": self.seats.player, "asking": self.seats.asking, "pages": len(self.pages)})
        for page in self.pages.values():
            page.wake()
