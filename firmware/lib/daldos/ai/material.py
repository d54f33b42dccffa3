"""How good a position is, by a count of the pieces: for games that have no learnt net.

>>> net = Material(parse_rules("vuovdaguoika"))     # stands in for daldos.ai.evaluation.Evaluator
>>> net.begin(position, again); net.logit(turn)

The logit is a sum of terms in integers, each times a value of the game in 1024ths (`daldos.relatives`): the logarithm
of the pieces' ratio, whose the king is, the shares of dalled pieces, who throws next, and how many pieces the next
throw, and the one after it, can be expected to hit. `python -m lab values --rules NAME` finds values; those of Sig were
changed by hand until level 5 won most. The kernel (`native/kernel.c`) does the same; a Pico's image has none of this.
"""

from daldos.ai.kernel import values_of
from daldos.ai.logistic import LOGIT
from daldos.effects import cells_after
from daldos.rules import KING, OWN, SOLDIERS, Rules
from daldos.state import DALLED, UNDALLED, State, pieces

# round(LOGIT * ln(k + 1)) for k pieces
# fmt: off
LOGS = (
    0, 2839, 4500, 5678, 6592, 7339, 7970, 8517, 9000, 9431, 9822, 10178, 10506, 10810, 11092, 11357, 11605, 11839,
)
# fmt: on


class Material:
    """The values under `rules`. cost: of a turn, as of an Evaluator."""

    cost = 14

    def __init__(self, rules: Rules):
        self._rules = rules
        self._values = values_of(rules)
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
        terms, total = terms_of(self._rules, cells, side, throws, self._values[4:] != (0, 0)), 0
        for k in range(len(terms)):
            total += self._values[k] * terms[k]
        return total >> 10


def terms_of(rules: Rules, cells: bytearray, side: int, throws: bool, hits: bool = True) -> list[int]:
    """The terms, LOGIT for 1, as the side sees them; without `hits` all but the last two."""
    own, enemy = pieces(cells, side), pieces(cells, 1 - side)
    found = bytes(cells)  # in which MicroPython finds an int, too
    king = (KING[side] in found) - (KING[1 - side] in found)
    dalled = [LOGIT * found.count(bytes([DALLED[who]])) for who in (side, 1 - side)]
    shares = dalled[0] // (own + 1) - dalled[1] // (enemy + 1)
    terms = [LOGS[own] - LOGS[enemy], LOGIT * king, shares, LOGIT if throws else -LOGIT]
    if hits:
        thrower, sixteenth = (side, LOGIT // 16) if throws else (1 - side, -LOGIT // 16)
        terms += [sixteenth * exposed(rules, cells, thrower), -sixteenth * exposed(rules, cells, 1 - thrower)]
    return terms


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
