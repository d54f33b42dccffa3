"""Who plays a side, and where the dice of a game come from: small classes, one interface each.

>>> players_of("solo", board_side=1, level=3)
(Here(), Level(3))
"""

from companion.game.mind import Mind


class Here:
    """Somebody at this page: pieces are moved one by one, and `end` ends the turn.

    here: whether that is so; thinks: whether its turn is found slice by slice, by `choose` of Level.
    """

    here = True
    thinks = False


class Level(Here):
    """The opponent at one of its levels."""

    here = False
    thinks = True

    def __init__(self, level: int):
        self.level = level
        self._mind: Mind | None = None
        self._about: tuple = ()

    def choose(self, game) -> "int | None":
        """One slice of thought about the throw; the packed turn once it is chosen."""
        about = (game.position_text(), len(game.plies))
        if about != self._about:
            self._about, self._mind = about, Mind(game, self.level)
        return self._mind.turn if self._mind.step() else None


class Afar(Here):
    """Somebody elsewhere, whose turns come by themselves."""

    here = False


class Thrown:
    """Dice thrown for the player whose throw it is."""

    def due(self, match) -> str:
        """How the next throw comes: `throw`, to be asked for; `dice`, own dice; empty: it comes by itself."""
        return "throw"


class Entered(Thrown):
    """The players' own dice: they enter the throw. A throw that was made before stays."""

    def due(self, match) -> str:
        return "throw" if match.pending else "dice"


class Linked(Thrown):
    """Dice of both ends of a game far apart."""

    def due(self, match) -> str:
        return ""


def players_of(mode: str, board_side: int, level: int) -> tuple:
    """A's and B's players in a mode of the board."""
    if mode != "solo":
        return (Here(), Here())
    return tuple(Level(level) if side == board_side else Here() for side in (0, 1))
