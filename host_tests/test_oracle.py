"""The oracle and the engine against turns worked out by hand (turns.txt), and the oracle's odds against known ones."""

from fractions import Fraction
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


# --- odds: the capture of the piece at M10 by attackers so many holes behind it ---------------------------------------

THROW_CHANCES = {throw: Fraction(1 if throw[0] == throw[1] else 2, 16) for throw in positions.THROWS}


def capture_chance(distances: tuple[int, ...], known: dict) -> Fraction:
    """As the table of odds in the rules defines it; two pieces in row B can always use what is left of a throw."""
    if distances in known:
        return known[distances]
    table = {f"M{10 - distance}": "A" for distance in distances} | {"B16": "A", "B8": "A", "M10": "B"}
    chance = Fraction(0)
    next_distances = set()
    for throw, weight in THROW_CHANCES.items():
        _, _, found = oracle.turns(f"{oracle.text_of(table, oracle.DANISH)} A {throw}", oracle.DANISH)
        tables = [oracle.parse(result[:-1] + throw, oracle.DANISH)[0] for result in found if not result.endswith("#")]
        if len(tables) < len(found):
            chance += weight
        elif throw == "11":
            for after in tables:
                left = tuple(sorted(10 - int(hole[1:]) for hole in after if hole[0] == "M" and int(hole[1:]) < 10))
                next_distances.add(left)
    # The chance after a dal-dal may be this very one, if all of it is used elsewhere: x = chance + x / 16.
    best = chance * 16 / 15 if distances in next_distances else chance
    for left in next_distances - {distances, ()}:
        best = max(best, chance + capture_chance(left, known) / 16)
    known[distances] = best
    return best


# 171/256 is often given for 3 and 4, which is for one step of a dal-dal, to 2 with 4; two, to 1 with 4, are better.
ODDS = "1 7/16; 2 1/2; 3 3/5; 4 2/3; 5 7/24; 6 11/48; 7 55/384; 8 59/768; 9 55/6144; 1,2 3/4; 2,3 11/16; 3,4 43/64"


@pytest.mark.parametrize("odds", ODDS.split("; "))
def test_odds_of_a_capture(odds):
    distances, chance = odds.split(" ")
    assert capture_chance(tuple(map(int, distances.split(","))), {}) == Fraction(chance)
