"""Solved endings: the thrower's chance with one or two pieces per side, all dalled and out of the home rows.

Places are numbered along each side's own round of middle row and enemy row, so a position is the same for A and B. A
side's rank is the place of its one piece; two pieces, at a < b, have rank `loop + a + b * (b - 1) / 2`. The table has a
byte for each pair of ranks, the thrower's first: `s` for a chance of (2 s + 1) / 512, an error of at most 1/512.

    >>> Endings(rules, table).step(cells, player)
    147
"""

from daldos.rules import OWN, Rules
from daldos.state import UNDALLED

if False:  # only for the type checker; the compiler drops it
    from typing import Protocol

    class Table(Protocol):
        """Bytes, or what yields them: daldos.ai.packed."""

        def __len__(self) -> int: ...
        def __getitem__(self, place: int) -> int: ...


MOST = 2  # pieces a side


def ranks(loop: int) -> int:
    """The number of ranks of a side."""
    return loop + loop * (loop - 1) // 2


class Endings:
    """The table of `rules`: `ranks(loop)` squared bytes, or an object that yields them; ValueError for another size."""

    def __init__(self, rules: Rules, table: "bytes | Table"):
        self._board = rules.board
        self._ranks = ranks(rules.board.loop)
        self._table = table
        if len(table) != self._ranks * self._ranks:
            raise ValueError("endings of %d bytes: expected %d" % (len(table), self._ranks * self._ranks))

    def step(self, cells: bytearray, player: int) -> int:
        """The table's byte for the player, who is to throw; -1 if the position is not in it."""
        own = self._rank(cells, player)
        if own < 0:
            return -1
        other = self._rank(cells, 1 - player)
        return -1 if other < 0 else self._table[own * self._ranks + other]

    def _rank(self, cells: bytearray, player: int) -> int:
        board, own, undalled = self._board, OWN[player], UNDALLED[player]
        steps = board.step[player]
        first = second = -1
        for hole in range(board.size):
            cell = cells[hole]
            if own[cell]:
                place = steps[hole] - board.n
                if place < 0 or cell == undalled or second >= 0:
                    return -1
                first, second = place, first
        if second < 0:
            return first
        if first > second:
            first, second = second, first
        return board.loop + first + second * (second - 1) // 2
