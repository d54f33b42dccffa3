"""From field to ADC counts for the two kinds of sensor, with their worst corners.

Counts are 12-bit, from the baseline of the empty hole. Worst corners take every tolerance at once: magnet, distance,
sideways, sensor, and all other holes occupied by the least helpful player, their magnets strong and close.

    >>> round(nominal_counts(DRV5055A3))
    909
"""

from collections import namedtuple

import numpy

import config
from hardware import geometry as g
from hardware.model import magnetics

Sensor = namedtuple("Sensor", "name mv_per_mt low high swing_mv gap_mm")

RAIL_MV = 3300.0
COUNTS_PER_MV = 4096 / RAIL_MV
# DRV5055 data sheet, 3.3 V: 15 mV/mT +-5 %, linear to 0.2 V from either rail.
DRV5055A3 = Sensor("DRV5055A3", 15.0, 0.95, 1.05, RAIL_MV / 2 - 200, g.GAP_MM)
# SS49E data sheet, 5 V: 1.4 mV/G (1.0 ... 1.75), 1 V from either rail; ratiometric, so 66 % of it at 3.3 V.
SS49E = Sensor("SS49E class", 14.0 * 0.66, 1.0 / 1.4, 1.75 / 1.4, (2500 - 1000) * 0.66, g.GAP_SS49E_MM)
# The next two by public notes on their data sheets.
# GH39F, 5 V: 1.8 mV/G (1.45 ... 2.0), at least 0.95 V from the lower and 1.05 V from the upper rail;
# of 3.3 V it says only that it works from 3.0 V.
GH39F = Sensor("GH39FKSW", 18.0 * 0.66, 1.45 / 1.8, 2.0 / 1.8, (2500 - 1050) * 0.66, g.GAP_SS49E_MM)
# MT9102, 3.3 V: 1.6 mV/G, linear to 85 mT; +-10 % is supposed.
MT9102 = Sensor("MT9102ET", 16.0, 0.9, 1.1, 85 * 16.0, g.GAP_MM)


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


def parts_them(sensor: Sensor) -> bool:
    """Whether the firmware's thresholds lie between an empty hole and a piece at their worst, with room to both."""
    empty, piece = (reading(worst(sensor)) * 1000 for worst in (worst_empty_counts, worst_piece_counts))
    return empty * 1.5 < config.EMPTY_PERMILLE and config.OCCUPIED_PERMILLE < piece / 1.4


def worst_empty_counts(sensor: Sensor) -> float:
    """The strongest reading of an empty hole."""
    return float(counts(sensor, worst_crosstalk_mt(sensor) * sensor.high))
