"""A position and its legal turns as objects, for readable programs. Searches use small ints.

>>> position = Position.parse("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 13")
>>> position.player, position.throw.text, position.throw.faces
('A', '13', (1, 3))
>>> turn = position.turns()[0]
>>> turn.text, turn.captures, turn.again
('A1-M4', (), False)
>>> turn.result
'.aaaaaaaaaaaaaaa/...A............./bbbbbbbbbbbbbbbb B -'
"""

from daldos.effects import captured, cells_after, mark, steps_of
from daldos.errors import DaldosError
from daldos.notation import parse_turn, result_text, turn_text
from daldos.rules import DEFAULT, NOBODYS, Rules, rules_of
from daldos.state import CELLS, DALLED, PLAYERS, UNDALLED, State, beaten, kings_hole, pieces, start_cells
from daldos.throws import Throw
from daldos.turns import LegalTurns, legal_turns


class PositionError(DaldosError):
    """An invalid text of a position, or an impossible position."""


class Position(State):
    """A state that can be compared, hashed and asked for its turns. Its owner may change it; then its hash changes."""

    @staticmethod
    def parse(text: str, rules: "Rules | str" = DEFAULT) -> "Position":
        """The position of this notation, under these rules (Rules or their text); raises like `parse_position`."""
        return parse_position(text, rules_of(rules))

    @staticmethod
    def start(rules: "Rules | str" = DEFAULT) -> "Position":
        """The position at the start of a game, A to throw."""
        known = rules_of(rules)
        return Position(known, start_cells(known), 0)

    @property
    def winner(self) -> str:
        """`A` or `B`, if the other side is beaten; else empty."""
        for side in (0, 1):
            if beaten(self.rules, self.cells, 1 - side):
                return PLAYERS[side]
        return ""

    def __repr__(self) -> str:
        return "Position.parse(%r, %r)" % (self.text(), self.rules.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.text() == other.text() and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.text())

    def copy(self, throw: "Throw | str" = "") -> "Position":
        """An independent copy; with this throw, a Throw or the dice in any order such as "13", if given."""
        thrown = self.rules.throws.of(throw) if throw else self.throw
        return Position(self.rules, bytearray(self.cells), self.side, thrown)

    def turns(self, throw: "Throw | str" = "") -> "list[Turn]":
        """The legal turns of this throw, or of the position's own, a `Turn` for each distinct result.

        They keep a copy of the position, so it may be changed. None if the game is won; TurnError if there is no throw.
        """
        return [] if self.winner else turns_at(self.copy(throw))

    def parse_turn(self, text: str) -> "Turn":
        """The legal turn of this notation, its moves in any order in which they can be played; TurnError says why there
        is none."""
        legal = legal_turns(self)
        packed = parse_turn(self, text, legal)
        return Turn(self.copy(), packed, self.rules.again(self.throw, legal.dice_used))

    def play(self, turn: "Turn | str") -> "Position":
        """A new Position after a turn, a `Turn` or its notation, for the player who throws next; TurnError if it is not
        legal."""
        return self.parse_turn(str(turn)).after()


class Turn:
    """position: before the turn, with the throw. packed: see `packing`. again: whether the same player throws again."""

    def __init__(self, position: Position, packed: int, again: bool):
        self.position = position
        self.packed = packed
        self.again = again

    @property
    def player(self) -> str:
        """`A` or `B`, whose turn it is."""
        return self.position.player

    @property
    def throw(self) -> str:
        """Its throw, the lower die first: `13`."""
        return self.position.throw.text if self.position.throw else "-"

    @property
    def text(self) -> str:
        """Its notation: `A2-A1 M1xM4`; `--` for a lost turn."""
        return turn_text(self.position, self.packed)

    @property
    def result(self) -> str:
        """The notation of the position after it, before the next throw; with `#` for the throw if it wins."""
        return result_text(self.position, self.packed, self.again)

    @property
    def steps(self) -> tuple[tuple[str, str, str], ...]:
        """Its moves in the order played, each as (hole, `-`, `x` or `=`, hole): a move, a capture, turned in place; or
        with another mark of `daldos.effects`."""
        name = self.position.rules.board.name
        steps = steps_of(self.position, self.packed)
        return tuple([(name(hole), mark(effect), name(to)) for hole, to, effect in steps])

    @property
    def captures(self) -> tuple[str, ...]:
        """The names of the holes in which it captures, in the order played."""
        return tuple([self.position.rules.board.name(hole) for hole in captured(steps_of(self.position, self.packed))])

    @property
    def wins(self) -> bool:
        """Whether it wins the game."""
        position = self.after()
        return beaten(position.rules, position.cells, 1 - self.position.side)

    def after(self) -> Position:
        """A new Position after the turn, for the player who throws next; for the winner if it wins."""
        position = self.position
        cells = cells_after(position, self.packed)
        stays = self.again or beaten(position.rules, cells, 1 - position.side)
        return Position(position.rules, cells, position.side if stays else 1 - position.side)

    def __repr__(self) -> str:
        return "<Turn %s of %s>" % (self.text, self.position.text())

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Turn) and self.packed == other.packed and self.position == other.position

    def __hash__(self) -> int:
        return hash((self.packed, self.position.text()))


