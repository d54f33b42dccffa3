"""The one door: bytes or text in, what was found and what was passed over out.

>>> taken = take(b"Rules: danish\nResult: *\n\n0 A 24\n0 B 13\n1 A 12 A1-M3\n")
>>> [(found.kind, found.place) for found in taken.found], taken.why()
([('record', 'line 1')], '')
>>> take(b"\x89PNG\r\n").why()
'a picture'

Large things come in slices: a Reader takes them, and does a little at each step.
"""

import json

from daldos.errors import DaldosError
from daldos.position import parse_position
from daldos.rules import RULESETS, parse_rules
from host.intake.decoding import AS_1252, Utf16, decoded, foreign, is_binary
from host.intake.links import SEAT_HEAD, as_text, has_mark, is_whole, letters_in, may_have_letters
from host.intake.plain import is_number, plain_lines, with_ascii
from host.intake.records import AT_LINE, Finder
from host.intake.unzip import ZIP_START, ZipError, files_of

RECORD, POSITION, LETTER, REPORT, SEAT = "record", "position", "letter", "report", "far game"
EMPTY = DaldosError("an empty file")
NOTHING = DaldosError("no game, position or message in it")
# What is in it instead of what is wanted.
INSTEAD = (
    (RECORD, DaldosError("a game: replay, analyse or add it")),
    (POSITION, DaldosError("a position: ask for its turns or for a hint")),
    (LETTER, DaldosError("a message of a far game: open it there")),
    (REPORT, DaldosError("a board's report: for somebody who helps with the board")),
    (SEAT, DaldosError("the log of a far game: use verify")),
)
BINARY = DaldosError("not text: a file of a kind that is not known here")
NO_GAME = DaldosError("JSON that is no game")
NESTED = DaldosError("a ZIP in a ZIP: unpack it first")
TOO_LONG = DaldosError("more than %d MB in one file")
MORE = DaldosError("and %d more")
_HEAD = 4096  # bytes by which a file's kind is told
_CHUNK = 4096  # bytes of text read at once, to the end of a line
_LINE = 1 << 16  # bytes of a line at most; a longer one is cut
_PIECE = 1 << 14  # bytes of a slice looked at at once
_WHOLE = 1 << 16  # bytes of a text that is looked at as a whole: letters however disguised, seats, reports
_TAIL = 1 << 12  # characters of a longer one looked at again with the next ones, for a letter
REPORT_HEAD = "# Report of a Daldøs board"
WHOLE_MAX = 32 << 20  # bytes of what is read only as a whole: a ZIP, JSON
_KEPT = 40  # things passed over that are named one by one


class Found:
    """kind: one of the kinds above. name, line: where it stood. text: exact, as the project writes it. cut: an error,
    where and why the rest was not taken, or None. of: the FoundGame of a record; game, headers: its own."""

    def __init__(self, kind: str, name: str, line: int, text: str = "", cut=None, of=None):
        self.kind = kind
        self.name = name
        self.line = line
        self._text = text
        self.cut = cut
        self._of = of
        self.game = of and of.game
        self.headers = of.headers if of else {}

    @property
    def place(self) -> str:
        """`FILE, line 3`."""
        return ", ".join([part for part in (self.name, "line %d" % self.line if self.line else "") if part])

    @property
    def text(self) -> str:
        return self._of.text if self._of else self._text


class Taken:
    """found: a Found each, in order. passed: errors, where and why something was not taken; `more` others."""

    def __init__(self):
        self.found: list = []
        self.passed: list = []
        self.more = 0
        self.kinds: set = set()  # of all that was found, also of what has been taken away

    def find(self, found: Found) -> None:
        """Something was found."""
        self.found.append(found)
        self.kinds.add(found.kind)

    def of(self, kind: str) -> list:
        """Those of a kind."""
        return [found for found in self.found if found.kind == kind]

    def pass_over(self, name: str, reason: Exception) -> None:
        """Something in the file of this name was not taken."""
        if len(self.passed) < _KEPT:
            self.passed.append(DaldosError("%s: %s", name, reason) if name else reason)
        else:
            self.more += 1

    def reasons(self, kind: str = RECORD) -> list:
        """What was not taken, an error each; none if all was, and there was something of this kind."""
        found = self.passed + [DaldosError(MORE.args[0], self.more)] * bool(self.more)
        if found or not kind or kind in self.kinds:
            return found
        return [reason for other, reason in INSTEAD if other in self.kinds] or [NOTHING]

    def why(self, kind: str = RECORD) -> str:
        """The same in one line."""
        return "; ".join([str(reason) for reason in self.reasons(kind)])


