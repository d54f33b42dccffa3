"""Field of the pieces' magnets at the Hall elements, by the exact solution for a cylinder.

The magnet hangs north pole up over a sensor whose face looks up, so a field that enters the face (south pole down, the
magnet of player A) is positive here and raises the sensor's output. Distances are mm, fields mT.

    >>> round(field_mt(0, 0, 4.0), 1)
    48.8
"""

import numpy

from hardware import geometry as g

REMANENCE_MT = 1300.0  # N42: 1280 ... 1320 mT (magnet makers' grade tables)


def _integral(k, p, s):
    """The complete elliptic integral C(k, p, 1, s), by steps of which each doubles the digits (Bulirsch 1965)."""
    low, high, root, mean, product = 1.0, s / numpy.sqrt(p), numpy.sqrt(p), 1.0, k
    for _ in range(7):
        low, high = low + high / root, 2 * (high + low * product / root)
        root = root + product / root
        mean, k = mean + k, 2 * numpy.sqrt(product)
        product = k * mean
    return numpy.pi / 2 * (high + low * mean) / (mean * (mean + root))


def field_mt(x_mm, y_mm, gap_mm, size_mm=(g.MAGNET_MM, g.MAGNET_HIGH_MM)):
    """Vertical field at a Hall element `gap_mm` below the magnet's face and aside by (x, y); scalars or arrays.

    `size_mm`: the magnet's diameter and height. A solenoid's field, by Derby and Olbert, "Cylindrical magnets and ideal
    solenoids" (2010); it has no value straight under the edge.
    """
    radius, aside = size_mm[0] / 2, numpy.hypot(x_mm, y_mm)
    ratio = (radius - aside) / (radius + aside)

    def end(z):
        far = numpy.hypot(z, radius + aside)
        return z / far * _integral(numpy.hypot(z, radius - aside) / far, ratio**2, ratio)

    return REMANENCE_MT / numpy.pi * radius / (radius + aside) * (end(gap_mm + size_mm[1]) - end(gap_mm))


def neighbours_mm(hole: str = "M8") -> "list[tuple[float, float]]":
    """Offsets of all other holes of the board from `hole`."""
    x0, y0 = g.hole_mm(hole)
    return [(x - x0, y - y0) for x, y in map(g.hole_mm, g.holes()) if (x, y) != (x0, y0)]


def crosstalk_mt(gap_mm: float, hole: str = "M8") -> float:
    """Field at a hole's sensor when every other hole holds a piece of player A: the most that neighbours can do."""
    return sum(field_mt(x, y, gap_mm) for x, y in neighbours_mm(hole))


def heap_mt(distance_mm: float, pieces: int = 16) -> float:
    """Strength at a sensor of a heap of captured pieces, all alike, beside it at the same height."""
    return -pieces * field_mt(distance_mm, 0.0, -g.MAGNET_HIGH_MM / 2)
