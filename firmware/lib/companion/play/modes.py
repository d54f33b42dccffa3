"""The modes of the board, small objects to which the session hands what comes in.

A mode in which the game waits (`alone` is its situation) needs no board. In the others the same game is played: the
mode says what is due before a throw, and whether the board throws as soon as a turn has ended.

    >>> mode = CLASSES[WOODEN]()
    >>> mode.throws(match, THROW) == ENTER
    True
"""

from companion.console.phases import THROWS
from companion.play import situation


class People:
    """The people at the board, as a player: they choose by setting the pieces."""

    def choose(self, game):
        """The packed turn that this player wants set, one of `game.legal`; None: whichever legal turn is set."""
        return None


class Game:
    """Mode `game`: the board's dice; one press ends a turn and throws for the next player.

    players: A's and B's, each with a `choose` like that of People.
    """

    alone = -1  # the situation in which the game waits meanwhile, -1: it is played
    players = (People(), People())

    def begin(self) -> None:
        """The mode is taken, a throw or a turn has been made: nothing is offered."""

    def throws(self, match, usual: int) -> int:
        """The situation in which a throw is due: OPENING, THROW (which is `usual`), ENTER or ENTRY."""
        return usual

    def goes_on(self, match) -> bool:
        """Whether the board throws for the next player when a turn has ended."""
        return True


class Wooden(Game):
    """Mode `wooden`: the players' own dice, entered with the button. entry: the throw offered, -1: none yet."""

    def __init__(self):
        self.entry = -1

    def begin(self) -> None:
        self.entry = -1

    def throws(self, match, usual: int) -> int:
        if match.pending:  # thrown before, it stays
            return usual
        return situation.AT_ENTER if self.entry < 0 else situation.AT_ENTRY

    def goes_on(self, match) -> bool:
        return bool(match.pending)

    def offer_next(self) -> None:
        """The next of all throws is offered."""
        self.entry = (self.entry + 1) % len(THROWS)


class Roller:
    """Mode `roller`: dice only. last: the last throw, (0, 0) before the first."""

    alone = situation.AT_ROLLER

    def __init__(self):
        self.last = (0, 0)

    def begin(self) -> None:
        self.last = (0, 0)


class Diagnose:
    """Mode `diagnose`: the lights show what the sensors see."""

    alone = situation.AT_DIAGNOSE

    def begin(self) -> None:
        """Nothing is kept from one time to the next."""


CLASSES = (Game, Roller, Wooden, Diagnose)  # in the order of companion.console.phases.MODES
