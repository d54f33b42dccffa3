"""The whole companion, one step at a time: codes, button and bytes received in; pixels and lines out.

Whatever feeds it, drivers, fake board or test, calls `step` every SCAN_MS with a fresh scan, `look` every LOOK_MS with
another while it is `unsure`, and shows `pixels` when it returns True.

    >>> app = App(config, store, Dice(entropy), write, "1.0 CPython")
    >>> app.start(now_ms)
    >>> if app.step(now_ms, scan, button_down): show(app.pixels)
    >>> app.receive(now_ms, b'{"do": "state"}\\n')
"""

from companion import VERSION
from companion.button import LONG, SHORT, Button
from companion.console import commands, events
from companion.console.commands import ProtocolError
from companion.console.protocol import Lines, encode, parse
from companion.game.match import Match
from companion.lights.render import picture, render
from companion.outbox import Outbox, record_of
from companion.sensing.config_check import ConfigError, Unwired, check, wiring_faults
from companion.sensing.monitor import Monitor
from companion.sensing.selftest import judge_pulls, unjudged
from companion.sensing.sensing import Sensing
from companion.session.gestures import enter_dice, give_up
from companion.session.mirror import Mirror
from companion.session.session import Session
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from companion.storage.preferences import preferences
from companion.ticks import elapsed
from companion.upkeep.service import Service
from daldos.rules import RulesError

SENSORS_MS = 500  # from one raw view to the next


