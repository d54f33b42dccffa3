"""How good a position is, by a count of the pieces: for games that have no learnt net.

>>> net = Material(parse_rules("vuovdaguoika"))     # stands in for daldos.ai.evaluation.Evaluator
>>> net.begin(position, again); net.logit(turn)

The logit is a sum of terms, each with a weight of the game: the logarithm of the pieces' ratio, whose the king is, the
shares of dalled pieces, who throws next, and how many pieces the next throw, and the one after it, can be expected to
hit. `python -m lab values --rules NAME` finds weights; those of Sig were changed by hand until level 5 won most.
"""

from math import log

from daldos.ai.logistic import LOGIT
from daldos.effects import cells_after
from daldos.rules import KING, OWN, SOLDIERS, Rules
from daldos.state import DALLED, UNDALLED, State, pieces

WEIGHTS = {
    "sig-short": (3.0, 0.0, 0.5, 0.027, 0.9, 0.4),
    "sig": (3.0, 0.0, 0.5, 0.027, 0.5, 0.3),
    "vuovdaguoika": (2.186, 0.646, 1.988, 0.212),  # what its hits are worth, the search sees
}


class Material:
    """The values under `rules`; weights: those of WEIGHTS, or others. cost: of a turn, as of an Evaluator."""

    cost = 14  # some 3 ms on a Pico

    def __init__(self, rules: Rules, weights: "tuple[float, ...] | None" = None):
        self._rules = rules
        self._weights = weights or WEIGHTS[rules.text.partition(",")[0]]
        self._at: State
        self._again = False

    def begin(self, at: State, again: bool) -> None:
        """The position before a turn; `again`: the same player throws after it. Keeps the state."""
        self._at, self._again = at, again

    def logit(self, turn: int) -> int:
        """The logit of the player's chance after the packed turn, which must not win at once."""
        return self.value(cells_after(self._at, turn), self._at.side, self._again)

    def value(self, cells: bytearray, side: int, throws: bool) -> int:
        """The logit of the side's chance; throws: whether it throws next."""
        terms = terms_of(cells, side, throws)
        if len(self._weights) > len(terms):
            terms += hits_of(self._rules, cells, side, throws)
        return int(LOGIT * sum([weight * term for weight, term in zip(self._weights, terms)]))  # noqa: B905  # MicroPython


def terms_of(cells: bytearray, side: int, throws: bool) -> tuple[float, ...]:
    """The terms but the last two, as the side sees them."""
    own, enemy = pieces(cells, side), pieces(cells, 1 - side)
    found = bytes(cells)  # in which MicroPython finds an int, too
    king = (KING[side] in found) - (KING[1 - side] in found)
    dalled = found.count(bytes([DALLED[side]])) / (own + 1) - found.count(bytes([DALLED[1 - side]])) / (enemy + 1)
    return log((own + 1) / (enemy + 1)), float(king), dalled, 1.0 if throws else -1.0


def hits_of(rules: Rules, cells: bytearray, side: int, throws: bool) -> tuple[float, ...]:
    """The pieces that the next throw hits, and those that the other side could, as the side sees them."""
    thrower, sign = (side, 1 / 16) if throws else (1 - side, -1 / 16)
    return sign * exposed(rules, cells, thrower), -sign * exposed(rules, cells, 1 - thrower)


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
