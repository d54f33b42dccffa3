"""Packs turns, single moves and plies into small ints, so that hundreds of turns and a whole game fit a Pico.

No other module knows the layout of the bits. A turn is up to two moves in the order played; each move is two fields of
six bits, the hole left and the hole reached, NO_HOLE if there is no move. A move from a hole to itself turns a piece in
place; both dice added on one piece are one move. A single is one move with the die that makes it. A ply is a turn with
its throw and its player, 30 bits in all, and never allocates.

    >>> turn = pack(0, 16, 4, 3)        # A1-M1 A5-A4 on the Danish board
    >>> from_hole(turn), to_hole(turn), moves(rest(turn))
    (0, 16, [(4, 3)])
    >>> ply = pack_ply(turn, 0, 0)      # by A, of the first throw of the table
    >>> ply_turn(ply) == turn, ply_throw(ply), ply_player(ply)
    (True, 0, 0)

The search for legal turns, where calls are too slow, sums up the fields: `hole * FROM_2 + to * TO_2`.
"""

NO_HOLE = 63
LOST_TURN = 0xFFFFFF  # the turn without moves
FROM, TO, FROM_2, TO_2 = 1, 1 << 6, 1 << 12, 1 << 18  # a hole is multiplied by this in each field
PLY_MAX = 0x3FFFFFFF
NO_MOVE_2 = NO_HOLE * (FROM_2 + TO_2)
_MOVE = 0xFFF  # the fields of the first move


def pack(hole1: int, to1: int, hole2: int = NO_HOLE, to2: int = NO_HOLE) -> int:
    """The turn with these moves, or only the first."""
    return hole1 | to1 << 6 | hole2 << 12 | to2 << 18


def is_turn(number: int) -> bool:
    """Whether the int could be a turn: one or two moves, or LOST_TURN. The holes need not exist on the board."""
    if not isinstance(number, int) or not 0 <= number <= LOST_TURN:
        return False
    hole1, to1, hole2, to2 = number & 63, number >> 6 & 63, number >> 12 & 63, number >> 18
    if hole2 == NO_HOLE or to2 == NO_HOLE:
        return hole2 == to2 and (hole1 == NO_HOLE) == (to1 == NO_HOLE)
    return hole1 != NO_HOLE and to1 != NO_HOLE


def from_hole(turn: int) -> int:
    """The hole that the first move of a turn or single leaves, or NO_HOLE."""
    return turn & 63


def to_hole(turn: int) -> int:
    """The hole that the first move of a turn or single reaches, or NO_HOLE."""
    return turn >> 6 & 63


def first(turn: int) -> int:
    """The turn of the first move alone; of a single, the turn of its move."""
    return turn & _MOVE | NO_MOVE_2


def rest(turn: int) -> int:
    """The turn without its first move; finally LOST_TURN, so that a loop over the moves stops at NO_HOLE."""
    return turn >> 12 | NO_MOVE_2


def is_one_move(turn: int) -> bool:
    """Whether the turn is one move, not two and not lost."""
    return turn >> 12 == _MOVE and turn & 63 != NO_HOLE


def has_move(turn: int, single: int) -> bool:
    """Whether the turn contains this single's move."""
    move = single & _MOVE
    return turn & _MOVE == move or turn >> 12 == move


def turns_in_place(turn: int) -> bool:
    """Whether the turn (not a lost one) turns a piece in place."""
    return turn & 63 == turn >> 6 & 63 or (turn >> 12 != _MOVE and turn >> 12 & 63 == turn >> 18)


def moves(turn: int) -> list[tuple[int, int]]:
    """The moves in the order played, as (from, to); empty for a lost turn."""
    found = []
    while turn & 63 != NO_HOLE:
        found.append((turn & 63, turn >> 6 & 63))
        turn = rest(turn)
    return found


def lands(turn: int, holes: list[int]) -> bool:
    """Whether a move of the turn ends in one of the holes."""
    return turn >> 6 & 63 in holes or turn >> 18 in holes


def next_landing(turns: list[int], hole: int, k: int) -> int:
    """The index, from k on, of the next turn with a move to the hole; -1 if none is left. Allocates nothing."""
    while k < len(turns):
        turn = turns[k]
        if turn >> 6 & 63 == hole or turn >> 18 == hole:
            return k
        k += 1
    return -1


def pack_single(hole: int, to: int, die: int) -> int:
    """A move of one die; `from_hole`, `to_hole` and `first` accept it like a turn."""
    return hole | to << 6 | die << 12


def single_die(single: int) -> int:
    """The die of a single."""
    return single >> 12


def pack_ply(turn: int, throw: int, player: int) -> int:
    """A turn with the number of its throw and its player."""
    return turn | throw << 24 | player << 29


def ply_turn(ply: int) -> int:
    """The turn of a ply."""
    return ply & LOST_TURN


def ply_throw(ply: int) -> int:
    """The number of a ply's throw in its table."""
    return ply >> 24 & 31


def ply_player(ply: int) -> int:
    """The player of a ply."""
    return ply >> 29
