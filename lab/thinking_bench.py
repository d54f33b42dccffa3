"""What the opponent costs on the emulated Pico, in emulated time: choices, scans meanwhile, heap at rest in `solo`.

    python -m lab thinking_bench build/daldos-pico.uf2 [positions]

Choices are timed slice after slice, as fast as they go; at the board scans come between. Positions are of danish
games of level 3 against itself, from the first throw to the last.
"""

import statistics
import sys
from collections.abc import Iterable
from pathlib import Path

from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from companion.storage.preferences import preferences
from companion.tracking.tracker import occupancy_of
from daldos.ai.nets import opponent_for
from daldos.game import OPENING, OVER, PLAY, Game
from daldos.position import parse_position
from daldos.prng import Xorshift32
from daldos.rules import parse_rules
from host.ai import data
from lab.pico.bench import Rig
from lab.pico.flash import make_files
from lab.pico.pin_board import PinBoard
from lab.pico_bench import PROBE, Figure, tell

PART = 20  # positions timed in one go
PATIENCE_MS = 12_000  # for each of them
FULL = 10  # legal turns of a throw that is worth a long thought

# Sent to the REPL: times a choice in the positions of a file, and the longest slice of it.
CHOOSE = """\
import gc, time
from daldos.ai.nets import opponent_for
from daldos.ai.opponent import Thought
from daldos.position import parse_position
from daldos.position import parse_position
from daldos.prng import Xorshift32
from daldos.rules import parse_rules
rules = parse_rules("danish")
opponent = opponent_for(rules)
for text in {positions}:
    at = parse_position(text, rules)
    for level in (4, 5):
        gc.collect()
        thought = Thought(opponent, at, level, Xorshift32(1))
        took = longest = 0
        done = False
        while not done:
            start = time.ticks_us()
            done = thought.step()
            slice = time.ticks_diff(time.ticks_us(), start)
            took += slice
            longest = max(longest, slice)
        print(level, took, longest, thought.turn)
"""


# Sent to the REPL: times a look into the solved endings at random positions of two a side, one after another.
LOOK = """\
import time
from daldos.ai.nets import opponent_for
from daldos.prng import Xorshift32
from daldos.rules import parse_rules
from daldos.state import DALLED
rules = parse_rules("danish")
endings, board, stream = opponent_for(rules).endings, rules.board, Xorshift32(5)
for _ in range({count}):
    cells = bytearray(board.size)
    for k in range(4):
        hole = stream.below(board.size)
        while cells[hole] or board.step[k & 1][hole] < board.n:
            hole = stream.below(board.size)
        cells[hole] = DALLED[k & 1]
    start = time.ticks_us()
    step = endings.step(cells, 0)
    print(time.ticks_diff(time.ticks_us(), start), step)
"""


def looks(image, count: int = 200) -> list:
    """How long a look into the solved endings takes."""
    board = PinBoard(seed=1)
    rig = Rig(image, board=board)
    rig.run_until_text(b"hello")
    told = rig.execute(LOOK.format(count=count), timeout_ms=60_000)
    took = [int(line.split()[0]) / 1000 for line in told.split("\n") if line.strip()]
    return [
        Figure(f"look into the endings, median of {count}", statistics.median(took), "ms", 3),
        Figure("look into the endings, worst", max(took), "ms", 5),
    ]


def choices(image, positions: int = 500, seed: int = 1, progress=None) -> list:
    """How long levels 4 and 5 take for a choice, over positions with more than one turn, and whether it is the host's.

    progress: given how many are done.
    """
    board = PinBoard(seed=1)
    board.setup("start")
    rig = Rig(image, board=board)
    rig.run_until_text(b"hello")
    took: dict = {4: [], 5: []}
    chosen: list = []
    slices = []
    texts = game_positions(positions, seed)
    for first in range(0, len(texts), PART):
        part = texts[first : first + PART]
        told = rig.execute(CHOOSE.format(positions=repr(part)), timeout_ms=PATIENCE_MS * len(part))
        for line in told.split("\n"):
            if line.strip():
                level, us, longest, turn = (int(word) for word in line.split())
                chosen.append(turn)
                took[level].append(us / 1000)
                slices.append(longest / 1000)
        if progress:
            progress(len(took[5]))
    if len(took[5]) != positions:
        raise ValueError(f"{len(took[5])} positions timed, expected {positions}")
    same = sum(turn == here for turn, here in zip(chosen, _chosen_here(texts), strict=True))
    return [
        Figure(f"replies as on the host, of {len(chosen)}", same, "", len(chosen), least=True),
        Figure(f"choice at level 4, median of {positions}", statistics.median(took[4]), "ms", 150),
        Figure("choice at level 4, worst", max(took[4]), "ms", 600),
        Figure(f"choice at level 5, median of {positions}", statistics.median(took[5]), "ms", 1500),
        Figure("choice at level 5, worst", max(took[5]), "ms", 4000),
        Figure("longest slice", max(slices), "ms"),
    ]


