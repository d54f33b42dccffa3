"""A position: what stands in each hole, whose throw it is and what was thrown. Text both ways (rules, "Notation").

>>> at = parse_position("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 13", parse_rules("danish"))
>>> at.cells[0], at.player, at.die1, at.die2
(1, 0, 1, 3)
"""

from daldos.rules import Rules

CELLS = ".aAbB"  # the letters of the cells 0 ... 4
PLAYERS = "AB"
EMPTY = 0
UNDALLED = (1, 3)  # a player's cells
DALLED = (2, 4)


class PositionError(ValueError):
    """A text that is no position, or a position that cannot be."""


class Position:
    """cells: bytearray, a cell a hole; player 0 or 1; die1 <= die2, both 0 before the throw. Its owner changes it."""

    def __init__(self, rules: Rules, cells: bytearray, player: int, die1: int = 0, die2: int = 0):
        self.rules = rules
        self.cells = cells
        self.player = player
        self.die1 = die1
        self.die2 = die2

    def text(self) -> str:
        """The position's notation."""
        throw = "%d%d" % (self.die1, self.die2) if self.die1 else "-"
        return "%s %s %s" % (rows_text(self.rules, self.cells), PLAYERS[self.player], throw)


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
