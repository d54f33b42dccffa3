"""Game records found in lines of any text, each read strictly: what is exact is taken, the rest is named with its line.

>>> finder = Finder()
>>> for line in ["hello", "Rules: danish", "Result: *", "", "0 A 24", "0 B 13", "1 A 12 A1-M3", "2 B 9"]:
...     finder.line(line)
>>> finder.end()
>>> [(game.line, len(game.game.plies), str(game.cut)) for game in finder.found]
[(2, 1, "line 8: throw '9': expected two dice of 1 to 4, such as 13")]
>>> finder.passed
[(1, 'hello', None)]
"""

from daldos.errors import DaldosError
from daldos.game import is_id
from daldos.record import BAD_ID, KEYS, RecordReader, head_lines, write_record
from host.intake.plain import is_number, with_ascii

MARKS = (";", "#")  # at the head of a remark that goes to the end of its line
OF_MAIL = ("From", "To", "Subject", "Cc", "Sent", "Reply-To", "Content-Type", "Message-ID", "Von", "Fra")
AT_LINE = "line %d: %s"
HAS_NOT_WON = DaldosError("the header says that %s has won, but the throws do not")
NO_THROW = DaldosError("headers without a throw after them")


class FoundGame:
    """A game as it is taken. line: its first line. headers, game: exact.

    cut: where and why the rest was not taken, an error, or None. text: its record. lines: those of its throws, as they
    are written.
    """

    def __init__(self, line: int, headers: dict, game, cut: "DaldosError | None", lines: list):
        self.line = line
        self._lines = lines
        self.headers = headers
        self.game = game
        self.cut = cut

    @property
    def text(self) -> str:
        """The record, written as the project writes it."""
        if self.game.remarks:
            return write_record(self.game, self.headers)
        return "\n".join(list(head_lines(self.game, self.headers)) + self._lines) + "\n"


