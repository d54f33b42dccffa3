"""The oracle and the engine against turns worked out by hand (turns.txt)."""

from pathlib import Path

import pytest

from host.cli.lines import turns_object
from host_tests.test_docs import CASES as WORKED
from lab import oracle, positions
from lab.positions import options_of

TEXT = Path(__file__).with_name("turns.txt").read_text(encoding="utf-8")
CASES = [case.splitlines() for case in TEXT.split("\n\n")[1:]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[1]} {case[0]}".replace("/", "|"))
def test_turns_are_those_worked_out_by_hand(case):
    rules, position, used, *results = case
    dice_used, _, again = used.partition(" ")
    expected = {result: set(turns.split(", ")) for result, turns in (line.split(": ") for line in results)}
    assert oracle.spelled_turns(position, options_of(rules)) == (int(dice_used), again == "again", expected)
    engine = turns_object(position, rules)
    assert (engine["dice_used"], engine["again"]) == (int(dice_used), again == "again")
    assert {entry["result"] for entry in engine["turns"]} == set(expected)
    assert all(entry["turn"] in expected[entry["result"]] for entry in engine["turns"])


def test_every_value_of_every_option_is_shown():
    shown = [options_of(rules) for rules in [case[0] for case in CASES] + [rules or "danish" for _, rules, _ in WORKED]]
    for option, values in positions.CHOICES.items():
        if option != "n":
            assert {options[option] for options in shown} == set(values), option
