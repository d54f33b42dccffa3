"""A browser with the page without a server: tabs, each with its Worker, one store, locks, and channels between them.

`Tab` stands for host/web/page/worker.js, `Store` for store.js, `Seats` for seats.js, with their names. The rooms are
host.worker.main itself, over the modules that replace the host's.
"""

import json
import types
from binascii import b2a_base64
from functools import lru_cache, partial
from pathlib import Path

from lab.whole.broker import Carrier
from lab.whole.disk import loaded
from lab.whole.screen import HELLO, Screen

INSTEAD = Path(__file__).parents[2] / "host/worker/instead/host"
AGAIN_S = 3.0  # until a refused store is retried
STEAL_S = 3.0  # until a lock is stolen
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

    def request(self, tab, name: str, got, lost, available: bool = False, timeout_s: float = 0.0, steal: bool = False):
        """got: called with a Grant, or None if unavailable; lost: called when it is stolen or not granted in time."""
        grant = Grant(self, tab, name, got, lost)
        self.world.after(MESSAGE_S, self._ask, grant, available, timeout_s, steal)

    def _ask(self, grant: "Grant", available: bool, timeout_s: float, steal: bool) -> None:
        if not grant.tab.alive:
            return
        holder = self.held.get(grant.name)
        if holder and steal:
            del self.held[grant.name]
            self.world.after(MESSAGE_S, holder.tell, holder.lost)
            holder = None
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
        self.mine: dict = {}  # name of a seat -> its Grant
        self.ended: dict = {}
        self.unkept: dict = {}
        self.refused = False
        self.relay: Carrier | None = None
        self.written: list = []  # jobs for the store, in order: (takes time, job)
        self.writing = False
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
        if self.relay:
            self.relay.close(False)
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
        self._after(self.world.random.uniform(0.05, 0.6), self._boot, board, kept, why)

    def _boot(self, board: str, kept: dict, why: str) -> None:
        if why:  # unreadable files are not overwritten
            board = "unread"
            self.screen.slot = f"{self.browser.name} unread {self.number}"
        seed = self.world.random.randrange(1, 2**31)
        told = {"behind": "worker", "board": board, "seed": seed, "rules": "", "mode": "", "now_s": self.world.clock_s}
        self.rooms = main_of(self.world).start(
            json.dumps(told), json.dumps({key: file for key, file in kept.items() if not key.startswith("holder/")})
        )
        self.rooms.room._clock = lambda: self.world.now
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
            board = self.rooms.room.behind == "board"
            self.step(lambda: None, ms=50 if board else BUSY_MS)
            self._tick_in(0.05 if board else TICK_S if self.rooms.room.is_idle else 0.01)

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
        if not self.rooms.room.is_idle:
            self._tick_in(0.01)

    def put(self, data: dict) -> None:
        self.rooms.put(*data["put"])

    def carry(self, text: str) -> None:
        if not text:
            return
        told = json.loads(text)
        if "kept" in told:
            self._then(True, self.keep, told["kept"])
        frames = told.get("frames", ())
        self._then(False, lambda: [self._after(MESSAGE_S, self.screen.take, frame) for frame in frames])
        if "relay" in told:
            self.reach(told["relay"])
        if told.get("post"):
            self._then(False, self.post, told["post"])
        for do in (self.release, self.hold, self.ask):
            for name in told.get(do.__name__, ()):
                self._then(False, do, name)

    def _then(self, takes_time: bool, do, *args) -> None:
        # `written = written.then(...)`, `written.then(...)`: one by one.
        self.written.append((takes_time, partial(do, *args)))
        if not self.writing:
            self._next()

    def _next(self) -> None:
        while self.written and not self.writing:
            takes_time, do = self.written.pop(0)
            if takes_time:
                self.writing = True
                self._after(self.world.random.uniform(0.001, 0.03), self._wrote, do)
            else:
                do()

    def _wrote(self, do) -> None:
        do()
        self.writing = False
        self._next()

    # --- the store ---

    def keep(self, kept: dict) -> None:
        self.unkept.update(kept)
        if self.browser.trouble:
            self.refuse(self.browser.trouble)
            return
        files = self.browser.files
        for name, file in self.unkept.items():
            if name.startswith("far/") and files.get("holder/" + name) != self.number:
                continue
            if file is None:
                files.pop(name, None)
            else:
                files[name] = file
        shared = [[name, file] for name, file in self.unkept.items() if name.startswith("games/")]
        if shared:
            self.browser.post(self, "files", shared)
        self.unkept = {}
        if self.refused:
            self.step(self.rooms.unkept, "")
        self.refused = False

    def kept(self, key: str):
        """What a file holds, refused changes included."""
        return self.unkept.get(key, self.browser.files.get(key))

    def refuse(self, why: str) -> None:
        if not self.refused:
            self.step(self.rooms.unkept, why)
        self.refused = True
        self._after(AGAIN_S, self.step, self.rooms.keep_all)

    # --- the connection to a broker ---

    def reach(self, wanted: bool) -> None:
        if self.relay:
            self.relay.close(True)
        self.relay = Carrier(self.world.broker, self._will, self._brought) if wanted else None

    def post(self, post: list) -> None:
        if self.relay:
            self.relay.send([what for what in post if not (self.refused and len(what) == 3 and what[2])])

    def _will(self):
        told = json.loads(self.rooms.way()).get("will")
        return (told["topic"], told["payload"]) if told else None

    def _brought(self, topic, payload) -> None:
        if self.alive:
            found = [topic, b2a_base64(payload[:2048]).decode() if topic else payload]
            self.step(self.rooms.brought, json.dumps([found]))

    # --- seats ---

    def message(self, channel: str, data) -> None:
        """Handle another tab's message."""
        if not self.alive:
            return
        if channel == "files":
            for name, file in data:
                self.later({"put": [name, file]})
        elif data in self.mine:
            self.lose(data)

    def hold(self, name: str) -> None:
        self._request(name, available=True)

    def ask(self, name: str) -> None:
        self.browser.post(self, "seats", name)
        self._request(name, timeout_s=STEAL_S)

    def release(self, name: str) -> None:
        grant = self.mine.pop(name, None)
        if grant:
            self._after(MESSAGE_S, grant.release)

    def lose(self, name: str) -> None:
        self.step(self.rooms.seats.wanted, name)

    def _request(self, name: str, **how) -> None:
        if name in self.mine:
            self._sit(name)
            return
        seated = []

        def got(grant) -> None:
            if not grant:
                self.step(self.rooms.seats.busy, name)
                return
            self.mine[name] = grant
            self._after(self.world.random.uniform(0.001, 0.02), self._claim, name, grant, seated)

        def lost() -> None:
            if not seated and how.get("timeout_s"):
                self._request(name, steal=True)
                return
            self.mine.pop(name, None)
            self.lose(name)

        self.browser.locks.request(self, f"daldos far {name}", got, lost, **how)

    def _claim(self, name: str, grant, seated: list) -> None:
        if self.browser.trouble:
            self.mine.pop(name, None)
            grant.release()
            self.step(self.rooms.seats.busy, name)
            return
        seated.append(True)
        self._sit(name)

    def _sit(self, name: str) -> None:
        files, key = self.browser.files, f"far/{name}"
        if files.get("holder/" + key) != self.number:  # another tab has had the seat since
            self.unkept.pop(key, None)
        files["holder/" + key] = self.number
        self.step(self.rooms.seats.held, name, self.kept(key))


@lru_cache(1)
def main_of(world):
    """A Worker's modules, over its replacements for the host's."""
    far = loaded("host.far.files", str(INSTEAD / "far/files.py"))
    games = loaded("host.games.files", str(INSTEAD / "games/files.py"))
    archive = loaded("host.games.archive", host__games__files=games)
    clock = types.SimpleNamespace(monotonic=lambda: world.now)
    return loaded("host.worker.main", host__far__files=far, host__games__archive=archive, time=clock)
