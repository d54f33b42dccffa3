"""The choices of a throw, die by die: which pieces can go where, and when the turn is complete.

>>> Choices(parse_position("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 12", rules)).choices
{'A1': {'M1': '1', 'M3': '12'}}
"""

from daldos.effects import play_step
from daldos.position import Position
from daldos.reach import OTHER_DIE, REASONS, reach
from daldos.rules import OWN
from daldos.state import beaten


class Choices:
    """The choices that the rules allow for a throw.

    cells: the present cells. choices: hole -> hole -> the dice that lead there, `3`, `1`, `13`. used: the dice played
    so far. lost: nothing can be played. stuck: hole -> the code of the reason why the player's piece there cannot move.
    """

    def __init__(self, position: Position):
        self.position = position.copy()
        self.used = ""
        self.played = []  # (from, to, dice)
        self.cells = bytearray(position.cells)
        self._left = list(position.throw)
        self._ways = position.rules.ways[position.side]
        self._names = [position.rules.board.name(hole) for hole in range(len(self.cells))]
        turns = position.turns()
        self.lost = not turns[0].steps
        self._results = {bytes(turn.after().cells): turn for turn in turns}
        # (from, to) of the turns that play both dice as one move
        self._both = [(turn.steps[0][0], turn.steps[0][2]) for turn in turns if len(turn.steps) == 1]
        self._found: tuple = ()  # choices and stuck, computed on demand

    @property
    def choices(self) -> dict:
        return self._looked()[0]

    @property
    def stuck(self) -> dict:
        return self._looked()[1]

    @property
    def complete(self):
        """The Turn played, None until it is complete."""
        return self._results.get(bytes(self.cells)) if self.played else None

    def move(self, start: str, end: str, dice: str) -> tuple:
        """Play dice with a piece; returns the holes from start to end, and the effect (daldos.effects)."""
        names = self._names
        after = self.position.rules.board.after[self.position.side]
        hole, to = names.index(start), names.index(end)
        path, on = [start], hole
        while on != to:
            on = after[on]
            path.append(names[on])
        self.cells = bytearray(self.cells)
        effect = play_step(self.position.rules, self.cells, self.position.side, hole, to)
        for die in dice:
            self._left.remove(int(die))
        self.used += dice
        self.played.append((start, end, dice))
        self._found = ()
        return path, effect

    def towards(self, turn):
        """The next (from, to, dice) towards this Turn; None if it is complete."""
        made = [step[:2] for step in self.played]
        left = [step for step in turn.steps if (step[0], step[2]) not in made]
        if not left:
            return None
        start, _, end = left[0]
        return start, end, self.choices.get(start, {}).get(end, "".join(map(str, self._left)))

    # --- inside ---

    def _looked(self) -> tuple:
        if self._found:
            return self._found
        names = self._names
        found: dict = {}
        won = beaten(self.position.rules, self.cells, 1 - self.position.side)
        for die, hole, to, after, rest in [] if won else self._steps(self.cells, self._left):
            if self._leads_on(after, rest):
                found.setdefault(names[hole], {})[names[to]] = str(die)
        if not self.played:
            for start, end in self._both:
                found.setdefault(start, {}).setdefault(end, self.position.throw.text)
        # why the other pieces cannot move: by neither die, or because a die would be left unplayed
        stuck = {}
        for hole in self._own(self.cells):
            if names[hole] not in found:
                answers = [reach(self.cells, self._ways, hole, die) for die in self._left]
                stuck[names[hole]] = REASONS[OTHER_DIE if max(answers, default=0) >= 0 else -min(answers)][0]
        self._found = (found, stuck)
        return self._found

    def _leads_on(self, cells: bytearray, left: list) -> bool:
        # Whether the dice left make one of the results of these cells.
        if bytes(cells) in self._results:
            return True
        return any(self._leads_on(after, rest) for _, _, _, after, rest in self._steps(cells, left))

    def _steps(self, cells: bytearray, left: list):
        # (die, from, to, cells after it, dice left) of each step of one of the dice.
        for die in sorted(set(left)):
            rest = left[:]
            rest.remove(die)
            for hole in self._own(cells):
                to = reach(cells, self._ways, hole, die)
                if to >= 0:
                    after = bytearray(cells)
                    play_step(self.position.rules, after, self.position.side, hole, to)
                    yield die, hole, to, after, rest

    def _own(self, cells: bytearray) -> list:
        own = OWN[self.position.side]
        return [hole for hole in range(len(cells)) if own[cells[hole]]]
