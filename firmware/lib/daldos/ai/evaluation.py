"""How good a turn is, by a small net in integers: the same numbers on every runtime, fast on a Pico.

An input is a piece on a hole as the mover sees it: own dalled pieces hole by hole, own undalled ones of the home row,
the enemy's dalled, the enemy's undalled. Each input has a row of weights, one for each hidden unit; a unit is the sum
of its rows' weights, 0 if negative, and the outcome the sum of the units, each times its own weight. So a throw needs
one sum over all pieces, and each turn only the rows of the pieces that it moves and takes.

    >>> net = Evaluator(rules, weights)
    >>> net.begin(position, again)
    >>> net.logit(turn)                 # see daldos.ai.logistic; the chance of the player who makes the turn

The weights are bytes: version, hidden units, inputs, shift; the outcome's constant (4 bytes, the low one first); the
units' constants, first those if the other player throws next, then those if the same one does, and the units' weights
(2 bytes each); a row a input, a weight a byte, 128 for 0; and a row of zeros."""

from array import array

from daldos.ai.kernel import inputs_of
from daldos.effects import outcome
from daldos.errors import DaldosError
from daldos.geometry import Board
from daldos.rules import Rules
from daldos.state import State

VERSION = 1
HEADER = 8
_MIDDLE = 16384  # offset of values kept in unsigned halfwords
_SIGN = 32768


class WeightsError(DaldosError):
    """Bytes that are not weights for this board."""


class Evaluator:
    """The net of `weights` on the board of `rules`. learnt: the board that they were learnt on, if it is another one.
    cost: what a turn costs of a slice (daldos.ai.opponent.SLICE).

    WeightsError if the weights are not for that board.
    """

    cost = 1

    def __init__(self, rules: Rules, weights: bytes, learnt: Board | None = None):
        board = rules.board
        learnt = learnt or board
        inputs = 2 * learnt.size + 2 * learnt.n
        units = weights[1]
        if weights[0] != VERSION or weights[2] != inputs:
            raise WeightsError(
                "weights of version %d with %d inputs: expected %d with %d", weights[0], weights[2], VERSION, inputs
            )
        self._size = board.size
        self._units = units
        self._weights = weights
        self._shift = weights[3]
        constant = int.from_bytes(weights[4:8], "little")
        self._constant = constant - (1 << 32) if weights[7] & 128 else constant
        halves = array("H", [weights[HEADER + 2 * k] | weights[HEADER + 2 * k + 1] << 8 for k in range(3 * units)])
        # signed in the file; stored with an offset so that none is negative
        self._start = (
            array("H", [(x ^ _SIGN) - _MIDDLE for x in halves[:units]]),
            array("H", [(x ^ _SIGN) - _MIDDLE for x in halves[units : 2 * units]]),
        )
        self._out = array("H", [x ^ _SIGN for x in halves[2 * units :]])
        self._rows = HEADER + 6 * units
        expected = self._rows + (inputs + 1) * units
        if len(weights) != expected:
            raise WeightsError("weights of %d bytes: expected %d", len(weights), expected)
        self._sums = array("H", self._out)
        self._inputs = (inputs_of(board, learnt, 0), inputs_of(board, learnt, 1))
        self._at: State
        self._viewer = b""

    def begin(self, at: State, again: bool) -> None:
        """The position before a turn; `again`: the same player throws after it. Keeps the state."""
        self._at, cells = at, at.cells
        self._viewer = self._inputs[at.side]
        sums, start = self._sums, self._start[1 if again else 0]
        weights, units = self._weights, self._units
        for u in range(units):
            sums[u] = start[u]
        for hole in range(self._size):
            if cells[hole]:
                row = self._rows + self._viewer[cells[hole] * 64 + hole] * units
                for u in range(units):
                    sums[u] += weights[row + u] - 128

    def logit(self, turn: int) -> int:
        """The logit of the player's chance after the packed turn, which must not win at once."""
        inputs, units, rows = self._viewer, self._units, self._rows
        weights, sums, out = self._weights, self._sums, self._out
        added, off = [], []  # rows
        for hole, cell, now in outcome(self._at, turn):
            if cell != now:
                if cell:
                    off.append(rows + inputs[cell * 64 + hole] * units)
                if now:
                    added.append(rows + inputs[now * 64 + hole] * units)
        total = 0
        bias = 128 * (len(off) - len(added)) - _MIDDLE
        for u in range(units):
            x = sums[u] + bias
            for row in added:
                x += weights[row + u]
            for row in off:
                x -= weights[row + u]
            if x > 0:
                total += x * (out[u] - _SIGN)
        return total + self._constant >> self._shift
