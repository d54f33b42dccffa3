"""Mode `roller`: dice only, for one player or two."""

from companion.lights.scene import NOBODY
from companion.session.mode import Waiting

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Throw


class Roller(Waiting):
    """last: the last throw, None before the first; thrower: its player.

    Two players throw for the start, and dal-dal throws again. side: who throws next; first: A's throw for the start
    while B's is due; begun: whether the first player is known.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.last: Throw | None = None
        self.thrower = NOBODY
        self.side = 0
        self.first = 0
        self.begun = False

    def throw(self, throw: "Throw", players: int) -> None:
        """Note a throw, by the current thrower if there are two players."""
        self.last = throw
        self.thrower = NOBODY if players == 1 else self.side
        if players == 1:
            return
        if self.begun:
            self.side = self.side if throw.dals else 1 - self.side
        elif not self.side:
            self.first = sum(throw)
            self.side = 1
        else:
            self.begun = sum(throw) != self.first
            self.side = 1 if sum(throw) > self.first else 0
            if self.begun:
                self.last = None
