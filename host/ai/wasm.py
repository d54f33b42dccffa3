"""The opponent's kernel on a computer: kernel.wasm, the file that the page has too, run by wasmtime.

>>> take_kernel()        # from now on daldos.ai.nets.opponent_for uses the kernel
True

Without wasmtime the equivalent Python plays. Its turns are the same, but the judge sees less far; so it is said.
"""

import ctypes
import sys
import weakref
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from daldos.ai import kernel
from daldos.ai.logistic import ONE

WASM = Path(__file__).with_name("kernel.wasm")
ALL = 1 << 30  # work enough to think to the end in one slice
ALIGNED, CELLS, PAGE = 16, 64, 1 << 16  # in bytes
WITHOUT = "daldos: wasmtime cannot be used here (%s). Plain Python judges instead: slower, and not as far ahead."


@cache
def module() -> tuple:
    """wasmtime, its engine and the compiled kernel; raises what keeps wasmtime from running here."""
    import wasmtime

    engine = wasmtime.Engine()
    made = wasmtime.Module(engine, WASM.read_bytes())
    for held in (engine, made):
        _close_with(module, held)
    return wasmtime, engine, made


def _close_with(owner: Any, held: Any) -> None:
    # At the latest when Python ends, while wasmtime's own modules are still whole: later it would print tracebacks.
    weakref.finalize(owner, held.close)


class Kernel:
    """See kernel.h. Each has a memory of its own, to which it copies its arguments."""

    def __init__(self, game: bytes, weights: bytes, table: "bytes | None" = None, packed: bool = False):
        wasmtime, engine, made = module()
        self._store = wasmtime.Store(engine)
        _close_with(self, self._store)
        self._exports: Any = wasmtime.Instance(self._store, made, []).exports(self._store)
        self._memory = self._exports["memory"]
        self._free = self._exports["__heap_base"].value(self._store)
        self._at = self._room(self.call("size"))
        self._cells = self._room(CELLS)
        self._sums = self._room(16)
        parts = [self._put(self._room(len(data)), data) if data else 0 for data in (game, weights, table)]
        if self.setup(*parts, packed):
            raise ValueError("weights of %d bytes: too large for the kernel" % len(weights))

    def call(self, name: str, *numbers: int) -> int:
        """A function of kernel.h as it is."""
        return self._exports["dk_" + name](self._store, *numbers)

    def __getattr__(self, name: str) -> Callable[..., int]:
        """Another function of kernel.h, of this kernel."""
        function = partial(self._exports["dk_" + name], self._store, self._at)
        setattr(self, name, function)
        return function

    def position(self, cells: bytearray, player: int, thrown: int) -> None:
        self.call("position", self._at, self._put(self._cells, cells), player, thrown)

    def part(self, cells: bytearray, player: int, dice: bytes, count: int, but: int) -> int:
        places = self._put(self._cells, cells), player, self._put(self._sums, dice), count, but
        return self.call("part", self._at, *places)

    def overlook(self, draws: bytearray, overlooks: int, dearest: int) -> None:
        self.call("overlook", self._at, self._put(self._cells, draws), overlooks, dearest)

    def ahead(self, cells: bytearray, thrower: int, plies: int) -> None:
        self.call("ahead", self._at, self._put(self._cells, cells), thrower, plies)

    def playouts(self, cells: bytearray, thrower: int, games: int, most: int = 0, seed: int = 1) -> tuple[float, float]:
        """The mean of the thrower's results over playouts from there, and of their squares: see playouts.c."""
        self._put(self._sums, bytes(16))
        self.call("playouts", self._at, self._put(self._cells, cells), thrower, games, most, seed, self._sums)
        sums = (ctypes.c_int64 * 2).from_buffer_copy(self._memory.read(self._store, self._sums, self._sums + 16))
        return sums[0] / (ONE * games), sums[1] / (ONE * ONE * games)

    def _room(self, size: int) -> int:
        # Bytes of the kernel's memory.
        at = (self._free + ALIGNED - 1) & -ALIGNED
        self._free = at + size
        missing = self._free - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // PAGE))
        return at

    def _put(self, at: int, data: "bytes | bytearray") -> int:
        self._memory.write(self._store, bytes(data), at)
        return at


@cache
def take_kernel() -> bool:
    """Let the opponent use the kernel; if it cannot, say so on standard error."""
    try:
        wasmtime, engine, made = module()
        with wasmtime.Store(engine) as store:
            wasmtime.Instance(store, made, [])
    except Exception as error:  # wasmtime's own are of no common kind
        print(WITHOUT % (str(error).splitlines() or ["no reason given"])[0], file=sys.stderr, flush=True)
        return False
    kernel.use(Kernel, ALL)
    return True
