"""Hashes of far games, and dice that neither end can choose: two chains of SHA-256, and the HMAC of a link of each.

>>> sha256(link(bytes(32), 1)) == link(bytes(32), 0)
True
>>> made = dice(link(b"\\1" * 32, 1), link(b"\\2" * 32, 1), 1, LONG_DICE)
>>> next(made), next(made)
((3, 1), (2, 3))
"""

import hashlib

STICKS = "sticks"
LINKS = 4096  # of a chain; the last is its secret
_BLOCK = 64  # bytes, of SHA-256
_APART, _CHAINS = 64, 8
_marks: dict = {}  # secret -> its links, each _APART before the last one: a whole chain takes long to walk
_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"


def sha256(data: bytes) -> bytes:
    """The SHA-256 of this."""
    return hashlib.sha256(data).digest()


def hmac(key: bytes, data: bytes) -> bytes:
    """HMAC-SHA256 (RFC 2104), which MicroPython has no module for; key: at most 64 bytes."""
    key = key + bytes(_BLOCK - len(key))
    inner = sha256(bytes([byte ^ 0x36 for byte in key]) + data)
    return sha256(bytes([byte ^ 0x5C for byte in key]) + inner)


def link(secret: bytes, number: int) -> bytes:
    """Link `number` of the chain that ends in the secret; link 0 is its tip."""
    if secret not in _marks:
        if len(_marks) == _CHAINS:
            _marks.clear()
        _marks[secret] = [secret]
        for _ in range(LINKS // _APART):
            _marks[secret].append(_walked(_marks[secret][-1], _APART))
    back = LINKS - number
    return _walked(_marks[secret][back // _APART], back % _APART)


def _walked(found: bytes, count: int) -> bytes:
    for _ in range(count):
        found = hashlib.sha256(found).digest()
    return found


def links_before(last: bytes, count: int) -> list:
    """The last link and the `count` links before it, the earliest first."""
    found = [last]
    for _ in range(count):
        found.append(sha256(found[-1]))
    return found[::-1]


def dice(a: bytes, b: bytes, throw: int, throws):
    """What is thrown with these dice (a table of daldos.throws), without end, from the links of seats a and b."""
    made = _bytes(a, b, throw)
    while True:
        if throws.name == STICKS:  # the white sides of four, none is a 6
            yield (sum([next(made) & 1 for _ in range(4)]) or 6,)
        else:
            yield tuple([1 + (next(made) & 3) for _ in range(throws.count)])


def _bytes(a: bytes, b: bytes, throw: int):
    block = hmac(a, b + throw.to_bytes(4, "big"))
    while True:
        yield from block
        block = sha256(block)


def game_of(key: bytes) -> bytes:
    """The 10 bytes that name the game of a KEY."""
    return sha256(b"daldos game " + key)[:10]


def next_game(game: bytes, key: "bytes | None", seat: str) -> tuple:
    """The GAME and KEY of the game that follows when this seat has pressed *Play again*; an onlooker has no KEY."""
    told = game + seat.encode()
    return sha256(b"daldos next " + told)[:10], hmac(key, b"next " + told)[:16] if key else None


def game_text(game: bytes) -> str:
    """A game's name as 16 letters of base32."""
    bits, found = int.from_bytes(game, "big"), ""
    for _ in range(16):
        found = _BASE32[bits & 31] + found
        bits >>= 5
    return found


def hashed(acts: list, count: int) -> bytes:
    """H: one hash of the first `count` acts of a log."""
    found = bytes(32)
    for act in acts[:count]:
        found = sha256(found + act)
    return found
