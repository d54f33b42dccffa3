"""Turns as text, both ways (rules, "Notation"): `A2-A1 M1xM4`, `M4-M6-M9`, `A5=`, `--`.

>>> turn_text(position, parse_turn(position, "M1xM4 A2-A1"))
'A2-A1 M1xM4'
"""

from daldos.effects import cells_after, mark, play_step, steps_of
from daldos.geometry import NO_HOLE
from daldos.packing import ALL, LOST_TURN, pack
from daldos.reach import NO_TURN, OTHER_DIE, english, reach
from daldos.state import DALLED, EMPTY, PLAYERS, State, beaten, rows_text
from daldos.turns import LegalTurns, TurnError, legal_turns
from daldos.why import dice_for, why_not


def turn_text(position: State, turn: int) -> str:
    """The notation of a packed turn: `A2-A1 M1xM4`, `M4-M6-M9` for one piece by both dice separately, `A5=`, `--`.

    Where moves are not joined, `M4-M6 M6-M9`.
    """
    name = position.rules.board.name
    words: list[str] = []
    before = NO_HOLE
    for hole, to, effect in steps_of(position, turn):
        if hole == to:
            words.append(name(hole) + mark(effect))
        elif hole == before and not position.rules.relative:
            words[-1] += mark(effect) + name(to)
        else:
            said = mark(effect)
            words.append(name(hole) + said[0] + name(to) + said[1:])
        before = to if hole != to else before
    return " ".join(words) or "--"


def result_text(position: State, turn: int, again: bool) -> str:
    """The position after the turn: who throws next (`again`: the same player) and `-`, or the winner and `#`."""
    cells = cells_after(position, turn)
    won = beaten(position.rules, cells, 1 - position.side)
    player = position.side if again or won else 1 - position.side
    return "%s %s %s" % (rows_text(position.rules, cells), PLAYERS[player], "#" if won else "-")


def parse_turn(position: State, text: str, legal: LegalTurns | None = None) -> int:
    """The legal turn with the result that the text describes; `legal` saves a search. TurnError says why there is none.

    Moves may be in any playable order; captures must be marked.
    """
    legal = legal or legal_turns(position)
    for turn in legal.turns:
        if turn_text(position, turn) == text:
            return turn
    try:
        legs = [] if text == "--" else [leg for word in text.split() for leg in _legs(position, word)]
        then, dice = position.copy(), list(position.throw or ())
        blame: TurnError | None = None
        for word, hole, said, to in legs:
            used, reason = dice_for(then, hole, to, dice)
            after = bytearray(then.cells)
            effect = play_step(position.rules, after, position.side, hole, to)
            if not reason and mark(effect) != said:
                name = position.rules.board.name(to)
                if said not in "x-=" or mark(effect) not in "x-=":
                    raise TurnError("%s: this move is marked %r, not %r", word, mark(effect), said)
                if said == "x":
                    raise TurnError("%s: %s is empty, and %r marks a capture", word, name, said)
                raise TurnError("%s: %s is taken, and %r marks no capture", word, name, said)
            if not blame:  # blame a move that is impossible, or else the first that no legal turn makes
                reason = reason or why_not(then, hole, to, dice, legal)
                blame = TurnError("%s: %s", word, TurnError(english(reason))) if reason else None
            if not used and blame:
                raise blame
            for die in used:
                dice.remove(die)
            then.cells = after
        for turn in legal.turns:
            if legs and cells_after(position, turn) == then.cells:
                return turn
        if not legs:
            raise TurnError("a die can be played")
        raise blame or TurnError(english(OTHER_DIE if dice else NO_TURN))
    except ValueError as error:  # a bad hole name too
        raise TurnError("turn %r is not legal in %r: %s", text, position.text(), error)


def turn_as_written(position: State, text: str, names: dict[str, int]) -> int:
    """The legal turn that `turn_text` writes like this, or -1 where only a search, `parse_turn`, can tell.

    names: of the board's holes. For records of thousands of games: most of their turns need no search.
    """
    cells, ways, throw = position.cells, position.rules.ways[position.side], position.throw
    if not throw or len(throw) != 2:
        return -1
    low, high = throw
    if text == "--":
        may = 1 in (low, high) or bytes([DALLED[position.side]]) in bytes(cells)
        return -1 if may else LOST_TURN
    holes: list[int] = []
    marks: list[bool] = []  # whether a capture is written
    for word in text.split(" "):
        marks.append("x" in word)
        ends = word.split("x" if marks[-1] else "-")
        if len(ends) != 2 or ends[0] not in names or ends[1] not in names or len(holes) == 4:
            return -1
        holes += [names[ends[0]], names[ends[1]]]
    hole, to = holes[0], holes[1]
    if hole == to or marks[0] != (cells[to] != EMPTY):
        return -1
    if len(holes) == 2:
        turn = pack((hole, ALL))
        legal = position.rules.one_piece == "added" and reach(cells, ways, hole, low, high) == to
    else:
        other, then = holes[2], holes[3]
        # One piece that takes the other's place has the result of one that goes all the way; twins are found in the
        # order of the holes, others with the lower die first.
        if then == hole or other == to or (low == high and hole > other):
            return -1
        turn = pack((hole, 0), (other, 1))
        if reach(cells, ways, hole, low) != to:
            return -1
        after = bytearray(cells)
        play_step(position.rules, after, position.side, hole, to)
        if marks[0] and beaten(position.rules, after, 1 - position.side):
            return -1
        legal = reach(after, ways, other, high) == then and other != then and marks[1] == (after[then] != EMPTY)
    return turn if legal else -1


def _legs(position: State, word: str) -> list[tuple[str, int, str, int]]:
    # The moves in one word of the notation, (word, from, mark, to) each.
    names: list[str] = [""]
    marks: list[str] = []
    for letter in word:
        if letter == "x" and marks[-1:] == ["+"] and names[-1]:
            marks[-1] = "+x"
        elif letter in "-x=+<>":
            marks.append(letter)
            names.append("")
        else:
            names[-1] += letter
    turned = len(marks) == 1 and word[-1] == "="
    if not marks or (not turned and "=" in marks):
        raise TurnError("%r is not a move such as A1-M1, M4xM6, M4-M6-M9 or A5=", word)
    holes = [position.rules.board.hole(name) for name in (names[:1] * 2 if turned else names)]
    return [(word, holes[k], marks[k], holes[k + 1]) for k in range(len(marks))]
