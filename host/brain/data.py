"""What has been learnt and solved, on this computer: nets from the engine, endings from their files, the kernel if it compiles.

    >>> opponent(parse_rules("norwegian")).choose(position, 4, Xorshift32(1))
"""

from functools import cache
from pathlib import Path

from daldos.endings import ranks
from daldos.nets import nearest, opponent_for, weights_of
from daldos.opponent import Opponent
from daldos.rules import Rules, parse_rules
from host.brain import weights

HERE = Path(__file__).parent
ENDINGS = HERE / "endings"  # the tables of the Pico, a byte a position: what `daldos solve` writes


def endings_file(name: str) -> Path:
    """Where the packed endings of a ruleset are."""
    return ENDINGS / f"{name}.bin"


def endings_of(rules: Rules) -> bytes | None:
    """The packed endings for exactly these rules, or None. dal_order does not matter where all pieces are dalled."""
    file = endings_file(rules.text)
    return file.read_bytes() if file.exists() else None


@cache
def _opponent(text: str) -> Opponent:
    rules = parse_rules(text)
    return opponent_for(rules, endings_of(rules))


def opponent(rules: Rules) -> Opponent:
    """The opponent under the rules, made once."""
    return _opponent(rules.text)


def packed(kernel) -> bytes:
    """The solved tables of a kernel, up to two a side, as daldos.endings reads them."""
    loop = kernel.rules.board.loop
    tables = {(k, m): kernel.endings_table(k, m) for k in (1, 2) for m in (1, 2)}
    count = (loop, ranks(loop) - loop)
    found = bytearray()
    for k in (1, 2):
        for own in range(count[k - 1]):
            for m in (1, 2):
                size = count[m - 1]
                row = tables[k, m][own * size : (own + 1) * size]
                found += bytes(min(255, int(256 * chance)) for chance in row)
    return bytes(found)


def quantised(module, rules: Rules, learnt: str | None = None):
    """The kernel's integer net for the rules, of the nearest ruleset or of the one named."""
    from daldos.evaluation import inputs_of

    name = learnt or nearest(rules)
    rows, biases, out, constant, shift = weights.integers(weights_of(name))
    there, here = parse_rules(name).board, rules.board
    table = inputs_of(here, there, 0)
    places: list = [0] * (2 * here.size + 2 * here.n)
    own = inputs_of(here, here, 0)
    for key in range(len(table)):
        if own[key] or key == 2 << 6:
            places[own[key]] = table[key]
    return module.Quantised([rows[place] for place in places], biases, out, constant, shift)


