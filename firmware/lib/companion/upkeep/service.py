"""The board's jobs outside the game, which waits meanwhile: calibration, magnet walk, light test.

service = Service(config, store, sensing, emit, outbox)
service.start()                      # load the stored baseline and walk
service.calibrate(now_ms)            # also walk, lights
if service.busy: service.step(now_ms, scan)
"""

from companion.console import events
from companion.console.protocol import answering
from companion.lights import scene as lights
from companion.lights.scene import Scene
from companion.reasons import CodedError, Refusal
from companion.sensing.calibration import CROOKED_MAX, Calibration, dump_baseline, load_baseline
from companion.sensing.findings import name_muxes
from companion.ticks import elapsed
from companion.upkeep.disabled_holes import FILE as GIVEN_UP
from companion.upkeep.disabled_holes import GivenUp
from daldos.geometry import HoleError, board_for

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable

    from companion.shapes import Config, Emit, Event, Finding, Id, Outbox, Scan, Sensing, Store, Walk, WalkMap

BASELINE = "baseline"  # names in the store
WALK = "walk"
HEIGHTS = "heights"
_FILE_MAX = 4000  # bytes; a longer file cannot be valid
NOTICE_MS = 4000  # holes that prevent a calibration are shown this long,
SURE_MS = 10000  # or this long if a long press can confirm that they are empty
_COLOURS = 3  # shown by the light test, a period each
_CALIBRATE, _WALK, _LIGHTS, _NOTICE = "calibrate", "walk", "lights", "notice"
_BOOTSEL = "bootsel"


