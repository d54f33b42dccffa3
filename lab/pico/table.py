"""The simulator's table with an emulated Pico: same hands, same commands, same scripts.

    >>> table = PicoTable("build/daldos-pico.uf2", seed=1)
    >>> table.plug_in()
    >>> table.press()
    >>> table.events[-1]                    # what the firmware said on its USB
    {'ev': 'throw', 'player': 'A', 'throw': '24'}

`events`, `pixels` and `store` are the Pico's own. The console does not show the board's whole state, so a twin runs on
the host: the same application core, fed with the Pico's own scans, button and throws. `table.app` is this twin;
`differences()` lists where its output differs from the Pico's.
"""

import json
from array import array

import config as board_config
from companion.app import App
from companion.sensing.wiring import CHANNELS
from companion.storage.memory import MemoryStore
from companion.storage.own_config import with_own
from daldos.prng import Xorshift32
from daldos.throws import throws_of
from host.sim.preload import ScriptedDice
from host.sim.table import MIRRORED, Tabletop
from lab.pico.bench import BenchError, Rig
from lab.pico.flash import FILES_AT, LOG_AT, make_files, read_files
from lab.pico.pin_board import PinBoard

TICKS = 1 << 30
READY_MS = 3000  # deadline for the board's hello
PATIENCE_MS = 1000
# These depend on the runtime or on single scans, or report only the latest state.
_NOT_COMPARED = ("hello", "state", "fault", "sensors", "calibrate", "selftest", "walk", "walked", *MIRRORED)
_WITH_READINGS = ("walk_alike", "walk_weak")  # guides

# A boot.py in the Pico's file system, which MicroPython runs before the firmware's own main.py: it puts
# dice with known throws in the place of the firmware's. The throws come through the debugging UART's data register.
BY_COUNT = {"1": "sticks", "2": "2x1234", "3": "3x1234"}  # what the Pico asks for
SCRIPTED_DICE = """\
from companion import app
from companion.game.dice import Dice
from daldos.throws import LONG_DICE
from machine import mem32

UART = 0x40034000


class ScriptedDice(Dice):
    def throw(self, throws=LONG_DICE):
        mem32[UART] = 48 + throws.count
        return throws.of([mem32[UART] & 7 for _ in range(throws.count)])


class ScriptedApp(app.App):
    def __init__(self, config, store, dice, write, runtime):
        super().__init__(config, store, ScriptedDice(None), write, runtime)


app.App = ScriptedApp
"""


