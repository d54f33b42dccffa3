"""The chances of positions and turns: what `daldos hint`, `daldos reply` and `daldos analyse` go by.

A position's chance is exact where the solved endings have it. Elsewhere the judge looks three plies ahead: the mean
over two throws of the best turns and the best answers to them, valued by the net. Where a game is late and open, that
is off by several points; there the judge plays games on. Without a kernel (no C compiler, say) all that takes too
long; then it looks one throw ahead, as level 5 does.

    >>> advice = data.advice(parse_rules("danish"))
    >>> hint_object("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 12", advice)["chance"]
"""

import math

from daldos.ai.kernel import KernelOpponent
from daldos.ai.logistic import ONE
from daldos.notation import result_text, turn_text
from daldos.position import Position, parse_position
from daldos.prng import Xorshift32
from daldos.rules import Rules
from daldos.state import pieces
from daldos.turns import TurnError, legal_turns, play_moves

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from collections.abc import Callable

    from daldos.ai.opponent import Opponent

DIGITS = 6  # in a chance
THROWS = 2  # ahead
LATE, OPEN = 14, 0.1  # pieces in all, at most; a chance of that or more, and of so much less than 1
GAMES = 256  # played on, with the same dice from every position: all ways of the first two throws
NEAR, FAR = 5, 0.06  # turns judged as far, at most; what the quick look may see between the best and one of them


class Advice:
    """Chances under one set of rules.

    chance: of the player who is to throw, from cells and player. exact: the same, or None where it is not solved.
    quick: the same by less work, which says what turns of a throw are worth `order`, which says what turn is the best;
    None: `chance` does. What says which is the best does not say how good it is, or it would look better than it is.
    """

    def __init__(
        self,
        rules: Rules,
        chance: "Callable",
        exact: "Callable | None" = None,
        quick: "Callable | None" = None,
        order: "Callable | None" = None,
    ):
        self.rules = rules
        self.chance = chance
        self.exact = exact
        self._quick = quick or chance
        self._order = order

    def before(self, cells: bytearray, player: int, by: "Callable | None" = None) -> "tuple[float, bool]":
        """The chance of the player who is to throw, and whether it is exact."""
        exact = self.exact(cells, player) if self.exact else None
        if exact is not None:
            return exact, True
        return (by or self.chance)(cells, player), False

    def after(self, at: Position, turn: int, again: bool, by: "Callable | None" = None) -> "tuple[float, bool]":
        """The chance of the mover after a packed turn, and whether it is exact. again: he throws again."""
        cells = bytearray(at.cells)
        play_moves(cells, at.side, turn)
        if pieces(cells, 1 - at.side) <= self.rules.lose_at:
            return 1.0, True
        chance, exact = self.before(cells, at.side if again else 1 - at.side, by)
        return chance if again else 1 - chance, exact

    def turns(self, at: Position) -> "list[tuple[float, bool, int, bool]]":
        """(chance of the mover, exact, packed turn, throws again) of every legal turn, best first."""
        legal = legal_turns(at)
        again = self.rules.again(at.die1, at.die2, legal.dice_used)
        found = []
        for turn in legal.turns:
            chance, exact = self.after(at, turn, again, self._quick)
            found.append((chance, exact, turn, again))
        if self._order:
            found = self._judged(at, found)
        # among equals, the result that `daldos turns` lists first
        found.sort(key=lambda entry: (-entry[0], result_text(at, entry[2], again)))
        return found

    def _judged(self, at: Position, found: list) -> list:
        # The best by the quick look are put in order, and the best of them is valued; all others keep their distance.
        found.sort(key=lambda entry: -entry[0])
        near = [entry for entry in found[:NEAR] if entry[0] >= found[0][0] - FAR]
        ordered = [self.after(at, entry[2], entry[3], self._order) + entry[2:] for entry in near]
        ordered.sort(key=lambda entry: -entry[0])
        best = self.after(at, ordered[0][2], ordered[0][3]) + ordered[0][2:]
        judged = [best]
        for others, off in ((ordered[1:], best[0] - ordered[0][0]), (found[len(near) :], best[0] - found[0][0])):
            for chance, exact, turn, again in others:
                judged.append((chance if exact else min(max(chance + off, 0.0), best[0]), exact, turn, again))
        return judged


