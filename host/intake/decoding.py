"""Bytes as text: which encoding it is, and what a file is that has no text in it.

>>> decoded("\\ufeffRules: danish\\n".encode("utf-16-le"))
('Rules: danish\\n', '')
>>> foreign(b"\\x89PNG\\r\\n\\x1a\\n")
'a picture'
"""

CHESS = b"[Event "  # at the head of a record, too, whose headers somebody has put in brackets
FOREIGN = (  # the first bytes, what it is
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"<svg", "a picture"),
    (b"%PDF", "a PDF"),
    (b"UF2\n", "a board's firmware: tools/flash.sh puts it on a board"),
    (b"\x1f\x8b", "a packed file (gzip): unpack it first"),
    (b"7z\xbc\xaf", "a packed file (7z): unpack it first"),
    (b"Rar!", "a packed file (RAR): unpack it first"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"SQLite format 3", "a database"),
    (b"ID3", "a sound"),
    (b"OggS", "a sound"),
    (b"RIFF", "a sound or a film"),
    (b"(;", "a game file in SGF, not of this game"),
    (CHESS, "a chess game (PGN)"),
    (b"; [Site", "a backgammon match file"),
)
# Windows-1252 where it differs from Latin-1: bytes 80 to 9f. Five are not used there.
_CP1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"
AS_1252 = "not UTF-8: read as Windows-1252"


def foreign(data: bytes) -> str:
    """What kind of foreign file begins with these bytes; empty if none that is known."""
    start = data[:512].lstrip(b"\xef\xbb\xbf \t\r\n")
    for first, kind in FOREIGN:
        if start[: len(first)] == first:
            return "" if first == CHESS and b"[Rules " in data[:2048] else kind
    line = start.split(b"\n", 1)[0]
    if b"point match" in line:
        return "a backgammon match file"
    if start[:9].lower() in (b"<!doctype", b"<html>") or start[:5].lower() == b"<html":
        return "a web page: copy the text out of it"
    return ""


def is_binary(data: bytes) -> bool:
    """Whether most likely no text is in it: bytes that no text has, and no mark of UTF-16."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return False
    start = data[:4096].rstrip(b"\x00\x1a")
    odd = sum([byte < 9 or 13 < byte < 32 and byte not in (26, 27) for byte in start])
    return odd * 50 > len(start)


def decoded(data: bytes) -> "tuple[str, str]":
    """(text, remark): UTF-8, UTF-16 with a mark, or as a last resort Windows-1252, which the remark then tells."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _utf16(data[2:], data[:1] == b"\xff"), ""
    if data[:3] == b"\xef\xbb\xbf":
        data = data[3:]
    try:
        return str(data, "utf-8"), ""
    except UnicodeError:
        return "".join([_CP1252[byte - 128] if 128 <= byte < 160 else chr(byte) for byte in data]), AS_1252


def _utf16(data: bytes, little: bool) -> str:
    low, high = (0, 1) if little else (1, 0)
    codes, lead = [], 0
    for k in range(0, len(data) - 1, 2):
        code = data[k + low] | data[k + high] << 8
        if 0xD800 <= code < 0xDC00:
            lead = code
            continue
        if lead and 0xDC00 <= code < 0xE000:
            code = 0x10000 + ((lead - 0xD800) << 10) + code - 0xDC00
        lead = 0
        codes.append("\ufffd" if 0xD800 <= code < 0xE000 else chr(code))
    return "".join(codes)
