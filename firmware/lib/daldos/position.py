"""A position: what stands in each hole, whose throw it is and what was thrown. Text both ways (rules, "Notation").

>>> at = Position.parse("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 13")
>>> at.cells[0], at.player, at.die1, at.die2
(1, 0, 1, 3)
>>> [turn.text for turn in at.moves()]
['A1-M4']
"""

from daldos.rules import DEFAULT, Rules, rules_of

CELLS = ".aAbB"  # the letters of the cells 0 ... 4
PLAYERS = "AB"
EMPTY = 0
UNDALLED = (1, 3)  # a player's cells
DALLED = (2, 4)


class PositionError(ValueError):
    """The invalid text of a position or throw, or a position that cannot be."""


class DiceError(ValueError):
    """A throw that two dice of 1 ... 4 cannot show."""


class Position:
    """cells: bytearray, a cell a hole; player 0 or 1; die1 <= die2, both 0 before the throw. Its owner changes it."""

    def __init__(self, rules: Rules, cells: bytearray, player: int, die1: int = 0, die2: int = 0):
        self.rules = rules
        self.cells = cells
        self.player = player
        self.die1 = die1
        self.die2 = die2

    @staticmethod
    def parse(text: str, rules=DEFAULT) -> "Position":
        """The position of that notation, under these rules (Rules or their text); errors as of `parse_position`."""
        return parse_position(text, rules_of(rules))

    def text(self) -> str:
        """The position's notation."""
        throw = "%d%d" % (self.die1, self.die2) if self.die1 else "-"
        return "%s %s %s" % (rows_text(self.rules, self.cells), PLAYERS[self.player], throw)

    def __repr__(self) -> str:
        return "Position.parse(%r, %r)" % (self.text(), self.rules.text)

    def __eq__(self, other) -> bool:
        return isinstance(other, Position) and self.text() == other.text() and self.rules.text == other.rules.text

    def copy(self, throw: str = "") -> "Position":
        """The same position on cells of its own; with that throw, such as "13", if one is given."""
        die1, die2 = parse_throw(throw) if throw else (self.die1, self.die2)
        return Position(self.rules, bytearray(self.cells), self.player, die1, die2)

    def moves(self, throw: str = "") -> list:
        """The legal turns of that throw, or of the position's own, a `Turn` for each distinct result.

        They keep a copy of the position, so it may be changed. TurnError if there is no throw.
        """
        from daldos.turn import turns_at  # which knows positions

        return turns_at(self.copy(throw))


def rows_text(rules: Rules, cells: bytearray) -> str:
    """The three rows of cells as text, `A/M/B`."""
    board = rules.board
    letters = [CELLS[cell] for cell in cells]
    middle, enemy = board.start[1], board.start[2]
    return "/".join(("".join(letters[:middle]), "".join(letters[middle:enemy]), "".join(letters[enemy:])))


def start_cells(rules: Rules) -> bytearray:
    """The cells at the start: both home rows full of undalled pieces."""
    board = rules.board
    cells = bytearray(board.size)
    for k in range(board.n):
        cells[k] = UNDALLED[0]
        cells[board.start[2] + k] = UNDALLED[1]
    return cells


def pieces(cells: bytearray, player: int) -> int:
    """How many pieces the player has."""
    undalled, dalled = UNDALLED[player], DALLED[player]
    count = 0
    for cell in cells:
        if cell == undalled or cell == dalled:
            count += 1
    return count


def check_dice(die1: int, die2: int) -> tuple:
    """(lower, higher) of two dice in any order; DiceError if one cannot show that."""
    for die in (die1, die2):
        if not isinstance(die, int) or not 1 <= die <= 4:
            raise DiceError("die %r of the throw (%r, %r): expected 1 to 4" % (die, die1, die2))
    return (die1, die2) if die1 <= die2 else (die2, die1)


def parse_throw(text: str) -> tuple:
    """`13` -> (1, 3), lower die first; PositionError otherwise."""
    if len(text) != 2 or text[0] not in "1234" or text[1] not in "1234":
        raise PositionError("throw %r: expected two dice of 1 to 4, such as 13" % text)
    if text[0] > text[1]:
        raise PositionError("throw %r: the lower die stands first, %s" % (text, text[1] + text[0]))
    return int(text[0]), int(text[1])


def parse_position(text: str, rules: Rules) -> Position:
    """The Position that the text says, with its throw or none. PositionError names what is wrong, and where.

    Refused is also what cannot be under these rules: undalled pieces away from home, more pieces than a side has,
    a side that is beaten already.
    """
    fields = text.split()
    if len(fields) != 3:
        raise PositionError(
            "position %r: expected rows, player and throw, such as 'aaa.../.../bbb... A 13'" % text.strip()
        )
    cells = _parse_rows(fields[0], rules)
    if fields[1] not in ("A", "B"):
        raise PositionError("player %r: expected A or B" % fields[1])
    for player in (0, 1):
        count = pieces(cells, player)
        if count > rules.n:
            raise PositionError("%s has %d pieces, at most %d in this game" % (PLAYERS[player], count, rules.n))
        if count <= rules.lose_at:
            raise PositionError(
                "%s is beaten already: %d pieces left, lost at %d" % (PLAYERS[player], count, rules.lose_at)
            )
    die1, die2 = (0, 0) if fields[2] == "-" else parse_throw(fields[2])
    return Position(rules, cells, PLAYERS.index(fields[1]), die1, die2)


def _parse_rows(text: str, rules: Rules) -> bytearray:
    board = rules.board
    rows = text.split("/")
    if len(rows) != 3:
        raise PositionError("rows %r: expected three, A/M/B, not %d" % (text, len(rows)))
    cells = bytearray(board.size)
    for row in range(3):
        if len(rows[row]) != board.length[row]:
            raise PositionError(
                "row %s %r: expected %d holes, not %d" % ("AMB"[row], rows[row], board.length[row], len(rows[row]))
            )
        for k in range(board.length[row]):
            letter = rows[row][k]
            hole = board.start[row] + k
            cell = CELLS.find(letter)
            if cell < 0:
                raise PositionError("hole %s holds %r: expected one of %s" % (board.name(hole), letter, CELLS))
            if cell in UNDALLED and row != 2 * UNDALLED.index(cell):
                raise PositionError(
                    "hole %s holds %r: undalled pieces stand in their home row" % (board.name(hole), letter)
                )
            cells[hole] = cell
    return cells
