"""Games between players by the engine alone: for records, and for a machine without a compiler, where they are slow."""

from daldos.ai.baselines import best_of, careful, greedy, random
from daldos.game import Game
from daldos.prng import Xorshift32
from daldos.rules import Rules
from daldos.selfplay import play_game, selfplay_lines
from host.ai import data

VALUES = {"random": random, "greedy": greedy, "careful": careful}


def choose(rules: Rules, name: str, game: Game, stream: Xorshift32) -> int:
    """The turn that a baseline or level plays."""
    if name in VALUES:
        return best_of(game.position, game.legal, VALUES[name], stream)
    return data.opponent(rules).choose(game.position, int(name), stream)


def play(rules: Rules, seats: tuple[str, str], stream: Xorshift32) -> Game:
    """One whole game of two players, dice and choices from one stream."""
    return play_game(rules, stream, lambda game, stream: choose(rules, seats[game.side], game, stream))


def lines(rules: Rules, seats: tuple[str, str], games: int, seed: int):
    """The records of that many games, who plays A first, as daldos.selfplay has them."""
    names = {"A": seats[0], "B": seats[1]}
    return selfplay_lines(rules, games, seed, lambda rules, stream: play(rules, seats, stream), names)


def wins(rules: Rules, first: str, second: str, games: int, seed: int) -> int:
    """How many games the first wins, who changes sides every game."""
    stream = Xorshift32(seed)
    won = 0
    for k in range(games):
        seats = (first, second) if k % 2 == 0 else (second, first)
        if play(rules, seats, stream).side == k % 2:
            won += 1
    return won
