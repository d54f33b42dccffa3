"""The one table of the commands that the board takes, each with what it does.

    >>> parse(b'{"do": "dice", "throw": "31", "id": 7}')
    {'do': 'dice', 'throw': '13', 'id': 7}

Besides the keys in the table, every command takes an `id`, which each event of its answer repeats.
"""

from companion.console import events
from companion.console.flatjson import parse_object, quoted
from companion.console.phases import FAR, MODES
from companion.console.protocol import LINE_MAX, TEXT_MAX, TOO_LONG, fits
from companion.outbox import record_of
from companion.reasons import CodedError, Refusal
from companion.sensing.selftest import judge_pulls, unjudged
from companion.session.gestures import enter_dice

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable
    from typing import Any

    from companion.shapes import App, Args, Id, Message, Plain

NEEDS_SENSORS = "needs sensors"
GOES_ON = "goes on"  # a magnet walk or calibration continues; any other command cancels it


# Name, (key, kind) of each key that must be given, the event that ends the answer if no `error` does, flags. The
# function `_do_` and its name takes the app, the time and the values of its keys. Written out, the rows stay in the
# flash.
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
    (
        "lead",
        (("rules", "text"), ("position", "text"), ("number", "count"), ("side", "side"), ("turn", "text")),
        "state",
        "needs sensors",
    ),
    ("release", (), "state", ""),
    ("giveup", (("hole", "text"),), "state", "needs sensors"),
    ("bootsel", (), "guide", ""),
)
DO = tuple([row[0] for row in COMMANDS])


def _do_selftest(app: "App", now: int) -> None:
    app.service.lights(now)
    pulls = app.pulls()
    found, last = app.service.findings()
    found = app.monitor.findings + judge_pulls(pulls, app.config) + found
    unsure = ", ".join(unjudged(pulls))
    if unsure:
        last = (events.guide("pulls_unsure", [], (unsure,)),) + last
    try:
        free = app.store.free()  # type: ignore[attr-defined]
    except (AttributeError, OSError):  # no flash, or a failing one
        free = None
    known = app.sensing.baseline
    half = known.half if known.taken else None
    baseline = known.codes if half else ()
    app.outbox.answer(found, last + (events.event("selftest", len(found), half, list(baseline), free),), app.asked)


def _do_sensors(app: "App", now: int, on: bool) -> None:
    app.show_raw(now, on)
    _state(app, now)


def _do_set(app: "App", now: int, key: str, value: "Plain") -> None:
    if key == "rules":
        app.session.set_rules(now, str(value))
    elif key == "mode":
        app.session.set_mode(now, _checked("mode", "mode", key, value))
    else:
        app.session.set(now, key, value)


def _state(app: "App", now: int) -> None:
    app.emit(app.session.state(app.service.job))


def _do_state(app: "App", now: int) -> None:
    app.mirror.tell(app.scene)
    _state(app, now)


def _do_lead(app: "App", now: int, rules: str, position: str, number: int, side: str, turn: str) -> None:
    from companion.session.lead import lead  # only on a led board

    lead(app.session, now, rules, position, number, side, turn)


def _do_release(app: "App", now: int) -> None:
    app.session.release(now)
    _state(app, now)


def _do_giveup(app: "App", now: int, hole: str) -> None:
    app.service.give_up(hole)
    app.session.see(now, app.sensing.occupancy)
    _state(app, now)


def _do_new(app: "App", now: int) -> None:
    app.session.new(now)


def _do_undo(app: "App", now: int) -> None:
    app.session.undo(now)


def _do_rules(app: "App", now: int, rules: str) -> None:
    app.session.set_rules(now, rules)


def _do_mode(app: "App", now: int, mode: str) -> None:
    app.session.set_mode(now, mode)


def _do_record(app: "App", now: int) -> None:
    app.outbox.add(record_of(app.session.match), app.asked)


def _do_calibrate(app: "App", now: int) -> None:
    app.service.calibrate(now, app.asked)


def _do_walk(app: "App", now: int) -> None:
    app.service.walk(now, app.asked)


def _do_dice(app: "App", now: int, throw: str) -> None:
    enter_dice(app.session, now, throw)


def _do_bootsel(app: "App", now: int) -> None:
    app.service.ask_bootsel(now, app.asked)


def does(do: str) -> "Callable[..., None]":
    """The function of the command with this name."""
    function: Callable[..., None] = globals()["_do_" + do]
    return function


class ProtocolError(Refusal):
    """An invalid command line: what is wrong, and where. id: the command's, if it had one."""

    id: "Id" = None


def parse(line: bytes | None) -> "Message":
    """The command in a line of companion.console.protocol.Lines, its values checked and brought to one form.

    ProtocolError says what is wrong. Whether a ruleset or setting exists is for its owner to decide.
    """
    if line is TOO_LONG:
        raise ProtocolError("line_too_long", LINE_MAX)
    try:
        command = dict(parse_object(line))
    except CodedError as error:
        raise ProtocolError(error.code, *error.args)
    asked = command.get("id")
    is_id = type(asked) is int or fits("text", asked)
    try:
        if "id" in command and not is_id:
            raise ProtocolError("bad_id", quoted(asked), TEXT_MAX)
        _check_keys(command)
    except ProtocolError as error:
        if is_id:
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


def _checked(kind: str, do: str, key: str, value: "Any") -> "Any":
    if not fits(kind, value):
        if kind == "value" and type(value) is str:
            kind = "text"
        more: Args = (", ".join(MODES[:FAR]),) if kind == "mode" else (TEXT_MAX,) if kind == "text" else ()
        raise ProtocolError("bad_" + kind, do, key, quoted(value), *more)
    return value[1] + value[0] if kind == "throw" and value[0] > value[1] else value
