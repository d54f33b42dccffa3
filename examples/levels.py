"""How strong the levels are: each against each, first turn in turn: python examples/levels.py [GAMES [HIGHEST]]"""

import sys

from daldos import OPENING, Game
from daldos.ai.nets import opponent_for
from daldos.prng import Xorshift32

games, highest = [int(word) for word in sys.argv[1:] + ["4", "4"][len(sys.argv) - 1 :]]  # levels 5 and 6 take longer
stream = Xorshift32(1)


def winner(levels: dict) -> str:
    """One game; `A` or `B`."""
    game = Game("naesheim")
    opponent = opponent_for(game.rules)
    while game.phase == OPENING:
        game.opening_throw(game.rules.throws.draw(stream))
    while not game.winner:
        game.throw(game.rules.throws.draw(stream))
        game.play(opponent.choose(game.position, levels[game.player], stream))
    return game.winner


for one in range(2, highest + 1):
    for other in range(1, one):
        won = 0
        for number in range(games):
            seats = {"AB"[number % 2]: one, "BA"[number % 2]: other}
            won += seats[winner(seats)] == one
        print("level %d won %d of %d against level %d" % (one, won, games, other))
