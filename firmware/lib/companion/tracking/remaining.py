"""The rest of a turn after one die is played: the holes from which the other can be played.

>>> holes_for_other(at, single)         # throw 13, A1-M1 played: any piece that can go three on
[16]
"""

from daldos.packing import from_hole, moves, single_die, to_hole
from daldos.position import Position
from daldos.reach import reach_next
from daldos.rules import OWN


def holes_for_other(at: Position, single: int) -> list[int]:
    """The holes whose piece can play the other die after this move."""
    other = at.die1 + at.die2 - single_die(single)
    hole, to = from_hole(single), to_hole(single)
    own = OWN[at.side]
    holes = [start for start in range(len(at.cells)) if own[at.cells[start]] or start == to]
    return [start for start in holes if reach_next(at, hole, to, start, other) >= 0]


def holes_in_place(turns: list[int]) -> list[int]:
    """The holes in which these turns turn a piece in place."""
    found = []
    for turn in turns:
        for hole, to in moves(turn):
            if hole == to and hole not in found:
                found.append(hole)
    return found
