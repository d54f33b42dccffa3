"""The winning chances of positions and turns, for `daldos hint`, `daldos reply` and `daldos analyse`.

Solved endings give exact chances. Elsewhere the judge looks three plies ahead: it takes the mean over two throws of the
best turns and best answers, valued by the net. Late in an open game that is wrong by several points, so there the judge
uses playouts. Without a kernel all this would take too long; then it looks one throw ahead, as level 5 does, and each
object has `"judge": "python"`. A relative, or a game of other dice, has no learnt net: `"judge": "pieces"` looks one
throw ahead and counts.

    >>> advice = data.advice(parse_rules("danish"))
    >>> hint_object("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 12", advice)["chance"]
"""

import math

from daldos.ai.kernel import KernelOpponent
from daldos.ai.logistic import ONE, chance_of
from daldos.ai.nets import learnt
from daldos.effects import cells_after
from daldos.notation import result_text, turn_text
from daldos.position import Position, parse_position
from daldos.prng import Xorshift32
from daldos.rules import Rules
from daldos.state import beaten, pieces, start_cells
from daldos.turns import TurnError, legal_turns

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from collections.abc import Callable, Iterator

    from daldos.ai.material import Material
    from daldos.ai.opponent import Opponent

DIGITS = 6  # in a chance
AHEAD = 2  # throws
LATE, OPEN = 18, 0.1  # late: at most this many pieces; open: a chance at least this far from 0 and 1
ORDERED = 14  # with more pieces turns are ordered without playouts, or a review would take too long
GAMES, MOST = 256, 12  # playouts, of so many throws; with the same dice from every position, and all first two throws
BATCHES = 4  # least number of playouts' batches of which a difference's error is told
PYTHON = {"judge": "python"}  # in the objects of a judge without a kernel
BY_PIECES = {"judge": "pieces"}  # of one without a learnt net
KNOWN = 50  # positions judged and kept: the turn played is often the best
NEAR, FAR = 5, 0.06  # most turns judged in depth; their greatest distance from the best by the quick look


class Advice:
    """Chances under one set of rules.

    chance: of the player to throw, given cells and player. exact: the same, or None if not solved. quick: a faster
    estimate, which selects the turns that `order` compares; `order`: finds the best turn; None: `chance` does both. The
    function that picks the best turn does not value it, because its value would be biased upwards. judge: what each
    object says about the judge.
    """

    def __init__(
        self,
        rules: Rules,
        chance: "Callable",
        exact: "Callable | None" = None,
        quick: "Callable | None" = None,
        order: "Callable | None" = None,
        judge: "dict | None" = None,
    ):
        self.rules = rules
        self.chance = chance
        self.exact = exact
        self._quick = quick or chance
        self._order = order
        self.judge = judge or {}

    def before(self, cells: bytearray, player: int, by: "Callable | None" = None) -> "tuple[float, bool]":
        """The chance of the player who is to throw, and whether it is exact."""
        exact = self.exact(cells, player) if self.exact else None
        if exact is not None:
            return exact, True
        return (by or self.chance)(cells, player), False

    def after(self, at: Position, turn: int, again: bool, by: "Callable | None" = None) -> "tuple[float, bool]":
        """The mover's chance after a packed turn, and whether it is exact. again: the mover throws again."""
        cells = cells_after(at, turn)
        if beaten(self.rules, cells, 1 - at.side):
            return 1.0, True
        chance, exact = self.before(cells, at.side if again else 1 - at.side, by)
        return chance if again else 1 - chance, exact

    def turns(self, at: Position) -> "list[tuple[float, bool, int, bool]]":
        """(chance of the mover, exact, packed turn, throws again) of every legal turn, best first."""
        legal = legal_turns(at)
        again = self.rules.again(at.throw, legal.dice_used)
        found = []
        for turn in legal.turns:
            chance, exact = self.after(at, turn, again, self._quick)
            found.append((chance, exact, turn, again))
        if self._order:
            found = self._judged(at, found)
        chances = [entry[0] for entry in found]

        def place(entry: tuple) -> tuple:  # of equals, the one that `daldos turns` lists first
            return -entry[0], result_text(at, entry[2], again) if chances.count(entry[0]) > 1 else ""

        found.sort(key=place)
        return found

    def _judged(self, at: Position, found: list) -> list:
        # Order the best turns of the quick look, and value the best; the others keep their distances.
        found.sort(key=lambda entry: -entry[0])
        near = [entry for entry in found[:NEAR] if entry[0] >= found[0][0] - FAR]
        ordered = near
        if len(near) > 1:
            ordered = [self.after(at, entry[2], entry[3], self._order) + entry[2:] for entry in near]
            ordered.sort(key=lambda entry: -entry[0])
        best = self.after(at, ordered[0][2], ordered[0][3]) + ordered[0][2:]
        judged = [best]
        for others, off in ((ordered[1:], best[0] - ordered[0][0]), (found[len(near) :], best[0] - found[0][0])):
            for chance, exact, turn, again in others:
                judged.append((chance if exact else min(max(chance + off, 0.0), best[0]), exact, turn, again))
        return judged


