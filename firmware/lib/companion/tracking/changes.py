"""What the sensors read of a cell; which moves of one die begin a legal turn."""

from daldos.packing import from_hole, has_move, single_die, to_hole
from daldos.position import Position
from daldos.reach import follow_ups
from daldos.throws import Throw
from daldos.turns import LegalTurns

EMPTY, UNKNOWN = ord("."), ord("?")
SIDES = b"AB"  # a sensor's reading of a player's piece
SIDE_OF = b".AABB"  # cell -> a sensor's reading,
CELL_OF = b".aAbB"  # and one with heights (companion.sensing.heights)
READINGS = (b"aAx", b"bBy")  # a player's piece, on any board


def begins(at: Position, legal: LegalTurns, single: int) -> bool:
    """Whether this move of one die (from `legal.singles`) begins a legal turn, or is part of one."""
    for turn in legal.turns:
        if has_move(turn, single):
            return True
    # A turn stands for all with the same result, in which other pieces may have moved.
    other: Throw = at.throw.without(single_die(single))  # type: ignore[union-attr]  # legal turns have a throw
    return len(follow_ups(at, from_hole(single), to_hole(single), other[0])) > 0
