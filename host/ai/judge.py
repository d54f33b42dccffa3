"""The value of each throw and turn of a game, in winning chances: luck, skill, and the decisive turns.

All positions are judged at the same search depth. Luck is what a throw's best turn gains over the chance before it; an
error is what the turn played loses against the best. So the sum of all luck minus all errors is exactly the change from
the first chance to the last.

    >>> judged = judge(game, data.advice(game.rules))
    >>> judged[0].luck, judged[0].error, judged[0].best_text, judged[0].grade
    (0.31, 0.0, 'A1-M3', 'best')

It also runs on MicroPython: it needs neither the kernel nor files.
"""

from collections import namedtuple

from daldos.game import Game
from daldos.notation import turn_text
from daldos.notes import annotate
from daldos.record import write_record
from daldos.state import PLAYERS
from daldos.turns import legal_turns
from host.ai.advice import Advice

if False:
    from collections.abc import Iterator

GRADES = ("best", "good", "inaccurate", "mistake", "blunder")
BOUNDS = (0.005, 0.02, 0.05, 0.1)  # chance lost; each bound begins the next grade
DECISIVE = 3  # how many turns of a game are shown as decisive


def grade(error: float) -> str:
    """The grade of a turn that loses this much against the best one."""
    return GRADES[sum(error >= bound for bound in BOUNDS)]


class TurnAnalysis(namedtuple("TurnAnalysis", "number player throw turn before best after best_text choices")):
    """One throw of a game; chances are those of its player.

    number: from 1. before: the chance before the throw; best: after the best turn, best_text; after: after the turn
    played. choices: the number of legal turns.
    """

    @property
    def luck(self) -> float:
        """The value of the throw."""
        return self.best - self.before

    @property
    def error(self) -> float:
        """The chance that the turn gave away."""
        return self.best - self.after

    @property
    def grade(self) -> str:
        """The grade of the turn, one of GRADES."""
        return grade(self.error)

    @property
    def chance_a(self) -> float:
        """A's chance after the turn."""
        return self.after if self.player == "A" else 1 - self.after


def judge(game: Game, advice: Advice) -> "list[TurnAnalysis]":
    """Analyse every throw of the game."""
    return list(judging(game, advice))


def judging(game: Game, advice: Advice) -> "Iterator[TurnAnalysis]":
    """The same, throw by throw."""
    last: TurnAnalysis = None
    for number, turn in enumerate(game, 1):
        at, player = turn.position, turn.player
        if last:
            before = last.after if last.player == player else 1 - last.after
        else:
            before = advice.before(at.cells, at.side)[0]
        turns = advice.turns(at)
        again = turns[0][3]
        after = advice.after(at, turn.packed, again)[0]
        best, text = turns[0][0], turn_text(at, turns[0][2])
        if after >= best:  # one of several equals, or searched less deeply
            best, text = after, turn.text
        choices = len(legal_turns(at).turns)
        last = TurnAnalysis(number, player, turn.throw, turn.text, before, best, after, text, choices)
        yield last


def curve(judged: "list[TurnAnalysis]") -> "list[float]":
    """A's chance before the first throw, and after each turn."""
    if not judged:
        return []
    first = judged[0]
    return [first.before if first.player == "A" else 1 - first.before] + [entry.chance_a for entry in judged]


def decisive(judged: "list[TurnAnalysis]", count: int = DECISIVE) -> "list[TurnAnalysis]":
    """The turns of a game with the greatest luck or error, in game order."""
    weighed = sorted(judged, key=lambda entry: (-max(abs(entry.luck), entry.error), entry.number))
    return sorted(weighed[:count], key=lambda entry: entry.number)


def balance(judged: "list[TurnAnalysis]", player: str) -> "dict[str, float]":
    """The player's way from the first chance to the last: first + luck - errors + gifts = last.

    luck: own minus the other's. errors: what the player gave away. gifts: what the other gave away.
    """
    found = {"first": 0.0, "luck": 0.0, "errors": 0.0, "gifts": 0.0, "last": 0.0}
    for entry in judged:
        own = entry.player == player
        if entry.number == 1:
            found["first"] = entry.before if own else 1 - entry.before
        found["luck"] += entry.luck if own else -entry.luck
        found["errors" if own else "gifts"] += entry.error
        found["last"] = entry.after if own else 1 - entry.after
    return found


def sums(judged: "list[TurnAnalysis]") -> "dict[str, dict]":
    """For each player: throws, choices (throws with more than one result), luck, error, and turns of each grade.

    Only choices are graded.
    """
    found = {}
    for player in PLAYERS:
        own = [entry for entry in judged if entry.player == player]
        chosen = [entry for entry in own if entry.choices > 1]
        found[player] = {
            "throws": len(own),
            "choices": len(chosen),
            "luck": sum(entry.luck for entry in own),
            "error": sum(entry.error for entry in own),
            "grades": {name: sum(entry.grade == name for entry in chosen) for name in GRADES},
        }
    return found


def noted(headers: dict, game: Game, judged: "list[TurnAnalysis]") -> str:
    """The record with the analysis as notes on its throws, in place of what they have said of it."""
    notes = {}
    for entry in judged:
        best = entry.best_text if entry.grade != GRADES[0] else ""
        notes[entry.number] = {"chance": entry.after, "grade": entry.grade if entry.choices > 1 else "", "best": best}
    annotate(game, notes)
    return write_record(game, headers)
