"""The exact chance that the coming throw lets a piece be captured, for each piece of the side that is not to throw.

Over the sixteen throws of two dice those count in which some legal turn captures the piece; a second throw after
dal-dal is another throw.

>>> capture_sixteenths(parse_position("................/A.B............../................ A -", rules))
[(18, 8)]
"""

from daldos.ai.baselines import THROWS, WEIGHTS
from daldos.packing import moves
from daldos.position import Position
from daldos.rules import OWN
from daldos.turns import legal_turns


def capture_sixteenths(at: Position) -> list[tuple[int, int]]:
    """(hole, how many of sixteen throws) of each piece, in the order of holes; `at.side` is to throw."""
    enemy = OWN[1 - at.side]
    counts = {hole: 0 for hole in range(len(at.cells)) if enemy[at.cells[hole]]}
    for (die1, die2), weight in zip(THROWS, WEIGHTS, strict=True):
        hit = set()
        for turn in legal_turns(Position(at.rules, at.cells, at.side, die1, die2)).turns:
            hit.update(to for _, to in moves(turn) if to in counts)
        for hole in hit:
            counts[hole] += weight
    return sorted(counts.items())
