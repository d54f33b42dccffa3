"""xorshift32, the one generator of seeded play: the same numbers on every runtime (Marsaglia 2003, shifts 13, 17, 5).

>>> Xorshift32(1).next()
270369
"""


class Xorshift32:
    """A stream of 32-bit ints from a seed of 1 ... 2^32 - 1; 0, where the stream would stand still, counts as 1."""

    def __init__(self, seed: int):
        self.state = (seed & 0xFFFFFFFF) or 1

    def next(self) -> int:
        """The next 32 bits, never 0."""
        x = self.state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self.state = x
        return x

    def below(self, count: int) -> int:
        """0 ... count - 1, equally likely: the next number's top 31 bits modulo `count`, without the uneven rest."""
        limit = 0x80000000 - 0x80000000 % count
        while True:
            x = self.next() >> 1
            if x < limit:
                return x % count
