"""Stuck address lines, from one scan: one line, two, or one while two others are swapped.

A stuck line makes channels alike in pairs (two lines, in fours), and moves the references. One sensor read twice
differs only by noise, two sensors by far more; so pairs that are alike must be much closer than the rest.

    >>> stuck_lines(scan, config, low, high)[0]      # at mux 1: S2 low, no second line, none exchanged
    (2, 0, None, None)
"""

from companion.sensing.findings import PAIRS, swap_bits
from companion.sensing.wiring import CHANNELS, REFERENCES, const

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Config, Names, Scan, Stuck

LINES = const(4)
ALIKE = const(64)  # counts: limit of the total difference of eight pairs at one voltage (noise, ripple, spikes)
DISTINCT = const(24)  # counts: total difference of eight such pairs by noise alone
_DEAD = const(2)  # channels of a mux that may read out of range: a sensor that is also dead is read twice


def stuck_lines(scan: "Scan", config: "Config", low: "Scan", high: "Scan") -> "list[Stuck | None]":
    """For each mux, `(line, level, second, swapped)` that explains its readings, or None.

    second: another stuck line; then level is None, because no reference may remain to tell it. swapped: two other lines
    that are swapped, or None. low, high: from selftest.limits. The lines run to all muxes: if the sensors of one are
    too similar to tell, another mux decides.
    """
    half = len(scan) - 1
    kinds = REFERENCES if low[half] <= scan[half] <= high[half] else REFERENCES[:2]  # a half rail lost tells nothing
    muxes = range(len(config.MUXES))
    stuck = [_stuck(scan, q, config, low, high, kinds) for q in muxes]
    singles = [there for there in stuck if there and there[2] is None]
    plain = singles or [there for there in stuck if there]
    if plain:
        there = plain[0]
        line, second = there[0], there[2]
        for q in muxes:
            mine = stuck[q]
            doubtful = not mine or singles and mine[2] is not None
            if doubtful and _apart(scan, q, 1 << line) <= ALIKE:
                if second is None:
                    as_well = _fits(scan, q, there, config, low, high, kinds)
                else:
                    as_well = _apart(scan, q, 1 << second) <= ALIKE
                if as_well:
                    stuck[q] = there
    return stuck


def _stuck(scan: "Scan", q: int, config: "Config", low: "Scan", high: "Scan", kinds: "Names") -> "Stuck | None":
    # If all pairs are close, or a floating pin drifts, no line is stuck.
    apart = [_apart(scan, q, 1 << line) for line in range(LINES)]
    order = sorted(apart)
    line = apart.index(order[0])
    if order[0] <= ALIKE and order[1] > 3 * order[0] + DISTINCT:
        for swapped in (None,) + PAIRS:
            if swapped is None or line not in swapped:
                for level in (0, 1):
                    there = (line, level, None, swapped)
                    if _fits(scan, q, there, config, low, high, kinds):
                        return there
    elif order[1] <= ALIKE and order[2] > 3 * order[1] + DISTINCT:
        two = [line for line in range(LINES) if apart[line] <= order[1]]
        if len(two) == 2:
            return two[0], None, two[1], None
    return None


def _apart(scan: "Scan", q: int, bit: int) -> int:
    # the total difference of the eight pairs of channels that differ in this bit
    first = q * CHANNELS
    apart = 0
    for channel in range(first, first + CHANNELS):
        if not channel & bit:
            apart += abs(scan[channel] - scan[channel | bit])
    return apart


def _fits(scan: "Scan", q: int, there: "Stuck", config: "Config", low: "Scan", high: "Scan", kinds: "Names") -> bool:
    # Whether the references are where a line stuck so puts them, and all sensors but one read in range.
    line, level, _, swapped = there
    first = q * CHANNELS
    bit = 1 << line
    dead = 0
    for channel in range(CHANNELS):
        reached = swap_bits(channel, swapped) if swapped else channel
        reached = reached | bit if level else reached & ~bit
        if not low[first + reached] <= scan[first + channel] <= high[first + reached]:
            kind = config.MUXES[q][reached]
            if kind in kinds:
                return False
            if kind not in REFERENCES:
                dead += 1
    return dead <= _DEAD
