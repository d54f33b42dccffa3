"""Whether the judging of games holds: python -m lab judging --games 500

Games of several players are judged. Shown are the worst difference between a game's result and the sum of its first
chance, its luck and its errors; the mean luck of a game, which is 0 if the search is not biased; how far lopsided and
open chances, and those of late and open positions, are from games played on from there, less what chance there is in
these; and how often the best turn there is clearly worse than another.
"""

import math
import random

from daldos.game import Game
from daldos.position import Position
from daldos.prng import Xorshift32
from daldos.rules import Rules
from daldos.state import PLAYERS, pieces
from host.ai import data, players
from host.ai.advice import NEAR
from host.ai.figures import mean_and_error
from host.ai.judge import TurnAnalysis, balance, judge
from lab.arguments import parser, say
from lab.brain.kernel import Kernel
from lab.figures import result_cells

SEATS = (("4", "3"), ("careful", "greedy"), ("2", "1"), ("4", "random"))
LEVEL_5 = (("5", "5"),)  # for lopsided late positions
LOPSIDED, OPEN = 0.01, 0.1  # limits of a lopsided chance, from 0 or 1, and of an open one
LATE = 14  # pieces
KINDS = ("lopsided", "open", "late and open")
CLEARLY = 0.03  # this much chance, and at least twice the standard error


def judged_games(rules: Rules, count: int, seed: int, seats: tuple = SEATS):
    """(game, its TurnAnalysis list) of `count` games."""
    advice, stream = data.advice(rules), Xorshift32(seed)
    for k in range(count):
        game = players.play(rules, seats[k % len(seats)], stream)
        yield game, judge(game, advice)


def remainder(game: Game, judged: list[TurnAnalysis]) -> float:
    """The difference between luck minus errors and the game's result, for the worse of both players."""
    worst = 0.0
    for side, player in enumerate(PLAYERS):
        how = balance(judged, player)
        summed = how["first"] + how["luck"] - how["errors"] + how["gifts"]
        worst = max(worst, abs(summed - (game.side == side)))
    return worst


def kind(at: Position, chance: float) -> str:
    """The position's kind, one of KINDS, or ''."""
    small = min(chance, 1 - chance)
    if small < LOPSIDED:
        return KINDS[0]
    late = pieces(at.cells, 0) + pieces(at.cells, 1) <= LATE
    return "" if small < OPEN else KINDS[1 + late]


def off_by(kernel: Kernel, found: list, games: int, seed: int) -> str:
    """The difference between these positions' chances and the results of playouts."""
    off, noise = [], 0.0
    for at, entry in found:
        mean, square = kernel.playouts(at.cells, at.side, games, seed=seed)
        off.append(entry.before - mean)
        noise += (square - mean * mean) / games / len(found)
    rms = math.sqrt(max(0.0, sum(one * one for one in off) / len(off) - noise))
    mean, error = mean_and_error(off)
    worst = max(range(len(off)), key=lambda k: abs(off[k]))
    told = f"{100 * abs(off[worst]):.2f} in {found[worst][0].text()[:-2]}-"
    return f"mean {100 * mean:+.2f} ± {100 * error:.2f} %, rms {100 * rms:.2f}, worst {told}"


def misjudged(kernel: Kernel, found: list, games: int, seed: int) -> int:
    """In how many of these positions playouts find a turn clearly better than the judge's best."""
    advice, count = data.advice(kernel.rules), 0
    for at, _ in found:
        values = []
        for _, exact, turn, again in advice.turns(at)[:NEAR]:
            cells = result_cells(at, turn)
            if not exact:
                thrower = at.side if again else 1 - at.side
                mean, square = kernel.playouts(cells, thrower, games, seed=seed)
                values.append((mean if again else 1 - mean, (square - mean * mean) / games))
        if len(values) > 1:
            best, other = values[0], max(values[1:])
            count += other[0] - best[0] > max(CLEARLY, 2 * math.sqrt(best[1] + other[1]))
    return count


def main() -> int:
    """Print the figures; exit status 1 if a game's sum is off by more than 1e-9."""
    top = parser("judging", __doc__)
    top.add_argument("--games", type=int, default=500, help="how many (default %(default)s)")
    top.add_argument("--positions", type=int, default=100, help="of each kind (default %(default)s; 0 for none)")
    top.add_argument("--played", type=int, default=4096, help="games from each of these (default %(default)s)")
    top.add_argument("--level-5", action="store_true", help="games of level 5 against itself")
    args = top.parse_args()
    rules = args.rules
    worst, luck = 0.0, []
    found: dict = {name: [] for name in KINDS}
    seats = LEVEL_5 if args.level_5 else SEATS
    for k, (game, judged) in enumerate(judged_games(rules, args.games, args.seed, seats), 1):
        worst = max(worst, remainder(game, judged))
        luck += [sum(entry.luck for entry in judged if entry.player == player) for player in PLAYERS]
        for turn, entry in zip(game, judged, strict=True):
            found.get(kind(turn.position, entry.before), []).append((turn.position, entry))
        if k % 50 == 0:
            say(f"{rules.text}: {k} games")
    mean, error = mean_and_error(luck)
    print(f"{rules.text}: {args.games} games, luck and errors off the result by {worst:.1e} at worst")
    print(f"{rules.text}: mean luck of a player and game {100 * mean:+.2f} ± {100 * error:.2f} %")
    kernel = Kernel(rules)
    for name, entries in found.items():
        random.Random(args.seed).shuffle(entries)
        some = entries[: args.positions]
        if some:
            print(
                f"{rules.text}: {len(some)} of {len(entries)} {name} chances against {args.played} games each:"
                f" {off_by(kernel, some, args.played, args.seed + 1000)};"
                f" best turn clearly worse {misjudged(kernel, some, args.played, args.seed + 2000)}",
                flush=True,
            )
    return 1 if worst > 1e-9 else 0
