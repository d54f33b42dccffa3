"""What MicroPython's compiler knows by itself and CPython does not, so that one inner loop serves both.

There `@micropython.viper` does nothing, and a pointer is the object that it points into.

    try:
        import micropython
    except ImportError:
        from daldos.ai import native as micropython
        from daldos.ai.native import ptr8, ptr16
"""

ptr8 = bytearray
ptr16 = list


def viper(function):
    """The function as it is."""
    return function
