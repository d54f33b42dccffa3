"""Turns scans of ADC codes into the occupancy of 49 holes.

A piece is seen as the deviation of its sensor from the sensor's own baseline, relative to the supply:
`u = (code - baseline) / (2 * half rail)`; the sign is the player (A, north pole up, reads above, B below). If the board
senses heights (`config.DALLED`), the size of u tells a dalled piece from an undalled one (companion.sensing.heights).

Hall sensors and half rail follow the sensor supply, but the ADC has another reference. When temperature or load moves
the two apart, every code moves in proportion. So the baseline is scaled by the half rail of *this* scan over that of
the calibration, and only the magnet's effect remains.

Each hole has a window of codes that confirm its present state. It moves only when the state or the supply does, so a
resting hole costs two comparisons; all judgement is in the slow path. A hole is `?` while its code is out of a working
sensor's range, or while the references of its mux are wrong.

A change is accepted when DEBOUNCE_SCANS scans agree on it. If only one or two holes are in doubt, as when a hand moves
a piece, `unsure` asks for a `look` at these a few ms later, before the next scan. Bursts of noise affect many holes or
shift the half rail; then there are no extra looks, nor for holes that become unknown.

The baseline does not adapt during play: it would learn the neighbours' leakage (up to 47 counts), more than the drift
it could remove (9 counts). Both together stay well below the threshold of 123 counts.

    sensing = Sensing(config)
    if sensing.update(scan):
        show(sensing.occupancy)      # bytearray(b"AAAA...BBBB"), 49 holes: A1 ..., M1 ..., B1 ...
    while sensing.unsure:
        if sensing.look(scan): ...
"""

from array import array

from companion.sensing.calibration import check_baseline
from companion.sensing.wiring import CHANNELS, References, const, hole_slots

if False:  # only for the type checker; the compiler drops it
    from typing import Any

    from companion.shapes import Config, Scan

EMPTY = const(46)  # ord(".")
SIDE_A = const(65)  # ord("A")
SIDE_B = const(66)  # ord("B")
UNKNOWN = const(63)  # ord("?")
HEAL_SCANS = const(50)  # good scans before a faulty hole is trusted again, so that a loose contact does not flicker
_WELL_SCANS = const(100)  # or after the debounce, if it reads as before the fault after so many good scans
_LOOKED_AT = const(2)  # most holes in doubt: a player has two hands
_HALF_STEP = const(8)  # counts: a larger move of the half rail moves the windows; above its ripple, 0.002 in u
_MIDDLE = const(2048)  # the middle of the ADC's range


