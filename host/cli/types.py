"""Parameter types shared by several commands."""

import difflib

import click

import config
from companion.console.protocol import CHOICES
from daldos.geometry import N_MAX
from daldos.rules import DEFAULT, FINDS, OPTIONS, RELATIVES, RULESETS, Rules, parse_rules
from host.i18n.refusals import BadInput
from host.sim.stores import TextFileError, check_writable


def rules_help(n_max: int) -> str:
    """Describes RULES for a board with that many holes per row."""
    options = []
    for option, values in OPTIONS:
        possible = [value for value in values if option != "n" or int(value) <= n_max]
        options.append(f"{option}: {', '.join(possible)}")
    names = ", ".join(name for name, _ in RULESETS + FINDS)
    changed = f"The options: {'; '.join(options)}."
    return f"RULES is a ruleset, one of {names}, with options changed as in danish,lose_at=1. {changed}"


_OF_RELATIVES = f" Relatives have options of their own: {', '.join(RELATIVES)}."
BOARD_RULES_HELP = rules_help(config.N) + _OF_RELATIVES
RULES_HELP = rules_help(N_MAX) + _OF_RELATIVES


class RulesType(click.ParamType):
    """A ruleset with its options, as Rules."""

    name = "RULES"

    def convert(self, value, param, ctx):
        if isinstance(value, Rules):
            return value
        try:
            return parse_rules(value)
        except ValueError as error:
            raise BadInput(error) from None


class OutFile(click.File):
    """A file that a command writes at its end; it is checked beforehand."""

    def convert(self, value, param, ctx):
        if isinstance(value, str) and value != "-":
            try:
                check_writable(value)
            except TextFileError as error:
                raise BadInput("file %s", error) from None
        return super().convert(value, param, ctx)


class PageRulesType(RulesType):
    """The same, for at most as many holes as the board has."""

    def convert(self, value, param, ctx):
        rules = super().convert(value, param, ctx)
        if rules.n > config.N:
            raise BadInput("--rules %s: the board has %s holes in a row, not %s", rules.text, config.N, rules.n)
        return rules


RULES = RulesType()
RULES_OPTION = click.option("--rules", type=RULES, default=DEFAULT, show_default=True, help="Ruleset and options.")
JSON = click.option("--json", "as_json", is_flag=True, help="JSON in a terminal, too.")
MAGNETS = click.Choice(["nominal", "worst", "best"])
OUT = OutFile("w", encoding="utf-8", lazy=True)
SEED = click.IntRange(0, 2**32 - 1)


def of_a_table(rules: RulesType):
    """The options of commands with a simulated board, as a decorator: rules of this type, mode, magnets, dalled."""
    told = "Rules of the next game [default: those saved, or danish]."
    options = (
        click.option("--dalled", is_flag=True, help="Pieces of two heights: the board sees which are dalled."),
        click.option("--magnets", type=MAGNETS, default="nominal", show_default=True, help="Tolerances."),
        click.option("--mode", type=click.Choice(CHOICES["mode"]), help="Mode of the board."),
        click.option("--rules", type=rules, help=told),
    )

    def add(command):
        for option in options:
            command = option(command)
        return command

    return add


class Commands(click.Group):
    """The commands; a wrong word is answered with the one that was probably meant."""

    def resolve_command(self, ctx, args):
        if self.get_command(ctx, args[0]) is None:
            lists = f"{ctx.command_path} --help" if ctx.parent else "daldos help"
            near = difflib.get_close_matches(args[0], self.list_commands(ctx), 1)
            meant = f"did you mean '{near[0]}'?" if near else f"`{lists}` lists them"
            raise click.UsageError(f"no command '{args[0]}': {meant}", ctx)
        return super().resolve_command(ctx, args)
