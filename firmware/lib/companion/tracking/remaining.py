"""What is left to be done of a turn of which one die is played: from where the other die can be.

>>> holes_for_other(at, single)         # throw 13, A1-M1 played: any piece that can go three on
[16]
"""

from daldos.legal import target
from daldos.packing import first, from_hole, moves, single_die, to_hole
from daldos.position import DALLED, UNDALLED, Position
from daldos.turns import play_moves


def holes_for_other(at: Position, single: int) -> list:
    """The holes with a piece that can play the other die, after that move of one die."""
    other = at.die1 + at.die2 - single_die(single)
    captured = from_hole(single) != to_hole(single) and at.cells[to_hole(single)] != 0
    then = at.copy()
    play_moves(then.cells, at.player, first(single))
    own = (UNDALLED[at.player], DALLED[at.player])
    found = []
    for hole in range(len(then.cells)):
        if then.cells[hole] in own and target(then, hole, other) >= 0:
            # Both dice added on one piece capture only where it ends.
            if not (captured and hole == to_hole(single) and at.rules.one_piece == "added"):
                found.append(hole)
    return found


def holes_in_place(turns: list) -> list:
    """The holes in which these turns turn a piece where it stands."""
    found = []
    for turn in turns:
        for hole, to in moves(turn):
            if hole == to and hole not in found:
                found.append(hole)
    return found
