"""Turns scans of ADC codes into the occupancy of 49 holes.

A piece is seen as the deviation of its sensor from the sensor's own baseline, relative to the supply:
`u = (code - baseline) / (2 * half rail)`; the sign is the player (A, north pole up, reads above, B below). If the board
senses heights (`config.DALLED`), the size of u tells a dalled piece from an undalled one (companion.sensing.heights).

Hall sensors and half rail follow the sensor supply, but the ADC has another reference. When temperature or load moves
the two apart, every code moves in proportion. So the baseline is scaled by the half rail of *this* scan over that of
the calibration, and only the magnet's effect remains.

A change is accepted when DEBOUNCE_SCANS scans agree on it; while a mux's references are wrong, its holes are `?`.
If only one or two holes are in doubt, as when a hand moves a piece, `unsure` asks for a `look` at these a few ms later,
before the next scan. Bursts of noise affect many holes or shift the half rail; then there are no extra looks, nor for
holes that become unknown.

The baseline does not adapt during play: it would learn the neighbours' leakage (up to 47 counts), more than the drift
it could remove (9 counts). Both together stay well below the threshold of 123 counts.

    sensing = Sensing(config)
    if sensing.update(scan):
        show(sensing.occupancy)      # bytearray(b"AAAA...BBBB"), 49 holes: A1 ..., M1 ..., B1 ...
    while sensing.unsure:
        if sensing.look(scan): ...
"""

from array import array

from companion.sensing.baseline import Baseline
from companion.sensing.windows import EMPTY, UNKNOWN, Windows
from companion.sensing.wiring import CHANNELS, References, const, hole_slots

if False:  # only for the type checker; the compiler drops it
    from typing import Any

    from companion.shapes import Config, Scan

HEAL_SCANS = const(50)  # good scans before a faulty hole is trusted again, so that a loose contact does not flicker
_WELL_SCANS = const(100)  # or after the debounce, if it reads as before the fault after so many good scans
_LOOKED_AT = const(2)  # most holes in doubt: a player has two hands
_PIECES = b"ABabxy"  # the sides' readings in pairs
_HALF_STEP = const(8)  # counts: a larger move of the half rail moves the windows; above its ripple, 0.002 in u


class Debounce:
    """Accepts a hole's new state when enough scans agree on it. candidate: the state that they suggest; run: how many
    have, one after the other."""

    def __init__(self, least: int, holes: int):
        self.candidate = bytearray(holes)
        self.run = bytearray(holes)
        self._least = least  # scans
        self._need = bytearray([least] * holes)
        self._was = bytearray(holes)  # the state before it became unknown
        self._known = array("H", [0] * holes)  # the number of the scan since which it has been known
        self._count = 0  # scans, 16 bits: when it wraps after 11 minutes, a hole may heal slowly, which does no harm

    def pass_scan(self) -> None:
        """Another scan begins."""
        self._count = (self._count + 1) & 0xFFFF

    def agree(self, hole: int, state: int, now: int) -> bool:
        """Take the state that a scan suggests; returns whether it replaces the present one, `now`."""
        run = self.run
        if state == now:
            run[hole] = 0
            return False
        if state != self.candidate[hole]:
            self.candidate[hole] = state
            run[hole] = 0
        run[hole] += 1
        if run[hole] < self._need[hole] and not (state == self._was[hole] and run[hole] >= self._least):
            return False
        self.accept(hole)
        if state == UNKNOWN:
            self._need[hole] = HEAL_SCANS
            well = (self._count - self._known[hole]) & 0xFFFF >= _WELL_SCANS
            self._was[hole] = now if well else UNKNOWN
        elif now == UNKNOWN:
            self._known[hole] = self._count
        return True

    def accept(self, hole: int) -> None:
        """The hole has another state."""
        self.run[hole] = 0
        self._need[hole] = self._least


