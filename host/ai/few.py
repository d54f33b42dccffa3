"""Solved endings of the relatives: the exact chance of every position with so few soldiers that what follows them is
known, too. Soldiers at home have a place only in games that send them home; the king is anywhere, whosever he is.

A file `endings/RULESET.few` has 24 bits for each position, the lowest byte first, table after table: of k soldiers of
who throws against m, in the order of `tables`. A side's soldiers have places along its own round, 0 to loop - 1, then
undalled and dalled ones in its home row; places a < b < c have the rank a + C(b, 2) + C(c, 3). A position's number is
`(rank of who throws * ranks(m) + rank of the other) * kings + king`, the king's 0 for nobody's, else by his place on
the thrower's way and whether he is the other's. `python -m lab solve` makes the files.

    >>> Few(rules, data).step(cells, player)
    10356592
"""

from math import comb

from daldos.rules import KING, SOLDIERS, Rules
from daldos.state import UNDALLED

MOST = {"sig-short": 4, "sig": 3, "vuovdaguoika": 2}  # soldiers of both sides together
BYTES = 3  # of a position


def tables(rules: Rules) -> "list[tuple[int, int]]":
    """(soldiers of who throws, of the other) of each table."""
    most = MOST.get(rules.text, 0)
    return [(k, whole - k) for whole in range(2, most + 1) for k in range(1, whole)]


def places(rules: Rules) -> int:
    """How many places a soldier can have."""
    return rules.board.loop + (2 * rules.n if rules.sent_home else 0)


def kings(rules: Rules) -> int:
    """How many ways there are to have a king, one where there is none."""
    return 1 + 2 * rules.board.size if rules.king else 1


class Few:
    """The tables of `rules` in `data`; ValueError for another size."""

    def __init__(self, rules: Rules, data: bytes):
        self._rules = rules
        self._data = data
        self._places = places(rules)
        self._kings = kings(rules)
        self._first = {}  # table -> its first position
        size = 0
        for k, m in tables(rules):
            self._first[k, m] = size
            size += comb(self._places, k) * comb(self._places, m) * self._kings
        if len(data) != size * BYTES:
            raise ValueError("endings of %d bytes: expected %d" % (len(data), size * BYTES))

    def step(self, cells: bytearray, player: int) -> int:
        """The table's number for the player, who is to throw; -1 if the position is not in a table."""
        own, other = self._soldiers(cells, player), self._soldiers(cells, 1 - player)
        first = self._first.get((len(own), len(other)))
        if first is None or min(own + other) < 0:
            return -1
        rank, others = [sum(comb(at, k) for k, at in enumerate(found, 1)) for found in (own, other)]
        rank = rank * comb(self._places, len(other)) + others
        start = (first + rank * self._kings + self._king(cells, player)) * BYTES
        return int.from_bytes(self._data[start : start + BYTES], "little")

    def _soldiers(self, cells: bytearray, player: int) -> "list[int]":
        # Their places, in order; -1 for one that has none.
        rules, step, soldiers, found = self._rules, self._rules.board.step[player], SOLDIERS[player], []
        for hole, cell in enumerate(cells):
            if soldiers[cell]:
                place = step[hole] - rules.n
                if place < 0:
                    at_home = rules.board.loop + step[hole] + (0 if cell == UNDALLED[player] else rules.n)
                    place = at_home if rules.sent_home else -1
                found.append(place)
        return sorted(found)

    def _king(self, cells: bytearray, player: int) -> int:
        for hole, cell in enumerate(cells):
            if cell in KING:
                return 1 + 2 * self._rules.board.step[player][hole] + (cell != KING[player])
        return 0
