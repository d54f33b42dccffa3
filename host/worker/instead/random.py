"""CPython: the Mersenne Twister. Here: the same numbers for the same seed, so that a seed draws the same board.

>>> Random(1).random()
0.13436424411240122
"""

from array import array
from math import cos, log, pi, sin, sqrt

_N, _M = 624, 397
_WORD = 0xFFFFFFFF


class Random:
    """The simulated board's random source; seed: an int from 0 to 2^32 - 1."""

    def __init__(self, seed: int):
        state = array("I", [19650218] * _N)
        for i in range(1, _N):
            before = state[i - 1]
            state[i] = (1812433253 * (before ^ before >> 30) + i) & _WORD
        i = 1
        for _ in range(_N):
            before = state[i - 1]
            state[i] = ((state[i] ^ (before ^ before >> 30) * 1664525) + seed) & _WORD
            i += 1
            if i == _N:
                state[0] = state[_N - 1]
                i = 1
        for _ in range(_N - 1):
            before = state[i - 1]
            state[i] = ((state[i] ^ (before ^ before >> 30) * 1566083941) - i) & _WORD
            i += 1
            if i == _N:
                state[0] = state[_N - 1]
                i = 1
        state[0] = 0x80000000
        self._state = state
        self._at = _N
        self._gauss: float = None

    def _twist(self) -> None:
        state = self._state
        for i in range(_N):
            y = state[i] & 0x80000000 | state[(i + 1) % _N] & 0x7FFFFFFF
            state[i] = state[(i + _M) % _N] ^ y >> 1 ^ (0x9908B0DF if y & 1 else 0)
        self._at = 0

    def getrandbits(self, bits: int) -> int:
        """A random int of up to 32 bits."""
        if self._at >= _N:
            self._twist()
        y = self._state[self._at]
        self._at += 1
        y ^= y >> 11
        y ^= y << 7 & 0x9D2C5680
        y ^= y << 15 & 0xEFC60000
        return (y ^ y >> 18) >> 32 - bits

    def random(self) -> float:
        """From 0 up to 1."""
        high = self.getrandbits(27)
        return (high * 67108864.0 + self.getrandbits(26)) / 9007199254740992.0

    def uniform(self, low: float, high: float) -> float:
        """A random float between the two."""
        return low + (high - low) * self.random()

    def gauss(self, mean: float, deviation: float) -> float:
        """Normally distributed."""
        found = self._gauss
        self._gauss = None
        if found is None:
            angle = self.random() * 2 * pi
            far = sqrt(-2.0 * log(1.0 - self.random()))
            found = cos(angle) * far
            self._gauss = sin(angle) * far
        return mean + found * deviation

    def randrange(self, count: int) -> int:
        """From 0 to count - 1."""
        bits = 0
        while count >> bits:
            bits += 1
        found = self.getrandbits(bits)
        while found >= count:
            found = self.getrandbits(bits)
        return found

    def choice(self, items):
        """One of them."""
        return items[self.randrange(len(items))]
