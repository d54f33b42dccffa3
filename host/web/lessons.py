"""The lessons of a game: positions with a task each, and whether it has been solved; the engine decides what is legal.

A lesson is played like a game, die by die, but is not saved: the page's own game stays unchanged meanwhile.

>>> lesson = Lesson(4)
>>> lesson.play("M4", "M7"); lesson.play("M12", "M14"); lesson.view()["outcome"]
'done'
"""

import config
from companion.game.match import Match
from companion.sensing.wiring import hole_names
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from daldos.game import OVER
from daldos.position import parse_position
from daldos.rules import parse_rules
from host.games.play import Play, PlayError
from host.games.players import Here, Thrown
from host.sim.preload import ScriptedDice
from host.web.frames import FrameError
from host.web.view import IN_LESSON

RULES = "danish"
HOLES = hole_names(config)
# Position, moves already played, later throws, the condition for success, and a turn that meets it.
DANISH = (
    (".aaaaaaaaaaaaaaa/....A............/bbbbbbbbbbbbbbbb A 13", (("M5", "M8"),), (), "dal", "M5-M8 A2-A1"),
    (".A...A..aaaaaaaa/................./........bbbbbbbb A 23", (), (), "A2-M2", "A2-M2 A6-A4"),
    ("...aaA..aaaaaaaa/...ABB.........../.......bbbbbbbbb A 34", (), (), "jump", "M4-M11"),
    (".....a..aaaaaaaa/...A..B....A...../.......bbbbbbbbb A 23", (), (), "capture", "M4xM7 M12-M14"),
    ("........aaaaaaaa/...A.....B..A..../.......bbbbbbbbb A 24", (), (), "capture", "M4xM10"),
    ("..aaaaaaaaaaaaaa/....A............/........bbbbbbbb A 11", (), ("24",), "again", "A3-A2 A4-A3"),
    ("........aaaaaaaa/....A............/......B..A...... A 23", (), (), "win", "B10xB7"),
)
SAHKKU = (
    ("aaaaaaaaaaaaaaa/.......k......./bbbbbbbbbbbbbbb A 124", (), (), "dal", "A1-M1 M1-M3 M3-M7"),
    ("....aaaaaaaaaaa/....A..k......./bbbbbbbbbbbbbb. A 234", (), (), "king", "M5+M8 M8-M10 M10-M14"),
    ("......aaaaaaaaa/...A.B.kB...B../bbbbbbbbbbb.... A 234", (), (), "captures 3", "M4xM6 M6xM9 M9xM13"),
)
SIG = (
    (".aaaaaaaaaaa/A............/bbbbbbbbbbbb A 1", (), (), "dal", "A2-A1"),
    ("........a.../...A..B.A..../.........bbb A 3", (), (), "home", "M4<M7"),
    ("....a......./....A.......A/........bb.b A 1", (), (), "M13-B12", "M13>B12"),
)
LESSONS = {"danish": DANISH, "vuovdaguoika": SAHKKU, "sig": SIG}  # by rules


PUZZLE = 8  # the number of a puzzle that the page supplies


class Lesson:
    """number: from 1 on, or PUZZLE, of the lessons under these rules. row: like one of LESSONS.

    outcome: `done`, or `missed` after a legal turn that does not solve it; else empty. The view has the `turn` last
    completed, too."""

    def __init__(self, number: int, rules: str = RULES, row: tuple = ()):
        self.number = number
        self.rules = rules
        self._row = row or LESSONS[rules][number - 1]
        self.restart()

    def restart(self) -> None:
        """Restart from the beginning."""
        text, before, later, self._goal, self._solution = self._row
        rows, _, first = text.rpartition(" ")
        self._throws = list((first,) + later)
        match = Match(Journal(MemoryStore()), ScriptedDice(None, self._throws))
        match.new(self.rules, rows + " -")
        self._happened: set = set()
        self._captures = 0
        self._turn = ""
        self.outcome = ""
        self._game = Play(match, "game", (Here(), Here()), Thrown())
        self._game.end()
        for start, end in before:
            self._game.move(start, end)

    def play(self, start: str, end: str) -> None:
        """Move a piece; PlayError if no die leads there."""
        game = self._game
        if self.outcome:
            raise PlayError("no die takes %s to %s", start, end)
        game.move(start, end)
        move = game.view()["moves"][-1]
        jumped = any(move["before"][HOLES.index(name)] != "." for name in move["path"][1:-1])
        happened = ((start + "-" + end, True), ("dal", move["dal"]), ("jump", jumped), ("capture", move["capture"]))
        self._happened.update([what for what, has in happened if has])
        stood = move["before"][HOLES.index(end)]
        if move["pushed"]:
            self._happened.add("king" if stood in "kCD" else "home")
        self._captures += move["capture"]
        self._happened.add("captures %d" % self._captures)
        if game.due == "turn" and not game.choices.choices:
            self._end()

    def show(self) -> None:
        """Play one move of the solution."""
        if not self.outcome:
            choices = self._game.choices
            step = choices.towards(choices.position.parse_turn(self._solution))
            if step and step[1] in choices.choices.get(step[0], {}):
                self.play(step[0], step[1])
            else:  # another move has been played
                self.restart()

    def view(self) -> dict:
        """The page's values, named as for a game."""
        values = self._game.view()
        shown = {key: values[key] for key in IN_LESSON}
        if self.outcome:
            shown.update(plays={}, stuck={}, due="")
        return dict(shown, rules=self.rules, lesson=self.number, outcome=self.outcome, turn=self._turn)

    # --- inside ---

    def _end(self) -> None:
        # A turn is complete: the next throw, or the end.
        game = self._game
        self._turn = game.choices.complete.text
        self._happened.add(self._turn)
        game.end()
        if game.game.phase == OVER:
            self._happened.add("win")
        if self._throws:
            self._happened.add("again")
            game.end()
            self._solution = game.game.turns()[0].text
        else:
            self.outcome = "done" if self._goal in self._happened else "missed"


def puzzle(position: str, turn: str, rules: str = RULES) -> Lesson:
    """A puzzle to find Light's turn in a position with a throw; PositionError or FrameError for any other position."""
    at = parse_position(position, parse_rules(rules))
    if at.side or not at.throw:
        raise FrameError("puzzle: a throw of Light's is wanted")
    return Lesson(PUZZLE, rules, (position, (), (), turn, turn))