class Finder:
    """found: each FoundGame in order. passed: (line, text, reason) of what belongs to none; the reason is None if it is
    simply something else. The caller may empty both at any time."""

    # headers: the block of headers last read, {key: (line, value, text)}; reader: of the game being read.

    def __init__(self):
        self.found: list = []
        self.passed: list = []
        self.number = 0
        self.headers: dict = {}
        self.reader = None
        self.first = 0
        self.cut: DaldosError | None = None
        self.remarks: list = []
        self.lines: list = []
        self.braces = False  # inside { ... over several lines
        self.blank = False

    def line(self, text: str) -> None:
        """Take the next line."""
        self.number += 1
        line = text
        remarks: list = []
        if self.braces or line[:1] in (";", "#", "{") or line[:1].isdigit() and _has_remark(line):
            line, remarks = self._without_remarks(line)
            if not line:
                self._remark(remarks)
                return
        if not line:
            self.blank = True
            return
        words = throw_words(line) or (spoilt_words(line) if self.reader is not None else None)
        if words:
            self._throw(words)
            self._remark(remarks)
        else:
            header = header_of(line)
            if header:
                self._header(text, *header)
            else:
                self.passed.append((self.number, text, None))
        self.blank = False

    def end(self) -> None:
        """The end of a game, or of the text."""
        self.braces = False
        if self.reader is None and "Rules" in self.headers and "Start" in self.headers:
            self._begin()  # a game that is to begin at a position
        if self.reader is not None:
            headers, game = self.reader.headers, self.reader.game
            if game and (game.opening or game.plies or game.start):
                stated = self.headers["Result"][1] if "Result" in self.headers else ""
                cut = self.cut
                if not cut and stated in ("A", "B") and stated != game.winner:
                    cut = DaldosError(HAS_NOT_WON.args[0], stated)
                game.remarks += self.remarks
                self.found.append(FoundGame(self.first, headers, game, cut, self.lines))
            elif self.cut:
                self.passed.append((self.first, "", self.cut))
            self.headers = {}
        elif "Rules" in self.headers and "Result" in self.headers:
            line = self.headers["Rules"][0]
            self.passed.append((line, "", DaldosError(AT_LINE, line, NO_THROW)))
            self.headers = {}
        else:
            self._drop_headers()
        self.reader, self.cut, self.remarks, self.lines = None, None, [], []

    def _drop_headers(self) -> None:
        self.passed += [(line, text, None) for line, _, text in self.headers.values()]
        self.headers = {}

    def _header(self, text: str, key: str, value: str) -> None:
        if self.reader is not None:
            self.end()
        elif key in self.headers or self.blank and not self._are_ours():
            self.end()
        self.headers[key] = (self.number, value, text)

    def _are_ours(self) -> bool:
        # Whether the headers so far are a game's: a mail's are not, and others are only beside known ones.
        return any(key in KEYS for key in self.headers) and not any(key in OF_MAIL for key in self.headers)

    def _throw(self, words: list) -> None:
        if self.reader is not None and words[0] in ("0", "1") and self.reader.game and self.reader.game.plies:
            self.end()  # another game begins
        if self.reader is None and not self._begin():
            return
        if self.cut:
            return
        try:
            turn = self.reader.throw(self.reader.game, words)
            self.lines.append(" ".join(words[:3] + [turn] if turn else words[:3]))
        except ValueError as error:  # of the engine
            self.cut = DaldosError(AT_LINE, self.number, error)

    def _begin(self) -> bool:
        self.reader = RecordReader()
        self.first = min([line for line, _, _ in self.headers.values()] + [self.number])
        unknown = {}
        line = self.number
        try:
            if "Rules" not in self.headers:
                self.reader.line("Rules: danish")
            for key, (at, value, text) in self.headers.items():
                line = at
                if key == "Result":
                    continue  # the game says it; compared at its end
                if key == "Id" and not is_id(value):
                    reason = DaldosError(BAD_ID.args[0], value)
                    self.passed.append((at, text, DaldosError(AT_LINE, at, reason)))
                elif key in KEYS:
                    self.reader.line("%s: %s" % (key, with_ascii(value) if key in ("Rules", "Start") else value))
                else:
                    unknown[key] = value
            line = self.first
            self.reader.line("")
        except ValueError as error:  # of the engine
            self.cut = DaldosError(AT_LINE, line, error)
        self.reader.headers.update(unknown)
        return not self.cut

    def _without_remarks(self, line: str) -> "tuple[str, list]":
        # The line without { ... }, and without what follows ; or #; and these remarks.
        out, remarks = "", []
        while line:
            if self.braces:
                text, closed, line = line.partition("}")
                remarks.append(text)
                self.braces = not closed
                continue
            text, opened, rest = line.partition("{")
            cut = min([place for place in [text.find(mark) for mark in MARKS] if place >= 0] or [len(text)])
            if text[cut:]:
                remarks.append(line[cut + 1 :])
                out += text[:cut]
                break
            out += text
            self.braces, line = bool(opened), rest
        return out.strip(), remarks

    def _remark(self, texts: list) -> None:
        plies = len(self.reader.game.plies) if self.reader is not None and self.reader.game else 0
        self.remarks += [(plies, text.strip()) for text in texts if text.strip()]


def header_of(line: str) -> "tuple | None":
    """(key, value) of `Key: value` or `[Key "value"]`; None if it is no header."""
    if line[:1] == "[" and line[-1:] == "]" and '"' in line:
        key, _, value = line[1:-1].partition('"')
        return (_key(key.strip()), value.rstrip('" ')) if key.strip().isalpha() else None
    key, colon, value = line.partition(":")
    if not colon or not key.strip().replace("-", "").isalpha() or len(key) > 20 or value[:2] == "//":
        return None
    return _key(key.strip()), value.strip()


def _key(key: str) -> str:
    for known in KEYS:
        if key.lower() == known.lower():
            return known
    return key


def _has_remark(line: str) -> bool:
    return ";" in line or "#" in line or "{" in line


def spoilt_words(line: str) -> "list | None":
    """The words of a line that is a throw's, but for something spoilt in its number or its dice; else None."""
    words = line.upper().split()
    is_throw = len(words) > 2 and words[1] in ("A", "B") and words[0][0].isdigit() and words[2][0].isdigit()
    return words if is_throw else None


def throw_words(line: str) -> "list | None":
    """The words of a throw's line with the notation's own case and dots: `1. a 31 a2-a1` -> 1 A 13 A2-A1; else None."""
    words = with_ascii(line).upper().replace("X", "x").split()
    if len(words) < 3 or words[1] not in ("A", "B") or not is_number(words[2]):
        return None
    if not is_number(words[0]) or words[0][0] == "0":
        number = words[0].rstrip(".)")
        if not is_number(number):
            return None
        words[0] = str(int(number))
    if words[2][0] > words[2][-1]:
        words[2] = "".join(sorted(words[2]))
    return words
