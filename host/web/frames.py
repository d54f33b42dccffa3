"""What the keys of a page's frames may hold, and how many may come. host.web.commands has the frames themselves."""

import json

from daldos.errors import DaldosError
from host.web.adviser import CHANCES, OF_POSITION

FRAME_MAX = 1024 * 1024  # bytes; a record of a long game has some ten thousand
DATA_MAX = 128 * 1024  # characters of a slice in base64
TEXT_MAX = 900 * 1024  # characters of a record
LINE_MAX = 480  # characters of a line to the board, which takes 512 bytes
HANDS = 10
MM_MAX = 1000.0
SHOWN = tuple(OF_POSITION) + (CHANCES, "bars")  # extra values that a page can request


class FrameError(DaldosError):
    """An invalid frame: what is wrong."""


def is_int(low: int, high: int):
    return lambda value: type(value) is int and low <= value <= high


def is_one_of(*words):
    return lambda value: value in words


def is_text(longest: int):
    return lambda value: type(value) is str and len(value) <= longest


def is_mm(value) -> bool:
    return type(value) in (int, float) and -MM_MAX <= value <= MM_MAX


def is_line(value) -> bool:
    # A flat command to the board, which the board itself interprets.
    return type(value) is dict and "do" in value and len(json.dumps(value)) <= LINE_MAX


HAND = is_int(0, HANDS - 1)
NAME = is_text(8)
SHORT = is_text(200)
TURNS = lambda value: type(value) is list and len(value) <= 2 and all(type(turn) is str for turn in value)  # noqa: E731
BOOL = lambda value: type(value) is bool  # noqa: E731
ARGS = lambda value: type(value) is list and len(value) <= 4 and all(type(word) in (int, str) for word in value)  # noqa: E731
CLOCKS = lambda value: type(value) is list and all(text == "" or _is_clock(text) for text in value)  # noqa: E731


def _is_clock(text) -> bool:
    from daldos.notes import note_of  # not needed by the page's first load

    return note_of("clock=%s" % text) == {"clock": text}


class Allowance:
    """How many more frames or tries to accept: `most` at once, then `rate` per second."""

    def __init__(self, most: int, rate: float):
        self._most, self._rate = most, rate
        self._left, self._at = float(most), 0.0

    def left(self, now_s: float) -> bool:
        """Whether one more is allowed."""
        self._left = min(self._most, self._left + (now_s - self._at) * self._rate)
        self._at = now_s
        return self._left >= 1

    def take(self, now_s: float) -> bool:
        """Accept one more, if allowed."""
        allowed = self.left(now_s)
        self._left -= allowed
        return allowed
