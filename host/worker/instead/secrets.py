"""CPython: secure random numbers. Here: from the browser's generator."""

from binascii import hexlify

from js import Uint8Array, crypto  # the browser's


def token_bytes(count: int) -> bytes:
    """`count` random bytes."""
    found = Uint8Array.new(count)
    crypto.getRandomValues(found)
    return bytes(found)


def token_hex(count: int) -> str:
    """`count` random bytes as hex digits."""
    return hexlify(token_bytes(count)).decode()


def compare_digest(one: bytes, other: bytes) -> bool:
    """Whether they are equal."""
    return one == other
