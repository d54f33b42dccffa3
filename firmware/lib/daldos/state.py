"""A state of the game: the cell of each hole, the player and the throw. The search works on this.

`daldos.Position` is a state with its notation and its turns.
"""

from daldos.rules import Rules

CELLS = ".aAbB"  # the letters of the cells 0 ... 4
PLAYERS = "AB"
EMPTY = 0
UNDALLED = (1, 3)  # a side's cells
DALLED = (2, 4)


class State:
    """cells: bytearray, a cell per hole. side: 0 for A, 1 for B; die1 <= die2, both 0 before the throw."""

    def __init__(self, rules: Rules, cells: bytearray, side: int, die1: int = 0, die2: int = 0):
        self.rules = rules
        self.cells = cells
        self.side = side
        self.die1 = die1
        self.die2 = die2

    @property
    def player(self) -> str:
        """`A` or `B`, who is to throw or to play."""
        return PLAYERS[self.side]

    def copy(self) -> "State":
        """An independent copy of the state."""
        return State(self.rules, bytearray(self.cells), self.side, self.die1, self.die2)

    def text(self) -> str:
        """The notation: rows, player and throw."""
        throw = "%d%d" % (self.die1, self.die2) if self.die1 else "-"
        return "%s %s %s" % (rows_text(self.rules, self.cells), self.player, throw)


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


def pieces(cells: bytearray, side: int) -> int:
    """How many pieces the side has."""
    undalled, dalled = UNDALLED[side], DALLED[side]
    count = 0
    for cell in cells:
        if cell == undalled or cell == dalled:
            count += 1
    return count
