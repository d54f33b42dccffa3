"""The table of events: every event has one function, which gives the table's keys and kinds."""

import json
import re

import pytest

from companion import reasons
from companion.console import events
from companion.console.protocol import encode
from host.i18n import telling
from host.i18n.catalogue import words
from host.usb.heard import heard

TABLE = dict(events.EVENTS)
ARGS = {"%d": 3, "%s": "x", "%r": "y"}
VALUES = {"text": "x", "int": 3, "flag": True, "player": "A", "throw": "13", "hole": "M6", "sides": "A?."}
SAMPLES = {  # of the events that have functions of their own
    "guide": ("not_played", [events.stands("M9", "A", ".")], (), (1, 3)),
    "fault": ("sensor_dead", "A5: mux 2 C4", ("A5",), ("mux 2 C4",), ("low",)),
    "error": (reasons.Refusal("throw_stays", 1, 3),),
}


def built(name: str) -> dict:
    """An event, read from its line."""
    if name in SAMPLES:
        event = getattr(events, name)(*SAMPLES[name])
    else:
        kinds = [kind.rstrip("?") for _, kind in TABLE[name]]
        event = events.event(name, *([VALUES[kind[:-1]]] if kind[-1] == "*" else VALUES[kind] for kind in kinds))
    return json.loads(encode(event))


@pytest.mark.parametrize("name", SAMPLES)
def test_an_event_with_a_function_is_built_as_the_table_says(name):
    event = heard(encode(getattr(events, name)(*SAMPLES[name])))  # None if a value is not of the kind in the table
    assert tuple(event) == ("ev", *(key for key, kind in TABLE[name]))


def test_an_event_has_one_row_and_its_keys_in_order():
    assert len(TABLE) == len(events.EVENTS)
    assert events.event("capture", "A", "M6", 12) == ("capture", "player", "A", "hole", "M6", "left", 12)


def test_every_event_is_said_in_a_sentence():
    """Except sensor readings, which are shown in another way."""
    for name in TABLE:
        said = telling.news(built(name), words("en"))
        assert said.startswith(name + ": ") == (name == "sensors"), said
        assert "None" not in said and "{" not in said, said


@pytest.mark.parametrize("table", [reasons.GUIDES, reasons.FAULTS, reasons.ERRORS])
def test_codes_are_single_and_their_texts_can_be_filled(table):
    assert len(dict(table)) == len(table)
    for code, text in table:
        assert re.fullmatch("[a-z]+(_[a-z]+)*", code)
        args = tuple(ARGS[mark] for mark in re.findall("%[a-z]", text))
        assert "%" not in reasons.english(code, args)
    with pytest.raises(KeyError):
        reasons.english("no_such_code")


def test_a_code_has_one_text_in_all_tables():
    found = {}
    for code, text in reasons.GUIDES + reasons.FAULTS + reasons.ERRORS:
        assert found.setdefault(code, text) == text
