r"""The lines on the serial console: one JSON object each, the same bytes on every runtime.

    >>> encode(("capture", "player", "A", "hole", "M6", "left", 12))
    b'{"ev": "capture", "player": "A", "hole": "M6", "left": 12}\n'

An event's value may be a flat object, or a list of such objects with equally many keys.
"""

from companion.console.flatjson import plain_text
from companion.console.phases import FAR, LEVELS, MODES
from companion.reasons import CodedError
from daldos.throws import any_throw

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Sequence
    from typing import Any

    from companion.shapes import Event, Id

LINE_MAX = 512  # bytes of a line received, without its end
TOO_LONG = None  # stands for a longer line
TEXT_MAX = 200  # characters of a text; rules with every option changed have about 150


# --- out --------------------------------------------------------------------------------------------------------------


def encode(event: "Event") -> bytes:
    """The line of an event `(name, key, value, ...)`, with keys in that order. CodedError if it cannot be encoded.

    A value is a str, int, bool or None; a tuple `(key, value, ...)` of those, which is an object; or a list of these.
    """
    return (_object(("ev",) + event, True) + "\n").encode()


def answering(event: "Event", asked: "Id") -> "Event":
    """The event with the id of the command that it answers, or None; `job` never answers one."""
    return event if asked is None or event[0] == "job" or event[-2] == "id" else event + ("id", asked)


def _object(flat: "Event", nested: bool) -> str:
    if len(flat) % 2:
        raise CodedError("json_value", repr(flat))
    kinds = [type(part) for part in flat]
    if kinds.count(str) + kinds.count(int) == len(flat) and int not in kinds[::2] and _plain(repr(flat)):
        return _form(kinds) % flat
    members = []
    for i in range(0, len(flat), 2):
        key, value = flat[i], flat[i + 1]
        if type(key) is not str:
            raise CodedError("json_value", repr(key))
        text = _value(value) if nested and type(value) is not str else plain_text(value)
        members.append('"' + key + '": ' + text)  # keys are plain words of the program
    return "{" + ", ".join(members) + "}"


def _value(value: object) -> str:
    if type(value) is not list:
        return _item(value)
    text = repr(value)
    first = value[0] if value else ()
    if type(first) is tuple and len(first) % 2 == 0 and text.count("'") == 2 * len(first) * len(value):
        if _plain(text) and text.count("(") == len(value) and "[" not in text[1:] and " b'" not in text:
            form = _form([str] * len(first))
            return "[" + ", ".join([form % item for item in value]) + "]"
    elif [type(item) for item in value].count(str) == len(value) and _plain(text):
        return text.replace("'", '"')
    return "[" + ", ".join([_item(item) for item in value]) + "]"


def _item(value: object) -> str:
    return _object(value, False) if type(value) is tuple else plain_text(value)


def _plain(text: str) -> bool:
    # Whether no text in it needs escapes. C finds out; checking each text takes a Pico 0.5 ms.
    return not ('"' in text or "\\" in text) and len(text.encode()) == len(text)


def _form(kinds: "Sequence[type]") -> str:
    return "{" + ", ".join(['"%s": "%s"' if kinds[i] is str else '"%s": %d' for i in range(1, len(kinds), 2)]) + "}"


# --- in ---------------------------------------------------------------------------------------------------------------

# Kind of a value in a command or a setting -> its possible values.
CHOICES = {
    "flag": (False, True),
    "mode": MODES[:FAR],
    "side": ("", "A", "B", "AB"),
    "solo_side": ("A", "B"),
    "level": tuple(range(1, LEVELS + 1)),
    "players": (1, 2),
}


def fits(kind: str, value: "Any") -> bool:
    """Whether a value is of this kind: one of CHOICES, a `throw`, a `count` from 0, any `value`, else a `text`."""
    if kind in CHOICES:
        return type(value) is type(CHOICES[kind][0]) and value in CHOICES[kind]
    if kind == "count":
        return type(value) is int and value >= 0
    if kind == "throw":
        return type(value) is str and any_throw(value) is not None
    if kind == "value" and type(value) is not str:
        return value is not None
    return type(value) is str and 0 < len(value) <= TEXT_MAX


class Lines:
    """Splits incoming bytes, in pieces of any size, into lines; buffers at most `limit` bytes."""

    def __init__(self, limit: int = LINE_MAX):
        self._buffer = bytearray(limit)
        self._fill = 0
        self._skipping = False

    def feed(self, data: bytes) -> "Sequence[bytes | None]":
        """The lines that `data` completes, without line ends; TOO_LONG, once, for each line over the limit.

        LF, CR or both end a line; empty lines are dropped.
        """
        if not data:
            return ()
        lines: list[bytes | None] = []
        ends = False
        for part in data.replace(b"\r", b"\n").split(b"\n"):  # a loop over bytes takes a Pico 4 ms
            if ends:
                if self._fill and not self._skipping:
                    lines.append(bytes(self._buffer[: self._fill]))
                self._fill = 0
                self._skipping = False
            ends = True
            end = self._fill + len(part)
            if end <= len(self._buffer) and not self._skipping:
                self._buffer[self._fill : end] = part
                self._fill = end
            elif not self._skipping:
                self._skipping = True
                lines.append(TOO_LONG)
        return lines
