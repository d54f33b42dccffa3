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
from companion.sensing.selftest import unjudged
from companion.session.gestures import enter_dice
from daldos.throws import any_throw

if False:  # only for the type checker; the compiler drops it
    from typing import Any

    from companion.shapes import App, Args, Id, Message, Plain

NEEDS_SENSORS = "needs sensors"
GOES_ON = "goes on"  # a magnet walk or calibration continues; any other command cancels it


def _selftest(app: "App", now: int) -> None:
    app.service.lights(now)
    tests = app.monitor.pulls
    pulls = tests.readings()
    found, last = app.service.findings()
    tests.take(pulls, app.sensing.scan)
    found = app.monitor.findings + tests.findings + found
    unsure = ", ".join(unjudged(pulls))
    if unsure:
        last = (events.guide("pulls_unsure", [], (unsure,)),) + last
    try:
        free = app.service.store.free()  # type: ignore[attr-defined]
    except (AttributeError, OSError):  # no flash, or a failing one
        free = None
    known = app.sensing.baseline
    half = known.half if known.taken else None
    baseline = known.codes if half else ()
    app.outbox.answer(
        found, last + (events.event("selftest", len(found), half, list(baseline), free),), app.output.asked
    )


def _sensors(app: "App", now: int, on: bool) -> None:
    app.mirror.show_raw(now, on, app.output.asked)
    _say_state(app, now)


def _set(app: "App", now: int, key: str, value: "Plain") -> None:
    if key == "rules":
        app.session.set_rules(now, str(value))
    elif key == "mode":
        app.session.set_mode(now, _checked("mode", "mode", key, value))
    else:
        app.session.set(now, key, value)


def _say_state(app: "App", now: int) -> None:
    app.output.emit(app.session.state(app.service.job))


def _state(app: "App", now: int) -> None:
    app.mirror.tell(app.scene)
    _say_state(app, now)


def _lead(app: "App", now: int, rules: str, position: str, number: int, side: str, turn: str) -> None:
    from companion.session.lead import lead  # only on a led board

    lead(app.session, now, rules, position, number, side, turn)


def _release(app: "App", now: int) -> None:
    app.session.release(now)
    _say_state(app, now)


def _giveup(app: "App", now: int, hole: str) -> None:
    app.service.give_up(hole)
    app.session.see(now, app.sensing.occupancy)
    _say_state(app, now)


def _new(app: "App", now: int) -> None:
    app.session.new(now)


def _undo(app: "App", now: int) -> None:
    app.session.undo(now)


def _rules(app: "App", now: int, rules: str) -> None:
    app.session.set_rules(now, rules)


def _mode(app: "App", now: int, mode: str) -> None:
    app.session.set_mode(now, mode)


def _record(app: "App", now: int) -> None:
    app.outbox.add(record_of(app.session.match), app.output.asked)


def _calibrate(app: "App", now: int) -> None:
    app.service.calibrate(now, app.output.asked)


def _walk(app: "App", now: int) -> None:
    app.service.walk(now, app.output.asked)


def _dice(app: "App", now: int, throw: str) -> None:
    enter_dice(app.session, now, throw)


def _bootsel(app: "App", now: int) -> None:
    app.service.ask_bootsel(now, app.output.asked)


# Name, (key, kind) of each key that must be given, the event that ends the answer if no `error` does, who may send it
# and when, and the function that does it: it takes the app, the time and the values of the keys.
COMMANDS = (
    ("state", (), "state", "goes on", _state),
    ("new", (), "phase", "", _new),
    ("undo", (), "undo", "", _undo),
    ("rules", (("rules", "text"),), "state", "", _rules),
    ("mode", (("mode", "mode"),), "state", "", _mode),
    ("record", (), "record", "goes on", _record),
    ("calibrate", (), "calibrate", "needs sensors", _calibrate),
    ("selftest", (), "selftest", "", _selftest),
    ("walk", (), "walked", "needs sensors", _walk),
    ("sensors", (("on", "flag"),), "state", "needs sensors, goes on", _sensors),
    ("set", (("key", "text"), ("value", "value")), "state", "", _set),
    ("dice", (("throw", "throw"),), "throw", "", _dice),
    (
        "lead",
        (("rules", "text"), ("position", "text"), ("number", "count"), ("side", "side"), ("turn", "text")),
        "state",
        "needs sensors",
        _lead,
    ),
    ("release", (), "state", "", _release),
    ("giveup", (("hole", "text"),), "state", "needs sensors", _giveup),
    ("bootsel", (), "guide", "", _bootsel),
)
DO = tuple([row[0] for row in COMMANDS])


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
    return any_throw(value).text if kind == "throw" else value  # type: ignore[union-attr]  # it fits
