"""How much room every two solids leave each other in every step of assembly.

Two solids may lie against each other only where one of them says so (`touches`); where one is screwed or plugged into
the other (`drives`) they are not compared. Any other two must be `LEAST_MM` apart.
"""

from collections import namedtuple
from fnmatch import fnmatch

LEAST_MM = 0.5
NEAR_MM = 3.0  # farther apart than this is not measured
OVERLAP_MM3 = 0.01

Gap = namedtuple("Gap", "step one other mm")  # mm is negative for an overlap: the cube root of its volume


def _says(one, other, field) -> bool:
    return any(fnmatch(other.name, p) for p in getattr(one, field)) or any(
        fnmatch(one.name, p) for p in getattr(other, field)
    )


def _far(a, b) -> bool:
    return any(a[i] - b[i + 3] > NEAR_MM or b[i] - a[i + 3] > NEAR_MM for i in range(3))


_KNOWN = {}  # forms that stand in several steps are measured once


def gap_mm(one, other) -> float:
    """The room between two solids, NEAR_MM if it is more, negative if they overlap."""
    key = id(one.form), id(other.form)
    if key not in _KNOWN:
        mm = one.form.min_gap(other.form, NEAR_MM)
        shared = 0 if mm else (one.form ^ other.form).volume()
        mm = -(shared ** (1 / 3)) if shared > OVERLAP_MM3 else mm
        _KNOWN[key] = mm, one.form, other.form  # kept, so that no other form gets the same id
    return _KNOWN[key][0]


def gaps(step) -> "list[Gap]":
    """Every two solids of a step that come near each other, the closest first, but those that may touch."""
    found = []
    bounds = [solid.form.bounding_box() for solid in step.solids]
    for i, one in enumerate(step.solids):
        for j in range(i):
            other = step.solids[j]
            if _far(bounds[i], bounds[j]) or _says(one, other, "drives"):
                continue
            mm = gap_mm(one, other)
            if mm < NEAR_MM and not (0 <= mm and _says(one, other, "touches")):
                found.append(Gap(step.name, one.name, other.name, mm))
    return sorted(found, key=lambda gap: gap.mm)


def faults(found) -> "list[Gap]":
    """Those of the gaps that are too small."""
    return [gap for gap in found if gap.mm < LEAST_MM - 0.005]  # a circle is drawn with corners
