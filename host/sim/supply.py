"""The supply of a fake board: what it and its half-rail reference give, with tolerance, drift and ripple.

>>> supply = Supply(random.Random(1), drift=True)
>>> supply.advance(2000)
True
"""

import math

from host.sim import physics
from host.sim.wires import SUPPLY_ONE

_REFRESH_MS = 1000  # how often the slow drift is updated


class Supply:
    """warm: how warm the board is, from -1 to 1, 0 at the start."""

    def __init__(self, random, drift: bool):
        self.warm = 0.0
        self._rail = 1.0 + physics.RAIL_TOLERANCE * random.uniform(-1, 1)
        self._divider = 0.5 * (1.0 + physics.HALF_TOLERANCE * random.uniform(-1, 1))
        self._drift = drift
        self._now_ms = 0

    def advance(self, now_ms: int) -> bool:
        """Let time pass; returns whether all levels must be worked out again."""
        if abs(now_ms - self._now_ms) < _REFRESH_MS:
            return False
        self._now_ms = now_ms
        if self._drift:
            slow, fast = physics.DRIFT_PERIODS_MS
            turn = 2 * math.pi * now_ms
            self.warm = 0.7 * math.sin(turn / slow) + 0.3 * math.sin(turn / fast)
        return True

    def volts(self) -> float:
        """The supply, 1.0 as it should be."""
        return self._rail * (1.0 + physics.RAIL_DRIFT * self.warm)

    def half(self, rail: float) -> float:
        """The half rail of this rail."""
        return rail * self._divider

    @staticmethod
    def ripple(now_ms: int) -> int:
        """What the converter sees of it, SUPPLY_ONE as it should be."""
        return SUPPLY_ONE + int(SUPPLY_ONE * physics.RIPPLE * math.sin(2 * math.pi * now_ms / physics.RIPPLE_MS))
