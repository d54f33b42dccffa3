"""CPython: clocks. Here: MicroPython's, and the one that is missing."""

from js import performance  # the browser's
from utime import *  # noqa: F403  MicroPython's own module of this name


def monotonic() -> float:
    """Seconds by a clock that only runs on, also in a page that is open for weeks: ticks begin again after 12 days."""
    return performance.now() / 1000
