"""Which pieces the coming throw can take, and how likely that is: python examples/danger.py [POSITION RULES]

All sixteen throws of two dice are tried; a second throw after dal-dal is not looked at.
"""

import sys
from collections import Counter

from daldos import Position

text, rules = sys.argv[1:] or ["................/AB..A.B........../................ A -", "danish"]

position = Position.parse(text, rules)
taken: Counter = Counter()
for throw in position.rules.throws:
    holes = {hole for turn in position.turns(throw) for hole in turn.captures}
    taken.update(dict.fromkeys(holes, throw.weight))
for hole, throws in sorted(taken.items()):
    print("%-4s %2d of 16 throws, %.1f %%" % (hole, throws, 100 * throws / 16))
