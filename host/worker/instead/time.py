"""CPython: clocks. Here: MicroPython's, and the one that is missing."""

from js import performance  # the browser's
from utime import *  # noqa: F403  MicroPython's own module of this name


def monotonic() -> float:
    """Seconds by a monotonic clock, even in a page open for weeks: ticks wrap after 12 days."""
    return performance.now() / 1000
