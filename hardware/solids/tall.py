"""The option of pieces of two heights as solids: a stretch of grooved deck, thin floor, pieces in both states."""

from functools import lru_cache

from hardware import geometry as g
from hardware.solids import small
from hardware.solids.forms import Manifold, Solid, box, joined, rod

_END_MM = 76.0  # of the section, measured from the stern
DECK_BOTTOM_MM = -g.TALL_FLOOR_MM
DECK_TOP_MM = DECK_BOTTOM_MM - g.DECK_MM
STATES = {"A1": False, "A2": True, "A3": True, "A4": False, "M1": True, "M2": False, "B2": True, "B3": False}  # dalled?


def _grooves() -> Manifold:
    half = g.GROOVE_WIDE_MM / 2
    rows = (g.ROW_MM, 0.0, -g.ROW_MM)
    return joined(box(-1, y - half, DECK_TOP_MM - 1, _END_MM + 1, y + half, DECK_TOP_MM + g.GROOVE_MM) for y in rows)


def deck() -> Manifold:
    """The stern end of the plank, holes and grooves."""
    half = g.BEAM_MM / 2
    plank = box(0, -half, DECK_TOP_MM, _END_MM, half, DECK_BOTTOM_MM) - _grooves()
    places = [g.hole_mm(hole) for hole in g.holes() if g.hole_mm(hole)[0] < _END_MM]
    return plank - joined(rod(x, y, DECK_TOP_MM - 1, 0, g.HOLE_MM) for x, y in places)


def foot_mm(dalled: bool) -> float:
    """z of a piece's foot: on the floor, or held up by the head across the groove."""
    return DECK_BOTTOM_MM - (0.0 if dalled else g.TALL_LIFT_MM)


def magnet(hole: str, dalled: bool) -> Manifold:
    """The magnet in the foot of a piece."""
    face = foot_mm(dalled) - g.RECESS_MM
    return rod(*g.hole_mm(hole), face - g.TALL_MAGNET_HIGH_MM, face, g.TALL_MAGNET_MM)


def piece(hole: str, dalled: bool) -> Manifold:
    """A piece in its hole, without its magnet."""
    (x, y), foot = g.hole_mm(hole), foot_mm(dalled)
    bore = rod(x, y, foot - g.RECESS_MM - g.TALL_MAGNET_HIGH_MM, foot + 1, g.TALL_MAGNET_MM)
    return small.piece(hole, dalled, foot, g.TALL_PEG_LENGTH_MM) - bore


@lru_cache
def solids() -> "list[Solid]":
    """Deck, floor and pieces. A dalled piece touches the floor, an undalled one the deck, and neither the other."""
    half = g.BEAM_MM / 2
    sheet = box(0, -half, DECK_BOTTOM_MM, _END_MM, half, 0)
    found = [Solid("deck", deck(), "#cfa873", ("floor",)), Solid("floor", sheet, "#e9d9b8")]
    for hole, dalled in STATES.items():
        rests_on = "floor" if dalled else "deck"
        found.append(Solid(f"piece in {hole}", piece(hole, dalled), "#8d5a2b" if dalled else "#c98d4b", (rests_on,)))
        found.append(Solid(f"magnet in {hole}", magnet(hole, dalled), "#b03030", (f"piece in {hole}",)))
    return found
