"""The exact chance that the next throw allows a capture, for each piece of the side not to throw.

It counts the throws in which a legal turn captures the piece, or sends it home. An extra throw is not included.

>>> capture_counts(parse_position("................/A.B............../................ A -", rules))
[(18, 8)]
"""

from daldos.effects import SENT_HOME, captured, steps_of
from daldos.position import Position
from daldos.rules import SOLDIERS
from daldos.turns import legal_turns


def capture_counts(at: Position) -> list[tuple[int, int]]:
    """(hole, how many throws of `rules.throws.weight`) for each piece, in order of holes; `at.side` is to throw."""
    enemy = SOLDIERS[1 - at.side]
    counts = {hole: 0 for hole in range(len(at.cells)) if enemy[at.cells[hole]]}
    for throw in at.rules.throws:
        hit = set()
        then = Position(at.rules, at.cells, at.side, throw)
        for turn in legal_turns(then).turns:
            steps = steps_of(then, turn)
            hit.update(captured(steps))
            hit.update([to for _, to, effect in steps if effect & SENT_HOME])
        for hole in hit:
            counts[hole] += throw.weight
    return sorted(counts.items())
