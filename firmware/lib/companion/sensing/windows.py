"""Which codes mean which state of a hole: empty, a piece of either player, unknown.

Each hole has a window of codes that confirm its present state. It moves only when the state or the supply does, so a
resting hole costs two comparisons; all judgement is in the slow path. A hole is `?` while its code is out of a working
sensor's range.

    >>> windows = Windows(config, baseline, None)
    >>> chr(windows.judge(4, 2400, EMPTY))                # A5
    'A'
"""

from array import array

from companion.sensing.wiring import const

if False:  # only for the type checker; the compiler drops it
    from typing import Any

    from companion.sensing.baseline import Baseline
    from companion.shapes import Config

EMPTY = const(46)  # ord(".")
SIDE_A = const(65)  # ord("A")
SIDE_B = const(66)  # ord("B")
UNKNOWN = const(63)  # ord("?")


class Windows:
    """low, high: by hole, the codes that confirm its state; 1 ... 0: none does. half: the half rail that they are made
    for. heights: a Heights, if they are sensed. exchanged: A's pieces have their south poles up."""

    def __init__(self, config: "Config", baseline: "Baseline", heights: "Any"):
        holes = len(baseline.codes)
        self.low = array("H", [1] * holes)
        self.high = array("H", [0] * holes)
        self.half = baseline.half
        self.exchanged = False
        self._config = config
        self._baseline = baseline
        self._heights = heights
        self._occupied = 0  # thresholds at that half rail, counts
        self._empty = 0

    def scale(self, half: int, occupancy: bytearray) -> None:
        """Place all windows for this half rail."""
        config = self._config
        permille = config.TALL_OCCUPIED_PERMILLE if self._heights else config.OCCUPIED_PERMILLE
        self.half = half
        self._occupied = permille * half // 500
        self._empty = config.EMPTY_PERMILLE * half // 500
        for hole in range(len(occupancy)):
            self.place(hole, occupancy[hole])

    def judge(self, hole: int, code: int, now: int) -> int:
        """The state that this code suggests; between the thresholds the present one, unless the sign contradicts it."""
        if not self._config.CODE_LOW <= code <= self._config.CODE_HIGH:
            return UNKNOWN
        deviation = code - self._baseline.expected(hole, self.half)
        if self.exchanged:
            deviation = -deviation
        side = SIDE_A
        if deviation < 0:
            deviation = -deviation
            side = SIDE_B
        heights = self._heights
        if deviation < self._occupied:
            was = now if heights is None else heights.side_of(now)
            if deviation < self._empty or (was != side and was != UNKNOWN):
                return EMPTY
            if was == UNKNOWN:
                return now
        return side if heights is None else heights.judge(hole, deviation, self.half, side, now)

    def place(self, hole: int, state: int) -> None:
        """Place the window of a hole in this state: exactly the codes that `judge` takes for it; `?` has none."""
        expected = self._baseline.expected(hole, self.half)
        low = self._config.CODE_LOW
        high = self._config.CODE_HIGH
        heights = self._heights
        above = SIDE_B if self.exchanged else SIDE_A
        if state == EMPTY:
            low = max(low, expected - self._occupied + 1)
            high = min(high, expected + self._occupied - 1)
        elif state == above and heights is None:
            low = max(low, expected + self._empty)
        elif (state == SIDE_A or state == SIDE_B) and heights is None:
            high = min(high, expected - self._empty)
        elif state != UNKNOWN:
            least = heights.low(hole, self.half, state, self._empty)
            most = heights.high(hole, self.half, state)
            if heights.side_of(state) == above:
                low, high = max(low, expected + least), min(high, expected + most)
            else:
                low, high = max(low, expected - most), min(high, expected - least)
        else:
            low = 1
            high = 0
        self.low[hole] = low
        self.high[hole] = high
