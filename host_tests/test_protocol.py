"""The protocol: the same JSON as the json module reads, nothing but ProtocolError on any line, a true document."""

import json
import random
import re

import pytest

from companion import reasons
from companion.commands import DO, ProtocolError, parse
from companion.console import events
from companion.console.flatjson import object_text, parse_object
from companion.console.protocol import TOO_LONG, encode
from companion.reasons import CodedError
from host.i18n import telling
from host.i18n.catalogue import words
from host.usb.heard import KEYS, heard
from host_tests.conftest import ROOT
from test_services import malformed
from tools import tables

PAGE = (ROOT / "docs/protocol.md").read_text("utf-8")
EXAMPLES = [line for block in re.findall(r"```json\n(.*?)```", PAGE, re.S) for line in block.splitlines()]
OUT = [line for line in EXAMPLES if line.startswith('{"ev"')]
IN = [line for line in EXAMPLES if line.startswith('{"do"')]


def flat(value):
    """What `json.loads` gave, as an event's value."""
    if isinstance(value, dict):
        return tuple(part for key, inner in value.items() for part in (key, flat(inner)))
    return [flat(item) for item in value] if isinstance(value, list) else value


# --- the document -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", OUT)
def test_documented_events_are_what_is_sent(line):
    assert encode(flat(json.loads(line))[1:]) == line.encode() + b"\n"


@pytest.mark.parametrize("line", IN)
def test_documented_commands_are_taken(line):
    assert parse(line.encode()) == json.loads(line)


def test_every_command_is_documented():
    assert len(OUT) + len(IN) == len(EXAMPLES)
    assert [json.loads(line)["do"] for line in IN] == list(DO)
    assert tuple(re.findall(r"^\| `(\w+)` \|", PAGE.partition("## Tables")[0], re.M)) == DO


@pytest.mark.parametrize("name", tables.PAGES)
def test_the_tables_of_the_documents_are_those_of_the_firmware(name):
    text = (ROOT / "docs" / name).read_text("utf-8")
    assert text == tables.PAGES[name](text), "run python3 tools/tables.py"


def test_every_event_is_documented_with_its_keys():
    said = [json.loads(line) for line in OUT]
    documented = {event["ev"]: tuple(key for key in event if key not in ("ev", "id")) for event in said}
    assert documented == {name: keys for name, keys, _ in events.EVENTS}


# --- in ---------------------------------------------------------------------------------------------------------------


def test_every_string_survives_both_ways():
    source = random.Random(1)
    for _ in range(500):
        text = "".join(chr(source.choice([source.randrange(128), source.randrange(0xD800)])) for _ in range(20))
        for line in (object_text([("do", text)]), json.dumps({"do": text})):
            assert parse_object(line.encode()) == [("do", text)]
        assert json.loads(object_text([("do", text)])) == {"do": text}


def test_what_is_taken_is_json_too():
    """Stricter than the json module, never laxer, and where both read a line they read the same."""
    taken = 0
    for line in malformed(20000):
        try:
            pairs = parse_object(line)
        except CodedError:
            continue
        assert json.loads(line) == dict(pairs)
        taken += 1
    assert taken > 500


def test_errors_say_where():
    for line, what in (
        (b'{"do": "state"', "byte 15: the end, expected }"),
        (b'{"do": state}', "byte 8: state}, expected a string, an int, true, false or null"),
        (b'{"do": "dice", "throw": "05"}', "dice: throw is '05', expected two dice of 1 to 4, like '13'"),
        (b'{"do": "rules", "name": "danish"}', "rules: no 'rules'"),
        (b'{"do": "new", "force": true}', "new: unknown key 'force'"),
        (TOO_LONG, "line: longer than 512 bytes"),
    ):
        with pytest.raises(ProtocolError) as caught:
            parse(line)
        assert str(caught.value) == what


# --- the table of events, each of which has one function --------------------------------------------------------------

TABLE = KEYS
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
