"""What the lights show: a message, and for a while something else, as dice that roll or the holes of a new fault.

>>> display = Display()
>>> display.roll(now_ms, player=0, throw=throw)
>>> display.ends(now_ms, hold_ms=800)
False
"""

from companion.lights.scene import Scene
from companion.ticks import elapsed

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Throw

NOTICE_MS = 4000  # a fault is shown this long


class Display:
    """scene: the message; due: it is out of date. rolled: (player, throw) while the dice roll; rolled_ms: when they
    last began to. notice: the holes of a fault being shown, or None. resting: all is dark until something happens."""

    def __init__(self) -> None:
        self.scene = Scene()
        self.rolled: tuple[int, Throw] | None = None
        self.rolled_ms = 0
        self.notice: list[int] | None = None
        self._notice_ms = 0
        self.due = False
        self.resting = False

    def roll(self, now: int, player: int, throw: "Throw") -> None:
        """Roll the dice to this throw; player: for the lights."""
        self.rolled = (player, throw)
        self.rolled_ms = now
        self.scene.kind = "dark"  # the same throw must roll again

    def notify(self, now: int, holes: list[int]) -> None:
        """Show the holes of a hardware fault for a while."""
        self.notice = holes
        self._notice_ms = now

    def ends(self, now: int, hold_ms: int) -> bool:
        """End what has been shown long enough, rolling dice after `hold_ms`; returns whether the message is due."""
        due = self.due
        self.due = False
        if self.rolled and elapsed(now, self.rolled_ms) >= hold_ms:
            self.rolled = None
            due = True
        if self.notice is not None and elapsed(now, self._notice_ms) >= NOTICE_MS:
            self.notice = None
            due = True
        return due
