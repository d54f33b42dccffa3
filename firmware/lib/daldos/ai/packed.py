"""The solved endings as the image has them: each row a chain of small differences, in codes of at most 8 bits.

A row is one rank of who is to throw: the chances over the other's single places, then over its pairs (c < d). They lie
nearly in planes: a pair is guessed from its neighbours, `V(c-1,d) + V(c,d-1) - V(c-1,d-1)`, held within a byte, at an
edge from the one neighbour there is, a single place from the one before. What is kept is how far off each guess is.
Places of both sides on one hole are never asked for, and hold whatever was guessed. `tools/freeze_endings.py` packs.

The bytes: the loop; for each of 256 next bits the length of the code that begins there (bit 7: the difference follows,
8 bits) and, after all of these, its difference; where each row begins (3 bytes, the low one first); the rows.

    >>> Endings(rules, Packed(TABLE))
"""

from daldos.ai.endings import ranks

TYPE_CHECKING = False
if TYPE_CHECKING:  # never at run time: a type checker takes viper's pointers for types of their own
    from daldos.ai.plain import unpack_row
else:
    try:
        from daldos.ai.viper import unpack_row
    except (ImportError, SyntaxError):  # CPython; a MicroPython without a native emitter
        from daldos.ai.plain import unpack_row

LENGTHS = 1
INDEX = LENGTHS + 512
_KEPT = 2  # rows: a choice asks by rows, for the thrower keeps its rank


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
        at = INDEX + 3 * number
        table = self.table
        unpack_row(table, table[at] | table[at + 1] << 8 | table[at + 2] << 16, row, self._loop)