class PicoTable(Tabletop):
    """As host.sim.table.Table, deterministic by its seed, and:

    image: the firmware, a UF2 file. store: its `files` are those on the flash at first. twin: False is faster and has
    no `app`. scripted: the dice are those that the Table of the same seed has, `throws` first; False
    leaves them to the firmware's own entropy. rig: the Rig while the plug is in, else None. usb: "host" or "charger".
    chip: more of a Rig, as {"misses": True}.
    """

    board: PinBoard

    def __init__(
        self,
        image,
        seed=1,
        magnets="nominal",
        store=None,
        config=board_config,
        scans=True,
        twin=True,
        scripted=True,
        usb="host",
        chip=None,
        **physics,
    ):
        super().__init__()
        self.image = image
        self.seed = seed
        self._lay = lambda config: PinBoard(seed=seed, magnets=magnets, config=config, **physics)
        self.flash = None  # of the Pico, while the plug is out
        self.rig = None
        self.store = FlashStore(self, getattr(store, "files", None) or {}, scripted)
        self.lay(config)
        self.entropy = Xorshift32(seed).next
        self.throws = []  # throws to come, before the entropy's
        self.now_ms = 0
        self.app = None
        self.noise = []  # lines on the console that are no JSON
        self.boots = 0
        self.history = []  # for each power-on: (flash contents, operations)
        self._usb = usb
        self._chip = chip or {}
        self._button = False
        self._with_twin = twin
        self._scripted = scripted
        self._taken = 0  # console bytes processed
        self._twin = None
        self._dice = ScriptedDice(self.entropy, self.throws)
        self.scans = scans

    def lay(self, config) -> None:
        """Another board on the table, of this config, set up for a game; the plug is out. What its config has that the
        firmware's own has not is in the file that takes precedence, as a builder would put it there."""
        self.config = config
        self.board = self._lay(config)
        self.board.setup("start")
        if config is not board_config:
            text = "".join([f"{name} = {value!r}\n" for name, value in vars(config).items() if name.isupper()])
            self.store.replace("config.py", text.encode())

    # --- the plug and the clock ---------------------------------------------------------------------------------------

    def plug_in(self, settle_ms: int = 200) -> None:
        """Power on, and wait until the sensors are believed; BenchError if the board does not come up."""
        new = self.flash is None
        self.rig = Rig(
            self.image if new else None,
            files=make_files(self.store.files) if new else None,
            flash=self.flash,
            board=self.board,
            seed=self.seed + 1000 * self.boots,
            usb=self._usb,
            began_ms=self.now_ms,
            config=self.config,
            **self._chip,
        )
        self.boots += 1
        self.history.append((self.rig.flash(), self.rig.flash_log.operations))
        self._dice = ScriptedDice(self.entropy, self.throws)  # like a board that starts: leftover bits are gone
        self._taken = 0
        self._began_ms = self.now_ms
        heard = len(self.events)
        self.board.on_code = None
        if self._scripted:
            self._mount_dice()
        self.app = self.rig
        self._start_twin()
        self._pressed = None
        self._release()
        if self._usb == "host":
            while not any(event["ev"] == "hello" for event in self.events[heard:]):
                self.wait(self.config.SCAN_MS)
                if self.now_ms - self._began_ms > READY_MS:
                    raise BenchError(f"no hello within {READY_MS} ms: {bytes(self.rig.port.received[-300:])!r}")
        self.wait(settle_ms)

    def _start_twin(self) -> None:
        self._resets = len(self.rig.resets)
        if self._with_twin:
            self._twin = Twin(self, self.store.files)
            self.board.on_code = self._twin.on_code
            self.app = self._twin.app

    def plug_out(self) -> None:
        """Power off, at this instant."""
        self.flash = self.rig.cut()
        self.rig = self.app = self._twin = None

    def wait(self, ms: int) -> None:
        """Let time pass."""
        end = self.now_ms + ms // self.config.SCAN_MS * self.config.SCAN_MS
        try:
            while self.rig and self._twin and self._twin.bare and self.now_ms < end:
                self.now_ms += self.config.SCAN_MS
                self._run()
                self._twin.step_bare()
            self.now_ms = end
            if self.rig:
                self._run()
        except KeyboardInterrupt:  # account for the time that has passed
            scan_ms = self.config.SCAN_MS
            end = self._began_ms + int(self.rig.clock.nanos / 1e6) // scan_ms * scan_ms + scan_ms
            raise
        finally:
            self.now_ms = end

    def _run(self) -> None:
        self._release()
        self.rig.run_ns(max(0.0, (self.now_ms - self._began_ms) * 1e6 - self.rig.clock.nanos))
        self._listen()

    # --- hands --------------------------------------------------------------------------------------------------------

    @property
    def button(self) -> bool:
        return self._button

    @button.setter
    def button(self, down: bool) -> None:
        self._button = down
        self._release()

    def _release(self) -> None:
        down = self.board.pressed(self._button)
        if self.rig and down != self._pressed:  # the pin takes each for an edge
            self._pressed = down
            self.rig.button(down)

    @property
    def scans(self) -> bool:
        """Whether the sensors are connected."""
        return self.board.connected

    @scans.setter
    def scans(self, connected: bool) -> None:
        self.board.connected = connected

    def settle(self) -> None:
        """Wait until the board has nothing more to write or to say, for three scans; for PATIENCE_MS at most."""
        before, scans = None, 0
        for _ in range(PATIENCE_MS // self.config.SCAN_MS):
            if not self.rig:
                return
            now = len(self.rig.flash_log.operations), len(self.rig.port.received), self.rig.port.unsent
            if now != before:
                before, scans = now, self.board.scans
            elif self.board.scans >= scans + 3:
                return
            self.wait(self.config.SCAN_MS)

    # --- lights and console -------------------------------------------------------------------------------------------

    @property
    def pixels(self) -> list:
        """The lights, (r, g, b) each."""
        return self.rig.pixels if self.rig else []

    def send(self, line) -> None:
        """A line to the board: a dict, or text as it is; waits until it has been obeyed."""
        data = (line if isinstance(line, str) else json.dumps(line)).encode() + b"\n"
        self.rig.port.send(data)
        if self._twin:
            self._twin.received.append(data)
        self.settle()

    def _listen(self) -> None:
        received = self.rig.port.received
        while True:
            end = received.find(b"\n", self._taken)
            if end < 0:
                return
            line = bytes(received[self._taken : end])
            self._taken = end + 1
            try:
                event = json.loads(line)
            except ValueError:
                self.noise.append(line)
                continue
            if event["ev"] == "hello" and len(self.rig.resets) > self._resets:  # it has restarted by itself
                self._start_twin()
            self._hear(event)

    def differences(self) -> list:
        """The differences between Pico and twin, in order, as text: '+' only the Pico, '-' only the twin."""
        if not self._twin:
            return []
        pico, twin = (
            [one for one in said if one["ev"] not in _NOT_COMPARED and one.get("code") not in _WITH_READINGS]
            for said in (self.events[self._twin.since :], self._twin.events)
        )
        shared = 0
        while shared < min(len(pico), len(twin)) and pico[shared] == twin[shared]:
            shared += 1
        return [f"+ {event}" for event in pico[shared:]] + [f"- {event}" for event in twin[shared:]]

    # --- dice ---------------------------------------------------------------------------------------------------------

    def _mount_dice(self) -> None:
        uart = self.rig.mcu.uart[0]

        def on_byte(byte):
            if chr(byte) in BY_COUNT:
                throw = self._dice.throw(throws_of(BY_COUNT[chr(byte)]))
                if self._twin:
                    self._twin.throws.append(throw)
                for die in throw:
                    uart.feed_byte(die)

        uart.on_byte = on_byte


class FlashStore(MemoryStore):
    """The files on the Pico's flash, as a store. They can be written only while the plug is out."""

    def __init__(self, table, files: dict, scripted: bool):
        self._table = table
        self._first = {**files, "boot.py": SCRIPTED_DICE.encode()} if scripted else dict(files)

    @property
    def files(self) -> dict:
        """All files, name -> bytes."""
        table = self._table
        if table.rig:
            return read_files(table.rig.flash())
        return dict(self._first) if table.flash is None else read_files(table.flash)

    def append(self, name: str, data: bytes, was: tuple = None) -> bool:
        return self.replace(name, (self.read(name) or b"") + data)

    def replace(self, name: str, data: bytes, was: tuple = None) -> bool:
        """Always True: nobody else writes here."""
        self._put({**self.files, name: data}, name)
        return True

    def rename(self, name: str, new: str) -> None:
        files = self.files
        files[new] = files.pop(name)
        self._put(files, name)

    def _put(self, files: dict, name: str) -> None:
        table = self._table
        if table.rig:
            raise BenchError(f"file {name!r}: expected the plug to be out while files are written from outside")
        if table.flash is None:
            self._first = files
        else:
            # A game in a file is resumed like one in the ring.
            table.flash = table.flash[:LOG_AT] + b"\xff" * (FILES_AT - LOG_AT) + make_files(files)


def _parted():
    raise BenchError("the twin throws where the Pico did not: they have parted")


class Twin:
    """The twin: the same application core on the host, one scan behind the Pico.

    A scan has ended, with all its output, when the first code of the next one is converted.
    bare: no sensors, so there are no scans, and only time passes.
    """

    def __init__(self, table, files: dict):
        config = table.config
        self.table = table
        self.events = []
        self.since = len(table.events)
        self.throws = []
        self.received = []
        self.codes = [[] for _ in range(CHANNELS * len(config.MUXES) + 1)]
        self._scan = array("H", [0] * len(self.codes))
        self._last = -1
        self._now = 0
        self._down = False
        self.bare = not table.scans
        store = MemoryStore(files)
        config, _ = with_own(config, store, exec)
        self.app = App(config, store, ScriptedDice(_parted, self.throws), self._write, "twin")
        if table.scans:
            self.app.monitor.pulls.test = table.board.pull_test
        self.app.start(0, self.bare)

    def _write(self, line: bytes) -> None:
        self.events.append(json.loads(line))

    def on_code(self, mux: int, channel: int, code: int) -> None:
        """A conversion at the pins."""
        slot = (mux - 1) * CHANNELS + channel if mux else len(self.codes) - 1
        if slot != self._last:
            if self.codes[slot] and all(self.codes):
                self._step()
            if not any(self.codes):
                self._now = self.table.rig.seen_ms() % TICKS
            self._last = slot
            self.codes[slot] = []
        self.codes[slot].append(code)

    def _step(self) -> None:
        for slot, codes in enumerate(self.codes):
            count = len(codes) - 1  # the first conversion after a change is discarded
            self._scan[slot] = (sum(codes[1:]) + count // 2) // count if count else codes[0]
            self.codes[slot] = []
        self.bare = False
        if self.app.unsure:
            self.app.look(self._now, self._scan)
            return
        self._take(self._scan, self.table.rig.seen_button())

    def step_bare(self) -> None:
        """A period without a scan has passed."""
        if self.bare:
            self._take(None, self._down)
            self._now, self._down = self.table.rig.seen_ms() % TICKS, self.table.rig.seen_button()

    def _take(self, scan, down: bool) -> None:
        self.app.step(self._now, scan, down)
        received, self.received = self.received, []
        for line in received:
            self.app.receive(self._now, line)
