"""What a turn does. Only `play_step` knows what happens where a piece lands; all others read it.

A step is (hole, to, effect): one piece moves, and the effect is the sum of what happened, MOVED, TURNED, CAPTURED ...
and of the hole of another piece that was moved, shifted by eight bits.

    >>> from daldos.position import Position
    >>> at = Position.parse("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 11")
    >>> turn = at.parse_turn("A1-M1 A2-A1").packed
    >>> outcome(at, turn)        # A1, M1, A2: (hole, cell before, cell after)
    [(0, 1, 2), (16, 0, 2), (1, 1, 0)]
    >>> play(at, turn)           # MOVED + TURNED each
    [(0, 16, 3), (1, 0, 3)]
"""

from daldos.packing import ALL, first_hole, first_place, moves, rest
from daldos.rules import KING, NOBODYS, Rules
from daldos.state import DALLED, EMPTY, UNDALLED, State

MOVED, TURNED, CAPTURED = 1, 2, 4  # a piece went to another hole; it was undalled; it removed an enemy piece
# of relatives: it sent an enemy piece home; it moved one up as it entered; it recruited the king and pushed him
SENT_HOME, SHOVED, RECRUITED = 8, 16, 32
_HOLES, _UNTOUCHED = 64, 255  # more than a board has; no cell


def mark(effect: int) -> str:
    """The mark of a step in the notation: `x` a capture, `-` a move, `=` turned in place, `<` a piece sent home, `>`
    one moved up, `+` the king recruited, `+x` and he captures."""
    if effect & RECRUITED:
        return "+x" if effect & CAPTURED else "+"
    if effect & (SENT_HOME + SHOVED):
        return "<" if effect & SENT_HOME else ">"
    return "x" if effect & CAPTURED else "-" if effect & MOVED else "="


class Changes:
    """What steps have changed, to read it and to take it back; it allocates nothing, so a search can ask each turn.

    holes: those touched, each once. was: by hole, the cells of these before the first step.
    """

    def __init__(self) -> None:
        self.holes: list[int] = []
        self.was = bytearray([_UNTOUCHED] * _HOLES)

    def play(self, at: State, turn: int) -> None:
        """Play a packed turn on the cells of this state."""
        while turn:
            hole = first_hole(turn)
            play_step(at.rules, at.cells, at.side, hole, end_of(at, hole, first_place(turn)), self)
            turn = rest(turn)

    def touch(self, hole: int, cell: int) -> None:
        """The hole, which holds this cell, is about to change."""
        if self.was[hole] == _UNTOUCHED:
            self.was[hole] = cell
            self.holes.append(hole)

    def take_back(self, cells: bytearray) -> None:
        """Set the cells as they were before the first step."""
        holes, was = self.holes, self.was
        while holes:
            hole = holes.pop()
            cells[hole] = was[hole]
            was[hole] = _UNTOUCHED


def end_of(at: State, hole: int, place: int) -> int:
    """The hole in which the piece in `hole` ends by the die in this place of the throw, or by ALL of them."""
    faces, after = at.throw.faces, at.rules.board.after[at.side]  # type: ignore[union-attr]
    steps = sum(faces) if place == ALL else faces[place]
    if not at.rules.dal_moves and at.cells[hole] != DALLED[at.side]:
        steps -= 1  # the dal only turns it
    while steps:
        hole = after[hole]
        steps -= 1
    return hole


def play_step(rules: Rules, cells: bytearray, side: int, hole: int, to: int, changes: Changes | None = None) -> int:
    """Move the side's piece on the cells, with all that follows; returns the effect."""
    cell, there, dalled = cells[hole], cells[to], DALLED[side]
    if changes is not None:
        changes.touch(hole, cell)
        changes.touch(to, there)
    cells[hole] = EMPTY
    effect = MOVED if hole != to else 0
    if cell == UNDALLED[side]:
        effect += TURNED
    if there and effect & MOVED:
        effect += _landed(rules, cells, side, hole, to, there, changes)
    cells[to] = cell if cell == KING[side] else dalled
    return effect


def _landed(rules: Rules, cells: bytearray, side: int, hole: int, to: int, there: int, changes: Changes | None) -> int:
    # What a landing on another piece does, and the hole of the piece moved.
    if there >= NOBODYS:
        free = rules.board.after[side][to]
        effect = RECRUITED + CAPTURED if cells[free] else RECRUITED
        there = KING[side]
    else:
        board, enemy = rules.board, 2 - 2 * side
        free = board.start[enemy] + board.n - 1
        if rules.gate and hole == board.exact[side]:  # it enters: the piece there moves towards the stern
            effect = SHOVED
        elif rules.sent_home and board.row(to) != enemy:
            there, effect = UNDALLED[1 - side], SENT_HOME
        else:
            return CAPTURED
        while free >= board.start[enemy] and cells[free]:
            free -= 1
        if free < board.start[enemy]:
            return CAPTURED
    if changes is not None:
        changes.touch(free, cells[free])
    cells[free] = there
    return effect | free << 8


def play(at: State, turn: int) -> list[tuple[int, int, int]]:
    """Play a packed turn on the cells of this state; returns its steps, in order."""
    steps = []
    for hole, place in moves(turn):
        to = end_of(at, hole, place)
        steps.append((hole, to, play_step(at.rules, at.cells, at.side, hole, to)))
    return steps


def steps_of(at: State, turn: int) -> list[tuple[int, int, int]]:
    """The steps of a packed turn, in order; the state stays."""
    return play(at.copy(), turn)


def cells_after(at: State, turn: int) -> bytearray:
    """The cells after a packed turn; the state stays."""
    then = at.copy()
    play(then, turn)
    return then.cells


def outcome(at: State, turn: int) -> list[tuple[int, int, int]]:
    """(hole, cell before, cell after) of each hole that a packed turn touches; the state stays."""
    changes = Changes()
    changes.play(at, turn)
    found = [(hole, changes.was[hole], at.cells[hole]) for hole in changes.holes]
    changes.take_back(at.cells)
    return found


def captured(steps: list[tuple[int, int, int]]) -> list[int]:
    """The holes in which these steps captured, in order."""
    return [effect >> 8 if effect & RECRUITED else to for _, to, effect in steps if effect & CAPTURED]
