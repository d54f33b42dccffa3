"""What has been learnt and solved, on this computer: nets from the engine, endings from their files.

>>> opponent(parse_rules("norwegian")).choose(position, 4, Xorshift32(1))
"""

import sys
from functools import cache
from pathlib import Path

from daldos.ai.endings import ranks
from daldos.ai.evaluation import inputs_of
from daldos.ai.logistic import ONE
from daldos.ai.nets import nearest, opponent_for, weights_of
from daldos.ai.opponent import CANDIDATES, DEAREST, LEVELS, MARGIN, Opponent
from daldos.rules import Rules, parse_rules
from daldos.state import DALLED
from host.ai import weights
from host.ai.advice import Advice, PlayedOn, looked_ahead
from host.ai.build import ROOT, BuildError, is_compiled, kernel_module
from host.ai.exact import ONE as ONE_FINE
from host.ai.exact import Exact

HERE = Path(__file__).parent
ENDINGS = HERE / "endings"  # the tables of the Pico, a byte a position, and two bytes more: what `daldos solve` writes
SOLVED = ROOT / "build" / "brain" / "endings"  # the same as doubles, and those of three a side, if solved here
LEARNING = ROOT / "build" / "brain" / "learning"  # runs of `daldos train`


def endings_file(name: str) -> Path:
    """Where the packed endings of a ruleset are."""
    return ENDINGS / f"{name}.bin"


def endings_of(rules: Rules, ending: str = ".bin") -> bytes | None:
    """The packed endings for exactly these rules, or None. ending: ".low" for the rest of their digits."""
    file = endings_file(rules.text).with_suffix(ending)
    return file.read_bytes() if file.exists() else None


@cache
def _opponent(text: str) -> Opponent:
    rules = parse_rules(text)
    return opponent_for(rules, endings_of(rules))


def opponent(rules: Rules) -> Opponent:
    """The opponent under the rules, made once."""
    return _opponent(rules.text)


def exact_endings(rules: Rules) -> Exact:
    """The solved chances under the rules."""
    return Exact(rules, SOLVED, endings_of(rules), endings_of(rules, ".low"))


@cache
def _advice(text: str, compile_it: bool) -> Advice:
    rules = parse_rules(text)
    made, net = kernel(rules, compile_it), None
    if made:
        net = quantised(rules)

    def deep(cells: bytearray, player: int) -> float:
        return made.deep_chance(net, cells, player, player) / (16 * ONE)

    return Advice(rules, deep if made else looked_ahead(opponent(rules)), exact_endings(rules).chance)


def advice(rules: Rules, compile_it: bool = False) -> Advice:
    """Chances under the rules, made once; the same without a kernel, but slower."""
    return _advice(rules.text, compile_it)


def played_on(rules: Rules, games: int, seed: int = 1) -> PlayedOn:
    """Chances by so many games played on from each position; BuildError without a kernel.

    Multiples of 256 games have each of the first two throws as often as is to be expected.
    """
    kernel_module()
    made, player = kernel(rules), (quantised(rules), 1, 0, 0, 0)

    def by(seed: int) -> Advice:
        return Advice(rules, lambda cells, thrower: made.rollout(player, cells, thrower, thrower, games, seed))

    return PlayedOn(advice(rules, True), by(2 * seed), by(2 * seed + 1))


def kernel(rules: Rules, compile_it: bool = True):
    """A Kernel of the rules with the solved endings in it, or None.

    None where it cannot be compiled, which is said once; without `compile_it` also where it has not been yet.
    """
    module = _module() if compile_it or is_compiled() else None
    if module is None:
        return None
    made = module.Kernel(rules)
    table = endings_of(rules)
    if table:
        unpack_into(made, table)
    return made


def player(rules: Rules, name: str):
    """What the kernel takes for a baseline or a level."""
    if not name.isdigit():
        return name
    overlooks = LEVELS[int(name) - 1]
    if overlooks:
        return (quantised(rules), 1, overlooks, 0, overlooks * DEAREST)
    return (quantised(rules), 2, 0, CANDIDATES, MARGIN)


@cache
def _module():
    try:
        return kernel_module()
    except BuildError as error:
        print(f"daldos: slower without the compiled kernel: {error}", file=sys.stderr)
        return None


def packed(kernel) -> tuple[bytes, bytes]:
    """The solved tables of a kernel, up to two a side: as daldos.ai.endings reads them, and the rest of 24 bits."""
    high, low = bytearray(), bytearray()
    for table, row, size in _rows(kernel):
        for chance in table[row * size : (row + 1) * size]:
            step = min(ONE_FINE - 1, int(ONE_FINE * chance))
            high.append(step >> 16)
            low += (step & 0xFFFF).to_bytes(2, "little")
    return bytes(high), bytes(low)


def unpack_into(kernel, table: bytes) -> None:
    """Give a kernel the packed tables."""
    kernel.prepare_endings(2)
    at = 0
    for values, row, size in _rows(kernel):
        for k in range(size):
            values[row * size + k] = (2 * table[at + k] + 1) / 512
        at += size


def _rows(kernel):
    # (table, row, its size) in the order of the packed bytes: rank of the thrower, then the other's one and two pieces
    loop = kernel.rules.board.loop
    count = (0, loop, ranks(loop) - loop)
    for k in (1, 2):
        tables = [(kernel.endings_table(k, m), count[m]) for m in (1, 2)]
        for row in range(count[k]):
            for table, size in tables:
                yield table, row, size


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
    return _module().Quantised([rows[place] for place in places], biases, out, constant, shift)
