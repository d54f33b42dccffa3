"""The learnt nets, one module per ruleset, made by `python -m lab train`; and the choice of a net for other rules.

>>> opponent = opponent_for(parse_rules("danish,jump=any"))
"""

from daldos.ai.kernel import KernelOpponent, counter_for, kernel_for
from daldos.ai.opponent import Opponent
from daldos.ai.tables import table_of
from daldos.rules import OPTIONS, Rules, parse_rules
from daldos.throws import LONG_DICE

NETS = ("danish", "ostergaard", "norwegian", "mary-rose", "cerne-abbey", "naesheim")

# How much each option matters for a net; others count 1. The length of a row is handled separately.
_APART = {"n": 0, "one_piece": 4, "prow_hole": 3, "dal_order": 2}


def nearest(rules: Rules) -> str:
    """The name of the ruleset whose net plays for the rules: its own, or the one that differs least."""
    if rules.text in NETS:
        return rules.text
    best = ""
    least = 1000
    for name in NETS:
        known = parse_rules(name)
        # a smaller board leaves pieces without their own inputs, and the length of a row matters most
        off = 8 * (rules.n - known.n) if rules.n >= known.n else 6 * (known.n - rules.n)
        for option, _ in OPTIONS:
            if getattr(rules, option) != getattr(known, option):
                off += _APART.get(option, 1)
        if off < least:
            best, least = name, off
    return best


def weights_of(name: str) -> bytes:
    """The weights of a ruleset; loads only these."""
    if name == "danish":
        from daldos.ai.nets.danish import WEIGHTS
    elif name == "ostergaard":
        from daldos.ai.nets.ostergaard import WEIGHTS
    elif name == "norwegian":
        from daldos.ai.nets.norwegian import WEIGHTS
    elif name == "mary-rose":
        from daldos.ai.nets.mary_rose import WEIGHTS
    elif name == "cerne-abbey":
        from daldos.ai.nets.cerne_abbey import WEIGHTS
    elif name == "naesheim":
        from daldos.ai.nets.naesheim import WEIGHTS
    else:
        raise ValueError("no net for %r" % name)
    return WEIGHTS


def learnt(rules: Rules) -> bool:
    """Whether there is a net for these rules: relatives have none, nor have other dice."""
    return not rules.relative and rules.throws is LONG_DICE


def opponent_for(rules: Rules, table: bytes | None = None, name: str = "") -> Opponent:
    """The opponent under these rules; `table`: the solved endings of exactly these rules, if not frozen in here.

    name: of the nearest ruleset, if it is known. Without a learnt net the pieces are counted.
    """
    if not learnt(rules):
        kernel = counter_for(rules)
        if kernel:
            return KernelOpponent(rules, kernel)
        from daldos.ai.material import Material

        return Opponent(rules, Material(rules))
    name = name or nearest(rules)
    weights, board = weights_of(name), parse_rules(name).board
    solved = table or table_of(rules.text)
    kernel = kernel_for(rules, weights, board, solved)
    if kernel:
        return KernelOpponent(rules, kernel)
    from daldos.ai.endings import Endings  # not needed with a kernel
    from daldos.ai.evaluation import Evaluator

    return Opponent(rules, Evaluator(rules, weights, board), Endings(rules, solved) if solved else None)