def turns_at(position: Position, legal: LegalTurns | None = None) -> list[Turn]:
    """A Turn for each legal turn; they share the position, which must not change. `legal` saves a search."""
    legal = legal or legal_turns(position)
    again = position.rules.again(position.throw, legal.dice_used)
    return [Turn(position, packed, again) for packed in legal.turns]


def parse_position(text: str, rules: Rules) -> Position:
    """The Position of the text, with or without a throw. PositionError or DiceError says what is wrong, and where.

    It also refuses positions impossible under these rules: undalled pieces away from home, too many pieces, a side that
    has already lost.
    """
    fields = text.split() if isinstance(text, str) else []
    if len(fields) != 3:
        said = text.strip() if isinstance(text, str) else text
        raise PositionError("position %r: expected rows, player and throw, such as 'aaa.../.../bbb... A 13'", said)
    cells = _parse_rows(fields[0], rules)
    if fields[1] not in ("A", "B"):
        raise PositionError("player %r: expected A or B", fields[1])
    for player in (0, 1):
        count = pieces(cells, player)
        if count > rules.n:
            raise PositionError("%s has %d pieces, at most %d in this game", PLAYERS[player], count, rules.n)
        if count <= rules.lose_at:
            raise PositionError(
                "%s is beaten already: %d pieces left, lost at %d", PLAYERS[player], count, rules.lose_at
            )
    if rules.king:
        kings = [hole for hole in range(len(cells)) if cells[hole] >= NOBODYS]
        if len(kings) != 1:
            raise PositionError("%d kings: expected one, k, C or D", len(kings))
    throw = None if fields[2] == "-" else rules.throws.parse(fields[2])
    return Position(rules, cells, PLAYERS.index(fields[1]), throw)


def _parse_rows(text: str, rules: Rules) -> bytearray:
    board = rules.board
    rows = text.split("/")
    if len(rows) != 3:
        raise PositionError("rows %r: expected three, A/M/B, not %d", text, len(rows))
    cells = bytearray(board.size)
    for row in range(3):
        if len(rows[row]) != board.length[row]:
            raise PositionError(
                "row %s %r: expected %d holes, not %d", "AMB"[row], rows[row], board.length[row], len(rows[row])
            )
        for k in range(board.length[row]):
            letter = rows[row][k]
            hole = board.start[row] + k
            cell = CELLS.find(letter)
            if cell < 0 or (cell >= NOBODYS and not rules.king):
                known = CELLS if rules.king else CELLS[:NOBODYS]
                raise PositionError("hole %s holds %r: expected one of %s", board.name(hole), letter, known)
            if cell in UNDALLED and row != 2 * UNDALLED.index(cell):
                raise PositionError(
                    "hole %s holds %r: undalled pieces stand in their home row", board.name(hole), letter
                )
            if cell == NOBODYS and hole != kings_hole(rules):
                raise PositionError(
                    "hole %s holds %r: nobody's king stands in %s",
                    board.name(hole),
                    letter,
                    board.name(kings_hole(rules)),
                )
            if rules.relative and cell in DALLED and board.step[DALLED.index(cell)][hole] == 0:
                raise PositionError("hole %s holds %r: a dalled piece has left it", board.name(hole), letter)
            cells[hole] = cell
    return cells
