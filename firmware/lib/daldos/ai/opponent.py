"""The opponent: values turns by the net and the solved endings, and chooses at one of four levels, a slice at a time.

Level 3 takes the turn that the net likes best. Level 4 looks one throw further: for the best few turns, the mean over
all throws of the best answer. Levels 1 and 2 are level 3 that misjudges: noise on every value, more at level 1.

    >>> thought = Thought(opponent, position, 4, Xorshift32(7))
    >>> while not thought.step():
    ...     pass                      # the board scans between two slices
    >>> thought.turn
"""

from daldos.ai.baselines import THROWS, WEIGHTS, careful
from daldos.ai.endings import MOST, Endings
from daldos.ai.evaluation import Evaluator
from daldos.ai.logistic import ONE, WON, chance_of, logit_of
from daldos.packing import LOST_TURN
from daldos.prng import Xorshift32
from daldos.rules import Rules
from daldos.state import State, pieces
from daldos.turns import LegalTurns, legal_turns, play_moves

TYPE_CHECKING = False
if TYPE_CHECKING:  # never at run time: MicroPython has no such module
    from collections.abc import Generator, Iterator

# level -> plies, noise: four draws of 2048, less their mean, times noise / 1024, added to the logit
LEVELS = ((1, 3000), (1, 1300), (1, 400), (2, 0))
NOISE_DRAWS, NOISE_STEPS = 4, 2048
CANDIDATES = 5  # turns that level 4 looks at more closely
MARGIN = 4000  # in 1/65536 of chance: turns worse by more are not looked at
SLICE = 14  # in one slice, in turns valued by the net: some 4 ms of a Pico, which scans every 10
BEGIN, SLOW = 6, 4  # the same, of beginning a position, and of a turn that is played to be looked up


class Opponent:
    """What values turns under `rules`: a net or none (then it plays `careful`), and solved endings or none."""

    def __init__(self, rules: Rules, net: Evaluator | None = None, endings: Endings | None = None):
        self.rules = rules
        self.net = net
        self.endings = endings

    def choose(self, position: State, level: int, stream: Xorshift32) -> int:
        """The turn that a level (1 to 4) plays, thought out in one go."""
        thought = Thought(self, position, level, stream)
        while not thought.step():
            pass
        return thought.turn

    def solved(self, cells: bytearray, player: int, thrower: int) -> int | None:
        """The logit of the player's chance by the tables if `thrower` is to throw; None if they do not have it."""
        if not self.endings:
            return None
        step = self.endings.step(cells, thrower)
        if step < 0:
            return None
        return logit_of(step) if thrower == player else -logit_of(step)

    def values(self, position: State, legal: LegalTurns, into: list[int]) -> "Iterator[None]":
        """Slices: append to `into` the logit of each legal turn, for the player who makes it."""
        player = position.side
        again = self.rules.again(position.die1, position.die2, legal.dice_used)
        left = pieces(position.cells, 1 - player) - self.rules.lose_at
        few = self.endings and left + self.rules.lose_at <= MOST + 2 and pieces(position.cells, player) <= MOST
        done = 0
        if self.net:
            self.net.begin(position.cells, player, again)
            done = BEGIN
        for turn in legal.turns:
            value = None
            if turn != LOST_TURN and (left <= 2 or few):
                cells = bytearray(position.cells)
                done += SLOW
                if left - play_moves(cells, player, turn) <= 0:
                    value = WON
                elif few:
                    value = self.solved(cells, player, player if again else 1 - player)
            elif few:
                value = self.solved(position.cells, player, player if again else 1 - player)
            if value is None:
                value = self.net.logit(turn) if self.net else careful(position, turn, again)
            into.append(value)
            done += 1
            if done >= SLICE or not self.net:
                done = 0
                yield

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
    """A choice being made. step(): one slice; True when `turn` is there, and `logit`, its value at one ply.

    valued: the value is asked for, even where there is only one turn; then `chance`, 0 ... ONE, is as far as thought.
    """

    def __init__(self, opponent: Opponent, position: State, level: int, stream: Xorshift32, valued: bool = False):
        self.turn = -1
        self.logit = 0
        self.chance = 0
        self._valued = valued
        self._opponent = opponent
        self._at = position
        self._plies, self._noise = LEVELS[level - 1]
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
        if self._noise and max(values) < WON:
            for k in range(len(values)):
                values[k] += self._misjudged()
        best = values.index(max(values))
        self.logit = values[best]
        self.chance = chance_of(self.logit)
        if self._plies == 2 and self._opponent.net and self.logit < WON:
            best = yield from self._deeper(legal, values, best)
        self.turn = legal.turns[best]

    def _misjudged(self) -> int:
        off = 0
        for _ in range(NOISE_DRAWS):
            off += self._stream.below(NOISE_STEPS)
        return (off - NOISE_DRAWS * (NOISE_STEPS - 1) // 2) * self._noise >> 10

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
                most = found[0]
                best = k
        self.chance = most >> 4
        return best
