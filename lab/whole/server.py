"""`daldos web` on a machine: its process, which can end between any two steps, and the sockets of its pages."""

import json
from functools import partial

from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from daldos.game import Game
from daldos.prng import Xorshift32
from host.games.play import OwnGame
from host.sim.table import Table
from host.web.backend import TableBackend
from host.web.far import FarPage
from host.web.pages import Room
from lab.whole.broker import Carrier
from lab.whole.disk import Disk, Killed, Os, loaded
from lab.whole.screen import HELLO, Screen

SOCKET_S = 0.003  # a frame's transit
TICK_S = 2.5  # between ticks while nothing happens
SOON_S = 0.02  # after an event
BUSY_S = 0.01
BUSY_MS = 10  # that then pass


class Server:
    """One machine's server. disk: its own; room: None while it is not running."""

    def __init__(self, world, number: int):
        self.world = world
        self.name = f"server{number}"
        self.disk = Disk(world)
        self.room: Room | None = None
        self.screens: list = []
        self._pages: dict = {}  # Screen -> Page
        self._os: Os | None = None
        self._life = 0
        self._carrier: Carrier | None = None
        self._way: tuple = ()
        self._ticks_s = 0.0  # when the next tick is due
        self._seed = world.random.randrange(1, 2**31)

    # --- the process ---

    def start(self) -> None:
        """Start; if its folder is unusable it ends at once, as the command does."""
        if self.room:
            return
        self._life += 1
        self._os = os = Os(self.disk)
        try:
            stores = loaded("host.sim.stores", os=os, fcntl=os, open=os.open_file)
            files = loaded("host.games.files", os=os, pathlib=os.pathlib, open=os.open_file, host__sim__stores=stores)
            archive = loaded("host.games.archive", host__games__files=files)
            seats = loaded("host.far.folder", os=os, fcntl=os, open=os.open_file, host__sim__stores=stores)
            clock = lambda: self.world.clock_s + self.world.now  # noqa: E731
            seed = self._seed = self._seed % (2**31 - 2) + 1
            board = lambda store: TableBackend(Table(seed, store=store))  # noqa: E731
            store = stores.SteadyStore(lambda: stores.FolderStore("home/board", must_write=False))
            play = OwnGame(store, Dice(Xorshift32(seed).next, Xorshift32(seed + 2**31).next))
            device = self.world.random.randbytes(4)
            far = FarPage(seats.SeatFolder("home/far"), lambda: int(clock()), device, lambda broker: None)
            room = Room(
                board if "workshop" in self.world.troubles else None,
                play,
                archive=archive.Archive("home/games", clock),
                far=far,
                clock=lambda: self.world.now,
            )
        except Killed:
            self._end(False)
            return
        self.room = room
        self._tick_in(SOON_S)

    def kill(self, power: bool = False) -> None:
        """End the process, or the machine, at once."""
        if self.room:
            self._end(power)

    def kept(self) -> Game:
        """The game that the next process would find on the disk."""
        start, names = "home/board/", self.disk.names
        files = {name[len(start) :]: bytes(names[name].data) for name in names if name.startswith(start)}
        match = Match(Journal(MemoryStore(files)), Dice(None))
        match.load("danish")
        return match.game

    def _end(self, power: bool) -> None:
        self.disk.fuse = -1
        self.room, self._way = None, ()
        self._life += 1
        self._ticks_s = 0.0
        self._os.die(power)
        self._pages.clear()
        if self._carrier:
            self._carrier.close()
            self._carrier = None
        for screen in self.screens:
            self.world.note("restarted", screen.slot)
            screen.lost()
        self.world.after(self.world.random.uniform(0.5, 10), self.start)

    def _step(self, do, *args):
        # A step of the process, which may end within it.
        if not self.room:
            return None
        try:
            return do(*args)
        except Killed as end:
            self._end(self.world.random.random() < 0.3 if end.power is None else end.power)
            return None

    def _tick_in(self, s: float) -> None:
        due_s = self.world.now + s
        if self._ticks_s <= self.world.now or due_s < self._ticks_s - 0.001:
            self._ticks_s = due_s
            self.world.at(due_s, self._tick, self._life, due_s)

    def _tick(self, life: int, due_s: float) -> None:
        if life != self._life or due_s != self._ticks_s:
            return
        room = self.room
        board = room.behind.kind == "board"
        self._step(room.tick, 50 if board else BUSY_MS)
        self._step(lambda: self.room.look())
        if not self.room:
            return
        self._carry(room.behind.far)
        self._tick_in(0.05 if board else TICK_S if room.behind.is_idle else BUSY_S)
        self.world.looked(self)

    # --- far ---

    def _carry(self, far: FarPage) -> None:
        if far.way != self._way:
            self._way = far.way
            if self._carrier:
                self._carrier.close()
            self._carrier = Carrier(self.world.broker, partial(self._brought, far)) if self._way else None
        if self._carrier:
            self._carrier.send(far.outbox)
        far.outbox.clear()

    def _brought(self, far: FarPage, *what) -> None:
        if self.room and self.room.behind.far is far:
            far.inbox.append(what)
            self._tick_in(SOON_S)

    # --- pages ---

    def open(self, screen: Screen) -> None:
        """Open a page of this server."""
        self.screens.append(screen)
        screen.slot = self.name
        screen.lost()
        self._connect(screen)

    def close(self, screen: Screen) -> None:
        """Close its tab."""
        screen.closed = True
        self.screens.remove(screen)
        self._hang_up(screen)

    def cut(self, screen: Screen) -> None:
        """Lose the socket."""
        self._hang_up(screen)
        screen.lost()

    def _hang_up(self, screen: Screen) -> None:
        page = self._pages.pop(screen, None)
        if page:
            self._step(self.room.close, page)
            self._tick_in(SOON_S)

    def _connect(self, screen: Screen) -> None:
        if screen.closed:
            return
        if not screen.send_text and self.room:
            life = self._life
            wake = lambda: self.world.after(SOCKET_S, self._bring, life, screen)  # noqa: E731
            self._pages[screen] = page = self._step(self.room.open, True, wake)
            screen.send_text = lambda text: self.world.after(SOCKET_S, self._receive, life, screen, page, text)
            screen.send(**{**HELLO, "token": screen.token})
        self.world.after(1.0, self._connect, screen)

    def _receive(self, life: int, screen: Screen, page, text: str) -> None:
        if life == self._life and self._pages.get(screen) is page:
            self._step(self.room.receive, page, text)
            if self.room:
                if not self.room.behind.is_idle:
                    self._tick_in(BUSY_S)
                self.world.looked(self)

    def _bring(self, life: int, screen: Screen) -> None:
        page = self._pages.get(screen)
        if life != self._life or not page:
            return
        while self.room and (frame := self.room.frame(page)) is not None:
            screen.take(json.loads(frame) if isinstance(frame, str) else frame)
