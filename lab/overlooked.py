"""What each level overlooks, in games against itself: python -m lab.overlooked --games 40

A turn that loses 0.5 % of chance or more against the best is an oversight: of a capture, if the best turn takes more
pieces; else of an exposed piece, if fewer own ones can be hit after it; else of a dal, if it wakes fewer; else of a
better place.
"""

import argparse
import sys
from collections import Counter

from daldos.ai.baselines import exposed
from daldos.position import Position
from daldos.prng import Xorshift32
from daldos.rules import Rules, parse_rules
from daldos.state import UNDALLED
from daldos.turns import play_moves
from host.ai import data, slow
from host.ai.judge import BOUNDS, judge

LEVELS = ("1", "2", "3", "4")
KINDS = ("a capture", "an exposed piece", "a dal", "a better place")


def seen(at: Position, turn: int) -> tuple[int, int, int]:
    """What a turn is worth at a glance: captures, less what is exposed, less what it wakes."""
    cells = bytearray(at.cells)
    captures = play_moves(cells, at.side, turn)
    return captures, -exposed(at.rules, cells, 1 - at.side), cells.count(UNDALLED[at.side])


def kind(at: Position, turn: int, best: int) -> str:
    """What was overlooked by who played the turn in place of the best."""
    pairs = zip(seen(at, turn), seen(at, best), KINDS, strict=False)
    return next((name for own, other, name in pairs if own < other), KINDS[-1])


def survey(rules: Rules, level: str, games: int, seed: int) -> tuple[Counter, list[float]]:
    """How often what was overlooked, and what each choice lost."""
    advice, stream = data.advice(rules, True), Xorshift32(seed)
    kinds: Counter = Counter()
    errors = []
    for _ in range(games):
        game = slow.play(rules, (level, level), stream)
        for turn, entry in zip(game, judge(game, advice), strict=True):
            if entry.choices > 1:
                errors.append(entry.error)
                if entry.error >= BOUNDS[0]:
                    kinds[kind(turn.position, turn.packed, advice.turns(turn.position)[0][2])] += 1
    return kinds, errors


def main() -> None:
    """Print the table, in percent of the choices."""
    parser = argparse.ArgumentParser(prog="python -m lab.overlooked", description=__doc__.split("\n")[0])
    parser.add_argument("--rules", default="danish", help="a ruleset (default %(default)s)")
    parser.add_argument("--games", type=int, default=40, help="of each level (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of dice and choices (default %(default)s)")
    args = parser.parse_args()
    rules = parse_rules(args.rules)
    print("| level | choices | " + " | ".join(f"{name} %" for name in KINDS) + " | mean loss % | most % |")
    print("| --- " * (len(KINDS) + 4) + "|")
    for level in LEVELS:
        print(f"{rules.text}: level {level}", file=sys.stderr, flush=True)
        kinds, errors = survey(rules, level, args.games, args.seed)
        shown = " | ".join(f"{100 * kinds[name] / len(errors):.1f}" for name in KINDS)
        mean, most = 100 * sum(errors) / len(errors), 100 * max(errors)
        print(f"| {level} | {len(errors)} | {shown} | {mean:.2f} | {most:.1f} |", flush=True)


if __name__ == "__main__":
    main()
