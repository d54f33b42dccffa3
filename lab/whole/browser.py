"""A browser with the page without a server: tabs, each with its Worker, one store, locks, and channels between them.

`Tab` stands for host/web/page/worker.js and store.js, with their names. The rooms are host.worker.main itself, over the
modules that replace the host's.
"""

import json
import types
from binascii import a2b_base64, b2a_base64
from functools import lru_cache, partial
from pathlib import Path

from lab.whole.broker import Carrier
from lab.whole.disk import loaded
from lab.whole.screen import HELLO, Screen

STAND_INS = Path(__file__).parents[2] / "host/worker/instead/host"
AGAIN_S = 3.0  # until a refused store is retried
RELOAD_S = 3.0  # time for a reloaded page to get its board back
MESSAGE_S = 0.002  # between page and Worker, and between tabs
TICK_S = 2.5
BUSY_MS = 10
BOARDS_MAX = 9


class Locks:
    """navigator.locks of one browser. held: name -> the Grant holding it; queued: name -> the waiting ones."""

    def __init__(self, world):
        self.world = world
        self.held: dict = {}
        self.queued: dict = {}

    def request(self, tab, name: str, got, lost, available: bool = False, timeout_s: float = 0.0):
        """got: called with a Grant, or None if unavailable; lost: called when it is not granted in time."""
        grant = Grant(self, tab, name, got, lost)
        self.world.after(MESSAGE_S, self._ask, grant, available, timeout_s)

    def _ask(self, grant: "Grant", available: bool, timeout_s: float) -> None:
        if not grant.tab.alive:
            return
        holder = self.held.get(grant.name)
        if not holder:
            self.held[grant.name] = grant
            grant.tell(grant.got, grant)
        elif available:
            grant.tell(grant.got, None)
        else:
            self.queued.setdefault(grant.name, []).append(grant)
            if timeout_s:
                self.world.after(timeout_s, self._late, grant)

    def _late(self, grant: "Grant") -> None:
        waiting = self.queued.get(grant.name, [])
        if grant in waiting:
            waiting.remove(grant)
            grant.tell(grant.lost)

    def release(self, grant: "Grant") -> None:
        """Release it."""
        if self.held.get(grant.name) is not grant:
            return
        del self.held[grant.name]
        waiting = [other for other in self.queued.get(grant.name, []) if other.tab.alive]
        self.queued[grant.name] = waiting[1:]
        if waiting:
            self.held[grant.name] = waiting[0]
            self.world.after(MESSAGE_S, waiting[0].tell, waiting[0].got, waiting[0])

    def end(self, tab) -> None:
        """Drop a closed tab's locks."""
        for grant in list(self.held.values()):
            if grant.tab is tab:
                self.release(grant)


class Grant:
    """A lock requested or held."""

    def __init__(self, locks: Locks, tab, name: str, got, lost):
        self.locks, self.tab, self.name, self.got, self.lost = locks, tab, name, got, lost

    def tell(self, do, *args) -> None:
        if self.tab.alive:
            do(*args)
        elif self.locks.held.get(self.name) is self:
            self.locks.release(self)

    def release(self) -> None:
        self.locks.release(self)


class Browser:
    """files: its store; trouble: the error of writes, empty for none; unread: reads fail too."""

    def __init__(self, world, number: int):
        self.world = world
        self.name = f"browser{number}"
        self.files: dict = {}
        self.device = world.random.randbytes(4).hex()
        self.trouble = ""
        self.unread = False
        self.locks = Locks(world)
        self.tabs: dict = {}  # Screen -> Tab
        self._count = 0

    def open(self, screen: Screen) -> None:
        """Open a tab with the page, or reload it."""
        self._count += 1
        screen.lost()
        self.tabs[screen] = Tab(self, screen, self._count)

    def close(self, screen: Screen) -> None:
        """Close it."""
        screen.closed = True
        self.kill(screen)

    def kill(self, screen: Screen) -> None:
        """End its Worker at once."""
        tab = self.tabs.pop(screen, None)
        if tab:
            tab.end()
        self.world.note("restarted", screen.slot)

    def reload(self, screen: Screen) -> None:
        """Reload the page: it keeps only its address and its board."""
        self.kill(screen)
        screen.v, screen.me, screen.links = {}, {}, None
        self.open(screen)

    def crash(self) -> None:
        """End the whole browser; a new start restores its tabs."""
        for screen in list(self.tabs):
            self.reload(screen)

    def post(self, tab, channel: str, data) -> None:
        """Send a message to the other tabs."""
        for other in list(self.tabs.values()):
            if other is not tab:
                self.world.after(MESSAGE_S, other.message, channel, data)


