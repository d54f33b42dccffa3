"""A mode of the board: a small object to which the session passes its input.

A mode in which the game waits (`plays` is false) needs no board. The others play the same game: the mode decides who
throws, and whether the board throws as soon as a turn ends.

    >>> Game().enters(match)
    False
"""

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import EngineGame, Match, Players, Referee, Settings


class People:
    """The people at the board as a player, who choose by moving pieces."""

    def choose(self, game: "EngineGame") -> int | None:
        """The packed turn that this player wants set up, one of `game.legal`; None: any legal turn.

        THINKING: not chosen yet.
        """
        return None


class Game:
    """Mode `game`: the board's dice; one press ends a turn and throws for the next player.

    players: A's and B's, each with a `choose` like that of People.
    """

    plays = True
    players: "Players" = (People(), People())

    def seat(self, settings: "Settings") -> None:
        """Take the settings: who plays."""

    def begin(self) -> None:
        """Reset the offer: the mode has been chosen, or a throw or turn made."""

    def undo(self, referee: "Referee") -> None:
        """Take the last action back; Refusal if there is none."""
        referee.undo()

    def enters(self, match: "Match") -> bool:
        """Whether the players enter the throw that is due."""
        return False

    def auto_throw(self, match: "Match") -> bool:
        """Whether the board throws for the next player when a turn has ended."""
        return True


class Waiting(Game):
    """A mode in which the game waits."""

    plays = False
