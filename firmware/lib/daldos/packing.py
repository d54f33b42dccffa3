"""Packs turns and plies into small ints, so that hundreds of turns and a whole game fit a Pico.

No other module knows the layout of the bits. A turn is up to three moves of eight bits, in the order played: a hole,
and the place in the throw of the die that moves its piece, or ALL for all dice added. Where the piece ends depends on
the position (`daldos.effects`). A ply is a turn with its throw and its player, 30 bits in all, and never allocates.

    >>> turn = pack((0, 0), (4, 1))     # A1 by the first die, then A5 by the second
    >>> moves(turn)
    [(0, 0), (4, 1)]
    >>> ply = pack_ply(turn, 0, 0)      # of the first throw of the table, by A
    >>> ply_turn(ply) == turn, ply_throw(ply), ply_player(ply)
    (True, 0, 0)
"""

ALL = 3  # the place of all dice added on one piece
LOST_TURN = 0  # the turn without moves
TURN_MAX = 0xFFFFFF
PLY_MAX = 0x3FFFFFFF


def pack(*moves: tuple[int, int]) -> int:
    """The turn with these moves, each (hole, place)."""
    turn = 0
    for k in range(len(moves)):
        turn |= pack_move(k, *moves[k])
    return turn


def pack_move(number: int, hole: int, place: int) -> int:
    """The move of this number, from 0 on, to be added to its turn."""
    return (hole + 1 | place << 6) << 8 * number


def is_turn(number: int) -> bool:
    """Whether the int could be a turn. The holes need not exist on the board."""
    if not isinstance(number, int) or not 0 <= number <= TURN_MAX:
        return False
    while number & 63:
        number >>= 8
    return number == 0


def first_hole(turn: int) -> int:
    """The hole that the first move leaves; of a turn that is not lost."""
    return (turn & 63) - 1


def first_place(turn: int) -> int:
    """The place of the first move's die."""
    return turn >> 6 & 3


def rest(turn: int) -> int:
    """The turn without its first move."""
    return turn >> 8


def moves(turn: int) -> list[tuple[int, int]]:
    """The moves in the order played, as (hole, place); empty for a lost turn."""
    found = []
    while turn:
        found.append((first_hole(turn), first_place(turn)))
        turn = rest(turn)
    return found


def replaced(turn: int, places: list[int]) -> int:
    """The turn with other places for its dice: `places[k]` for k. That of ALL stays."""
    found, shift = 0, 0
    while turn:
        place = turn >> 6 & 3
        found |= (turn & 63 | (place if place == ALL else places[place]) << 6) << shift
        turn >>= 8
        shift += 8
    return found


def pack_ply(turn: int, throw: int, player: int) -> int:
    """A turn with the number of its throw and its player."""
    return turn | throw << 24 | player << 29


def ply_turn(ply: int) -> int:
    """The turn of a ply."""
    return ply & TURN_MAX


def ply_throw(ply: int) -> int:
    """The number of a ply's throw in its table."""
    return ply >> 24 & 31


def ply_player(ply: int) -> int:
    """The player of a ply."""
    return ply >> 29
