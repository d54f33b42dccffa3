"""Turns as text, both ways (rules, "Notation"): `A2-A1 M1xM4`, `M4-M6-M9`, `A5=`, `--`.

>>> turn_text(at, parse_turn(at, "M1xM4 A2-A1"))
'A2-A1 M1xM4'
"""

from daldos.packing import NO_HOLE, moves
from daldos.position import DALLED, PLAYERS, UNDALLED, Position, pieces, rows_text
from daldos.rules import OWN
from daldos.turns import LegalTurns, TurnError, legal_turns, play_moves
from daldos.why import OTHER_DIE, PASSED_STAYS, english, why_not

_DIE_MAX = 4


def turn_text(at: Position, turn: int) -> str:
    """The notation of a packed turn: `A2-A1 M1xM4`, `M4-M6-M9` for one piece by both dice separately, `A5=`, `--`."""
    name = at.rules.board.name
    cells = bytearray(at.cells)
    words = []
    before = NO_HOLE
    for hole, to in moves(turn):
        if hole == to:
            words.append(name(hole) + "=")
        else:
            step = ("x" if cells[to] else "-") + name(to)
            if hole == before:
                words[-1] += step
            else:
                words.append(name(hole) + step)
            before = to
        cells[hole] = 0
        cells[to] = DALLED[at.player]
    return " ".join(words) or "--"


def result_text(at: Position, turn: int, again: bool) -> str:
    """The position after the turn: who throws next (`again`: the same player) and `-`, or the winner and `#`."""
    cells = bytearray(at.cells)
    play_moves(cells, at.player, turn)
    won = pieces(cells, 1 - at.player) <= at.rules.lose_at
    player = at.player if again or won else 1 - at.player
    return "%s %s %s" % (rows_text(at.rules, cells), PLAYERS[player], "#" if won else "-")


def parse_turn(at: Position, text: str, legal: LegalTurns = None) -> int:
    """The legal turn with the result that the text describes; `legal` saves a search. TurnError says why there is none.

    Moves may stand in any order in which they can be played; captures must be marked as such.
    """
    legal = legal or legal_turns(at)
    for turn in legal.turns:
        if turn_text(at, turn) == text:
            return turn
    try:
        legs = [] if text == "--" else [leg for word in text.split() for leg in _legs(at, word)]
        then = at.copy()
        dice = [at.die1, at.die2]
        for leg in legs:
            _play_leg(then, dice, leg)
        for turn in legal.turns:
            after = bytearray(at.cells)
            play_moves(after, at.player, turn)
            if after == then.cells and legs:
                return turn
        raise TurnError(_why_not(at, legs, legal))
    except ValueError as error:  # of a hole's name too
        raise TurnError("turn %r is not legal in %r: %s" % (text, at.text(), error))


def _legs(at: Position, word: str) -> list:
    # The moves that one word of the notation is made of, (word, from, mark, to) each.
    names, marks = [""], []
    for letter in word:
        if letter in "-x=":
            marks.append(letter)
            names.append("")
        else:
            names[-1] += letter
    turned = len(marks) == 1 and word[-1] == "="
    if not marks or (not turned and "=" in marks):
        raise TurnError("%r is not a move such as A1-M1, M4xM6, M4-M6-M9 or A5=" % word)
    holes = [at.rules.board.hole(name) for name in (names[:1] * 2 if turned else names)]
    return [(word, holes[k], marks[k], holes[k + 1]) for k in range(len(marks))]


def _play_leg(then: Position, dice: list, leg: tuple) -> None:
    # Play one move on the position, using up the dice that it needs.
    word, hole, mark, to = leg
    own, cells = OWN[then.player], then.cells
    used = _dice_used(then, hole, to, dice) if own[cells[hole]] and (hole == to or not own[cells[to]]) else []
    if not used:
        raise TurnError("%s: %s" % (word, english(why_not(then, hole, to, dice))))
    if mark != "=" and bool(cells[to]) != (mark == "x"):
        told = "is taken, and %r marks no capture" if mark == "-" else "is empty, and %r marks a capture"
        raise TurnError("%s: %s %s" % (word, then.rules.board.name(to), told % mark))
    for die in used:
        dice.remove(die)
    cells[hole] = 0
    cells[to] = DALLED[then.player]


def _dice_used(then: Position, hole: int, to: int, dice: list) -> list:
    # The dice that make a move so far, whatever stands on the way; none if there are no such.
    undalled = then.cells[hole] == UNDALLED[then.player]
    steps, reached = 0, hole
    while reached != to and steps <= 2 * _DIE_MAX:
        reached = then.rules.board.after[then.player][reached]
        steps += 1
    in_place = 1 if undalled and not then.rules.dal_moves else 0
    if in_place and steps == 0 and 1 in dice:
        return [1]
    if steps in dice and (not undalled or (steps == 1 and not in_place)):
        return [steps]
    if len(dice) == 2 and steps + in_place == sum(dice) and (not undalled or 1 in dice):
        return dice[:]
    return []


def _why_not(at: Position, legs: list, legal: LegalTurns) -> str:
    # The reason of the first move that cannot be made, where all are as long as the dice are.
    then = at.copy()
    dice = [at.die1, at.die2]
    for leg in legs:
        word, hole, _, to = leg
        if pieces(then.cells, 1 - at.player) <= at.rules.lose_at:
            return "%s: the game is won before it" % word
        reason = why_not(then, hole, to, dice, legal)
        if reason:
            return "%s: %s" % (word, english(reason))
        _play_leg(then, dice, leg)
    if not legs:
        return "a die can be played"
    return english(OTHER_DIE if dice else PASSED_STAYS)
