r"""The lines on the serial console: one JSON object each, the same bytes on every runtime.

    >>> encode(("capture", "player", "A", "hole", "M6", "left", 12))
    b'{"ev": "capture", "player": "A", "hole": "M6", "left": 12}\n'
    >>> parse(b'{"do": "mode", "mode": "roller"}')
    {'do': 'mode', 'mode': 'roller'}

The project reads and writes JSON itself: the json module of MicroPython orders keys at will and lets malformed text
pass, and nested text could exhaust the 28 levels of calls of the RP2040. Commands are flat objects, so their reader is
flat as well.
"""

LINE_MAX = 512  # bytes of a line received, without its end
TOO_LONG = None  # what Lines gives for a longer one
INT_DIGITS = 9  # ints stay small on every runtime
TEXT_MAX = 200  # characters of a string in a command; a ruleset with every option changed has about 150
QUOTE_MAX = 40  # characters quoted in an error

MODES = ("game", "roller", "wooden", "diagnose")


class ProtocolError(ValueError):
    """A line received that is no command: what is wrong, and where."""


class EncodeError(ValueError):
    """An event that no line can say."""


# --- out --------------------------------------------------------------------------------------------------------------


def encode(event: tuple) -> bytes:
    """The line of an event `(name, key, value, ...)`, with keys in that order.

    A value is a str, int, bool or None; a tuple `(key, value, ...)` of those, which is an object; or a list of these.
    """
    return (_object(("ev",) + event, True) + "\n").encode()


def object_text(pairs: list) -> str:
    """The JSON object of (key, value) pairs of plain values, in their order."""
    return "{" + ", ".join([_text(key) + ": " + _plain(value) for key, value in pairs]) + "}"


def printable(text: str) -> bool:
    """Whether `text` is printable ASCII."""
    for char in text:
        if not " " <= char <= "~":
            return False
    return True


def _object(flat: tuple, nested: bool) -> str:
    if len(flat) % 2:
        raise EncodeError("%r: expected a value for every key" % (flat,))
    members = []
    for i in range(0, len(flat), 2):
        value = flat[i + 1]
        members.append(_text(flat[i]) + ": " + (_value(value) if nested else _plain(value)))
    return "{" + ", ".join(members) + "}"


def _value(value) -> str:
    if type(value) is list:
        return "[" + ", ".join([_item(item) for item in value]) + "]"
    return _item(value)


def _item(value) -> str:
    return _object(value, False) if type(value) is tuple else _plain(value)


def _plain(value) -> str:
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if type(value) is int:
        return str(value)
    if type(value) is str:
        return _text(value)
    raise EncodeError("%r: expected a str, int, bool or None" % (value,))


def _text(text: str) -> str:
    if type(text) is not str:
        raise EncodeError("%r: expected a str" % (text,))
    if printable(text) and '"' not in text and "\\" not in text:
        return '"' + text + '"'
    out = ['"']
    for char in text:
        code = ord(char)
        if char in '"\\':
            out.append("\\" + char)
        elif 0x20 <= code < 0x7F:
            out.append(char)
        elif code < 0x10000:
            out.append("\\u%04x" % code)
        else:
            code -= 0x10000
            out.append("\\u%04x\\u%04x" % (0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF)))
    out.append('"')
    return "".join(out)


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
    command = {}
    for key, value in parse_object(line):
        command[key] = value
    if "do" not in command:
        raise ProtocolError("no 'do': expected one of " + ", ".join(DO))
    do = command["do"]
    if do not in DO:
        raise ProtocolError("do %s: expected one of %s" % (_quoted(do), ", ".join(DO)))
    expected = KEYS[DO.index(do)]
    for key in expected:
        if key not in command:
            raise ProtocolError("%s: no '%s'" % (do, key))
        command[key] = CHECKS[key](do, key, command[key])
    for key in sorted(command):
        if key != "do" and key not in expected:
            raise ProtocolError("%s: unknown key %s" % (do, _quoted(key)))
    return command


def _string(do: str, key: str, value) -> str:
    if type(value) is not str or not 0 < len(value) <= TEXT_MAX:
        raise ProtocolError(
            "%s: %s is %s, expected a string of 1 to %d characters" % (do, key, _quoted(value), TEXT_MAX)
        )
    return value


def _bool(do: str, key: str, value) -> bool:
    if type(value) is not bool:
        raise ProtocolError("%s: %s is %s, expected true or false" % (do, key, _quoted(value)))
    return value


def _mode(do: str, key: str, value) -> str:
    if value not in MODES:
        raise ProtocolError("%s: %s is %s, expected one of %s" % (do, key, _quoted(value), ", ".join(MODES)))
    return value