def looked_up(rules: Rules, opponent: "Opponent", net: "Material", exact: "Callable | None") -> Advice:
    """The judge of a game without a learnt net: the best few turns by the count of pieces, one throw ahead."""

    def quick(cells: bytearray, thrower: int) -> float:
        return chance_of(net.value(cells, thrower, True)) / ONE

    def ahead(cells: bytearray, thrower: int) -> float:
        return opponent.chance(cells, thrower, 1) / (16 * ONE)

    return Advice(rules, ahead, exact, quick, ahead, BY_PIECES)


def judge_of(opponent: "Opponent") -> dict:
    """An object's keys about its judge: none while it is the kernel."""
    if not learnt(opponent.rules):
        return BY_PIECES
    return {} if isinstance(opponent, KernelOpponent) else PYTHON


def advice_of(rules: Rules, opponent: "Opponent", exact: "Callable | None" = None) -> Advice:
    """The judge that uses this opponent's kernel, or looks as far as level 5; without a learnt net it counts pieces."""
    if not learnt(rules):
        from daldos.ai.material import Material

        return looked_up(rules, opponent, Material(rules), exact)

    def by(plies: int) -> "Callable":
        return lambda cells, thrower: opponent.chance(cells, thrower, plies) / (16 * ONE)

    if not isinstance(opponent, KernelOpponent):
        return Advice(rules, by(1), exact, judge=judge_of(opponent))
    playouts, known = opponent.playouts, {}

    def judge(cells: bytearray, thrower: int, seed: int = 2, late: int = LATE) -> float:
        key = bytes(cells), thrower, seed
        if key not in known:
            chance: float = by(AHEAD)(cells, thrower)
            if OPEN <= chance <= 1 - OPEN and pieces(cells, 0) + pieces(cells, 1) <= late:
                chance = playouts(cells, thrower, GAMES, MOST, seed)[0]
            if len(known) > KNOWN:
                known.clear()
            known[key] = chance
        return known[key]

    return Advice(rules, judge, exact, by(1), lambda cells, thrower: judge(cells, thrower, 1, ORDERED))


def hint_object(text: str, advice: Advice) -> dict:
    """The object that `daldos hint` prints for one position; ValueError, with a one-line message, for an invalid
    one."""
    at = parse_position(text, advice.rules)
    if not at.throw:
        chance, exact = advice.before(at.cells, at.side)
        return dict({"position": at.text(), "chance": round(chance, DIGITS), "exact": exact}, **advice.judge)
    found = advice.turns(at)
    told = {
        "position": at.text(),
        "chance": round(found[0][0], DIGITS),
        "exact": all(exact for _, exact, _, _ in found),
        "turns": [
            {"turn": turn_text(at, turn), "result": result_text(at, turn, again), "chance": round(chance, DIGITS)}
            for chance, _, turn, again in found
        ],
    }
    return dict(told, **advice.judge)


