"""Learnt nets from the engine, solved endings from the package's files.

>>> opponent(parse_rules("norwegian")).choose(position, 4, Xorshift32(1))
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from daldos.ai.nets import opponent_for
from daldos.ai.opponent import Opponent
from daldos.rules import Rules, parse_rules
from host.ai.advice import Advice, advice_of
from host.ai.exact import exact_of
from host.ai.native import take_kernel

ENDINGS = Path(__file__).parent / "endings"  # the Pico's tables, a byte per position, and two more bytes of precision


def endings_file(name: str) -> Path:
    """The path of a ruleset's packed endings."""
    return ENDINGS / f"{name}.bin"


def endings_of(rules: Rules, ending: str = ".bin") -> bytes | None:
    """The packed endings for exactly these rules, or None. ending: ".low" for the other two bytes."""
    file = endings_file(rules.text).with_suffix(ending)
    return file.read_bytes() if file.exists() else None


@cache
def _opponent(text: str) -> Opponent:
    rules = parse_rules(text)
    take_kernel()
    return opponent_for(rules, endings_of(rules))


def opponent(rules: Rules) -> Opponent:
    """The opponent under the rules, made once."""
    return _opponent(rules.text)


def exact(rules: Rules) -> Callable | None:
    """The solved chances under the rules, by cells and player; None if there are none."""
    high, low = endings_of(rules), endings_of(rules, ".low")
    return exact_of(rules, high, low) if high and low else None


@cache
def _advice(text: str) -> Advice:
    rules = parse_rules(text)
    return advice_of(rules, opponent(rules), exact(rules))


def advice(rules: Rules) -> Advice:
    """Chances under the rules, made once."""
    return _advice(rules.text)
