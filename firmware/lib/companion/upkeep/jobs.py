"""The jobs that can have the board instead of the game: calibration, magnet walk, and lights that are only shown.

Each ends itself by `Service.end`, or begins the next by one of the service's methods. Imported when one begins.
"""

from companion.console import events
from companion.lights import scene as lights
from companion.reasons import CodedError, Refusal
from companion.sensing.baseline import dump_baseline
from companion.sensing.calibration import CROOKED_MAX, Calibration
from companion.sensing.walkmap import NOTHING
from companion.ticks import elapsed
from companion.upkeep.walk import Walk

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Scan, Service

BASELINE = "baseline"  # names in the store
WALK = "walk"
HEIGHTS = "heights"
NOTICE_MS = 4000  # holes that prevent a calibration are shown this long,
SURE_MS = 10000  # or this long if a long press can confirm that they are empty
_COLOURS = 3  # shown by the light test, a period each


class Job:
    """name: as in the `job` event. kind: of the message that the lights show."""

    name = ""
    kind = ""

    def __init__(self, service: "Service"):
        self.service = service

    def begin(self, now: int) -> None:
        """It has the board."""
        self.service.scene.begin(self.kind, now)

    def press(self, now: int) -> None:
        """A short press."""
        self.service.end()

    def long_press(self, now: int) -> None:
        """A long press."""
        self.press(now)

    def moved(self) -> None:
        """Pieces have moved."""

    def step(self, now: int, scan: "Scan | None") -> None:
        """Take a scan (None without sensors), after sensing has processed it."""

    def stop(self) -> None:
        """Cancel the job; its results are dropped."""
        self.service.end()

    def leave(self) -> None:
        """The job is over."""


class Calibrating(Job):
    """Takes the baseline of the empty board. sure: of Calibration. then_walk: a magnet walk follows."""

    name = "calibrate"
    kind = "calibrate"

    def __init__(self, service: "Service", sure: bool, then_walk: bool):
        self.service = service
        self._calibration = Calibration(service.config, sure)
        self._then_walk = then_walk

    def press(self, now: int) -> None:
        """It ends by itself."""

    def stop(self) -> None:
        self.service.emit(events.error(Refusal("calibration_broken_off")))
        self.service.end()

    def step(self, now: int, scan: "Scan | None") -> None:
        if scan is None or not self._calibration.update(scan):
            return
        service = self.service
        try:
            baseline, half = self._calibration.result()
        except CodedError as error:
            self._fail(now, error)
            return
        service.keep(BASELINE, dump_baseline(baseline, half, service.config))
        service.sensing.set_baseline(baseline, half)
        service.emit(events.event("calibrate", half, min(baseline), max(baseline)))
        if self._then_walk:
            try:
                service.walk(now, service.asked)
                return
            except Refusal as refusal:
                service.emit(events.error(refusal))
        service.end()

    def _fail(self, now: int, error: CodedError) -> None:
        service = self.service
        service.emit(events.error(error))
        if not error.holes:
            service.end()
            return
        few = error.code == "calibration_pieces" and len(error.holes) <= CROOKED_MAX
        sure = few and not self._calibration.sure
        service.begin(now, Notice(service, now, sure), service.asked)
        for name in error.holes:
            service.scene.point(service.board.hole(name), lights.WANT_NOTHING)
        if sure:
            service.emit(events.guide("calibrate_sure", []))


class Walking(Job):
    """A magnet walk; a long press ends it and stores its findings. right: the holes that it has read correctly."""

    name = "walk"

    def __init__(self, service: "Service"):
        self.service = service
        heights = service.sensing.heights
        self._at = bytes(heights.at) if heights else None  # the thresholds before
        self.right: list[int] = []

    def begin(self, now: int) -> None:
        service = self.service
        service.given.suspend()
        self._walk = Walk(service.config, service.sensing, service.scene, service.emit)
        self._walk.begin(now)

    def press(self, now: int) -> None:
        self._walk.press(now)

    def long_press(self, now: int) -> None:
        self._walk.end()

    def stop(self) -> None:
        service = self.service
        service.emit(events.guide("walk_broken_off", []))
        if self._at is not None:
            service.sensing.heights.at[:] = self._at
            service.sensing.place_windows()
        service.end()

    def step(self, now: int, scan: "Scan | None") -> None:
        if scan is not None and not self._walk.step(now, scan):
            self._finish()

    def _finish(self) -> None:
        service, walked = self.service, self._walk.map
        if min(walked.places) >= NOTHING:  # no piece was read anywhere: keep the earlier walk
            self.stop()
            return
        service.keep(WALK, walked.dump())
        service.walked = walked
        self.right = [hole for hole in range(len(walked.places)) if walked.places[hole] == walked.slots[hole]]
        service.leave()
        if service.sensing.heights:
            service.keep(HEIGHTS, service.sensing.heights.dump())
        last = (events.event("walked", *walked.summary()), events.event("job", None))
        service.outbox.answer(walked.findings(), last, service.asked)

    def leave(self) -> None:
        """Enable these holes again."""
        try:
            self.service.given.resume(self.right)
        except OSError as error:
            self.service.emit(events.fault_of("store", error))


class Display(Job):
    """Shows something for a while, or until pieces move."""

    def __init__(self, service: "Service", now: int, hold_ms: int):
        self.service = service
        self._since_ms = now
        self._hold_ms = hold_ms

    def moved(self) -> None:
        self.service.end()

    def step(self, now: int, scan: "Scan | None") -> None:
        if elapsed(now, self._since_ms) >= self._hold_ms:
            self.service.end()


class LightTest(Display):
    """Each colour on all dice LEDs."""

    name = "lights"
    kind = "selftest"

    def __init__(self, service: "Service", now: int):
        Display.__init__(self, service, now, _COLOURS * service.config.POINT_MS)


class Notice(Display):
    """The holes that prevent a calibration. sure: a long press says that they are empty."""

    name = "notice"
    kind = "guide"

    def __init__(self, service: "Service", now: int, sure: bool):
        Display.__init__(self, service, now, SURE_MS if sure else NOTICE_MS)
        self._sure = sure

    def long_press(self, now: int) -> None:
        if self._sure:
            self.service.calibrate(now, self.service.asked, True)
        else:
            self.press(now)


class Bootsel(Job):
    """Asks the player at the board whether to stop and wait for new firmware."""

    name = "bootsel"
    kind = "keep"

    def long_press(self, now: int) -> None:
        if self.service.bootsel:
            self.service.bootsel()
        else:
            self.press(now)
