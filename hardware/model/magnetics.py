"""Field of the pieces' magnets at the Hall elements, by magpylib's exact solution for a cylinder.

The magnet hangs north pole up over a sensor whose face looks up, so a field that enters the face (south pole down, the
magnet of player A) is positive here and raises the sensor's output. Distances are mm, fields mT.

    >>> round(field_mt(0, 0, 4.0), 1)
    48.8
"""

import numpy

from hardware import geometry as g

REMANENCE_MT = 1300.0  # N42: 1280 ... 1320 mT (magnet makers' grade tables)
_MM = 1e-3


def _magnet(size_mm):
    import magpylib  # only here: it takes a second, and most that import this module ask for no field

    # Local axes: z up, the magnet's lower face at z = 0, the Hall element below it.
    size = tuple(mm * _MM for mm in size_mm)
    centre = (0, 0, size[1] / 2)
    return magpylib.magnet.Cylinder(polarization=(0, 0, REMANENCE_MT * 1e-3), dimension=size, position=centre)


def field_mt(x_mm, y_mm, gap_mm, size_mm=(g.MAGNET_MM, g.MAGNET_HIGH_MM)):
    """Vertical field at a Hall element `gap_mm` below the magnet's face and aside by (x, y); scalars or arrays.

    `size_mm`: the magnet's diameter and height.
    """
    x, y, gap = numpy.broadcast_arrays(x_mm, y_mm, gap_mm)
    points = numpy.stack([x * _MM, y * _MM, -gap * _MM], axis=-1).reshape(-1, 3)
    field = numpy.atleast_2d(_magnet(size_mm).getB(points))[:, 2] * 1e3
    return float(field[0]) if x.ndim == 0 else field.reshape(x.shape)


def neighbours_mm(hole: str = "M8") -> "list[tuple[float, float]]":
    """Offsets of all other holes of the board from `hole`."""
    x0, y0 = g.hole_mm(hole)
    return [(x - x0, y - y0) for x, y in map(g.hole_mm, g.holes()) if (x, y) != (x0, y0)]


def crosstalk_mt(gap_mm: float, hole: str = "M8") -> float:
    """Field at a hole's sensor when every other hole holds a piece of player A: the most that neighbours can do."""
    offsets = neighbours_mm(hole)
    return float(sum(field_mt([x for x, _ in offsets], [y for _, y in offsets], [gap_mm] * len(offsets))))


def heap_mt(distance_mm: float, pieces: int = 16) -> float:
    """Strength at a sensor of a heap of captured pieces, all alike, beside it at the same height."""
    return -pieces * field_mt(distance_mm, 0.0, -g.MAGNET_HIGH_MM / 2)
