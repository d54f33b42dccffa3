"""CPython: what nobody can guess. Here: of the browser's own generator."""

from binascii import hexlify

from js import Uint8Array, crypto  # the browser's


def token_bytes(count: int) -> bytes:
    """So many random bytes."""
    found = Uint8Array.new(count)
    crypto.getRandomValues(found)
    return bytes(found)


def token_hex(count: int) -> str:
    """So many random bytes as text."""
    return hexlify(token_bytes(count)).decode()


def compare_digest(one: bytes, other: bytes) -> bool:
    """Whether they are equal."""
    return one == other
