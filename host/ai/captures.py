"""The exact chance that the next throw allows a capture, for each piece of the side not to throw.

It counts those of the sixteen throws in which a legal turn captures the piece. The extra throw after dal-dal is not
included.

>>> capture_sixteenths(parse_position("................/A.B............../................ A -", rules))
[(18, 8)]
"""

from daldos.effects import captured, steps_of
from daldos.position import Position
from daldos.rules import OWN
from daldos.turns import legal_turns


def capture_sixteenths(at: Position) -> list[tuple[int, int]]:
    """(hole, number of throws out of sixteen) for each piece, in order of holes; `at.side` is to throw."""
    enemy = OWN[1 - at.side]
    counts = {hole: 0 for hole in range(len(at.cells)) if enemy[at.cells[hole]]}
    for throw in at.rules.throws:
        hit = set()
        then = Position(at.rules, at.cells, at.side, throw)
        for turn in legal_turns(then).turns:
            hit.update(captured(steps_of(then, turn)))
        for hole in hit:
            counts[hole] += throw.weight
    return sorted(counts.items())
