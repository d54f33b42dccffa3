"""Solved chances to within 3e-8, from the package's tables: 24 bits each, the Pico's byte in one file and two more
bytes, low one first, in another.

>>> exact_of(rules, high, low)(cells, player)
0.5155
"""

from collections.abc import Callable

from daldos.ai.endings import Endings
from daldos.rules import Rules

ONE = 1 << 24


class Fine:
    """Both files of a table as one sequence of numbers, for Endings."""

    def __init__(self, high: bytes, low: bytes):
        self._high = high
        self._low = low

    def __len__(self) -> int:
        return len(self._low) // 2

    def __getitem__(self, place: int) -> int:
        return self._high[place] << 16 | self._low[2 * place + 1] << 8 | self._low[2 * place]


def exact_of(rules: Rules, high: bytes, low: bytes) -> Callable[[bytearray, int], "float | None"]:
    """A function of cells and player: the chance of that player, who is to throw, or None if not solved."""
    endings = Endings(rules, Fine(high, low))  # type: ignore[arg-type]

    def chance(cells: bytearray, player: int) -> "float | None":
        step = endings.step(cells, player)
        return None if step < 0 else (2 * step + 1) / (2 * ONE)

    return chance
