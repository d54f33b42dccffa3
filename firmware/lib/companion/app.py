"""The whole companion, one step at a time: codes, button and bytes received in; pixels and lines out.

The caller (drivers, fake board or test) calls `step` with a fresh scan every SCAN_MS, and `look` with another one every
LOOK_MS while `unsure`. It shows `pixels` whenever either returns True.

    >>> app = App(config, store, Dice(entropy), write, "1.0 CPython")
    >>> app.start(now_ms)
    >>> if app.step(now_ms, scan, button_down): show(app.pixels)
    >>> app.receive(now_ms, b'{"do": "state"}\\n')
"""

from companion import VERSION
from companion.button import DOWN, LONG, SHORT, STUCK, Button
from companion.console import events
from companion.console.phases import ABSENT, THERE
from companion.console.protocol import Lines, answering
from companion.game.match import Match
from companion.lights.screen import Screen
from companion.outbox import Outbox, Output
from companion.reasons import CodedError
from companion.sensing.monitor import Monitor
from companion.sensing.sensing import Sensing
from companion.session.announce import guide
from companion.session.mirror import Mirror
from companion.session.session import Session
from companion.storage.journal import Journal
from companion.storage.settings import Settings
from companion.upkeep.service import Service

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable, Sequence
    from typing import Any

    from companion.shapes import Config, Dice, Finding, Scan, Scene, Store


