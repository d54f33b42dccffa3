"""The table of events: every event has one function, and gives the keys and kinds that the table says."""

import json
import re

import pytest

from companion import reasons
from companion.console import events
from companion.console.protocol import encode

TABLE = dict(events.EVENTS)
ARGS = {"%d": 3, "%s": "x", "%r": "y"}
SAMPLES = {
    "hello": ("1.0.0", "test", "game", "danish"),
    "phase": ("setup",),
    "throw": (None, 1, 3),
    "turn": (1, "A", 1, 2, "A1-M3", "... B -"),
    "capture": ("A", "M6", 12),
    "guide": ("not_played", [events.stands("M9", "A", ".")], (), (1, 3)),
    "undo": (7, "A", 1, 3),
    "over": ("B",),
    "fault": ("sensor_dead", "A5: mux 2 C4", ("A5",), ("mux 2 C4",), ("low",)),
    "error": (reasons.Refusal("throw_stays", 1, 3),),
    "state": ("... A 13", "play", "game", "danish", "walk", "A?."),
    "job": (None,),
    "record": (None,),
    "calibrate": (2048, 2021, 2090),
    "selftest": (0,),
    "sensors": ([231, -3],),
    "walk": ("A1", ["A1"], 212, 162, 48),
    "walked": (0, 0, None, None),
    "wires": (["A1"], ["mux 1 C5"]),
    "lights": ("guide", None, 0, 0, 0, ["A5", "M3"], ".A", 0),
    "occupancy": ("A?.",),
    "hint": ("A1-M3", 512),
    "chance": ("A", 512),
}
KINDS = {
    "text": lambda value: isinstance(value, str),
    "code": lambda value: re.fullmatch("[a-z]+(_[a-z]+)*", value),
    "int": lambda value: type(value) is int,
    "flag": lambda value: type(value) is bool,
    "player": lambda value: value in ("A", "B"),
    "throw": lambda value: re.fullmatch("[1-4]{2}", value) and value[0] <= value[1],
    "hole": lambda value: re.fullmatch("[ABM][0-9]+", value),
    "die": lambda value: type(value) is int and 1 <= value <= 4,
    "side": lambda value: value in ("A", "B", ".", "?"),
    "sides": lambda value: re.fullmatch("[AB.?]*", value),
    "stands": lambda value: list(value) == ["hole", "has", "want"] and KINDS["hole"](value["hole"]),
}


KINDS["arg"] = lambda value: type(value) in (int, str)


def is_kind(kind, value):
    """Whether a value read from a line is of a kind of the table."""
    if kind.endswith("?"):
        return value is None or is_kind(kind[:-1], value)
    if kind.endswith("*"):
        return isinstance(value, list) and all(is_kind(kind[:-1], item) for item in value)
    return bool(KINDS[kind](value))


@pytest.mark.parametrize("name", TABLE)
def test_each_event_is_built_by_its_function_as_the_table_says(name):
    event = json.loads(encode(getattr(events, name)(*SAMPLES[name])))
    assert event.pop("ev") == name
    assert tuple(event) == tuple(key for key, kind in TABLE[name])
    for key, kind in TABLE[name]:
        assert is_kind(kind, event[key]), (key, kind, event[key])


def test_there_is_no_event_without_a_row_in_the_table():
    own = [value for value in vars(events).values() if getattr(value, "__module__", "") == events.__name__]
    assert {value.__name__ for value in own} - {"stands", "file_fault", "_coded"} == set(TABLE)
    assert len(TABLE) == len(events.EVENTS)


@pytest.mark.parametrize("table", [reasons.GUIDES, reasons.FAULTS, reasons.ERRORS])
def test_codes_are_single_and_their_texts_can_be_filled(table):
    assert len(dict(table)) == len(table)
    for code, text in table:
        assert KINDS["code"](code)
        args = tuple(ARGS[mark] for mark in re.findall("%[a-z]", text))
        assert "%" not in reasons.english(code, args)
    with pytest.raises(KeyError):
        reasons.english("no_such_code")


def test_a_refusal_is_an_error_with_its_code():
    refusal = reasons.Refusal("throw_stays", 1, 3)
    assert str(refusal) == "the throw 13 was thrown before and stays: press the button"
    event = json.loads(encode(events.error(refusal)))
    assert (event["code"], event["args"], event["what"]) == ("throw_stays", [1, 3], str(refusal))
    assert json.loads(encode(events.error(OSError("full"), "store")))["args"] == ["full"]


def test_a_code_has_one_text_in_all_tables():
    found = {}
    for code, text in reasons.GUIDES + reasons.FAULTS + reasons.ERRORS:
        assert found.setdefault(code, text) == text
