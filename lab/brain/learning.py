"""Learn a ruleset's net by self-play, and write it as integers into the engine.

The rate falls from FIRST_RATE to LAST_RATE over the games, chunk by chunk. Same seed, same ruleset, same compiler and
processor: same weights.

    python -m lab train --rules norwegian
"""

import math
import time
from pathlib import Path

from daldos.ai import nets
from daldos.rules import RULESETS, Rules
from lab.arguments import parser, positive, say
from lab.brain import solving, weights
from lab.brain.kernel import SOLVED, UNLEARNT, Kernel, Learner, Solved, match

CHUNK = 10_000
FIRST_RATE, LAST_RATE = 0.05, 0.0003
TRACE = 0.5
GAMES = {"danish": 3_000_000, "naesheim": 400_000, "cerne-abbey": 400_000}  # seed of the net's learning
GAMES_ELSE = 800_000
EXPLORE = 0.005  # share of random turns
CHECK_EVERY = 10  # chunks between checks of the strength
CHECK_GAMES = 2_000


def rate_at(done: int, games: int) -> float:
    """The learning rate after that many games."""
    return FIRST_RATE * math.exp(math.log(LAST_RATE / FIRST_RATE) * done / games)


def learn(solved: Solved, games: int, seed: int) -> Learner:
    """A Learner after this many games."""
    learner, rules = Learner(solved, seed), solved.kernel.rules
    start = time.monotonic()
    for first in range(0, games, CHUNK):
        done = min(first + CHUNK, games)
        learner.learn(done - first, rate_at(first, games), TRACE, EXPLORE)
        if done // CHUNK % CHECK_EVERY == 0 or done == games:
            say(_progress(rules, learner, done, games, done / (time.monotonic() - start)))
    return learner


def _progress(rules: Rules, learner: Learner, done: int, games: int, speed: float) -> str:
    won = [
        f"{100 * match(rules, learner, other, CHECK_GAMES, done)[0]:.1f} % against {other}"
        for other in ("random", "greedy", "careful")
    ]
    return f"{rules.text}: {done} of {games} games, {speed:.0f}/s; wins {', '.join(won)}"


def train(rules: Rules, games: int, seed: int, out: Path) -> None:
    """Learn the ruleset's net, its endings solved first, and write its module."""
    solved = Solved(Kernel(rules, UNLEARNT))
    solving.solve(solved, rules.text, SOLVED)
    learner = learn(solved, games, seed)
    text = f"The net of the ruleset {rules.text}, made by `python -m lab train`: see daldos.ai.evaluation."
    weights.write_module(out, text, "WEIGHTS", weights.quantised(*learner.weights()))


def main() -> "str | None":
    """Learn; what went wrong."""
    top = parser("train", __doc__)
    top.add_argument("--games", type=positive, help="in all (default: as many as the net in the package)")
    args = top.parse_args()
    name = args.rules.text
    if name not in dict(RULESETS):
        top.error(f"{name}: expected a ruleset without options, one of {', '.join(dict(RULESETS))}")
    games = args.games or GAMES.get(name, GAMES_ELSE)
    out = Path(nets.__file__).parent / (name.replace("-", "_") + ".py")
    try:
        train(args.rules, games, args.seed, out)
    except ValueError as error:
        return f"train: {error}"
    print(f"{name}: {games} games, net in {out}")
    return None