class App:
    """config: the module; CodedError if no board can have it. store, dice: docs/architecture.md; without a store the
    app runs in safe mode, as a roller that saves nothing. write: called with each line to send, as bytes.

    runtime: what it runs on, for `hello`. output: all lines that it sends. screen: the LEDs' colours. mirror: reports
    lights and occupancy; a driver with a queue sets its `free`. sees: whether there are sensors to read.
    """

    def __init__(
        self, config: "Config", store: "Store | None", dice: "Dice", write: "Callable[[bytes], object]", runtime: str
    ):
        if store is None:
            store = _memory({"settings.json": b'{"mode": "roller"}'})
        checks = _checks(config)
        if checks:
            checks.check(config)
        self.config = config
        self.runtime = runtime
        self.settings = Settings(store, config.N)
        self.output = Output(write, self.settings)
        emit = self.output.emit
        self.outbox = Outbox(emit)
        self.sensing = Sensing(config)
        self.monitor = Monitor(config)
        match = Match(Journal(store, tell=self._tell_file), dice, self.settings.fitting)
        self.session = Session(config, match, self.settings, dice, self.sensing, emit)
        self.service = Service(config, store, self.sensing, emit, self.outbox)
        self.mirror = Mirror(config, self.sensing, emit)
        self.button = Button(config)
        self.screen = Screen(config)
        self.sees = False
        self._lines = Lines()
        self._file_told = False  # a damaged saved game has been reported

    def start(self, now: int, bare: bool = False, problem: "Exception | None" = None) -> None:
        """Power on: read settings, baseline and saved game; report and show what cannot be used.

        bare: no sensors at all; the board is dice alone until a scan arrives. problem: with config.py, if any.
        """
        self.session.sensors = ABSENT if bare else THERE
        problems: list[tuple[str, Exception]] = [("settings", each) for each in self.settings.problems]
        checks = _checks(self.config)
        wrong = (checks.wiring_faults(self.config) if checks else []) + ([problem] if problem else [])
        problems += [("config.py", each) for each in wrong]
        session = self.session
        self.output.emit(
            events.event("hello", VERSION, self.runtime, self.settings.get("mode"), self.settings.get("rules"))
        )
        problems += self.service.start()
        if getattr(self.service.store, "lost", False):
            problems.append(("store", CodedError("kept_damaged")))
        for where, each in problems:
            self.output.emit(events.fault_of(where, each))
        try:
            session.start(now)
        except OSError as error:  # the store fails: an unsaved game is better than none
            self.output.emit(events.fault_of("store", error))
            self.output.emit(events.fault("not_saved", "store"))
            session.match.journal = Journal(_memory({}))
            session.start(now)
        if problems or self._file_told:
            session.notify(now, [])

    def step(self, now: int, scan: "Scan | None", down: bool) -> bool:
        """Process a scan (None without sensors) and the button's level; True if `pixels` have changed."""
        self.mirror.step(self.scene)
        self.sees = scan is not None
        if self.session.sensors == ABSENT and scan is not None:
            self.session.find(now)
        if scan is not None:
            walking = self.service.walking
            self.sensing.exchange(not walking and self.settings.get("exchanged"))
            if self.sensing.update(scan):
                self._moved(now)
            if walking:  # a walk may read a piece at a reference, and finds a mux that is always on by itself
                self.sensing.spoiled = 0
            else:
                self._watch(now, scan)
            self.mirror.scanned(now)
        gesture = self.button.update(now, down)
        if gesture:
            self._press(now, gesture)
        self._take_back(now)  # not after service's step: a baseline taken, and kept, takes a Pico long enough
        if self.service.busy:
            self.service.step(now, scan)
        else:
            self.session.tick(now)
        self.outbox.step()
        return self._rendered(now)

    @property
    def pixels(self) -> bytearray:
        return self.screen.pixels

    @property
    def unsure(self) -> int:
        """How many holes the last scan left in doubt that another look can settle."""
        return self.sensing.unsure

    @property
    def dark(self) -> bool:
        """Whether all lights rest, until something happens."""
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
            return self.screen.hold()
        return self.service.scene if self.service.busy else self.session.display.scene

    def receive(self, now: int, data: bytes) -> None:
        """Process bytes from the host: obey each complete line, or answer it with an `error` that changes nothing."""
        for line in self._lines.feed(data):
            from companion import commands as c  # saves heap on a board that gets no commands

            try:
                command = c.parse(line)
            except c.ProtocolError as error:
                self.output.emit(answering(events.error(error), error.id))
                continue
            _, keys, _, flags, _ = c.COMMANDS[c.DO.index(command["do"])]
            if self.service.busy and c.GOES_ON not in flags and (self.sees or c.NEEDS_SENSORS not in flags):
                self.service.stop()
            self._take_back(now)
            self.output.asked = command.get("id")
            self._obey(now, command["do"], [command[key] for key, _ in keys])
            self.output.asked = None

    # --- within ---------------------------------------------------------------------------------------------------

    def _obey(self, now: int, do: str, values: "Sequence[Any]") -> None:
        from companion import commands as c

        self.session.touched(now)
        try:
            _, _, _, flags, does = c.COMMANDS[c.DO.index(do)]
            if c.NEEDS_SENSORS in flags and not self.sees:
                raise c.ProtocolError("no_sensors", do)
            does(self, now, *values)
        except (ValueError, OSError) as error:  # from settings, rules, session and service; from the store
            self.output.emit(events.error(error))

    def _press(self, now: int, gesture: int) -> None:
        if gesture >= STUCK:
            self._hangs(now, gesture == STUCK)
            return
        self._take_back(now)
        shower = self.service if self.service.busy else self.session
        self.screen.held = None
        try:
            if gesture == DOWN:
                self.session.pressed(now)
                self.session.last_press.job = self.service.job
                self.monitor.pulls.due = True
                return
            elif self.service.job != self.session.last_press.job:  # its question ended, or came, during the press
                guide(self.session, "changed")
                return
            elif gesture == SHORT:
                command = shower.press(now)
            elif gesture == LONG:
                command = shower.long_press(now)
            else:
                command = shower.menu_press(now)
        except OSError as error:  # the store failed, so nothing has been committed
            self.output.emit(events.fault_of("store", error))
            return
        if command:
            do, *values = command if self.sees else ("state",)
            self._obey(now, do, values)

    def _hangs(self, now: int, stuck: bool) -> None:
        # The button is stuck, or no longer.
        from companion.sensing.findings import finding, gp  # seldom needed

        pin = gp(self.config.PIN_BUTTON)
        fault = finding("button_stuck", "%s to the button" % pin, (), (pin,))
        self.session.menu.close()  # nobody chooses
        self._report(now, [fault] if stuck else [], [] if stuck else [fault])

    def _moved(self, now: int) -> None:
        self.mirror.pieces_moved = True
        if self.service.busy:
            self.service.moved()
        else:
            self.session.see(now, self.sensing.occupancy)

    def _take_back(self, now: int) -> None:
        # The session sees no changes while the service has the board.
        service = self.service
        if service.had_board and not service.busy:
            self.session.see(now, self.sensing.occupancy)
        service.had_board = service.busy

    def _rendered(self, now: int) -> bool:
        if self.unsure:  # looks at pieces come first
            return False
        if not self.screen.show(now, self.scene):
            return False
        self.mirror.lights_changed = True
        return True

    def _watch(self, now: int, scan: "Scan") -> None:
        # The wires: by this scan, and by their pulls where these are due.
        monitor = self.monitor
        pulls = monitor.pulls
        if monitor.update(scan):
            self._report(now, monitor.new, monitor.healed)
        pulls.watch(self.session.announcement.made)
        if pulls.due and pulls.take(pulls.readings(), scan):
            self._report(now, pulls.new, pulls.healed)
        self.sensing.spoiled = pulls.spoiled

    def _report(self, now: int, new: "Sequence[Finding]", healed: "Sequence[Finding]") -> None:
        for fault in new:
            self.output.emit(events.fault(*fault))
            self.session.notify(now, [self.session.holes.board.hole(name) for name in fault[2]])
        for fault in healed:
            self.output.emit(events.fault(*(fault + (True,))))

    def _tell_file(self, problem: Exception) -> None:
        self._file_told = True
        self.output.emit(events.fault_of("game", problem))


def _checks(config: "Config") -> "Any":
    # What checks a config; nothing for the image's own, which was checked when it was built (tools/image.py).
    if getattr(config, "__name__", "") == "config":
        return None
    from companion.sensing import config_check

    return config_check


def _memory(files: dict[str, bytes]) -> "Store":
    from companion.storage.memory import MemoryStore  # seldom needed

    return MemoryStore(files)
