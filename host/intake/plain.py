"""Undo what mail, phones and forums do to plain text: quoting, tags, typographic dashes, invisible characters.

>>> plain_lines("> 1 A 13 A2–A1 M1×M4\r\n>")
['1 A 13 A2-A1 M1xM4', '']
"""

# typed or "corrected" -> what the notation has. An em dash is a lost turn.
_LIKE = {
    "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2212": "-", "\u00ad": "", "\ufe63": "-",
    "\uff0d": "-", "\u2014": "--", "\u2015": "--", "\u00d7": "x", "\u2715": "x", "\u2716": "x", "\u2a2f": "x",
    "\u00a0": " ", "\u2007": " ", "\u2009": " ", "\u202f": " ", "\u3000": " ", "\t": " ",
    "\ufeff": "", "\u200b": "", "\u200c": "", "\u200d": "", "\u2060": "", "\u200e": "", "\u200f": "", "\x00": "",
    "\u2026": "...", "\u2028": "\n", "\u2029": "\n",
}  # fmt: skip
_ENTITIES = {
    "&nbsp;": " ", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&ndash;": "-", "&minus;": "-", "&mdash;": "--",
    "&times;": "x", "&shy;": "", "&#39;": "'", "&#x27;": "'", "&#8211;": "-", "&#215;": "x", "&#8212;": "--",
    "&amp;": "&",
}  # fmt: skip
_TAGS = (
    "br",
    "p",
    "div",
    "pre",
    "code",
    "span",
    "b",
    "i",
    "em",
    "tt",
    "font",
    "blockquote",
    "html",
    "body",
    "li",
    "ul",
)
_BREAKS = ("br", "p", "div", "li")  # tags that end a line
_QUOTES = (">", "|")
_BEFORE = _QUOTES + ("•", "*", "-", "_", "`", "\ufeff", "\u200b", "\x00")  # what may stand at the head of a line


def plain_lines(text: str) -> list:
    """The text's lines, one for each that it had, as someone would have typed them."""
    for was, is_ in (("\r\n", "\n"), ("\r", "\n"), ("\x0c", "\n"), ("\x1a", ""), ("\u2028", "\n")):
        if was in text:
            text = text.replace(was, is_)
    if "=3D" in text or "=20\n" in text or "=C3=" in text or "=E2=80=" in text:
        text = _unquoted_printable(text)
    if "<" in text and ("<br" in text.lower() or "</" in text):
        text = _without_tags(text)
    if "&" in text and ";" in text:
        for was, is_ in _ENTITIES.items():
            text = text.replace(was, is_)
    if len(text.encode()) == len(text) and "\x00" not in text:
        return [
            line if line[:1] not in _BEFORE else _line(line) for line in [line.strip() for line in text.split("\n")]
        ]
    return [_line(line) for line in text.split("\n")]


def is_number(text: str) -> bool:
    """Whether the text is digits 0-9 alone; str.isdigit takes a raised 2, too."""
    return text != "" and not text.strip("0123456789")


def with_ascii(text: str) -> str:
    """A turn's or a header's text with the notation's own characters."""
    if len(text.encode()) == len(text):
        return text.replace("\t", " ").replace("\x00", "")
    return "".join([_LIKE.get(letter, letter) for letter in text])


def _line(line: str) -> str:
    # Without quoting marks and white space at either end; a throw's line with the notation's own characters. Names in
    # other lines keep theirs.
    line = line.strip().lstrip("\ufeff\u200b\x00")
    while line[:1] in _QUOTES and line:
        line = line[1:].strip()
    for mark in ("• ", "* ", "- "):
        if line[: len(mark)] == mark and line[len(mark) : len(mark) + 1].isdigit():
            line = line[len(mark) :]
    if line and line.strip("*_`") and line[0] in "*_`" and line[-1] in "*_`":
        line = line.strip("*_`").strip()
    bare = "".join([letter for letter in line if _LIKE.get(letter) != ""]).strip(" \x00\u00a0")
    return with_ascii(bare) if bare[:1].isdigit() or not bare else line


def _unquoted_printable(text: str) -> str:
    # RFC 2045, 6.7: a line end behind = goes, =XX is a byte.
    out = bytearray()
    data = text.replace("=\n", "").encode()
    k = 0
    while k < len(data):
        code = data[k + 1 : k + 3]
        if data[k] == 0x3D and len(code) == 2 and all(byte in b"0123456789ABCDEF" for byte in code):
            out.append(int(str(code, "ascii"), 16))
            k += 3
        else:
            out.append(data[k])
            k += 1
    try:
        return str(bytes(out), "utf-8")
    except UnicodeError:
        return text


def _without_tags(text: str) -> str:
    out, k = [], 0
    while k < len(text):
        end = text.find(">", k) if text[k] == "<" else -1
        words = text[k + 1 : end].strip("/ ").lower().split() if 0 < end - k <= 200 else []
        name = words[0] if words else ""
        if name in _TAGS:
            # a line end in the source behind the tag is the same line end
            if name in _BREAKS and text[end + 1 : end + 2] != "\n":
                out.append("\n")
            k = end + 1
        else:
            out.append(text[k])
            k += 1
    return "".join(out)
