"""The opponent: values turns by the net and the solved endings, and chooses at one of five levels, a slice at a time.

Level 5 looks one throw ahead: for the best few turns, the mean over all throws of the best answer. The others take the
turn that the net likes best, but overlook pieces, level 1 the most: an enemy that can be captured, one that threatens,
an own one that had better move.

    >>> thought = Thought(opponent, position, 5, Xorshift32(7))
    >>> while not thought.step():
    ...     pass                      # the board scans between two slices
    >>> thought.turn
"""

from daldos.ai.endings import MOST, Endings
from daldos.ai.evaluation import Evaluator
from daldos.ai.logistic import ONE, WON, chance_of, logit_of
from daldos.packing import NO_HOLE, from_hole, rest, to_hole
from daldos.prng import Xorshift32
from daldos.rules import Rules
from daldos.state import State, pieces
from daldos.turns import LegalTurns, legal_turns, play_moves

TYPE_CHECKING = False
if TYPE_CHECKING:  # never at run time: MicroPython has no such module
    from collections.abc import Generator, Iterator

THROWS = ((1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4))
WEIGHTS = (1, 2, 2, 2, 1, 2, 2, 1, 2, 1)  # of 16
LEVELS = (92, 74, 55, 34, 0)  # of 256 pieces, each level overlooks so many
DEAREST = 180  # in 1/65536 of chance, times that: a turn worse by more is not played
CANDIDATES = 5  # turns that level 5 looks at more closely
MARGIN = 4000  # in 1/65536 of chance: turns worse by more are not looked at
SLICE = 14  # in one slice, in turns valued by the net: some 4 ms of a Pico, which scans every 10
SLOW = 5  # the same, of beginning a position, or of a turn that is played to be looked up


class Opponent:
    """What values turns under `rules`: a net, and solved endings or none."""

    def __init__(self, rules: Rules, net: Evaluator, endings: Endings | None = None):
        self.rules = rules
        self.net = net
        self.endings = endings

    def choose(self, position: State, level: int, stream: Xorshift32) -> int:
        """The turn that a level (1 to 5) plays, thought out in one go."""
        thought = Thought(self, position, level, stream)
        while not thought.step():
            pass
        return thought.turn

    def values(self, position: State, legal: LegalTurns, into: list[int]) -> "Iterator[None]":
        """Slices: append to `into` the logit of each legal turn, for the player who makes it."""
        player = position.side
        again = self.rules.again(position.die1, position.die2, legal.dice_used)
        left = pieces(position.cells, 1 - player) - self.rules.lose_at
        solvable = left + self.rules.lose_at <= MOST + 2 and pieces(position.cells, player) <= MOST
        few = self.endings if solvable else None
        self.net.begin(position.cells, player, again)
        done = SLOW
        for turn in legal.turns:
            value = None
            if left <= 2 or few:
                cells = bytearray(position.cells)
                done += SLOW
                if play_moves(cells, player, turn) >= left:
                    value = WON
                elif few:
                    step = few.step(cells, player if again else 1 - player)
                    if step >= 0:
                        value = logit_of(step if again else 255 - step)
            into.append(self.net.logit(turn) if value is None else value)
            done += 1
            if done >= SLICE:
                done = 0
                yield

    def glance(
        self, position: State, legal: LegalTurns, values: list[int], best: int, overlooks: int, stream: Xorshift32
    ) -> "Generator[None, None, int]":
        """Slices; returns the place of the turn that looks best to who overlooks so many of 256 pieces.

        best: the place of the best by its value. A turn far worse than that is never played.
        """
        cells = position.cells
        seen = bytearray(NO_HOLE + 1)
        for hole in range(len(cells)):
            if cells[hole] and stream.below(256) >= overlooks:
                seen[hole] = cells[hole]
        self.net.begin(seen, position.side, self.rules.again(position.die1, position.die2, legal.dice_used))
        seen[NO_HOLE] = 1  # where a piece that is not moved need not be seen
        lowest = chance_of(values[best]) - overlooks * DEAREST
        most = -WON - 1
        for k in range(len(values)):
            if k % SLICE == 0:
                yield
            if chance_of(values[k]) >= lowest:
                turn = legal.turns[k]
                second = from_hole(rest(turn))
                in_sight = seen[from_hole(turn)] and (seen[second] or second == to_hole(turn))
                value = self.net.logit(turn) if in_sight else -WON
                if value > most:
                    most, best = value, k
        return best

    def ahead(self, cells: bytearray, player: int, thrower: int, into: list[int]) -> "Iterator[None]":
        """Slices: append to `into` 16 times the player's chance, the mean over the throws, each played best."""
        total = 0
        for k in range(len(THROWS)):
            position = State(self.rules, cells, thrower, THROWS[k][0], THROWS[k][1])
            legal = legal_turns(position)
            yield
            values: list[int] = []
            yield from self.values(position, legal, values)
            chance = chance_of(max(values))
            total += WEIGHTS[k] * (chance if thrower == player else ONE - chance)
        into.append(total)


class Thought:
    """A choice being made. step(): one slice; True when `turn` is there.

    valued: the value is asked for, even where there is only one turn; then `chance`, 0 ... ONE, is as far as thought.
    """

    def __init__(self, opponent: Opponent, position: State, level: int, stream: Xorshift32, valued: bool = False):
        self.turn = -1
        self.chance = 0
        self._valued = valued
        self._opponent = opponent
        self._at = position
        self._overlooks = LEVELS[level - 1]
        self._stream = stream
        self._slices = self._think()

    def step(self) -> bool:
        """Think for one slice: at most one search for legal turns, or the values of some SLICE turns."""
        if self.turn < 0:
            next(self._slices, None)
        return self.turn >= 0

    def _think(self) -> "Iterator[None]":
        legal = legal_turns(self._at)
        if len(legal.turns) == 1 and not self._valued:
            self.turn = legal.turns[0]
            return
        yield
        values: list[int] = []
        yield from self._opponent.values(self._at, legal, values)
        best = values.index(max(values))
        self.chance = chance_of(values[best])
        if values[best] < WON:
            if self._overlooks:
                best = yield from self._opponent.glance(self._at, legal, values, best, self._overlooks, self._stream)
            else:
                best = yield from self._deeper(legal, values, best)
        self.turn = legal.turns[best]

    def _deeper(self, legal: LegalTurns, values: list[int], best: int) -> "Generator[None, None, int]":
        # The place of the best of the candidates by the mean over the next throws.
        position, opponent = self._at, self._opponent
        player = position.side
        again = position.rules.again(position.die1, position.die2, legal.dice_used)
        thrower = player if again else 1 - player
        lowest = chance_of(values[best]) - MARGIN
        places: list[int] = []
        for k in range(len(values)):
            if chance_of(values[k]) >= lowest:
                j = len(places)
                while j and values[places[j - 1]] < values[k]:
                    j -= 1
                if j < CANDIDATES:
                    places.insert(j, k)
                    del places[CANDIDATES:]
        if len(places) < 2 and not self._valued:
            return best
        most = -1
        for k in places:
            cells = bytearray(position.cells)
            play_moves(cells, player, legal.turns[k])
            found: list[int] = []
            yield from opponent.ahead(cells, player, thrower, found)
            if found[0] > most:
                most, best = found[0], k
        self.chance = most >> 4
        return best
