"""Mode `roller`: dice only, those of the rules, for one player or two."""

from companion.lights.scene import NOBODY
from companion.session.mode import Waiting

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Rules, Throw


class Roller(Waiting):
    """last: the last throw, None before the first; thrower: its player.

    Two players throw for the start, and what throws again in the game does so here. side: who throws next; first: A's
    throw for the start while B's is due; begun: whether the first player is known.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.last: Throw | None = None
        self.thrower = NOBODY
        self.side = 0
        self.first: Throw | None = None
        self.begun = False

    def throw(self, throw: "Throw", players: int, rules: "Rules") -> None:
        """Note a throw of these rules' dice, by the current thrower if there are two players."""
        self.last = throw
        self.thrower = NOBODY if players == 1 else self.side
        if players == 1:
            return
        if self.begun:
            self.side = self.side if rules.again(throw, len(throw)) else 1 - self.side
        elif not self.first:
            self.first = throw
            self.side = 1
        else:
            lead = rules.lead(self.first, throw)
            self.begun = lead != 0
            self.side = 1 if lead < 0 else 0
            self.first = None
            if self.begun:
                self.last = None
