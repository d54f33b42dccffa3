"""Millisecond ticks that wrap; only this module knows where.

MicroPython's `time.ticks_ms()` counts to 2^30 - 1 and restarts at 0, after about twelve days. All comparisons of times
are made here, so that a board left on over the wrap neither hangs nor fires a timer early.

    >>> elapsed(5, 2**30 - 10)
    15
"""

_MASK = 0x3FFFFFFF
_HALF = 0x20000000


def elapsed(now: int, since: int) -> int:
    """Milliseconds from `since` to `now`, both in 0 ... 2^30 - 1; negative if `since` lies ahead.

    Right for times at most 2^29 ms (six days) apart.
    """
    # the sum first: now - since - 2^29 alone could leave the 31 bits of a small int
    return ((now - since + _HALF) & _MASK) - _HALF


def add(now: int, ms: int) -> int:
    """The tick `ms` milliseconds after `now` (before it, if negative); |ms| below 2^29."""
    return (now + ms) & _MASK
