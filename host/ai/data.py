"""Learnt nets from the engine, solved endings from the package's files.

>>> opponent(parse_rules("norwegian")).choose(position, 4, Xorshift32(1))
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from daldos.ai.endings import Endings
from daldos.ai.nets import opponent_for
from daldos.ai.opponent import Opponent
from daldos.rules import Rules
from host.ai.advice import Advice, advice_of
from host.ai.few import Few
from host.ai.wasm import take_kernel

ENDINGS = Path(__file__).parent / "endings"  # the Pico's tables, a byte per position, and two more bytes of precision
ONE = 1 << 24  # of a solved chance in all three bytes


def endings_file(name: str) -> Path:
    """The path of a ruleset's packed endings."""
    return ENDINGS / f"{name}.bin"


def endings_of(rules: Rules, ending: str = ".bin") -> bytes | None:
    """The packed endings for exactly these rules, or None. ending: ".low" for the other two bytes."""
    file = endings_file(rules.text).with_suffix(ending)
    return file.read_bytes() if file.exists() else None


@cache
def opponent(rules: Rules) -> Opponent:
    """The opponent under the rules, made once."""
    take_kernel()
    return opponent_for(rules, endings_of(rules))


class Fine:
    """Both files of a table as one sequence of numbers, for Endings; of the two bytes in `low` the low one is first."""

    def __init__(self, high: bytes, low: bytes):
        self._high = high
        self._low = low

    def __len__(self) -> int:
        return len(self._low) // 2

    def __getitem__(self, place: int) -> int:
        return self._high[place] << 16 | self._low[2 * place + 1] << 8 | self._low[2 * place]


def _endings(rules: Rules) -> Few | Endings | None:
    if rules.relative:
        few = endings_of(rules, ".few")
        return Few(rules, few) if few else None
    high, low = endings_of(rules), endings_of(rules, ".low")
    return Endings(rules, Fine(high, low)) if high and low else None


def exact(rules: Rules) -> Callable | None:
    """The solved chances under the rules, to within 3e-8, by cells and the player to throw; None if not solved."""
    endings = _endings(rules)
    if not endings:
        return None

    def chance(cells: bytearray, player: int) -> "float | None":
        step = endings.step(cells, player)
        return None if step < 0 else (2 * step + 1) / (2 * ONE)

    return chance


@cache
def advice(rules: Rules) -> Advice:
    """Chances under the rules, made once."""
    return advice_of(rules, opponent(rules), exact(rules))
