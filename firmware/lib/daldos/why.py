"""Why a piece may not go there: one answer, with a stable code and English, for all that has to say no.

The search of legal turns does not ask here; records that cannot be played, and pieces that stand wrong on a board, do.

    >>> at = Position.parse(".aaaaaaaaaaaaaaa/A................/bbbbbbbbbbbbbbbb A 23")
    >>> english(why_not(at, 1, 0, (2, 3)))                  # A2 to A1
    'not dalled'
    >>> REASONS[why_not(at, 16, 22, (2, 3))]                # M1 to M7
    ('no_distance', 'no such distance')
    >>> why_not(at, 16, 21, (2, 3)) == FINE                 # M1 to M6, both dice
    True
"""

from daldos.legal import added_target, target
from daldos.packing import from_hole, is_one_move, to_hole
from daldos.position import DALLED, UNDALLED, Position, pieces
from daldos.rules import OWN
from daldos.turns import LegalTurns, legal_turns

FINE, NO_PIECE, NOT_YOURS, NOT_DALLED, NOT_STERNMOST, DAL_STAYS, NO_DISTANCE = 0, 1, 2, 3, 4, 5, 6
JUMPS_OWN, JUMPS_ENEMY, OWN_THERE, NO_DIE, OTHER_DIE, PASSED_STAYS = 7, 8, 9, 10, 11, 12
# By their numbers: the code, for programs, and the English. Codes stay what they are; new reasons come last.
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
)


def english(reason: int) -> str:
    """The reason in words."""
    return REASONS[reason][1]


def why_not(at: Position, hole: int, to: int, dice, legal: LegalTurns = None) -> int:
    """Why the piece in `hole` may not go to `to`, by one of the `dice` or all of them; FINE if it may.

    dice: a list or tuple of those of the position's throw that are not played yet; with both of them a move has to
    begin a legal turn, or be on the way of one. `to == hole` is a dal that turns a piece in place. `legal`, of this
    position, saves a search.
    """
    rules, cells, player = at.rules, at.cells, at.player
    if not OWN[player][cells[hole]]:
        return NOT_YOURS if cells[hole] else NO_PIECE
    undalled = cells[hole] == UNDALLED[player]
    if undalled and at.die1 != 1:
        return NOT_DALLED
    if not dice:
        return NO_DIE
    steps = _steps(at, hole, to)
    both = len(dice) == 2 and steps == sum(dice)
    if undalled:
        if 1 not in dice:
            return NOT_DALLED
        if rules.dal_order == "sternmost" and _first_undalled(at) != hole:
            return NOT_STERNMOST
        if not rules.dal_moves:
            both = len(dice) == 2 and steps == at.die2
            if steps and not both:
                return DAL_STAYS if steps == 1 else NO_DISTANCE
        elif steps != 1 and not both:
            return NOT_DALLED if steps in dice else NO_DISTANCE
    elif steps not in dice and not both:
        return NO_DISTANCE
    if both:
        return FINE if _by_both(at, hole, to) else _barred(at, hole, steps) or OWN_THERE
    if steps:
        barred = _barred(at, hole, steps)
        if barred:
            return barred
        if OWN[player][cells[to]]:
            return OWN_THERE
    if len(dice) < 2 or _leads_on(at, hole, to, sum(dice) - (steps or 1)):
        return FINE
    legal = legal or legal_turns(at)
    if legal.dice_used < 2:
        return FINE
    return PASSED_STAYS if cells[to] and hole != to and passed_by_both(at, legal, hole, to) else OTHER_DIE


def passes(at: Position, turn: int, over: int) -> bool:
    """Whether the turn takes one piece over the hole `over` by both dice added."""
    reached, to = from_hole(turn), to_hole(turn)
    if not is_one_move(turn):
        return False
    for _ in range(at.die1 + at.die2):
        reached = at.rules.board.after[at.player][reached]
        if reached == over or reached == to:
            return reached != to
    return False


def passed_by_both(at: Position, legal: LegalTurns, hole: int, over: int) -> bool:
    """Whether a legal turn takes the piece in `hole` over the hole `over` by both dice added."""
    for turn in legal.turns:
        if from_hole(turn) == hole and passes(at, turn, over):
            return True
    return False


def _steps(at: Position, hole: int, to: int) -> int:
    # Along the player's route; more than two dice can make if it leads not there at all.
    after = at.rules.board.after[at.player]
    steps = 0
    while hole != to and steps < len(at.cells):
        hole = after[hole]
        steps += 1
    return steps


def _first_undalled(at: Position) -> int:
    undalled = UNDALLED[at.player]
    for hole in range(len(at.cells)):
        if at.cells[hole] == undalled:
            return hole
    return -1


def _barred(at: Position, hole: int, steps: int) -> int:
    # What stands on the way and may not be passed over.
    rules, player = at.rules, at.player
    for _ in range(steps - 1):
        hole = rules.board.after[player][hole]
        cell = at.cells[hole]
        if rules.stop[player][cell]:
            return JUMPS_OWN if OWN[player][cell] else JUMPS_ENEMY
    return FINE


def _moved(at: Position, hole: int, to: int) -> Position:
    then = at.copy()
    then.cells[hole] = 0
    then.cells[to] = DALLED[at.player]
    return then


def _beaten(at: Position) -> bool:
    return pieces(at.cells, 1 - at.player) <= at.rules.lose_at


def _by_both(at: Position, hole: int, to: int) -> bool:
    # Whether the piece can go there by both dice.
    if at.rules.one_piece == "added":
        return added_target(at, hole) == to
    for die, other in ((at.die1, at.die2), (at.die2, at.die1)):
        between = target(at, hole, die)
        if between >= 0:
            then = _moved(at, hole, between)
            if not _beaten(then) and target(then, between, other) == to:
                return True
    return False


def _leads_on(at: Position, hole: int, to: int, other: int) -> bool:
    # Whether a piece can use the other die after that move, or none needs to, or this piece is on its way by both.
    then = _moved(at, hole, to)
    if _beaten(then):
        return True
    added = at.rules.one_piece == "added"
    if added and not at.cells[to] and added_target(at, hole) >= 0:
        return True
    for start in range(len(then.cells)):
        if not (added and start == to) and target(then, start, other) >= 0:
            return True
    return False
