"""Refusals of the command line, in the system's language.

>>> raise BadInput("distance %r: expected a number of steps from 1 to %d", word, 24)
>>> raise BadInput(error)
"""

import click

from host.i18n.catalogue import system_words


class BadInput(click.UsageError):
    """Invalid input from the user; takes the arguments of Words.say."""

    def __init__(self, what, *values):
        super().__init__(system_words().say(what, *values))


class Failed(click.ClickException):
    """A failure, in the system's language too."""

    def __init__(self, what, *values):
        super().__init__(system_words().say(what, *values))
