"""The boat: three rows of holes, their numbers and names, and each player's route.

Holes are numbered row by row from the stern, `A1 ... An`, `M1 ...`, `B1 ... Bn`; on the Danish board 0 ... 48. A route
is data, arcs along the rows. The next hole depends on the hole alone, so one table is made of it (rules, "Board"): the
home row towards the stern, the middle row towards the prow, the enemy row towards the stern, then those two for ever.

    >>> board = board_for(16, True)
    >>> board.name(board.after[0][board.hole("A1")])
    'M1'
"""

from daldos.errors import DaldosError

ROWS = "AMB"
STERN, PROW = -1, 1
NO_HOLE = 63  # no hole
# name -> each side's arcs, (row, direction), from its home row on; of these the first one of the round that is walked
# again and again; the arc whose last hole is not passed, only landed on exactly, -1 for none. In literal numbers, so
# that the table stays in a Pico's flash.
ROUTES = (
    ("boat", (((0, -1), (1, 1), (2, -1)), ((2, -1), (1, 1), (0, -1))), 1, -1),
    ("gate", (((0, -1), (1, 1), (2, -1)), ((2, -1), (1, 1), (0, -1))), 1, 1),
    ("head-on", (((0, -1), (1, 1), (2, -1)), ((2, 1), (1, -1), (0, 1))), 1, -1),
)
N_MIN, N_MAX = 11, 17  # known boards have home rows of 11 to 17 holes


class HoleError(DaldosError):
    """A hole name that does not exist on this board."""


class Board:
    """A board of `n` holes a home row; the middle row has `n + 1`, or `n` without the prow hole.

    route: a name of ROUTES. size: the number of holes. start: the first hole of each row; length: its holes.
    after[player][hole]: the next hole on that player's route.
    step[player][hole]: steps from the far end of the home row (0) to the hole, on the first round.
    loop: the steps of one round. front[player]: the last hole of the home row. exact[player]: the hole that is only
    landed on exactly, or NO_HOLE.
    """

    def __init__(self, n: int, prow_hole: bool, route: str = "boat"):
        middle = n + 1 if prow_hole else n
        self.n = n
        self.prow_hole = prow_hole
        self.length = (n, middle, n)
        self.start = (0, n, n + middle)
        self.size = n + middle + n
        self.route = route
        _, arcs, again, exact = [row for row in ROUTES if row[0] == route][0]
        self.loop = sum([self.length[row] for row, _ in arcs[0][again:]])
        self.front = (self._walk(arcs[0][:1])[-1], self._walk(arcs[1][:1])[-1])
        self.exact = (NO_HOLE, NO_HOLE)
        if exact >= 0:
            self.exact = (self._walk(arcs[0][: exact + 1])[-1], self._walk(arcs[1][: exact + 1])[-1])
        ours, theirs = [self._tables(self._walk(side)) for side in arcs]
        self.after, self.step = (ours[0], theirs[0]), (ours[1], theirs[1])

    def _walk(self, arcs: tuple[tuple[int, int], ...]) -> list[int]:
        # The holes of the first round, in the order walked.
        walk: list[int] = []
        for row, direction in arcs:
            first, end = self.start[row], self.start[row] + self.length[row]
            walk += range(first, end) if direction == PROW else range(end - 1, first - 1, -1)
        return walk

    def _tables(self, walk: list[int]) -> tuple[bytes, bytes]:
        # (next hole by hole, steps to it by hole)
        after, steps = bytearray(self.size), bytearray(self.size)
        before = walk[0]
        for k, hole in enumerate(walk):
            after[before] = hole
            steps[hole] = k
            before = hole
        after[before] = walk[-self.loop]  # the round again
        return bytes(after), bytes(steps)

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


def board_for(n: int, prow_hole: bool, route: str = "boat") -> Board:
    """The board of that size and route, built once."""
    key = 2 * n + bool(prow_hole)  # an int, so that lighting the board allocates nothing
    while ROUTES[key >> 6][0] != route:
        key += 64
    if key not in _boards:
        _boards[key] = Board(n, bool(prow_hole), route)
    return _boards[key]
