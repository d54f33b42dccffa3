"""The letters of far games in a text, whatever a mail program, a phone or a messenger has done to their links.

>>> [len(data) for data in letters_in("so:\n> https://example.org/#daldos2.IAAB")]
[3]
"""

from binascii import a2b_base64, b2a_base64

MARK = "daldos2."
SEAT_HEAD = "daldos far 2"  # the first line of a seat's file


def as_text(data: bytes) -> str:
    """A letter as the part of a link behind `#`."""
    return MARK + b2a_base64(data).decode().strip().replace("+", "-").replace("/", "_").rstrip("=")


_BETWEEN = "= \n\r\t>|\\\u00ad\u200b\u2060\ufeff"  # what is put into a link on its way


def may_have_letters(text: str) -> bool:
    """Whether it is worth while to look for letters in the text."""
    return has_mark(text) or "%" in text or "=" in text or "&" in text or "<" in text


def has_mark(text: str) -> bool:
    """Whether a letter begins in the text, whose link no program has encoded."""
    for letter in _BETWEEN:
        if letter in text:
            text = text.replace(letter, "")
    return "aldos2" in text.lower()


def is_whole(data: bytes) -> bool:
    """Whether a letter is as long as it says."""
    return len(data) > 2 and len(data) >= _size(data)


def _size(data: bytes) -> int:
    return data[1] << 8 | data[2]


def letters_in(text: str) -> list:
    """The bytes behind each mark in a text, whatever a mail program, a phone or a messenger has done to it.

    They may go on behind the letter; if they are not whole letters, `parse` says so.
    """
    found: list = []
    seen = []
    while text not in seen and len(seen) < 8:
        seen.append(text)
        clean = _cleaned(text)
        lower = clean.lower()
        at = lower.find(MARK)
        while at >= 0:
            at += len(MARK)
            data = _decoded(clean, at)
            if data not in found:
                found.append(data)
            at = lower.find(MARK, at)
        text = _unquoted(_cleaned(text))
    return found


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def _decoded(text: str, at: int) -> bytes:
    # Base64url up to the end of the letter, by its length; if there is less, all there is.
    end = at
    most = at + 4
    while end < len(text) and end < most and text[end] in _LETTERS:
        end += 1
        if end == at + 4:
            most = at + (_size(_plain(text[at:end])) * 4 + 2) // 3
    return _plain(text[at:end])


def _plain(text: str) -> bytes:
    if len(text) % 4 == 1:
        text = text[:-1]
    text = text.replace("-", "+").replace("_", "/")
    last = {2: 0x30, 3: 0x3C}.get(len(text) % 4)
    if last:  # spare bits are ignored
        code = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        text = text[:-1] + code[code.index(text[-1]) & last]
    return a2b_base64(text + "=" * (-len(text) % 4))


# Invisible characters, and spaces, of which MicroPython's isspace() knows only those of ASCII.
_INVISIBLE = (
    (0x85, 0x85), (0xA0, 0xA0), (0xAD, 0xAD), (0x2000, 0x200F), (0x2028, 0x202F), (0x205F, 0x2064), (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
)  # fmt: skip
_SHORT = 12  # characters of a tag or an entity at most


def _cleaned(text: str) -> str:
    """Without what is put into a link on its way; other characters than ASCII become `?`."""
    text = text.replace("=\r\n", "").replace("=\n", "").replace("=\r", "")
    found = []
    at = 0
    while at < len(text):
        letter = text[at]
        at += 1
        if letter in "<&":
            end = text.find(">" if letter == "<" else ";", at, at + _SHORT)
            if end >= 0:
                at = end + 1
                continue
        code = ord(letter)
        if letter in ">|\\" or code < 0x21:
            continue
        if code < 0x7F:
            found.append(letter)
        elif not any(low <= code <= high for low, high in _INVISIBLE):
            found.append("?")
    return "".join(found)


_HEX = "0123456789ABCDEF"


def _unquoted(text: str) -> str:
    """With `%XX` and `=XX` decoded."""
    found = []
    at = 0
    while at < len(text):
        data = bytearray()
        while at + 2 < len(text) and text[at] in "%=" and text[at + 1] in _HEX and text[at + 2] in _HEX:
            data.append(int(text[at + 1 : at + 3], 16))
            at += 3
        if data:
            try:
                found.append(bytes(data).decode())
            except ValueError:
                found.append("?")
        else:
            found.append(text[at])
            at += 1
    return "".join(found)
