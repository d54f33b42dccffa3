"""The table of events: every event has one function, which gives the table's keys and kinds."""

import json
import re

import pytest

from companion import reasons
from companion.console import events
from companion.console.protocol import encode
from host.i18n import telling
from host.i18n.catalogue import words

TABLE = dict(events.EVENTS)
ARGS = {"%d": 3, "%s": "x", "%r": "y"}
# A function's argument for a key of each kind; all arguments for functions that differ.
VALUES = {"text": "x", "int": 3, "flag": True, "player": "A", "hole": "M6", "sides": "A?."}
SAMPLES = {
    "guide": ("not_played", [events.stands("M9", "A", ".")], (), (1, 3)),
    "fault": ("sensor_dead", "A5: mux 2 C4", ("A5",), ("mux 2 C4",), ("low",)),
    "error": (reasons.Refusal("throw_stays", 1, 3),),
}
KINDS = {
    "text": lambda value: isinstance(value, str),
    "code": lambda value: re.fullmatch("[a-z]+(_[a-z]+)*", value),
    "arg": lambda value: type(value) in (int, str),
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


def is_kind(kind, value):
    """Whether a value read from a line is of a kind of the table."""
    if kind.endswith("?"):
        return value is None or is_kind(kind[:-1], value)
    if kind.endswith("*"):
        return isinstance(value, list) and all(is_kind(kind[:-1], item) for item in value)
    return bool(KINDS[kind](value))


def samples(kind: str, null: bool) -> list:
    """A function's argument for a key of this kind; null: None, if allowed."""
    if kind.startswith("throw"):
        return [0, 0] if null and kind[-1] == "?" else [1, 3]
    value = VALUES[kind.rstrip("?*")]
    return [None if null and kind[-1] == "?" else [value] if kind[-1] == "*" else value]


def built(name: str, null: bool = False) -> dict:
    """An event built by its function, then read from its line."""
    args = SAMPLES.get(name) or [value for _, kind in TABLE[name] for value in samples(kind, null)]
    return json.loads(encode(getattr(events, name)(*args)))


@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize("name", TABLE)
def test_each_event_is_built_by_its_function_as_the_table_says(name, null):
    event = built(name, null)
    assert event.pop("ev") == name
    assert tuple(event) == tuple(key for key, kind in TABLE[name])
    for key, kind in TABLE[name]:
        assert is_kind(kind, event[key]), (key, kind, event[key])


def test_there_is_no_event_without_a_row_in_the_table():
    own = [value for value in vars(events).values() if getattr(value, "__module__", "") == events.__name__]
    assert {value.__name__ for value in own} - {"stands", "fault_of", "_coded"} == set(TABLE)
    assert len(TABLE) == len(events.EVENTS)


def test_every_event_is_said_in_a_sentence():
    """Except sensor readings, which are shown in another way."""
    untold = {name for name, _ in events.EVENTS if not hasattr(telling, "_tell_" + name)}
    assert untold == {"sensors"}
    for name in TABLE.keys() - untold:
        said = telling.news(built(name), words("en"))
        assert "None" not in said and "{" not in said, said


@pytest.mark.parametrize("table", [reasons.GUIDES, reasons.FAULTS, reasons.ERRORS])
def test_codes_are_single_and_their_texts_can_be_filled(table):
    assert len(dict(table)) == len(table)
    for code, text in table:
        assert KINDS["code"](code)
        args = tuple(ARGS[mark] for mark in re.findall("%[a-z]", text))
        assert "%" not in reasons.english(code, args)
    with pytest.raises(KeyError):
        reasons.english("no_such_code")


def test_a_code_has_one_text_in_all_tables():
    found = {}
    for code, text in reasons.GUIDES + reasons.FAULTS + reasons.ERRORS:
        assert found.setdefault(code, text) == text
