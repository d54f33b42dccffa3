"""Keys from the keyboard one by one, those typed ahead too.

>>> with Keys() as keys:
...     key = keys.next()
>>> split(" \\x1b[Cq")
[' ', '\\x1b[C', 'q']
"""

import os
import sys

import click

try:
    import termios
    import tty
except ImportError:  # Windows
    termios = tty = None

END = "\x04"  # Ctrl-D


def split(text: str) -> list:
    """The keys of what a terminal has sent; an arrow is three or more characters."""
    keys = []
    while text:
        end = 1
        if text[:2] in ("\x1b[", "\x1bO"):
            end = 3
            while end < len(text) and not text[end - 1].isalpha() and text[end - 1] != "~":
                end += 1
        keys.append(text[:end])
        text = text[end:]
    return keys


class Keys:
    """The keyboard, as long as it is entered. click.getchar would drop what is typed while nobody reads."""

    def __init__(self):
        self._waiting: list = []
        self._before = None

    def __enter__(self):
        if termios:
            self._before = termios.tcgetattr(sys.stdin.fileno())
            tty.setcbreak(sys.stdin.fileno(), termios.TCSADRAIN)
        return self

    def __exit__(self, *_):
        if self._before:
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._before)

    def next(self) -> str:
        """The next key; empty at the end of the input."""
        while not self._waiting:
            text = os.read(sys.stdin.fileno(), 1024).decode("utf-8", "replace") if self._before else click.getchar()
            if text in ("", END):
                return ""
            self._waiting = split(text)
        return self._waiting.pop(0)
