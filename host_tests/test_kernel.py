"""The compiled kernel against the engine: the same legal results on random positions of all rulesets and option sets.

10,000 positions, or 1,000,000 where DALDOS_LONG=1; by hand:

    PYTHONPATH=firmware/lib:. python -m host_tests.test_kernel 1000000
"""

import os
import random
import sys

import pytest

from daldos.position import parse_position
from daldos.rules import parse_rules
from daldos.turns import LOST, legal_turns, play_moves
from host.brain.build import BuildError, kernel_module
from host_tests import positions
from host_tests.test_rules_campaign import option_sets


def kernel_or_skip():
    """The compiled module; where nothing compiles that is a skip, and in CI a failure."""
    try:
        return kernel_module()
    except BuildError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))


def results(cells, player: int, turns: list) -> list:
    """The cells after each of the turns, sorted."""
    found = []
    for turn in turns:
        after = bytearray(cells)
        if turn != LOST:
            play_moves(after, player, turn)
        found.append(bytes(after))
    return sorted(found)


def campaign(count: int, seed: int, progress_every: int = 0) -> int:
    """Compare that many positions; how many results they had. AssertionError at the first difference."""
    module = kernel_module()
    sets = []
    for text, options in option_sets(seed):
        rules = parse_rules(text)
        sets.append((rules, options, module.Kernel(rules)))
    rng = random.Random(seed)
    total = 0
    for number in range(count):
        rules, options, kernel = sets[number % len(sets)]
        text = positions.random_position(rng, options)
        at = parse_position(text, rules)
        legal = legal_turns(at)
        dice_used, turns = kernel.turns(at.cells, at.player, at.die1, at.die2)
        assert dice_used == legal.dice_used, (rules.text, text)
        mine = results(at.cells, at.player, turns)
        assert mine == results(at.cells, at.player, legal.turns), (rules.text, text)
        total += len(mine)
        if progress_every and (number + 1) % progress_every == 0:
            print(f"{number + 1} of {count} positions agree", file=sys.stderr, flush=True)
    return total


def test_kernel_and_engine_agree():
    kernel_or_skip()
    long = os.environ.get("DALDOS_LONG") == "1"
    assert campaign(1_000_000 if long else 10_000, seed=1, progress_every=100_000 if long else 0) > 10_000


if __name__ == "__main__":
    print(campaign(int(sys.argv[1]), seed=7, progress_every=50_000), "results agree")
