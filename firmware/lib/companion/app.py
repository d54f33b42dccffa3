"""The whole companion, one step at a time: codes, button and bytes received in; pixels and lines out.

Whatever feeds it, drivers, fake board or test, calls `step` every SCAN_MS with a fresh scan, and shows `pixels` when it
returns True.

    >>> app = App(config, store, Dice(entropy), write, "1.0 CPython")
    >>> app.start(now_ms)
    >>> if app.step(now_ms, scan, button_down): show(app.pixels)
    >>> app.receive(now_ms, b'{"do": "state"}\\n')
"""

from companion import VERSION
from companion.button import LONG, SHORT, Button
from companion.console import events
from companion.console.phases import MODES
from companion.console.protocol import Lines, ProtocolError, encode, parse
from companion.lights.render import picture, render
from companion.play.journal import Journal, MemoryStore
from companion.play.match import Match
from companion.play.service import Service
from companion.play.session import Session
from companion.play.settings import Settings
from companion.sensing.configured import ConfigError, Unwired, check, wiring_faults
from companion.sensing.selftest import judge_pulls
from companion.sensing.sensing import Sensing
from companion.sensing.watch import Watch
from companion.sensing.wiring import hole_names
from companion.ticks import elapsed
from daldos.record import record_lines
from daldos.rules import DEFAULT, parse_rules

SENSORS_MS = 500  # from one raw view to the next


