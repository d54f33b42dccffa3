"""The kernel in a browser: WebAssembly, provided to this Python by kernel.js of the page's Worker.

Without it, importing this raises ImportError, and the opponent thinks in Python. Equivalent to host.ai.wasm.
"""

import js
from uctypes import addressof

WORK = 3000  # in one slice, in turns valued: some 2 ms

if not hasattr(js, "daldosKernel"):
    raise ImportError("no kernel")


class Kernel:
    """See kernel.h. It copies its arguments."""

    def __init__(self, game: bytes, weights: bytes, table: "bytes | None", packed: bool):
        self._js = kernel = js.daldosKernel()
        given = []
        for data in (game, weights, table or b""):
            given += (addressof(data), len(data))
        kernel.setup(*given, packed)
        self.think, self.step, self.row = kernel.think, kernel.step, kernel.row
        self.best, self.chance = kernel.best, kernel.chance

    def position(self, cells: bytearray, player: int, thrown: int) -> None:
        self._js.position(addressof(cells), len(cells), player, thrown)

    def overlook(self, draws: bytearray, overlooks: int, dearest: int) -> None:
        self._js.overlook(addressof(draws), len(draws), overlooks, dearest)

    def ahead(self, cells: bytearray, thrower: int, plies: int) -> None:
        self._js.ahead(addressof(cells), len(cells), thrower, plies)

    def playouts(self, cells: bytearray, thrower: int, games: int, most: int = 0, seed: int = 1) -> tuple:
        return tuple(self._js.playouts(addressof(cells), len(cells), thrower, games, most, seed))
