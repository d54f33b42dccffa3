"""Kinds of words on the command line that several commands take."""

import click

import config
from daldos.geometry import N_MAX
from daldos.rules import OPTIONS, RULESETS, Rules, parse_rules


def _rules_help(n_max: int) -> str:
    options = []
    for option, values in OPTIONS:
        possible = [value for value in values if option != "n" or int(value) <= n_max]
        options.append(f"{option}: {', '.join(possible)}")
    names = ", ".join(name for name, _ in RULESETS)
    return f"RULES is a ruleset, one of {names}, with options changed as in danish,lose_at=1. The options: " + (
        "; ".join(options) + "."
    )


RULES_HELP = _rules_help(N_MAX)
BOARD_RULES_HELP = _rules_help(config.N)  # on a board with so many holes a row


class RulesType(click.ParamType):
    """A ruleset with its options, as Rules."""

    name = "RULES"

    def convert(self, value, param, ctx):
        if isinstance(value, Rules):
            return value
        try:
            return parse_rules(value)
        except ValueError as error:
            raise click.UsageError(str(error), ctx) from None


RULES = RulesType()
SEED = click.IntRange(0, 2**32 - 1)