def _throw(do: str, key: str, value) -> str:
    if type(value) is not str or len(value) != 2 or value[0] not in "1234" or value[1] not in "1234":
        raise ProtocolError("%s: %s is %s, expected two dice of 1 to 4, like '13'" % (do, key, _quoted(value)))
    return value if value[0] <= value[1] else value[1] + value[0]


def _setting(do: str, key: str, value):
    if value is None:
        raise ProtocolError("%s: %s is null, expected a string, an int, true or false" % (do, key))
    return _string(do, key, value) if type(value) is str else value


DO = ("state", "new", "undo", "rules", "mode", "record", "calibrate", "selftest", "sensors", "set", "dice")
KEYS = ((), (), (), ("rules",), ("mode",), (), (), (), ("on",), ("key", "value"), ("throw",))  # that go with each
CHECKS = {"rules": _string, "mode": _mode, "on": _bool, "key": _string, "value": _setting, "throw": _throw}

_WORDS = {"true": True, "false": False, "null": None}
_HEX = "0123456789abcdef"
_ESCAPES = '"\\/bfnrt'
_ESCAPED = '"\\/\b\f\n\r\t'


def parse_object(data: bytes) -> list:
    """The (key, value) pairs of a flat JSON object of strings, ints, booleans and nulls; ProtocolError for all else."""
    reader = _Reader(data)
    pairs = []
    keys = []
    reader.expect("{")
    if reader.peek() != "}":
        while True:
            key = reader.string()
            if key in keys:
                raise ProtocolError("key %s: given twice" % _quoted(key))
            reader.expect(":")
            keys.append(key)
            pairs.append((key, reader.value()))
            if reader.peek() != ",":
                break
            reader.expect(",")
    reader.expect("}")
    if reader.peek():
        reader.fail("the end")
    return pairs


class _Reader:
    def __init__(self, data: bytes):
        for place, byte in enumerate(data):
            if byte >= 0x7F or byte < 0x20 and byte != 9 and byte != 10 and byte != 13:
                raise ProtocolError("byte %d: 0x%02x, expected printable ASCII" % (place + 1, byte))
        self._text = data.decode()
        self._at = 0

    def fail(self, expected: str):
        rest = self._text[self._at :]
        raise ProtocolError("byte %d: %s, expected %s" % (self._at + 1, _short(rest) or "the end", expected))

    def peek(self) -> str:
        """The next character that is not blank; '' at the end."""
        while self._at < len(self._text) and self._text[self._at] in " \t\n\r":
            self._at += 1
        return self._text[self._at : self._at + 1]

    def expect(self, char: str):
        if self.peek() != char:
            self.fail(char)
        self._at += 1

    def value(self):
        char = self.peek()
        if char == '"':
            return self.string()
        if char and char in "[{":
            self.fail("a plain value, nothing nested")
        start = self._at
        end = start
        while end < len(self._text) and self._text[end] not in " \t\n\r,}":
            end += 1
        word = self._text[start:end]
        if word in _WORDS:
            self._at = end
            return _WORDS[word]
        digits = word[1:] if word[:1] == "-" else word
        if not 0 < len(digits) <= INT_DIGITS or digits[0] == "0" and len(digits) > 1:
            self.fail("a string, an int, true, false or null")
        for digit in digits:
            if digit not in "0123456789":
                self.fail("a string, an int, true, false or null")
        self._at = end
        return int(word)

    def string(self) -> str:
        self.expect('"')
        out = []
        while True:
            char = self._text[self._at : self._at + 1]
            if not char or char in "\t\n\r":
                self.fail('"')
            if char == "\\":
                char = self._escape()
            else:
                self._at += 1
                if char == '"':
                    return "".join(out)
            out.append(char)

    def _escape(self) -> str:
        letter = self._text[self._at + 1 : self._at + 2]
        if letter == "u":
            code = 0
            digits = self._text[self._at + 2 : self._at + 6].lower()
            for digit in digits:
                code = code * 16 + _HEX.find(digit) if digit in _HEX else 0x10000
            if len(digits) < 4 or code >= 0xD800 and (code < 0xE000 or code > 0xFFFF):
                self.fail("\\u and four hex digits, no surrogate")
            self._at += 6
            return chr(code)
        if not letter or letter not in _ESCAPES:
            self.fail("an escape of JSON")
        self._at += 2
        return _ESCAPED[_ESCAPES.find(letter)]


def _quoted(value) -> str:
    return "'" + _short(value) + "'" if type(value) is str else _plain(value)


def _short(text: str) -> str:
    return text if len(text) <= QUOTE_MAX else text[: QUOTE_MAX - 3] + "..."
