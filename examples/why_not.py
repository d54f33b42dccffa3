"""Why a piece may not go there: the reason for every hole that a piece cannot reach, by the rules' own words.

python examples/why_not.py              # the piece in A15 of a small position, with a throw of 1 and 4
python examples/why_not.py "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 23" A16
"""

import sys

from daldos import Position
from daldos.reach import FINE, english
from daldos.why import why_not

text, name = sys.argv[1:] or ["...........a..aA/................./bbbbbbbbbbbbbbbb A 14", "A15"]

position = Position.parse(text)
board, dice = position.rules.board, position.throw.faces
reasons: dict = {}
for hole in range(board.size):
    reason = why_not(position, board.hole(name), hole, dice)
    words = "can be played" if reason == FINE else english(reason)
    reasons.setdefault(words, []).append(board.name(hole))
for words, holes in reasons.items():
    print("%s: %s" % (words, " ".join(holes)))
