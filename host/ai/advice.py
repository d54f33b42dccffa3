"""The chances of positions and turns: what `daldos hint`, `daldos reply` and `daldos analyse` go by.

A position's chance is exact where the solved endings have it; elsewhere it is the mean over the next throws of the best
turns, each valued by the net.

    >>> advice = data.advice(parse_rules("danish"))
    >>> hint_object("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 12", advice)["chance"]
"""

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


class Advice:
    """Chances under one set of rules.

    chance: of the player who is to throw, from cells and player. exact: the same, or None where it is not solved.
    """

    def __init__(self, rules: Rules, chance: "Callable", exact: "Callable | None" = None):
        self.rules = rules
        self.chance = chance
        self.exact = exact

    def before(self, cells: bytearray, player: int) -> "tuple[float, bool]":
        """The chance of the player who is to throw, and whether it is exact."""
        exact = self.exact(cells, player) if self.exact else None
        return (self.chance(cells, player), False) if exact is None else (exact, True)

    def after(self, at: Position, turn: int, again: bool) -> "tuple[float, bool]":
        """The chance of the mover after a packed turn, and whether it is exact. again: he throws again."""
        cells = bytearray(at.cells)
        play_moves(cells, at.side, turn)
        if pieces(cells, 1 - at.side) <= self.rules.lose_at:
            return 1.0, True
        chance, exact = self.before(cells, at.side if again else 1 - at.side)
        return chance if again else 1 - chance, exact

    def turns(self, at: Position) -> "list[tuple[float, bool, int, bool]]":
        """(chance of the mover, exact, packed turn, throws again) of every legal turn, best first."""
        legal = legal_turns(at)
        again = self.rules.again(at.die1, at.die2, legal.dice_used)
        found = []
        for turn in legal.turns:
            chance, exact = self.after(at, turn, again)
            found.append((chance, exact, turn, again))
        # among equals, the result that `daldos turns` lists first
        found.sort(key=lambda entry: (-entry[0], result_text(at, entry[2], again)))
        return found


def looked_ahead(opponent: "Opponent") -> "Callable":
    """Chances as level 5 finds them, for an Advice."""

    return lambda cells, thrower: opponent.chance(cells, thrower, 1) / (16 * ONE)


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


def reply_object(text: str, opponent: "Opponent", level: int, stream: Xorshift32) -> dict:
    """The object that `daldos reply` prints: what the opponent of that level plays, by the code of the Pico."""
    rules = opponent.rules
    at = parse_position(text, rules)
    if not at.die1:
        raise TurnError("position %r: expected a throw such as 13 in place of '-'", at.text())
    turn = opponent.choose(at, level, stream)
    again = rules.again(at.die1, at.die2, legal_turns(at).dice_used)
    return {"position": at.text(), "turn": turn_text(at, turn), "result": result_text(at, turn, again)}
