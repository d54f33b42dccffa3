"""What the board thinks: which turn it would play, and what its chance is, a slice a step.

This and the opponent's modules are imported only when there is something to think about. The same game, throw and level
give the same turn, so that after a power cut the board wants what it wanted before.

    >>> mind = Mind(game, 3)
    >>> while not mind.step():
    ...     pass                    # the board scans between two slices
    >>> mind.turn, mind.chance      # packed; of the player of the throw, in thousandths
"""

from binascii import crc32

from daldos.logistic import ONE
from daldos.nets import opponent_for
from daldos.opponent import Thought
from daldos.prng import Xorshift32


class Mind:
    """A thought about the throw that is to be played. turn: once `step` has been True; chance: with `chances` too."""

    def __init__(self, game, level: int, chances: bool = False):
        self._thought = Thought(opponent_for(game.rules), game.at, level, Xorshift32(seed_of(game)), chances)

    @property
    def turn(self) -> int:
        return self._thought.turn

    @property
    def chance(self) -> int:
        return (1000 * self._thought.chance + ONE // 2) // ONE

    def step(self) -> bool:
        """Think for one slice; whether it is thought to the end."""
        return self._thought.step()


def seed_of(game) -> int:
    """What a level misjudges by: another seed at each throw of each game, which the saved game has."""
    text = "%s %d %s" % (game.opening, len(game.plies), game.position_text())
    return crc32(text.encode()) & 0xFFFFFFFF
