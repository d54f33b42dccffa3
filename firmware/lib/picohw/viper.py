"""What MicroPython's native emitters have and CPython has not, so that the drivers run under test on a host.

On MicroPython the compiler itself knows `@micropython.viper` and `ptr8`, `ptr16`, `ptr32`: memory as an array of
words. Here they do nothing: a register block under test is any object that can be indexed.

    try:
        import micropython
    except ImportError:
        from picohw.viper import micropython, ptr32
"""


class ptr32:
    """Memory as 32-bit words; on a host the object itself."""

    def __new__(cls, memory):
        return memory

    def __getitem__(self, place: int) -> int:
        raise NotImplementedError

    def __setitem__(self, place: int, word: int) -> None:
        raise NotImplementedError


class ptr16(ptr32):
    """Memory as 16-bit words."""


class ptr8(ptr32):
    """Memory as bytes."""


class micropython:
    """Stands in for the module of that name."""

    @staticmethod
    def viper(function):
        """The function as it is."""
        return function
