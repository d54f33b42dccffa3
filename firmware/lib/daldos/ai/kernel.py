"""The kernel in C (`native/kernel.c`), if available: in a Pico's image, and as WebAssembly in the page and on a
computer, which give theirs to `use`. Otherwise the equivalent Python is used, against which the C is tested.

>>> game_bytes(rules, rules.board)[:4] == bytes([16, 49, 33, 0])     # n, holes, loop, lose_at
True
"""

from daldos.ai.opponent import LEVELS, Opponent, draws_of
from daldos.ai.packed import Packed
from daldos.geometry import Board
from daldos.rules import RELATIVES, Rules
from daldos.state import DALLED, UNDALLED
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

        def position(self, cells: bytearray, player: int, thrown: int) -> None: ...
        def overlook(self, draws: bytearray, overlooks: int, dearest: int) -> None: ...
        def think(self, throws: int, valued: bool) -> int: ...
        def ahead(self, cells: bytearray, thrower: int, plies: int) -> None: ...
        def step(self, work: int) -> int: ...
        def chance(self) -> int: ...
        def best(self) -> int: ...
        def playouts(self, cells: bytearray, thrower: int, games: int, most: int, seed: int) -> tuple[float, float]: ...

    WORK: int
    made_here: "Callable[..., Kernel] | None"
else:
    try:
        from dkernel import WORK
        from dkernel import Kernel as made_here
    except ImportError:
        made_here, WORK = None, 36

DICE, THROWS, ROW = 3, 56, 5  # the most of each that the C has room for; bytes of a throw
_kernel: "list[tuple[Callable[..., Kernel] | None, int]]" = [(made_here, WORK)]


def use(kernel: "Callable[..., Kernel] | None", work: int = WORK) -> None:
    """Think with kernels made by this function of (game, weights, table or None, whether it is packed); None: in
    Python.

    work: turns valued per slice.
    """
    _kernel[0] = kernel, work


def kernel_for(rules: Rules, weights: bytes, learnt: Board, table: "bytes | Packed | None") -> "Kernel | None":
    """A kernel for the rules, which have two dice; None if unavailable, or if the table is not bytes."""
    made = _kernel[0][0]
    data = table.table if isinstance(table, Packed) else table
    if made is None or not isinstance(data, (bytes, type(None))):
        return None
    return made(game_bytes(rules, learnt), weights, data, data is not table)


def counter_for(rules: Rules) -> "Kernel | None":
    """A kernel that counts the pieces; None if unavailable, or if it has no room for such dice."""
    made = _kernel[0][0]
    if made is None or len(rules.throws) > THROWS or rules.throws.count > DICE:
        return None
    return searcher(rules, made, values_of(rules))


def values_of(rules: Rules) -> "tuple[int, ...]":
    """What is counted in a game of these rules: a relative's values, or those of Sáhkku for dice of a game's own."""
    from daldos.relatives import GAMES  # few games need them

    name = rules.text.partition(",")[0] if rules.relative else "vuovdaguoika"
    return GAMES[RELATIVES.index(name)][3]


def searcher(rules: Rules, made: "Callable[..., Kernel]", values: "tuple[int, ...]" = ()) -> "Kernel":
    """A kernel without a net, whatever the dice: it searches for turns, and counts pieces if they have values."""
    weights = bytearray(b"\2\0\0\0\0\0\0\0" if values else b"\1\0\0\0\0\0\0\0")
    for value in values:
        weights += value.to_bytes(2, "little")
    return made(search_bytes(rules) + throws_bytes(rules) + bytes(2 * 5 * 64), bytes(weights), None, False)


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
        kernel.position(position.cells, position.side, position.throw.number)  # type: ignore[union-attr]
        kernel.think(throws + 1, valued)
        if overlooks:
            draws = yield from draws_of(position.cells, stream)
            kernel.overlook(draws, overlooks, dearest)
            yield
        while not kernel.step(self._work):
            yield
        thought.chance = kernel.chance() >> 4
        thought.turn = kernel.best()


def game_bytes(rules: Rules, learnt: Board) -> bytes:
    """The rules and board for the C code: dk_game."""
    return (
        search_bytes(rules)
        + throws_bytes(rules)
        + inputs_of(rules.board, learnt, 0)
        + inputs_of(rules.board, learnt, 1)
    )


def throws_bytes(rules: Rules) -> bytes:
    """The dice and their throws, in the order of `Rules.throws`, for dk_game."""
    throws = rules.throws
    rows = bytearray((throws.count, len(throws), throws.weight))
    for throw in throws:
        again = 2 - rules.again(throw, 0) if rules.again(throw, throws.count) else 0
        rows += bytes(throw.faces) + bytes(DICE - throws.count) + bytes((throw.weight, again))
    return bytes(rows) + bytes(ROW * (THROWS - len(throws)))


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
