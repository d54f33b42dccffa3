"""The board's thinking, one slice per step: the turn that it would play, and its winning chance.

This and the opponent's modules are imported only when there is something to think about. The same game, throw and level
give the same turn, so a power cut does not change the board's mind.

    >>> mind = Mind(game, 3)
    >>> while not mind.step():
    ...     pass                    # the board scans between two slices
    >>> mind.turn, mind.chance      # packed; of the player of the throw, in thousandths
"""

from daldos.ai.logistic import ONE
from daldos.ai.nets import learnt, nearest, opponent_for
from daldos.ai.opponent import Thought, seed_of
from daldos.prng import Xorshift32

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Iterator

    from companion.shapes import Game


class Mind:
    """The search for a turn with the current throw. turn: set once `step` has returned True; chance: only with
    `chances`."""

    def __init__(self, game: "Game", level: int, chances: bool = False):
        self.turn = -1
        self.chance = 0
        self._slices = self._think(game, level, chances)

    def step(self) -> bool:
        """Think for one slice; returns whether the thought is complete."""
        next(self._slices, None)
        return self.turn >= 0

    def _think(self, game: "Game", level: int, chances: bool) -> "Iterator[None]":
        name = nearest(game.rules) if learnt(game.rules) else ""
        yield
        opponent = opponent_for(game.rules, None, name)  # the longest slice, some 20 ms
        yield
        thought = Thought(opponent, game.position, level, Xorshift32(seed_of(game)), chances)
        while not thought.step():
            yield
        self.turn = thought.turn
        self.chance = (1000 * thought.chance + ONE // 2) // ONE
