"""What a game is played with, as a page draws it: its rows, its route, its dice and its hull.

>>> gear_of(parse_rules("vuovdaguoika"))
{'route': 'head-on', 'dice': '3x1234', 'falls': 64, 'hull': 'plank'}
"""

from daldos.rules import Rules


def gear_of(rules: Rules) -> dict:
    """The names of its route and dice in the engine; falls: the ways in which the dice can fall; hull: `boat`, `plank`
    with a king, `sand` with a gate."""
    hull = "plank" if rules.king else "sand" if rules.gate else "boat"
    return {"route": rules.board.route, "dice": rules.throws.name, "falls": rules.throws.weight, "hull": hull}
