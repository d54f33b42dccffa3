"""A level of the opponent at a seat of a far game.

>>> play_level(end, 3)                          # whether it has played or answered
True
"""

from daldos.ai.opponent import seed_of
from daldos.prng import Xorshift32
from host.ai import data
from host.far.end import End


def play_level(end: End, level: int) -> bool:
    """Do what is due as this level of the opponent, which grants every question; returns whether there was anything."""
    state = end.state
    if state == "answer":
        end.answer(True)
    elif state == "turn":
        game = end.fold.game
        turns = game.legal.turns
        stream = Xorshift32(seed_of(game))
        end.play(turns[0] if len(turns) == 1 else data.opponent(game.rules).choose(game.position, level, stream))
    return state in ("answer", "turn")
