"""The command line in the system's language: every command's help and error messages.

The commands define their help in English; here it is translated before one of them runs. click's own texts pass through
its `_` and `ngettext`, which are replaced here.

>>> speak(cli, words("da"))
"""

import importlib

import click

import config
from daldos.geometry import N_MAX
from host.cli.types import BOARD_RULES_HELP, RULES_HELP, rules_help
from host.i18n.catalogue import Words

MODULES = ("core", "decorators", "exceptions", "formatting", "parser", "types")  # click's, with texts


def speak(command: click.Command, t: Words) -> None:
    """Translate a command, its options and its subcommands by these Words."""
    if t.language == "en":
        return
    for name in MODULES:
        module = importlib.import_module(f"click.{name}")
        for own, other in (("_", t), ("ngettext", lambda one, many, count: t(one if count == 1 else many))):
            if hasattr(module, own):
                setattr(module, own, other)
    _put(command, t)


def paragraphs(text: str) -> list:
    """The paragraphs of a help text, one line each."""
    return [" ".join(part.split()) for part in text.split("\n\n")]


def _put(command: click.Command, t: Words) -> None:
    if command.help:
        command.help = "\n\n".join(t(part) for part in paragraphs(command.help))
    if command.short_help:
        command.short_help = t(command.short_help)
    if command.epilog in (RULES_HELP, BOARD_RULES_HELP):
        command.epilog = rules_help(N_MAX if command.epilog == RULES_HELP else config.N, t)
    for param in command.params:
        if isinstance(param, click.Option) and param.help:
            param.help = t(param.help)
    for below in getattr(command, "commands", {}).values():
        _put(below, t)
