"""The game record as text (rules, "Notation"): written, read back and replayed with every throw and turn checked.

>>> print(write_record(game, {"A": "Ane", "B": "Bo"}))
A: Ane
B: Bo
Rules: danish
Result: *
<BLANKLINE>
0 A 24
0 B 13
1 A 12 A1-M3
"""

from daldos.errors import DaldosError
from daldos.game import OPENING, OVER, Game, is_id
from daldos.notation import parse_turn, turn_as_written, turn_text
from daldos.rules import DEFAULT, parse_rules
from daldos.state import PLAYERS

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from collections.abc import Iterator

    from daldos.geometry import Board

KEYS = ("Event", "Date", "A", "B", "Rules", "Id", "Start", "Result")
BAD_ID = DaldosError("id %r: expected 16 digits 0-9a-f")
REMARK = ";"  # at the head of a line: a remark on the throw before it


class RecordError(DaldosError):
    """An invalid game record, or an impossible game; names the line."""


def result(game: Game) -> str:
    """The winner, `A` or `B`, or `*` for an unfinished game."""
    return game.winner or "*"


def head_lines(game: Game, headers: dict[str, str] | None = None) -> "Iterator[str]":
    """The lines before the first throw. `headers` may give Event, Date, A, B, and any others."""
    headers = headers or {}
    for key in list(KEYS[:4]) + sorted([key for key in headers if key not in KEYS]):
        if headers.get(key):
            yield "%s: %s" % (key, headers[key])
    yield "Rules: " + game.rules.text
    if game.id:
        yield "Id: " + game.id
    if game.start is not None:  # before its throw
        yield "Start: %s -" % game.start.text().rpartition(" ")[0]
    yield "Result: " + result(game)
    yield ""


def record_lines(game: Game, headers: dict[str, str] | None = None) -> "Iterator[str]":
    """The lines of the record one by one, without line ends."""
    yield from head_lines(game, headers)
    for k in range(len(game.opening)):
        yield "0 %s %s" % (PLAYERS[k % 2], game.opening[k].text)
    number = 0
    remarks = game.remarks
    for turn in game:
        for text in [text for place, text in remarks if place == number]:
            yield REMARK + " " + text
        number += 1
        yield "%d %s %s %s" % (number, turn.player, turn.throw, turn.text)
    for text in [text for place, text in remarks if place >= number]:
        yield REMARK + " " + text


def write_record(game: Game, headers: dict[str, str] | None = None) -> str:
    """The whole record, with a line end after each line."""
    return "\n".join(record_lines(game, headers)) + "\n"


def read_records(text: str) -> list[tuple[dict[str, str], Game]]:
    """All games of a text as (headers, Game) pairs, each replayed; RecordError names the wrong line."""
    reader = RecordReader()
    number = 0
    for line in text.split("\n"):
        number += 1
        try:
            reader.line(line.strip())
        except ValueError as error:  # from the engine, or an invalid number
            raise RecordError("line %d: %s", number, error)
    try:
        reader.end()
    except RecordError as error:
        raise RecordError("line %d: %s", number, error)
    return reader.games


class RecordReader:
    """Reads a record line by line. games: those read so far; game: None while reading headers."""

    def __init__(self) -> None:
        self.games: list[tuple[dict[str, str], Game]] = []
        self.headers: dict[str, str] = {}
        self.game: Game | None = None
        self._names: tuple[Board | None, dict[str, int]] = None, {}  # a board, and the numbers of its holes

    def line(self, line: str) -> None:
        """Take the next line, without white space around it; a ValueError says what is wrong."""
        if line[:1] == REMARK:
            if self.game:
                self.game.remarks.append((len(self.game.plies), line[1:].strip()))
            return
        if not line:
            if self.game and (self.game.opening or self.game.plies):
                self.end()
            elif self.headers and not self.game:
                rules, start = parse_rules(self.headers.get("Rules", DEFAULT)), self.headers.get("Start")
                self.game = Game.from_position(start, rules) if start else Game(rules)
                self.game.id = self.headers.pop("Id", "")
        elif self.game and line[:1].isdigit():
            self.throw(self.game, line.split())
        else:
            if self.game:  # a game without a throw ends at the next one's headers
                self.end()
            self.header(line)

    def header(self, line: str) -> None:
        key, colon, value = line.partition(":")
        if not colon or not key.replace("-", "").isalpha():
            raise RecordError("%r: expected a header such as %s, before the throws", line, ", ".join(KEYS))
        if key in self.headers:
            raise RecordError("header %s is given twice", key)
        value = value.strip()
        if key == "Rules":
            parse_rules(value)
        if key == "Id" and not is_id(value):
            raise RecordError(BAD_ID.args[0], value)
        if key == "Result" and value not in ("A", "B", "*"):
            raise RecordError("result %r: expected A, B or *", value)
        self.headers[key] = value

    def throw(self, game: Game, words: list[str]) -> str:
        """Take the words of a throw's line; returns the turn as it is written, empty in the opening."""
        if game.start and words[:1] == ["0"] and not game.opening and not game.plies:
            before = game
            self.game = game = Game.from_position(game.start, game.rules, True)
            game.id, game.remarks = before.id, before.remarks
        opening = game.phase == OPENING
        number = 0 if opening else len(game.plies) + 1
        if len(words) < 3 or words[0] != str(number):
            raise RecordError("%r: expected throw number %d", " ".join(words), number)
        if game.phase == OVER:
            raise RecordError("%r: %s has won already", " ".join(words), game.player)
        if words[1] != game.player:
            raise RecordError("throw %d is %s's, not %s", number, game.player, words[1])
        throw = game.rules.throws.parse(words[2])
        turn = " ".join(words[3:])
        if opening:
            if turn:
                raise RecordError("an opening throw has no turn, not %r", turn)
            game.opening_throw(throw)
            return ""
        if not turn:
            raise RecordError("throw %d has no turn; a lost turn is written --", number)
        game.throw(throw)
        board = game.rules.board
        if self._names[0] is not board:
            self._names = board, {board.name(hole): hole for hole in range(board.size)}
        packed = turn_as_written(game.position, turn, self._names[1])
        if packed < 0:
            packed = parse_turn(game.position, turn, game.legal)
            turn = turn_text(game.position, packed)
        game.play(packed, True)
        return turn

    def end(self) -> None:
        if not self.game:
            if self.headers:
                raise RecordError("headers without a blank line and a game after them")
            return
        stated = self.headers.get("Result", result(self.game))
        if stated != result(self.game):
            raise RecordError("the header's result is %s, the game's is %s", stated, result(self.game))
        self.games.append((self.headers, self.game))
        self.headers = {}
        self.game = None
