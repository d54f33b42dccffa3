"""The chances of positions and turns: what `daldos hint` and `daldos reply` print.

A position's chance is exact where the solved endings have it (from the tables of `daldos solve` if they were made
here, else from the packed ones, at most 1/512 off); elsewhere it is the mean over the next throws of the net's best
turns.

    >>> hint_object("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 12", parse_rules("danish"))["chance"]
"""

from daldos.notation import result_text, turn_text
from daldos.position import Position, parse_position
from daldos.prng import Xorshift32
from daldos.rules import Rules
from daldos.state import pieces
from daldos.turns import TurnError, legal_turns, play_moves
from host.ai import data

DIGITS = 6  # of a chance


class Advice:
    """Chances under one set of rules. kernel: fast if there is one; the numbers are the same without."""

    def __init__(self, rules: Rules):
        self.rules = rules
        self._opponent = data.opponent(rules)
        self._exact = data.exact_endings(rules)
        self._kernel = data.kernel(rules, compile_it=False)  # a hint is worth no minute of compiling
        if self._kernel:
            self._net = data.quantised(rules)

    def before(self, cells: bytearray, player: int) -> tuple[float, bool]:
        """The chance of the player who is to throw, and whether it is exact."""
        exact = self._exact.chance(cells, player)
        if exact is not None:
            return exact, True
        if self._kernel:
            sixteenths = self._kernel.deep_chance(self._net, cells, player, player)
        else:
            found: list = []
            for _ in self._opponent.ahead(cells, player, player, found):
                pass
            sixteenths = found[0]
        return sixteenths / (16 * 65536), False

    def turns(self, at: Position) -> list[tuple[float, bool, int, bool]]:
        """(chance of the mover, exact, packed turn, throws again) of every legal turn, best first."""
        legal = legal_turns(at)
        again = self.rules.again(at.die1, at.die2, legal.dice_used)
        found = []
        for turn in legal.turns:
            cells = bytearray(at.cells)
            play_moves(cells, at.side, turn)
            if pieces(cells, 1 - at.side) <= self.rules.lose_at:
                found.append((1.0, True, turn, again))
                continue
            chance, exact = self.before(cells, at.side if again else 1 - at.side)
            found.append((chance if again else 1 - chance, exact, turn, again))
        # of equals the one whose result comes first in `daldos turns`
        found.sort(key=lambda entry: (-entry[0], result_text(at, entry[2], again)))
        return found


_known: dict[str, Advice] = {}


def advice_for(rules: Rules) -> Advice:
    """The Advice under the rules, made once."""
    if rules.text not in _known:
        _known[rules.text] = Advice(rules)
    return _known[rules.text]


def hint_object(text: str, rules: Rules) -> dict:
    """The object that `daldos hint` prints for one position; ValueError says in one line what is wrong."""
    at = parse_position(text, rules)
    advice = advice_for(rules)
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


def reply_object(text: str, rules: Rules, level: int, stream: Xorshift32) -> dict:
    """The object that `daldos reply` prints: what the opponent of that level plays, by the code of the Pico."""
    at = parse_position(text, rules)
    if not at.die1:
        raise TurnError("position %r: expected a throw such as 13 in place of '-'", at.text())
    turn = data.opponent(rules).choose(at, level, stream)
    again = rules.again(at.die1, at.die2, legal_turns(at).dice_used)
    return {"position": at.text(), "turn": turn_text(at, turn), "result": result_text(at, turn, again)}
