"""Everyone against everyone: win rates with their errors, and Elo.

Elo is fitted to all games at once (each pair's wins by the logistic of the difference), `random` at 0.
"""

import math
from collections.abc import Callable

from daldos.ai.opponent import LEVELS
from daldos.errors import DaldosError
from daldos.rules import Rules
from host.ai import data, slow

BASELINES = ("random", "greedy", "careful")


class LadderError(DaldosError):
    """A player that there is not."""


def check_names(players: list[str]) -> None:
    """LadderError for an unknown name."""
    levels = [str(k + 1) for k in range(len(LEVELS))]
    for player in players:
        if player not in BASELINES and player not in levels:
            raise LadderError("player %r: expected one of %s", player, ", ".join((*BASELINES, *levels)))


def check(players: list[str]) -> None:
    """LadderError for an unknown name, or one given twice."""
    check_names(players)
    if len(players) < 2 or len(set(players)) < len(players):
        raise LadderError("players %r: expected two or more, each once", ",".join(players))


class Matches:
    """Plays pairs by the kernel, or without one by the engine."""

    def __init__(self, rules: Rules):
        self._rules = rules
        self._kernel = data.kernel(rules)

    def wins(self, first: str, second: str, games: int, seed: int) -> int:
        """How many games the first of two wins."""
        if not self._kernel:
            return slow.wins(self._rules, first, second, games, seed)
        return self._kernel.match(data.player(self._rules, first), data.player(self._rules, second), games, seed)[0]


def elo(players: list[str], won: dict[tuple[str, str], float]) -> dict[str, float]:
    """Ratings that fit the win rates best, the first player at 0; a whole win counts as 1 - 1/4000."""
    rating = dict.fromkeys(players, 0.0)
    for _ in range(3000):
        for one in players[1:]:
            slope = curve = 0.0
            for other in players:
                if other != one:
                    rate = won[one, other] if (one, other) in won else 1 - won[other, one]
                    rate = min(max(rate, 1 / 4000), 1 - 1 / 4000)
                    expected = 1 / (1 + 10 ** ((rating[other] - rating[one]) / 400))
                    slope += rate - expected
                    curve += expected * (1 - expected)
            rating[one] += 0.7 * slope / max(curve, 1e-4) * 400 / math.log(10)
    return rating


def print_ladder(
    rules: Rules, players: list[str], games: int, seed: int, tell: Callable[[str], None], say: Callable[[str], None]
) -> None:
    """Play all pairs and tell the table; `say` hears of each pair as it ends."""
    check(players)
    matches = Matches(rules)
    won = {}
    for i, one in enumerate(players):
        for j, other in enumerate(players[:i]):
            won[one, other] = matches.wins(one, other, games, seed + 100 * i + j) / games
            say(f"{rules.text}: {one} against {other} {100 * won[one, other]:.1f} %")
    rating = elo(players, won)
    tell(
        f"{rules.text}, {games} games a pair: wins of the row against the column in percent, with standard errors; Elo"
    )
    tell(" ".join([f"{'':<8}", *(f"{player:>12}" for player in players), f"{'Elo':>6}"]))
    for one in players:
        cells = []
        for other in players:
            if one == other:
                cells.append(f"{'-':>12}")
                continue
            rate = won[one, other] if (one, other) in won else 1 - won[other, one]
            error = math.sqrt(max(rate * (1 - rate), 1 / games) / games)
            cells.append(f"{100 * rate:6.1f} ±{100 * error:4.1f}")
        tell(" ".join([f"{one:<8}", *cells, f"{rating[one]:6.0f}"]))
