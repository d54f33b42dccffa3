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

from daldos.effects import CAPTURED, play_step, steps_of
from daldos.reach import (
    DAL_STAYS,
    FINE,
    NO_DIE,
    NO_DISTANCE,
    NO_PIECE,
    NOT_DALLED,
    NOT_YOURS,
    OTHER_DIE,
    OWN_BETWEEN,
    OWN_THERE,
    PASSED_STAYS,
    WON,
    reach,
)
from daldos.state import UNDALLED, State, beaten
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
    if len(dice) == 2 and not position.rules.relative:
        in_place = position.cells[hole] == UNDALLED[position.side] and not position.rules.dal_moves
        uses.append((tuple(dice), sum(dice) - in_place, _both(position, hole, dice)))
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
    if beaten(position.rules, position.cells, 1 - position.side):
        return WON
    used, reason = dice_for(position, hole, to, dice)
    if reason or len(used) == len(dice):
        return reason
    then, side, rules = position.copy(), position.side, position.rules
    captures = play_step(rules, then.cells, side, hole, to) & CAPTURED
    if captures and beaten(rules, then.cells, 1 - side):
        return FINE
    # Dice added on one piece capture only where it ends.
    stays = captures and rules.one_piece == "added"
    then.throw = rules.throws.part(tuple(sorted(dice))).without(*used)
    played = len(used) + legal_turns(then, to if stays else -1).dice_used
    if played >= (legal or legal_turns(position)).dice_used:
        return FINE
    return PASSED_STAYS if stays and _both(position, hole, dice) >= 0 else OTHER_DIE


def _both(position: State, hole: int, dice: "Sequence[int]") -> int:
    # Where the piece gets by both dice, or minus the reason why it cannot.
    cells, side, rules = position.cells, position.side, position.rules
    ways, (low, high) = rules.ways[side], sorted(dice)
    if rules.one_piece == "added":
        return reach(cells, ways, hole, low, high)
    answers: list[int] = []
    for die, other in ((low, high), (high, low)):
        to = reach(cells, ways, hole, die)
        if to >= 0:
            then = bytearray(cells)
            captures = play_step(rules, then, side, hole, to) & CAPTURED
            won = captures and beaten(rules, then, 1 - side)
            to = -WON if won else reach(then, ways, to, other)
        elif to == -OWN_THERE:
            to = -OWN_BETWEEN
        # Of two reasons, the one that the other order does not remove; an undalled piece has only one order.
        if not answers or to != -NOT_DALLED:
            answers.append(to)
    return max(answers)


def passes(position: State, turn: int, over: int) -> bool:
    """Whether the turn is one move, which takes its piece past the hole `over`."""
    steps = steps_of(position, turn)
    if len(steps) != 1:
        return False
    hole, to, _ = steps[0]
    while hole not in (to, over):
        hole = position.rules.board.after[position.side][hole]
    return hole != to


def _steps(position: State, hole: int, to: int) -> int:
    # Steps along the player's route; more than two dice can show if it does not lead there.
    after = position.rules.board.after[position.side]
    steps = 0
    while hole != to and steps < len(position.cells):
        hole = after[hole]
        steps += 1
    return steps
