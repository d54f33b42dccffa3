"""Fair throws from injected entropy: each die takes as few bits as choose one of its faces, so there is no bias.

>>> Dice(lambda: 0x0000000E).throw()     # bits 10, then 11
<Throw 34>
"""

from daldos.throws import LONG_DICE

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable

    from companion.shapes import Throw, Throws


class Dice:
    """Throws from `entropy`, a callable that returns 32 random bits as an int; each bit is used once, lowest first.

    ids: the same for the ids of games, which no seed of the throws repeats; None: games have no id.
    """

    def __init__(self, entropy: "Callable[[], int]", ids: "Callable[[], int] | None" = None):
        self._entropy = entropy
        self.ids = ids
        self._low = 0  # unused bits, in halves that are small ints on every runtime
        self._high = 0
        self._left = 0  # bits

    def below(self, count: int) -> int:
        """0 ... count - 1, equally likely; of a count that is no power of two, drawn until it fits."""
        while True:
            number, place = 0, 1
            while place < count:
                number += place * self._bit()
                place *= 2
            if number < count:
                return number

    def new_id(self) -> str:
        """The id of a new game; empty without `ids`."""
        return "%08x%08x" % (self.ids(), self.ids()) if self.ids else ""

    def throw(self, throws: "Throws" = LONG_DICE) -> "Throw":
        """One of these throws, drawn die by die."""
        return throws.draw(self)

    def _bit(self) -> int:
        if not self._left:
            bits = self._entropy()
            self._low = bits & 0xFFFF
            self._high = bits >> 16 & 0xFFFF
            self._left = 32
        elif self._left == 16:
            self._low = self._high
        bit = self._low & 1
        self._low >>= 1
        self._left -= 1
        return bit
