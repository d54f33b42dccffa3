"""The simple forms that all solids are built of, and what a solid is here.

>>> round(box(0, 0, 0, 1, 2, 3).volume(), 6)
6.0
"""

import math
from collections import namedtuple

import numpy
from manifold3d import CrossSection, FillRule, Manifold, OpType

# touches: patterns of the names of solids that it may lie against; drives: of those it is screwed or plugged into.
Solid = namedtuple("Solid", "name form colour touches drives", defaults=((), ()))

KERNEL = Manifold  # printed/step.py has the same forms built by another one
ROUND = 48  # corners of a circle
RIBBON_WIDE_MM, RIBBON_THICK_MM = 17.8, 0.9  # 14 wires


def joined(forms) -> Manifold:
    """One form of several."""
    return KERNEL.batch_boolean(list(forms), OpType.Add)


def box(x0, y0, z0, x1, y1, z1) -> Manifold:
    """A box between two corners, in any order."""
    low, high = numpy.minimum((x0, y0, z0), (x1, y1, z1)), numpy.maximum((x0, y0, z0), (x1, y1, z1))
    return KERNEL.cube(tuple(high - low)).translate(tuple(low))


def beam(x0, x1, y, wide, z0, z1) -> Manifold:
    """A box along x with its middle at y."""
    return box(x0, y - wide / 2, z0, x1, y + wide / 2, z1)


def rod(x, y, z0, z1, diameter, diameter_end=None) -> Manifold:
    """A rod, or a cone, along z."""
    end = diameter if diameter_end is None else diameter_end
    return KERNEL.cylinder(z1 - z0, diameter / 2, end / 2, ROUND).translate((x, y, z0))


def bar(x0, x1, y, z, diameter) -> Manifold:
    """A rod along x."""
    return rod(0, 0, 0, x1 - x0, diameter).rotate((0, 90, 0)).translate((x0, y, z))


def roof(x0, x1, y, z, diameter, up) -> Manifold:
    """The wedge that makes a lying round hole a drop with a roof at 45 degrees, which printers can close."""
    side, top = diameter / 8**0.5, diameter / 2**0.5
    corners = [(y - side, z + up * side), (y + side, z + up * side), (y, z + up * top)]
    return slab(corners, 0, x1 - x0).rotate((90, 0, 90)).translate((x0, 0, 0))


def slab(outline, z0, z1) -> Manifold:
    """A sheet with an outline."""
    return KERNEL.extrude(CrossSection([outline], FillRule.NonZero), z1 - z0).translate((0, 0, z0))


def screw(x, y, z, diameter, head, length) -> Manifold:
    """A countersunk screw driven from below: its head level with z, its point `length` above."""
    sunk = (head - diameter) / 2
    return rod(x, y, z - length, z, diameter) + rod(x, y, z - sunk, z, diameter, head)


def _strip(a, b, across, wide, thick) -> Manifold:
    """A flat piece of ribbon between two points."""
    way = (b - a) / numpy.linalg.norm(b - a)
    upright = numpy.cross(way, across) * thick / 2
    # A little longer than from point to point, so that pieces meet round a bend.
    a, b = a - way * thick / 2, b + way * thick / 2
    side = across * wide / 2
    return Manifold.hull_points([tuple(p + i * side + j * upright) for p in (a, b) for i in (1, -1) for j in (1, -1)])


def ribbon(points, across) -> Manifold:
    """A ribbon cable through points, each stretch along x or along y seen from above, or straight up and down.

    `across` is the direction of its width at the start. Where it turns in the plane it is folded, two layers thick.
    """
    points = [numpy.array(p, dtype=float) for p in points]
    across = numpy.array(across, dtype=float)
    found = []
    for a, b in zip(points, points[1:], strict=False):
        way = b - a
        if abs(way @ across) > 1e-9:  # folded: it turns by 90 degrees
            half = RIBBON_WIDE_MM / 2
            found.append(box(*(a - [half, half, RIBBON_THICK_MM]), *(a + [half, half, RIBBON_THICK_MM])))
            across = numpy.cross(across, [0.0, 0.0, 1.0])
        found.append(_strip(a, b, across, RIBBON_WIDE_MM, RIBBON_THICK_MM))
    return joined(found)


def cord(points, diameter) -> Manifold:
    """A round cable through points."""
    ball = Manifold.sphere(diameter / 2, 16)
    ends = [ball.translate(tuple(p)) for p in points]
    return joined(Manifold.batch_hull([a, b]) for a, b in zip(ends, ends[1:], strict=False))


def length_mm(points) -> float:
    """How long a cable through points is."""
    return sum(math.dist(a, b) for a, b in zip(points, points[1:], strict=False))
