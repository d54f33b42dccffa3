"""Failures at every operation of a play: one at a time, and in every order of two.

`--subject store`: a game at a board whose store fails (lab/failing/store.py); `ahead`: the same with a store that
erases ahead; `server`: a page whose server has a disk that fails (lab/failing/server.py). Each says what can fail, and
what must hold then.
"""

import random

from lab.failing.server import Drill
from lab.failing.store import AheadPlay, Play
from lab.figures import Figures, spread

SUBJECTS = {"store": Play, "ahead": AheadPlay, "server": Drill}
SIZE = "12000 orders of two failures"
OPTIONS = {"subject": "store"}


def alone(subject: str) -> list:
    """Every failure that a play can have, as (number of the operation, kind)."""
    whole = SUBJECTS[subject]((), Figures())
    whole.run()
    return [(at, kind) for at in range(whole.operations + 1) for kind in whole.kinds]


def units(size: int, seed: int, subject: str) -> list:
    """Every failure alone, or `size` of them if there are very many; and `size` of the orders of two."""
    each = alone(subject)
    count = len(each)
    pairs = random.Random(seed).sample(range(count * count), min(size, count * count))
    two = [sorted((each[pair // count], each[pair % count]), key=lambda one: one[0]) for pair in pairs]
    few = each if SUBJECTS[subject].all_alone else spread(each, size, seed)
    return [(one,) for one in few] + [tuple(both) for both in two]


def play(failures: tuple, figures: Figures, subject: str) -> None:
    """Play through these."""
    game = SUBJECTS[subject](failures, figures)
    figures.counts["plays"] += 1
    game.run()
    figures.counts["operations tried"] += game.operations
