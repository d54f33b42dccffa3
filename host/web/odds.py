"""The chance that the enemy's next throw captures a piece, for each piece of the player not to throw.

It counts those of the sixteen throws after which a legal turn captures the piece. The extra throws of dal-dal are left
out, so the figure is quick to compute and never too high.

>>> capture_chances(parse_position("................/AB.............../................ A -", parse_rules("danish")))
{17: 0.4375}
"""

from daldos.position import Position

THROWS = [(low, high) for low in range(1, 5) for high in range(low, 5)]


def capture_chances(at: Position, *sides: int) -> dict:
    """hole -> chance, for every piece that some enemy throw captures, whoever is to move in `at`.

    sides: which side throws, 0 or 1; by default both.
    """
    chances = {}
    for player in sides or (0, 1):
        for die1, die2 in THROWS:
            weight = 1 if die1 == die2 else 2
            thrown = Position(at.rules, at.cells, player, die1, die2)
            for name in {name for turn in thrown.turns() for name in turn.captures}:
                hole = at.rules.board.hole(name)
                chances[hole] = chances.get(hole, 0) + weight
    return {hole: count / 16 for hole, count in sorted(chances.items())}
