"""How much the levels give away a decision, measured by playing on: python -m lab.rollouts --positions 500

Each of the best few turns of a position (and those that the levels choose) is played on GAMES times by one ply on
both sides, first two throws through all 256 ways, with the same dice for each turn. See host.ai.advice.PlayedOn.
"""

import argparse
import random
import sys

from daldos.position import Position
from daldos.prng import Xorshift32
from daldos.rules import Rules, parse_rules
from host.ai import data, slow
from host.ai.figures import mean_and_error

GAMES = 1280
LEVELS = (3, 4, 5)


def sample(rules: Rules, count: int, seed: int) -> list[Position]:
    """Positions with a choice from games of level 3, against itself and against careful."""
    stream = Xorshift32(seed)
    found: list[Position] = []
    games = 0
    while len(found) < 4 * count:
        game = slow.play(rules, (("3", "3"), ("3", "careful"), ("careful", "3"))[games % 3], stream)
        games += 1
        found += [turn.position for turn in game if len(turn.position.turns()) > 1]
    random.Random(seed).shuffle(found)
    return found[:count]


def errors(rules: Rules, at: Position, seed: int) -> dict[int, float]:
    """level -> how much its turn is worse than the best; below 0 by chance."""
    played = data.played_on(rules, GAMES, seed)
    best, _, _, again = played.turns(at)[0]
    opponent = data.opponent(rules)
    chosen = {level: opponent.choose(at, level, Xorshift32(seed)) for level in LEVELS}
    return {level: best - played.after(at, turn, again)[0] for level, turn in chosen.items()}


def main() -> None:
    """Print the mean error a decision of the strong levels."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rules", default="danish")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rules = parse_rules(args.rules)
    found: dict[int, list[float]] = {level: [] for level in LEVELS}
    for k, at in enumerate(sample(rules, args.positions, args.seed), 1):
        for level, error in errors(rules, at, 1000 * args.seed + k).items():
            found[level].append(error)
        if k % 10 == 0 or k == args.positions:
            told = [(level, *mean_and_error(values)) for level, values in found.items()]
            line = "; ".join(f"level {level} {100 * mean:.2f} ± {100 * off:.2f} %" for level, mean, off in told)
            print(f"{rules.text}: {k} positions, mean error a decision: {line}", file=sys.stderr, flush=True)
    for level, values in found.items():
        mean, off = mean_and_error(values)
        print(f"{rules.text}: level {level}: {100 * mean:.2f} ± {100 * off:.2f} % a decision, {len(values)} positions")


if __name__ == "__main__":
    main()
