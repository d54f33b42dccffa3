"""A player of your own against one of the engine's levels: it captures, and else brings its rearmost piece forward.

python examples/bot.py                  # 20 games against level 1
python examples/bot.py 100 5            # 100 games against level 5
"""

import sys

from daldos import OPENING, Game, Turn
from daldos.ai.nets import opponent_for
from daldos.prng import Xorshift32


def worth(turn: Turn) -> tuple[bool, int, int]:
    """What the bot likes: to win, to capture, to have as many pieces as possible out of the home row."""
    home = turn.result.split("/")["AB".index(turn.player) * 2].split()[0]
    return turn.wins, len(turn.captures), home.count(".")


def play(game: Game, bot: str, level: int, stream: Xorshift32) -> str:
    """One game; `A` or `B`, who has won."""
    opponent = opponent_for(game.rules)
    while game.phase == OPENING:
        game.opening_throw(game.rules.throws.draw(stream))
    while not game.winner:
        game.throw(game.rules.throws.draw(stream))
        if game.player == bot:
            game.play(max(game.turns(), key=worth))
        else:
            game.play(opponent.choose(game.position, level, stream))
    return game.winner


def main() -> None:
    """Play them; the bot is A and B in turn."""
    games, level = [int(word) for word in (sys.argv[1:] + ["20", "1"][len(sys.argv) - 1 :])]
    stream = Xorshift32(2026)
    won = 0
    for number in range(games):
        bot = "AB"[number % 2]
        won += play(Game("norwegian"), bot, level, stream) == bot
    print("the bot won %d of %d against level %d" % (won, games, level))


if __name__ == "__main__":
    main()
