"""The program of the page's Worker: a room with one page and the board behind it; the Worker's script passes texts.

>>> worker = Worker({"behind": "worker", "board": "board-1", "seed": 1, "rules": "", "mode": "", "now_s": 0}, {})
>>> worker.receive('{"do": "hello", "token": "", "code": "", "rules": ""}')
>>> json.loads(worker.pass_time(20))["frames"][0]["you"]
'1'
"""

import json
import time
from binascii import a2b_base64, unhexlify
from typing import Any

import config
from companion.console.protocol import CHOICES
from companion.game.dice import Dice
from daldos.prng import Xorshift32
from daldos.rules import RULESETS
from host.games.archive import Archive
from host.games.play import OwnGame
from host.i18n.catalogue import said
from host.sim.preload import id_bits, sized
from host.web.adviser import JOBS
from host.web.pages import LOOK_SCANS, SCAN_MS, Room
from host.web.replay import replay_frame
from host.worker.kept import Folder, KeptStore, SeatStore, base64, endings_wanted
from host.worker.thinker import Pool, answered, questions  # noqa: F401  the Worker's script calls answered

THOUGHT = {function.__name__: function for function in [replay_frame] + list(JOBS.values())}


class Worker:
    """told: `behind`, `worker` or `serial`; `board`, the folder of its files; `device`, the browser's name for far
    games, 8 hex digits; `seed`, `rules` and `mode` as on the command line, empty if not given; `games`, a folder with
    the past games, which are then not in `kept`; `now_s`, seconds since 1970, and `zone_s`, those added for the time
    here. kept: the files."""

    def __init__(self, told: dict, kept: dict):
        self._told = told
        self._started_s = time.monotonic()
        self._games = KeptStore("games", kept, Folder(told["games"]) if told.get("games") else None)
        self._seats = SeatStore("far", kept)
        self._stores = [self._games, self._seats]
        self.bytes_in: list = None  # bytes from a board on USB; None while its port is closed
        self.bytes_out = []
        try:
            rules = sized(told["rules"], config.N) if told["rules"] else None
        except ValueError:  # the page is told at its hello, which has them, too
            rules = None
        mode = told["mode"] if told["mode"] in CHOICES["mode"] else ""
        board, play = None, None
        if told["behind"] == "serial":
            board = _real_board(self)
            board.start(rules, mode or None)
        else:
            store = KeptStore(told["board"], kept)
            self._stores.append(store)
            play = OwnGame(store, Dice(Xorshift32(told["seed"]).next, id_bits))
            if rules:
                play.open(rules)

            def board(store):  # once somebody wants to see it
                from host.web.backend import simulated

                return simulated(store, told["seed"], mode or None)

        archive = Archive(self._games, lambda: self._now_s() + told["zone_s"])
        far = self._far_page
        first = "board" if mode and play else ""
        self.room = Room(board, play, clock=time.monotonic, archive=archive, far=far, behind=first)
        self.room.at_once = False
        self._page = self.room.open(True, lambda: None)
        if mode != told["mode"]:
            self._page.tell(
                {"error": said("mode %r: expected one of %s", told["mode"], ", ".join(map(str, CHOICES["mode"])))}
            )
        self._reading: Any = None  # the replay that the other Worker makes of a text
        self._scans = 0
        self._way: tuple = ()  # to the broker

    def receive(self, text: str) -> None:
        """Take a frame from the page."""
        page = self._page
        self.room.receive(page, text)
        if page.work and page.work[0] is replay_frame:  # leave that to the other Worker
            self._reading = Pool().submit(*page.work)
            page.work = None
        elif page.work:
            for told in self.room.finish(page):
                page.tell(told)

    def pass_time(self, ms: int) -> str:
        """Let time pass; returns the results as JSON, or '': `frames` for the page, `soon` if they only say how
        far an import is, and need not wait until it is kept; `kept` for the browser's store,
        `questions` for another Worker, `endings` to fetch, `bytes` for the board in base64, `broker` (how to reach
        the one wanted from now on, empty for none), `post` (what is for it, as of host.far.carrier, in base64), `idle`
        (nothing happens by itself)."""
        for _ in range(ms // SCAN_MS):
            self.room.tick(SCAN_MS)
            self._scans += 1
            if self._scans % LOOK_SCANS == 0:
                self.room.look()
        if ms < LOOK_SCANS * SCAN_MS:
            self.room.tick(0)
            self.room.look()
        if self._reading and self._reading.done():
            reading, self._reading = self._reading, None
            self._page.tell(reading.result())
        found = []
        frames = []
        soon = True
        frame = self.room.frame(self._page)
        while frame is not None:
            soon = soon and type(frame) is dict and "handed" in frame and not frame["handed"]["done"]
            frames.append(frame if isinstance(frame, str) else json.dumps(frame))
            frame = self.room.frame(self._page)
        if frames:
            found.append('"frames":[%s],"soon":%s' % (",".join(frames), json.dumps(soon)))
        kept = {}
        for store in self._stores:
            kept.update(store.changes())
        broker, post = self._carry()
        for key, value in (
            ("kept", kept),
            ("questions", questions()),
            ("endings", list(endings_wanted)),
            ("bytes", self.bytes_out),
            ("broker", broker),
            ("post", post),
            ("idle", self.room.behind.is_idle),
        ):
            if value or value is False or key == "broker" and value is not None:
                found.append('"%s":%s' % (key, json.dumps(value)))
        endings_wanted.clear()
        self.bytes_out = []
        return "{%s}" % ",".join(found) if found else ""

    def heard(self, data) -> None:
        """Take bytes from the board, in base64; None: the port is closed."""
        if data is None:
            self.bytes_in = None
        else:
            self.bytes_in = (self.bytes_in or []) + [a2b_base64(data)]

    def brought(self, topic, payload: str) -> None:
        """Take what the broker brings, in base64; no topic: it is connected, or, with a reason, is not."""
        if self.room.behind.far:
            self.room.behind.far.inbox.append((topic, a2b_base64(payload) if topic else payload))

    def _carry(self) -> tuple:
        # How to reach the broker, if it is another one, and what is for it.
        far, way = self.room.behind.far, None
        if not far:
            return None, []
        if far.way != self._way:
            self._way = far.way
            way = _way(far.address) if far.address else ""
        post = [[part if type(part) is not bytes else base64(part) for part in what] for what in far.outbox]
        far.outbox.clear()
        return way, post

    def _far_page(self):
        # Made when it is wanted, which is not at first.
        from host.web.far import FarPage

        return FarPage(self._seats, self._now_s, unhexlify(self._told["device"]), _reach)

    def _now_s(self) -> int:
        return self._told["now_s"] + int(time.monotonic() - self._started_s)

    def put(self, name: str, data, before=None) -> None:
        """Take a file that another tab has changed, in base64; None: deleted. before: that file as the browser's store
        had it until then, None if that does not matter or there was none."""
        folder, _, name = name.partition("/")
        for store in self._stores:
            if store.folder == folder:
                store.put(name, *[file and a2b_base64(file) for file in (data, before)])

    def unkept(self, why: str) -> None:
        """The browser's store refuses to save (the game goes on); empty: it has everything."""
        self.room.keeper.unkept = why

    def keep_all(self) -> None:
        """Save all files to the browser's store again."""
        for store in self._stores:
            store.keep(store.files)


def _way(broker: str) -> dict:
    """How to reach a broker: `url` and options for mqtt.js."""
    from host.far.address import Address

    at = Address.parse(broker)
    host = "[%s]" % at.host if ":" in at.host else at.host
    told: dict = {"url": "%s://%s:%d%s" % (at.scheme, host, at.port, at.path)}
    if at.user:
        told.update(username=at.user, password=at.password)
    return told


def _reach(broker: str) -> None:
    from host.far.address import Address, AddressError

    if not Address.parse(broker).websocket:
        raise AddressError("broker %r: a page without a server reaches it by ws or wss alone", broker)


def _real_board(worker):
    from host.usb.port import RemovableBoard
    from host.web.backend import Backend
    from host.worker.port import PageLink

    return Backend(RemovableBoard(lambda: PageLink(worker), lambda s: None), slow=False)


def start(told: str, kept: str) -> Worker:
    """Create the Worker; kept: JSON, name -> file in base64."""
    return Worker(json.loads(told), {name: a2b_base64(data) for name, data in json.loads(kept).items()})


def solved() -> str:
    """The rules with solved endings, as JSON."""
    return json.dumps([name for name, _ in RULESETS])


def think(text: str) -> str:
    """Run in the other Worker: answer one question."""
    number, name, args = json.loads(text)
    try:
        return json.dumps([number, {"result": THOUGHT[name](*args)}])
    except ValueError as error:
        return json.dumps([number, {"error": str(error)}])
