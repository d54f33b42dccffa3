"""What one option changes: games of two random players under the danish rules, and with each option the other way.

python examples/own_rules.py [GAMES]
"""

import sys

from daldos import OPTIONS, Rules
from daldos.prng import Xorshift32
from daldos.selfplay import play_game

games = int((sys.argv[1:] or ["20"])[0])
sets = [("as they are", Rules("danish"))]
for option, values in OPTIONS:
    for value in values:
        rules = Rules("danish,%s=%s" % (option, value))
        if rules != sets[0][1] and option != "n":
            sets.append(("%s=%s" % (option, value), rules))
for name, rules in sets:
    stream = Xorshift32(1)
    lengths = [len(play_game(rules, stream).plies) for _ in range(games)]
    print("%-36s %5.0f throws a game" % (name, sum(lengths) / games))