def advice_of(rules: Rules, opponent: "Opponent", exact: "Callable | None" = None) -> Advice:
    """The judge, who asks this opponent's kernel; as far as level 5 looks where it has none."""

    def by(plies: int) -> "Callable":
        return lambda cells, thrower: opponent.chance(cells, thrower, plies) / (16 * ONE)

    if not isinstance(opponent, KernelOpponent):
        return Advice(rules, by(1), exact)
    playouts = opponent.playouts

    def judge(cells: bytearray, thrower: int, seed: int = 2) -> float:
        chance: float = by(THROWS)(cells, thrower)
        if OPEN <= chance <= 1 - OPEN and pieces(cells, 0) + pieces(cells, 1) <= LATE:
            chance = playouts(cells, thrower, GAMES, seed)[0]
        return chance

    return Advice(rules, judge, exact, by(1), lambda cells, thrower: judge(cells, thrower, 1))


def hint_object(text: str, advice: Advice) -> dict:
    """The object that `daldos hint` prints for one position; ValueError says in one line what is wrong."""
    at = parse_position(text, advice.rules)
    if not at.die1:
        chance, exact = advice.before(at.cells, at.side)
        return {"position": at.text(), "chance": round(chance, DIGITS), "exact": exact}
    found = advice.turns(at)
    return {
        "position": at.text(),
        "chance": round(found[0][0], DIGITS),
        "exact": all(exact for _, exact, _, _ in found),
        "turns": [
            {"turn": turn_text(at, turn), "result": result_text(at, turn, again), "chance": round(chance, DIGITS)}
            for chance, _, turn, again in found
        ],
    }


def played_object(text: str, advice: Advice, opponent: "Opponent", games: int) -> dict:
    """The same by so many games played on from each of the best turns, with the standard error of each chance.

    All have the same dice, so that turns differ by less than these errors say.
    """
    if not isinstance(opponent, KernelOpponent):
        raise TurnError("games are played on by the kernel, which needs a C compiler: cc, gcc or clang")
    at = parse_position(text, advice.rules)

    def played(cells: bytearray, thrower: int) -> "tuple[float, float]":
        mean, square = opponent.playouts(cells, thrower, games)
        return mean, math.sqrt(max(0.0, square - mean * mean) / games)

    if not at.die1:
        chance, error = played(at.cells, at.side)
        return {"position": at.text(), "chance": round(chance, DIGITS), "error": round(error, DIGITS)}
    turns: list[dict] = []
    for chance, _, turn, again in advice.turns(at)[:NEAR]:
        cells, error = bytearray(at.cells), 0.0
        play_moves(cells, at.side, turn)
        if pieces(cells, 1 - at.side) > advice.rules.lose_at:
            chance, error = played(cells, at.side if again else 1 - at.side)
            chance = chance if again else 1 - chance
        named = {"turn": turn_text(at, turn), "result": result_text(at, turn, again)}
        turns.append(dict(named, chance=round(chance, DIGITS), error=round(error, DIGITS)))
    turns.sort(key=lambda entry: -entry["chance"])
    return {"position": at.text(), "chance": turns[0]["chance"], "error": turns[0]["error"], "turns": turns}


def reply_object(text: str, opponent: "Opponent", level: int, stream: Xorshift32) -> dict:
    """The object that `daldos reply` prints: what the opponent of that level plays, by the code of the Pico."""
    rules = opponent.rules
    at = parse_position(text, rules)
    if not at.die1:
        raise TurnError("position %r: expected a throw such as 13 in place of '-'", at.text())
    turn = opponent.choose(at, level, stream)
    again = rules.again(at.die1, at.die2, legal_turns(at).dice_used)
    return {"position": at.text(), "turn": turn_text(at, turn), "result": result_text(at, turn, again)}
