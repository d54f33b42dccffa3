"""KiCad's text format, read: bracketed lists of words, strings and numbers.

>>> read('(at 1.5 "A \\\\"1")')
['at', '1.5', 'A "1']
"""

import re
from functools import lru_cache

_TOKEN = re.compile(r'([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+)|"', re.DOTALL)  # the last is never closed


class FormatError(ValueError):
    """A file is not in KiCad's text format."""


@lru_cache(8)
def read(text: str) -> list:
    """The outermost list of a text, which is not to be changed; atoms are str.

    Raises FormatError for brackets that do not fit.
    """
    stack = [[]]
    for token in _TOKEN.finditer(text):
        kind, at = token.lastindex, token.start()
        if kind == 3:
            stack[-1].append(token[3])
        elif kind == 2:
            stack[-1].append(re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], token[2]))
        elif kind is None:
            raise FormatError(f"character {at}: a string is not closed")
        elif token[1] == "(":
            stack.append([])
        elif len(stack) < 2:
            raise FormatError(f"character {at}: a bracket closes that was not opened")
        else:
            done = stack.pop()
            stack[-1].append(done)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise FormatError("expected one list, all its brackets closed")
    return stack[0][0]


def every(node: list, name: str) -> "list[list]":
    """The lists of this name directly inside a list."""
    return [item for item in node if isinstance(item, list) and item and item[0] == name]


def first(node: list, name: str) -> list:
    """The first list of this name directly inside; an empty one if there is none."""
    return next(iter(every(node, name)), [])


def numbers(node: list) -> "list[float]":
    """The numbers of a list such as `(at 1 2 90)`."""
    return [float(value) for value in node[1:] if not isinstance(value, list)]