class _Played:
    # A position that a turn leads to, played on; means are those of the player who moved, one for each batch of games.

    def __init__(self, named: dict, cells: bytearray, thrower: int, own: bool, won: bool) -> None:
        self.named, self.cells, self.thrower, self.own, self.won = named, cells, thrower, own, won
        self.means: list = []
        self.squares: list = []

    def play(self, opponent: "KernelOpponent", games: int) -> None:
        mean, square = 1.0, 1.0
        if not self.won:
            mean, square = opponent.playouts(self.cells, self.thrower, games, 0, len(self.means) + 1)
            if not self.own:
                mean, square = 1 - mean, 1 - 2 * mean + square
        self.means.append(mean)
        self.squares.append(square)

    @property
    def mean(self) -> float:
        return sum(self.means) / len(self.means)

    def told(self, best: "_Played", games: int) -> dict:
        error = math.sqrt(max(0.0, sum(self.squares) / len(self.squares) - self.mean**2) / games)
        found = dict(self.named, chance=round(self.mean, DIGITS), error=round(error, DIGITS))
        if self is not best:
            apart = [other - own for other, own in zip(best.means, self.means)]  # noqa: B905  # MicroPython: no `strict`
            mean, count = sum(apart) / len(apart), len(apart)
            square = sum((one - mean) ** 2 for one in apart) / max(1, count - 1) / count
            found.update(behind=round(mean, DIGITS))
            found.update(behind_error=round(math.sqrt(square), DIGITS) if count >= BATCHES else None)
        return found


def played_on(
    text: str, advice: Advice, opponent: "Opponent", games: int, only: "tuple | list" = ()
) -> "Iterator[tuple[int, Callable]]":
    """Playouts of the best turns of a position, or only of these, batch by batch: (games to come, a function that makes
    the object).

    The object is that of `hint`; `error` is the standard error of a chance. All turns get the same dice, so how far one
    is `behind` the best has a smaller `behind_error`, that of the batches' differences; None for fewer than 4 batches.
    """
    if advice.rules.relative:
        raise TurnError("ruleset %r: this game has no play-outs yet", advice.rules.text)
    if not isinstance(opponent, KernelOpponent):
        raise TurnError("play-outs need the kernel, which wasmtime runs: pip install wasmtime")
    at = parse_position(text, advice.rules)
    size = min(games, GAMES)
    tried = _tried(at, advice, only) if at.throw else [_Played({}, at.cells, at.side, True, False)]

    def found() -> dict:
        done = size * len(tried[0].means)
        tried.sort(key=lambda one: -one.mean)
        told = [one.told(tried[0], done) for one in tried]
        best = {"position": at.text(), "games": done, "chance": told[0]["chance"], "error": told[0]["error"]}
        return dict(best, turns=told) if at.throw else best

    for rest in range(games - size, -size, -size):
        for one in tried:
            one.play(opponent, size)
        yield max(0, rest), found


def _tried(at: Position, advice: Advice, only: "tuple | list") -> list:
    found = advice.turns(at)
    names = [turn_text(at, turn) for _, _, turn, _ in found]
    for name in only:
        if name not in names:
            raise TurnError("turn %r cannot be played in position %r", name, at.text())
    tried = []
    for name, (_, _, turn, again) in zip(names, found):  # noqa: B905
        if name in only or (not only and len(tried) < NEAR):
            cells = cells_after(at, turn)
            won = beaten(advice.rules, cells, 1 - at.side)
            named = {"turn": name, "result": result_text(at, turn, again)}
            tried.append(_Played(named, cells, at.side if again else 1 - at.side, again, won))
    return tried


def first_throws(advice: Advice) -> "Iterator[dict]":
    """For each of the first throws: `throw`, the best `turn`, its `chance` and `result`, and the best `answers` to
    it, as [throw, turn, chance of who answers]; none after a lost turn."""
    throws = [throw.text for throw in advice.rules.throws]
    start = Position(advice.rules, start_cells(advice.rules), 0).text()[:-1]

    def best(position: str) -> dict:
        return hint_object(position, advice)["turns"][0]

    for throw in throws:
        found = best(start + throw)
        answers = []
        if found["turn"] != "--":
            for other in throws:
                answer = best(found["result"][:-1] + other)
                answers.append([other, answer["turn"], answer["chance"]])
        yield dict(found, throw=throw, answers=answers, **advice.judge)


def reply_object(text: str, opponent: "Opponent", level: int, stream: Xorshift32) -> dict:
    """The object that `daldos reply` prints: the turn that this level plays, by the Pico's own code."""
    rules = opponent.rules
    at = parse_position(text, rules)
    if not at.throw:
        raise TurnError("position %r: expected a throw such as 13 in place of '-'", at.text())
    turn = opponent.choose(at, level, stream)
    again = rules.again(at.throw, legal_turns(at).dice_used)
    told = {"position": at.text(), "turn": turn_text(at, turn), "result": result_text(at, turn, again)}
    return dict(told, **judge_of(opponent))
