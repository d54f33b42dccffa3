"""Three simple players, as baselines.

random: a uniformly random legal result. greedy: most captures, a win first. careful: captures - 0.9 risk + 0.25 threat.
Risk is the expected number, at most two per throw, of own pieces that the enemy's next throw could hit with either die
or the sum, a tenth of it if the same player throws again first; threat is the same for the enemy's pieces.

    >>> best_of(position, legal_turns(position), careful, stream)
"""

from daldos.effects import captured, cells_after, play
from daldos.prng import Xorshift32
from daldos.rules import OWN, SOLDIERS, Rules
from daldos.state import UNDALLED, State, beaten
from daldos.turns import LegalTurns

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from collections.abc import Callable

WIN = 1 << 20


def exposed(rules: Rules, cells: bytearray, attacker: int) -> int:
    """16 times the expected number of the other side's pieces that a throw could hit, one a die at most."""
    after, stop, own = rules.board.after[attacker], rules.stop[attacker], OWN[attacker]
    enemy, farthest = SOLDIERS[1 - attacker], max([sum(throw) for throw in rules.throws])
    hits: dict[int, int] = {}  # hole -> the distances from which it can be hit, a bit each
    for hole in range(len(cells)):
        if own[cells[hole]]:
            there = hole
            for distance in range(1, 2 if cells[hole] == UNDALLED[attacker] else farthest + 1):
                there = after[there]
                cell = cells[there]
                if enemy[cell]:
                    hits[there] = hits.get(there, 0) | 1 << distance
                if stop[cell]:
                    break
    total = 0
    for throw in rules.throws:
        dice = 1  # a bit for each distance that some of the dice make
        for die in throw:
            dice |= dice << die
        count = 0
        for distances in hits.values():
            if distances & dice:
                count += 1
        total += throw.weight * min(count, len(throw))
    expected: int = 16 * total // rules.throws.weight
    return expected


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
