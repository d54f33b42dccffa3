"""docs/commissioning.md: the board's events and lights at each step; and its table equals faults.txt."""

import json
import re

import pytest

import config
from host.sim.table import Table
from host_tests.conftest import ROOT
from host_tests.faults import FAULTS, by
from test_walk import EMPTY, NAMES, Walker

DOCUMENT = (ROOT / "docs/commissioning.md").read_text("utf-8")
TABLE = DOCUMENT[DOCUMENT.index("## What finds what") :]
ROWS = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", TABLE, re.M)[2:]


def test_the_table_is_that_of_the_faults_which_tests_play():
    told = {"self-test": "`%s`", "pull test": "`%s`", "magnet walk": "`magnet walk: %s`"}
    rows = [(fault.name, fault.by, told[fault.by] % fault.what) for fault in FAULTS if fault.name and fault.what]
    assert [row for row in ROWS if row[1] != "nothing"] == rows
    assert [row[0] for row in ROWS if row[1] == "nothing"] == [fault.name for fault in by("nothing")]


# --- the steps --------------------------------------------------------------------------------------------------------


def step(number: int) -> str:
    """The page's section on one step."""
    return re.split(r"^## ", DOCUMENT, flags=re.M)[[h[:2] for h in HEADINGS].index(f"{number}.") + 1]


HEADINGS = re.findall(r"^## (.+)$", DOCUMENT, re.M)


def quoted(number: int) -> list:
    """The events that a step quotes."""
    return [json.loads(line) for line in re.findall(r"^(\{\"ev\": .+\})$", step(number), re.M)]


def pictures(number: int) -> list:
    """The pictures of the lights in a step, each a list of frames."""
    found = re.findall(r"`([O.]{4} [O.]{4}(?:  [O.]{4} [O.]{4})*)`", step(number))
    return [text.split("  ") for text in found]


def film(table, ms: int) -> list:
    """The successive pictures on the dice, bright `O` and dark `.`, over some time."""
    seen = []
    for _ in range(ms // 50):
        table.wait(50)
        bits = "".join("O" if sum(pixel) >= 60 else "." for pixel in table.pixels[:8])
        shown = bits[:4] + " " + bits[4:]
        if not seen or seen[-1] != shown:
            seen.append(shown)
    return seen


def shows(seen: list, picture: list) -> bool:
    return any(seen[i : i + len(picture)] == picture for i in range(len(seen)))


@pytest.fixture
def table():
    """A new board on its first plug, empty."""
    table = Table(seed=3)
    table.board.setup(EMPTY)
    table.plug_in()
    return table


def test_the_first_start(table):
    said = table.news()
    hello, phase = quoted(1)
    assert said[0] == {**hello, "runtime": said[0]["runtime"]} and said[1] == phase
    assert not [event for event in said if event["ev"] == "fault"]
    assert len(pictures(1)) == 1 and shows(film(table, 1500), pictures(1)[0])


def test_the_self_test_of_a_right_board_and_its_colours(table):
    table.send({"do": "selftest"})
    right, fault, wrong = quoted(2)
    assert table.events[-1] == {**right, "free": None}  # a table has no flash
    colours = set()
    seen = []
    for _ in range(50):
        seen += film(table, 100)
        colours |= {tuple(bool(part) for part in pixel) for pixel in table.pixels[:8]}
    seen = [shown for i, shown in enumerate(seen) if not i or shown != seen[i - 1]]
    assert colours >= {(True, False, False), (False, True, False), (False, False, True)}
    assert "OOOO OOOO" in seen
    bar, alarm = pictures(2)
    assert shows(seen, bar)


def test_the_self_test_of_a_board_with_a_dead_sensor(table):
    _, fault, wrong = quoted(2)
    table.board.fault("dead", 4)
    seen = film(table, 4000)
    assert shows(seen, pictures(2)[1]) and shows(seen, [".O.. ....", ".... O..."])  # A5: quarter 2, column 1; look here
    table.news()
    table.send({"do": "selftest"})
    said = table.news()
    assert [event["what"] for event in said if event["ev"] == "fault"] == [fault["what"]]
    assert said[-1] == {**wrong, "free": None}
    table.wait(6000)
    assert not shows(film(table, 4000), pictures(2)[1])
    table.board.heal()
    table.wait(3000)
    assert "mended: " + fault["what"] in [event.get("what") for event in table.news()]


def test_a_fault_of_more_than_a_hole_is_shown_as_long_as_it_stands(table):
    table.board.fault("mux", 2)
    table.wait(30_000)
    assert shows(film(table, 1000), pictures(2)[1])


def test_the_calibration(table):
    (right,) = quoted(3)
    table.send({"do": "calibrate"})
    assert shows(film(table, 1500), pictures(3)[0])
    said = next(event for event in table.news() if event["ev"] == "calibrate")
    assert list(said) == list(right) and abs(said["half"] - right["half"]) < 50
    table.place("A1", "A")
    table.wait(1500)
    table.send({"do": "calibrate"})
    table.wait(1500)
    whys = [event.get("why") or event.get("what") for event in table.news()]
    assert "calibration: a piece stands on A1" in whys and "`calibration: a piece stands on A1 A2`" in step(3)


def test_the_magnet_walk():
    walk, walked = quoted(4)[:2]
    walker = Walker(magnets="worst").begin()
    assert shows(film(walker.table, 1500), pictures(4)[0])
    faults, said = walker.all()
    visits = walker.named("walk")
    weakest = min(visits, key=lambda event: event["margin"])
    assert {**said, "weakest": "B7", "margin": 48} == walked and faults == []
    assert (said["weakest"], said["margin"]) == (weakest["hole"], weakest["margin"])
    assert list(visits[0]) == list(walk) and [event["hole"] for event in visits] == list(NAMES)
    assert all(event["reads"] == [event["hole"]] for event in visits)
    assert all(event["margin"] == event["u"] - config.OCCUPIED_PERMILLE > 0 for event in visits)
    assert [event["left"] for event in visits] == list(range(48, -1, -1))


def test_the_mode_that_shows_the_pieces_is_reached_by_the_button_alone(table):
    table.press(4200)
    for _ in range(3):
        table.press()
    assert film(table, 200)[-1] == "...O ...."
    table.press(1200)
    table.place("A3", "A")
    table.wait(2000)
    assert ["..OO OO.."] in pictures(4) and shows(film(table, 3000), ["..OO OO.."])


def test_the_first_game(table):
    (opening,) = quoted(5)
    table.send({"do": "calibrate"})
    table.wait(3000)
    for row in "AB":
        for i in range(1, 17):
            table.place(f"{row}{i}", row)
    table.wait(1500)
    assert opening in table.news()
    assert shows(film(table, 3000), pictures(5)[0])
