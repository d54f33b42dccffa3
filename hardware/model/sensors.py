"""From field to ADC counts for the two kinds of sensor, with their worst corners and the groove's simulated pieces.

Counts are 12-bit, from the baseline of the empty hole. Worst corners take every tolerance at once: magnet, distance,
sideways, sensor, and all other holes occupied by the least helpful player, their magnets strong and close.

    >>> round(nominal_counts(DRV5055A3))
    909
"""

from collections import namedtuple

import numpy

from hardware import geometry as g
from hardware.model import magnetics

Sensor = namedtuple("Sensor", "name mv_per_mt low high swing_mv gap_mm")

RAIL_MV = 3300.0
COUNTS_PER_MV = 4096 / RAIL_MV
# DRV5055 data sheet, 3.3 V: 15 mV/mT +-5 %, linear to 0.2 V from either rail.
DRV5055A3 = Sensor("DRV5055A3", 15.0, 0.95, 1.05, RAIL_MV / 2 - 200, g.GAP_MM)
# SS49E data sheet, 5 V: 1.4 mV/G (1.0 ... 1.75), 1 V from either rail; ratiometric, so 66 % of it at 3.3 V.
SS49E = Sensor("SS49E class", 14.0 * 0.66, 1.0 / 1.4, 1.75 / 1.4, (2500 - 1000) * 0.66, g.GAP_SS49E_MM)
PIECES = 20_000  # simulated for the groove


def counts(sensor: Sensor, field_mt):
    """Counts from the baseline for a field, limited by the sensor's output swing; scalar or array."""
    return numpy.clip(field_mt * sensor.mv_per_mt, -sensor.swing_mv, sensor.swing_mv) * COUNTS_PER_MV


def reading(counts_from_baseline):
    """The firmware's u: counts over twice the half rail."""
    return counts_from_baseline / 4096


def nominal_counts(sensor: Sensor) -> float:
    """A piece where it should be, alone on the board."""
    return float(counts(sensor, magnetics.field_mt(0.0, 0.0, sensor.gap_mm)))


def worst_crosstalk_mt(sensor: Sensor) -> float:
    """All other pieces of one player, strong magnets, the board 1 mm too thin."""
    near = sensor.gap_mm - g.TOLERANCE_GAP_MM
    return -magnetics.crosstalk_mt(near) * (1 + g.TOLERANCE_MAGNET)


def worst_piece_counts(sensor: Sensor) -> float:
    """The weakest reading of a piece: everything against it."""
    own = magnetics.field_mt(g.TOLERANCE_SIDE_MM, 0.0, sensor.gap_mm + g.TOLERANCE_GAP_MM) * (1 - g.TOLERANCE_MAGNET)
    return float(counts(sensor, (own - worst_crosstalk_mt(sensor)) * sensor.low))


def worst_empty_counts(sensor: Sensor) -> float:
    """The strongest reading of an empty hole."""
    return float(counts(sensor, worst_crosstalk_mt(sensor) * sensor.high))


def groove_range_mt(gap_mm: float, others_gap_mm: float) -> "tuple[float, float]":
    """Least and most field of a piece at one height of the groove, its neighbours all at another; cut off at the swing.

    Least: all tolerances and all other holes against it; most: all tolerances for it and nobody near.
    """
    least = magnetics.field_mt(g.TOLERANCE_SIDE_MM, 0.0, gap_mm + g.TOLERANCE_GAP_MM) * (1 - g.TOLERANCE_MAGNET)
    least += magnetics.crosstalk_mt(others_gap_mm) * (1 + g.TOLERANCE_MAGNET)
    most = magnetics.field_mt(0.0, 0.0, gap_mm - g.TOLERANCE_GAP_MM) * (1 + g.TOLERANCE_MAGNET)
    return least, min(most, DRV5055A3.swing_mv / DRV5055A3.mv_per_mt)


def groove_readings(gap_mm: float, seed: int = 1):
    """|u| of simulated pieces at one height of the groove: uniform tolerances, random neighbours at either height."""
    draw = numpy.random.default_rng(seed)
    gap = gap_mm + draw.uniform(-g.TOLERANCE_GAP_MM, g.TOLERANCE_GAP_MM, PIECES)
    aside = draw.uniform(0, g.TOLERANCE_SIDE_MM, PIECES)
    magnet = draw.uniform(1 - g.TOLERANCE_MAGNET, 1 + g.TOLERANCE_MAGNET, PIECES)
    sensitivity = draw.uniform(DRV5055A3.low, DRV5055A3.high, PIECES)
    field = magnetics.field_mt(aside, numpy.zeros(PIECES), gap) * magnet
    for x, y in magnetics.neighbours_mm():
        heights = [magnetics.field_mt(x, y, height) for height in (g.GAP_DALLED_MM, g.GAP_UNDALLED_MM)]
        field += draw.choice([*heights, 0.0, *(-h for h in heights)], PIECES)
    return numpy.abs(reading(counts(DRV5055A3, field * sensitivity)))


def groove_errors(undalled_from: float, dalled_from: float) -> int:
    """Simulated pieces whose state two thresholds of |u| tell wrongly, of both states together."""
    undalled, dalled = groove_readings(g.GAP_UNDALLED_MM), groove_readings(g.GAP_DALLED_MM)
    return int(((undalled < undalled_from) | (undalled >= dalled_from)).sum() + (dalled < dalled_from).sum())
