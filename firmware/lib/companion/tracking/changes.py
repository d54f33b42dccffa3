"""How a turn, or one die of it, changes the occupancy.

>>> holes, wants = bytearray(4), bytearray(4)
>>> changes(turn, ord("A"), holes, wants)       # A1-M1 M4xM6, say
4
>>> bytes(holes), bytes(wants)
(b"\\x15\\x13\\x10\\x00", b"A.A.")
"""

from daldos.packing import LOST_TURN, NO_HOLE, from_hole, has_move, is_one_move, single_die, to_hole, unpack
from daldos.position import Position
from daldos.rules import OWN
from daldos.state import UNDALLED
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
    """Whether this move of one die (from `legal.singles`) begins a legal turn, or is part of one piece's move by
    both."""
    hole, to = from_hole(single), to_hole(single)
    other = at.die1 + at.die2 - single_die(single)
    holes, wants = bytearray(4), bytearray(4)
    for turn in legal.turns:
        if has_move(turn, single):
            return True
        if hole == to:
            if from_hole(turn) == hole and is_one_move(turn):
                return True
        elif turn != LOST_TURN and _ends_by(at, turn, hole, to, other, holes, wants):
            return True
    return False


def _ends_by(at: Position, turn: int, hole: int, to: int, die: int, holes: bytearray, wants: bytearray) -> bool:
    # Whether, after a move from `hole` to `to`, a second one by that die gives the turn's result. A turn stands for all
    # with the same result, in which other pieces may have moved.
    own = OWN[at.side]
    cells = at.cells
    start = end = NO_HOLE
    leaves = comes = False
    for k in range(changes(turn, 1, holes, wants)):
        place = holes[k]
        leaves = leaves or place == hole
        comes = comes or place == to
        stands = place == to or (place != hole and own[cells[place]])
        if wants[k] == 1 and not stands:
            if end != NO_HOLE:
                return False
            end = place
        elif wants[k] == EMPTY and stands:
            if start != NO_HOLE:
                return False
            start = place
        elif not stands and place != hole and cells[place]:
            return False  # the turn captures on the way, and this move has not
    if not leaves:
        if end != NO_HOLE:
            return False
        end = hole
    if not comes:
        if start != NO_HOLE or cells[to]:
            return False
        start = to
    if start == NO_HOLE or end == NO_HOLE:
        return False
    if cells[start] == UNDALLED[at.side] and die != 1:
        return False
    for _ in range(die):
        start = at.rules.board.after[at.side][start]
    return start == end
