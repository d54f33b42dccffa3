"""Players by name, for games without a board: three simple baselines, and the levels "1" to "6".

>>> print("\\n".join(lines(parse_rules("danish"), ("4", "random"), games=1, seed=7)))
"""

from daldos.ai.baselines import best_of, careful, greedy, random
from daldos.ai.opponent import LEVELS, seed_of
from daldos.errors import DaldosError
from daldos.game import Game
from daldos.prng import Xorshift32
from daldos.rules import Rules
from daldos.selfplay import play_game, selfplay_lines
from host.ai import data

BASELINES = {"random": random, "greedy": greedy, "careful": careful}
NAMES = (*BASELINES, *(str(k + 1) for k in range(len(LEVELS))))


class PlayerError(DaldosError):
    """An unknown player's name."""


def check_names(names: list[str]) -> None:
    """PlayerError for an unknown name."""
    for name in names:
        if name not in NAMES:
            raise PlayerError("player %r: expected one of %s", name, ", ".join(NAMES))


def choose(rules: Rules, name: str, game: Game, stream: Xorshift32) -> int:
    """The turn that a baseline or level plays."""
    if name in BASELINES:
        return best_of(game.position, game.legal, BASELINES[name], stream)
    return data.opponent(rules).choose(game.position, int(name), Xorshift32(seed_of(game)))


def play(rules: Rules, seats: tuple[str, str], stream: Xorshift32) -> Game:
    """One whole game between two players, with dice and choices from one stream."""
    return play_game(rules, stream, lambda game, stream: choose(rules, seats[game.side], game, stream))


def lines(rules: Rules, seats: tuple[str, str], games: int, seed: int):
    """The records of these games, as daldos.selfplay writes them; the first player is A."""
    names = {"A": seats[0], "B": seats[1]}
    return selfplay_lines(rules, games, seed, lambda rules, stream: play(rules, seats, stream), names)
