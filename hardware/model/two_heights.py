"""Pieces of two heights: how far the readings of dalled, undalled and empty holes are apart, over drawn pieces.

Every tolerance is drawn evenly between its limits, for each piece and for all its neighbours; `LIMITS` says which. With
`per hole` each hole is known by a reference piece put into it once: what belongs to the hole (its depth, its sensor's
sensitivity) is then the same for all pieces that are compared, and the worst of five holes counts.

    >>> CHOSEN
    Choice(magnet_mm=6.0, magnet_high_mm=3.0, gap_mm=3.2, lift_mm=4.0)
"""

from collections import namedtuple
from functools import lru_cache

import numpy

from hardware import geometry as g
from hardware import tables
from hardware.model import magnetics, sensors
from hardware.pcb import heights

PIECES = 20_000  # drawn for each state
SEED = 1

# Magnet, distance from its face to the Hall element dalled, and how much higher the piece stands undalled; mm.
Choice = namedtuple("Choice", "magnet_mm magnet_high_mm gap_mm lift_mm")
THIN_MM = heights.GAP_MM - g.FLOOR_MM + g.TALL_FLOOR_MM  # with the floor of 2 mm
CHOSEN = Choice(g.TALL_MAGNET_MM, g.TALL_MAGNET_HIGH_MM, THIN_MM, g.TALL_LIFT_MM)
CHOICES = (
    Choice(g.MAGNET_MM, g.MAGNET_HIGH_MM, THIN_MM, 4.0),
    Choice(6.0, 2.0, THIN_MM, 4.0),
    Choice(6.0, 3.0, heights.GAP_MM, 3.0),
    CHOSEN,
    Choice(6.0, 4.0, heights.GAP_MM, 3.5),
)

# Limits, to either side. piece, hole: of height, mm; side: aside, mm; the rest holds for both.
Limits = namedtuple("Limits", "name piece_mm hole_mm side_mm")
LIMITS = (Limits("close", 0.3, 0.2, 0.7), Limits("house", 0.3, 0.7, 1.0))
MAGNET = g.TOLERANCE_MAGNET
SENSITIVITY = sensors.DRV5055A3.high - 1
DRIFT_COUNTS = 5.0  # noise and warming up since the baseline was taken
HEAP_PIECES = 16  # captured pieces at the tray, of one player, none to all
STATES = ("dalled", "undalled", "empty")
HOLES = (-1.0, -0.5, 0.0, 0.5, 1.0)  # of a hole's limits

Margin = namedtuple("Margin", "dalled_undalled undalled_empty empty undalled dalled")  # counts; the last three: ranges


def _scale(choice: Choice) -> float:
    """How much stronger the magnet is than the plain one, far away: neighbours are nearly dipoles."""
    plain = g.MAGNET_MM**2 * g.MAGNET_HIGH_MM
    return choice.magnet_mm**2 * choice.magnet_high_mm / plain


@lru_cache
def _neighbours_mt(state: str, choice: Choice, limits: Limits):
    """Field of random neighbours and of the heap, for each drawn piece."""
    draw = numpy.random.default_rng([SEED, STATES.index(state), 1])
    total = numpy.zeros(PIECES)
    reach = limits.piece_mm + limits.hole_mm
    for x, y in magnetics.neighbours_mm():
        total += _one_neighbour_mt(draw, choice, reach, x, y)
    heap = magnetics.heap_mt(g.TRAY_MM, 1) * _scale(choice)
    return total + heap * draw.integers(0, HEAP_PIECES, PIECES, endpoint=True) * draw.choice((1, -1), PIECES)


def _one_neighbour_mt(draw, choice: Choice, reach, x, y):
    near = numpy.linspace(choice.gap_mm - reach, choice.gap_mm + choice.lift_mm + reach, 15)
    known = magnetics.field_mt(x, y, near, choice[:2])
    height = choice.gap_mm + choice.lift_mm * draw.integers(0, 1, PIECES, endpoint=True)
    field = numpy.interp(height + draw.uniform(-reach, reach, PIECES), near, known)
    return field * draw.uniform(1 - MAGNET, 1 + MAGNET, PIECES) * draw.choice((1, 0, -1), PIECES)


