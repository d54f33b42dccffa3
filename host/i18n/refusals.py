"""Refusals of the command line, one line each.

>>> raise BadInput("distance %r: expected a number of steps from 1 to %d", word, 24)
>>> raise BadInput(error)
"""

import contextlib

import click

from host.i18n.catalogue import words


class BadInput(click.UsageError):
    """Invalid input from the user; takes the arguments of Words.say."""

    def __init__(self, what, *values):
        super().__init__(words("en").say(what, *values))


class Failed(click.ClickException):
    """A failure that is not the user's; takes the same arguments."""

    def __init__(self, what, *values):
        super().__init__(words("en").say(what, *values))


@contextlib.contextmanager
def files_told(folder):
    """What cannot be read, written or understood is invalid input; folder: named where an error names no file."""
    try:
        yield
    except OSError as error:
        raise BadInput("%s: %s", error.filename or folder, error.strerror) from None
    except ValueError as error:
        raise BadInput(error) from None
