"""Run seeds one by one, or repeat one: python -m lab whole [--help]

    python -m lab whole --seed 17                     one seed, with its events if it fails
    python -m lab whole --seconds 40                  fresh seeds for 40 seconds
    python -m lab whole --games 100000 --from 1       this many games
    python -m lab whole --plant stale --seconds 60    with a planted defect

A failing seed is run again with fewer and fewer troubles as long as it fails, and printed as a command that runs it.
"""

import argparse
import random
import time
from collections import Counter

from lab.whole.world import PLANTS, World


def failure_of(seed: int, without=(), plant: str = "") -> "tuple[World, Exception | None]":
    """Run a seed; its world, and what was wrong."""
    world = World(seed, without, plant)
    try:
        world.run()
    except Exception as error:  # also a step's exception
        return world, error
    return world, None


def shrunk(seed: int, plant: str = "") -> tuple:
    """The troubles without which the seed fails just as well."""
    without: tuple = ()
    for trouble in sorted(World(seed).troubles):
        if failure_of(seed, (*without, trouble), plant)[1]:
            without += (trouble,)
    return without


def line_of(seed: int, without=(), plant: str = "") -> str:
    """The command that repeats a seed."""
    more = f" --without {','.join(without)}" if without else ""
    return f"python -m lab whole --seed {seed}{more}" + (f" --plant {plant}" if plant else "")


def run(
    first: int, games: int = 0, seconds: float = 0.0, plant: str = "", tell=lambda *_: None
) -> "tuple[Counter, list]":
    """Run seeds from `first` on up to a number of games, seconds or the first failure.

    tell: called after each seed with the seed, the count and what was wrong.
    """
    count: Counter = Counter()
    failed: list = []
    start_s = time.monotonic()
    seed = first
    while not failed:
        if games and count["games"] + count["far games"] >= games or seconds and time.monotonic() - start_s >= seconds:
            break
        world, error = failure_of(seed, plant=plant)
        count += world.count
        count["seeds"] += 1
        count["simulated s"] += int(world.now)
        if error:
            failed.append((seed, error))
        tell(seed, count, error)
        seed += 1
    count["s"] = int(time.monotonic() - start_s)
    return count, failed


def tell(seed: int, count: Counter, error) -> None:
    """Print a line for a failing seed, and for every hundredth."""
    if error or seed % 100 == 0:
        games = f"{count['games']} games, {count['far games']} far"
        print(f"{seed}: {games}{f', {type(error).__name__}: {error}' if error else ''}", flush=True)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m lab whole", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seed", type=int, help="this one alone, and its story")
    parser.add_argument("--without", default="", help="troubles that are to be left out, with commas")
    parser.add_argument("--plant", default="", choices=("", *PLANTS), help="a defect that the world has")
    parser.add_argument("--from", dest="first", type=int, help="the first seed [a fresh one]")
    parser.add_argument("--games", type=int, default=0, help="so many")
    parser.add_argument("--seconds", type=float, default=0.0, help="so long")
    told = parser.parse_args()
    if told.seed is not None:
        world, error = failure_of(told.seed, tuple(told.without.split(",")), told.plant)
        for line in world.trace if error else ():
            print(*line)
        print(f"{type(error).__name__}: {error}" if error else dict(world.count))
        return 1 if error else 0
    first = told.first if told.first is not None else random.SystemRandom().randrange(10**9)
    print(f"from seed {first}", flush=True)
    count, failed = run(first, told.games, told.seconds or (0 if told.games else 40), told.plant, tell)
    for name, number in sorted(count.items()):
        print(f"{name:24}{number:10}")
    for seed, error in failed:
        print(f"{line_of(seed, shrunk(seed, told.plant), told.plant)}   # {type(error).__name__}: {error}")
    print("failed:", len(failed) or "none")
    return 1 if failed else 0
