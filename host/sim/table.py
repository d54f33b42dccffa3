"""The table: a fake board with the companion running in it, hands, a button, a plug and a clock.

>>> table = Table(seed=1)
>>> table.plug_in()
>>> table.press()                       # A's opening throw
>>> piece = table.lift("A1"); table.wait(300); table.place("M1", piece)
>>> table.events[-1]
{'ev': 'throw', 'player': 'A', 'throw': '24'}
"""

import json
import platform
from array import array
from types import ModuleType
from typing import Any

import config as board_config
from companion.app import App
from companion.sensing.wiring import CHANNELS
from companion.storage.memory import MemoryStore
from companion.storage.own_config import with_own
from daldos.prng import Xorshift32
from host.sim.fake_board import BoardError, FakeBoard
from host.sim.preload import ScriptedDice

TICKS = 1 << 30  # the board's clock wraps here
MIRRORED = ("lights", "occupancy", "job")  # events that only mirror what is visible


def seeing_heights(config: ModuleType = board_config):
    """The config of a board that senses the heights of its pieces (companion.sensing.heights)."""
    tall = ModuleType(config.__name__)
    tall.__dict__.update(config.__dict__, DALLED=True)
    return tall


class Tabletop:
    """The surroundings of any board: a `board`, a `config`, hands, and the events heard.

    events: all events of the board, as dicts; the caller may delete them.
    """

    app: Any
    board: FakeBoard
    button: bool
    config: ModuleType

    def __init__(self):
        self.events: list = []
        self._subscribers: list = []
        self._said = self._read = 0  # events so far, and those that `news` has returned

    @property
    def plugged(self) -> bool:
        """Whether the plug is in."""
        return self.app is not None

    def wait(self, ms: int) -> None:
        """Let time pass."""
        raise NotImplementedError

    def settle(self) -> None:
        """Wait until the board has nothing more to save or to say."""

    def press(self, ms: int = 100) -> None:
        """Press the button this long, and wait until the board has reacted."""
        self.button = True
        try:
            self.wait(ms)
        finally:  # release the button even if interrupted
            self.button = False
        self.wait(2 * self.config.BUTTON_MS + self.config.SCAN_MS)
        self.settle()

    def long_press(self) -> None:
        self.press(self.config.LONG_MS + 200)

    def hole(self, name) -> int:
        """Number of a hole given by name or number."""
        if isinstance(name, int):
            return name
        if name not in self.board.names:
            n = self.config.N
            raise BoardError("no hole %r: expected A1 ... A%d, M1 ... M%d, B1 ...", name, n, n + 1)
        return self.board.names.index(name)

    def lift(self, hole):
        """Take a piece off its hole; returns the piece."""
        return self.board.lift(self.hole(hole))

    def place(self, hole, piece) -> None:
        """Put a piece (or any spare one of side "A" or "B") into a free hole."""
        self.board.place(self.hole(hole), piece)

    def readings(self) -> list:
        """The sensors' current readings, in thousandths of the scale, a number per hole; empty if unknown."""
        sensing = getattr(self.app, "sensing", None)
        return [sensing.reading(hole) for hole in range(len(sensing.occupancy))] if sensing else []

    def subscribe(self, hear) -> None:
        """Call hear(event) for every later event of the board."""
        self._subscribers.append(hear)

    def _hear(self, event: dict) -> None:
        self._said += 1
        self.events.append(event)
        for hear in self._subscribers:
            hear(event)

    @property
    def said(self) -> list:
        """The events except those that only mirror lights and pieces."""
        return [event for event in self.events if event["ev"] not in MIRRORED]

    def news(self) -> list:
        """The events since the last call."""
        count, self._read = self._said - self._read, self._said
        return self.events[-count:] if count else []


class Table(Tabletop):
    """Everything on and around the board, deterministic by its seed.

    board: the FakeBoard; app: the App, None while the plug is out; now_ms: time since the table was set up, with the
    plug in or out. store: the board's files, which survive without power. throws: the next throws, before the seed's.
    scans: whether the sensors are connected. ids: 32 random bits for the ids of games; None: they have none.
    """

    def __init__(self, seed=1, magnets="nominal", store=None, config=board_config, scans=True, ids=None, **physics):
        super().__init__()
        self._lay = lambda config: FakeBoard(seed=seed, magnets=magnets, config=config, **physics)
        self.lay(config)
        self.store = store if store is not None else MemoryStore()
        self.entropy = Xorshift32(seed).next
        self.ids = ids
        self.throws = []
        self.now_ms = 0
        self.app = None
        self.scans = scans
        self.button = False
        self._rgb = b""
        self._pixels: list = []  # the pixels of the scene above
        self._scan = array("H", [0] * (CHANNELS * len(config.MUXES) + 1))

    def lay(self, config) -> None:
        """Put another board on the table, with this config, set up for a game; the plug is out."""
        self.config = config
        self.board = self._lay(config)
        self.board.setup("start")

    # --- the plug and the clock -------------------------------------------------------------------------------------

    def plug_in(self, settle_ms: int = 200) -> None:
        """Power on, and wait until the sensors are accepted."""
        self._start()
        self.wait(settle_ms)

    def _start(self) -> None:
        dice = ScriptedDice(self.entropy, self.throws, self.ids)
        config, problem = with_own(self.config, self.store, exec)
        self.app = app = App(config, self.store, dice, self._write, platform.python_implementation())
        if self.scans:
            app.monitor.pulls.test = self.board.pull_test
        app.service.bootsel = self.plug_out  # there is no new firmware to install
        app.start(self.now_ms % TICKS, not self.scans, problem)

    def plug_out(self) -> None:
        """Power off: everything that is not in the store is lost."""
        self.app = None

    def wait(self, ms: int) -> None:
        """Let time pass, scan by scan."""
        for _ in range(ms // self.config.SCAN_MS):
            look_ms = self.now_ms
            while self.app and self.app.unsure:
                look_ms += self.config.LOOK_MS
                self.app.look(look_ms % TICKS, self.scan(look_ms))
            self.now_ms += self.config.SCAN_MS
            if self.app:
                scan = self.scan(self.now_ms) if self.scans else None
                self.app.step(self.now_ms % TICKS, scan, self.board.pressed(self.button))

    def scan(self, now_ms: int) -> array:
        """The codes of a scan taken now."""
        self.board.scan(self._scan, now_ms)
        return self._scan

    @property
    def pixels(self) -> list:
        """The lights, (r, g, b) each."""
        rgb = bytes(self.app.pixels) if self.app else b""
        if rgb != self._rgb:
            self._rgb = rgb
            self._pixels = [tuple(rgb[k : k + 3]) for k in range(0, len(rgb), 3)]
        return self._pixels

    # --- the serial console -----------------------------------------------------------------------------------------

    def send(self, line) -> None:
        """Send a line to the board: a dict, or raw text."""
        text = line if isinstance(line, str) else json.dumps(line)
        self.app.receive(self.now_ms % TICKS, text.encode() + b"\n")

    def _write(self, line: bytes) -> None:
        self._hear(json.loads(line))
