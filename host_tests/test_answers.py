"""Answers, including refusals, carry the command's id; lights and occupancy are sent once per change."""

import json

import pytest

from companion.commands import COMMANDS, DO
from host.sim.table import MIRRORED, Table
from host.terminal.desk import Desk

EMPTY = "." * 49
START = "a" * 16 + "/" + "." * 17 + "/" + "b" * 16
KEYS = {
    "rules": {"rules": "danish"},
    "mode": {"mode": "game"},
    "sensors": {"on": False},
    "set": {"key": "mode", "value": "game"},
    "dice": {"throw": "13"},
    "lead": {"rules": "danish", "position": START + " A 13", "number": 3, "side": "A", "turn": "?"},
    "giveup": {"hole": "A5"},
}


@pytest.fixture
def table():
    made = Table(seed=3)
    made.plug_in()
    made.wait(1000)
    made.news()
    return made


def answers(table, command, ms=0):
    """The events after a command, except mirroring ones."""
    table.news()
    table.send(command)
    table.wait(ms)
    return [event for event in table.news() if event["ev"] not in MIRRORED or "id" in event]


@pytest.mark.parametrize("do", DO)
def test_every_answer_brings_the_id_back_and_ends_as_the_table_says(table, do):
    if do == "dice":
        table.send({"do": "mode", "mode": "wooden"})
    if do == "undo":
        for _ in range(4):
            table.press()
    if do in ("walk", "calibrate"):
        table.board.setup(EMPTY)
        table.wait(1000)
    ends = {row[0]: row[2] for row in COMMANDS}
    told = answers(table, {"do": do, **KEYS.get(do, {}), "id": "seven"}, 1500)
    if do == "walk":
        table.place("A1", "A")
        table.wait(1000)
        table.long_press()
        table.wait(100)
        told += table.news()
    mine = [event for event in told if event.get("id") == "seven"]
    if do == "undo":
        assert [event["ev"] for event in mine][0] in ("undo", "error")
    else:
        assert ends[do] in [event["ev"] for event in mine]
    assert all(list(event)[-1] == "id" for event in mine)
    assert all("id" not in event for event in answers(table, {"do": "state"}, 500))


def test_a_turn_taken_back_while_the_record_is_told(table):
    table.throws[:] = [(3, 4), (1, 2)]  # for the start
    Desk(table).do("auto 3")
    table.send({"do": "record", "id": 1})
    table.wait(60)
    for _ in range(3):
        table.send({"do": "undo"})
    table.wait(500)
    lines = [event["line"] for event in table.news() if event["ev"] == "record" and event["id"] == 1]
    assert lines[-1] is None and lines.count(None) == 1
    again = lines[lines.index("Rules: danish", 1) :]
    assert len(again) < 8, "it begins again, without the turns taken back"


# --- what mirrors the board -------------------------------------------------------------------------------------------


def test_lights_and_occupancy_are_told_once_for_each_change(table):
    lights, seen, told = [], [], []
    for _ in range(3):
        table.press()
    piece = table.lift("A1")
    for step in range(400):
        if step == 200:
            table.place("M1", piece)
        scene = table.app.scene
        now = (scene.kind, scene.count, scene.choice, scene.used)
        lights += [now] if lights[-1:] != [now] else []
        table.wait(10)
        occupancy = table.app.sensing.occupancy.decode()
        seen += [occupancy] if seen[-1:] != [occupancy] else []
        told += table.news()
    told_lights = [event for event in told if event["ev"] == "lights"]
    short = [(event["kind"], len(event["holes"]), event["choice"], event["used"]) for event in told_lights]
    assert short[-len(lights) + 1 :] == lights[1:]
    assert [event["occupancy"] for event in told if event["ev"] == "occupancy"][-len(seen) + 1 :] == seen[1:]
    pairs = zip(told_lights, told_lights[1:], strict=False)
    assert all(one != other for one, other in pairs)
    table.wait(5000)
    table.news()
    table.wait(5000)
    assert table.news() == [], "a board at rest says nothing"


def test_a_host_that_does_not_read_is_told_the_latest_only(table):
    free = False
    table.app.mirror.free = lambda: free
    for hole in ("A1", "A2", "A3", "A4"):
        table.lift(hole)
        table.wait(1000)
    assert not [event for event in table.news() if event["ev"] in MIRRORED]
    free = True
    table.wait(50)
    told = [event for event in table.news() if event["ev"] in MIRRORED]
    assert [event["ev"] for event in told] == ["occupancy", "lights"]
    assert told[0]["occupancy"] == table.app.sensing.occupancy.decode()


def test_the_longest_lines_fit_the_queue(table):
    table.board.setup(EMPTY)
    table.wait(2000)
    lights = [event for event in table.news() if event["ev"] == "lights"][-1]
    assert len(lights["holes"]) == len(lights["wants"]) == 32
    assert len(json.dumps(lights)) < 400


def test_a_long_self_test_names_the_cause_first_and_says_no_two_lines_in_a_step(table):
    for hole in range(20):
        table.board.fault("dead", hole)
    table.wait(3000)
    before = len(table.said)
    table.send({"do": "selftest", "id": 5})
    at_once = len(table.said) - before
    counts = []
    for _ in range(40):
        count = len(table.said)
        table.wait(10)
        counts.append(len(table.said) - count)
    told = [event for event in table.said[before:] if event["ev"] in ("fault", "selftest")]
    assert at_once <= 1 and max(counts) <= 2
    assert [event["ev"] for event in told] == ["fault"] * 20 + ["selftest"]
    assert all(event["id"] == 5 for event in told)
    assert told[-1]["faults"] == 20


def test_the_self_test_says_what_the_chip_cannot_tell(table):
    table.app.monitor.pulls.test = lambda: [(26, 4090, 4, ()), (27, 4090, None, ())]
    table.send({"do": "selftest", "id": 3})
    unsure, done = table.said[-2:]
    assert (unsure["ev"], unsure["code"], unsure["id"]) == ("guide", "pulls_unsure", 3)
    assert "a mux at GP27 never switches off" in unsure["why"]
    assert done == {"ev": "selftest", "faults": 0, "half": None, "baseline": [], "free": None, "id": 3}
