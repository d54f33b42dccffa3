"""The kernel of `native/`, compiled for the Python that runs this, with the nets and the solved endings of the package.

>>> kernel(parse_rules("danish")).match("careful", "greedy", 1000, 1)
"""

import importlib.util
import platform
import sys
from functools import cache
from pathlib import Path

from daldos.ai import logistic
from daldos.ai.endings import ranks
from daldos.ai.evaluation import inputs_of
from daldos.ai.logistic import ONE
from daldos.ai.nets import nearest, weights_of
from daldos.ai.opponent import CANDIDATES, DEAREST, LEVELS, MARGIN
from daldos.position import Position
from daldos.rules import Rules, parse_rules
from daldos.state import DALLED
from host.ai import data
from host.ai.advice import Advice
from host.ai.exact import ONE as ONE_FINE
from lab.brain import weights
from lab.brain.tables import Tables
from lab.compiled import ROOT, Native

NAME = "daldos_kernel"
# -ffast-math: sums of floats in any order, which vector instructions need
OPTIONS = ["-O3", "-ffast-math", "-w", *["-march=native"] * (platform.machine() in ("x86_64", "AMD64"))]
NATIVE = Native("brain", {Path(__file__).parent / "native": "."}, ["*.pyx"], OPTIONS, cdivision=True)
SOLVED = ROOT / "build/brain/endings"  # the tables as doubles, and those of three a side: what `solve` finds here
LEARNING = ROOT / "build/brain/learning"  # runs of `train`
LOOKED_AT, FAR = 5, 0.15  # so many turns, worse than the best by so much of chance at most, are played on


def kernel_module():
    """The compiled module, compiled first if it is not there; BuildError if that cannot be done."""
    if NAME not in sys.modules:
        (file,) = [file for file in NATIVE.folder().glob("kernel.*") if file.suffix in (".so", ".pyd")]
        spec = importlib.util.spec_from_file_location("kernel", file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.take_tables(logistic.CHANCES, logistic.LOGITS)
        sys.modules[NAME] = module
    return sys.modules[NAME]


def kernel(rules: Rules):
    """A Kernel of the rules with the solved endings in it; BuildError if it cannot be compiled."""
    made = kernel_module().Kernel(rules)
    table = data.endings_of(rules)
    if table:
        made.prepare_endings(2)
        at = 0
        for values, row, size in _rows(made):
            for k in range(size):
                values[row * size + k] = (2 * table[at + k] + 1) / 512
            at += size
    return made


def player(rules: Rules, name: str):
    """What the kernel takes for a baseline or a level."""
    if not name.isdigit():
        return name
    overlooks = LEVELS[int(name) - 1]
    if overlooks:
        return (quantised(rules), 1, overlooks, 0, overlooks * DEAREST)
    return (quantised(rules), 2, 0, CANDIDATES, MARGIN)


def quantised(rules: Rules, learnt: str | None = None):
    """The kernel's integer net for the rules, of the nearest ruleset or of the one named."""
    name = learnt or nearest(rules)
    rows, biases, out, constant, shift = weights.integers(weights_of(name))
    here = rules.board
    table, own = inputs_of(here, parse_rules(name).board, 0), inputs_of(here, here, 0)
    places = [0] * (2 * here.size + 2 * here.n)
    for key in range(len(table)):
        if own[key] or key == DALLED[0] * 64:
            places[own[key]] = table[key]
    return kernel_module().Quantised([rows[place] for place in places], biases, out, constant, shift)


def exact(rules: Rules):
    """The solved chances under the rules, by the doubles where they are solved here, else those of the package."""
    shipped, solved = data.exact(rules), Tables(rules, SOLVED)

    def chance(cells: bytearray, player: int) -> float | None:
        found = solved.chance(cells, player)
        return shipped(cells, player) if found is None and shipped else found

    return chance


@cache
def _advice(text: str) -> Advice:
    rules = parse_rules(text)
    made, net = kernel(rules), quantised(rules)

    def deep(cells: bytearray, player: int) -> float:
        return made.deep_chance(net, cells, player, player) / (16 * ONE)

    return Advice(rules, deep, exact(rules))


def advice(rules: Rules) -> Advice:
    """What host.ai.data.advice says under the rules, made once; much faster."""
    return _advice(rules.text)


class PlayedOn(Advice):
    """Chances by games played on, with the same dice after each turn, so that no player is judged by its own search.

    The search finds the turns that are worth it; games of one seed put them in order, those of another value them, or
    the best would look better than it is. So the turn played may seem better than the best, by chance. Multiples of 256
    games have each of the first two throws as often as is to be expected.
    """

    def __init__(self, rules: Rules, games: int, seed: int = 1):
        made, net = kernel(rules), (quantised(rules), 1, 0, 0, 0)

        def by(seed: int) -> Advice:
            return Advice(rules, lambda cells, thrower: made.rollout(net, cells, thrower, thrower, games, seed))

        self._search, self._first, second = advice(rules), by(2 * seed), by(2 * seed + 1)
        super().__init__(rules, second.chance, self._search.exact)

    def turns(self, at: Position) -> list[tuple[float, bool, int, bool]]:
        """As Advice.turns, but only those worth it, and not quite best first."""
        found = self._search.turns(at)
        lowest = found[0][0] - FAR
        again = found[0][3]
        worth = [entry[2] for entry in found[:LOOKED_AT] if entry[0] >= lowest]
        if len(worth) > 1:
            worth.sort(key=lambda turn: -self._first.after(at, turn, again)[0])
        return [self.after(at, turn, again) + (turn, again) for turn in worth]


def packed(kernel) -> tuple[bytes, bytes]:
    """The solved tables of a kernel, up to two a side: as daldos.ai.endings reads them, and the rest of 24 bits."""
    high, low = bytearray(), bytearray()
    for table, row, size in _rows(kernel):
        for chance in table[row * size : (row + 1) * size]:
            step = min(ONE_FINE - 1, int(ONE_FINE * chance))
            high.append(step >> 16)
            low += (step & 0xFFFF).to_bytes(2, "little")
    return bytes(high), bytes(low)


def _rows(kernel):
    # (table, row, its size) in the order of the packed bytes: rank of the thrower, then the other's one and two pieces
    loop = kernel.rules.board.loop
    count = (0, loop, ranks(loop) - loop)
    for k in (1, 2):
        tables = [(kernel.endings_table(k, m), count[m]) for m in (1, 2)]
        for row in range(count[k]):
            for table, size in tables:
                yield table, row, size