def readings(state: str, choice: Choice, limits: Limits, hole=None):
    """Counts from the baseline, towards the piece's side, of drawn pieces; `hole` as in HOLES, or None: any hole."""
    draw = numpy.random.default_rng([SEED, STATES.index(state), 2])
    field = _neighbours_mt(state, choice, limits)
    if state != "empty":
        deep = draw.uniform(-1, 1, PIECES) if hole is None else hole
        gap = choice.gap_mm + choice.lift_mm * (state == "undalled")
        gap = gap + draw.uniform(-limits.piece_mm, limits.piece_mm, PIECES) + limits.hole_mm * deep
        aside = draw.uniform(0, limits.side_mm, PIECES)
        own = magnetics.field_mt(aside, 0.0, gap, choice[:2])
        field = field + own * draw.uniform(1 - MAGNET, 1 + MAGNET, PIECES)
    else:
        field = numpy.abs(field)
    gain = draw.uniform(1 - SENSITIVITY, 1 + SENSITIVITY, PIECES) if hole is None else 1 - SENSITIVITY
    counts = sensors.counts(sensors.DRV5055A3, field * gain)
    return counts + draw.uniform(-DRIFT_COUNTS, DRIFT_COUNTS, PIECES)


@lru_cache
def margin(choice: Choice, limits: Limits, per_hole: bool) -> Margin:
    """The least room between two states over all drawn pieces, negative if they overlap; and what each reads."""
    rooms, ranges = [], {state: [] for state in STATES}
    for hole in HOLES if per_hole else (None,):
        for state in STATES:
            counts = readings(state, choice, limits, hole)
            ranges[state] += [float(counts.min()), float(counts.max())]
        dalled, undalled, empty = (ranges[state][-2:] for state in STATES)
        rooms.append((dalled[0] - undalled[1], undalled[0] - empty[1]))
    least = (min(column) for column in zip(*rooms, strict=True))
    return Margin(*least, *((min(ranges[s]), max(ranges[s])) for s in reversed(STATES)))


def table() -> str:
    """The margins as a Markdown table."""
    head = ("magnet", "dalled, undalled", "tolerances", "known", "dalled to undalled", "undalled to empty", "undalled")
    rows = []
    per_mt = sensors.DRV5055A3.mv_per_mt * sensors.COUNTS_PER_MV
    for choice in CHOICES:
        mark = "**" if choice == CHOSEN else ""
        for limits in LIMITS:
            for per_hole in (False, True):
                m = margin(choice, limits, per_hole)
                both = [f"{value / per_mt:.1f} mT, {value:.0f} counts" for value in m[:2]]
                magnet = f"{mark}{choice.magnet_mm:g} x {choice.magnet_high_mm:g}{mark}"
                gaps = f"{choice.gap_mm:.1f}, {choice.gap_mm + choice.lift_mm:.1f} mm"
                known = "each hole" if per_hole else "no hole"
                undalled = f"{m.undalled[0]:.0f} to {m.undalled[1]:.0f} counts"
                rows.append((magnet, gaps, limits.name, known, *both, undalled, f"{m.dalled[0]:.0f}"))
    return tables.table((*head, "dalled from"), rows)


def limits_table() -> str:
    """What was drawn, between which limits, as a Markdown table."""
    close, house = LIMITS
    rows = [
        ("height of magnet, from the piece: peg, glue, tilt", f"±{close.piece_mm} mm", f"±{house.piece_mm} mm"),
        ("height, from the hole: floor, spacer, Hall element", f"±{close.hole_mm} mm", f"±{house.hole_mm} mm"),
        ("aside: peg in its hole, sensor under it", f"0 to {close.side_mm} mm", f"0 to {house.side_mm} mm"),
    ]
    rows += [
        (what, both, "the same")
        for what, both in (
            ("strength of magnet", f"±{MAGNET:.0%}"),
            ("sensitivity of sensor (data sheet)", f"±{SENSITIVITY:.0%}"),
            ("the 48 other holes", "empty, A or B; dalled or not; magnet and height drawn as above"),
            ("captured pieces at the tray", f"0 to {HEAP_PIECES} of one player, {g.TRAY_MM:g} mm off"),
            ("noise, and warming up since calibration", f"±{DRIFT_COUNTS:g} counts"),
        )
    ]
    return tables.table(("drawn for each piece, evenly", "close", "house"), rows).replace("%", " %")
