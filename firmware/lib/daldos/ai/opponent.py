"""The opponent: values turns by the net and the solved endings, and chooses one at one of six levels, in slices.

Level 5 looks one throw ahead: for the best few turns, the mean over all throws of the best answer; level 6 looks two
ahead. The others take the turn that the net likes best, but overlook pieces, level 1 the most: an enemy that can be
captured, one that threatens, an own one that had better move. Neighbours are overlooked last, first what is far away.
What they like is not played where level 5's look finds it too dear.

    >>> thought = Thought(opponent, position, 5, Xorshift32(7))
    >>> while not thought.step():
    ...     pass                      # the board scans between two slices
    >>> thought.turn

Where there is a kernel, `daldos.ai.kernel` does the same, some 30 times as fast.
"""

from binascii import crc32

from daldos.ai.endings import MOST
from daldos.ai.logistic import ONE, WON, chance_of, logit_of
from daldos.effects import CAPTURED, captured, cells_after, play, steps_of
from daldos.errors import DaldosError
from daldos.geometry import NO_HOLE
from daldos.prng import Xorshift32
from daldos.rules import OWN, Rules
from daldos.state import State, pieces
from daldos.turns import LegalTurns, TurnError, legal_turns

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from collections.abc import Generator, Iterator
    from typing import Protocol

    from daldos.ai.endings import Endings
    from daldos.game import Game
    from daldos.geometry import Board

    class Net(Protocol):
        """daldos.ai.evaluation, which is not needed where there is a kernel."""

        cost: int

        def begin(self, at: State, again: bool) -> None: ...
        def logit(self, turn: int) -> int: ...


# a level: of 256 pieces APART steps apart, how many it overlooks; how much worse a turn may be, of 65536; how many
# throws it looks ahead
LEVELS = ((820, 18350, 1), (520, 15073, 1), (330, 11796, 1), (180, 8520, 1), (0, 0, 1), (0, 0, 2))
SIGHT = 8  # steps between pieces that can be seen to meet
BEND, BOTH = 3, 3  # so many more steps if a bend of the route is between them, or both dice are needed
LATE = 16  # pieces; with no more, level 5's look is rough: more turns are searched, and a tenth of that is allowed
APART = 12  # how far apart all others are, which are not overlooked
CANDIDATES = 5  # turns that level 5 searches deeper
MARGIN, LATE_MARGIN = 4000, 12000  # in 1/65536 of chance: turns worse by more are not searched
INNER, INNER_MARGIN = 3, 2000  # the same for answers
SLICE = 14  # what is done per slice, in turns valued by a net: some 4 ms on a Pico, which scans every 10 ms
SLOW = 5  # the cost, in turns, of beginning a position, or of playing a turn to look it up


