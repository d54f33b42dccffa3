"""The board's jobs outside the game: calibration, magnet walk, test of the lights. The game waits meanwhile.

service = Service(config, store, sensing, emit, outbox)
service.start()                      # the baseline and the walk that were kept
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
from companion.storage import own_config
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
_FILE_MAX = 4000  # bytes: of a longer file the checksum cannot be right
NOTICE_MS = 4000  # holes that hinder a calibration are shown this long,
SURE_MS = 10000  # or this long where a long press says that nothing stands there
_COLOURS = 3  # shown by the light test, a period each
_CALIBRATE, _WALK, _LIGHTS, _NOTICE = "calibrate", "walk", "lights", "notice"
_WIRES, _BOOTSEL = "wires", "bootsel"


class Service:
    """busy: whether the board is taken over; the game then sees and shows nothing until it ends.

    scene: what the lights say meanwhile; shown: set when it may have changed. walking: busy with a magnet walk. walked:
    the WalkMap of the last walk that was kept, or None. job: what has the board, as the `job` event has it. given: the
    holes given up. bootsel: called to wait for new firmware on USB, restart: to start again; the driver's.
    """

    def __init__(self, config: "Config", store: "Store", sensing: "Sensing", emit: "Emit", outbox: "Outbox"):
        self.config = config
        self.store = store
        self.sensing = sensing
        self.board = board_for(config.N, True)
        self.outbox = outbox
        self.scene: Scene = None  # type: ignore[assignment]  # until it is busy
        self.shown = False
        self.busy = False
        self.walking = False
        self.walked: WalkMap | None = None
        self.job: str | None = None
        self.bootsel: Callable[[], object] | None = None
        self.restart: Callable[[], object] | None = None
        self._emit = emit
        self._id: Id = None  # from the command that asked for the job
        self._since_ms = 0
        self._hold_ms = 0  # something that is only shown ends after this time
        self._calibration: Calibration = None  # type: ignore[assignment]  # unless it calibrates
        self._then_walk = False
        self._walk: Walk = None  # type: ignore[assignment]  # unless it walks
        self._right: list[int] = []
        self._at: bytes | None = None  # the thresholds of sensing's heights when the walk began, if it has any
        self.given = GivenUp(store, sensing, self.board, self.emit)

    def start(self) -> "list[tuple[str, Exception]]":
        """Take what is in the store; returns what cannot be used, each with its name there."""
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
        from companion.sensing.walkmap import WalkMap  # not before it is needed, which on most boards is never

        walked = WalkMap(self.config)
        walked.load(data)
        self.walked = walked

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

    def calibrate(self, now: int, asked: "Id" = None, sure: bool = False) -> None:
        """Take the baseline of the empty board; asked: the id of the command; sure: of Calibration."""
        self._begin(now, _CALIBRATE, asked)
        self._calibration = Calibration(self.config, sure)
        self._then_walk = False
        self._show(now, lights.SHOW_CALIBRATE)

    def walk(self, now: int, asked: "Id" = None) -> None:
        """Begin a magnet walk, after a calibration if none fits the board as it is; asked: as before.

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
        self._at = bytes(self.sensing.heights.at) if self.sensing.heights else None
        from companion.upkeep.walk import Walk  # as above

        self._walk = Walk(self.config, self.sensing, self.scene, self.emit)
        self._walk.begin(now)

    def wires(self, keep: bool) -> None:
        """Play by the wires as the last walk found them, or as built in: rows of the board's own config.py, and it
        starts again. Refusal or CodedError if there is nothing to keep."""
        if not keep:
            changed = own_config.put_row(self.store, "MUXES", None)
            self.emit(events.wires([]))
        elif not self.walked:
            raise Refusal("wires_no_walk")
        else:
            muxes = self.walked.muxes()
            changed = own_config.put_row(self.store, "MUXES", muxes)
            self.given.suspend()  # a hole may have been given up because of its wire
            self.resume([hole for hole in range(len(self.walked.places)) if self.walked.found(hole, muxes)])
            rows = [q for q in range(len(muxes)) if muxes[q] != tuple(self.config.MUXES[q])]
            self.emit(events.wires(["mux %d: %s" % (q + 1, " ".join(muxes[q])) for q in rows]))
        if changed and self.restart:
            self.restart()

    def findings(self) -> "tuple[list[Finding], tuple[Event, ...]]":
        """`(findings, last)`: what is given up and what the last walk found, and the events that end the telling."""
        if not self.walked:
            return self.given.findings(), ()
        return self.given.findings() + self.walked.findings(), (events.walked(*self.walked.summary()),)

    def lights(self, now: int) -> None:
        """Show each colour on all dice LEDs, then go on."""
        self._begin(now, _LIGHTS)
        self._hold_ms = _COLOURS * self.config.POINT_MS
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
            self._end(now)

    def long_press(self, now: int) -> None:
        """A longer press ends a walk, and what it has found is kept; or says yes to what the board asks."""
        if self.job == _WALK:
            self._walk.end()
        elif self.job == _WIRES:
            self._end(now)
            self.wires(True)
        elif self.job == _BOOTSEL and self.bootsel:
            self.bootsel()
        elif self.job == _NOTICE and self._hold_ms == SURE_MS:
            self.calibrate(now, self._id, True)
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
        elif (job == _LIGHTS or job == _NOTICE) and elapsed(now, self._since_ms) >= self._hold_ms:
            self._end(now)

    def _calibrated(self, now: int) -> None:
        sure = self._calibration.sure
        try:
            baseline, half = self._calibration.result()
        except CodedError as error:
            self.emit(events.error(error))
            if not error.holes:
                self._end(now)
                return
            self._begin(now, _NOTICE, self._id)
            self._show(now, lights.SHOW_GUIDE)
            self._hold_ms = NOTICE_MS
            for name in error.holes:
                self.scene.point(self.board.hole(name), lights.WANT_NOTHING)
            if error.code == "calibration_pieces" and len(error.holes) <= CROOKED_MAX and not sure:
                self._hold_ms = SURE_MS
                self.emit(events.guide("calibrate_sure", []))
            return
        self._keep(BASELINE, dump_baseline(baseline, half, self.config))
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
        self._keep(WALK, walked.dump())
        self.walked = walked
        self._right = [hole for hole in range(len(walked.places)) if walked.places[hole] == walked.slots[hole]]
        findings = walked.findings()
        self._leave()
        if self.sensing.heights:
            self._keep(HEIGHTS, self.sensing.heights.dump())
        offer = self._offer(now)
        last = (events.walked(*walked.summary()), events.job(_WIRES if offer else None))
        self.outbox.answer(findings, (offer,) + last if offer else last, self._id)

    def _offer(self, now: int) -> "Event | None":
        # To play by what the walk has found: the board is taken for the question, and what is asked comes back.
        try:
            muxes = self.walked.muxes()  # type: ignore[union-attr]
        except CodedError:
            return None
        self.busy = True
        self.job = _WIRES
        self._show(now, lights.SHOW_KEEP)
        pairs = [(muxes[q][c], self.config.MUXES[q][c]) for q in range(len(muxes)) for c in range(len(muxes[q]))]
        return events.guide("wires_keep", [], (len([1 for found, named in pairs if found != named]),))

    def _begin(self, now: int, job: str, asked: "Id" = None) -> None:
        self._id = asked
        self.scene = self.scene or Scene()
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
            self.resume(self._right)
            self._right = []

    def resume(self, right: list[int]) -> None:
        """These holes were read correctly by a walk: those that were disabled are enabled again."""
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
