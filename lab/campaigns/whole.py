"""Pages, servers, disks, a broker and people on one seed, in all kinds of trouble: see lab.whole.

A failing seed is run again with fewer and fewer troubles as long as it fails, and told as the command that repeats it;
a seed that is run alone, with its events.
"""

from lab.figures import Figures
from lab.whole.world import World

SIZE = "1000 seeds"
OPTIONS = {"without": ""}  # troubles that are left out, with commas


def failure_of(seed: int, without=()) -> "tuple[World, Exception | None]":
    """Run a seed; its world, and what was wrong."""
    world = World(seed, without)
    try:
        world.run()
    except Exception as error:  # also a step's exception
        return world, error
    return world, None


def shrunk(seed: int, without: tuple) -> tuple:
    """The troubles without which the seed fails just as well, these among them."""
    for trouble in sorted(World(seed).troubles):
        if failure_of(seed, (*without, trouble))[1]:
            without += (trouble,)
    return without


def units(size: int, seed: int, **_) -> list:
    """(seed, whether it is run alone) of each."""
    return [(number, size == 1) for number in range(seed, seed + size)]


def play(unit: tuple, figures: Figures, without: str) -> None:
    """Run a seed."""
    number, alone = unit
    left_out = tuple(filter(None, without.split(",")))
    world, error = failure_of(number, left_out)
    figures.counts.update(world.count, seeds=1, **{"simulated s": int(world.now)})
    if error:
        least = ",".join(shrunk(number, left_out))
        again = f"python -m lab campaign whole --size 1 --seed {number}" + (f" --without {least}" if least else "")
        events = [" ".join(map(str, event)) for event in world.trace] if alone else []
        figures.fail(type(error).__name__, "\n".join([str(error), f"    {again}", *events]))
