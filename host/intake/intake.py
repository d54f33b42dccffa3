"""The one door: bytes or text in, what was found and what was passed over out.

>>> taken = take(b"Rules: danish\\nResult: *\\n\\n0 A 24\\n0 B 13\\n1 A 12 A1-M3\\n")
>>> [(found.kind, found.place) for found in taken.found], taken.passed
([('record', 'line 1')], [])
>>> take(b"\\x89PNG\\r\\n").passed
[('', 'a picture')]
"""

import json

from daldos.position import parse_position
from daldos.rules import RULESETS, parse_rules
from host.intake.decoding import decoded, foreign, is_binary
from host.intake.plain import plain_lines, with_ascii
from host.intake.records import NOT_OURS, games_in

RECORD, POSITION, LETTER, REPORT, SEAT = "record", "position", "letter", "report", "far game"
EMPTY = "an empty file"
NOTHING = "no game, position or message in it"
BINARY = "not text: a file of a kind that is not known here"
ZIP_START = b"PK\x03\x04"
ZIP_MAX = 64 << 20  # bytes that a ZIP's files may have together, unpacked
_LETTER_MARK = "daldos2."
_KEPT = 40  # passed lines that are named one by one


class Found:
    """kind: one of the kinds above. place: where it stood. text: exact, as the project writes it. cut: where and why
    the rest was not taken, or empty. game, headers: of a record, else None and {}."""

    def __init__(self, kind: str, place: str, text: str, cut: str = "", game=None, headers=None):
        self.kind = kind
        self.place = place
        self.text = text
        self.cut = cut
        self.game = game
        self.headers = headers or {}


class Taken:
    """found: a Found each, in order. passed: (place, reason) of what was not taken."""

    def __init__(self):
        self.found: list = []
        self.passed: list = []

    def of(self, kind: str) -> list:
        """Those of a kind."""
        return [found for found in self.found if found.kind == kind]

    def why(self, kind: str = RECORD) -> str:
        """One line on what was not taken; empty if all was."""
        reasons = ["%s%s" % (found.place + ", " if found.place else "", found.cut) for found in self.found if found.cut]
        reasons += [(place + ": " if place else "") + reason for place, reason in self.passed if reason != NOT_OURS]
        if not reasons and not self.of(kind):
            reasons = [NOTHING]
        return "; ".join(reasons)


def take(data: "bytes | str", name: str = "") -> Taken:
    """Read what somebody hands over. name: of the file, for the places of what is in an archive."""
    taken = Taken()
    _take(taken, data, name)
    return taken


def _take(taken: Taken, data: "bytes | str", name: str) -> None:
    if not isinstance(data, str):
        if not data.strip(b"\x00\x1a \t\r\n"):
            taken.passed.append((name, EMPTY))
            return
        if data[:4] == ZIP_START:
            _zip(taken, data, name)
            return
        kind = foreign(data) or (BINARY if is_binary(data) else "")
        if kind:
            taken.passed.append((name, kind))
            return
        data, remark = decoded(data)
        if remark:
            taken.passed.append((name, remark))
    else:
        kind = foreign(data[:512].encode())
        if kind:
            taken.passed.append((name, kind))
            return
    if not data.strip():
        taken.passed.append((name, EMPTY))
        return
    if data.lstrip("\ufeff \r\n")[:1] == "{" and _json(taken, data, name):
        return
    _lines(taken, data, name)


def _lines(taken: Taken, text: str, name: str) -> None:
    where = name + ", line %d" if name else "line %d"
    lines = plain_lines(text)
    games, passed = games_in(lines)
    found = [
        (game.line, Found(RECORD, where % game.line, game.text, game.cut, game.game, game.headers)) for game in games
    ]
    for number, reason in passed:
        line = lines[number - 1]
        at = position_in(line) if reason == NOT_OURS else None
        if at:
            found.append((number, Found(POSITION, where % number, at[0], at[1])))
        elif _LETTER_MARK in line.lower():
            found.append((number, Found(LETTER, where % number, line)))
        elif len(taken.passed) < _KEPT:
            taken.passed.append((where % number, reason))
    taken.found += [one for _, one in sorted(found, key=lambda pair: pair[0])]


def position_in(line: str) -> "tuple | None":
    """(text, reason) of a line with a position, with or without rules before it; the reason is empty if it is exact."""
    words = with_ascii(line).strip("\"'`").split()
    for k, word in enumerate(words):
        if word.count("/") == 2 and all(letter in ".abABkCDqQrR/" for letter in word) and "." in word:
            rows = word
            player = words[k + 1].upper() if len(words) > k + 1 else "A"
            throw = words[k + 2].strip("\"'`,;") if len(words) > k + 2 else "-"
            text = "%s %s %s" % (rows, player, "".join(sorted(throw)) if throw.isdigit() else throw)
            return text, _wrong(text, words[:k])
    return None


def _wrong(text: str, before: list) -> str:
    # why the position is none by the named rules, else by any rules of its size
    known = [name for name, _ in RULESETS]
    named = [word.strip(":,") for word in before if word.split(",")[0].strip(":") in known]
    reason = ""
    for rules in named or known:
        try:
            parse_position(text, parse_rules(rules))
            return ""
        except ValueError as error:
            reason = reason or str(error)
    return reason


def _json(taken: Taken, text: str, name: str) -> bool:
    try:
        value = json.loads(text)
    except ValueError:
        return False
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("record"), str):
        _take(taken, value["record"], name)
    elif "report" in value or "selftest" in value:
        taken.found.append(Found(REPORT, name, text))
    elif "secret" in value:
        taken.found.append(Found(SEAT, name, text))
    else:
        taken.passed.append((name, "JSON that is no game"))
    return True


def _zip(taken: Taken, data: bytes, name: str) -> None:
    try:
        import io
        import zipfile
        import zlib
    except ImportError:  # in the page's Worker
        taken.passed.append((name, "a ZIP: unpack it first"))
        return
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(info.file_size for info in archive.infolist()) > ZIP_MAX:
                taken.passed.append((name, "a ZIP with more than %d MB in it" % (ZIP_MAX >> 20)))
                return
            for info in archive.infolist():
                inner = (name + "/" if name else "") + info.filename
                if info.is_dir() or inner.startswith("__MACOSX"):
                    continue
                content = archive.read(info)
                if content[:4] == ZIP_START:
                    taken.passed.append((inner, "a ZIP in a ZIP: unpack it first"))
                else:
                    _take(taken, content, inner)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, ValueError, EOFError, OSError) as error:
        taken.passed.append((name, "a damaged ZIP: %s" % error))
