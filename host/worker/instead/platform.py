"""CPython: which system this is. Here: MicroPython."""


def python_implementation() -> str:
    """As CPython writes it."""
    return "MicroPython"
