"""Names that MicroPython's compiler knows and CPython does not, so that the drivers run under test on a host.

There, `@micropython.viper` and `const` do nothing, and the pointers of viper are the objects that they point into.

    try:
        from micropython import const
    except ImportError:
        from picohw import viper as micropython
        from picohw.viper import const, ptr32
"""

from array import array

ptr8 = bytearray
ptr16 = array
ptr32 = array


def viper(function):
    """The function as it is."""
    return function


def const(value):
    """The value as it is."""
    return value
