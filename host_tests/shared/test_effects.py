"""What a turn is said to do is what becomes of the pieces, and it can be taken back, on every runtime."""

from daldos.effects import CAPTURED, MOVED, TURNED, Changes, captured, cells_after, outcome, play, steps_of
from daldos.position import Position
from daldos.state import UNDALLED, pieces
from here import heap_lock, heap_unlock

# Captures and dals by each kind of turn; pieces turned in place; both dice on one piece, added and separate.
CASES = (
    (".aaa.......aaaaa/A..B.A.A..AB...../bbbbb...B.B...A. A 12", "danish"),
    (".aaa.......aaaaa/A..B.A.A..AB...../bbbbb...B.B...A. B 11", "danish,one_piece=separate"),
    ("a.a....aaaaa/.A.B.A.AB..../bb.b...B.B.A A 13", "norwegian,dal_moves=false"),
    ("a.a.B..aaaaa/.A.B.A.AB.../bb.b...B.B.A B 24", "naesheim,jump=any"),
)


def undalled(cells: bytearray) -> int:
    return sum([cell in UNDALLED for cell in cells])


def turns():
    """(position, packed turn) of every legal turn of the cases."""
    for text, rules in CASES:
        at = Position.parse(text, rules)
        for turn in at.turns():
            yield at, turn.packed


def test_an_effect_is_what_becomes_of_the_pieces():
    seen = 0
    for at, turn in turns():
        then = at.copy()
        steps = play(then, turn)
        gone = pieces(at.cells, 1 - at.side) - pieces(then.cells, 1 - at.side)
        assert len(captured(steps)) == gone
        turned = [hole for hole, _, effect in steps if effect & TURNED]
        assert len([hole for hole in turned if at.cells[hole] == UNDALLED[at.side]]) == len(turned)
        enemies = [hole for hole in captured(steps) if at.cells[hole] == UNDALLED[1 - at.side]]
        assert undalled(at.cells) - undalled(then.cells) == len(turned) + len(enemies)
        for hole, to, effect in steps:
            assert (effect & MOVED > 0) == (hole != to)
            seen |= effect
    assert seen == MOVED + TURNED + CAPTURED


def test_the_outcome_is_every_hole_that_differs_and_the_state_stays():
    for at, turn in turns():
        before, after = bytes(at.cells), cells_after(at, turn)
        touched = outcome(at, turn)
        assert bytes(at.cells) == before
        holes = [hole for hole, _, _ in touched]
        assert len(holes) == len(set(holes))
        for hole in range(len(before)):
            assert hole in holes or before[hole] == after[hole]
        assert [(hole, before[hole], after[hole]) for hole in holes] == touched
        assert [hole for step in steps_of(at, turn) for hole in step[:2] if hole not in holes] == []


def test_a_turn_is_played_and_taken_back_without_memory():
    changes = Changes()
    work = list(turns())
    heap_lock()
    try:
        for at, turn in work:
            changes.play(at, turn)
            changes.take_back(at.cells)
    finally:
        heap_unlock()
    texts = [text for text, _ in CASES]
    assert [at.text() for at, _ in work if at.text() not in texts] == []