class App:
    """config: the module; ConfigError if no board can have it. store, dice: docs/architecture.md; store None: a safe
    mode, which is the roller and keeps nothing. write: is given each line that goes out, as bytes.

    pixels: R, G, B of the dice LEDs, then of the hole LEDs if fitted. runtime: what it runs on, for `hello`.
    hear: is given each event that goes out, if it is not None; the buzzer's.
    pull_test: the driver's test of the SIG pins, None without one; a list for companion.sensing.selftest.judge_pulls.
    """

    def __init__(self, config, store, dice, write, runtime: str):
        safe = store is None
        if safe:
            store = MemoryStore({"settings.json": b'{"mode": "roller"}'})
        try:
            check(config)
            self._misconfigured = wiring_faults(config)
        except ConfigError as error:
            if not safe:
                raise
            self._misconfigured = [("config.py", str(error))]
            config = Unwired(config)
        self.config = config
        self.store = store
        self.write = write
        self.hear = None
        self.runtime = runtime
        self.settings = Settings(store, {"rules": DEFAULT, "mode": MODES[0]}, {"rules": self._fits, "mode": _is_mode})
        match = Match(Journal(store, tell=self._tell_file), dice, config.N)
        self.session = Session(config, match, self.settings, dice, self.emit)
        self.sensing = Sensing(config)
        self.watch = Watch(config)
        self.service = Service(config, store, self.sensing, self.session, self.emit)
        self.pull_test = None
        self.button = Button(config)
        self.pixels = bytearray(3 * (config.DICE_LEDS + config.HOLE_LEDS))
        self._lines = Lines()
        self._raw_view = False
        self._raw_ms = 0
        self._picture = 0  # number of the one that is shown
        self._record = None  # the lines of the record still to be sent

    def start(self, now: int) -> None:
        """Power on: settings, baseline and saved game are read; what cannot be used is said, and the rest kept."""
        problems = self.settings.open()
        session = self.session
        mode, rules = self.settings.get("mode"), self.settings.get("rules")
        self.emit(("hello", "version", VERSION, "runtime", self.runtime, "mode", mode, "rules", rules))
        for problem in problems:
            self.emit(("fault", "what", problem, "where", "settings"))
        for where, what in self._misconfigured:
            self.emit(events.fault("bad_config", where, args=(what,)))
        self.service.start()
        self._tell_pulls()
        try:
            session.start(now)
        except OSError as error:  # of the store: better a game that is not kept than none
            self.emit(("fault", "what", "nothing is saved: %s" % error, "where", "store"))
            session.match.journal = Journal(MemoryStore())
            session.start(now)

    def step(self, now: int, scan, down: bool) -> bool:
        """One scan (None where no sensors are), the button's level; True if `pixels` have changed."""
        session = self.session
        service = self.service
        service.sees = scan is not None
        if scan is not None:
            if self.sensing.update(scan):
                if service.busy:
                    service.moved(now)
                else:
                    session.see(now, self.sensing.occupancy)
            # In a walk with wires exchanged, references are covered by pieces.
            if not service.walking and self.watch.update(scan):
                self._report(now)
            if self._raw_view and elapsed(now, self._raw_ms) >= SENSORS_MS:
                self._raw_ms = now
                self._show_raw()
        gesture = self.button.update(now, down)
        if gesture:
            try:
                self._press(now, gesture)
            except OSError as error:  # of the store: nothing has been committed
                self.emit(("fault", "what", str(error), "where", "store"))
        if service.busy:
            service.step(now, scan)
        else:
            session.tick(now)
        if self._record:
            self._send_record()
        shower = service if service.busy else session
        number = picture(shower.scene, now, self.config)
        if shower.shown or number != self._picture:
            shower.shown = False
            self._picture = number
            render(shower.scene, now, self.pixels, self.config)
            return True
        return False

    @property
    def scene(self):
        """What the lights say: the session's scene, or the service's while it has the board."""
        return self.service.scene if self.service.busy else self.session.scene

    def _press(self, now: int, gesture: int) -> None:
        if gesture == SHORT:
            self.session.press(now)
        elif gesture == LONG:
            self.session.long_press(now)
        else:
            self.session.menu_press(now)

    def emit(self, event: tuple) -> None:
        """An event goes out as a line."""
        self.write(encode(event))
        if self.hear:
            self.hear(event)

    def receive(self, now: int, data: bytes) -> None:
        """Bytes from the host; complete lines are obeyed, or answered by an `error` that changes nothing."""
        for line in self._lines.feed(data):
            try:
                command = parse(line)
                self._obey(now, command)
            except (ValueError, OSError) as error:  # of protocol, settings, rules and session; of the store
                self.emit(("error", "what", str(error)))

    def _obey(self, now: int, command: dict) -> None:
        session = self.session
        service = self.service
        do = command["do"]
        if do in ("calibrate", "walk") and not self.service.sees:
            raise ProtocolError("%s: there are no sensors to read" % do)
        if service.busy and do not in ("state", "record", "sensors"):
            service.stop(now)
        if do == "state":
            self.emit(session.state())
        elif do == "new":
            session.new(now)
        elif do == "undo":
            session.undo(now)
        elif do == "rules":
            session.set_rules(now, command["rules"])
        elif do == "mode":
            session.set_mode(now, command["mode"])
        elif do == "dice":
            session.enter_dice(now, command["throw"])
        elif do == "record":
            self._record = record_lines(session.match.game)
        elif do == "sensors":
            self._raw_view = command["on"]
            self._raw_ms = now - SENSORS_MS
        elif do == "calibrate":
            service.calibrate(now)
        elif do == "walk":
            service.walk(now)
        elif do == "selftest":
            self._self_test(now)
        elif do == "set":
            self._set(now, command["key"], command["value"])

    def _set(self, now: int, key: str, value) -> None:
        if key == "rules":
            self.session.set_rules(now, str(value))
        elif key == "mode":
            if value not in MODES:
                raise ProtocolError("set: mode %r, expected one of %s" % (value, ", ".join(MODES)))
            self.session.set_mode(now, value)
        else:
            self.settings.set(key, value)
            self.emit(self.session.state())

    def _report(self, now: int) -> None:
        names = hole_names(self.config)
        for fault in self.watch.new:
            holes = [hole for hole in range(len(names)) if fault[4].startswith(names[hole] + ":")]
            self.emit(fault)
            self.session.notify(now, holes)
        for fault in self.watch.healed:
            self.emit(("fault", "what", "mended: " + fault[2], "where", fault[4]))

    def _self_test(self, now: int) -> None:
        for fault in self.watch.findings:
            self.emit(fault)
        faults = len(self.watch.findings) + self._tell_pulls() + self.service.tell()
        self.emit(("selftest", "faults", faults))
        self.service.lights(now)

    def _tell_file(self, text: str) -> None:
        self.emit(events.fault("bad_file", "game", args=(text,)))

    def _tell_pulls(self) -> int:
        # Between two scans, when the driver has switched all muxes off.
        found = judge_pulls(self.pull_test(), self.config) if self.pull_test else []
        for fault in found:
            self.emit(fault)
        return len(found)

    def _show_raw(self) -> None:
        self.emit(("sensors", "u", [self.sensing.reading(hole) for hole in range(len(self.sensing.occupancy))]))

    def _send_record(self) -> None:
        # A line a step: a whole record at once would stop the board for a second.
        try:
            self.emit(("record", "line", next(self._record)))
        except StopIteration:
            self._record = None
            self.emit(("record", "line", None))

    def _fits(self, text: str) -> bool:
        return parse_rules(text).n <= self.config.N


def _is_mode(name: str) -> bool:
    return name in MODES
