"""The opponent's kernel with the instruments' heavy work beside it, `lab.c`, compiled by the compiler at hand.

>>> match(parse_rules("danish"), "careful", "greedy", 1000, 1)
(0.695, 0.01456...)
"""

import ctypes
import math
from array import array
from functools import partial
from pathlib import Path

from daldos.ai.endings import MOST
from daldos.ai.kernel import game_bytes, searcher, values_of
from daldos.ai.nets import nearest, weights_of
from daldos.ai.opponent import LEVELS
from daldos.errors import DaldosError
from daldos.prng import Xorshift32
from daldos.rules import Rules, parse_rules
from host.ai import data, few
from host.ai.data import ONE as ONE_FINE
from host.ai.players import PlayerError, play
from lab.brain.compiled import Compiled, library
from tools.run import ROOT

SOLVED = ROOT / "build/brain/endings"  # output of `solve`: tables as doubles
DEEP = 3  # pieces a side of solved endings, at most
BASELINES = ("random", "greedy", "careful")
UNLEARNT = b"\1" + bytes(7)  # weights without units, if no net is needed
_AT, _INT, _FLOAT, _DOUBLE = ctypes.c_void_p, ctypes.c_int32, ctypes.c_float, ctypes.c_double


class EndingsError(DaldosError):
    """An invalid table file."""


class _Solved(ctypes.Structure):
    _fields_ = [(name, _INT) for name in ("most", "home", "kings")]
    _fields_ += [("ranks", _INT * (DEEP + 1)), ("table", _AT * (DEEP + 1) ** 2)]


class _Player(ctypes.Structure):
    _fields_ = [("kernel", _AT), ("floats", _AT), ("solved", _AT)]
    _fields_ += [(name, _INT) for name in ("kind", "plies", "overlooks", "dearest")]


def lab_library() -> ctypes.CDLL:
    """The compiled library; BuildError if it cannot be compiled."""
    # -ffast-math: sums of floats in any order, which vector instructions need
    made = library("-ffast-math")
    made.lab_exposed.argtypes = [_AT, ctypes.c_char_p, _INT]
    made.lab_solved.argtypes = [_AT, _AT, ctypes.c_char_p, _INT]
    made.lab_results.argtypes = [_AT, _AT, _INT, _INT, _AT]
    made.lab_results.restype = ctypes.c_int64
    made.lab_sweep.argtypes = [_AT, _AT, _INT, _INT, _AT, ctypes.c_int64, _INT]
    made.lab_figures.argtypes = [_AT, _AT, _INT, _INT, _AT]
    made.lab_net_start.argtypes = [_AT, ctypes.c_uint64]
    made.lab_learn.argtypes = [_AT, _AT, _AT, _AT, _INT, _FLOAT, _FLOAT, _FLOAT]
    made.lab_match.argtypes = [_AT, _AT, _INT, ctypes.c_uint64, _AT]
    made.lab_solved.restype = made.lab_sweep.restype = _DOUBLE
    return made


class Kernel(Compiled):
    """A kernel for the rules, with the nearest net (or the given weights of their board) and the solved endings; of a
    relative without both."""

    def __init__(self, rules: Rules, weights: bytes | None = None):
        self.rules = rules
        self.lab = lab_library()
        if rules.relative:
            searcher(rules, partial(super().__init__, made=self.lab), values_of(rules))
            return
        learnt = rules.board if weights else parse_rules(nearest(rules)).board
        weights = weights or weights_of(nearest(rules))
        super().__init__(game_bytes(rules, learnt), weights, data.endings_of(rules), made=self.lab)

    def exposed(self, cells: bytearray, attacker: int) -> int:
        """daldos.ai.baselines.exposed."""
        return self.lab.lab_exposed(self.at, bytes(cells), attacker)


