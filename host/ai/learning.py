"""Learning a net by self-play, in a file that can be taken up again: `daldos train`.

The rate falls from FIRST_RATE to LAST_RATE over the games asked for; after every CHUNK games the whole state is written
(beside, then renamed), so a run broken off goes on where it was and ends with the same bytes. Same seed, same ruleset,
same compiler and processor: same weights.
"""

import json
import math
import time
from collections.abc import Callable
from pathlib import Path

from daldos.errors import DaldosError

CHUNK = 10_000
FIRST_RATE, LAST_RATE = 0.05, 0.0003
TRACE = 0.5
EXPLORE = 0.005  # share of random turns
CHECK_EVERY = 10  # chunks from one look at the strength to the next
CHECK_GAMES = 2_000


class LearningError(DaldosError):
    """A checkpoint that belongs to another run."""


def rate_at(done: int, games: int) -> float:
    """The rate after so many of the games."""
    return FIRST_RATE * math.exp(math.log(LAST_RATE / FIRST_RATE) * done / games)


def learn(module, kernel, games: int, seed: int, file: Path, say: Callable[[str], None] = lambda line: None):
    """A Learner after that many games; goes on from the checkpoint in `file` if there is one. `say` tells progress."""
    learner = module.Learner(kernel, seed)
    done = 0
    run = {"rules": kernel.rules.text, "games": games, "seed": seed}
    if file.exists():
        head, state = file.read_bytes().split(b"\n", 1)
        before = json.loads(head)
        done = before.pop("done")
        if before != run:
            raise LearningError("%s: the run of %s, expected %s", file, before, run)
        learner.restore(state)
    file.parent.mkdir(parents=True, exist_ok=True)
    start, first = time.monotonic(), done
    while done < games:
        count = min(CHUNK, games - done)
        learner.learn(count, rate_at(done, games), TRACE, EXPLORE)
        done += count
        part = file.with_suffix(".part")
        part.write_bytes(json.dumps({**run, "done": done}).encode() + b"\n" + learner.state())
        part.rename(file)
        if done // CHUNK % CHECK_EVERY == 0 or done == games:
            say(_progress(kernel, learner, done, games, (done - first) / (time.monotonic() - start)))
    return learner


def _progress(kernel, learner, done: int, games: int, speed: float) -> str:
    won = [
        f"{100 * kernel.match(learner, other, CHECK_GAMES, done)[0] / CHECK_GAMES:.1f} % against {other}"
        for other in ("random", "greedy", "careful")
    ]
    return f"{kernel.rules.text}: {done} of {games} games, {speed:.0f}/s; wins {', '.join(won)}"
