"""Whether the judging of games holds: python -m lab judging --games 500

Games of several players are judged. Shown are the worst difference between a game's result and the sum of its first
chance, its luck and its errors; the mean luck of a game, which is 0 if the search is not biased; and how far lopsided
chances are from games played on from there.
"""

import random
import sys

from daldos.game import Game
from daldos.prng import Xorshift32
from daldos.rules import Rules
from daldos.state import PLAYERS
from host.ai import data, players
from host.ai.figures import mean_and_error
from host.ai.judge import TurnAnalysis, balance, judge
from lab.arguments import parser
from lab.brain.kernel import PlayedOn

SEATS = (("4", "3"), ("careful", "greedy"), ("2", "1"), ("4", "random"))
LOPSIDED = 0.01  # a chance of less than that, or of more than 1 less that


def judged_games(rules: Rules, count: int, seed: int):
    """(game, its TurnAnalysis list) of `count` games."""
    advice, stream = data.advice(rules), Xorshift32(seed)
    for k in range(count):
        game = players.play(rules, SEATS[k % len(SEATS)], stream)
        yield game, judge(game, advice)


def remainder(game: Game, judged: list[TurnAnalysis]) -> float:
    """How far luck and errors are from the game's result, for the player for whom it is worse."""
    worst = 0.0
    for side, player in enumerate(PLAYERS):
        how = balance(judged, player)
        summed = how["first"] + how["luck"] - how["errors"] + how["gifts"]
        worst = max(worst, abs(summed - (game.side == side)))
    return worst


def lopsided(rules: Rules, found: list, count: int, games: int, seed: int) -> list[float]:
    """How far the chances of `count` lopsided positions are from those found by playing on."""
    played = PlayedOn(rules, games, seed)
    random.Random(seed).shuffle(found)
    return [entry.before - played.chance(at.cells, at.side) for at, entry in found[:count]]


def main() -> int:
    """Print the figures; exit status 1 if a game's sum is off by more than 1e-9."""
    top = parser("judging", __doc__)
    top.add_argument("--games", type=int, default=500, help="how many (default %(default)s)")
    top.add_argument("--positions", type=int, default=100, help="lopsided ones (default %(default)s; 0 for none)")
    top.add_argument("--played", type=int, default=10240, help="games from each of these (default %(default)s)")
    args = top.parse_args()
    rules = args.rules
    worst, luck, found = 0.0, [], []
    for k, (game, judged) in enumerate(judged_games(rules, args.games, args.seed), 1):
        worst = max(worst, remainder(game, judged))
        luck += [sum(entry.luck for entry in judged if entry.player == player) for player in PLAYERS]
        pairs = zip(game, judged, strict=True)
        found += [(turn.position, entry) for turn, entry in pairs if min(entry.before, 1 - entry.before) < LOPSIDED]
        if k % 50 == 0:
            print(f"{rules.text}: {k} games", file=sys.stderr, flush=True)
    mean, error = mean_and_error(luck)
    print(f"{rules.text}: {args.games} games, luck and errors off the result by {worst:.1e} at worst")
    print(f"{rules.text}: mean luck of a player and game {100 * mean:+.2f} ± {100 * error:.2f} %")
    if args.positions:
        off = lopsided(rules, found, args.positions, args.played, args.seed)
        furthest, (mean, error) = max(map(abs, off)), mean_and_error(off)
        print(
            f"{rules.text}: {len(off)} of {len(found)} lopsided chances against {args.played} games each: mean"
            f" {100 * mean:+.3f} ± {100 * error:.3f} %, worst {100 * furthest:.2f} %"
        )
    return 1 if worst > 1e-9 else 0
