"""The builder's walk: no step of the guide speaks of a thing that was not listed or made before."""

import csv
import re
from collections import Counter

import pytest

from hardware import generate, nouns, walk

PAGE = generate.HERE / "wiring.md"
GUIDE = PAGE.read_text(encoding="utf-8")
# a guide in short
HEAD = "## Words\n| **peg** | a stick |\n## Parts\n| drill |\n"


def test_no_step_uses_a_noun_before_it_is_introduced():
    assert walk.too_early(GUIDE) == []


def test_the_list_has_every_noun_of_every_step():
    with open(generate.HERE / "walk.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["step"], row["noun"]) for row in rows] == [(row.step, row.noun) for row in walk.walk(GUIDE)]
    assert {row["step"] for row in rows} == {f"Step {i}" for i in range(1, 12)}
    headings = set(re.findall(r"^#{2,3} (.+)$", GUIDE, re.MULTILINE))
    for row in rows:
        assert row["introduced in"] in headings, row
        found = re.match(r"Step (\d+)", row["introduced in"])
        assert not found or int(found.group(1)) <= int(row["step"][5:]), row


def test_no_word_is_in_two_lists_and_none_is_idle():
    words = [noun.lower() for noun in nouns.NOUNS] + [*nouns.EVERYDAY, *nouns.PLAIN]
    assert [word for word, times in Counter(words).items() if times > 1] == []
    assert set(nouns.NOUNS) == {row.noun for row in walk.walk(GUIDE)}


def test_a_thing_used_before_it_is_made_is_found():
    moved = GUIDE.replace("1. Saw 32 pegs of 16 mm", "1. Take the jig and saw 32 pegs of 16 mm")
    assert moved != GUIDE
    assert [(row.step, row.noun) for row in walk.too_early(moved)] == [("Step 3", "jig")]


def test_a_thing_that_no_list_has_is_found():
    without = GUIDE.replace("nylon standoff", "nylon thing").replace("| standoff |", "| thing |")
    with pytest.raises(walk.NotIntroducedError, match="'standoff': expected it before step 1"):
        walk.walk(without)


def test_a_new_word_must_be_said_to_be_one_or_not():
    new = GUIDE.replace("1. Saw 32 pegs", "1. Take the widget. Saw 32 pegs")
    line = new[: new.index("widget")].count("\n") + 1
    with pytest.raises(walk.UnknownWordError, match=f"line {line}: 'widget'"):
        walk.walk(new)


def test_long_names_go_before_short_ones_and_plurals_are_known():
    guide = (
        HEAD + "| rail bus |\n\n## Step 1: all\nDrill the\nrail\nbuses; pegs'  holes: 12 GP26 A1.\n| hole |\n## End\n"
    )
    text = walk.blanked(guide)
    start = guide.index("\nDrill")
    assert [noun for _, noun in walk.uses(text, start, len(text))] == ["drill", "rail bus", "peg", "hole", "hole"]


@pytest.mark.parametrize("skipped", ("![jig](jig.svg)", "`jig`", "[peg](jig.md)", "```\njig\n```", "<!-- jig -->"))
def test_what_is_no_prose_is_no_word(skipped):
    guide = HEAD + f"## Step 1: all\nDrill. {skipped}\n## End\n"
    assert "jig" not in [row.noun for row in walk.walk(guide)]


def test_whoever_writes_a_new_word_is_told_so_in_a_line(tmp_path, monkeypatch, capsys):
    (tmp_path / "wiring.md").write_text(GUIDE.replace("1. Saw 32 pegs", "1. Take the widget. Saw 32 pegs"), "utf-8")
    monkeypatch.setattr(generate, "HERE", tmp_path)
    monkeypatch.setattr(generate, "outputs", lambda: {"walk.csv": lambda: walk.as_csv(generate._page("wiring.md"))})
    assert generate.main(["--check"]) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1 and "'widget': expected a word of hardware/nouns.py" in said[0]
