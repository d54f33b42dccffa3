"""KiCad's text format, read: bracketed lists of words, strings and numbers.

>>> read('(at 1.5 "A \\\\"1")')
['at', '1.5', 'A "1']
"""

import re
from functools import lru_cache

_TOKEN = re.compile(r'\s+|([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+)', re.DOTALL)


class FormatError(ValueError):
    """A file is not in KiCad's text format."""


@lru_cache(4)
def read(text: str) -> list:
    """The outermost list of a text, which is not to be changed; atoms are str.

    Raises FormatError for brackets that do not fit.
    """
    stack, at = [[]], 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if not token:
            raise FormatError(f"character {at}: a string is not closed")
        bracket, string, word = token.groups()
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            if len(stack) < 2:
                raise FormatError(f"character {at}: a bracket closes that was not opened")
            done = stack.pop()
            stack[-1].append(done)
        elif string is not None:
            plain = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], string)
            stack[-1].append(plain)
        elif word is not None:
            stack[-1].append(word)
        at = token.end()
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