class Reader:
    """Reads slices of what somebody hands over. taken: what has been found so far; the caller may empty it.

    read: bytes done with. busy: whether there is more to do before the next slice. done: whether all is read. name: of
    the file, for the places of what is in an archive.
    """

    def __init__(self, name: str = ""):
        self.taken = Taken()
        self.read = 0
        self.busy = False
        self.done = False
        self._given: list = []
        self._ended = False
        self._run = self._file(name, self._next)

    def give(self, data: bytes) -> None:
        """The next slice."""
        self._given += [data[k : k + _PIECE] for k in range(0, len(data), _PIECE)]

    def end(self) -> None:
        """There is no more."""
        self._ended = True

    def step(self) -> bool:
        """Do a little, some milliseconds' worth; returns whether there is more to do with what has been given."""
        try:
            self.busy = next(self._run)
        except StopIteration:
            self.busy, self.done = False, True
        return self.busy

    def _next(self) -> "bytes | None":
        # The next piece; empty at the end, None if it has not been given yet.
        if not self._given:
            return b"" if self._ended else None
        piece = self._given.pop(0)
        self.read += len(piece)
        return piece

    def _file(self, name: str, pull, is_inside: bool = False):
        # One file, which `pull` gives in pieces. Like all that follows, it yields whether there is more to do.
        head = b""
        for piece in _pieces(pull):
            if piece is None:
                yield False
                continue
            head += piece
            if len(head) >= _HEAD:
                break
        if not head.strip(b"\x00\x1a \t\r\n\xef\xbb\xbf"):
            if not (head and pull()):
                self.taken.pass_over(name, EMPTY)
            return
        if head[:4] == ZIP_START and is_inside:
            self.taken.pass_over(name, NESTED)
            return
        if head[:4] == ZIP_START:
            yield from self._zip(name, head, pull)
            return
        kind = foreign(head) or (BINARY if is_binary(head) else None)
        if kind:
            self.taken.pass_over(name, kind)
            while pull() != b"" and not is_inside:  # to its end, without a look
                yield bool(self._given)
            return
        if head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
            whole = []
            yield from self._collect(name, head, pull, whole)
            if not whole:
                return
            head, pull = whole[0], lambda: b""
            record = self._json(name, head)
            if record is None:
                return
            head = record
        yield from self._text(name, head, pull)

    def _collect(self, name: str, head: bytes, pull, whole: list):
        # The whole file into `whole`, unless it is too long.
        parts, size = [head], len(head)
        for piece in _pieces(pull):
            if piece is None:
                yield False
                continue
            size += len(piece)
            parts = parts + [piece] if size <= WHOLE_MAX else []
        if size > WHOLE_MAX:
            self.taken.pass_over(name, DaldosError(TOO_LONG.args[0], WHOLE_MAX >> 20))
        else:
            whole.append(b"".join(parts))

    def _text(self, name: str, data: bytes, pull):
        # Chunks of some kilobytes, each to the end of a line: the same ones however large the pieces are.
        wide = Utf16.of(data)
        if wide:
            data = wide.more(data)
        elif data[:3] == b"\xef\xbb\xbf":
            data = data[3:]
        finder = Finder()
        ended = said = False
        tail, letters = None, []  # of a long text: its last characters, and the letters found so far
        most, is_first = _WHOLE, True  # first of all, to see whether it is short
        while True:
            while len(data) <= most and not ended:
                piece = pull()
                if piece is None:
                    yield False
                    continue
                ended = not piece
                data += wide.more(piece) if wide else piece
            if is_first:
                most, is_first = _CHUNK, False
                if not ended:
                    tail = ""
                else:
                    yield from self._whole(name, decoded(data)[0])
                    if REPORT in self.taken.kinds:
                        return
            if not data:
                break
            cut = len(data) if ended and len(data) <= most else _cut(data, most)
            if not cut and most < _LINE:
                most *= 2
                continue
            chunk, data = data[: cut or most], data[cut or most :]
            most = _CHUNK
            text, remark = decoded(chunk)
            if remark and not said:
                said = True
                self.taken.pass_over(name, DaldosError(AT_LINE, finder.number + 1, AS_1252))
            if tail is not None:
                tail += text
                if has_mark(tail):
                    whole = [letter for letter in letters_in(tail) if is_whole(letter) or ended and not data]
                    letters += [letter for letter in whole if letter not in letters]
                    yield True
                tail = tail[-_TAIL:]
            yield from self._lines(name, finder, text)
        for letter in letters:
            self.taken.find(Found(LETTER, name, 0, as_text(letter)))
        finder.end()
        self._sort(name, finder)

    def _whole(self, name: str, text: str):
        # What may go over several lines of a short text.
        if may_have_letters(text):
            for letter in letters_in(text):
                self.taken.find(Found(LETTER, name, 0, as_text(letter)))
            yield True
        if SEAT_HEAD in text:
            lines = plain_lines(text)
            ends = [k for k in range(len(lines)) if lines[k][:6] == "check "]
            if SEAT_HEAD in lines and ends:
                kept = lines[lines.index(SEAT_HEAD) : ends[-1] + 1]
                self.taken.find(Found(SEAT, name, lines.index(SEAT_HEAD) + 1, "\n".join(kept) + "\n"))
            yield True
        if REPORT_HEAD in text:
            lines = plain_lines(text)
            if REPORT_HEAD in lines:
                self.taken.find(Found(REPORT, name, lines.index(REPORT_HEAD) + 1, text))

    def _lines(self, name: str, finder: Finder, text: str):
        lines = plain_lines(text)
        if not lines[-1]:
            lines.pop()  # behind the last line end
        for k in range(len(lines)):
            finder.line(lines[k])
            if k % 8 == 7:
                self._sort(name, finder)
                yield True
        self._sort(name, finder)
        yield True

    def _sort(self, name: str, finder: Finder) -> None:
        # What the finder has found and passed over so far.
        for line, text, reason in finder.passed:
            if reason:
                self.taken.pass_over(name, reason)
                continue
            at = position_in(text)
            if at:
                cut = at[1] and DaldosError(AT_LINE, line, at[1])
                self.taken.find(Found(POSITION, name, line, at[0], cut))
                if cut:
                    self.taken.pass_over(name, cut)
        for game in finder.found:
            self.taken.find(Found(RECORD, name, game.line, "", game.cut, game))
            if game.cut:
                self.taken.pass_over(name, game.cut)
        finder.passed, finder.found = [], []

    def _json(self, name: str, data: bytes) -> "bytes | None":
        # What is to be read as text: the record in it, or all of it if it is no JSON.
        text = decoded(data)[0]
        try:
            value = json.loads(text)
        except (ValueError, RuntimeError):  # too deep
            return data
        if not isinstance(value, dict):
            return data
        if isinstance(value.get("record"), str):
            return as_bytes(value["record"])
        if "report" in value or "selftest" in value:
            self.taken.find(Found(REPORT, name, 0, text))
        else:
            self.taken.pass_over(name, NO_GAME)
        return None

    def _zip(self, name: str, head: bytes, pull):
        whole: list = []
        yield from self._collect(name, head, pull, whole)
        if not whole:
            return
        try:
            for inner, inner_pull in files_of(whole[0]):
                inner = (name + "/" if name else "") + inner
                yield from self._file(inner, inner_pull, True)
        except ZipError as error:
            self.taken.pass_over(name, error)


