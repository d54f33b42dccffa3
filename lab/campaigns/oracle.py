"""The engine against the oracle on random positions, under every ruleset and many mixed option sets.

It compares all that `daldos turns` would print: dice used, extra throw, each result, and that the oracle allows each
turn for its result.
"""

import random
from functools import partial

from host.cli.lines import turns_object
from lab import oracle, positions
from lab.figures import Figures, pieces

SIZE = "500000 positions"
units = partial(pieces, step=5000)


def play(piece: tuple, figures: Figures) -> None:
    """Compare a piece's positions, dealt to the option sets in turn."""
    seed, first, count = piece
    sets = positions.option_sets(seed)
    draw = random.Random(seed * 1_000_003 + first)
    for number in range(count):
        rules, options = sets[number % len(sets)]
        position = positions.random_position(draw, options)
        engine = turns_object(position, rules)
        wrong = disagreement(position, rules, options, engine)
        if wrong:
            figures.fail("disagreement", wrong)
        figures.counts.update(_kinds(position, options, engine))


def disagreement(position: str, rules: str, options: dict, engine: dict) -> str:
    """The error in the engine's answer, with all details needed to examine it; empty if none."""
    dice_used, again, spellings = oracle.spelled_turns(position, options)
    listed = [entry["result"] for entry in engine["turns"]]
    wrong = []
    for key, value in (("position", position), ("dice_used", dice_used), ("again", again)):
        if engine[key] != value:
            wrong.append(f"{key} is {engine[key]!r}, expected {value!r}")
    wrong += [f"missing  {result}  by {min(spellings[result])}" for result in sorted(spellings.keys() - set(listed))]
    for entry in engine["turns"]:
        result, turn = entry["result"], entry["turn"]
        if result not in spellings:
            wrong.append(f"extra    {result}  by {turn}")
        elif turn not in spellings[result]:
            wrong.append(f"turn {turn!r} does not lead to {result}, expected one of {sorted(spellings[result])}")
    if listed != sorted(set(listed)):
        wrong.append("the results are not sorted or not distinct")
    return "\n    ".join([f"{position}  under {rules}", *wrong]) if wrong else ""


def _kinds(position: str, options: dict, engine: dict) -> dict:
    # A position's features, counted to prove that a campaign meets every case.
    results = [entry["result"] for entry in engine["turns"]]
    dal_dal = position.endswith("11") and options["extra_throw"]
    return {
        "positions": 1,
        "results": len(results),
        "lost": engine["dice_used"] == 0,
        "one die": engine["dice_used"] == 1,
        "both dice": engine["dice_used"] == 2,
        "winning turns": sum(result.endswith("#") for result in results),
        "captures": sum("x" in entry["turn"] for entry in engine["turns"]),
        "extra throws": engine["again"],
        "forfeits": dal_dal and not engine["again"],
    }
