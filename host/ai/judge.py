"""What a throw and a turn were worth, in chances: luck and skill apart.

The chance before a throw is the mean over all throws of each one's best turn; luck is the best turn's chance less
that, so over many throws it sums to zero whatever the net believes. The error of a turn is the best turn's chance
less its own. Turns are valued as level 4 does, one throw further; without the compiled kernel by the net alone, which
errs more.

    >>> judged = judge(game)
    >>> judged[0].luck, judged[0].error, judged[0].best_text
    (0.31, 0.0, 'A1-M3')
"""

from typing import NamedTuple

from daldos.ai.baselines import THROWS, WEIGHTS
from daldos.ai.logistic import ONE, chance_of
from daldos.ai.opponent import CANDIDATES, MARGIN
from daldos.game import Game
from daldos.notation import turn_text
from daldos.position import Position
from daldos.rules import Rules
from daldos.state import PLAYERS, pieces
from daldos.turns import LegalTurns, legal_turns, play_moves
from host.ai import data


class Judged(NamedTuple):
    """One throw of a game; chances are those of its player."""

    number: int
    player: str
    throw: str
    turn: str
    before: float
    best: float
    after: float
    best_text: str
    choices: int

    @property
    def luck(self) -> float:
        """What the throw was worth."""
        return self.best - self.before

    @property
    def error(self) -> float:
        """What the turn gave away; nothing if it is better than the search, which looks at a few, had found."""
        return max(0.0, self.best - self.after)


class Judge:
    """Chances under one set of rules. deep: whether it looks a throw further."""

    def __init__(self, rules: Rules):
        self._rules = rules
        self._kernel = data.kernel(rules)
        self._net = data.quantised(rules) if self._kernel else None
        self._opponent = data.opponent(rules)
        self.deep = self._kernel is not None

    def before(self, cells: bytearray, player: int) -> float:
        """The chance of the player who is to throw."""
        total = 0.0
        for (die1, die2), weight in zip(THROWS, WEIGHTS, strict=True):
            total += weight * self.best(Position(self._rules, cells, player, die1, die2))[1]
        return total / 16

    def best(self, at: Position) -> tuple[int, float]:
        """The best turn of a throw, packed, and its chance."""
        if self._kernel:
            turn, sixteenths = self._kernel.best_deep(
                self._net, at.cells, at.side, at.die1, at.die2, CANDIDATES, MARGIN
            )
            return turn, sixteenths / (16 * ONE)
        legal = legal_turns(at)
        values = self._values(at, legal)
        place = values.index(max(values))
        return legal.turns[place], chance_of(values[place]) / ONE

    def after(self, at: Position, turn: int) -> float:
        """The chance of the player after that turn."""
        legal = legal_turns(at)
        cells = bytearray(at.cells)
        play_moves(cells, at.side, turn)
        if pieces(cells, 1 - at.side) <= self._rules.lose_at:
            return 1.0
        again = self._rules.again(at.die1, at.die2, legal.dice_used)
        thrower = at.side if again else 1 - at.side
        if self._kernel:
            solved = self._opponent.solved(cells, at.side, thrower)
            if solved is not None:
                return chance_of(solved) / ONE
            return self._kernel.deep_chance(self._net, cells, at.side, thrower) / (16 * ONE)
        legal.turns = [turn]
        return chance_of(self._values(at, legal)[0]) / ONE

    def _values(self, at: Position, legal: LegalTurns) -> list:
        values: list = []
        for _ in self._opponent.values(at, legal, values):
            pass
        return values


def judge(game: Game, by: Judge) -> list[Judged]:
    """Every throw of the game."""
    found = []
    for number, turn in enumerate(game, 1):
        at = turn.position
        before = by.before(at.cells, at.side)
        best, chance = by.best(at)
        own = by.after(at, turn.packed)
        found.append(
            Judged(
                number,
                PLAYERS[at.side],
                turn.throw,
                turn.text,
                before,
                chance,
                own,
                turn_text(at, best),
                len(legal_turns(at).turns),
            )
        )
    return found


def sums(judged: list[Judged]) -> dict[str, dict]:
    """For each player: throws, choices (throws with more than one result), luck and error."""
    found = {}
    for player in PLAYERS:
        own = [entry for entry in judged if entry.player == player]
        found[player] = {
            "throws": len(own),
            "choices": sum(entry.choices > 1 for entry in own),
            "luck": sum(entry.luck for entry in own),
            "error": sum(entry.error for entry in own),
        }
    return found
