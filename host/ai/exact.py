"""Solved chances: the tables of the package, within 3e-8, and the doubles of `daldos solve`, within 1e-11, if any.

The package has 24 bits of each chance: the Pico's byte in one file, two more, the low one first, in another.

>>> Exact(rules, folder, high, low).chance(cells, player)
0.5155
"""

import array
from pathlib import Path

from daldos.ai.endings import Endings, ranks
from daldos.rules import OWN, Rules

ONE = 1 << 24


class Fine:
    """Both files of a table as one row of numbers, for Endings."""

    def __init__(self, high: bytes, low: bytes):
        self._high = high
        self._low = low

    def __len__(self) -> int:
        return len(self._low) // 2

    def __getitem__(self, place: int) -> int:
        return self._high[place] << 16 | self._low[2 * place + 1] << 8 | self._low[2 * place]


class Exact:
    """The endings of one set of rules, as many as have been solved."""

    def __init__(self, rules: Rules, folder: Path, high: bytes | None = None, low: bytes | None = None):
        self._board = rules.board
        self._fine = Endings(rules, Fine(high, low)) if high and low else None  # type: ignore[arg-type]
        self._tables: dict[tuple[int, int], array.array] = {}
        for k in (1, 2, 3):
            for m in (1, 2, 3):
                file = folder / f"{rules.text}-{k}-{m}.f64"
                if file.exists():
                    self._tables[k, m] = array.array("d", file.read_bytes())

    def chance(self, cells: bytearray, player: int) -> float | None:
        """The chance of `player`, who is to throw; None where the position is not solved."""
        own = self._loop_places(cells, player)
        other = self._loop_places(cells, 1 - player)
        if own is None or other is None:
            return None
        table = self._tables.get((len(own), len(other)))
        if table:
            return table[_rank(own) * _ranks(self._board.loop, len(other)) + _rank(other)]
        step = self._fine.step(cells, player) if self._fine else -1
        return None if step < 0 else (2 * step + 1) / (2 * ONE)

    def _loop_places(self, cells: bytearray, player: int) -> list[int] | None:
        board = self._board
        steps = board.step[player]
        places = sorted(steps[hole] - board.n for hole in range(board.size) if OWN[player][cells[hole]])
        return None if not places or places[0] < 0 or len(places) > 3 else places


def _rank(places: list[int]) -> int:
    first, second, third = (places + [0, 0])[:3]
    return first + second * (second - 1) // 2 + third * (third - 1) * (third - 2) // 6


def _ranks(loop: int, count: int) -> int:
    return (0, loop, ranks(loop) - loop, loop * (loop - 1) * (loop - 2) // 6)[count]
