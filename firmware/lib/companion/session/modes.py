"""Which mode the board is in, and the choice of another one.

>>> modes = Modes(match)
>>> modes.take(WOODEN)
>>> modes.present.enters(match)
True
"""

from companion.console.phases import FAR, MODES, ROLLER, SOLO, WOODEN
from companion.session.mode import Game, Waiting
from companion.ticks import elapsed

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Match, Mode

MENU_SHOWN_MS = 10000  # without a press, the choice of modes closes after this time


class Modes:
    """index: the mode, of MODES; present: its object. own: the board's own match, which waits during mode far."""

    def __init__(self, own: "Match"):
        self.own = own
        self._made: list[Mode | None] = [None for _ in MODES]
        self.take(0)

    def of(self, index: int) -> "Mode":
        """The object of a mode, created when first needed."""
        made = self._made[index]
        if not made:
            made = self._made[index] = _new(index)
        return made

    def take(self, index: int) -> None:
        """Change the mode."""
        self.index = index
        self.present: Mode = self.of(index)


def _new(index: int) -> "Mode":
    # Most boards stay in one mode: the others' modules cost no heap.
    if index == WOODEN:
        from companion.session.wooden import Wooden

        return Wooden()
    if index == ROLLER:
        from companion.session.roller import Roller

        return Roller()
    if index == SOLO:
        from companion.session.solo import Solo

        return Solo()
    if index == FAR:
        from companion.session.lead import Far

        return Far()
    return Game() if index == 0 else Waiting()


class Choice:
    """The choice of modes. entry: the one pointed at, beyond the modes one of `suspects` (holes whose sensor may be
    broken); -1: closed. What the entries are: companion.session.menu."""

    def __init__(self) -> None:
        self.entry = -1
        self.suspects: list[int] = []
        self._offered = False
        self._since_ms = 0

    def open(self, now: int, entry: int, offered: bool = False) -> None:
        """Point at this entry. offered: nobody has asked for it, so it closes when pieces move."""
        self.entry = entry
        self._offered = offered
        self._since_ms = now

    def close(self) -> None:
        self.entry = -1

    def moved(self) -> None:
        """Pieces have moved."""
        if self._offered:
            self.entry = -1

    def ends(self, now: int) -> bool:
        """Close it if nobody has pressed for a while; returns whether it has."""
        if self.entry < 0 or elapsed(now, self._since_ms) < MENU_SHOWN_MS:
            return False
        self.entry = -1
        return True
