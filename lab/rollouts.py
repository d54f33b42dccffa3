"""How much the levels give away a decision, measured by playing on: python -m lab.rollouts --positions 500

Each of the best few turns of a position (and those that the levels choose) is played on GAMES times by level 3 on
both sides, first two throws through all 256 ways. The best turn is found by one set of games and its lead over a
level's turn measured by a second one, so that chance in the finding does not count as error of the level."""

import argparse
import random
import sys

from daldos.ai.logistic import chance_of
from daldos.ai.opponent import CANDIDATES, LEVELS, MARGIN
from daldos.position import Position
from daldos.prng import Xorshift32
from daldos.rules import Rules, parse_rules
from daldos.state import pieces
from daldos.turns import play_moves
from host.ai import data, slow
from host.ai.figures import mean_and_error

GAMES = 1296
LOOKED_AT = 4  # turns of a position, best first
FAR = 10_000  # in 1/65536 of chance: turns worse by the net are not played on


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


class Rollouts:
    """Plays turns on by the kernel."""

    def __init__(self, rules: Rules):
        self._rules = rules
        self._kernel = data.kernel(rules)
        self._net = data.quantised(rules)
        plies, noise = LEVELS[2]
        self._player = (self._net, plies, noise, CANDIDATES, MARGIN)

    def value(self, at: Position, turn: int, again: bool, seed: int) -> float:
        """The share of games that the mover wins after the turn."""
        cells = bytearray(at.cells)
        play_moves(cells, at.side, turn)
        if pieces(cells, 1 - at.side) <= self._rules.lose_at:
            return 1.0
        thrower = at.side if again else 1 - at.side
        return self._kernel.rollout(self._player, cells, at.side, thrower, GAMES, seed)

    def errors(self, at: Position, seed: int) -> dict[int, float]:
        """level -> how much its turn is worse than the best."""
        values = sorted(self._kernel.logits(self._net, at.cells, at.side, at.die1, at.die2), key=lambda v: -v[1])
        lowest = chance_of(values[0][1]) - FAR
        turns = [turn for turn, value in values[:LOOKED_AT] if chance_of(value) >= lowest]
        opponent = data.opponent(self._rules)
        chosen = {level: opponent.choose(at, level, Xorshift32(seed)) for level in (3, 4)}
        dice_used, _ = self._kernel.turns(at.cells, at.side, at.die1, at.die2)
        again = self._rules.again(at.die1, at.die2, dice_used)
        results = {turn: self._result(at, turn) for turn in [*turns, *chosen.values()]}
        distinct = dict.fromkeys(results.values())
        by_result = {result: next(t for t, r in results.items() if r == result) for result in distinct}
        if len(by_result) == 1:
            return dict.fromkeys(chosen, 0.0)
        first = {result: self.value(at, turn, again, 2 * seed) for result, turn in by_result.items()}
        best = max(first, key=lambda result: first[result])
        second = {
            result: self.value(at, by_result[result], again, 2 * seed + 1)
            for result in {best, *(results[turn] for turn in chosen.values())}
        }
        return {level: second[best] - second[results[turn]] for level, turn in chosen.items()}

    def _result(self, at: Position, turn: int) -> bytes:
        cells = bytearray(at.cells)
        play_moves(cells, at.side, turn)
        return bytes(cells)


def main() -> None:
    """Print the mean error a decision of levels 3 and 4."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rules", default="danish")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rules = parse_rules(args.rules)
    rollouts = Rollouts(rules)
    errors: dict[int, list[float]] = {3: [], 4: []}
    for k, at in enumerate(sample(rules, args.positions, args.seed), 1):
        for level, error in rollouts.errors(at, 1000 * args.seed + k).items():
            errors[level].append(error)
        if k % 10 == 0 or k == args.positions:
            told = [(level, *mean_and_error(values)) for level, values in errors.items()]
            line = "; ".join(f"level {level} {100 * mean:.2f} ± {100 * off:.2f} %" for level, mean, off in told)
            print(f"{rules.text}: {k} positions, mean error a decision: {line}", file=sys.stderr, flush=True)
    for level, values in errors.items():
        mean, off = mean_and_error(values)
        print(f"{rules.text}: level {level}: {100 * mean:.2f} ± {100 * off:.2f} % a decision, {len(values)} positions")


if __name__ == "__main__":
    main()
