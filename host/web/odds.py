"""How likely each piece of the player who is not to throw now is captured by the enemy's next throw.

Over all sixteen throws of the two dice, those count after which some legal turn captures the piece. The further throws
of a dal-dal are left out, so that the figure is quick and never too high.

>>> capture_chances(parse_position("................/AB.............../................ A -", parse_rules("danish")))
{17: 0.4375}
"""

from daldos.position import Position

THROWS = [(low, high) for low in range(1, 5) for high in range(low, 5)]


def capture_chances(at: Position, *sides: int) -> dict:
    """hole -> chance for every piece that some throw of its enemy captures, whoever is to move in `at`.

    sides: 0 or 1, who is to throw; both if left out.
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
