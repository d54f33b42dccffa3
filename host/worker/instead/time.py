"""CPython: clocks. Here: MicroPython's, and the one that is missing."""

from utime import *  # noqa: F403  MicroPython's own module of this name
from utime import ticks_ms


def monotonic() -> float:
    """Seconds by a clock that only runs on."""
    return ticks_ms() / 1000
