"""Small things as solids: pieces, the jig for their pegs, spacers of the quarter boards."""

from functools import lru_cache

from hardware import geometry as g
from hardware.pcb import heights
from hardware.solids.forms import Manifold, Solid, box, rod

FIT_MM = 0.2  # a printed hole is this much too narrow
LEAD_MM = 10.0  # of the hole that leads the drill
BUZZER_MM = (20.0, 1.2)  # a piezo disc with the solder of its wires: diameter, thick


def piece(hole: str, dalled: bool, foot: float = -g.FLOOR_MM, peg_mm: float = g.PEG_LENGTH_MM) -> Manifold:
    """A piece in a hole, its foot on the floor; the head's wedge across the row, or along it when dalled."""
    (x, y), top = g.hole_mm(hole), foot - peg_mm
    long, flat = g.HEAD_LONG_MM / 2, g.HEAD_FLAT_MM / 2
    half = (long, flat) if dalled else (flat, long)
    head = box(x - half[0], y - half[1], top - g.HEAD_HIGH_MM, x + half[0], y + half[1], top)
    return rod(x, y, top, foot, g.PEG_MM) + head


@lru_cache
def pieces() -> "list[Solid]":
    """Neighbours in a row and across, dalled and not."""
    places = (("A1", False), ("A2", True), ("A3", True), ("A4", False), ("M2", True), ("M3", False), ("B2", True))
    around = ("floor", "air above the deck")
    return [Solid(f"piece in {hole}", piece(hole, d), "#8d5a2b", around, around[1:]) for hole, d in places]


def peg_jig(peg_mm: float = g.PEG_MM, magnet_mm: float = g.MAGNET_MM, long_mm: float = g.PEG_LENGTH_MM) -> Manifold:
    """A block for the vice: its slit closes on the peg, and a hole over it leads the drill into the middle of its end.

    The peg is pushed in from below until it stops at the drill's hole.
    """
    side, lead = 30.0, LEAD_MM
    body = box(0, 0, 0, side, side, long_mm + lead)
    body -= rod(side / 2, side / 2, -1, long_mm, peg_mm + FIT_MM)
    body -= rod(side / 2, side / 2, 0, long_mm + lead + 1, magnet_mm + FIT_MM)
    # The slit lets the vice clamp the peg, and the chips out.
    return body - box(side / 2 - 1.0, -1, -1, side / 2 + 1.0, side / 2, long_mm + 2.0)


def spacer() -> Manifold:
    """A washer between floor and quarter board; sixteen are wanted."""
    return rod(0, 0, 0, heights.SPACER_MM, 6.0) - rod(0, 0, -1, heights.SPACER_MM + 1, 2.2 + FIT_MM)


def buzzer(axis: str, at, on) -> Solid:
    """The piezo disc with its edge glued to what is `on`; its middle and its face nearest to zero of an axis."""
    disc = rod(0, 0, 0, BUZZER_MM[1], BUZZER_MM[0]).rotate((-90, 0, 0) if axis == "y" else (0, 90, 0))
    return Solid("buzzer", disc.translate(at), "#d8b13c", on)
