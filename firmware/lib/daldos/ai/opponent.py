"""The opponent: values turns by the net and the solved endings, and chooses one at one of five levels, in slices.

Level 5 looks one throw ahead: for the best few turns, the mean over all throws of the best answer. The other levels
take the net's best turn, but overlook pieces, level 1 the most: an enemy that could be captured, one that threatens, an
own piece that should move.

    >>> thought = Thought(opponent, position, 5, Xorshift32(7))
    >>> while not thought.step():
    ...     pass                      # the board scans between two slices
    >>> thought.turn

Where there is a kernel, `daldos.ai.kernel` does the same, some 30 times as fast.
"""

from daldos.ai.endings import MOST
from daldos.ai.logistic import ONE, WON, chance_of, logit_of
from daldos.packing import NO_HOLE, from_hole, rest, to_hole
from daldos.prng import Xorshift32
from daldos.rules import Rules
from daldos.state import State, pieces
from daldos.turns import LegalTurns, legal_turns, play_moves

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from collections.abc import Generator, Iterator

    from daldos.ai.endings import Endings
    from daldos.ai.evaluation import Evaluator

THROWS = ((1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4))
WEIGHTS = (1, 2, 2, 2, 1, 2, 2, 1, 2, 1)  # sixteenths
LEVELS = (92, 74, 55, 34, 0)  # pieces in 256 that each level overlooks
DEAREST = 180  # in 1/65536 of chance, times pieces overlooked: a turn worse by more is not played
CANDIDATES = 5  # turns that level 5 searches deeper
MARGIN = 4000  # in 1/65536 of chance: turns worse by more are not searched
INNER, INNER_MARGIN = 3, 2000  # the same for answers
SLICE = 14  # turns valued per slice: some 4 ms on a Pico, which scans every 10 ms
SLOW = 5  # the cost, in turns, of beginning a position, or of playing a turn to look it up


class Opponent:
    """The opponent under `rules`: a net, and solved endings or none."""

    def __init__(self, rules: Rules, net: "Evaluator", endings: "Endings | None" = None):
        self.rules = rules
        self.net = net
        self.endings = endings

    def choose(self, position: State, level: int, stream: Xorshift32) -> int:
        """The turn that a level (1 to 5) plays, in one go."""
        thought = Thought(self, position, level, stream)
        while not thought.step():
            pass
        return thought.turn

    def chance(self, cells: bytearray, thrower: int, plies: int) -> int:
        """16 * ONE times the thrower's chance: see `ahead`."""
        slices = self.ahead(cells, thrower, plies)
        try:
            while True:
                next(slices)
        except StopIteration as end:
            found: int = end.value
            return found

    def think(
        self, thought: "Thought", position: State, level: int, stream: Xorshift32, valued: bool
    ) -> "Iterator[None]":
        """Slices: the work of a Thought, which sets its turn and chance at the end."""
        overlooks = LEVELS[level - 1]
        legal = legal_turns(position)
        if len(legal.turns) == 1 and not valued:
            thought.turn = legal.turns[0]
            return
        yield
        values: list[int] = []
        yield from self.values(position, legal, values)
        if overlooks:
            best = values.index(max(values))
            thought.chance = chance_of(values[best])
            if values[best] < WON:
                best = yield from self.glance(position, legal, values, best, overlooks, stream)
        else:
            best, chance = yield from self.deeper(position, legal, values, 1, CANDIDATES, MARGIN, valued)
            thought.chance = chance >> 4
        thought.turn = legal.turns[best]

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
        """Slices; returns the index of the turn that looks best with `overlooks` of 256 pieces overlooked.

        best: the index of the best by value. A far worse turn is never played.
        """
        seen = yield from seen_by(position.cells, overlooks, stream)
        self.net.begin(seen, position.side, self.rules.again(position.die1, position.die2, legal.dice_used))
        seen[NO_HOLE] = 1  # no piece to see here
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

    def ahead(self, cells: bytearray, thrower: int, plies: int) -> "Generator[None, None, int]":
        """Slices; returns 16 * ONE times the thrower's chance: the mean over all throws, each searched by `plies`."""
        total = 0
        for k in range(len(THROWS)):
            position = State(self.rules, cells, thrower, THROWS[k][0], THROWS[k][1])
            legal = legal_turns(position)
            yield
            values: list[int] = []
            yield from self.values(position, legal, values)
            chance = chance_of(max(values)) << 4
            if plies > 1:
                _, chance = yield from self.deeper(position, legal, values, plies - 1, INNER, INNER_MARGIN, True)
            total += WEIGHTS[k] * chance
        return total >> 4

    def deeper(
        self, position: State, legal: LegalTurns, values: list[int], plies: int, wide: int, margin: int, valued: bool
    ) -> "Generator[None, None, tuple[int, int]]":
        """Slices; returns the index of the best turn and 16 * ONE times its chance, by `plies` after it.

        values: the turns' logits. At most `wide` turns are searched, none worse than the best by more than `margin`; a
        single one only if it must be valued.
        """
        player = position.side
        again = self.rules.again(position.die1, position.die2, legal.dice_used)
        thrower = player if again else 1 - player
        best = values.index(max(values))
        lowest = chance_of(values[best]) - margin
        places: list[int] = []
        for k in range(len(values)):
            if chance_of(values[k]) >= lowest:
                j = len(places)
                while j and values[places[j - 1]] < values[k]:
                    j -= 1
                if j < wide:
                    places.insert(j, k)
                    del places[wide:]
        if values[best] == WON or len(places) < 2 and not valued:
            return best, chance_of(values[best]) << 4
        most = -1
        for k in places:
            cells = bytearray(position.cells)
            play_moves(cells, player, legal.turns[k])
            chance = yield from self.ahead(cells, thrower, plies)
            if thrower != player:
                chance = (ONE << 4) - chance
            if chance > most:
                most, best = chance, k
        return best, most


def seen_by(cells: bytearray, overlooks: int, stream: Xorshift32) -> "Generator[None, None, bytearray]":
    """Slices; returns the cells, plus one for NO_HOLE, without the overlooked pieces, `overlooks` of 256."""
    seen = bytearray(NO_HOLE + 1)
    for hole in range(len(cells)):
        if hole & 7 == 7:
            yield
        if cells[hole] and stream.below(256) >= overlooks:
            seen[hole] = cells[hole]
    return seen


class Thought:
    """A search in progress. step(): one slice; True when `turn` is set.

    valued: the value is needed even for an only turn; then `chance`, 0 ... ONE, is set.
    """

    def __init__(self, opponent: Opponent, position: State, level: int, stream: Xorshift32, valued: bool = False):
        self.turn = -1
        self.chance = 0
        self._slices = opponent.think(self, position, level, stream, valued)

    def step(self) -> bool:
        """Think for one slice: at most one search for legal turns, or the values of some SLICE turns."""
        if self.turn < 0:
            next(self._slices, None)
        return self.turn >= 0
