"""Kinds of words on the command line that several commands take."""

import click

from daldos.rules import OPTIONS, RULESETS, Rules, parse_rules

RULES_HELP = f"""RULES is a ruleset, one of {", ".join(name for name, _ in RULESETS)}, with options changed as in \
danish,lose_at=1. The options: {"; ".join(f"{option}: {', '.join(values)}" for option, values in OPTIONS)}."""


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
