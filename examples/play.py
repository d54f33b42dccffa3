"""A game against the engine in twenty lines: python examples/play.py [LEVEL]

You are A. Type a turn as it is listed, or its number.
"""

import sys

from daldos import OPENING, Game
from daldos.ai.nets import opponent_for
from daldos.prng import Xorshift32

level = int((sys.argv[1:] or ["3"])[0])
game, stream = Game("naesheim"), Xorshift32(7)
opponent = opponent_for(game.rules)
while game.phase == OPENING:
    game.opening_throw(game.rules.throws.draw(stream))
while not game.winner:
    game.throw(game.rules.throws.draw(stream))
    turns = game.turns()
    if game.player == "B":
        chosen = opponent.choose(game.position, level, stream)
        print("B plays", next(turn for turn in turns if turn.packed == chosen))
    elif len(turns) == 1:
        chosen = turns[0]
        print("A has thrown %s and can only play %s" % (chosen.throw, chosen))
    else:
        print(game.position_text())
        print("  ".join("%d: %s" % (number, turn) for number, turn in enumerate(turns, 1)))
        word = input("A plays ")
        chosen = turns[int(word) - 1] if word.isdigit() else word
    try:
        game.play(chosen)
    except ValueError as error:
        sys.exit(str(error))
print(game.winner, "has won")
