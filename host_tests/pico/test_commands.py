"""The firmware's answers to every console command and every kind of mistake in one; a flood; a board without a host."""

import json

import pytest

from companion.commands import COMMANDS
from host_tests.pico.games import state, until
from lab.pico.flash import read_files
from lab.pico.table import PicoTable

# In order: a command or line, and the event that ends the answer, or the error's code.
DEALS = """
state: state; record: record; sensors true: state; sensors false: state; selftest: selftest;
dice "13": no_throw_due; undo: nothing_to_undo; rules norwegian: state; rules danish,n=17: board_too_small;
rules chess: bad_rules; rules danish,hops=1: bad_rules; rules danish,n=12,n=12: bad_rules;
rules danish,n=10: bad_rules; rules LONG: bad_text; rules danish: state; set hints false: state;
set hints null: bad_value; set hints off: setting_type; set nothing 1: no_setting; set solo_side B: state;
giveup A99: no_hole; giveup M9: state; calibrate: calibration_pieces;
mode chess: bad_mode; mode diagnose: state; mode roller: state; mode wooden: state;
dice "31": throw; dice "15": bad_throw; dice "41": throw; mode game: state; walk: calibration_pieces; new: phase;
sensors 1: bad_flag; fly: unknown_command; rules: missing_key; {"do": "state", "x": 1}: unknown_key;
{"x": 1}: no_do
"""


def command(words: str) -> dict:
    """The line to send: a command's name and values, or a raw object."""
    if words.startswith("{"):
        return json.loads(words)
    name, *values = words.replace("LONG", "x" * 201).split()
    keys = [key for key, _ in next((row[1] for row in COMMANDS if row[0] == name), ())]
    return {"do": name, **{key: value_of(value) for key, value in zip(keys, values, strict=False)}}


def value_of(word: str):
    """JSON, or a bare text."""
    try:
        return json.loads(word)
    except ValueError:
        return word


def answer(number: int, expected: str):
    """Whether an event is the expected one, or has that code, and this id."""
    return lambda event: event.get("id") == number and expected in (event["ev"], event.get("code"))


@pytest.fixture(scope="module")
def table(image):
    table = PicoTable(image, seed=7, twin=False)
    table.plug_in()
    return table


def test_every_command_is_answered_with_its_id(table):
    for number, deal in enumerate(DEALS.split(";")):
        words, _, expected = deal.strip().rpartition(": ")
        heard = len(table.events)
        table.send({**command(words), "id": number})
        until(table, answer(number, expected), heard)
    tested = next(event for event in table.events if event["ev"] == "selftest")
    assert 300_000 < tested["free"] < 2_000_000 and tested["half"] is None, "the file system's room"


def test_a_flood_without_line_ends_or_readers_does_no_harm(table, long_run):
    before = state(table)
    table.rig.port.send(b"\xaa" * (100_000 if long_run else 3_000))
    table.wait(300)
    table.rig.port.listen(False)
    for _ in range(300 if long_run else 40):
        table.rig.port.send(b'{"do": "state"}\n')
    table.wait(2000)
    table.rig.port.listen(True)
    while table.rig.port.unsent:
        table.wait(50)
    table.wait(1000)
    assert table.rig.resets == []
    assert state(table) == before


def test_new_firmware_is_waited_for_when_the_board_says_so(table):
    table.send({"do": "bootsel"})
    table.press()
    assert [event["job"] for event in table.events if event["ev"] == "job"][-2:] == ["bootsel", None]
    table.send({"do": "bootsel"})
    table.long_press()
    assert [reason for _, reason in table.rig.resets] == ["bootsel"]


def test_a_board_on_a_charger_plays_on(image):
    table = PicoTable(image, seed=7, twin=False, usb="charger")
    table.throws[:] = [(1, 4), (2, 2), (1, 2), (3, 3)]
    table.plug_in(settle_ms=500)
    for _ in range(3):
        table.press()
    piece = table.lift("A1")
    table.wait(300)
    table.place("M3", piece)
    table.wait(300)
    table.press()
    table.wait(300)
    journal = read_files(table.rig.flash())["game"]
    assert journal.count(b"\nT ") == 4 and journal.count(b"\nM ") == 1
    assert table.rig.port.received == b"" and any(any(pixel) for pixel in table.pixels)
