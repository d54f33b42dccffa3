"""Dice that neither end can influence: two SHA-256 chains, fixed at the start, and the HMAC of a link of each.

>>> chain = Chain(bytes(32))
>>> sha256(chain.link(1)) == chain.tip, sha256(chain.link(2)) == chain.link(1)
(True, True)
>>> dice(chain.link(1), Chain(bytes(31) + b"1").link(1), 1)
(4, 3)
"""

import hashlib

LINKS = 1000  # in a chain
FEW = 50  # with fewer links left, a new chain follows
_BLOCK = 64  # block size of SHA-256 in bytes


def sha256(data: bytes) -> bytes:
    digest: bytes = hashlib.sha256(data).digest()
    return digest


def hmac(key: bytes, data: bytes) -> bytes:
    """HMAC-SHA256 (RFC 2104), for which MicroPython has no module."""
    if len(key) > _BLOCK:
        key = sha256(key)
    key = key + bytes(_BLOCK - len(key))
    inner = sha256(bytes([byte ^ 0x36 for byte in key]) + data)
    return sha256(bytes([byte ^ 0x5C for byte in key]) + inner)


def dice(a: bytes, b: bytes, throw: int) -> tuple[int, int]:
    """The dice (1 to 4 each) of throw number `throw`, from 1, given the links of seats a and b."""
    first = hmac(a, b + bytes([throw >> 24 & 255, throw >> 16 & 255, throw >> 8 & 255, throw & 255]))[0]
    return 1 + (first & 3), 1 + (first >> 2 & 3)


class Chain:
    """The chain that ends in `secret`, 32 random bytes. tip: the published hash; link(1) is its preimage."""

    def __init__(self, secret: bytes, links: int = LINKS):
        if len(secret) != 32:
            raise ValueError("a secret of %d bytes: expected 32" % len(secret))
        self.links = links
        self._secret = secret
        self.tip = self.link(0)

    def link(self, number: int) -> bytes:
        """Link `number`, from 1; hashing again each time costs less than storing them all."""
        if not 0 <= number <= self.links:
            raise ValueError("link %d: the chain has %d" % (number, self.links))
        link = self._secret
        for _ in range(self.links - number):
            link = hashlib.sha256(link).digest()
        return link
