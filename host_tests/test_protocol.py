"""The protocol: the same JSON as the json module reads, nothing but ProtocolError on any line, a true document."""

import json
import random
import re
from pathlib import Path

import pytest

from companion.commands import DO, ProtocolError, parse
from companion.console.events import EVENTS as EVENTS_TABLE
from companion.console.flatjson import object_text, parse_object
from companion.console.protocol import TOO_LONG, encode
from companion.reasons import CodedError
from test_services import malformed
from tools import tables

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = [
    line
    for block in re.findall(r"```json\n(.*?)```", (ROOT / "docs/protocol.md").read_text("utf-8"), re.S)
    for line in block.splitlines()
]
OUT = [line for line in EXAMPLES if line.startswith('{"ev"')]
IN = [line for line in EXAMPLES if line.startswith('{"do"')]


def flat(value):
    """What `json.loads` gave, as an event's value."""
    if isinstance(value, dict):
        return tuple(part for key, inner in value.items() for part in (key, flat(inner)))
    return [flat(item) for item in value] if isinstance(value, list) else value


def keys_of(line):
    return tuple(key for key in json.loads(line) if key not in ("ev", "id"))


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
    text = (ROOT / "docs/protocol.md").read_text("utf-8").partition("## Tables")[0]
    assert tuple(re.findall(r"^\| `(\w+)` \|", text, re.M)) == DO


@pytest.mark.parametrize("name", tables.PAGES)
def test_the_tables_of_the_documents_are_those_of_the_firmware(name):
    text = (ROOT / "docs" / name).read_text("utf-8")
    assert text == tables.PAGES[name](text), "run python3 tools/tables.py"


def test_every_event_is_documented_with_its_keys():
    documented = {json.loads(line)["ev"]: keys_of(line) for line in OUT}
    assert documented == {name: tuple(key for key, _ in keys) for name, keys in EVENTS_TABLE}


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
