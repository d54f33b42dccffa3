"""CPython: nets and solved endings from files. Here: nets, and endings once fetched."""

from functools import cache

from daldos.ai.nets import opponent_for
from daldos.rules import Rules, parse_rules
from host.ai.advice import Advice, advice_of


@cache
def _advice(text: str) -> Advice:
    rules = parse_rules(text)
    return advice_of(rules, opponent_for(rules))


def advice(rules: Rules) -> Advice:
    """Chances under the rules, made once."""
    return _advice(rules.text)