class Solved:
    """Tables for endings, initially 1/2; invalid entries stay so: of up to `pieces` a side, of a relative as
    host.ai.few has them."""

    def __init__(self, kernel: Kernel, pieces: int = MOST):
        rules = kernel.rules
        pairs = few.tables(rules) if rules.relative else [(k + 1, m + 1) for k in range(pieces) for m in range(pieces)]
        self.kernel = kernel
        self.ranks = [math.comb(few.places(rules), k) for k in range(DEEP + 1)]
        self.tables: dict[tuple[int, int], array] = {}
        self._results: dict[tuple[int, int], array] = {}  # what each throw leads to, once a table was swept
        most = max((k for k, _ in pairs), default=0)
        self._c = _Solved(most, rules.sent_home, few.kings(rules), (_INT * (DEEP + 1))(*self.ranks))
        self.at = ctypes.addressof(self._c)
        for k, m in pairs:
            if min(k, m) > rules.lose_at:
                self.tables[k, m] = array("d", [0.5]) * (self.ranks[k] * self.ranks[m] * few.kings(rules))
                self._c.table[(DEEP + 1) * k + m] = self.tables[k, m].buffer_info()[0]

    def load(self, k: int, m: int, file: Path) -> None:
        """Read a solved table; EndingsError if the file is not of its size."""
        values = array("d", file.read_bytes())
        if len(values) != len(self.tables[k, m]):
            raise EndingsError("%s: %s values, expected %s", file, len(values), len(self.tables[k, m]))
        memoryview(self.tables[k, m])[:] = values

    def sweep(self, k: int, m: int, change: bool = True) -> float:
        """One pass of value iteration over k against m pieces (who throws first); the largest difference."""
        lab, at = self.kernel.lab, (self.kernel.at, self.at, k, m)
        if (k, m) not in self._results:
            words = array("q", [0]) * lab.lab_results(*at, None)
            lab.lab_results(*at, words.buffer_info()[0])
            self._results[k, m] = words
        return lab.lab_sweep(*at, *self._results[k, m].buffer_info(), change)

    def figures(self, k: int, m: int) -> tuple[int, float, float, float]:
        """(positions, lowest, highest, mean chance) of a table."""
        found = (_DOUBLE * 4)()
        self.kernel.lab.lab_figures(self.kernel.at, self.at, k, m, found)
        return int(found[0]), found[1], found[2], found[3] / found[0]

    def chance(self, cells: bytearray, player: int) -> float | None:
        """The solved chance of `player`, who is to throw, or None."""
        value = self.kernel.lab.lab_solved(self.kernel.at, self.at, bytes(cells), player)
        return None if value < 0 else value

    def few(self) -> bytes:
        """All tables of a relative, for host.ai.few."""
        return b"".join(
            _step(chance).to_bytes(few.BYTES, "little") for table in self.tables.values() for chance in table
        )

    def packed(self) -> tuple[bytes, bytes]:
        """All tables: the bytes for daldos.ai.endings, and the rest of 24 bits."""
        high, low = bytearray(), bytearray()
        for k in (1, 2):
            for row in range(self.ranks[k]):
                for m in (1, 2):
                    for chance in self.tables[k, m][row * self.ranks[m] : (row + 1) * self.ranks[m]]:
                        step = _step(chance)
                        high.append(step >> 16)
                        low += (step & 0xFFFF).to_bytes(2, "little")
        return bytes(high), bytes(low)


def _step(chance: float) -> int:
    return min(ONE_FINE - 1, int(ONE_FINE * chance))


class Learner:
    """A float net and the stream of its self-play."""

    def __init__(self, solved: Solved, seed: int):
        self.solved = solved
        self.kernel = solved.kernel
        self._net = ctypes.create_string_buffer(self.kernel.lab.lab_net_size())
        self._memory = ctypes.create_string_buffer(self.kernel.lab.lab_memory_size())
        self.at = ctypes.addressof(self._net)
        self.kernel.lab.lab_net_start(self.at, seed)

    def learn(self, games: int, rate: float, trace: float, explore: float) -> None:
        """Play this many games, and learn from them."""
        kernel = self.kernel
        kernel.lab.lab_learn(kernel.at, self.solved.at, self.at, self._memory, games, rate, trace, explore)

    def state(self) -> bytes:
        """Weights and stream."""
        return self._net.raw

    def weights(self) -> tuple[list, list, list, float]:
        """(rows, biases, out, constant): floats by input and hidden unit."""
        floats = array("f", self._net.raw[: len(self._net) // 8 * 8 - 8])
        rows = [list(floats[80 * f : 80 * f + 80]) for f in range(144)]
        board = self.kernel.rules.board
        return rows[: 2 * board.size + 2 * board.n], rows[141:143], rows[143], floats[80 * 144]


def match(rules: Rules, first, second, games: int, seed: int, adjusted: bool = False) -> tuple[float, float]:
    """Games of two players, who change sides every game; the win rate of the first, and its standard error.

    adjusted: less the luck of the dice as one ply sees it, which is 0 on average, so that the error is a fraction.

    A player is a baseline or level by name, a Learner (its floats play by one ply), or (Kernel, plies, pieces of 256
    overlooked, greatest loss of a turn because of that). A relative has no net: Python plays it, by names alone.
    """
    if rules.relative:
        if adjusted:
            raise PlayerError("%s: luck cannot be taken out of a game that has no net", rules.text)
        won = 0
        for k in range(games):
            winner = play(rules, (second, first) if k % 2 else (first, second), Xorshift32(seed + k // 2)).winner
            won += winner == "AB"[k % 2]
        rate = won / games
        return rate, math.sqrt(max(rate - rate * rate, 1 / games) / games)
    kept, players = [], (_Player * 2)()
    for seat, who in zip(players, (first, second), strict=True):
        if isinstance(who, Learner):
            kept.append(Kernel(rules, UNLEARNT))
            seat.floats, seat.solved, seat.kind = who.at, who.solved.at, 3
        elif who in BASELINES:
            kept.append(Kernel(rules, UNLEARNT))
            seat.kind = BASELINES.index(who)
        else:
            if isinstance(who, str):
                overlooks, dearest, throws = LEVELS[int(who) - 1]
                who = (Kernel(rules), throws + 1, overlooks, dearest)
            kept.append(who[0])
            seat.kind = 4
            seat.plies, seat.overlooks, seat.dearest = who[1:]
        seat.kernel = kept[-1].at
    sums, judge = (_DOUBLE * 2)(), Kernel(rules) if adjusted else None
    kept[0].lab.lab_match(players, judge and judge.at, games, seed, sums)
    rate = sums[0] / games
    return rate, math.sqrt(max(sums[1] / games - rate * rate, 1 / games) / games)
