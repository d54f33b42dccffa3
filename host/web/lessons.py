"""The lessons: seven positions, what must be done in each, and whether it has been done; the engine says what is legal.

A lesson is played as a game is, die by die, but at no board: the page's own game stays as it is meanwhile.

>>> lesson = Lesson(4)
>>> lesson.play("M4", "M7"); lesson.play("M12", "M14"); lesson.view()["outcome"]
'done'
"""

import config
from daldos.position import parse_position
from daldos.rules import parse_rules
from daldos.state import pieces, rows_text
from host.sim.standing import wooden
from host.web.hands import HandError
from host.web.helped import Choices, travel

RULES = "danish"
# What stands, the moves that have been played already, the later throws, what must happen, and a turn that does it.
LESSONS = (
    (".aaaaaaaaaaaaaaa/....A............/bbbbbbbbbbbbbbbb A 13", (("M5", "M8", "3"),), (), "dal", "M5-M8 A2-A1"),
    (".A...A..aaaaaaaa/................./........bbbbbbbb A 23", (), (), "A2-M2", "A2-M2 A6-A4"),
    ("...aaA..aaaaaaaa/...ABB.........../.......bbbbbbbbb A 34", (), (), "jump", "M4-M11"),
    (".....a..aaaaaaaa/...A..B....A...../.......bbbbbbbbb A 23", (), (), "capture", "M4xM7 M12-M14"),
    ("........aaaaaaaa/...A.....B..A..../.......bbbbbbbbb A 24", (), (), "capture", "M4xM10"),
    ("..aaaaaaaaaaaaaa/....A............/........bbbbbbbb A 11", (), ("24",), "again", "A3-A2 A4-A3"),
    ("........aaaaaaaa/....A............/......B..A...... A 23", (), (), "win", "B10xB7"),
)


class Lesson:
    """number: 1 to 7. outcome: `done`, or `missed` after a legal turn that is not what is asked for; else empty."""

    def __init__(self, number: int):
        self.number = number
        self._moves = 0
        self.restart()

    def restart(self) -> None:
        """From the beginning."""
        text, before, later, self._goal, self._solution = LESSONS[self.number - 1]
        self._later = list(later)
        self._happened = set()
        self._shown: dict = None
        self.outcome = ""
        self._turn = Choices(parse_position(text, parse_rules(RULES)))
        for step in before:
            self._turn.move(*step)

    def play(self, start: str, end: str) -> None:
        """Move a piece; HandError if no die takes it there."""
        turn = self._turn
        dice = turn.choices.get(start, {}).get(end)
        if not dice or self.outcome:
            raise HandError("no die takes %s to %s", start, end)
        board, stood = turn.position.rules.board, bytes(turn.cells)
        path, dal, capture = turn.move(start, end, dice)
        self._moves += 1
        self._shown = travel(self._moves, path, dal, capture, dice)
        jumped = any(stood[board.hole(name)] for name in path[1:-1])
        happened = ((start + "-" + end, True), ("dal", dal), ("jump", jumped), ("capture", capture))
        self._happened.update([what for what, has in happened if has])
        if turn.complete and not turn.choices:
            self._end()

    def show(self) -> None:
        """Play one move of a turn that does what is asked for."""
        if not self.outcome:
            step = self._turn.towards(self._solution)
            if step and step[1] in self._turn.choices.get(step[0], {}):
                self.play(step[0], step[1])
            else:  # something else has been played
                self.restart()

    def view(self) -> dict:
        """What the page shows, by the names that the board's values have."""
        turn = self._turn
        position = turn.position
        stand = wooden(rows_text(position.rules, turn.cells), config.N)
        return {
            "lesson": self.number,
            "outcome": self.outcome,
            "stand": stand,
            "game": stand,
            "sees": stand.upper(),
            "player": position.player,
            "throw": "%d%d" % (position.die1, position.die2),
            "plays": {} if self.outcome else turn.choices,
            "stuck": {} if self.outcome else turn.stuck,
            "played": turn.used,
            "left": [pieces(turn.cells, side) for side in (0, 1)],
            "start": position.rules.n,
            "moved": self._shown,
        }

    # --- inside ---

    def _end(self) -> None:
        # A turn is complete: the next throw, or the end.
        turn = self._turn
        position = turn.position
        if turn.won:
            self._happened.add("win")
        if self._later:
            self._happened.add("again")
            rows = rows_text(position.rules, turn.cells)
            self._turn = Choices(parse_position(rows + " A " + self._later.pop(0), position.rules))
            self._solution = self._turn.position.turns()[0].text
        else:
            self.outcome = "done" if self._goal in self._happened else "missed"
