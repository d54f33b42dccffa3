"""The rule of a move: where a die takes a piece, or why it cannot. All questions of legality end here.

The answer is a hole, or minus a reason, so that one function serves the search, the check of a turn and explanations.

    >>> from daldos import Position
    >>> position = Position.parse(".aaaaaaaaaaaaaaa/A................/bbbbbbbbbbbbbbbb A 23")
    >>> reach(position.cells, position.rules.ways[0], 16, 2)             # M1 by a 2
    18
    >>> english(-reach(position.cells, position.rules.ways[0], 1, 2))    # A2 by a 2
    'not dalled'
"""

from daldos.rules import NOBODYS

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from daldos.rules import Ways

FINE, NO_PIECE, NOT_YOURS, NOT_DALLED, NOT_STERNMOST, DAL_STAYS, NO_DISTANCE = 0, 1, 2, 3, 4, 5, 6
JUMPS_OWN, JUMPS_ENEMY, OWN_THERE, NO_DIE, OTHER_DIE, PASSED_STAYS = 7, 8, 9, 10, 11, 12
WON, OWN_BETWEEN, NO_TURN, AT_GATE, OWN_AHEAD, NOT_PROWMOST = 13, 14, 15, 16, 17, 18
# By number: the code, for programs, and the English. Codes never change; new reasons come last.
REASONS = (
    ("", ""),
    ("no_piece", "no piece stands there"),
    ("not_yours", "not your piece"),
    ("not_dalled", "not dalled"),
    ("not_sternmost", "not the undalled piece nearest the stern"),
    ("dal_stays", "a dal turns a piece where it stands"),
    ("no_distance", "no such distance"),
    ("jumps_own", "jumps own piece"),
    ("jumps_enemy", "jumps enemy piece"),
    ("own_there", "own piece there"),
    ("no_die", "both dice are played"),
    ("other_die", "other die must be played"),
    ("passed_stays", "both dice on one piece capture only where it ends"),
    ("won", "the game is won before it"),
    ("own_between", "own piece where the first die ends"),
    ("no_turn", "no legal turn has this result"),
    ("at_gate", "only a sig leads on from there"),
    ("own_ahead", "own piece in front of the king"),
    ("not_prowmost", "not the undalled piece nearest the prow"),
)


def english(reason: int) -> str:
    """The reason in words."""
    return REASONS[reason][1]


def reach(cells: bytearray, ways: "Ways", hole: int, die: int, more: int = 0) -> int:
    """Where the piece in `hole` gets by this die, or by it plus `more`: a hole, or minus the reason why it cannot.

    ways: the player's `Rules.ways`. If one die is a dal, it is `die`, not `more`. Returns `hole` itself if the piece is
    turned there.
    """
    after, stop, own, soldiers, undalled, front, inward, dal_moves, exact, gate, king, freely = ways
    steps = die + more
    cell = cells[hole]
    if cell == undalled:
        if die != 1:
            return -NOT_DALLED
        if front >= 0:
            while cells[front] != undalled:
                front += inward
            if front != hole:
                return -NOT_STERNMOST if inward > 0 else -NOT_PROWMOST
        if not dal_moves:
            if not more:
                return hole
            steps = more
    elif not own[cell]:
        return -NOT_YOURS if cell else -NO_PIECE
    elif cell == king:
        stop = freely
    if hole == gate and die != 1:
        return -AT_GATE
    while steps > 1:
        hole = after[hole]
        cell = cells[hole]
        if stop[cell]:
            return -JUMPS_OWN if own[cell] else -JUMPS_ENEMY
        if hole == exact:
            return -NO_DISTANCE
        steps -= 1
    hole = after[hole]
    there = cells[hole]
    if there >= NOBODYS:  # the king is pushed
        return -OWN_AHEAD if soldiers[cells[after[hole]]] else hole
    return -OWN_THERE if soldiers[there] else hole