class Sensing:
    """Keeps `occupancy`, 49 bytes of `.`, `A`, `B`, `?` in hole order, all `?` until the first scans agree. With
    config.DALLED these are readings of companion.sensing.heights, and `heights` judges them; else it is None.

    `set_baseline` takes the result of a Calibration. Without it every empty hole is assumed to read the half rail,
    which sensors do within some 75 counts: playable, with less margin.

    slots: each hole's place in a scan. unsure: the number of holes, at most two, worth a `look` before the next
    `update`.
    """

    def __init__(self, config: "Config"):
        self.config = config
        self.slots = hole_slots(config)
        holes = len(self.slots)
        self.occupancy = bytearray(b"?" * holes)
        self.baseline = array("H", [_MIDDLE] * holes)
        self.heights: Any = None  # a Heights
        if getattr(config, "DALLED", False):  # an older config.py may not have it
            from companion.sensing.heights import Heights  # not where it is not needed

            self.heights = Heights(config, holes)
        self.calibrated = False
        self.baseline_half = _MIDDLE  # the half rail of the baseline, counts
        self._half = _MIDDLE  # the half rail the windows were made for
        self._occupied = 0  # thresholds at that half rail, counts
        self._empty = 0
        self._references = References(config)
        self._scan: Scan = ()
        self._holes = self._by_mux()
        self._low = array("H", [1] * holes)  # codes from _low to _high confirm the state; 1 ... 0: none does
        self._high = array("H", [0] * holes)
        self._candidate = bytearray(holes)
        self._run = bytearray(holes)  # equal scans of the candidate so far
        self._need = bytearray([config.DEBOUNCE_SCANS] * holes)
        self._was = bytearray(holes)  # the state before it became unknown
        self._known = array("H", [0] * holes)  # the number of the scan since which it has been known
        self._count = 0  # scans, 16 bits: when it wraps after 11 minutes, a hole may heal slowly, which does no harm
        self._masked = bytearray(holes)
        self._altered = False  # by hand, since the last scan
        self.unsure = 0
        self._doubts = bytearray(_LOOKED_AT)  # these holes
        self.place_windows()

    def set_baseline(self, baseline: "Scan", half: int) -> None:
        """Use these codes of 49 empty holes, taken at this half rail (counts). CodedError if unfit."""
        check_baseline(baseline, half, self.config)
        for hole in range(len(baseline)):
            self.baseline[hole] = baseline[hole]
        self.baseline_half = half
        self.calibrated = True
        self.place_windows()

    def mask(self, hole: int, masked: bool = True) -> None:
        """Take a hole out of play (`?` at once), or back in (after the debounce)."""
        self._masked[hole] = masked
        if masked:
            self._altered = True
            self._accept(hole, UNKNOWN, self.config.DEBOUNCE_SCANS)

    def masked(self) -> list[int]:
        """The holes taken out of play by `mask`."""
        return [hole for hole in range(len(self._masked)) if self._masked[hole]]

    def believe(self, hole: int) -> None:
        """Take a masked hole back in at once, as empty until the scans say otherwise."""
        self._masked[hole] = False
        self._altered = True
        self._accept(hole, EMPTY, self.config.DEBOUNCE_SCANS)

    def update(self, scan: "Scan") -> bool:
        """Take one scan (65 codes); True if the debounced state of any hole changed. Allocates nothing."""
        self._scan = scan
        half = self._references.read(scan)
        moved = half and not -_HALF_STEP < half - self._half < _HALF_STEP
        if moved:
            self._half = half
            self.place_windows()
        changed = self._altered
        self._altered = False
        self.unsure = 0
        self._count = (self._count + 1) & 0xFFFF
        good = self._references.good
        low = self._low
        high = self._high
        slots = self.slots
        run = self._run
        for q in range(len(good)):
            if half and good[q]:
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
        self._scan = scan
        run = self._run
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
            if state != self._candidate[hole]:
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
        for hole in range(len(self.occupancy)):
            if self.occupancy[hole] == UNKNOWN and self._run[hole] and self._candidate[hole] != UNKNOWN:
                return True
        return False

    def reading(self, hole: int) -> int:
        """u of a hole in the last scan, in thousandths: positive for A, negative for B; 0 without a half rail."""
        half = self._references.half
        if not half:
            return 0
        deviation = self._scan[self.slots[hole]] - self.baseline[hole] * half // self.baseline_half
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
            code = self._scan[self.slots[hole]]
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

    def _judge(self, hole: int, code: int) -> int:
        # The state that this code suggests; between the thresholds the present one, unless the sign contradicts it.
        if self._masked[hole] or not self.config.CODE_LOW <= code <= self.config.CODE_HIGH:
            return UNKNOWN
        deviation = code - self.baseline[hole] * self._half // self.baseline_half
        side = SIDE_A
        if deviation < 0:
            deviation = -deviation
            side = SIDE_B
        now = self.occupancy[hole]
        heights = self.heights
        if deviation < self._occupied:
            was = now if heights is None else heights.side_of(now)
            if deviation < self._empty or (was != side and was != UNKNOWN):
                return EMPTY
            if was == UNKNOWN:
                return now
        return side if heights is None else heights.judge(hole, deviation, self._half, side, now)

    def _debounce(self, hole: int, state: int) -> bool:
        run = self._run
        if state == self.occupancy[hole]:
            run[hole] = 0
            return False
        if state != self._candidate[hole]:
            self._candidate[hole] = state
            run[hole] = 0
        run[hole] += 1
        need = self._need[hole]
        if run[hole] < need and not (state == self._was[hole] and run[hole] >= self.config.DEBOUNCE_SCANS):
            if run[hole] == 1 and state != UNKNOWN and self.occupancy[hole] != UNKNOWN:
                if self.unsure < _LOOKED_AT:
                    self._doubts[self.unsure] = hole
                self.unsure += 1
            return False
        need = self.config.DEBOUNCE_SCANS
        if state == UNKNOWN:
            need = HEAL_SCANS
            well = (self._count - self._known[hole]) & 0xFFFF >= _WELL_SCANS
            self._was[hole] = self.occupancy[hole] if well else UNKNOWN
        elif self.occupancy[hole] == UNKNOWN:
            self._known[hole] = self._count
        self._accept(hole, state, need)
        return True

    def _accept(self, hole: int, state: int, need: int) -> None:
        # The hole has this state now; the next one must come in so many scans.
        self.occupancy[hole] = state
        self._need[hole] = need
        self._run[hole] = 0
        self._place_window(hole)

    def place_windows(self) -> None:
        """The thresholds have changed."""
        permille = self.config.TALL_OCCUPIED_PERMILLE if self.heights else self.config.OCCUPIED_PERMILLE
        self._occupied = permille * self._half // 500
        self._empty = self.config.EMPTY_PERMILLE * self._half // 500
        for hole in range(len(self.slots)):
            self._place_window(hole)

    def _place_window(self, hole: int) -> None:
        # The window must hold exactly the codes for which _judge returns the present state; `?` has no window.
        expected = self.baseline[hole] * self._half // self.baseline_half
        low = self.config.CODE_LOW
        high = self.config.CODE_HIGH
        state = self.occupancy[hole]
        if state == EMPTY:
            low = max(low, expected - self._occupied + 1)
            high = min(high, expected + self._occupied - 1)
        elif state == SIDE_A and self.heights is None:
            low = max(low, expected + self._empty)
        elif state == SIDE_B and self.heights is None:
            high = min(high, expected - self._empty)
        elif state != UNKNOWN:
            least = self.heights.low(hole, self._half, state, self._empty)
            most = self.heights.high(hole, self._half, state)
            if self.heights.side_of(state) == SIDE_A:
                low, high = max(low, expected + least), min(high, expected + most)
            else:
                low, high = max(low, expected - most), min(high, expected - least)
        else:
            low = 1
            high = 0
        self._low[hole] = low
        self._high[hole] = high
