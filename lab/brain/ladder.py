"""All players against each other: win rates with their errors, and Elo.

Elo is fitted to all games at once (each pair's wins by the logistic of the difference), `random` at 0.
"""

import math

from daldos.rules import Rules
from host.ai.players import NAMES, PlayerError, check_names
from lab.arguments import parser, positive, say
from lab.brain.kernel import match


def check(players: list[str]) -> None:
    """PlayerError for an unknown name, or one given twice."""
    check_names(players)
    if len(players) < 2 or len(set(players)) < len(players):
        raise PlayerError("players %r: expected two or more, each once", ",".join(players))


def elo(players: list[str], won: dict[tuple[str, str], float]) -> dict[str, float]:
    """Ratings that fit the win rates best, the first player at 0; a whole win counts as 1 - 1/4000."""
    rating = dict.fromkeys(players, 0.0)
    for _ in range(3000):
        for one in players[1:]:
            slope = curve = 0.0
            for other in players:
                if other != one:
                    rate = min(max(won[one, other], 1 / 4000), 1 - 1 / 4000)
                    expected = 1 / (1 + 10 ** ((rating[other] - rating[one]) / 400))
                    slope += rate - expected
                    curve += expected * (1 - expected)
            rating[one] += 0.7 * slope / max(curve, 1e-4) * 400 / math.log(10)
    return rating


def print_ladder(rules: Rules, players: list[str], games: int, seed: int, adjusted: bool = False) -> None:
    """Play all pairs and print the table."""
    check(players)
    won: dict = {}
    errors: dict = {}
    for i, one in enumerate(players):
        for j, other in enumerate(players[:i]):
            rate, error = match(rules, one, other, games, seed + 100 * i + j, adjusted)
            won[one, other], errors[one, other] = rate, error
            won[other, one], errors[other, one] = 1 - rate, error
            say(f"{rules.text}: {one} against {other} {100 * rate:.1f} %")
    rating = elo(players, won)
    print(f"{rules.text}, {games} games a pair: wins of the row against the column in %, with standard errors; Elo")
    print(" ".join([f"{'':<8}", *(f"{player:>12}" for player in players), f"{'Elo':>6}"]))
    for one in players:
        cells = []
        for other in players:
            if one == other:
                cells.append(f"{'-':>12}")
                continue
            cells.append(f"{100 * won[one, other]:6.1f} ±{100 * errors[one, other]:4.1f}")
        print(" ".join([f"{one:<8}", *cells, f"{rating[one]:6.0f}"]))


def main() -> "str | None":
    """Play all pairs, and print the table."""
    top = parser("ladder", __doc__)
    top.add_argument("--games", type=positive, default=2000, help="a pair (default %(default)s)")
    top.add_argument("--players", default=",".join(NAMES), help="names and levels (default %(default)s)")
    top.add_argument("--adjusted", action="store_true", help="take the luck of the dice out, which needs fewer games")
    args = top.parse_args()
    try:
        print_ladder(args.rules, args.players.split(","), args.games, args.seed, args.adjusted)
    except ValueError as error:
        return f"ladder: {error}"
    return None
