"""The button as pressed on a page: held as long as there, but never too briefly to be detected.

A mouse click can last less than a millisecond, and several may queue while the board is busy; each level is held for
MIN_SCANS scans before the next.

>>> button = HeldButton(); button.set(True); button.set(False)
>>> [button.level() for _ in range(MIN_SCANS + 1)]
[True, True, True, True, True, True, True, False]
"""

MIN_SCANS = 7  # well over the debounce of BUTTON_MS
REST_SCANS = 30  # after a press made by the program
WAITING_MAX = 8  # queued levels; further ones are dropped in pairs, so that the button never stays pressed


class HeldButton:
    """`level()` is called once per scan."""

    def __init__(self):
        self.down = False
        self._left = 0  # scans for which to hold the level
        self._waiting = []  # (level, scans)

    def set(self, down: bool) -> None:
        """The page's button is now pressed, or not."""
        last = self._waiting[-1][0] if self._waiting else self.down
        if down != last:
            if len(self._waiting) >= WAITING_MAX:
                self._waiting.pop()
            else:
                self._waiting.append((down, MIN_SCANS))

    def press(self, scans: int) -> None:
        """A whole press that lasts this many scans."""
        self._waiting += [(True, scans), (False, REST_SCANS)]

    def level(self) -> bool:
        """The level at the next scan."""
        self._left = max(0, self._left - 1)
        if self._waiting and not self._left:
            self.down, self._left = self._waiting.pop(0)
        return self.down
