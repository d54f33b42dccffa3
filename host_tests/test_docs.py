"""docs/rules.md agrees with the engine: its tables, its worked cases and its odds."""

import re

import pytest

from daldos.geometry import N_MAX, N_MIN
from daldos.notation import turn_text
from daldos.odds import capture_odds
from daldos.position import parse_position
from daldos.record import read_records
from daldos.rules import FINDS, OPTIONS, RULESETS, Rules, parse_rules
from daldos.turns import legal_turns
from host_tests.conftest import ROOT
from lab import oracle
from lab.positions import options_of

TEXT = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
CASES = re.findall(r"^ *- `([^`]+)`(?: \(`([^`]+)`\))?: (.+)$", TEXT, re.MULTILINE)


def rows(heading: str) -> list:
    """The cells of the tables in the section of that heading, without the header rows."""
    section = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|") and not line.startswith("| ---")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("position, rules, turns", CASES)
def test_worked_case(position, rules, turns):
    at = parse_position(position, parse_rules(rules or "danish"))
    told = re.findall("`([^`]+)`", turns)
    assert sorted(turn_text(at, turn) for turn in legal_turns(at).turns) == sorted(told)
    spelled = oracle.spelled_turns(position, options_of(rules or "danish"))[2].values()
    assert len(spelled) == len(told) and all(ways & set(told) for ways in spelled)


def test_options_and_their_values():
    assert dict(OPTIONS)["n"] == tuple(str(n) for n in range(N_MIN, N_MAX + 1))
    told = [(row[0], row[1]) for row in rows("Options")[1:]]
    known = [(name, "11 … 17" if name == "n" else ", ".join(sorted(values))) for name, values in OPTIONS]
    assert [(name, value if name == "n" else ", ".join(sorted(value.split(", ")))) for name, value in told] == known


def test_rulesets():
    header, *told = rows("Rulesets")[: len(RULESETS) + 1]
    assert [row[0] for row in told] == [name for name, _ in RULESETS]
    for row in told:
        rules = parse_rules(row[0])
        changed = [f"{option}={value}" for option, value in zip(header[1:6], row[1:6], strict=True)]
        assert vars(parse_rules(",".join(["danish", *changed]))) | {"text": ""} == vars(rules) | {"text": ""}


def test_finds():
    told = [row[:3] for row in rows("Rulesets") if row[0] in dict(FINDS)]
    assert [name for name, _, _ in told] == [name for name, _ in FINDS]
    for name, n, prow_hole in told:
        assert Rules(name) == Rules(f"cerne-abbey,n={n},prow_hole={prow_hole}")


def test_odds():
    singles, pairs = rows("Odds")[:3], rows("Odds")[3:]
    for d, chance, use in zip(*(row[1:] for row in singles), strict=True):
        assert "{}/{} {}".format(*capture_odds((int(d),))) == f"{chance} {use}"
    for both, chance, use in zip(*(row[1:] for row in pairs), strict=True):
        told = f"{chance} {use}".replace(" [^1]", "")
        assert "{}/{} {}".format(*capture_odds(tuple(map(int, both.split(" and "))))) == told


def test_the_record_shown_can_be_played():
    block = TEXT.split("    Rules: danish\n")[1].split("\n\nWorked")[0].split("\n## ")[0]
    text = "Rules: danish\n" + "\n".join(line.strip() for line in block.splitlines())
    assert len(read_records(text)[0][1].plies) == 3