def _pieces(pull):
    # All pieces to the end of the file, None while the next has not been given.
    while True:
        piece = pull()
        if piece == b"":
            return
        yield piece


def take(data: "bytes | str", name: str = "") -> Taken:
    """Read at once what somebody hands over. name: of the file, for the places of what is in an archive."""
    reader = Reader(name)
    reader.give(data if isinstance(data, bytes) else as_bytes(data))
    reader.end()
    while reader.step():
        pass
    return reader.taken


def as_bytes(text: str) -> bytes:
    """A text in UTF-8; half a pair of surrogates becomes `?`."""
    try:
        return text.encode()
    except UnicodeError:
        return "".join(["?" if 0xD800 <= ord(letter) < 0xE000 else letter for letter in text]).encode()


def _cut(data: bytes, most: int) -> int:
    # Where the last line within `most` bytes ends; 0 if none does. After = it does not count (quoted-printable).
    part = data[:most]
    at = part.rfind(b"\n")
    while at > 0 and (part[at - 1] == 61 or part[at - 2 : at] == b"=\r"):
        at = part.rfind(b"\n", 0, at)
    return max(at, part.rfind(b"\r", 0, most - 1)) + 1


def position_in(line: str) -> "tuple | None":
    """(text, error) of a line with a position, with or without rules before it; the error is None if it is exact."""
    if line.count("/") < 2:
        return None
    words = with_ascii(line).strip("\"'`").split()
    for k, word in enumerate(words):
        if word.count("/") == 2 and all(letter in ".abABkCDqQrR/" for letter in word) and "." in word:
            rows = word
            player = words[k + 1].upper() if len(words) > k + 1 else "A"
            throw = words[k + 2].strip("\"'`,;") if len(words) > k + 2 else "-"
            text = "%s %s %s" % (rows, player, "".join(sorted(throw)) if is_number(throw) else throw)
            return text, _wrong(text, words[:k])
    return None


def _wrong(text: str, before: list) -> "ValueError | None":
    # why the position is invalid by the named rules, else by any rules of its size
    known = [name for name, _ in RULESETS]
    named = [word.strip(":,") for word in before if word.split(",")[0].strip(":") in known]
    reason = None
    for rules in named or known:
        try:
            parse_position(text, parse_rules(rules))
            return None
        except ValueError as error:
            reason = reason or error
    return reason
