"""Each text of the board, clause of the rules, message of the lights is shown by a test; and texts no other test has.

docs/tests.md is the table; tools/tests_doc.py makes it.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.console import reasons
from companion.play import situation as s
from host.table.stores import DictStore
from host.table.table import Table
from test_situations import Pair
from test_walk import Walker

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import tests_doc  # noqa: E402


def test_everything_is_shown_by_a_test_that_is_there():
    assert tests_doc.problems() == []


def test_the_page_is_that_of_the_tables():
    made = subprocess.run([sys.executable, "tools/tests_doc.py"], cwd=ROOT, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert made.stdout == (ROOT / "docs/tests.md").read_text("utf-8"), "run python3 tools/tests_doc.py > docs/tests.md"


def test_what_is_missing_is_named(monkeypatch):
    told = tests_doc.shown()
    first = next(iter(told))
    monkeypatch.setattr(tests_doc, "GUIDES", (*reasons.GUIDES, ("x" * 20, "y" * 30)))
    monkeypatch.setattr(
        tests_doc,
        "shown",
        lambda: {**told, first: [], ("docs/rules.md", "Odds: of rain"): ["test_words.py::test_no_such_thing"]},
    )
    names = [problem.split(": ")[0] for problem in tests_doc.problems()]
    assert sorted(names) == ["docs/rules.md", "docs/rules.md", "no such test", "no test says guide " + "x" * 20]


def test_no_code_is_there_twice():
    for table in (reasons.GUIDES, reasons.FAULTS, reasons.ERRORS):
        assert len({code for code, _ in table}) == len(table)


# --- texts that no other test shows -----------------------------------------------------------------------------------


def said(table, ev: str, code: str) -> bool:
    """Whether the board has said this code, with its own text."""
    kinds = {"guide": reasons.GUIDES, "fault": reasons.FAULTS, "error": reasons.ERRORS}
    text = ".*".join(re.escape(part) for part in re.split("%[sdr]", dict(kinds[ev])[code]))
    found = [event for event in table.events if event["ev"] == ev and event["code"] == code]
    return bool(found) and all(re.fullmatch(text, event.get("why") or event.get("what")) for event in found)


def test_what_is_to_be_set_up():
    table = Table(seed=1)
    table.throws += [(3, 4), (1, 2), (1, 2)]
    piece = table.lift("A1")
    table.plug_in()
    table.wait(1500)
    assert said(table, "guide", "set_up_new") and not said(table, "guide", "set_up_saved")
    table.place("A1", piece)
    table.wait(500)
    for _ in range(3):
        table.press()
        table.wait(2500)
    table.place("M3", table.lift("A1"))
    table.wait(500)
    table.press()
    table.plug_out()
    table.lift("A5")
    table.plug_in()
    table.wait(1500)
    assert said(table, "guide", "set_up_saved")


def test_a_piece_outside_of_the_game():
    table = Table(seed=1)
    table.plug_in()
    table.send({"do": "rules", "rules": "norwegian"})
    table.board.setup("A" * 12 + "." * 4 + "." * 17 + "B" * 12 + "." * 3 + "B")
    table.wait(1500)
    assert said(table, "guide", "outside")


def test_a_press_when_the_game_is_over(monkeypatch):
    pair = Pair(s.AT_OVER, monkeypatch)
    pair.make("press")
    assert said(pair.table, "guide", "game_over")


@pytest.mark.parametrize(
    ("fault", "code"), [(("swap_holes", 0, 1), "walk_elsewhere"), (("enable", 1, 0), "walk_two_answer")]
)
def test_a_walk_that_ends_too_early_to_tell_the_wire(fault, code):
    walker = Walker(fault).begin()
    if code == "walk_elsewhere":
        walker.visit()  # asked to be set in again
    walker.visit()
    walker.table.long_press()
    walker.table.wait(1000)
    assert said(walker.table, "fault", code)


def test_a_calibration_broken_off():
    table = Table(seed=1)
    table.board.setup("." * 49)
    table.plug_in()
    table.send({"do": "calibrate"})
    table.wait(100)
    table.send({"do": "new"})
    assert said(table, "error", "calibration_broken_off")


def test_a_file_that_cannot_be_used():
    table = Table(seed=1, store=DictStore({"settings.json": b"{"}))
    table.plug_in()
    assert said(table, "fault", "bad_file")


@pytest.mark.parametrize("mode", ["roller", "diagnose"])
def test_undo_while_the_game_waits_for_another_mode(mode):
    table = Table(seed=1)
    table.plug_in()
    table.send({"do": "mode", "mode": mode})
    table.send({"do": "undo"})
    assert said(table, "error", "nothing_to_undo")


def test_a_command_that_fails_without_a_code(monkeypatch):
    table = Table(seed=1)
    table.plug_in()

    def fail(now):
        raise ValueError("not now")

    monkeypatch.setattr(table.app.session, "undo", fail)
    table.send({"do": "undo"})
    assert said(table, "error", "refused")
