"""docs/commissioning.md: every single fault of the wiring is found as its table says, or the table says why not."""

import re
from pathlib import Path

import pytest

from companion.sensing.selftest import judge, judge_pulls
from host.table.table import Table
from test_walk import Walker

DOCUMENT = (Path(__file__).resolve().parent.parent / "docs/commissioning.md").read_text("utf-8")
ROWS = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| (.+) \|$", DOCUMENT, re.M)
LINES = [(one, other) for one in range(4) for other in range(one + 1, 4)]
MUXES = [(one, other) for one in range(1, 5) for other in range(one + 1, 5)]
ALL = {
    *[f"address {line} {level}" for line in range(4) for level in (0, 1)],
    *[f"swap {one} {other}" for one, other in LINES],
    *[f"enable {q} {level}" for q in range(1, 5) for level in (0, 1)],
    *[f"mux {q}" for q in range(1, 5)],
    *[f"{name} {one} {other}" for name in ("swap_enable", "swap_sig") for one, other in MUXES],
    "rail",
    "half",
    *[f"open {pin}" for pin in (26, 27, 28)],
    "swap_holes 0 1",
    "dead 4",
    "stuck 4 4090",
    "deaf 4",
    "face_down 4",
}


def fault_of(text):
    name, *numbers = text.split()
    return (name, *map(int, numbers))


def test_the_table_has_every_fault_once():
    assert sorted(row[0] for row in ROWS) == sorted(ALL)


@pytest.mark.parametrize("text, by, said", ROWS, ids=[row[0] for row in ROWS])
def test_each_row(text, by, said):
    walker = Walker(fault_of(text))
    walker.table.wait(2000)
    said_by_itself = [event["what"] for event in walker.named("fault")]
    found = {"self-test": [], "pull test": [], "magnet walk": []}
    app, board = walker.table.app, walker.table.board
    found["self-test"] = [fault[2] for fault in judge(walker.table._scan, app.config)]
    found["pull test"] = [fault[2] for fault in judge_pulls(board.pull_test(), app.config)]
    if not found["self-test"] and not found["pull test"]:
        faults, _ = walker.begin().all()
        found["magnet walk"] = [what for what, _ in faults]
    if by == "nothing":
        assert found == {"self-test": [], "pull test": [], "magnet walk": []}
        return
    assert said.strip("`") in found[by]
    before = list(found)[: list(found).index(by)]
    assert [found[name] for name in before] == [[]] * len(before)
    if by != "magnet walk":
        assert said.strip("`") in said_by_itself


@pytest.mark.parametrize("text", sorted(ALL))
def test_play_goes_on_or_says_why_not(text):
    table = Table(seed=4)
    table.plug_in()
    table.board.fault(*fault_of(text))
    for _ in range(3):
        table.wait(1500)
        table.press()
    table.wait(1500)
    table.send({"do": "state"})
    assert table.events[-1]["ev"] == "state"
    table.board.heal()
    table.wait(5000)
    table.send({"do": "selftest"})
    assert table.events[-1] == {"ev": "selftest", "faults": 0}
