"""Game records found in lines of any text, each read strictly: what is exact is taken, the rest is named with its line.

>>> found, passed = games_in(["hello", "Rules: danish", "Result: *", "", "0 A 24", "0 B 13", "1 A 12 A1-M3", "2 B 9"])
>>> [(game.line, game.turns, game.cut) for game in found]
[(2, 1, "line 8: throw '9': expected two dice of 1 to 4, such as 13")]
>>> passed
[(1, 'not part of a game')]
"""

from daldos.record import KEYS, RecordReader, write_record
from host.intake.plain import with_ascii

MARKS = (";", "#")  # at the head of a remark that goes to the end of its line
OF_MAIL = ("From", "To", "Subject", "Cc", "Sent", "Reply-To", "Content-Type", "Message-ID", "Von", "Fra")
NOT_OURS = "not part of a game"


class FoundGame:
    """A game as it is taken. line: its first line. headers, game: exact.

    cut: where and why the rest was not taken, or empty. text: its record.
    """

    def __init__(self, line: int, headers: dict, game, cut: str):
        self.line = line
        self.headers = headers
        self.game = game
        self.cut = cut

    @property
    def turns(self) -> int:
        """How many throws it has after the opening."""
        return len(self.game.plies)

    @property
    def text(self) -> str:
        """The record, written as the project writes it."""
        return write_record(self.game, self.headers)


def games_in(lines: list) -> "tuple[list, list]":
    """(found, passed): each FoundGame in order; (line, reason) of what belongs to none."""
    finder = _Finder()
    for k, line in enumerate(lines):
        finder.line(k + 1, line)
    finder.end()
    return finder.found, finder.passed


class _Finder:
    # headers: the block of headers last read, {key: (line, value)}; reader: of the game being read.

    def __init__(self):
        self.found: list = []
        self.passed: list = []
        self.headers: dict = {}
        self.reader = None
        self.first = 0
        self.cut = ""
        self.remarks: list = []
        self.braces = False  # inside { ... over several lines
        self.blank = False

    def line(self, number: int, line: str) -> None:
        """Take the next line."""
        remarks: list = []
        if self.braces or line[:1] in (";", "#", "{") or line[:1].isdigit():
            line, remarks = self._without_remarks(line)
            if not line:
                self._remark(remarks)
                return
        if not line:
            self.blank = True
            return
        words = throw_words(line)
        if words:
            self._throw(number, words)
            self._remark(remarks)
        else:
            header = header_of(line)
            if header:
                self._header(number, *header)
            else:
                self.passed.append((number, NOT_OURS))
        self.blank = False

    def end(self) -> None:
        """The end of a game, or of the text."""
        self.braces = False
        if self.reader is not None:
            headers, game = self.reader.headers, self.reader.game
            if game and (game.opening or game.plies):
                stated = self.headers.get("Result", (0, ""))[1]
                cut = self.cut
                if not cut and stated in ("A", "B") and stated != game.winner:
                    cut = "the header says that %s has won, and the throws do not" % stated
                game.remarks += self.remarks
                self.found.append(FoundGame(self.first, headers, game, cut))
            elif self.cut:
                self.passed.append((self.first, self.cut))
            self.headers = {}
        elif "Rules" in self.headers and "Result" in self.headers:
            self.passed.append((self.headers["Rules"][0], "headers without a throw after them"))
        else:
            self.passed += [(line, NOT_OURS) for line, _ in self.headers.values()]
        self.reader, self.cut, self.remarks = None, "", []

    def _header(self, number: int, key: str, value: str) -> None:
        if self.reader is not None:
            self.end()
        elif key in self.headers or self.blank and not self._are_ours():
            self.passed += [(line, NOT_OURS) for line, _ in self.headers.values()]
            self.headers = {}
        self.headers[key] = (number, value)

    def _are_ours(self) -> bool:
        # Whether the headers so far are a game's: a mail's are not, and others are only beside known ones.
        return any(key in KEYS for key in self.headers) and not any(key in OF_MAIL for key in self.headers)

    def _throw(self, number: int, words: list) -> None:
        if self.reader is not None and words[0] in ("0", "1") and self._begins_again(words):
            self.end()
        if self.reader is None and not self._begin(number):
            return
        if self.cut:
            return
        try:
            self.reader.line(" ".join(words))
        except ValueError as error:  # of the engine
            self.cut = "line %d: %s" % (number, error)

    def _begins_again(self, words: list) -> bool:
        game = self.reader.game
        return bool(game and game.plies) and (words[0] == "0" or len(game.plies) > 0 and words[0] == "1")

    def _begin(self, number: int) -> bool:
        self.reader = RecordReader()
        self.first = min([line for line, _ in self.headers.values()] + [number])
        unknown = {}
        try:
            if "Rules" not in self.headers:
                self.reader.line("Rules: danish")
            for key, (line, value) in self.headers.items():
                number = line
                if key == "Result":
                    continue  # the game says it; compared at its end
                if key in KEYS:
                    self.reader.line("%s: %s" % (key, with_ascii(value) if key in ("Rules", "Start") else value))
                else:
                    unknown[key] = value
            number = self.first
            self.reader.line("")
        except ValueError as error:  # of the engine
            self.cut = "line %d: %s" % (number, error)
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


def throw_words(line: str) -> "list | None":
    """The words of a throw's line with the notation's own case and dots: `1. a 31 a2-a1` -> 1 A 13 A2-A1; else None."""
    words = with_ascii(line).split()
    if len(words) < 3 or words[1].upper() not in ("A", "B"):
        return None
    number = words[0].rstrip(".)")
    if not number.isdigit() or not words[2].isdigit():
        return None
    throw = "".join(sorted(words[2]))
    turn = [word.upper().replace("X", "x") for word in words[3:]]
    return [str(int(number)), words[1].upper(), throw] + turn
