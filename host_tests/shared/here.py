"""Helpers for shared tests on every runtime: locking the heap, a board of plain codes, checking refusals."""

from array import array

import config
from companion.sensing.wiring import hole_names, hole_slots

try:
    from micropython import heap_lock, heap_unlock
except ImportError:

    def heap_lock():
        """On CPython, which cannot lock its heap, do nothing."""

    def heap_unlock():
        pass


NAMES = hole_names(config)
SLOTS = hole_slots(config)


def error_of(kind, call, *given) -> str:
    """The error text of this call, which must be refused."""
    try:
        call(*given)
    except kind as error:
        return str(error)
    raise AssertionError("%r was taken" % (given,))


def told(findings) -> list:
    """(code, where) of each."""
    return [fault[:2] for fault in findings]


def blank(half=2048):
    """A scan of an empty board."""
    scan = array("H", [half] * 65)
    for q in range(4):
        scan[q * 16] = 5
        scan[q * 16 + 1] = min(4095, 2 * half)
    return scan
