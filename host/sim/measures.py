"""The board's dimensions, for the page's drawing and the real board: outline, holes, heads of the pieces.

Lengths are millimetres. x runs from the stern to the prow along the middle row, y across the boat, row A at +y.
Dimensions that only builders need are in hardware/geometry.py.

    >>> hole_mm("A1"), hole_mm("M17")
    ((15.0, 23.0), (295.0, 0.0))
"""

import config
from companion.sensing.wiring import hole_names

PITCH_MM = 17.5  # hole to hole in a row
ROW_MM = 23.0  # row to row
STERN_MM = 15.0  # stern edge to the first hole
PROW_MM = 15.0  # prow hole to the tip
BEAM_MM = 80.0
HOLE_MM = 9.0  # diameter
LENGTH_MM = STERN_MM + config.N * PITCH_MM + PROW_MM
TAPER_MM = 66.0  # over this length the sides curve towards the prow
HEAD_LONG_MM = 14.0  # the head is a flat wedge: across the row undalled, along the row dalled
HEAD_FLAT_MM = 6.0


def holes() -> "tuple[str, ...]":
    """All holes in order; an index is the hole's number, and its LED's number after the dice."""
    return hole_names(config)


def hole_mm(hole: str) -> "tuple[float, float]":
    """Centre of a hole, (x, y) in mm from the middle of the stern edge."""
    return STERN_MM + (int(hole[1:]) - 1) * PITCH_MM, {"A": ROW_MM, "M": 0.0, "B": -ROW_MM}[hole[0]]


def half_beam_mm(x: float) -> float:
    """Half the width of the deck at x mm from the stern: straight sides, then a curve to the point of the prow."""
    start = LENGTH_MM - TAPER_MM
    if x <= start:
        return BEAM_MM / 2
    # A quadratic Bezier from (start, half beam) to (length, 0); its control point extends the straight side.
    control = start + 0.79 * TAPER_MM
    a, b = start - 2 * control + LENGTH_MM, 2 * (control - start)
    t = (x - start) / b if abs(a) < 1e-9 else (-b + (b * b + 4 * a * (x - start)) ** 0.5) / (2 * a)
    return BEAM_MM / 2 * (1 - t * t)


def outline_mm(steps: int = 40) -> "list[tuple[float, float]]":
    """The deck's outline as a closed polygon, from the stern's A side round the prow to its B side."""
    start = LENGTH_MM - TAPER_MM
    side = [(0.0, BEAM_MM / 2)]
    side += [(start + TAPER_MM * k / steps, half_beam_mm(start + TAPER_MM * k / steps)) for k in range(steps)]
    return side + [(LENGTH_MM, 0.0)] + [(x, -y) for x, y in reversed(side)]
