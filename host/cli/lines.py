"""Positions in, one JSON object per line out: the interface of `turns`, `hint` and `reply`."""

import json
import sys
from collections.abc import Callable

import click

from host.i18n.refusals import BadInput


def answer(positions: tuple, to_object: Callable[[str], dict]) -> None:
    """Print `to_object` of each position, or for `-` of each line of standard input, flushing at once.

    A ValueError is a usage error; with `-` it gives {"line": N, "error": "..."} and the rest go on.
    """
    if not positions:
        raise BadInput("no position: give one in quotation marks, or - to read them from standard input")
    if positions == ("-",):
        for number, line in enumerate(sys.stdin.buffer, 1):
            text = line.decode("utf-8", "replace").strip()
            if text:
                try:
                    found = to_object(text)
                except ValueError as error:
                    found = {"line": number, "error": str(error)}
                click.echo(json.dumps(found))
                sys.stdout.flush()
        return
    texts = _joined(positions)
    for number, text in enumerate(texts, 1):
        try:
            click.echo(json.dumps(to_object(text)))
        except ValueError as error:
            if len(texts) > 1:
                raise BadInput("position %d: %s", number, error) from None
            raise BadInput(error) from None


def _joined(words: tuple) -> list:
    # Join a position that came as three words because it was not quoted.
    texts = []
    left = list(words)
    while left:
        count = 3 if "/" in left[0] and len(left[0].split()) == 1 and len(left) > 2 else 1
        texts.append(" ".join(left[:count]))
        del left[:count]
    return texts