def _chosen_here(texts: list) -> list:
    # The turns that levels 4 and 5 choose in each position, by the same code on this machine.
    rules = parse_rules("danish")
    opponent = data.opponent(rules)
    at = [parse_position(text, rules) for text in texts]
    return [opponent.choose(position, level, Xorshift32(1)) for position in at for level in (4, 5)]


def meanwhile(image, level: int = 5, plies: int = 40, seed: int = 7) -> list:
    """From the throw of a full position to the board's turn led: how many scans come a second."""
    match, files = _solo_game(level, plies, seed)
    rig = Rig(image, files=make_files(files), board=_standing(match))
    starts = []  # ns, of each scan's first conversion
    last = [0]

    def converted(mux, channel, code):
        if mux == 0 != last[0]:
            starts.append(rig.clock.nanos)
        last[0] = mux

    rig.run_until_text(b'"kind": "dice"')
    rig.board.on_code = converted
    rig.run_until_text(b'"code": "carry"', 20_000)
    took_s = (starts[-1] - starts[0]) / 1e9
    return [
        Figure(f"scans while level {level} thinks", (len(starts) - 1) / took_s, "1/s", 95, least=True),
        Figure("longest from scan to scan", max(b - a for a, b in zip(starts, starts[1:], strict=False)) / 1e6, "ms"),
    ]


def heap(image, level: int = 5, plies: int = 40, seed: int = 7) -> list:
    """The heap in use by a board that rests when it has thought, and whether its loop allocates then."""
    match, files = _solo_game(level, plies, seed)
    probe = PROBE.replace("range(150)", "range(900)")
    rig = Rig(image, files=make_files({**files, "boot.py": probe}), board=_standing(match))
    rig.run_until(lambda: b"LOCKED" in rig.port.received or b"Error" in rig.port.received, 60_000)
    line = next(line for line in bytes(rig.port.received).splitlines() if line.startswith(b"HEAP"))
    locked = b"LOCKED" in rig.port.received
    return [
        Figure("heap in use at rest in solo, the probe's own code included", int(line.split()[1]) / 1024, "KB", 60),
        Figure("resting with the heap locked", int(locked), "", 1, least=True),
    ]


def _solo_game(level: int, plies: int, seed: int) -> tuple:
    # (Match, files) of a board that plays B, in the middle of a game, with many turns to choose from.
    store = MemoryStore()
    settings = preferences(store, 16)
    settings.set("mode", "solo")
    settings.set("level", level)
    stream = Xorshift32(seed)
    match = Match(Journal(store), Dice(stream.next))
    match.new("danish")
    while not (len(match.game.plies) >= plies and match.game.phase == PLAY and _full(match.game)):
        if match.game.phase == PLAY:
            turns = match.game.legal.turns
            match.commit(turns[stream.below(len(turns))])
        elif match.game.phase == OVER:
            match.new("danish")
        else:
            match.throw()
        while match.untidy():
            match.tidy()
    return match, dict(store.files)


def _full(game: Game) -> bool:
    return game.side == 1 and len(game.legal.turns) >= FULL


def _standing(match: Match) -> PinBoard:
    board = PinBoard(seed=1)
    board.setup(occupancy_of(match.game.position.cells).decode())
    return board


def game_positions(count: int, seed: int) -> list:
    """Texts of so many positions with a choice, from danish games of level 3 against itself, a quarter of all."""
    stream = Xorshift32(seed)
    rules = parse_rules("danish")
    opponent = opponent_for(rules)
    found: list = []
    while len(found) < count:
        game = Game(rules)
        while game.phase != OVER and len(found) < count:
            throw = stream.throw()
            if game.phase == OPENING:
                game.opening_throw(*throw)
                continue
            game.throw(*throw)
            if len(game.legal.turns) > 1 and stream.below(4) == 0:
                found.append(game.position_text())
            game.play(opponent.choose(game.position, 2, stream))
    return found


def main() -> int:
    """Print the table for an image."""

    def measures(image: Path, positions: int) -> Iterable[list]:
        def progress(done: int) -> None:
            if sys.stderr.isatty():
                print(f"\r{done} of {positions} positions", end="", file=sys.stderr, flush=True)

        for measure in (heap, looks, meanwhile):
            yield measure(image)
        yield choices(image, positions, progress=progress)

    return tell("thinking_bench", __doc__.split("\n")[0], 500, measures)
