r"""The lines on the serial console: one JSON object each, the same bytes on every runtime.

    >>> encode(("capture", "player", "A", "hole", "M6", "left", 12))
    b'{"ev": "capture", "player": "A", "hole": "M6", "left": 12}\n'
    >>> parse(b'{"do": "mode", "mode": "roller"}')
    {'do': 'mode', 'mode': 'roller'}

Commands are flat objects; an event may hold flat objects, alone or in a list.
"""

from companion.console.flatjson import JsonError, parse_object, plain_text, quoted, string_text
from companion.console.phases import MODES

LINE_MAX = 512  # bytes of a line received, without its end
TOO_LONG = None  # what Lines gives for a longer one
TEXT_MAX = 200  # characters of a string in a command; a ruleset with every option changed has about 150


class ProtocolError(ValueError):
    """A line received that is no command: what is wrong, and where."""


# --- out --------------------------------------------------------------------------------------------------------------


def encode(event: tuple) -> bytes:
    """The line of an event `(name, key, value, ...)`, with keys in that order. JsonError for what no line can say.

    A value is a str, int, bool or None; a tuple `(key, value, ...)` of those, which is an object; or a list of these.
    """
    return (_object(("ev",) + event, True) + "\n").encode()


def _object(flat: tuple, nested: bool) -> str:
    if len(flat) % 2:
        raise JsonError("%r: expected a value for every key" % (flat,))
    members = []
    for i in range(0, len(flat), 2):
        value = flat[i + 1]
        members.append(string_text(flat[i]) + ": " + (_value(value) if nested else plain_text(value)))
    return "{" + ", ".join(members) + "}"


def _value(value) -> str:
    if type(value) is list:
        return "[" + ", ".join([_item(item) for item in value]) + "]"
    return _item(value)


def _item(value) -> str:
    return _object(value, False) if type(value) is tuple else plain_text(value)


# --- in ---------------------------------------------------------------------------------------------------------------


class Lines:
    """Lines out of the bytes that come in, in whatever pieces; memory is bounded by `limit` bytes a line."""

    def __init__(self, limit: int = LINE_MAX):
        self._buffer = bytearray(limit)
        self._fill = 0
        self._skipping = False

    def feed(self, data: bytes):
        """The lines completed by `data`, as bytes without their end; TOO_LONG, once, for one over the limit.

        LF, CR or both end a line; empty lines are dropped.
        """
        if not data:
            return ()
        lines = []
        for byte in data:
            if byte == 10 or byte == 13:
                if self._fill and not self._skipping:
                    lines.append(bytes(self._buffer[: self._fill]))
                self._fill = 0
                self._skipping = False
            elif self._fill < len(self._buffer):
                self._buffer[self._fill] = byte
                self._fill += 1
            elif not self._skipping:
                self._skipping = True
                lines.append(TOO_LONG)
        return lines


def parse(line: bytes) -> dict:
    """The command in a line of `Lines`: "do" and the keys that go with it, checked. ProtocolError tells what is wrong.

    Whether a ruleset or a setting exists is for its owner to say.
    """
    if line is TOO_LONG:
        raise ProtocolError("line: longer than %d bytes" % LINE_MAX)
    try:
        command = dict(parse_object(line))
    except JsonError as error:
        raise ProtocolError(str(error))
    if "do" not in command:
        raise ProtocolError("no 'do': expected one of " + ", ".join(DO))
    do = command["do"]
    if do not in DO:
        raise ProtocolError("do %s: expected one of %s" % (quoted(do), ", ".join(DO)))
    expected = KEYS[DO.index(do)]
    for key in expected:
        if key not in command:
            raise ProtocolError("%s: no '%s'" % (do, key))
        command[key] = CHECKS[key](do, key, command[key])
    for key in sorted(command):
        if key != "do" and key not in expected:
            raise ProtocolError("%s: unknown key %s" % (do, quoted(key)))
    return command


def _string(do: str, key: str, value) -> str:
    if type(value) is not str or not 0 < len(value) <= TEXT_MAX:
        raise ProtocolError(
            "%s: %s is %s, expected a string of 1 to %d characters" % (do, key, quoted(value), TEXT_MAX)
        )
    return value


def _bool(do: str, key: str, value) -> bool:
    if type(value) is not bool:
        raise ProtocolError("%s: %s is %s, expected true or false" % (do, key, quoted(value)))
    return value


def _mode(do: str, key: str, value) -> str:
    if value not in MODES:
        raise ProtocolError("%s: %s is %s, expected one of %s" % (do, key, quoted(value), ", ".join(MODES)))
    return value


def _throw(do: str, key: str, value) -> str:
    if type(value) is not str or len(value) != 2 or value[0] not in "1234" or value[1] not in "1234":
        raise ProtocolError("%s: %s is %s, expected two dice of 1 to 4, like '13'" % (do, key, quoted(value)))
    return value if value[0] <= value[1] else value[1] + value[0]


def _setting(do: str, key: str, value):
    if value is None:
        raise ProtocolError("%s: %s is null, expected a string, an int, true or false" % (do, key))
    return _string(do, key, value) if type(value) is str else value


DO = ("state", "new", "undo", "rules", "mode", "record", "calibrate", "selftest", "walk", "sensors", "set", "dice")
KEYS = ((), (), (), ("rules",), ("mode",), (), (), (), (), ("on",), ("key", "value"), ("throw",))  # that go with each
CHECKS = {"rules": _string, "mode": _mode, "on": _bool, "key": _string, "value": _setting, "throw": _throw}