class Opponent:
    """The opponent under `rules`: a net, and solved endings or none."""

    def __init__(self, rules: Rules, net: "Net", endings: "Endings | None" = None):
        self.rules = rules
        self.net = net
        self.endings = endings

    def choose(self, position: State, level: int, stream: Xorshift32) -> int:
        """The turn that a level (1 to 6) plays, found in one call. DaldosError for another level, or a position that it
        cannot play: under other rules, or without a throw."""
        if level not in range(1, len(LEVELS) + 1):
            raise DaldosError("level %r: expected 1 to %d", level, len(LEVELS))
        if position.rules != self.rules:
            raise DaldosError("rules %s: this opponent plays %s", position.rules.text, self.rules.text)
        if not position.throw:
            raise TurnError("position %r has no throw to play", position.text())
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
        overlooks, dearest, throws = LEVELS[level - 1]
        legal = legal_turns(position)
        if len(legal.turns) == 1 and not valued:
            thought.turn = legal.turns[0]
            return
        yield
        values: list[int] = []
        yield from self.values(position, legal, values)
        margin = MARGIN
        if pieces(position.cells, 0) + pieces(position.cells, 1) <= LATE:
            margin, dearest = LATE_MARGIN, dearest // 10
        liked = -1
        if overlooks and max(values) < WON:
            draws = yield from draws_of(position.cells, stream)
            liked = yield from self.glance(position, legal, values, draws, overlooks, dearest)
        best, chance = yield from self.deeper(
            position, legal, values, throws, CANDIDATES, margin, valued, liked, dearest
        )
        thought.chance = chance >> 4
        thought.turn = legal.turns[best]

    def values(self, position: State, legal: LegalTurns, into: list[int]) -> "Iterator[None]":
        """Slices: append to `into` the logit of each legal turn, for the player who makes it."""
        player = position.side
        again = self.rules.again(position.throw, legal.dice_used)
        left = pieces(position.cells, 1 - player) - self.rules.lose_at
        solvable = left + self.rules.lose_at <= MOST + 2 and pieces(position.cells, player) <= MOST
        few = self.endings if solvable else None
        self.net.begin(position, again)
        done = SLOW
        for turn in legal.turns:
            value = None
            if left <= self.rules.throws.count or few:
                then = position.copy()
                done += SLOW
                if len(captured(play(then, turn))) >= left:
                    value = WON
                elif few:
                    step = few.step(then.cells, player if again else 1 - player)
                    if step >= 0:
                        value = logit_of(step if again else 255 - step)
            into.append(self.net.logit(turn) if value is None else value)
            done += self.net.cost
            if done >= SLICE:
                done = 0
                yield

    def glance(
        self, position: State, legal: LegalTurns, values: list[int], draws: bytearray, overlooks: int, dearest: int
    ) -> "Generator[None, None, int]":
        """Slices; the place of the turn that looks best by what is seen, of those not too dear by `values`."""
        seen = seen_by(position, draws, overlooks)
        again = self.rules.again(position.throw, legal.dice_used)
        self.net.begin(State(self.rules, seen, position.side, position.throw), again)
        board, lowest = position.rules.board, chance_of(max(values)) - dearest
        most, liked = -2 * WON, -1
        for k in range(len(values)):
            if k * self.net.cost % SLICE == 0:
                yield
            if chance_of(values[k]) >= lowest:
                turn = legal.turns[k]
                unseen, start, came = 0, -1, -1  # captures count twice: what is not seen is captured last
                for hole, to, effect in steps_of(position, turn):
                    start = start if hole == came else hole  # one piece may move by both dice
                    unseen += not seen[start]
                    if effect & CAPTURED:
                        steps = board.step[position.side][to] - board.step[position.side][start]
                        steps = steps if steps >= 0 else steps + board.loop
                        both = steps not in position.throw.faces  # type: ignore[union-attr]  # legal turns have a throw
                        far = look_apart(board, start, to, steps + BOTH * both)
                        unseen += 2 * misses(draws[to], overlooks, far)
                    came = to
                value = -WON - unseen if unseen else self.net.logit(turn)
                if value > most:
                    most, liked = value, k
        return liked

    def ahead(self, cells: bytearray, thrower: int, plies: int) -> "Generator[None, None, int]":
        """Slices; returns 16 * ONE times the thrower's chance: the mean over all throws, each searched by `plies`."""
        total = 0
        for throw in self.rules.throws:
            position = State(self.rules, cells, thrower, throw)
            legal = legal_turns(position)
            yield
            values: list[int] = []
            yield from self.values(position, legal, values)
            chance = chance_of(max(values)) << 4
            if plies > 1:
                _, chance = yield from self.deeper(position, legal, values, plies - 1, INNER, INNER_MARGIN, True)
            total += throw.weight * chance
        return int(total // self.rules.throws.weight)

    def deeper(
        self,
        position: State,
        legal: LegalTurns,
        values: list[int],
        plies: int,
        wide: int,
        margin: int,
        valued: bool,
        liked: int = -1,
        dearest: int = 0,
    ) -> "Generator[None, None, tuple[int, int]]":
        """Slices; returns the index of the best turn and 16 * ONE times its chance, by `plies` after it.

        values: the turns' logits. At most `wide` turns are searched, none worse than the best by more than `margin`; a
        single one only if it must be valued. liked: the index of the turn to play unless it costs more than `dearest`.
        """
        player = position.side
        again = self.rules.again(position.throw, legal.dice_used)
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
        if liked >= 0:
            if liked not in places:
                places[wide - 1 :] = [liked]
        elif values[best] == WON or len(places) < 2 and not valued:
            return best, chance_of(values[best]) << 4
        most = found = -1
        for k in places:
            chance = yield from self.ahead(cells_after(position, legal.turns[k]), thrower, plies)
            if thrower != player:
                chance = (ONE << 4) - chance
            if k == liked:
                found = chance
            if chance > most:
                most, best = chance, k
        return liked if liked >= 0 and most - found <= dearest << 4 else best, most


def seed_of(game: "Game") -> int:
    """A level's seed at this point of a game: the same for eight throws, so that what is overlooked stays so."""
    eights = len(game.plies) >> 3
    text = "%s %d %s" % ([throw.faces for throw in game.opening], eights, game.plies[:eights])
    seed: int = crc32(text.encode()) & 0xFFFFFFFF
    return seed


def draws_of(cells: bytearray, stream: Xorshift32) -> "Generator[None, None, bytearray]":
    """Slices; returns a byte a hole: the lower, the sooner is a piece there overlooked."""
    draws = bytearray(len(cells))
    for hole in range(len(cells)):
        if hole & 7 == 7:
            yield
        draws[hole] = stream.below(256)
    return draws


def look_apart(board: "Board", hole: int, to: int, steps: int) -> int:
    """How far apart two holes look by so many steps."""
    return steps if board.row(hole) == board.row(to) else steps + BEND


def misses(draw: int, overlooks: int, far: int) -> bool:
    """Whether a piece so far away is overlooked: the chance grows with the square."""
    return draw * APART * APART < overlooks * far * far


def seen_by(position: State, draws: bytearray, overlooks: int) -> bytearray:
    """The cells, and one for no hole, without the pieces overlooked: the farther from any enemy, the more."""
    cells, board = position.cells, position.rules.board
    apart = bytearray([APART] * len(cells))
    for hole in range(len(cells)):
        if cells[hole]:
            side = OWN[1][cells[hole]]
            there = hole
            for d in range(1, SIGHT + 1):
                there = board.after[side][there]
                if OWN[1 - side][cells[there]]:
                    far = look_apart(board, hole, there, d)
                    apart[hole] = min(apart[hole], far)
                    apart[there] = min(apart[there], far)
                if position.rules.stop[side][cells[there]]:
                    break
    seen = bytearray(NO_HOLE + 1)
    for hole in range(len(cells)):
        if apart[hole] == APART or not misses(draws[hole], overlooks, apart[hole]):
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
