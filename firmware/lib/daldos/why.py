"""Why a move or turn is illegal: one answer, with a stable code and English text.

Used for invalid records and for misplaced pieces on a board; `daldos.reach` judges each move.

    >>> from daldos import Position
    >>> from daldos.reach import FINE, REASONS, english
    >>> position = Position.parse(".aaaaaaaaaaaaaaa/A................/bbbbbbbbbbbbbbbb A 23")
    >>> english(why_not(position, 1, 0, (2, 3)))                  # A2 to A1
    'not dalled'
    >>> REASONS[why_not(position, 16, 22, (2, 3))]                # M1 to M7
    ('no_distance', 'no such distance')
    >>> why_not(position, 16, 21, (2, 3)) == FINE                 # M1 to M6, both dice
    True
"""

from daldos.packing import from_hole, is_one_move, to_hole
from daldos.reach import (
    DAL_STAYS,
    FINE,
    NO_DIE,
    NO_DISTANCE,
    NO_PIECE,
    NOT_DALLED,
    NOT_YOURS,
    OTHER_DIE,
    PASSED_STAYS,
    WON,
    follow_ups,
    reach,
    reach_both,
    reach_next,
)
from daldos.state import UNDALLED, State, pieces
from daldos.turns import LegalTurns, legal_turns

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from collections.abc import Sequence


def dice_for(position: State, hole: int, to: int, dice: "Sequence[int]") -> tuple[tuple[int, ...], int]:
    """(those of `dice` that take the piece from `hole` to `to`, the reason if none do).

    Of several reasons, one of dice that would end at `to`, and of these the last in the list.
    """
    ways = position.rules.ways[position.side]
    reason = -reach(position.cells, ways, hole, position.throw[0])  # type: ignore[index]
    if reason in (NO_PIECE, NOT_YOURS) or (not dice and reason == NOT_DALLED):
        return (), reason
    steps = _steps(position, hole, to)
    uses: list[tuple[tuple[int, ...], int, int]] = [
        ((die,), die, reach(position.cells, ways, hole, die)) for die in dice
    ]
    if len(dice) == 2:
        in_place = position.cells[hole] == UNDALLED[position.side] and not position.rules.dal_moves
        uses.append((tuple(dice), sum(dice) - in_place, reach_both(position, hole)))
    there, elsewhere = FINE, NO_DIE if not dice else FINE
    for used, size, found in uses:
        if found == to:
            return used, FINE
        reason = -found if found < 0 else DAL_STAYS if found == hole else NO_DISTANCE
        if size == steps:
            there = max(there, reason)
        else:
            elsewhere = max(elsewhere, min(reason, NO_DISTANCE))
    return (), there or elsewhere


def why_not(position: State, hole: int, to: int, dice: "Sequence[int]", legal: LegalTurns | None = None) -> int:
    """Why the piece in `hole` may not go to `to` by one or all of `dice`; FINE if it may.

    dice: the position's unplayed dice, a list or tuple; if both, the move must begin or be part of a legal turn. `to ==
    hole` is a dal that turns a piece in place. `legal`, the position's, saves a search.
    """
    if pieces(position.cells, 1 - position.side) <= position.rules.lose_at:
        return WON
    used, reason = dice_for(position, hole, to, dice)
    if reason or len(used) == len(dice):
        return reason
    other = sum(dice) - used[0]
    then = reach_next(position, hole, to, to, other)
    if then == -WON:
        return FINE
    if follow_ups(position, hole, to, other) or (legal or legal_turns(position)).dice_used < 2:
        return FINE
    return PASSED_STAYS if then == -PASSED_STAYS and reach_both(position, hole) >= 0 else OTHER_DIE


def passes(position: State, turn: int, over: int) -> bool:
    """Whether the turn takes one piece past the hole `over` by both dice added."""
    reached, to = from_hole(turn), to_hole(turn)
    if not is_one_move(turn):
        return False
    for _ in range(sum(position.throw or ())):
        reached = position.rules.board.after[position.side][reached]
        if reached == over or reached == to:
            return reached != to
    return False


def _steps(position: State, hole: int, to: int) -> int:
    # Steps along the player's route; more than two dice can show if it does not lead there.
    after = position.rules.board.after[position.side]
    steps = 0
    while hole != to and steps < len(position.cells):
        hole = after[hole]
        steps += 1
    return steps
