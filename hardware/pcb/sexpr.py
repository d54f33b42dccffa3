"""KiCad's text format: bracketed lists of words, strings and numbers, written and read.

A list is a Python list; a word such as `yes` is a str, a string that stands in quotes a Text. Numbers are written with
at most six decimals (KiCad counts nanometres), so that the same value is always the same bytes.

    >>> write(["at", 1.5, -2, Text("A1")])
    '(at 1.5 -2 "A1")\\n'
    >>> read('(at 1.5 "A \\\\"1")')
    ['at', '1.5', 'A "1']
"""

import re
import uuid

_TOKEN = re.compile(r'\s+|([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+)', re.DOTALL)
_NAMES = uuid.UUID("8d0b7f4e-6c1e-5d5a-9d53-da1d05b0a4d5")  # the name space of all identifiers of the boards


class Text(str):
    """A string in quotes."""


class FormatError(ValueError):
    """A file is not in KiCad's text format."""


def ident(*names) -> list:
    """The `uuid` entry of a thing with this name: the same name gives the same identifier, on every machine."""
    return ["uuid", Text(uuid.uuid5(_NAMES, "/".join(map(str, names))))]


def number(value: float) -> str:
    """A length in mm or an angle, six decimals at most, no trailing zeros, no minus before zero."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _atom(value) -> str:
    if isinstance(value, Text):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(value, str):
        return value
    return number(value)


def _flat(node) -> str:
    if not isinstance(node, list):
        return _atom(node)
    return "(" + " ".join(_flat(item) for item in node) + ")"


def write(node: list, depth: int = 0) -> str:
    """The text of a list, one short list a line, LF line ends."""
    flat = _flat(node)
    if len(flat) + depth <= 118 or not any(isinstance(item, list) for item in node):
        return "\t" * depth + flat + "\n"
    head = []
    rest = list(node)
    while rest and not isinstance(rest[0], list):
        head.append(_atom(rest.pop(0)))
    lines = ["\t" * depth + "(" + " ".join(head) + "\n"]
    for item in rest:
        lines.append(write(item, depth + 1) if isinstance(item, list) else "\t" * (depth + 1) + _atom(item) + "\n")
    return "".join(lines) + "\t" * depth + ")\n"


def read(text: str) -> list:
    """The outermost list of a text; atoms are str, in quotes Text. Raises FormatError for brackets that do not fit."""
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
            stack[-1].append(Text(plain))
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
