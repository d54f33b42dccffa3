"""Bytes as text: which encoding it is, and what a file is that has no text in it.

>>> decoded("Bjørn".encode("latin-1"))
('Bjørn', True)
>>> str(foreign(b"\\x89PNG\\r\\n\\x1a\\n"))
'a picture'
"""

from daldos.errors import DaldosError

CHESS = b"[Event "  # at the head of a record, too, whose headers somebody has put in brackets
FOREIGN = (  # the first bytes, what it is
    (b"\x89PNG", DaldosError("a picture")),
    (b"\xff\xd8\xff", DaldosError("a picture")),
    (b"GIF8", DaldosError("a picture")),
    (b"<svg", DaldosError("a picture")),
    (b"%PDF", DaldosError("a PDF")),
    (b"UF2\n", DaldosError("a board's firmware: tools/flash.sh puts it on a board")),
    (b"\x1f\x8b", DaldosError("a packed file (gzip): unpack it first")),
    (b"7z\xbc\xaf", DaldosError("a packed file (7z): unpack it first")),
    (b"Rar!", DaldosError("a packed file (RAR): unpack it first")),
    (b"\x7fELF", DaldosError("a program")),
    (b"MZ", DaldosError("a program")),
    (b"SQLite format 3", DaldosError("a database")),
    (b"ID3", DaldosError("a sound")),
    (b"OggS", DaldosError("a sound")),
    (b"RIFF", DaldosError("a sound or a film")),
    (b"(;", DaldosError("a game file in SGF, not of this game")),
    (CHESS, DaldosError("a chess game (PGN)")),
    (b"; [Site", DaldosError("a backgammon match file")),
)
UTF_16 = (b"\xff\xfe", b"\xfe\xff")  # its marks
# Windows-1252 where it differs from Latin-1: bytes 80 to 9f. Five are not used there.
_CP1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"
AS_1252 = DaldosError("not UTF-8: read as Windows-1252")
WEB_PAGE = DaldosError("a web page: copy the text out of it")
MATCH = DaldosError("a backgammon match file")


def foreign(data: bytes) -> "DaldosError | None":
    """What kind of foreign file begins with these bytes; None if none that is known."""
    start = data[:512].lstrip(b"\xef\xbb\xbf \t\r\n")
    for first, kind in FOREIGN:
        if start[: len(first)] == first:
            return None if first == CHESS and b"[Rules " in data[:2048] else kind
    if b"point match" in start.split(b"\n", 1)[0]:
        return MATCH
    if start[:9].lower() in (b"<!doctype", b"<html>") or start[:5].lower() == b"<html":
        return WEB_PAGE
    return None


def is_binary(data: bytes) -> bool:
    """Whether it is probably binary: it has bytes that no text has, no mark of UTF-16, and no record."""
    if data[:2] in UTF_16 or b"Rules:" in data[:4096]:
        return False
    start = data[:4096].rstrip(b"\x00\x1a")
    odd = sum([byte < 9 or 13 < byte < 32 and byte not in (26, 27) for byte in start])
    return odd * 50 > len(start)


def decoded(data: bytes) -> "tuple[str, bool]":
    """(text, whether a line was not UTF-8, and was read as Windows-1252 as a last resort)."""
    try:
        return str(data, "utf-8"), False
    except UnicodeError:
        pass
    lines = []
    for line in data.split(b"\n"):  # a file may be put together from several
        try:
            lines.append(str(line, "utf-8"))
        except UnicodeError:
            lines.append("".join([_CP1252[byte - 128] if 128 <= byte < 160 else chr(byte) for byte in line]))
    return "\n".join(lines), True


class Utf16:
    """UTF-16 as UTF-8, piece by piece. little: the lower byte stands first."""

    def __init__(self, little: bool):
        self._low, self._high = (0, 1) if little else (1, 0)
        self._odd = b""  # the first byte of a pair, from the piece before
        self._lead = 0  # the first code of a pair of surrogates

    @staticmethod
    def of(data: bytes) -> "Utf16 | None":
        """For a file that begins like this; None if it is no UTF-16."""
        return Utf16(data[:1] == b"\xff") if data[:2] in UTF_16 else None

    def more(self, data: bytes) -> bytes:
        """The next piece in UTF-8."""
        data = self._odd + data
        self._odd = data[len(data) & ~1 :]
        codes = []
        for k in range(0, len(data) - 1, 2):
            code = data[k + self._low] | data[k + self._high] << 8
            if 0xD800 <= code < 0xDC00:
                self._lead = code
                continue
            if self._lead and 0xDC00 <= code < 0xE000:
                code = 0x10000 + ((self._lead - 0xD800) << 10) + code - 0xDC00
            self._lead = 0
            if code != 0xFEFF:
                codes.append("\ufffd" if 0xD800 <= code < 0xE000 else chr(code))
        return "".join(codes).encode()
