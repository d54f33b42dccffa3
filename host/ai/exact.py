"""Solved chances read from files: the doubles of `daldos solve` if they are there, else the packed tables.

>>> Exact(rules, folder, packed).chance(cells, player)
0.5155
"""

import array
from pathlib import Path

from daldos.ai.endings import Endings, ranks
from daldos.rules import OWN, Rules


class Exact:
    """The endings of one set of rules; either source may be missing, and then nothing is exact."""

    def __init__(self, rules: Rules, folder: Path, packed: bytes | None):
        self._board = rules.board
        self._packed = Endings(rules, packed) if packed else None
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
        if not self._packed or len(own) > 2 or len(other) > 2:
            return None
        return (2 * self._packed.step(cells, player) + 1) / 512

    def _loop_places(self, cells: bytearray, player: int) -> list[int] | None:
        board = self._board
        steps = board.step[player]
        places = sorted(steps[hole] - board.n for hole in range(board.size) if OWN[player][cells[hole]])
        return None if not places or places[0] < 0 or len(places) > 3 else places


def _rank(places: list[int]) -> int:
    first, second, third = (*places, 0, 0)[:3]
    return first + second * (second - 1) // 2 + third * (third - 1) * (third - 2) // 6


def _ranks(loop: int, count: int) -> int:
    return (0, loop, ranks(loop) - loop, loop * (loop - 1) * (loop - 2) // 6)[count]
