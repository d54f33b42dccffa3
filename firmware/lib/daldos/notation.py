"""Turns as text, both ways (rules, "Notation"): `A2-A1 M1xM4`, `M4-M6-M9`, `A5=`, `--`.

>>> turn_text(at, parse_turn(at, "M1xM4 A2-A1"))
'A2-A1 M1xM4'
"""

from daldos.geometry import HoleError
from daldos.packing import NO_HOLE, moves
from daldos.position import DALLED, PLAYERS, UNDALLED, Position, pieces, rows_text
from daldos.rules import OWN
from daldos.turns import LegalTurns, TurnError, legal_turns, play_moves

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
    """The legal turn with the result that the text describes; `legal` saves a search. TurnError if there is none.

    Moves may stand in any order in which they can be played; captures must be marked as such.
    """
    legal = legal or legal_turns(at)
    for turn in legal.turns:
        if turn_text(at, turn) == text:
            return turn
    cells = bytearray(at.cells)
    dice = [at.die1, at.die2]
    for word in text.split():
        _parse_word(at, cells, dice, word)
    for turn in legal.turns:
        after = bytearray(at.cells)
        play_moves(after, at.player, turn)
        if after == cells and text != "--":
            return turn
    raise TurnError("turn %r is not legal in %r" % (text, at.text()))


def _parse_word(at: Position, cells: bytearray, dice: list, word: str) -> None:
    # Play one word of the notation on the cells, using up the dice that it needs.
    board, player = at.rules.board, at.player
    names, marks = [""], []
    for letter in word:
        if letter in "-x=":
            marks.append(letter)
            names.append("")
        else:
            names[-1] += letter
    turned = len(marks) == 1 and word[-1] == "="
    if not marks or (not turned and "=" in marks):
        raise TurnError("turn: %r is no move such as A1-M1, M4xM6, M4-M6-M9 or A5=" % word)
    try:
        holes = [board.hole(name) for name in (names[:1] * 2 if turned else names)]
    except HoleError as error:
        raise TurnError("turn: %r: %s" % (word, error))
    for k in range(len(marks)):
        hole, to = holes[k], holes[k + 1]
        if not OWN[player][cells[hole]]:
            raise TurnError("turn: %r: no piece of the player at %s" % (word, board.name(hole)))
        if bool(cells[to]) != (marks[k] == "x") and not turned:
            raise TurnError(
                "turn: %r: %s is %s" % (word, board.name(to), "taken" if cells[to] else "empty: no capture")
            )
        _use_dice(at, cells[hole], hole, to, dice, word)
        cells[hole] = 0
        cells[to] = DALLED[player]


def _use_dice(at: Position, cell: int, hole: int, to: int, dice: list, word: str) -> None:
    dalling = cell == UNDALLED[at.player]
    steps, reached = 0, hole
    while reached != to or (steps == 0 and hole != to):
        reached = at.rules.board.after[at.player][reached]
        steps += 1
        if steps > 2 * _DIE_MAX:
            break
    turn_in_place = 1 if dalling and not at.rules.dal_moves else 0
    if turn_in_place and steps == 0 and 1 in dice:
        dice.remove(1)
    elif steps in dice and (not dalling or (steps == 1 and at.rules.dal_moves)):
        dice.remove(steps)
    elif len(dice) == 2 and steps + turn_in_place == sum(dice) and (not dalling or 1 in dice):
        del dice[:]
    else:
        raise TurnError(
            "turn: %r: the dice do not allow %s to %s" % (word, at.rules.board.name(hole), at.rules.board.name(to))
        )
