"""Statistics over many games: lengths, captures, dice, and each player's luck and skill.

>>> tally = Tally(None)
>>> tally.add(headers, game)
>>> print("\\n".join(tally.lines()))
"""

import math
import statistics
from collections import Counter
from collections.abc import Callable

from daldos.game import OVER, Game
from daldos.rules import Rules
from daldos.state import PLAYERS
from host.ai.advice import Advice
from host.ai.judge import judge, sums


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """The mean and its standard error; the error of a single value is 0."""
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return statistics.fmean(values), error


class Person:
    """One player's statistics."""

    def __init__(self):
        self.games = self.won = self.captures = self.throws = self.choices = 0
        self.luck: list[float] = []  # a game
        self.error = 0.0


class Tally:
    """Statistics of games added one by one. advice: returns the Advice that judges games under given rules; or None."""

    def __init__(self, advice: Callable[[Rules], Advice] | None):
        self._advice = advice
        self._lengths: list[float] = []
        self._faces: Counter = Counter()
        self._throws: Counter = Counter()
        self._people: dict[str, Person] = {}
        self._rules: Counter = Counter()
        self._first_won = self._finished = self._lost_turns = 0

    def add(self, headers: dict, game: Game) -> None:
        """Add a game."""
        people = [self._people.setdefault(headers.get(player, player), Person()) for player in PLAYERS]
        self._rules[game.rules.text] += 1
        self._lengths.append(len(game.plies))
        first = ""
        for turn in game:
            first = first or turn.player
            person = people[PLAYERS.index(turn.player)]
            person.throws += 1
            person.captures += len(turn.captures)
            self._faces.update(turn.throw)
            self._throws[turn.throw] += 1
            self._lost_turns += not turn.steps
        for person in people:
            person.games += 1
        if game.phase == OVER:
            self._finished += 1
            self._first_won += PLAYERS[game.side] == first
            people[game.side].won += 1
        if self._advice:
            totals = sums(judge(game, self._advice(game.rules)))
            for player, person in zip(PLAYERS, people, strict=True):
                person.luck.append(totals[player]["luck"])
                person.error += totals[player]["error"]
                person.choices += totals[player]["choices"]

    def lines(self):
        """The statistics as lines of text."""
        count = len(self._lengths)
        kinds = ", ".join(f"{n} {text}" for text, n in self._rules.items())
        yield f"games: {count}, {self._finished} finished; {kinds}"
        mean, error = mean_and_error(self._lengths)
        least, most, median = min(self._lengths), max(self._lengths), statistics.median(self._lengths)
        yield f"throws a game: {mean:.1f} ± {error:.1f}, {least} to {most}, median {median:g}"
        throws = sum(self._throws.values())
        yield f"turns lost: {100 * self._lost_turns / throws:.1f} %"
        if self._finished:
            rate = self._first_won / self._finished
            error = math.sqrt(rate * (1 - rate) / self._finished)
            yield f"won by who began: {100 * rate:.1f} ± {100 * error:.1f} %"
        faces = sum(self._faces.values())
        count = len(min(self._throws))
        one = ("", "sig", "dal", "X")[count]  # by the number of dice
        shown = ", ".join(
            f"{one if face == '1' else face} {100 * self._faces[face] / faces:.1f} %"
            for face in sorted({*"1234", *self._faces})
        )
        doubles = f"; dal-dal {100 * self._throws['11'] / throws:.1f} %" if count == 2 else ""
        yield f"dice: {shown}{doubles} of {throws} throws"
        for name, person in self._people.items():
            captures = person.captures / person.games
            line = f"{name}: won {person.won} of {person.games}, {captures:.1f} captures a game"
            if self._advice:
                luck, error = mean_and_error(person.luck)
                each = 100 * person.error / max(1, person.choices)
                luck = round(100 * luck, 1) + 0  # never -0.0
                line += f", luck {luck:+.1f} ± {100 * error:.1f} % a game, error {each:.2f} % a choice"
            yield line
