"""How a turn, or one die of it, changes the occupancy.

>>> holes, wants = bytearray(4), bytearray(4)
>>> changes(turn, ord("A"), holes, wants)       # A1-M1 M4xM6, say
4
>>> bytes(holes), bytes(wants)
(b"\\x15\\x13\\x10\\x00", b"A.A.")
"""

from daldos.packing import NO_HOLE, from_hole, has_move, single_die, to_hole, unpack
from daldos.position import Position
from daldos.reach import follow_ups
from daldos.throws import Throw
from daldos.turns import LegalTurns

EMPTY, UNKNOWN = ord("."), ord("?")
SIDES = b"AB"  # a sensor's reading of a player's piece
SIDE_OF = b".AABB"  # cell -> a sensor's reading,
CELL_OF = b".aAbB"  # and one with heights (companion.sensing.heights)
READINGS = (b"aAx", b"bBy")  # a player's piece, on any board


def changes(turn: int, side: int, holes: bytearray, wants: bytearray) -> int:
    """The changes of occupancy by a turn (not a lost one): up to four holes, and the new occupant of each.

    side: the reading of the player's pieces. Returns the number of holes; writes into two buffers of four bytes each,
    so that a search allocates nothing.
    """
    unpack(turn, holes)
    hole1, to1, hole2, to2 = holes[0], holes[1], holes[2], holes[3]
    count = 0
    if hole2 != NO_HOLE:
        holes[0] = to2
        wants[0] = side
        count = 1
        if hole2 != to2:
            holes[1] = hole2
            wants[1] = EMPTY
            count = 2
    if to1 != to2 and to1 != hole2:
        holes[count] = to1
        wants[count] = side
        count += 1
    if hole1 != to1 and hole1 != hole2 and hole1 != to2:
        holes[count] = hole1
        wants[count] = EMPTY
        count += 1
    return count


def begins(at: Position, legal: LegalTurns, single: int) -> bool:
    """Whether this move of one die (from `legal.singles`) begins a legal turn, or is part of one."""
    for turn in legal.turns:
        if has_move(turn, single):
            return True
    # A turn stands for all with the same result, in which other pieces may have moved.
    other: Throw = at.throw.without(single_die(single))  # type: ignore[union-attr]  # legal turns have a throw
    return len(follow_ups(at, from_hole(single), to_hole(single), other[0])) > 0
