"""The JSON that the companion needs, flat objects of plain values, as the same bytes on every runtime.

A plain value is a str, an int, a bool or None. MicroPython's json module has no fixed key order and accepts malformed
text, and nested text could exhaust the RP2040's 28 call levels. So the project has its own reader and writer.

    >>> object_text([("hole", "M6"), ("left", 12)])
    '{"hole": "M6", "left": 12}'
    >>> parse_object(b'{"hole": "M6", "left": 12}')
    [('hole', 'M6'), ('left', 12)]
"""

from companion.reasons import CodedError

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Iterable

    from companion.shapes import Plain

INT_DIGITS = 9  # ints stay small on every runtime
QUOTE_MAX = 40  # characters quoted in an error

_WORDS = {"true": True, "false": False, "null": None}
_HEX = "0123456789abcdef"
_ESCAPES = '"\\/bfnrt'
_ESCAPED = '"\\/\b\f\n\r\t'


def object_text(pairs: "Iterable[tuple[str, Plain]]") -> str:
    """The JSON object of (key, value) pairs of plain values, in their order."""
    return "{" + ", ".join([string_text(key) + ": " + plain_text(value) for key, value in pairs]) + "}"


def printable(text: str) -> bool:
    """Whether `text` is printable ASCII."""
    if _plain(text):
        return True
    for char in text:
        if not " " <= char <= "~":
            return False
    return True


def _plain(text: str) -> bool:
    # Whether it is ASCII without quotes and backslashes. C finds out; checking each character takes a Pico some 8 ms.
    return repr(text) == "'" + text + "'" and len(text.encode()) == len(text) and '"' not in text


def plain_text(value: object) -> str:
    """The JSON of a plain value."""
    if type(value) is str:
        return string_text(value)
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if type(value) is int:
        return str(value)
    raise CodedError("json_value", repr(value))


def string_text(text: str) -> str:
    """The JSON of a string, in ASCII."""
    if type(text) is not str:
        raise CodedError("json_value", repr(text))
    if _plain(text):
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


def parse_object(data: bytes) -> "list[tuple[str, Plain]]":
    """The (key, value) pairs of a flat JSON object of strings, ints, booleans and nulls; else CodedError."""
    reader = _Reader(data)
    pairs: list[tuple[str, Plain]] = []
    keys: list[str] = []
    reader.expect("{")
    if reader.peek() != "}":
        while True:
            key = reader.string()
            if key in keys:
                raise CodedError("json_twice", quoted(key))
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
        for place, byte in enumerate(data) if data and (min(data) < 0x20 or max(data) >= 0x7F) else ():
            if byte >= 0x7F or byte < 0x20 and byte != 9 and byte != 10 and byte != 13:
                raise CodedError("json_ascii", place + 1, "%02x" % byte)
        self._text = data.decode()
        self._at = 0

    def fail(self, expected: str) -> None:
        rest = self._text[self._at :]
        raise CodedError("bad_json", self._at + 1, _short(rest) or "the end", expected)

    def peek(self) -> str:
        """The next character that is not blank; '' at the end."""
        while self._at < len(self._text) and self._text[self._at] in " \t\n\r":
            self._at += 1
        return self._text[self._at : self._at + 1]

    def expect(self, char: str) -> None:
        if self.peek() != char:
            self.fail(char)
        self._at += 1

    def value(self) -> "Plain":
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
        end = self._text.find('"', self._at)
        plain = self._text[self._at : end]
        if end >= 0 and not ("\\" in plain or "\t" in plain or "\n" in plain or "\r" in plain):
            self._at = end + 1
            return plain
        out: list[str] = []
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
            code, length = self._code(self._at), 6
            if 0xD800 <= code < 0xDC00:  # the first half of a surrogate pair
                low = self._code(self._at + 6)
                code = 0x10000 + (code - 0xD800 << 10) + low - 0xDC00 if 0xDC00 <= low < 0xE000 else -1
                length = 12
            if code < 0 or 0xDC00 <= code < 0xE000:
                self.fail("\\u and four hex digits, no lone surrogate")
            self._at += length
            return chr(code)
        if not letter or letter not in _ESCAPES:
            self.fail("an escape of JSON")
        self._at += 2
        return _ESCAPED[_ESCAPES.find(letter)]

    def _code(self, at: int) -> int:
        # The value of the \uXXXX there, or -1.
        digits = self._text[at + 2 : at + 6].lower()
        code = 0 if self._text[at : at + 2] == "\\u" and len(digits) == 4 else -1
        for digit in digits:
            code = code * 16 + _HEX.find(digit) if code >= 0 and digit in _HEX else -1
        return code


def quoted(value: object) -> str:
    """A plain value as quoted in an error."""
    return "'" + _short(value) + "'" if type(value) is str else plain_text(value)


def _short(text: str) -> str:
    return text if len(text) <= QUOTE_MAX else text[: QUOTE_MAX - 3] + "..."
