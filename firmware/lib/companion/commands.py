"""The one table of the commands that the board takes, each with what it does.

    >>> parse(b'{"do": "dice", "throw": "31", "id": 7}')
    {'do': 'dice', 'throw': '13', 'id': 7}

Beside the keys in the table every command takes an `id`, which comes back in all that answers it.
"""

from companion.console import events
from companion.console.flatjson import parse_object, quoted
from companion.console.phases import MODES
from companion.console.protocol import LINE_MAX, TOO_LONG
from companion.outbox import record_of
from companion.reasons import CodedError, Refusal
from companion.sensing.selftest import judge_pulls, unjudged
from companion.session.far import far
from companion.session.gestures import enter_dice

if False:  # for the type checker alone: the compiler leaves it out
    from typing import Any

    from companion.shapes import App, Id, Message, Plain

TEXT_MAX = 200  # characters of a string in a command; a ruleset with every option changed has about 150
NEEDS_SENSORS = "needs sensors"
GOES_ON = "goes on"  # a magnet walk or a calibration goes on meanwhile; all else breaks it off


def _selftest(app: "App", now: int) -> None:
    app.service.lights(now)
    pulls = app.pulls()
    kept, last = app.service.findings()
    found = app.monitor.findings + judge_pulls(pulls, app.config) + kept
    unsure = ", ".join(unjudged(pulls))
    if unsure:
        last = (events.guide("pulls_unsure", [], (unsure,)),) + last
    app.outbox.answer(found, last + (events.selftest(len(found)),), app.asked)


def _sensors(app: "App", now: int, on: bool) -> None:
    app.show_raw(now, on)
    _state(app, now)


def _set(app: "App", now: int, key: str, value: "Plain") -> None:
    if key == "rules":
        app.session.set_rules(now, str(value))
    elif key == "mode":
        app.session.set_mode(now, _mode("mode", key, value))
    else:
        app.session.set(now, key, value)


def _state(app: "App", now: int) -> None:
    app.emit(app.session.state(app.service.job))


def _look(app: "App", now: int) -> None:
    app.mirror.tell(app.scene)
    for event in app.service.wires_in_use():
        app.emit(event)
    _state(app, now)


def _give_up(app: "App", now: int, hole: str) -> None:
    app.service.give_up(hole)
    app.session.see(now, app.sensing.occupancy)
    _state(app, now)


def _wires(app: "App", now: int, keep: bool) -> None:
    app.service.wires(keep)
    app.session.see(now, app.sensing.occupancy)


# Name, (key, kind) of each key that must be given, the event that ends the answer if no `error` does, flags. Written
# out, the rows stay in the flash.
COMMANDS = (
    ("state", (), "state", "goes on"),
    ("new", (), "phase", ""),
    ("undo", (), "undo", ""),
    ("rules", (("rules", "text"),), "state", ""),
    ("mode", (("mode", "mode"),), "state", ""),
    ("record", (), "record", "goes on"),
    ("calibrate", (), "calibrate", "needs sensors"),
    ("selftest", (), "selftest", ""),
    ("walk", (), "walked", "needs sensors"),
    ("sensors", (("on", "flag"),), "state", "needs sensors, goes on"),
    ("set", (("key", "text"), ("value", "value")), "state", ""),
    ("dice", (("throw", "throw"),), "throw", ""),
    ("far", (("side", "side"), ("number", "count"), ("throw", "throw"), ("turn", "text")), "state", ""),
    ("giveup", (("hole", "text"),), "state", "needs sensors"),
    ("wires", (("keep", "flag"),), "wires", ""),
    ("bootsel", (), "guide", ""),
)
# What each does, with the app, the time and the values of its keys.
DOES = (
    _look,
    lambda app, now: app.session.new(now),
    lambda app, now: app.session.undo(now),
    lambda app, now, rules: app.session.set_rules(now, rules),
    lambda app, now, mode: app.session.set_mode(now, mode),
    lambda app, now: app.outbox.add(record_of(app.session.match), app.asked),
    lambda app, now: app.service.calibrate(now, app.asked),
    _selftest,
    lambda app, now: app.service.walk(now, app.asked),
    _sensors,
    _set,
    lambda app, now, throw: enter_dice(app.session, now, throw),
    lambda app, now, *values: far(app.session, now, *values),
    _give_up,
    _wires,
    lambda app, now: app.service.ask_bootsel(now, app.asked),
)
DO = tuple([row[0] for row in COMMANDS])


class ProtocolError(Refusal):
    """A line received that is no command: what is wrong, and where. id: the one given with it, if any."""

    id: "Id" = None


def parse(line: bytes | None) -> "Message":
    """The command in a line of companion.console.protocol.Lines, checked. ProtocolError says what is wrong."""
    if line is TOO_LONG:
        raise ProtocolError("line_too_long", LINE_MAX)
    try:
        command = dict(parse_object(line))
    except CodedError as error:
        raise ProtocolError(error.code, *error.args)
    return check(command)


def check(command: "Message") -> "Message":
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


def _check_keys(command: "Message") -> None:
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


def _check_id(command: "Message") -> None:
    if not _is_id(command["id"]):
        raise ProtocolError("bad_id", quoted(command["id"]), TEXT_MAX)


def _is_id(value: object) -> bool:
    return type(value) is int or type(value) is str and 0 < len(value) <= TEXT_MAX


def _checked(kind: str, do: str, key: str, value: "Any") -> "Any":
    if kind == "flag":
        return _flag(do, key, value)
    if kind == "mode":
        return _mode(do, key, value)
    if kind == "throw":
        return _throw(do, key, value)
    if kind == "side" or kind == "count":
        return _side_or_count(do, key, value, kind == "side")
    return _value(do, key, value) if kind == "value" else _text(do, key, value)


def _side_or_count(do: str, key: str, value: "Any", side: bool) -> "Any":
    if not (value in ("A", "B") if side else type(value) is int and value > 0):
        raise ProtocolError("bad_side" if side else "bad_count", do, key, quoted(value))
    return value


def _text(do: str, key: str, value: object) -> str:
    if type(value) is not str or not 0 < len(value) <= TEXT_MAX:
        raise ProtocolError("bad_text", do, key, quoted(value), TEXT_MAX)
    return value


def _flag(do: str, key: str, value: object) -> bool:
    if type(value) is not bool:
        raise ProtocolError("bad_flag", do, key, quoted(value))
    return value


def _mode(do: str, key: str, value: object) -> str:
    if value not in MODES:
        raise ProtocolError("bad_mode", do, key, quoted(value), ", ".join(MODES))
    return value


def _throw(do: str, key: str, value: object) -> str:
    if type(value) is not str or len(value) != 2 or value[0] not in "1234" or value[1] not in "1234":
        raise ProtocolError("bad_throw", do, key, quoted(value))
    return value if value[0] <= value[1] else value[1] + value[0]


def _value(do: str, key: str, value: "Any") -> "Any":
    if value is None:
        raise ProtocolError("bad_value", do, key, quoted(value))
    return _text(do, key, value) if type(value) is str else value
