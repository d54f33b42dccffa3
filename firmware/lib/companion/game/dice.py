"""Fair throws of two long dice from injected entropy: two bits a die, so there is no remainder and no bias.

>>> Dice(lambda: 0x0000000E).throw()     # bits 10, then 11
(3, 4)
"""

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable

    from companion.shapes import Throw


class Dice:
    """Throws from `entropy`, a callable that returns 32 random bits as an int; each bit is used once, lowest first."""

    def __init__(self, entropy: "Callable[[], int]"):
        self._entropy = entropy
        self._low = 0  # unused bits, in halves that are small ints on every runtime
        self._high = 0
        self._dice_left = 0

    def die(self) -> int:
        """One die: 1 (dal) ... 4, equally likely."""
        if not self._dice_left:
            bits = self._entropy()
            self._low = bits & 0xFFFF
            self._high = bits >> 16 & 0xFFFF
            self._dice_left = 16
        elif self._dice_left == 8:
            self._low = self._high
        face = (self._low & 3) + 1
        self._low >>= 2
        self._dice_left -= 1
        return face

    def throw(self) -> "Throw":
        """Two dice, the lower first."""
        first = self.die()
        second = self.die()
        return (first, second) if first <= second else (second, first)
