"""How much the levels give away in the solved endings, by the exact chances: python -m lab.faultless

Positions of two pieces a side, all dalled and out of the home rows, drawn by a seed, with a throw that leaves a choice.
The tables of the Pico, from which the levels play, have a byte a position; what is given away is measured by the
24 bits that the host has. The net, which is not asked there, is held against them too.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence

from daldos.ai.logistic import ONE, chance_of
from daldos.position import Position
from daldos.prng import Xorshift32
from daldos.rules import Rules, RulesError, parse_rules
from daldos.state import DALLED
from host.ai import data

LEVELS = (1, 2, 3, 4, 5)
BEST = 2e-7  # a turn worse by less is as good as the best: the tables themselves are no nearer


def endings(rules: Rules, seed: int) -> Iterator[Position]:
    """Positions without end, two pieces a side."""
    draw = random.Random(seed)
    board = rules.board
    loops = [[hole for hole in range(board.size) if board.step[player][hole] >= board.n] for player in (0, 1)]
    while True:
        holes = [draw.sample(loop, 2) for loop in loops]
        if set(holes[0]) & set(holes[1]):
            continue
        cells = bytearray(board.size)
        for player in (0, 1):
            for hole in holes[player]:
                cells[hole] = DALLED[player]
        at = Position(rules, cells, draw.randrange(2), draw.randint(1, 4), draw.randint(1, 4))
        if len(at.turns()) > 1:
            yield at


def errors(rules: Rules, count: int, seed: int, levels: Sequence[int] = LEVELS) -> dict[int, list[float]]:
    """level -> what it gives away in each of so many positions, in chance."""
    advice, opponent = data.advice(rules), data.opponent(rules)
    streams = {level: Xorshift32(seed) for level in levels}
    found: dict[int, list[float]] = {level: [] for level in levels}
    for at, _ in zip(endings(rules, seed), range(count), strict=False):
        chances = {turn: chance for chance, _, turn, _ in advice.turns(at)}
        best = max(chances.values())
        for level, stream in streams.items():
            found[level].append(best - chances[opponent.choose(at, level, stream)])
    return found


def distances(rules: Rules, count: int, seed: int) -> list[float]:
    """How far the net alone, without the tables, is from the exact chance after each turn of so many positions."""
    advice, net = data.advice(rules), data.opponent(rules).net
    assert net, "each ruleset has its own"
    found = []
    for at, _ in zip(endings(rules, seed), range(count), strict=False):
        turns = advice.turns(at)
        net.begin(at.cells, at.side, turns[0][3])
        found += [abs(chance_of(net.logit(turn)) / ONE - chance) for chance, _, turn, _ in turns if chance < 1]
    return found


def main() -> int:
    """Print mean, worst and share of best turns for each level."""
    parser = argparse.ArgumentParser(prog="python -m lab.faultless", description=__doc__.split("\n")[0])
    parser.add_argument("--rules", default="danish", help="a ruleset (default %(default)s)")
    parser.add_argument("--positions", type=int, default=3000, help="how many (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of positions and levels (default %(default)s)")
    args = parser.parse_args()
    try:
        rules = parse_rules(args.rules)
    except RulesError as error:
        parser.error(str(error))
    for level, found in errors(rules, args.positions, args.seed).items():
        best = sum(error < BEST for error in found)
        told = (100 * sum(found) / len(found), 100 * max(found), 100 * best / len(found))
        print(f"{rules.text}: level {level}: mean %.5f %%, worst %.3f %%, the very best in %.1f %%" % told, flush=True)
    far = sorted(distances(rules, args.positions, args.seed))
    mean, most = 100 * sum(far) / len(far), 100 * far[len(far) * 95 // 100]
    print(f"{rules.text}: the net alone is {mean:.1f} % from the exact chance in the mean, 95 % within {most:.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
