"""The place of each hole and reference in a scan, from the board's config; and the verdict of the references.

A scan is `array('H')` of 65 codes: `scan[(q - 1) * 16 + c]` is channel c of mux q, `scan[64]` the half rail on its own
pin. Holes are numbered A1 ... A16, M1 ... M17, B1 ... B16.

    >>> hole_slots(config)[hole_names(config).index("M17")]     # mux 4, channel 2
    50
"""

from array import array

from daldos.geometry import board_for

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Config, Scan

try:
    from micropython import const as const
except ImportError:

    def const(value: int) -> int:  # type: ignore[misc]
        return value


CHANNELS = const(16)  # per mux
_TOP = const(4095)
_FREE_UP = const(3000)  # a free ADC pin goes above this with its pull-up,
_FREE_DOWN = const(1000)  # and below this with its pull-down; a pin that is held does not do both
GND = const(0)  # channels of the references
RAIL = const(1)
REFERENCES = ("GND", "RAIL", "HALF")


def hole_names(config: "Config") -> tuple[str, ...]:
    """Names of the holes in hole order: A1 ... A16, M1 ... M17, B1 ... B16."""
    board = board_for(config.N, True)
    return tuple([board.name(hole) for hole in range(board.size)])


def hole_slots(config: "Config") -> bytes:
    """For each hole, in hole order, its place in a scan.

    A hole on no mux (companion.sensing.config_check reports it) is read at GND, and so is unknown.
    """
    wired = [name for mux in config.MUXES for name in mux]
    places = {name: place for place, name in enumerate(wired)}  # to look through them for each takes a Pico 12 ms
    return bytes([places.get(name, GND) for name in hole_names(config)])


def by_place(config: "Config") -> list[int]:
    """The holes in order of their places; data stored in this order survives rewiring in config.py."""
    slots = hole_slots(config)
    return sorted(range(len(slots)), key=lambda hole: slots[hole])


def half_slots(config: "Config") -> bytes:
    """The places of the half-rail references in a scan, the direct one last."""
    wired = [name for mux in config.MUXES for name in mux]
    return bytes([i for i in range(len(wired)) if wired[i] == "HALF"] + [len(wired)])


def limits(config: "Config") -> "tuple[array[int], array[int]]":
    """`(low, high)`: the lowest and highest valid code for each place of a scan, two arrays of 65."""
    ends = {
        "GND": (0, config.CODE_GND_MAX),
        "RAIL": (config.CODE_RAIL_MIN, _TOP),
        "HALF": (config.CODE_HALF_MIN, config.CODE_HALF_MAX),
    }
    hole = (config.CODE_LOW, config.CODE_HIGH)
    wired = [name for mux in config.MUXES for name in mux] + ["HALF"]
    low = array("H", [ends.get(name, hole)[0] for name in wired])
    high = array("H", [ends.get(name, hole)[1] for name in wired])
    return low, high


def is_held(up: int, down: int | None) -> bool:
    """Whether a mux holds the pin that has these codes with its pulls; down is None if they cannot be judged."""
    return up < _FREE_UP or down is not None and down > _FREE_DOWN


class References:
    """The verdict on a scan's references: `good[q - 1]`, whether mux q can be trusted, and `half`, the half rail."""

    def __init__(self, config: "Config"):
        self.config = config
        self.good = bytearray(len(config.MUXES))
        self.half = 0  # counts; 0: no reference reads right
        self._halves = half_slots(config)

    def read(self, scan: "Scan") -> int:
        """Judge the references of this scan and return the half rail. Allocates nothing.

        One node feeds all half-rail references, so the mean of the good ones replaces a broken one.
        """
        config = self.config
        good = self.good
        muxes = len(good)
        for q in range(muxes):
            good[q] = self._answers(scan, q * CHANNELS)
        low = config.CODE_HALF_MIN
        high = config.CODE_HALF_MAX
        total = 0
        count = 0
        for slot in self._halves:
            q = slot // CHANNELS
            if q == muxes or good[q]:
                code = scan[slot]
                if low <= code <= high:
                    total += code
                    count += 1
        self.half = (total + count // 2) // count if count else 0
        return self.half

    def _answers(self, scan: "Scan", first: int) -> bool:
        # A line stuck high, or S0 stuck low, shows at GND or RAIL itself; S1, S2 or S3 stuck low repeats their pattern
        # at channel 2, 4 or 8. A broken half rail does not spoil the mux.
        low = self.config.CODE_GND_MAX
        high = self.config.CODE_RAIL_MIN
        if scan[first + GND] > low or scan[first + RAIL] < high:
            return False
        bit = 2
        while bit < CHANNELS:
            if scan[first + bit + GND] <= low and scan[first + bit + RAIL] >= high:
                return False
            bit += bit
        return True
