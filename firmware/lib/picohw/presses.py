"""Whether the button is down, and was: also for a press that came and went while nothing could look.

While the flash is erased nothing runs, for 400 ms at worst; the edges of a press that came and went meanwhile are
latched, and known as soon as it is over.

>>> presses = Presses(button, time, entropy.stir)
>>> presses.down(scan.codes)
False
"""

MISSED_MS = 30  # since the last look: a press may have come and gone
MISSED_STEPS = 4  # such a press counts as held for so many looks, long enough for the debounce


class Presses:
    """button: picohw.button's. stir: takes the ticks of each new edge, and the codes of the last scan."""

    def __init__(self, button, clock, stir):
        self._button = button
        self._clock = clock
        self._stir = stir
        self._edge_us = button.edge_us
        self._looked_ms = clock.ticks_ms()
        self._looks = 0  # in a row at which it was down, up to MISSED_STEPS
        self._steps = 0

    def edge(self) -> bool:
        """Whether there was an edge since the last look."""
        return self._button.edge_us != self._edge_us

    def watched(self) -> None:
        """Nothing can have come and gone until now."""
        self._looked_ms = self._clock.ticks_ms()

    def down(self, codes) -> bool:
        """Look at the button."""
        down = self._button.down()
        now = self._clock.ticks_ms()
        if self.edge():
            self._edge_us = self._button.edge_us
            self._stir(self._edge_us, codes)
            new = self._looks < MISSED_STEPS  # not yet known as a press; it may end at once
            if new and self._clock.ticks_diff(now, self._looked_ms) >= MISSED_MS:
                self._steps = MISSED_STEPS
        self._looked_ms = now
        self._looks = min(self._looks + 1, MISSED_STEPS) if down else 0
        if self._steps:
            self._steps -= 1
            return True
        return down
