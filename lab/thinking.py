"""What thinking costs on this computer: a hint, a turn of levels 5 and 6, the review of a game, in milliseconds

With --python it is what plain Python takes, as where wasmtime cannot be used.

    python -m lab thinking --games 2
"""

import statistics
import time

from daldos.ai import kernel
from daldos.prng import Xorshift32
from daldos.record import record_lines
from daldos.selfplay import play_game
from host.ai import data
from host.ai.advice import hint_object
from host.web import adviser
from lab.arguments import parser as parser_of
from lab.arguments import positive

LEVEL = 2  # it reaches positions like people do
LEVELS = (5, 6)


def took_ms(work, *arguments) -> float:
    """The milliseconds of one call."""
    began = time.perf_counter()
    work(*arguments)
    return 1000 * (time.perf_counter() - began)


def measured(rules, seed: int, games: int) -> dict:
    """name -> the milliseconds of each, over all throws of these games; of a review, for each game."""
    opponent, advice, dice = data.opponent(rules), data.advice(rules), Xorshift32(seed)
    times: dict = {}
    for _ in range(games):
        game = play_game(rules, dice, lambda game, dice: opponent.choose(game.position, LEVEL, dice))
        for turn in game:
            times.setdefault("hint", []).append(took_ms(hint_object, turn.position.text(), advice))
            for level in LEVELS:
                took = took_ms(opponent.choose, turn.position, level, Xorshift32(seed))
                times.setdefault(f"level {level}", []).append(took)
        record = "\n".join(record_lines(game))
        times.setdefault(f"review of {len(game.plies)} throws", []).append(took_ms(adviser.review, record, 3600))
    return times


def main(arguments=None) -> None:
    """Print count, median, 95 % and worst of each."""
    parser = parser_of("thinking", __doc__)
    parser.add_argument("--games", type=positive, default=1, help="how many (default %(default)s)")
    parser.add_argument("--python", action="store_true", help="without the kernel")
    args = parser.parse_args(arguments)
    if args.python:
        data.take_kernel = lambda: kernel.use(None)
    for name, times in measured(args.rules, args.seed, args.games).items():
        times.sort()
        late, median = times[int(0.95 * len(times))], statistics.median(times)
        print(f"{name:22} {len(times):5d}  median {median:9.2f}  95 % {late:9.2f}  worst {times[-1]:9.2f} ms")
