"""A state of the game: the cell of each hole, the player and the throw. The search works on this.

`daldos.Position` is a state with its notation and its turns.
"""

from daldos.rules import NOBODYS, Rules
from daldos.throws import Throw

CELLS = ".aAbBkCD"  # the letters of the cells 0 ... 7
PLAYERS = "AB"
EMPTY = 0
UNDALLED = (1, 3)  # a side's cells
DALLED = (2, 4)


class State:
    """cells: bytearray, a cell per hole. side: 0 for A, 1 for B. throw: one of `rules.throws`, None before it."""

    def __init__(self, rules: Rules, cells: bytearray, side: int, throw: Throw | None = None):
        self.rules = rules
        self.cells = cells
        self.side = side
        self.throw = throw

    @property
    def player(self) -> str:
        """`A` or `B`, who is to throw or to play."""
        return PLAYERS[self.side]

    def copy(self) -> "State":
        """An independent copy of the state."""
        return State(self.rules, bytearray(self.cells), self.side, self.throw)

    def text(self) -> str:
        """The notation: rows, player and throw."""
        return "%s %s %s" % (rows_text(self.rules, self.cells), self.player, self.throw.text if self.throw else "-")


def rows_text(rules: Rules, cells: bytearray) -> str:
    """The three rows of cells as text, `A/M/B`."""
    board = rules.board
    letters = [CELLS[cell] for cell in cells]
    middle, enemy = board.start[1], board.start[2]
    return "/".join(("".join(letters[:middle]), "".join(letters[middle:enemy]), "".join(letters[enemy:])))


def start_cells(rules: Rules) -> bytearray:
    """The cells at the start: both home rows full of undalled pieces, and the king, if there is one."""
    board = rules.board
    cells = bytearray(board.size)
    for k in range(board.n):
        cells[k] = UNDALLED[0]
        cells[board.start[2] + k] = UNDALLED[1]
    if rules.king:
        cells[kings_hole(rules)] = NOBODYS
    return cells


def kings_hole(rules: Rules) -> int:
    """Where nobody's king stands: in the middle of the middle row."""
    board = rules.board
    return board.start[1] + board.length[1] // 2


def beaten(rules: Rules, cells: bytearray, side: int) -> bool:
    """Whether the side has lost."""
    return pieces(cells, side) <= rules.lose_at


def pieces(cells: bytearray, side: int) -> int:
    """How many pieces the side has; a king does not count."""
    undalled, dalled = UNDALLED[side], DALLED[side]
    count = 0
    for cell in cells:
        if cell == undalled or cell == dalled:
            count += 1
    return count
