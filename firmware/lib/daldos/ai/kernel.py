"""The kernel in C (`native/kernel.c`), if available: in a Pico's image, and as WebAssembly in the page and on a
computer, which give theirs to `use`. Otherwise the equivalent Python is used, against which the C is tested.

>>> game_bytes(rules, rules.board)[:4] == bytes([16, 49, 33, 0])     # n, holes, loop, lose_at
True
"""

from daldos.ai.opponent import LEVELS, Opponent, draws_of
from daldos.ai.packed import Packed
from daldos.geometry import Board
from daldos.rules import Rules
from daldos.state import DALLED, UNDALLED
from daldos.throws import LONG_DICE
from daldos.turns import search_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from collections.abc import Callable, Iterator
    from typing import Protocol

    from daldos.ai.opponent import Thought
    from daldos.prng import Xorshift32
    from daldos.state import State

    class Kernel(Protocol):
        """See kernel.h."""

        def position(self, cells: bytearray, player: int, thrown: int) -> int: ...
        def overlook(self, draws: bytearray, overlooks: int, dearest: int) -> None: ...
        def think(self, throws: int, valued: bool) -> int: ...
        def ahead(self, cells: bytearray, thrower: int, plies: int) -> None: ...
        def step(self, work: int) -> int: ...
        def chance(self) -> int: ...
        def best(self) -> int: ...
        def turn(self, number: int) -> int: ...
        def playouts(self, cells: bytearray, thrower: int, games: int, most: int, seed: int) -> tuple[float, float]: ...

    WORK: int
    made_here: "Callable[..., Kernel] | None"
else:
    try:
        from dkernel import WORK
        from dkernel import Kernel as made_here
    except ImportError:
        made_here, WORK = None, 36

_kernel: "list[tuple[Callable[..., Kernel] | None, int]]" = [(made_here, WORK)]


def use(kernel: "Callable[..., Kernel] | None", work: int = WORK) -> None:
    """Think with kernels made by this function of (game, weights, table or None, whether it is packed); None: in
    Python.

    work: turns valued per slice.
    """
    _kernel[0] = kernel, work


def kernel_for(rules: Rules, weights: bytes, learnt: Board, table: "bytes | Packed | None") -> "Kernel | None":
    """A kernel for the rules; None if unavailable, if the table is not bytes, or for other dice than its throws."""
    made = _kernel[0][0]
    data = table.table if isinstance(table, Packed) else table
    if made is None or rules.throws is not LONG_DICE or not isinstance(data, (bytes, type(None))):
        return None
    return made(game_bytes(rules, learnt), weights, data, data is not table)


def searcher(rules: Rules, made: "Callable[..., Kernel]") -> "Kernel":
    """A kernel that only searches for turns, whatever the dice: without a net."""
    return made(search_bytes(rules) + bytes(2 * 5 * 64), b"\1" + bytes(7), None, False)


class KernelOpponent(Opponent):
    """An Opponent whose net and endings are in the kernel."""

    def __init__(self, rules: Rules, kernel: "Kernel"):
        self.rules = rules
        self._kernel = kernel
        self._work = _kernel[0][1]

    def chance(self, cells: bytearray, thrower: int, plies: int) -> int:
        self._kernel.ahead(cells, thrower, plies)
        while not self._kernel.step(self._work):
            pass
        return self._kernel.chance()

    def playouts(
        self, cells: bytearray, thrower: int, games: int, most: int = 0, seed: int = 1
    ) -> "tuple[float, float]":
        """The means of the thrower's results, and of their squares, over one-ply playouts of `most` throws; not on a
        Pico."""
        return self._kernel.playouts(cells, thrower, games, most, seed)

    def think(
        self, thought: "Thought", position: "State", level: int, stream: "Xorshift32", valued: bool
    ) -> "Iterator[None]":
        kernel, (overlooks, dearest, throws) = self._kernel, LEVELS[level - 1]
        thrown = position.throw.number  # type: ignore[union-attr]
        if kernel.position(position.cells, position.side, thrown) == 1 and not valued:
            thought.turn = kernel.turn(0)
            return
        yield
        kernel.think(throws + 1, valued)
        if overlooks:
            draws = yield from draws_of(position.cells, stream)
            kernel.overlook(draws, overlooks, dearest)
        while not kernel.step(self._work):
            yield
        thought.chance = kernel.chance() >> 4
        thought.turn = kernel.best()


def game_bytes(rules: Rules, learnt: Board) -> bytes:
    """The rules and board for the C code: dk_game."""
    return search_bytes(rules) + inputs_of(rules.board, learnt, 0) + inputs_of(rules.board, learnt, 1)


def inputs_of(board: Board, learnt: Board, viewer: int) -> bytes:
    """cell * 64 + hole -> the input of that piece on the learnt board, as seen by the viewer: B's view is A's, rotated.

    Holes have the same names on both boards; one beyond the end of a learnt row counts as its last.
    """
    n, size, enemy = learnt.n, learnt.size, learnt.start[2]
    table = bytearray(5 * 64)
    for hole in range(board.size):
        row = board.row(hole)
        place = min(hole - board.start[row], learnt.length[row] - 1)
        if viewer:
            row = 2 - row
        seen = learnt.start[row] + place
        table[DALLED[viewer] * 64 + hole] = seen
        table[DALLED[1 - viewer] * 64 + hole] = size + n + seen
        if row == 0:
            table[UNDALLED[viewer] * 64 + hole] = size + seen
        elif row == 2:
            table[UNDALLED[1 - viewer] * 64 + hole] = 2 * size + n + seen - enemy
    return bytes(table)
