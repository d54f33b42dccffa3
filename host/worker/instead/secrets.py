"""CPython: what nobody can guess. Here: nobody else is there, what differs will do."""

from urandom import getrandbits  # MicroPython's own module of this name


def token_hex(count: int) -> str:
    """So many random bytes as text."""
    return "".join(["%02x" % getrandbits(8) for _ in range(count)])


def compare_digest(one: bytes, other: bytes) -> bool:
    """Whether they are equal."""
    return one == other
