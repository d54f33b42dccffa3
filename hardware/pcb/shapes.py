"""The parts' bodies as boxes, read from the models beside KiCad's files, which KiCad's renderer shows as well.

A box is (x0, y0, z0, x1, y1, z1), mm, x right and y up seen from the part's own side, z away from the board.

    >>> len(boxes("C_0603"))
    3
"""

import re
from functools import lru_cache

from hardware.pcb.board import KICAD

_UNIT_MM = 2.54  # of a model
_BOX = re.compile(r"translation (\S+) (\S+) (\S+) .*? Box { size (\S+) (\S+) (\S+) }")


@lru_cache
def boxes(footprint: str) -> list:
    """The boxes of a footprint's part; empty if it does not rise above the board."""
    file = KICAD / f"shapes/{footprint}.wrl"
    found = []
    for match in _BOX.finditer(file.read_text(encoding="utf-8") if file.exists() else ""):
        middle, size = ([float(value) * _UNIT_MM for value in match.groups()[k : k + 3]] for k in (0, 3))
        found.append(tuple(round(m + side * s / 2, 3) for side in (-1, 1) for m, s in zip(middle, size, strict=True)))
    return found
