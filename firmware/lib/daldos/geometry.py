"""The boat: three rows of holes, their numbers and names, and each player's route.

Holes are numbered row by row from the stern, `A1 ... An`, `M1 ...`, `B1 ... Bn`; on the Danish board 0 ... 48. The next
hole on a player's route depends on the hole alone, so a route is one table (rules, "Board"): the home row towards the
stern, the middle row towards the prow, the enemy row towards the stern, and round those two for ever.

    >>> board = board_for(16, True)
    >>> board.name(board.after[0][board.hole("A1")])
    'M1'
"""

from daldos.errors import DaldosError

ROWS = "AMB"
N_MIN, N_MAX = 11, 17  # known boards have home rows of 11 to 17 holes


class HoleError(DaldosError):
    """A hole name that does not exist on this board."""


class Board:
    """A board of `n` holes a home row; the middle row has `n + 1`, or `n` without the prow hole.

    size: the number of holes. start: the first hole of each row; length: the holes of each row.
    after[player][hole]: the next hole on that player's route.
    step[player][hole]: steps from the far end of the home row (0) to the hole, on the first round.
    loop: the steps of one round of middle row and enemy row.
    """

    def __init__(self, n: int, prow_hole: bool):
        middle = n + 1 if prow_hole else n
        self.n = n
        self.prow_hole = prow_hole
        self.length = (n, middle, n)
        self.start = (0, n, n + middle)
        self.size = n + middle + n
        self.loop = middle + n
        self.after = (self._after(0), self._after(2))
        self.step = (self._steps(0), self._steps(1))

    def _after(self, home: int) -> bytes:
        table = bytearray(self.size)
        for row in (home, 2 - home):
            first = self.start[row]
            table[first] = self.start[1]
            for hole in range(first + 1, first + self.n):
                table[hole] = hole - 1
        first = self.start[1]
        last = first + self.length[1] - 1
        for hole in range(first, last):
            table[hole] = hole + 1
        table[last] = self.start[2 - home] + self.n - 1
        return bytes(table)

    def _steps(self, player: int) -> bytes:
        table = bytearray(self.size)
        hole = self.start[2 * player] + self.n - 1
        for step in range(self.size):
            table[hole] = step
            hole = self.after[player][hole]
        return bytes(table)

    def row(self, hole: int) -> int:
        """Row of a hole: 0 A, 1 M, 2 B."""
        return 0 if hole < self.start[1] else 1 if hole < self.start[2] else 2

    def name(self, hole: int) -> str:
        """`A1`, `M17` ..."""
        row = self.row(hole)
        return ROWS[row] + str(hole - self.start[row] + 1)

    def hole(self, name: str) -> int:
        """Number of the hole of that name; HoleError if the board does not have it."""
        row = ROWS.find(name[:1]) if name else -1
        digits = name[1:]
        if row >= 0 and digits.isdigit() and digits[0] != "0":
            index = int(digits)
            if 1 <= index <= self.length[row]:
                return self.start[row] + index - 1
        last = "A%d, M%d or B%d" % self.length
        raise HoleError("no hole %r on this board, whose rows end at %s", name, last)


_boards: dict[int, Board] = {}


def board_for(n: int, prow_hole: bool) -> Board:
    """The board of that size, built once."""
    key = 2 * n + bool(prow_hole)  # an int, so that lighting the board allocates nothing
    if key not in _boards:
        _boards[key] = Board(n, bool(prow_hole))
    return _boards[key]
