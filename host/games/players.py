"""The players of a side, and the sources of dice: small classes, one interface each.

>>> players_of("solo", board_side=1, level=3)
(Here(), Level(3))
"""

from typing import Any

from companion.game.mind import Mind


class Here:
    """Somebody at this page, who moves pieces one by one, and ends the turn by `end`.

    here: whether the player is at this page; thinks: whether `choose` of Level finds the turn slice by slice.
    """

    here = True
    thinks = False


class Level(Here):
    """The opponent at one of its levels."""

    here = False
    thinks = True

    def __init__(self, level: int):
        self.level = level
        self._mind: Any = None  # a Mind or a Thought
        self._about: tuple = ()

    def choose(self, game) -> "int | None":
        """Think about the throw for one slice; returns the packed turn once chosen."""
        about = (game.position_text(), len(game.plies))
        if about != self._about:
            self._about, self._mind = about, Mind(game, self.level)
        return self._mind.turn if self._mind.step() else None


class Afar(Here):
    """Somebody elsewhere, whose turns arrive by themselves."""

    here = False


class Thrown:
    """Dice that the program throws for the player."""

    def due(self, match) -> str:
        """How the next throw is made: `throw`, on request; `dice`, own dice; empty: by itself."""
        return "throw"


class Entered(Thrown):
    """The players' own dice: they enter the throw. A throw already made stays."""

    def due(self, match) -> str:
        return "throw" if match.pending else "dice"


class Linked(Thrown):
    """The common dice of both ends of a far game."""

    def due(self, match) -> str:
        return ""


def players_of(mode: str, board_side: int, level: int) -> tuple:
    """The players of A and B in a mode of the board."""
    if mode != "solo":
        return (Here(), Here())
    return tuple(Level(level) if side == board_side else Here() for side in (0, 1))
