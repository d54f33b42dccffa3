"""Solved chances as doubles, within 1e-11: the files that `python -m lab solve` leaves, up to three pieces a side.

>>> Tables(rules, folder).chance(cells, player)
0.5155
"""

import array
from pathlib import Path

from daldos.ai.endings import ranks
from daldos.rules import OWN, Rules


class Tables:
    """The endings of one set of rules, as many as have been solved in the folder."""

    def __init__(self, rules: Rules, folder: Path):
        self._board = rules.board
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
        table = self._tables.get((len(own), len(other)))
        return table[_rank(own) * _ranks(self._board.loop, len(other)) + _rank(other)] if table else None

    def _loop_places(self, cells: bytearray, player: int) -> list[int]:
        # none if a piece is still in its home row
        board = self._board
        steps = board.step[player]
        places = sorted(steps[hole] - board.n for hole in range(board.size) if OWN[player][cells[hole]])
        return [] if not places or places[0] < 0 else places


def _rank(places: list[int]) -> int:
    first, second, third = (places + [0, 0])[:3]
    return first + second * (second - 1) // 2 + third * (third - 1) * (third - 2) // 6


def _ranks(loop: int, count: int) -> int:
    return (0, loop, ranks(loop) - loop, loop * (loop - 1) * (loop - 2) // 6)[count]
