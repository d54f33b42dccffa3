"""Three simple players, as baselines.

random: a uniformly random legal result. greedy: most captures, a win first. careful: captures - 0.9 risk + 0.25 threat.
Risk is the expected number, at most two per throw, of own pieces that the enemy's next throw could hit with either die
or the sum, a tenth of it if the same player throws again first; threat is the same for the enemy's pieces.

    >>> best_of(position, legal_turns(position), careful, stream)
"""

from daldos.ai.material import exposed
from daldos.effects import captured, cells_after, play
from daldos.prng import Xorshift32
from daldos.state import State, beaten
from daldos.turns import LegalTurns

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from collections.abc import Callable

WIN = 1 << 20


def random(position: State, turn: int, again: bool) -> int:
    """An equal value for every turn."""
    return 0


def greedy(position: State, turn: int, again: bool) -> int:
    """Captures; WIN for a win."""
    then = position.copy()
    captures = len(captured(play(then, turn)))
    if captures and beaten(position.rules, then.cells, 1 - position.side):
        return WIN
    return captures


def careful(position: State, turn: int, again: bool) -> int:
    """In 3200ths of a piece; WIN for a win."""
    captures = greedy(position, turn, again)
    if captures == WIN:
        return WIN
    cells = cells_after(position, turn)
    risk = exposed(position.rules, cells, 1 - position.side)
    threat = exposed(position.rules, cells, position.side)
    return 3200 * captures - (18 if again else 180) * risk + 50 * threat


def best_of(position: State, legal: LegalTurns, value: "Callable[[State, int, bool], int]", stream: Xorshift32) -> int:
    """The turn with the highest `value` (one of the above); a random one of equals."""
    again = position.rules.again(position.throw, legal.dice_used)
    most = None
    best: list[int] = []
    for turn in legal.turns:
        worth = value(position, turn, again)
        if most is None or worth > most:
            most = worth
            best = []
        if worth == most:
            best.append(turn)
    return best[stream.below(len(best))]