class Tab:
    """A page's Worker."""

    def __init__(self, browser: Browser, screen: Screen, number: int):
        self.browser, self.world, self.screen, self.number = browser, browser.world, screen, number
        self.alive = True
        self.rooms = None
        self.early: list = []
        self.unkept: dict = {}
        self.far: dict = {}  # the far games' files, as this tab knows them in the store
        self.refused = False
        self._refusals = 0
        self.broker: Carrier | None = None
        self.written: list = []  # jobs for the store, in order: (takes time, job)
        self.writing: partial | None = None  # the one that takes its time now
        self._ticks_s = 0.0
        screen.send_text = lambda text: self._after(MESSAGE_S, self.later, text)
        if before := screen.told:
            got = lambda _: self._start(before)  # noqa: E731
            browser.locks.request(self, f"daldos {before}", got, lambda: self._own_board(1), timeout_s=RELOAD_S)
        else:
            self._own_board(1)
        screen.send(**HELLO)

    def _after(self, s: float, do, *args) -> None:
        self.world.after(s, self._alive, do, *args)

    def _alive(self, do, *args) -> None:
        if self.alive:
            do(*args)

    def end(self) -> None:
        """End the tab, with all messages under way."""
        self.alive = False
        if self.broker:
            self.broker.close()
        self.browser.locks.end(self)

    # --- start ---

    def _own_board(self, number: int) -> None:
        # The first free one from that number on.
        name = f"board-{number}"
        if number >= BOARDS_MAX:
            self._start(name)
            return
        got = lambda grant: self._start(name) if grant else self._own_board(number + 1)  # noqa: E731
        self.browser.locks.request(self, f"daldos {name}", got, None, available=True)

    def _start(self, board: str) -> None:
        self.screen.told = board
        self.screen.slot = f"{self.browser.name} {board}"
        self._after(self.world.random.uniform(0.01, 0.3), self._read, board)

    def _read(self, board: str) -> None:
        # The files now; the rooms come later, and messages wait meanwhile.
        kept, why = ({}, "the store cannot be read") if self.browser.unread else (dict(self.browser.files), "")
        self.far = {name: file for name, file in kept.items() if name.startswith("far/")}
        self._after(self.world.random.uniform(0.05, 0.6), self._boot, board, kept, why)

    def _boot(self, board: str, kept: dict, why: str) -> None:
        if why:  # unreadable files are not overwritten
            board = "unread"
            self.screen.slot = f"{self.browser.name} unread {self.number}"
        seed = self.world.random.randrange(1, 2**31)
        told = {
            "behind": "worker",
            "board": board,
            "device": self.browser.device,
            "seed": seed,
            "rules": "",
            "mode": "",
        }
        times = {"now_s": int(self.world.clock_s), "zone_s": 0}
        self.rooms = main_of(self.world).start(json.dumps({**told, **times}), json.dumps(kept))
        for data in self.early:
            self.later(data)
        if why:
            self.refuse(why)
        self._tick(self.world.now)

    # --- steps ---

    def _tick_in(self, s: float) -> None:
        due_s = self.world.now + s
        if self._ticks_s <= self.world.now or due_s < self._ticks_s - 0.001:
            self._ticks_s = due_s
            self.world.at(due_s, self._alive, self._tick, due_s)

    def _tick(self, due_s: float) -> None:
        if due_s == self._ticks_s or not self._ticks_s:
            board = self.rooms.room.behind.kind == "board"
            self.step(lambda: None, ms=50 if board else BUSY_MS)
            self._tick_in(0.05 if board else TICK_S if self.rooms.room.behind.is_idle else 0.01)

    def step(self, action, *args, ms: int = 0) -> None:
        action(*args)
        self.carry(self.rooms.pass_time(ms))
        self.world.looked(self)

    def later(self, data) -> None:
        """Handle a message from the page or another tab."""
        if not self.rooms:
            self.early.append(data)
            return
        self.step(self.rooms.receive if isinstance(data, str) else self.put, data)
        if not self.rooms.room.behind.is_idle:
            self._tick_in(0.01)

    def put(self, data: dict) -> None:
        name, file = data["put"]
        before = None
        if name.startswith("far/"):
            before, self.far[name] = self.far.get(name), file
            jobs = [do for takes_time, do in self.written if takes_time]
            for kept in [self.unkept] + [do.args[0] for do in [*jobs, self.writing] if do]:
                kept.pop(name, None)
        self.rooms.put(name, file, before)

    def carry(self, text: str) -> None:
        if not text:
            return
        told = json.loads(text)
        if "kept" in told:
            self._then(True, self.keep, told["kept"])
        frames = told.get("frames", ())
        self._then(False, lambda: [self._after(MESSAGE_S, self.screen.take, frame) for frame in frames])
        if "broker" in told:
            self.reach(told["broker"])
        if told.get("post"):
            self._then(False, self.post, told["post"])

    def _then(self, takes_time: bool, do, *args) -> None:
        # `written = written.then(...)`, `written.then(...)`: one by one.
        self.written.append((takes_time, partial(do, *args)))
        if not self.writing:
            self._next()

    def _next(self) -> None:
        while self.written and not self.writing:
            takes_time, do = self.written.pop(0)
            if takes_time:
                self.writing = do
                self._after(self.world.random.uniform(0.001, 0.03), self._wrote, do)
            else:
                do()

    def _wrote(self, do) -> None:
        do()
        self.writing = None
        self._next()

    # --- the store ---

    def keep(self, kept: dict) -> None:
        self.unkept.update(kept)
        if self.browser.trouble:
            self.refuse(self.browser.trouble)
            return
        files, theirs = self.browser.files, {}
        for name, file in self.unkept.items():
            if name.startswith("far/") and files.get(name) != self.far.get(name):
                theirs[name] = files.get(name)  # another tab has written it meanwhile
            elif file is None:
                files.pop(name, None)
            else:
                files[name] = file
        kept, self.unkept = self.unkept, {}
        shared = [[name, kept[name]] for name in kept if name.startswith(("games/", "far/")) and name not in theirs]
        self.far.update({name: file for name, file in shared if name.startswith("far/")})
        if shared:
            self.browser.post(self, "files", shared)
        for name, file in theirs.items():
            self.changed(name, file)
        if self.refused:
            self.step(self.rooms.unkept, "")
        self.refused = False

    def changed(self, name: str, file) -> None:
        """Another tab has changed a file."""
        self.later({"put": [name, file]})

    def refuse(self, why: str) -> None:
        if not self.refused:
            self.step(self.rooms.unkept, why)
        self.refused = True
        self._refusals += 1
        self._after(AGAIN_S, self._again, self._refusals)

    def _again(self, refusals: int) -> None:
        # One retry, however many writes are refused.
        if refusals == self._refusals:
            self.step(self.rooms.keep_all)

    # --- the connection to a broker ---

    def reach(self, way) -> None:
        if self.broker:
            self.broker.close()
        self.broker = Carrier(self.world.broker, self._brought) if way else None

    def post(self, post: list) -> None:
        if self.broker:
            sent = [[what[0], a2b_base64(what[1]), what[2]] if len(what) > 1 else what for what in post]
            self.broker.send([what for what in sent if not (self.refused and len(what) > 1)])

    def _brought(self, topic, payload) -> None:
        if self.alive:
            self.step(self.rooms.brought, topic, b2a_base64(payload).decode() if topic else payload)

    # --- other tabs ---

    def message(self, channel: str, data) -> None:
        """Handle another tab's message."""
        for name, file in data if self.alive else ():
            self.changed(name, file)


@lru_cache(1)
def main_of(world):
    """A Worker's modules, over its replacements for the host's."""
    games = loaded("host.games.files", str(STAND_INS / "games/files.py"))
    archive = loaded("host.games.archive", host__games__files=games)
    clock = types.SimpleNamespace(monotonic=lambda: world.now)
    return loaded("host.worker.main", host__games__archive=archive, time=clock)