class Sensing:
    """Keeps `occupancy`, 49 bytes of `.`, `A`, `B`, `?` in hole order, all `?` until the first scans agree. With
    config.DALLED these are readings of companion.sensing.heights, and `heights` judges them; else it is None.

    `set_baseline` takes the result of a Calibration. Without it every empty hole is assumed to read the half rail,
    which sensors do within some 75 counts: playable, with less margin.

    spoiled: a bit a mux whose readings another one falsifies (companion.sensing.pulls); its holes are unknown.

    slots: each hole's place in a scan. baseline: a Baseline. unsure: the number of holes, at most two, worth a `look`
    before the next `update`.
    """

    def __init__(self, config: "Config"):
        self.config = config
        self.slots = hole_slots(config)
        holes = len(self.slots)
        self.occupancy = bytearray(b"?" * holes)
        self.heights: Any = None  # a Heights
        if getattr(config, "DALLED", False):  # an older config.py may not have it
            from companion.sensing.heights import Heights  # not where it is not needed

            self.heights = Heights(config, holes)
        self.baseline = Baseline(holes)
        self._windows = Windows(config, self.baseline, self.heights)
        self._steady = Debounce(config.DEBOUNCE_SCANS, holes)
        self._references = References(config)
        self.scan: Scan = ()
        self._holes = self._by_mux()
        self._masked = bytearray(holes)
        self._altered = False  # by hand, since the last scan
        self.spoiled = 0
        self.unsure = 0
        self._doubts = bytearray(_LOOKED_AT)  # these holes
        self.place_windows()

    def set_baseline(self, codes: "Scan", half: int) -> None:
        """Use these codes of 49 empty holes, taken at this half rail (counts). CodedError if unfit."""
        self.baseline.take(codes, half, self.config)
        self.place_windows()

    def exchange(self, exchanged: bool) -> None:
        """Take A's pieces for B's and the other way round, or as their magnets are. Allocates nothing without a
        change."""
        if exchanged == self._windows.exchanged:
            return
        self._windows.exchanged = exchanged
        for hole in range(len(self.occupancy)):
            at = _PIECES.find(bytes([self.occupancy[hole]]))
            if at >= 0:
                self._set(hole, _PIECES[at ^ 1])

    def mask(self, hole: int, masked: bool = True) -> None:
        """Take a hole out of play (`?` at once), or back in (after the debounce)."""
        self._masked[hole] = masked
        if masked:
            self._set(hole, UNKNOWN)

    def masked(self) -> list[int]:
        """The holes taken out of play by `mask`."""
        return [hole for hole in range(len(self._masked)) if self._masked[hole]]

    def believe(self, hole: int) -> None:
        """Take a masked hole back in at once, as empty until the scans say otherwise."""
        self._masked[hole] = False
        self._set(hole, EMPTY)

    def update(self, scan: "Scan") -> bool:
        """Take one scan (65 codes); True if the debounced state of any hole changed. Allocates nothing."""
        self.scan = scan
        half = self._references.read(scan)
        windows, steady = self._windows, self._steady
        moved = half and not -_HALF_STEP < half - windows.half < _HALF_STEP
        if moved:
            windows.scale(half, self.occupancy)
        changed = self._altered
        self._altered = False
        self.unsure = 0
        steady.pass_scan()
        good = self._references.good
        low = windows.low
        high = windows.high
        slots = self.slots
        run = steady.run
        for q in range(len(good)):
            if half and good[q] and not self.spoiled >> q & 1:
                for hole in self._holes[q]:
                    code = scan[slots[hole]]
                    if low[hole] <= code <= high[hole]:
                        if run[hole]:
                            run[hole] = 0
                    elif self._debounce(hole, self._judge(hole, code)):
                        changed = True
            else:
                for hole in self._holes[q]:
                    if self._debounce(hole, UNKNOWN):
                        changed = True
        if moved or self.unsure > _LOOKED_AT:
            self.unsure = 0
        return changed

    def look(self, scan: "Scan") -> bool:
        """Take an extra scan for the holes in doubt; True if any state changed. Allocates nothing.

        If the half rail has moved as well, it was no hand: the look is ignored, and `update` decides.
        """
        self.scan = scan
        run = self._steady.run
        count = self.unsure
        self.unsure = 0
        before = self._references.half
        half = self._references.read(scan)
        steady = half and -_HALF_STEP < half - before < _HALF_STEP
        changed = False
        for k in range(count):
            hole = self._doubts[k]
            slot = self.slots[hole]
            if not (steady and run[hole] and self._references.good[slot // CHANNELS]):
                run[hole] = min(run[hole], 1)
                continue
            state = self._judge(hole, scan[slot])
            if state != self._steady.candidate[hole]:
                run[hole] = 0
            elif self._debounce(hole, state):
                changed = True
            else:
                self._doubts[self.unsure] = hole
                self.unsure += 1
        return changed

    def wrong_references(self) -> list[int]:
        """The muxes, counted from 0, whose references were wrong in the last scan; all of them without a half rail."""
        good = self._references.good
        return [q for q in range(len(good)) if not (good[q] and self._references.half)]

    def healing(self) -> bool:
        """Whether an unknown hole has begun to read right again."""
        steady = self._steady
        for hole in range(len(self.occupancy)):
            if self.occupancy[hole] == UNKNOWN and steady.run[hole] and steady.candidate[hole] != UNKNOWN:
                return True
        return False

    def reading(self, hole: int) -> int:
        """u of a hole in the last scan, in thousandths: positive for A, negative for B; 0 without a half rail."""
        half = self._references.half
        if not half:
            return 0
        deviation = self.scan[self.slots[hole]] - self.baseline.expected(hole, half)
        if deviation < 0:
            return -(-deviation * 500 // half)
        return deviation * 500 // half

    def drifted(self) -> bool:
        """Whether the board is empty and has drifted since the calibration: no code of the last scan needs a piece to
        explain it, and at least one is far from its baseline. An undalled piece may read as little as an empty hole
        that has drifted, so where one may stand, a detected piece counts. Dead sensors do not count.
        """
        config = self.config
        half = self._references.half
        most = 0
        for hole in range(len(self.slots) if half else 0):
            code = self.scan[self.slots[hole]]
            if config.CODE_LOW <= code <= config.CODE_HIGH:
                piece = self.heights is not None and self.occupancy[hole] not in (EMPTY, UNKNOWN)
                u = abs(self.reading(hole))
                if piece or u >= config.EMPTY_PERMILLE and abs(code - half) > config.CALIBRATE_OFFSET_MAX:
                    return False
                most = max(most, u)
        return most >= config.EMPTY_PERMILLE

    def _by_mux(self) -> list[bytes]:
        holes = range(len(self.slots))
        muxes = range(len(self.config.MUXES))
        return [bytes([hole for hole in holes if self.slots[hole] // CHANNELS == q]) for q in muxes]

    def _debounce(self, hole: int, state: int) -> bool:
        now = self.occupancy[hole]
        if self._steady.agree(hole, state, now):
            self.occupancy[hole] = state
            self._windows.place(hole, state)
            return True
        if self._steady.run[hole] == 1 and state != UNKNOWN and now != UNKNOWN:
            if self.unsure < _LOOKED_AT:
                self._doubts[self.unsure] = hole
            self.unsure += 1
        return False

    def _set(self, hole: int, state: int) -> None:
        # By hand, at once.
        self._altered = True
        self.occupancy[hole] = state
        self._steady.accept(hole)
        self._windows.place(hole, state)

    def _judge(self, hole: int, code: int) -> int:
        # The state that this code suggests.
        return UNKNOWN if self._masked[hole] else self._windows.judge(hole, code, self.occupancy[hole])

    def place_windows(self) -> None:
        """The thresholds have changed."""
        self._windows.scale(self._windows.half, self.occupancy)
