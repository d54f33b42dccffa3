"""The board's jobs outside the game, which waits meanwhile: calibration, magnet walk, light test.

service = Service(config, store, sensing, emit, outbox)
service.start()                      # load the stored baseline and walk
service.calibrate(now_ms)            # also walk, lights
if service.busy: service.step(now_ms, scan)
"""

from companion.console import events
from companion.console.protocol import answering
from companion.lights.scene import Scene
from companion.reasons import Refusal
from companion.sensing.baseline import load_baseline
from companion.upkeep.disabled_holes import FILE as GIVEN_UP
from companion.upkeep.disabled_holes import GivenUp
from daldos.geometry import HoleError, board_for

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable

    from companion.shapes import Config, Emit, Event, Finding, Id, Job, Outbox, Scan, Sensing, Store, WalkMap

_FILE_MAX = 4000  # bytes; a longer file cannot be valid


class Service:
    """busy: whether a job has the board; until it ends the game sees and shows nothing.

    scene: what the lights show meanwhile. walking: busy with a magnet walk. walked: the WalkMap of the last stored
    walk, or None. job: the job's name, as in the `job` event. asked: the id of the command that asked for it. given:
    the holes given up. had_board: since the session last saw the pieces. bootsel: the driver's function to wait for
    new firmware on USB.
    """

    def __init__(self, config: "Config", store: "Store", sensing: "Sensing", emit: "Emit", outbox: "Outbox"):
        self.config = config
        self.store = store
        self.sensing = sensing
        self.board = board_for(config.N, True)
        self.outbox = outbox
        self.scene: Scene = None  # type: ignore[assignment]  # until it is busy
        self.walked: WalkMap | None = None
        self.bootsel: Callable[[], object] | None = None
        self.asked: Id = None
        self.had_board = False
        self._emit = emit
        self._job: Job | None = None
        self.given = GivenUp(store, sensing, self.board, self.emit)

    @property
    def busy(self) -> bool:
        return self._job is not None

    @property
    def job(self) -> str | None:
        return self._job.name if self._job else None

    @property
    def walking(self) -> bool:
        return self.job == "walk"

    def start(self) -> "list[tuple[str, Exception]]":
        """Load the stored data; returns (name, error) of what cannot be used."""
        takes = [("baseline", self._take_baseline), ("walk", self._take_walk), (GIVEN_UP, self.given.take)]
        if self.sensing.heights:
            takes.append(("heights", self._take_heights))
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
        self._emit(answering(event, self.asked))

    def give_up(self, name: str) -> None:
        """Give a hole up, or take it back; Refusal for an unknown name."""
        try:
            hole = self.board.hole(name)
        except HoleError:
            raise Refusal("no_hole", name) from None
        self.given.toggle(hole)

    def calibrate(self, now: int, asked: "Id" = None, sure: bool = False, then_walk: bool = False) -> None:
        """Take the baseline of the empty board; asked: the id of the command; sure: of Calibration."""
        from companion.upkeep.jobs import Calibrating  # seldom needed

        self.begin(now, Calibrating(self, sure, then_walk), asked)

    def walk(self, now: int, asked: "Id" = None) -> None:
        """Begin a magnet walk, after a calibration if the board has drifted or has none; asked: as above.

        Refusal while references are wrong, because no piece could be read correctly.
        """
        wrong = self.sensing.wrong_references()
        if wrong:
            from companion.sensing.findings import name_muxes  # seldom needed

            raise Refusal("walk_references", name_muxes(wrong))
        if not self.sensing.baseline.taken or self.sensing.drifted():
            self.calibrate(now, asked, then_walk=True)
            return
        from companion.upkeep.jobs import Walking  # as above

        self.begin(now, Walking(self), asked)

    def findings(self) -> "tuple[list[Finding], tuple[Event, ...]]":
        """`(findings, last)`: the holes given up and the last walk's findings, and the events that end the answer."""
        if not self.walked:
            return self.given.findings(), ()
        return self.given.findings() + self.walked.findings(), (events.event("walked", *self.walked.summary()),)

    def lights(self, now: int) -> None:
        """Show each colour on all dice LEDs, then go on."""
        from companion.upkeep.jobs import LightTest  # as above

        self.begin(now, LightTest(self, now))

    def ask_bootsel(self, now: int, asked: "Id" = None) -> None:
        """Ask the player at the board whether to stop and wait for new firmware; asked: the command's id."""
        from companion.upkeep.jobs import Bootsel  # as above

        self.begin(now, Bootsel(self), asked)
        self.emit(events.guide("bootsel", []))

    def stop(self) -> None:
        """Cancel the job; its results are dropped."""
        if self._job:
            self._job.stop()

    def press(self, now: int) -> None:
        """A short press goes to the job."""
        if self._job:
            self._job.press(now)

    def long_press(self, now: int) -> None:
        """A long press too."""
        if self._job:
            self._job.long_press(now)

    menu_press = long_press

    def moved(self) -> None:
        """Pieces have moved."""
        if self._job:
            self._job.moved()

    def step(self, now: int, scan: "Scan | None") -> None:
        """Take a scan (None without sensors), after sensing has processed it."""
        if self._job:
            self._job.step(now, scan)

    # --- for the jobs -----------------------------------------------------------------------------------------------

    def begin(self, now: int, job: "Job", asked: "Id" = None) -> None:
        """Give the board to a job; asked: the id of the command that asked for it."""
        self.asked = asked
        self.scene = self.scene or Scene()
        if job.name != self.job:
            self.emit(events.event("job", job.name))
        self._job = job
        job.begin(now)

    def end(self) -> None:
        """The job has ended."""
        self.leave()
        self.emit(events.event("job", None))
        self.asked = None

    def leave(self) -> None:
        """As `end`, without saying so."""
        job, self._job = self._job, None
        if job:
            job.leave()

    def keep(self, name: str, data: bytes) -> None:
        """Store what a job has learnt; it is used even if it cannot be stored."""
        try:
            self.store.replace(name, data)
        except OSError as error:
            self.emit(events.fault_of("store", error))
