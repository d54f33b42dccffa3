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
from host.i18n.catalogue import Words, n

CLICKS = (  # click's own texts that users of these commands can see
    n("Usage:"),
    n("Options"),
    n("Commands"),
    n("default: {default}"),
    n("required"),
    n("Show this message and exit."),
    n("Show the version and exit."),
    n("No such option {name!r}."),
    n("No such command {name!r}."),
    n("Did you mean {possibility}?"),
    n("(Did you mean one of: {possibilities}?)"),
    n("Option {name!r} requires an argument."),
    n("Option {name!r} does not take a value."),
    n("Got unexpected extra argument ({args})"),
    n("Got unexpected extra arguments ({args})"),
    n("Missing command."),
    n("Missing argument"),
    n("Missing option"),
    n("Missing parameter"),
    n("Invalid value: {message}"),
    n("Invalid value for {param_hint}: {message}"),
    n("{value!r} is not a valid {number_type}."),
    n("{value} is not in the range {range}."),
    n("{value!r} is not {choice}."),
    n("{value!r} is not one of {choices}."),
    n("{name} {filename!r} does not exist."),
    n("{name} {filename!r} is a directory."),
    n("{name} {filename!r} is a file."),
)
_MODULES = ("core", "decorators", "exceptions", "formatting", "parser", "types")


def speak(command: click.Command, t: Words) -> None:
    """Translate a command, its options and its subcommands by these Words."""
    if t.language == "en":
        return
    for name in _MODULES:
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
