"""What the board does while it is not playing: calibration, magnet walk, test of the lights. The game waits meanwhile.

service = Service(config, store, sensing, emit, outbox)
service.start()                      # the baseline, the wires exchanged and the walk that were kept
service.calibrate(now_ms)            # also walk, lights
if service.busy: service.step(now_ms, scan)
"""

from companion.console import events
from companion.console.protocol import answering
from companion.lights import scene as lights
from companion.lights.scene import Scene
from companion.reasons import CodedError, Refusal
from companion.sensing.calibration import Calibration, dump_baseline, load_baseline
from companion.sensing.findings import name_muxes
from companion.ticks import elapsed
from companion.upkeep.disabled_holes import GivenUp
from daldos.geometry import HoleError, board_for

if False:  # for the type checker alone: the compiler leaves it out
    from collections.abc import Callable

    from companion.shapes import Config, Emit, Event, Finding, Id, Outbox, Scan, Sensing, Store, Walk, WalkMap

BASELINE = "baseline"  # names in the store
WALK = "walk"
WIRES = "wires"
HEIGHTS = "heights"
_FILE_MAX = 4000  # bytes: of a longer file the checksum cannot be right
NOTICE_MS = 4000  # holes that hinder a calibration are shown this long
_COLOURS = 3  # of the test of the lights, a period each
_CALIBRATE, _WALK, _LIGHTS, _NOTICE = "calibrate", "walk", "lights", "notice"
_WIRES, _BOOTSEL = "wires", "bootsel"