class Service:
    """busy: whether a job has the board; until it ends the game sees and shows nothing.

    scene: what the lights show meanwhile. walking: busy with a magnet walk.
    walked: the WalkMap of the last stored walk, or None. job: the job, named as in the `job` event. given: the holes
    given up. bootsel: the driver's function to wait for new firmware on USB.
    """

    def __init__(self, config: "Config", store: "Store", sensing: "Sensing", emit: "Emit", outbox: "Outbox"):
        self.config = config
        self.store = store
        self.sensing = sensing
        self.board = board_for(config.N, True)
        self.outbox = outbox
        self.scene: Scene = None  # type: ignore[assignment]  # until it is busy
        self.walked: WalkMap | None = None
        self.job: str | None = None
        self.bootsel: Callable[[], object] | None = None
        self._emit = emit
        self._id: Id = None  # from the command that asked for the job
        self._since_ms = 0
        self._hold_ms = 0  # a mere display ends after this time
        self._calibration: Calibration = None  # type: ignore[assignment]  # unless it calibrates
        self._then_walk = False
        self._walk: Walk = None  # type: ignore[assignment]  # unless it walks
        self._right: list[int] = []
        self._at: bytes | None = None  # sensing's height thresholds when the walk began, if any
        self.given = GivenUp(store, sensing, self.board, self.emit)

    @property
    def busy(self) -> bool:
        return self.job is not None

    @property
    def walking(self) -> bool:
        return self.job == _WALK

    def start(self) -> "list[tuple[str, Exception]]":
        """Load the stored data; returns (name, error) of what cannot be used."""
        takes = [(BASELINE, self._take_baseline), (WALK, self._take_walk), (GIVEN_UP, self.given.take)]
        if self.sensing.heights:
            takes.append((HEIGHTS, self._take_heights))
        problems: list[tuple[str, Exception]] = []
        for name, take in takes:
            data = self.store.read(name, _FILE_MAX)
            try:
                if data is not None:
                    take(data)
            except ValueError as error:
                problems.append((name, error))
        return problems

    def _take_baseline(self, data: bytes) -> None:
        self.sensing.set_baseline(*load_baseline(data, self.config))

    def _take_heights(self, data: bytes) -> None:
        self.sensing.heights.load(data)
        self.sensing.place_windows()

    def _take_walk(self, data: bytes) -> None:
        from companion.sensing.walkmap import WalkMap  # seldom needed

        walked = WalkMap(self.config)
        walked.load(data)
        self.walked = walked

    def emit(self, event: "Event") -> None:
        """Emit an event with the id of the command that started the job."""
        self._emit(answering(event, self._id))

    def give_up(self, name: str) -> None:
        """Give a hole up, or take it back; Refusal for an unknown name."""
        try:
            hole = self.board.hole(name)
        except HoleError:
            raise Refusal("no_hole", name) from None
        self.given.toggle(hole)

    def calibrate(self, now: int, asked: "Id" = None, sure: bool = False) -> None:
        """Take the baseline of the empty board; asked: the id of the command; sure: of Calibration."""
        self._begin(now, _CALIBRATE, asked)
        self._calibration = Calibration(self.config, sure)
        self._then_walk = False
        self._show(now, "calibrate")

    def walk(self, now: int, asked: "Id" = None) -> None:
        """Begin a magnet walk, after a calibration if the board has drifted or has none; asked: as above.

        Refusal while references are wrong, because no piece could be read correctly.
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
        self._at = bytes(self.sensing.heights.at) if self.sensing.heights else None
        from companion.upkeep.walk import Walk  # as above

        self._walk = Walk(self.config, self.sensing, self.scene, self.emit)
        self._walk.begin(now)

    def findings(self) -> "tuple[list[Finding], tuple[Event, ...]]":
        """`(findings, last)`: the holes given up and the last walk's findings, and the events that end the answer."""
        if not self.walked:
            return self.given.findings(), ()
        return self.given.findings() + self.walked.findings(), (events.event("walked", *self.walked.summary()),)

    def lights(self, now: int) -> None:
        """Show each colour on all dice LEDs, then go on."""
        self._begin(now, _LIGHTS)
        self._hold_ms = _COLOURS * self.config.POINT_MS
        self._show(now, "selftest")

    def ask_bootsel(self, now: int, asked: "Id" = None) -> None:
        """Ask the player at the board whether to stop and wait for new firmware; asked: the command's id."""
        self._begin(now, _BOOTSEL, asked)
        self._show(now, "keep")
        self.emit(events.guide("bootsel", []))

    def stop(self) -> None:
        """Cancel the job; its results are dropped."""
        if self.walking:
            self.emit(events.guide("walk_broken_off", []))
            if self._at is not None:
                self.sensing.heights.at[:] = self._at
                self.sensing.place_windows()
        elif self.job == _CALIBRATE:
            self.emit(events.error(Refusal("calibration_broken_off")))
        self._end()

    def press(self, now: int) -> None:
        """A short press: goes to the walk; ends any other job but a calibration."""
        if self.job == _WALK:
            self._walk.press(now)
        elif self.job != _CALIBRATE:
            self._end()

    def long_press(self, now: int) -> None:
        """A long press ends a walk and stores its findings, or answers yes to the board's question."""
        if self.job == _WALK:
            self._walk.end()
        elif self.job == _BOOTSEL and self.bootsel:
            self.bootsel()
        elif self.job == _NOTICE and self._hold_ms == SURE_MS:
            self.calibrate(now, self._id, True)
        else:
            self.press(now)

    menu_press = long_press

    def moved(self) -> None:
        """Pieces have moved: end a mere display."""
        if self.job == _LIGHTS or self.job == _NOTICE:
            self._end()

    def step(self, now: int, scan: "Scan | None") -> None:
        """Take a scan (None without sensors), after sensing has processed it."""
        job = self.job
        if job == _CALIBRATE:
            if scan is not None and self._calibration.update(scan):
                self._calibrated(now)
        elif job == _WALK:
            if scan is not None and not self._walk.step(now, scan):
                self._finish_walk(now)
        elif (job == _LIGHTS or job == _NOTICE) and elapsed(now, self._since_ms) >= self._hold_ms:
            self._end()

    def _calibrated(self, now: int) -> None:
        sure = self._calibration.sure
        try:
            baseline, half = self._calibration.result()
        except CodedError as error:
            self.emit(events.error(error))
            if not error.holes:
                self._end()
                return
            self._begin(now, _NOTICE, self._id)
            self._show(now, "guide")
            self._hold_ms = NOTICE_MS
            for name in error.holes:
                self.scene.point(self.board.hole(name), lights.WANT_NOTHING)
            if error.code == "calibration_pieces" and len(error.holes) <= CROOKED_MAX and not sure:
                self._hold_ms = SURE_MS
                self.emit(events.guide("calibrate_sure", []))
            return
        self._keep(BASELINE, dump_baseline(baseline, half, self.config))
        self.sensing.set_baseline(baseline, half)
        self.emit(events.event("calibrate", half, min(baseline), max(baseline)))
        if self._then_walk:
            try:
                self.walk(now, self._id)
                return
            except Refusal as refusal:
                self.emit(events.error(refusal))
        self._end()

    def _finish_walk(self, now: int) -> None:
        from companion.sensing.walkmap import NOTHING  # as above

        walked = self._walk.map
        if min(walked.places) >= NOTHING:  # no piece was read anywhere: keep the earlier walk
            self.stop()
            return
        self._keep(WALK, walked.dump())
        self.walked = walked
        self._right = [hole for hole in range(len(walked.places)) if walked.places[hole] == walked.slots[hole]]
        findings = walked.findings()
        self._leave()
        if self.sensing.heights:
            self._keep(HEIGHTS, self.sensing.heights.dump())
        last = (events.event("walked", *walked.summary()), events.event("job", None))
        self.outbox.answer(findings, last, self._id)

    def _begin(self, now: int, job: str, asked: "Id" = None) -> None:
        self._id = asked
        self.scene = self.scene or Scene()
        self._since_ms = now
        if job != self.job:
            self.job = job
            self.emit(events.event("job", job))

    def _end(self) -> None:
        self._leave()
        self.emit(events.event("job", None))
        self._id = None

    def _leave(self) -> None:
        walked = self.walking
        self.job = None
        self._calibration = None  # type: ignore[assignment]
        self._walk = None  # type: ignore[assignment]
        if walked:
            self.resume(self._right)
            self._right = []

    def resume(self, right: list[int]) -> None:
        """A walk has read these holes correctly: enable them again."""
        try:
            self.given.resume(right)
        except OSError as error:
            self.emit(events.fault_of("store", error))

    def _keep(self, name: str, data: bytes) -> None:
        # Use it even if it cannot be saved.
        try:
            self.store.replace(name, data)
        except OSError as error:
            self.emit(events.fault_of("store", error))

    def _show(self, now: int, kind: str) -> None:
        self.scene.begin(kind, now)
