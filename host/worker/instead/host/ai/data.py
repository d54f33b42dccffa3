"""CPython: nets and solved endings from files. Here: nets, and endings once fetched."""

from functools import cache

from daldos.ai.nets import opponent_for
from daldos.ai.opponent import Opponent
from daldos.rules import Rules
from host.ai.advice import Advice, advice_of


@cache
def opponent(rules: Rules) -> Opponent:
    """The opponent under the rules, made once."""
    return opponent_for(rules)


@cache
def advice(rules: Rules) -> Advice:
    """Chances under the rules, made once."""
    return advice_of(rules, opponent(rules))