class App:
    """config: the module; ConfigError if no board can have it. store, dice: docs/architecture.md; store None: a safe
    mode, which is the roller and keeps nothing. write: is given each line that goes out, as bytes.

    pixels: R, G, B of the dice LEDs, then of the hole LEDs if fitted. runtime: what it runs on, for `hello`.
    hear: is given each event that goes out, if it is not None; the buzzer's.
    pull_test: the driver's test of the SIG pins, None without one; a list for companion.sensing.selftest.judge_pulls.
    mirror: says lights and occupancy; a driver with a queue sets its `free`.
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
        self.settings = preferences(store, config.N)
        match = Match(Journal(store, tell=self._tell_file), dice, config.N)
        self.session = Session(config, match, self.settings, dice, self.emit)
        self.sensing = Sensing(config)
        self.monitor = Monitor(config, self.sensing)
        self.service = Service(config, store, self.sensing, self.session, self.emit, self._answer)
        self.mirror = Mirror(config, self.emit)
        self.pull_test = None
        self.button = Button(config)
        self.pixels = bytearray(3 * (config.DICE_LEDS + config.HOLE_LEDS))
        self._lines = Lines()
        self._raw_view = False
        self._raw_ms = 0
        self._picture = 0  # number of the one that is shown
        self.outbox = Outbox()
        self._id = None  # of the command that is being answered; those answered later:
        self._job_id = self._raw_id = None

    def start(self, now: int) -> None:
        """Power on: settings, baseline and saved game are read; what cannot be used is said, and the rest kept."""
        problems = self.settings.open()
        session = self.session
        self.emit(events.hello(VERSION, self.runtime, self.settings.get("mode"), self.settings.get("rules")))
        for problem in problems:
            self.emit(events.file_fault("settings", problem))
        for where, what in self._misconfigured:
            self.emit(events.fault("bad_config", where, args=(what,)))
        self.service.start()
        for fault in judge_pulls(self._pulls(), self.config):
            self.emit(events.fault(*fault))
        try:
            session.start(now)
        except OSError as error:  # of the store: better a game that is not kept than none
            self.emit(events.fault("not_saved", "store", args=(error,)))
            session.match.journal = Journal(MemoryStore())
            session.start(now)

    def step(self, now: int, scan, down: bool) -> bool:
        """One scan (None where no sensors are), the button's level; True if `pixels` have changed."""
        session = self.session
        service = self.service
        self.mirror.step(self.scene, self.sensing.occupancy)
        service.sees = scan is not None
        if scan is not None:
            if self.sensing.update(scan):
                self.mirror.pieces_moved = True
                service.moved(now)
            if not service.walking and self.monitor.update(scan):  # in a walk pieces may be where references are
                self._report(now)
            if self._raw_view and elapsed(now, self._raw_ms) >= SENSORS_MS:
                self._raw_ms = now
                self._show_raw()
        gesture = self.button.update(now, down)
        if gesture:
            self._press(now, gesture)
        if service.busy:
            self._id = self._job_id
            service.step(now, scan)
            self._id = None
        else:
            session.tick(now)
        line = self.outbox.next()
        if line:
            event, self._id = line
            self.emit(event)
            self._id = None
        return self._rendered(now)

    @property
    def unsure(self) -> int:
        """Whether the last scan has left a piece in doubt that a look can settle."""
        return self.sensing.unsure

    def look(self, now: int, scan) -> bool:
        """One scan more, of what is in doubt, between two steps; True if `pixels` have changed."""
        if self.sensing.look(scan):
            self.mirror.pieces_moved = True
            self.service.moved(now)
        return self._rendered(now)

    def _rendered(self, now: int) -> bool:
        shower = self.service if self.service.busy else self.session
        number = picture(shower.scene, now, self.config)
        if not shower.shown and number == self._picture:
            return False
        self.mirror.lights_changed = True
        shower.shown = False
        self._picture = number
        render(shower.scene, now, self.pixels, self.config)
        return True

    @property
    def scene(self):
        """What the lights say: the session's scene, or the service's while it has the board."""
        return self.service.scene if self.service.busy else self.session.scene

    def _press(self, now: int, gesture: int) -> None:
        if not self.service.busy:
            self._job_id = None
        self._id = self._job_id
        try:
            if gesture == SHORT:
                self.session.press(now)
            elif gesture == LONG:
                self.session.long_press(now)
            else:
                self.session.menu_press(now)
        except OSError as error:  # of the store: nothing has been committed
            self.emit(events.fault("store", "store", args=(error,)))
        self._id = None

    def emit(self, event: tuple) -> None:
        """An event goes out as a line, with the id of the command that it answers; `job` answers none."""
        self.write(encode(event if self._id is None or event[0] == "job" else event + ("id", self._id)))
        if self.hear:
            self.hear(event)

    # --- commands -------------------------------------------------------------------------------------------------

    def receive(self, now: int, data: bytes) -> None:
        """Bytes from the host; complete lines are obeyed, or answered by an `error` that changes nothing."""
        for line in self._lines.feed(data):
            try:
                command = parse(line)
                self._id = command.get("id")
                self._obey(now, command)
            except (ValueError, OSError) as error:  # of protocol, settings, rules and session; of the store
                if getattr(error, "id", None) is not None:
                    self._id = error.id
                self._refuse(error)
            self._id = None

    def _refuse(self, error) -> None:
        code = "store" if isinstance(error, OSError) else "bad_rules" if isinstance(error, RulesError) else "refused"
        self.emit(events.error(error, code))

    def _obey(self, now: int, command: dict) -> None:
        do = command["do"]
        if do in commands.NEED_SENSORS and not self.service.sees:
            raise ProtocolError("no_sensors", do)
        if self.service.busy and do not in commands.LET_GO_ON:
            answered, self._id = self._id, self._job_id
            self.service.stop(now)
            self._id = answered
        getattr(self, "_do_" + do)(now, *commands.values(command))

    def _do_state(self, now: int) -> None:
        self.mirror.tell(self.scene)
        for event in self.service.told_wires():
            self.emit(event)
        self.emit(self.session.state())

    def _do_new(self, now: int) -> None:
        self.session.new(now)

    def _do_undo(self, now: int) -> None:
        self.session.undo(now)

    def _do_rules(self, now: int, rules: str) -> None:
        self.session.set_rules(now, rules)

    def _do_mode(self, now: int, mode: str) -> None:
        self.session.set_mode(now, mode)

    def _do_record(self, now: int) -> None:
        self.outbox.add(record_of(self.session.match), self._id)

    def _do_calibrate(self, now: int) -> None:
        self._job_id = self._id
        self.service.calibrate(now)

    def _do_selftest(self, now: int) -> None:
        self._job_id = None
        self.service.lights(now)
        pulls = self._pulls()
        kept, last = self.service.findings()
        found = self.monitor.findings + judge_pulls(pulls, self.config) + kept
        unsure = ", ".join(unjudged(pulls))
        if unsure:
            last = (events.guide("pulls_unsure", [], (unsure,)),) + last
        self._answer(found, *last, events.selftest(len(found)))

    def _do_walk(self, now: int) -> None:
        self._job_id = self._id
        self.service.walk(now)

    def _do_wires(self, now: int, keep: bool) -> None:
        self.service.wires(now, keep)

    def _do_sensors(self, now: int, on: bool) -> None:
        self._raw_view = on
        self._raw_id = self._id
        self._raw_ms = now - SENSORS_MS
        self.emit(self.session.state())

    def _do_set(self, now: int, key: str, value) -> None:
        if key == "rules":
            self.session.set_rules(now, str(value))
        elif key == "mode":
            self.session.set_mode(now, commands.check({"do": "mode", "mode": value})["mode"])
        else:
            self.session.set(now, key, value)

    def _do_dice(self, now: int, throw: str) -> None:
        enter_dice(self.session, now, throw)

    def _do_giveup(self, now: int, hole: str) -> None:
        give_up(self.session, now, hole)

    # --- what goes out by itself ------------------------------------------------------------------------------------

    def _report(self, now: int) -> None:
        for fault in self.monitor.new:
            self.emit(events.fault(*fault))
            self.session.notify(now, [self.session.standing.board.hole(name) for name in fault[2]])
        for fault in self.monitor.healed:
            self.emit(events.fault(*(fault + (True,))))

    def _tell_file(self, text: str) -> None:
        self.emit(events.fault("bad_file", "game", args=(text,)))

    def _pulls(self) -> list:
        return self.pull_test() if self.pull_test else []  # between two scans, when all muxes are off

    def _show_raw(self) -> None:
        self._id = self._raw_id
        self.emit(events.sensors([self.sensing.reading(hole) for hole in range(len(self.sensing.occupancy))]))
        self._id = None

    def _answer(self, findings: list, *last) -> None:
        self.outbox.answer(self.emit, findings, last, self._id)
