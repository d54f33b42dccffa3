"""The whole companion, one step at a time: codes, button and bytes received in; pixels and lines out.

The caller (drivers, fake board or test) calls `step` with a fresh scan every SCAN_MS, and `look` with another one every
LOOK_MS while `unsure`. It shows `pixels` whenever either returns True.

    >>> app = App(config, store, Dice(entropy), write, "1.0 CPython")
    >>> app.start(now_ms)
    >>> if app.step(now_ms, scan, button_down): show(app.pixels)
    >>> app.receive(now_ms, b'{"do": "state"}\\n')
"""

from companion import VERSION
from companion.button import DOWN, LONG, SHORT, Button
from companion.console import events
from companion.console.phases import ABSENT, THERE
from companion.console.protocol import Lines, answering, encode
from companion.game.match import Match
from companion.lights.render import picture, render
from companion.lights.scene import Scene
from companion.outbox import Outbox
from companion.reasons import CodedError
from companion.sensing.config_check import check, wiring_faults
from companion.sensing.monitor import Monitor
from companion.sensing.selftest import judge_pulls
from companion.sensing.sensing import Sensing
from companion.session.announce import guide
from companion.session.mirror import Mirror
from companion.session.session import Session
from companion.storage.journal import Journal
from companion.storage.settings import Settings
from companion.ticks import elapsed
from companion.upkeep.service import Service

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable, Sequence
    from typing import Any

    from companion.shapes import Config, Dice, Emit, Event, Id, Pulls, Scan, Store

SENSORS_MS = 500  # between raw views
_HELD_PICTURE = -1000  # the number of no other picture


