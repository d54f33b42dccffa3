"""The solved endings as stored in the image: each row a chain of small differences, in codes of at most 8 bits.

A row is one rank of the thrower: the chances over the other side's single places, then over its pairs (c < d). They are
nearly planar: a pair is predicted from its neighbours, `V(c-1,d) + V(c,d-1) - V(c-1,d-1)`, clamped to a byte, at an
edge from its only neighbour, and a single place from the one before. The row stores the error of each prediction.
Entries with both sides on one hole are never read, and hold the prediction. `tools/freeze_endings.py` packs.

The bytes: the loop; for each of 256 next bits the length of the code that begins there (bit 7: the difference follows,
8 bits) and, after all of these, its difference; where each row begins (3 bytes, the low one first); the rows.

    >>> Endings(rules, Packed(TABLE))
"""

from daldos.ai.endings import ranks

LENGTHS = 1
INDEX = LENGTHS + 512
_KEPT = 2  # rows cached: a search reads by rows, since the thrower keeps its rank


class Packed:
    """A packed table as the bytes that Endings takes: row after row, each unpacked when it is asked for."""

    def __init__(self, table: bytes):
        self.table = table
        self._loop = table[0]
        self._ranks = ranks(table[0])
        self._rows: list[tuple[int, bytearray]] = []  # (number, row), the last used first

    def __len__(self) -> int:
        return self._ranks * self._ranks

    def __getitem__(self, place: int) -> int:
        number = place // self._ranks
        rows = self._rows
        if not rows or rows[0][0] != number:
            for k in range(len(rows)):
                if rows[k][0] == number:
                    rows.insert(0, rows.pop(k))
                    break
            else:
                row = rows.pop()[1] if len(rows) == _KEPT else bytearray(self._ranks)
                self.unpack(number, row)
                rows.insert(0, (number, row))
        return rows[0][1][place - number * self._ranks]

    def unpack(self, number: int, row: bytearray) -> None:
        """Put a row, by its number, into `row`."""
        table, loop = self.table, self._loop
        at = INDEX + 3 * number
        at = table[at] | table[at + 1] << 8 | table[at + 2] << 16
        bits = have = 0
        left = 128
        c, d = 0, 1
        for i in range(len(row)):
            if have < 8:
                bits = (bits << 8 | table[at]) & 0xFFFFFF
                at += 1
                have += 8
            code = 1 + (bits >> (have - 8) & 255)
            length = table[code]
            have -= length & 127
            off = table[256 + code]
            if length > 127:
                if have < 8:
                    bits = (bits << 8 | table[at]) & 0xFFFFFF
                    at += 1
                    have += 8
                have -= 8
                off = bits >> have & 255
            guess = left
            if i >= loop:
                if c == 0:
                    if d > 1:
                        guess = row[i - d + 1]
                elif c < d - 1:
                    guess = min(255, max(0, left + row[i - d + 1] - row[i - d]))
                c += 1
                if c == d:
                    c = 0
                    d += 1
            row[i] = left = (guess + off) & 255
