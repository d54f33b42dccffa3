"""The piece that a magnet walk waits for: where the sensors newly read one, and when it was turned in place.

arrivals = Arrivals(config, sensing, slots)
arrivals.look(now_ms)
if arrivals.quiet_ms(now_ms, scan) >= STABLE_MS: arrivals.answers(scan)
"""

from companion.sensing.windows import UNKNOWN
from companion.sensing.wiring import CHANNELS, half_slots
from companion.ticks import elapsed

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Config, Scan, Sensing

_STEADY = 10  # thousandths of u: greatest variation of a piece at rest


class Arrivals:
    """sensing: the board's, updated before. slots: each hole's place.

    seen: the occupancy as last seen. judged: whether the caller has looked at the last change, of changed_ms.
    """

    def __init__(self, config: "Config", sensing: "Sensing", slots: "Scan"):
        self.seen = bytearray(len(slots))
        self.judged = True
        self.changed_ms = 0
        self._config = config
        self._sensing = sensing
        self._slots = slots
        self._before = bytearray(len(slots))  # the occupancy before the piece came
        self._halves = half_slots(config)[:-1]  # places that read a piece if lines are swapped; not the direct one
        self._off = 0  # which of them read wrong, a bit each, as last seen
        self._off_before = 0

    def look(self, now: int) -> None:
        """Take the present occupancy."""
        self._look()
        self.changed_ms = now

    def quiet_ms(self, now: int, scan: "Scan") -> int:
        """Take a scan; returns how long nothing has changed."""
        off = self._halves_off(scan)
        if self._look() or off != self._off:
            self._off = off
            self.changed_ms = now
            self.judged = False
        return elapsed(now, self.changed_ms)

    def keep(self) -> None:
        """What was read last is no longer new."""
        self._before[:] = self.seen
        self._off_before = self._off

    def answers(self, scan: "Scan") -> list[tuple[int, int]]:
        """(place, u) of all places that newly read a piece."""
        found = []
        for hole in range(len(self.seen)):
            if chr(self.seen[hole]) in "AB" and chr(self._before[hole]) not in "AB":
                found.append((self._slots[hole], self._sensing.reading(hole)))
        new = self._off & ~self._off_before
        wrong = self._sensing.wrong_references()
        half = scan[len(scan) - 1]
        for i in range(len(self._halves)):
            if new >> i & 1 and self._halves[i] // CHANNELS not in wrong:
                found.append((self._halves[i], (scan[self._halves[i]] - half) * 500 // half))
        return found

    def _look(self) -> bool:
        # Take the occupancy, regardless of heights, of an unknown hole the last one; returns whether it has changed.
        heights = self._sensing.heights
        seen = heights.sides(self._sensing.occupancy) if heights else self._sensing.occupancy
        changed = False
        for hole in range(len(seen) if seen != self.seen else 0):
            code = seen[hole]
            if code != self.seen[hole] and code != UNKNOWN:
                self.seen[hole] = code
                changed = True
        return changed

    def _halves_off(self, scan: "Scan") -> int:
        half = scan[len(scan) - 1]
        most = self._config.OCCUPIED_PERMILLE * half // 500
        off = 0
        for i in range(len(self._halves) if half >= self._config.CODE_HALF_MIN else 0):
            if not -most < scan[self._halves[i]] - half < most:
                off |= 1 << i
        return off


class Turn:
    """A piece of two heights that is to be turned in its hole. first_u: its reading before."""

    def __init__(self, config: "Config", sensing: "Sensing", hole: int, first_u: int, now: int):
        self.first_u = first_u
        self._config = config
        self._sensing = sensing
        self._hole = hole
        self._last_u = first_u
        self._changed_ms = now

    def step(self, now: int) -> bool:
        """Whether it rests at its other height. It may be lifted, turned and put back: only where it comes to rest
        counts."""
        u = self.reading()
        if abs(u - self._last_u) > _STEADY:
            self._last_u = u
            self._changed_ms = now
            return False
        rests = elapsed(now, self._changed_ms) >= self._config.STABLE_MS
        return rests and abs(u) >= self._config.TALL_OCCUPIED_PERMILLE and self._sensing.heights.apart(self.first_u, u)

    def reading(self) -> int:
        """In u; the first one still if the sensor has died."""
        known = self._sensing.occupancy[self._hole] != UNKNOWN
        return self._sensing.reading(self._hole) if known else self.first_u