class App:
    """config: the module; CodedError if no board can have it. store, dice: docs/architecture.md; without a store the
    app runs in safe mode, as a roller that saves nothing. write: called with each line to send, as bytes.

    pixels: R, G, B of the dice LEDs, then of the hole LEDs if fitted. runtime: what it runs on, for `hello`.
    hear: called with each event sent, for the buzzer; or None.
    pull_test: the driver's test of the SIG pins, None without one; a list for companion.sensing.selftest.judge_pulls.
    mirror: reports lights and occupancy; a driver with a queue sets its `free`. sees: whether there are sensors to
    read. asked: the id of the command being answered. misconfigured: the faults of config.py, for `start` to report.
    """

    def __init__(
        self, config: "Config", store: "Store | None", dice: "Dice", write: "Callable[[bytes], object]", runtime: str
    ):
        if store is None:
            store = _memory({"settings.json": b'{"mode": "roller"}'})
        check(config)
        self.misconfigured: list[ValueError] = list(wiring_faults(config))
        self.config = config
        self.store = store
        self.write = write
        self.hear: Emit | None = None
        self.runtime = runtime
        self.settings = Settings(store, config.N)
        self.outbox = Outbox(self.emit)
        self.sensing = Sensing(config)
        self.monitor = Monitor(config)
        match = Match(Journal(store, tell=self._tell_file), dice, config.N)
        self.session = Session(config, match, self.settings, dice, self.sensing, self.emit)
        self.service = Service(config, store, self.sensing, self.emit, self.outbox)
        self.mirror = Mirror(config, self.emit)
        self.pull_test: Callable[[], Pulls] | None = None
        self.button = Button(config)
        self.pixels = bytearray(3 * (config.DICE_LEDS + config.HOLE_LEDS))
        self.sees = False
        self.asked: Id = None
        self._lines = Lines()
        self._away = False
        self._held: Scene | None = None  # while the button is held
        self._pressed_job: str | None = None  # the service's when the press began
        self._file_told = False  # a damaged saved game has been reported
        self._raw_view = False
        self._raw_id: Id = None
        self._raw_ms = 0
        self._picture = 0  # number of the picture shown

    def start(self, now: int, bare: bool = False) -> None:
        """Power on: read settings, baseline and saved game; report and show what cannot be used.

        bare: no sensors at all; the board is dice alone until a scan arrives.
        """
        self.session.sensors = ABSENT if bare else THERE
        problems: list[tuple[str, Exception]] = [("settings", problem) for problem in self.settings.problems]
        problems += [("config.py", problem) for problem in self.misconfigured]
        session = self.session
        self.emit(events.event("hello", VERSION, self.runtime, self.settings.get("mode"), self.settings.get("rules")))
        problems += self.service.start()
        if getattr(self.store, "lost", False):
            problems.append(("store", CodedError("kept_damaged")))
        for where, problem in problems:
            self.emit(events.fault_of(where, problem))
        for fault in judge_pulls(self.pulls(), self.config):
            self.emit(events.fault(*fault))
        try:
            session.start(now)
        except OSError as error:  # the store fails: an unsaved game is better than none
            self.emit(events.fault_of("store", error))
            self.emit(events.fault("not_saved", "store"))
            session.match.journal = Journal(_memory({}))
            session.start(now)
        if problems or self._file_told:
            session.notify(now, [])

    def step(self, now: int, scan: "Scan | None", down: bool) -> bool:
        """Process a scan (None without sensors) and the button's level; True if `pixels` have changed."""
        service = self.service
        self.mirror.step(self.scene, self.sensing.occupancy)
        self.sees = scan is not None
        if self.session.sensors == ABSENT and scan is not None:
            self.session.find(now)
        if scan is not None:
            if self.sensing.update(scan):
                self._moved(now)
            if not service.walking and self.monitor.update(scan):  # a walk may read a piece at a reference
                self._report(now)
            if self._raw_view and elapsed(now, self._raw_ms) >= SENSORS_MS:
                self._raw_ms = now
                self._say_raw()
        gesture = self.button.update(now, down)
        if gesture:
            self._press(now, gesture)
        self._take_back(now)  # not after service's step: a baseline taken, and kept, takes a Pico long enough
        if service.busy:
            service.step(now, scan)
        else:
            self.session.tick(now)
        self.outbox.step()
        return self._rendered(now)

    @property
    def unsure(self) -> int:
        """How many holes the last scan left in doubt that another look can settle."""
        return self.sensing.unsure

    @property
    def dark(self) -> bool:
        """Whether all lights rest, until a press."""
        return self.scene.kind == "dark"

    def look(self, now: int, scan: "Scan") -> bool:
        """Process an extra scan, between two steps, for the holes in doubt; True if `pixels` have changed."""
        if self.sensing.look(scan):
            self._moved(now)
        return self._rendered(now)

    @property
    def scene(self) -> "Scene":
        """The scene to show: a held button's, the session's, or that of a running service."""
        if self.button.held:
            if not self._held:
                self._held = Scene()
                self._held.kind = "held"
            return self._held
        return self.service.scene if self.service.busy else self.session.display.scene

    def emit(self, event: "Event") -> None:
        """Send an event as a line; without an id of its own it gets that of the command being answered."""
        self.write(encode(answering(event, self.asked)))
        if self.hear and self.settings.get("sound"):
            self.hear(event)

    def receive(self, now: int, data: bytes) -> None:
        """Process bytes from the host: obey each complete line, or answer it with an `error` that changes nothing."""
        for line in self._lines.feed(data):
            from companion import commands as c  # saves heap on a board that gets no commands

            try:
                command = c.parse(line)
            except c.ProtocolError as error:
                self.emit(answering(events.error(error), error.id))
                continue
            _, keys, _, flags = c.COMMANDS[c.DO.index(command["do"])]
            if self.service.busy and c.GOES_ON not in flags and (self.sees or c.NEEDS_SENSORS not in flags):
                self.service.stop()
            self._take_back(now)
            self.asked = command.get("id")
            self._obey(now, command["do"], [command[key] for key, _ in keys])
            self.asked = None

    def pulls(self) -> "Pulls":
        """The pull test's readings, taken between two scans while all muxes are off."""
        return self.pull_test() if self.pull_test else []

    def show_raw(self, now: int, on: bool) -> None:
        """Start or stop reporting the sensor readings."""
        self._raw_view = on
        self._raw_id = self.asked
        self._raw_ms = now - SENSORS_MS

    # --- within ---------------------------------------------------------------------------------------------------

    def _obey(self, now: int, do: str, values: "Sequence[Any]") -> None:
        from companion import commands as c

        try:
            if c.NEEDS_SENSORS in c.COMMANDS[c.DO.index(do)][3] and not self.sees:
                raise c.ProtocolError("no_sensors", do)
            c.does(do)(self, now, *values)
        except (ValueError, OSError) as error:  # from settings, rules, session and service; from the store
            self.emit(events.error(error))

    def _press(self, now: int, gesture: int) -> None:
        self._take_back(now)
        shower = self.service if self.service.busy else self.session
        self._held = None
        try:
            if gesture == DOWN:
                self.session.pressed(now)
                self._pressed_job = self.service.job
                return
            elif self.service.job != self._pressed_job:  # its question ended, or came, during the press
                guide(self.session, "changed")
                return
            elif gesture == SHORT:
                command = shower.press(now)
            elif gesture == LONG:
                command = shower.long_press(now)
            else:
                command = shower.menu_press(now)
        except OSError as error:  # the store failed, so nothing has been committed
            self.emit(events.fault_of("store", error))
            return
        if command:
            do, *values = command if self.sees else ("state",)
            self._obey(now, do, values)

    def _moved(self, now: int) -> None:
        self.mirror.pieces_moved = True
        if self.service.busy:
            self.service.moved()
        else:
            self.session.see(now, self.sensing.occupancy)

    def _take_back(self, now: int) -> None:
        # The session sees no changes while the service has the board.
        if self._away and not self.service.busy:
            self.session.see(now, self.sensing.occupancy)
        self._away = self.service.busy

    def _rendered(self, now: int) -> bool:
        if self.unsure:  # looks at pieces come first
            return False
        scene = self.scene
        number = _HELD_PICTURE if scene is self._held else picture(scene, now, self.config)
        if number == self._picture and not scene.changed:
            return False
        self.mirror.lights_changed = True
        scene.changed = False
        self._picture = number
        render(scene, now, self.pixels, self.config)
        return True

    def _report(self, now: int) -> None:
        for fault in self.monitor.new:
            self.emit(events.fault(*fault))
            self.session.notify(now, [self.session.holes.board.hole(name) for name in fault[2]])
        for fault in self.monitor.healed:
            self.emit(events.fault(*(fault + (True,))))

    def _say_raw(self) -> None:
        # Apart from step, because a comprehension makes MicroPython allocate on entry to its function.
        u = [self.sensing.reading(hole) for hole in range(len(self.sensing.occupancy))]
        self.emit(answering(events.event("sensors", u), self._raw_id))

    def _tell_file(self, problem: Exception) -> None:
        self._file_told = True
        self.emit(events.fault_of("game", problem))


def _memory(files: dict[str, bytes]) -> "Store":
    from companion.storage.memory import MemoryStore  # seldom needed

    return MemoryStore(files)
