"""CPython: nets and solved endings from files. Here: nets, and endings once fetched."""

from functools import cache

from daldos.ai.nets import opponent_for
from daldos.ai.opponent import Opponent
from daldos.rules import Rules, parse_rules
from host.ai.advice import Advice, advice_of


@cache
def _opponent(text: str) -> Opponent:
    return opponent_for(parse_rules(text))


def opponent(rules: Rules) -> Opponent:
    """The opponent under the rules, made once."""
    return _opponent(rules.text)


@cache
def _advice(text: str) -> Advice:
    rules = parse_rules(text)
    return advice_of(rules, opponent(rules))


def advice(rules: Rules) -> Advice:
    """Chances under the rules, made once."""
    return _advice(rules.text)
