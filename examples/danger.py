"""Which pieces the coming throw can take, and how likely that is: python examples/danger.py [POSITION RULES]

All sixteen throws of two dice are tried; a second throw after dal-dal is not looked at.
"""

import sys
from collections import Counter

from daldos import Position

text, rules = sys.argv[1:] or ["................/AB..A.B........../................ A -", "danish"]

position = Position.parse(text, rules)
taken: Counter = Counter()
for die1 in range(1, 5):
    for die2 in range(1, 5):
        turns = position.turns("%d%d" % (min(die1, die2), max(die1, die2)))
        taken.update({hole for turn in turns for hole in turn.captures})
for hole, throws in sorted(taken.items()):
    print("%-4s %2d of 16 throws, %.1f %%" % (hole, throws, 100 * throws / 16))
