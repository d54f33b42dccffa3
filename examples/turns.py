"""All turns of a position, with their results: python examples/turns.py [POSITION RULES]"""

import sys

from daldos import Position

text, rules = sys.argv[1:] or ["aaaaaaaaaaaa/............./bbbbbbbbbbbb A 11", "norwegian"]

position = Position.parse(text, rules)
for turn in position.turns():
    notes = ["captures " + hole for hole in turn.captures]
    notes += ["throws again"] * turn.again + ["wins"] * turn.wins
    print("%-12s %s  %s" % (turn, turn.result, ", ".join(notes)))