class Service:
    """busy: whether the board is taken over; the game then sees and shows nothing until it ends.

    scene: what the lights say meanwhile; shown: set when it may have changed. walking: busy with a magnet walk. walked:
    the WalkMap of the last walk that was kept, or None. job: what has the board, as the `job` event has it. given: the
    holes given up. bootsel: called to wait for new firmware on USB; the driver's.
    """

    def __init__(self, config: "Config", store: "Store", sensing: "Sensing", emit: "Emit", outbox: "Outbox"):
        self.config = config
        self.store = store
        self.sensing = sensing
        self.board = board_for(config.N, True)
        self.outbox = outbox
        self.scene = Scene()
        self.shown = False
        self.busy = False
        self.walking = False
        self.walked: WalkMap | None = None
        self.job: str | None = None
        self.bootsel: Callable[[], object] | None = None
        self._emit = emit
        self._id: Id = None  # of the command that asked for the job
        self._since_ms = 0
        self._calibration: Calibration = None  # type: ignore[assignment]  # unless it calibrates
        self._then_walk = False
        self._walk: Walk = None  # type: ignore[assignment]  # unless it walks
        self._right: list[int] = []
        self._slots = b""  # of sensing, when the walk began,
        self._at: bytes | None = None  # and the thresholds of its heights, if it has any
        self.given = GivenUp(store, sensing, self.board, self.emit)

    def start(self) -> None:
        """Take what is in the store; what cannot be used is said."""
        data = self.store.read(BASELINE, _FILE_MAX)
        if data is not None:
            try:
                self.sensing.set_baseline(*load_baseline(data, self.config))
            except ValueError as error:
                self.emit(events.fault_of(BASELINE, error))
        data = self.store.read(WIRES, _FILE_MAX)
        if data is not None:
            from companion.upkeep import exchange  # not before it is needed, which on most boards is never

            exchange.start(self, data)
        if self.sensing.heights:
            data = self.store.read(HEIGHTS, _FILE_MAX)
            try:
                if data is not None:
                    slots = self.sensing.slots
                    self.sensing.heights.load(data, slots, self.sensing.wired)
                    self.sensing.place_windows()
            except ValueError as error:
                self.emit(events.fault_of(HEIGHTS, error))
        data = self.store.read(WALK, _FILE_MAX)
        if data is not None:
            from companion.sensing.walkmap import WalkMap  # as above

            walked = WalkMap(self.config)
            try:
                walked.load(data)
                walked.slots = self.sensing.slots
                self.walked = walked
            except ValueError as error:
                self.emit(events.fault_of(WALK, error))

        self.given.start()

    def emit(self, event: "Event") -> None:
        """Say an event, with the id of the command that asked for the job."""
        self._emit(answering(event, self._id))

    def give_up(self, name: str) -> None:
        """Give a hole up, or take it back; Refusal if the board has none of this name."""
        try:
            hole = self.board.hole(name)
        except HoleError:
            raise Refusal("no_hole", name) from None
        self.given.toggle(hole)

    def calibrate(self, now: int, asked: "Id" = None) -> None:
        """Take the baseline of the empty board; asked: the id of the command."""
        self._begin(now, _CALIBRATE, asked)
        self._calibration = Calibration(self.config, self.sensing.slots)
        self._then_walk = False
        self._show(now, lights.SHOW_CALIBRATE)

    def walk(self, now: int, asked: "Id" = None) -> None:
        """Begin a magnet walk, with a calibration first if there has been none like the board is; asked: as before.

        Refusal while references are wrong: no piece could be read where it stands.
        """
        wrong = self.sensing.wrong_references()
        if wrong:
            raise Refusal("walk_references", name_muxes(wrong))
        if not self.sensing.calibrated or self.sensing.drifted():
            self.calibrate(now, asked)
            self._then_walk = True
            return
        self._begin(now, _WALK, asked)
        self.given.suspend()
        self._slots = self.sensing.slots
        self._at = bytes(self.sensing.heights.at) if self.sensing.heights else None
        self.sensing.rewire(self.sensing.wired)  # a walk goes by the wires as they should run
        from companion.upkeep.walk import Walk  # as above

        self._walk = Walk(self.config, self.sensing, self.scene, self.emit)
        self._walk.begin(now)

    def wires(self, keep: bool) -> None:
        """Play by the wires as the last walk found them, or by config.py again. Refusal if there is nothing to keep."""
        from companion.upkeep import exchange  # as above

        exchange.take(self, keep)

    def findings(self) -> "tuple[list[Finding], tuple[Event, ...]]":
        """`(findings, last)`: what is given up and what the last walk found, and the events that end the telling."""
        found, last = self.given.findings(), self.wires_in_use()
        if self.walked:
            found += self.walked.findings()
            last = (events.walked(*self.walked.summary()),) + last
        return found, last

    def wires_in_use(self) -> "tuple[Event, ...]":
        """The `wires` event, if any are played by as they are exchanged."""
        return (self._wires_event(),) if self.sensing.rewired else ()

    def _wires_event(self) -> "Event":
        from companion.upkeep import exchange  # as above

        return exchange.wires_event(self)

    def lights(self, now: int) -> None:
        """Show each colour on all dice LEDs, then go on."""
        self._begin(now, _LIGHTS)
        self._show(now, lights.SHOW_SELFTEST)

    def ask_bootsel(self, now: int, asked: "Id" = None) -> None:
        """Ask at the board whether it is to end and wait for new firmware; asked: the id of the command."""
        self._begin(now, _BOOTSEL, asked)
        self._show(now, lights.SHOW_KEEP)
        self.scene.choice = 1
        self.emit(events.guide("bootsel", []))

    def stop(self, now: int) -> None:
        """Break off what is under way; nothing of it is kept."""
        if self.job == _WALK:
            self.emit(events.guide("walk_broken_off", []))
        elif self.job == _CALIBRATE:
            self.emit(events.error(Refusal("calibration_broken_off")))
        walk = self.job == _WALK
        self._end(now)
        if walk and self._at is not None:
            self.sensing.heights.at[:] = self._at
            self.sensing.place_windows()

    def press(self, now: int) -> None:
        """A short press: the walk's; it ends anything else, and keeps no wires."""
        if self.job == _WALK:
            self._walk.press(now)
        elif self.job != _CALIBRATE:
            if self.job == _WIRES:
                self.emit(self._wires_event())  # not kept
            self._end(now)

    def long_press(self, now: int) -> None:
        """A longer press ends a walk, and what it has found is kept; or says yes to what the board asks."""
        if self.job == _WALK:
            self._walk.end()
        elif self.job == _WIRES:
            self.wires(True)
            self._end(now)
        elif self.job == _BOOTSEL and self.bootsel:
            self.bootsel()
        else:
            self.press(now)

    menu_press = long_press

    def moved(self, now: int) -> None:
        """Pieces have moved: what is only shown ends."""
        if self.job == _LIGHTS or self.job == _NOTICE:
            self._end(now)

    def step(self, now: int, scan: "Scan | None") -> None:
        """One scan, None without sensors, after sensing has had it."""
        job = self.job
        if job == _CALIBRATE:
            if scan is not None and self._calibration.update(scan):
                self._calibrated(now)
        elif job == _WALK:
            if scan is not None and not self._walk.step(now, scan):
                self._finish_walk(now)
            elif self._walk.shown:
                self._walk.shown = False
                self.shown = True
        elif (
            job != _WIRES
            and job != _BOOTSEL
            and elapsed(now, self._since_ms) >= (_COLOURS * self.config.POINT_MS if job == _LIGHTS else NOTICE_MS)
        ):
            self._end(now)

    def _calibrated(self, now: int) -> None:
        try:
            baseline, half = self._calibration.result()
        except CodedError as error:
            self.emit(events.error(error))
            if not error.holes:
                self._end(now)
                return
            self._begin(now, _NOTICE, self._id)
            self._show(now, lights.SHOW_GUIDE)
            for name in error.holes:
                self.scene.point(self.board.hole(name), lights.WANT_NOTHING)
            return
        # kept in the order of the places, so that it stays true however the wires are taken
        slots = self.sensing.slots
        in_order = [baseline[slots.find(bytes([slot]))] for slot in self.sensing.wired]
        self._keep(BASELINE, dump_baseline(in_order, half))
        self.sensing.set_baseline(baseline, half)
        self.emit(events.calibrate(half, min(baseline), max(baseline)))
        if self._then_walk:
            try:
                self.walk(now, self._id)
                return
            except Refusal as refusal:
                self.emit(events.error(refusal))
        self._end(now)

    def _finish_walk(self, now: int) -> None:
        from companion.sensing.walkmap import NOTHING  # as above

        walked = self._walk.map
        if min(walked.places) >= NOTHING:  # no piece was read anywhere: an earlier walk knows more
            self.stop(now)
            return
        from companion.upkeep import exchange  # as above

        exchange.judge(self, walked)
        self._keep(WALK, walked.dump())
        self.walked = walked
        self._right = [hole for hole in range(len(walked.places)) if walked.places[hole] == walked.slots[hole]]
        findings = walked.findings()
        self._leave()
        if self.sensing.heights:
            heights = self.sensing.heights
            self._keep(HEIGHTS, heights.dump(self.sensing.slots, self.sensing.wired))
        offer = exchange.offer(self, walked, now)
        last = (events.walked(*walked.summary()), events.job(_WIRES if offer else None))
        self.outbox.answer(findings, (offer,) + last if offer else last, self._id)

    def _begin(self, now: int, job: str, asked: "Id" = None) -> None:
        self._id = asked
        self.busy = True
        self.walking = job == _WALK
        self._since_ms = now
        if job != self.job:
            self.job = job
            self.emit(events.job(job))

    def _end(self, now: int) -> None:
        self._leave()
        self.emit(events.job(None))
        self._id = None

    def _leave(self) -> None:
        walked = self.walking
        self.busy = False
        self.walking = False
        self.job = None
        self._calibration = None  # type: ignore[assignment]
        self._walk = None  # type: ignore[assignment]
        if walked:
            self.sensing.rewire(self._slots)
            self.resume(self._right)
            self._right = []

    def resume(self, right: list[int]) -> None:
        """These holes were read right by a walk: those of them that were given up are taken back."""
        try:
            self.given.resume(right)
        except OSError as error:
            self.emit(events.fault_of("store", error))

    def _keep(self, name: str, data: bytes) -> None:
        # Better used and not kept than not used.
        try:
            self.store.replace(name, data)
        except OSError as error:
            self.emit(events.fault_of("store", error))

    def _show(self, now: int, kind: int) -> None:
        self.scene.begin(kind, now)
        self.shown = True
