"""What the board can be told to do: the one table of commands, of which parser, dispatcher, document and tests are fed.

    >>> check({"do": "dice", "throw": "31", "id": 7})
    {'do': 'dice', 'throw': '13', 'id': 7}

Beside the keys in the table every command takes an `id`, which comes back in all that answers it.
"""

from companion.console.flatjson import quoted
from companion.console.phases import MODES
from companion.reasons import Refusal

TEXT_MAX = 200  # characters of a string in a command; a ruleset with every option changed has about 150


class ProtocolError(Refusal):
    """A line received that is no command: what is wrong, and where. id: the one given with it, if any."""

    id = None


def _checked(kind: str, do: str, key: str, value):
    if kind == "flag":
        return _flag(do, key, value)
    if kind == "mode":
        return _mode(do, key, value)
    if kind == "throw":
        return _throw(do, key, value)
    return _value(do, key, value) if kind == "value" else _text(do, key, value)


def _text(do: str, key: str, value) -> str:
    if type(value) is not str or not 0 < len(value) <= TEXT_MAX:
        raise ProtocolError("bad_text", do, key, quoted(value), TEXT_MAX)
    return value


def _flag(do: str, key: str, value) -> bool:
    if type(value) is not bool:
        raise ProtocolError("bad_flag", do, key, quoted(value))
    return value


def _mode(do: str, key: str, value) -> str:
    if value not in MODES:
        raise ProtocolError("bad_mode", do, key, quoted(value), ", ".join(MODES))
    return value


def _throw(do: str, key: str, value) -> str:
    if type(value) is not str or len(value) != 2 or value[0] not in "1234" or value[1] not in "1234":
        raise ProtocolError("bad_throw", do, key, quoted(value))
    return value if value[0] <= value[1] else value[1] + value[0]


def _value(do: str, key: str, value):
    if value is None:
        raise ProtocolError("bad_value", do, key, quoted(value))
    return _text(do, key, value) if type(value) is str else value


# Name, (key, kind) of each key that must be given, and the event that ends the answer if no `error` does. A kind is
# looked up in _checked: with the functions themselves in it, the table would lie in the heap and not in the flash.
COMMANDS = (
    ("state", (), "state"),
    ("new", (), "phase"),
    ("undo", (), "undo"),
    ("rules", (("rules", "text"),), "state"),
    ("mode", (("mode", "mode"),), "state"),
    ("record", (), "record"),
    ("calibrate", (), "calibrate"),
    ("selftest", (), "selftest"),
    ("walk", (), "walked"),
    ("sensors", (("on", "flag"),), "state"),
    ("set", (("key", "text"), ("value", "value")), "state"),
    ("dice", (("throw", "throw"),), "throw"),
    ("giveup", (("hole", "text"),), "state"),
    ("wires", (("keep", "flag"),), "wires"),
)
DO = tuple([row[0] for row in COMMANDS])
NEED_SENSORS = ("calibrate", "walk", "sensors", "giveup")
LET_GO_ON = ("state", "record", "sensors")  # do not break a magnet walk or a calibration off


def check(command: dict) -> dict:
    """The command with its values checked, and brought to one form; ProtocolError tells what is wrong.

    Whether a ruleset or a setting exists is for its owner to say.
    """
    asked = command.get("id")
    try:
        if "id" in command:
            _check_id(command)
        _check_keys(command)
    except ProtocolError as error:
        if _is_id(asked):
            error.id = asked
        raise
    return command


def values(command: dict) -> list:
    """The values of a checked command, in the order of its keys in the table."""
    return [command[key] for key, _ in COMMANDS[DO.index(command["do"])][1]]


def _check_keys(command: dict) -> None:
    if "do" not in command:
        raise ProtocolError("no_do", ", ".join(DO))
    do = command["do"]
    if do not in DO:
        raise ProtocolError("unknown_command", quoted(do), ", ".join(DO))
    expected = ["do", "id"]
    for key, kind in COMMANDS[DO.index(do)][1]:
        if key not in command:
            raise ProtocolError("missing_key", do, key)
        command[key] = _checked(kind, do, key, command[key])
        expected.append(key)
    for key in sorted(command):
        if key not in expected:
            raise ProtocolError("unknown_key", do, quoted(key))


def _check_id(command: dict) -> None:
    if not _is_id(command["id"]):
        raise ProtocolError("bad_id", quoted(command["id"]), TEXT_MAX)


def _is_id(value) -> bool:
    return type(value) is int or type(value) is str and 0 < len(value) <= TEXT_MAX
