"""Random danish games a second, by the kernel and by the engine in one run: python -m lab.speed"""

import time

from daldos.game import OPENING, OVER, Game
from daldos.prng import Xorshift32
from daldos.rules import Rules, parse_rules
from host.ai import data

TRIES = 3  # the best of them counts


def engine_games(rules: Rules, games: int, seed: int) -> None:
    """Games of random turns by the engine, without sorting them."""
    stream = Xorshift32(seed)
    for _ in range(games):
        game = Game(rules)
        while game.phase == OPENING:
            game.opening_throw(*stream.throw())
        while game.phase != OVER:
            game.throw(*stream.throw())
            turns = game.legal.turns
            game.play(turns[stream.below(len(turns))], checked=True)


def main() -> None:
    """Print both rates and their ratio; processor time, so that other work on the machine stays out of it."""
    rules = parse_rules("danish")
    kernel = data.kernel(rules)
    if kernel is None:
        raise SystemExit("speed: no kernel to measure")
    rates = {}
    for name, games, play in (
        ("kernel", 4000, kernel.random_games),
        ("engine", 40, lambda count, seed: engine_games(rules, count, seed)),
    ):
        best = 0.0
        for k in range(TRIES):
            start = time.process_time()
            play(games, k + 1)
            best = max(best, games / (time.process_time() - start))
        rates[name] = best
        print(f"{name}: {best:.0f} random danish games a second")
    print(f"ratio {rates['kernel'] / rates['engine']:.0f}")


if __name__ == "__main__":
    main()
