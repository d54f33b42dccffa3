"""CPython: the Mersenne Twister. Here: the project's own generator, for what a simulated board draws.

>>> Random(1).randrange(6)
3
"""

from math import cos, log, pi, sqrt

from daldos.prng import Xorshift32


class Random:
    """The simulated board's random source; seed: an int from 0 to 2^32 - 1."""

    def __init__(self, seed: int):
        self._stream = Xorshift32(seed * 2654435761 + 1)  # neighbouring seeds begin far apart

    def uniform(self, low: float, high: float) -> float:
        """A random float between the two."""
        return low + (high - low) * (self._stream.next() / 4294967296)

    def random(self) -> float:
        """From 0 up to 1."""
        return self.uniform(0.0, 1.0)

    def gauss(self, mean: float, deviation: float) -> float:
        """Normally distributed."""
        far = sqrt(-2.0 * log(1.0 - self.random()))
        return mean + deviation * far * cos(self.uniform(0.0, 2 * pi))

    def randrange(self, count: int) -> int:
        """From 0 to count - 1."""
        return self._stream.below(count)

    def choice(self, items):
        """One of them."""
        return items[self.randrange(len(items))]
