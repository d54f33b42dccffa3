"""Thirty days of the board's clock on MicroPython: is the heap as large after as before, and are the dice still fair?

    MICROPYPATH=firmware/lib:firmware build/micropython lab/soak_on_micropython.py 30 1      # days, games a day

The application core with all its sensors' codes, of which a bit is noise, and its clock, which begins two days before
it wraps at 2^30 ms. Each day some games are played with pieces and button by whoever captures most, and the board
rests for the remainder: a scan a minute there, each fifth in play. At the end of each day, with the pieces on their
start holes and nobody at the board, the bytes in use are counted after a collection.

The throws come from the board's own entropy with a ring oscillator that is stuck: all the randomness left is that of
the presses' times and of the codes' noise. Runs on CPython too, where the heap is not counted.
"""

import gc
import hashlib
import sys
import time
from array import array

import config
from companion.app import App
from companion.game.dice import Dice
from companion.sensing.wiring import hole_slots
from companion.storage.memory import MemoryStore
from companion.tracking.tracker import occupancy_of
from daldos.game import OVER, PLAY
from daldos.prng import Xorshift32
from daldos.state import pieces, start_cells
from daldos.turns import play_moves
from picohw.entropy import Entropy

DAY_MS = 24 * 3600 * 1000
TICKS = 1 << 30
FIRST_MS = TICKS - 2 * DAY_MS
REST_MS = 60_000
TURNS_A_GAME = 150  # games that wander on for longer are broken off
CODES = {"A": 2900, ".": 2048, "B": 1200}
SLOTS = hole_slots(config)


class Board:
    """An app, what it is fed with, and its clock; seen: a counter of each pair of faces thrown."""

    def __init__(self, seed: int):
        self.now_ms = FIRST_MS
        self.steps = 0
        self.down = False
        self.seen = [0] * 16
        self.times = []
        self.noise = Xorshift32(seed).next
        self.draw = Xorshift32(seed + 1).next
        self.level = array("H", [2048] * 65)
        for q in range(4):
            self.level[q * 16] = 5
            self.level[q * 16 + 1] = 4095
        self.scan = array("H", self.level)
        self.entropy = Entropy(bytes, hashlib.sha256, time.ticks_us if hasattr(time, "ticks_us") else time.monotonic_ns)
        self.heard = b""
        self.app = App(config, MemoryStore(), Dice(self.entropy), self.hear, "soak")
        self.app.start(self.now_ms % TICKS)
        self.put(start_cells(self.game.rules))
        self.wait(1000)

    @property
    def game(self):
        """The game as the board has it."""
        return self.app.session.match.game

    def hear(self, line: bytes) -> None:
        """What the board says; of that only the latest is kept, and the throws are counted."""
        self.heard = line
        at = line.find(b'"throw": "')
        if b'"ev": "throw"' in line and at > 0:
            one, two = line[at + 10] - 49, line[at + 11] - 49
            self.seen[4 * one + two] += 1

    def put(self, cells: bytearray) -> None:
        """Pieces as in these cells."""
        sees = occupancy_of(cells)
        for hole in range(len(sees)):
            self.level[SLOTS[hole]] = CODES[chr(sees[hole])]

    def step(self) -> None:
        """One scan."""
        noise = self.noise()
        for slot in range(65):
            self.scan[slot] = self.level[slot] + (noise >> slot % 29 & 3)
        self.app.step(self.now_ms % TICKS, self.scan, self.down)
        self.steps += 1

    def wait(self, ms: int, each_ms: int = 10) -> None:
        """Time passes, with a scan at each so many ms."""
        end = self.now_ms + ms
        while self.now_ms < end:
            self.now_ms = min(end, self.now_ms + each_ms)
            self.step()

    def press(self, ms: int = 100) -> None:
        """The button; its edges are stirred in as on the board."""
        self.down = True
        self.entropy.stir(self.now_ms, self.scan)
        self.wait(ms)
        self.down = False
        self.entropy.stir(self.now_ms, self.scan)
        self.wait(200)
        self.wait(3000, 50)

    def turn(self) -> None:
        """Play the turn that captures most on the board, if one is due."""
        game = self.game
        if game.phase != PLAY or not game.legal.turns:
            return
        best, fewest = None, 99
        start = self.draw() % len(game.legal.turns)
        for turn in game.legal.turns[start:] + game.legal.turns[:start]:
            cells = bytearray(game.position.cells)
            play_moves(cells, game.side, turn)
            left = pieces(cells, 1 - game.side)
            if left < fewest:
                best, fewest = cells, left
        self.put(best)
        self.wait(1000)
        self.wait(2000, 50)

    def told_after(self) -> int:
        """So many ms after a piece is taken off the board says so."""
        slot = SLOTS[0]
        was, self.level[slot], start = self.level[slot], CODES["."], self.now_ms
        while b'"ev": "guide"' not in self.heard and self.now_ms < start + 3000:
            self.wait(10)
        took = self.now_ms - start
        self.level[slot] = was
        self.wait(2000)
        return took

    def day(self, until_ms: int, games: int) -> int:
        """One more day; the turns played."""
        turns = 0
        for _ in range(games):
            self.times.append(self.told_after())
            for _ in range(3 * TURNS_A_GAME):
                if self.game.phase == OVER or len(self.game.plies) >= TURNS_A_GAME:
                    break
                self.turn()
                self.press()
            turns += len(self.game.plies)
            self.put(start_cells(self.game.rules))
            self.wait(1500)
            self.app.receive(self.now_ms % TICKS, b'{"do": "new"}\n')
            self.wait(1500)
        self.wait(until_ms - self.now_ms, REST_MS)
        return turns


def chi_square(seen: list) -> float:
    """Of the pairs of faces, the lower first as the board says them, against fair dice: 9 degrees of freedom."""
    total = sum(seen)
    of = 0.0
    for one in range(4):
        for two in range(one, 4):
            expected = total / (16 if one == two else 8)
            of += (seen[4 * one + two] - expected) ** 2 / expected
    return of


def main(days: int, games: int, seed: int) -> int:
    """Print a line a day and what came of it; 1 if the heap has grown, a time has changed or the dice are not fair."""
    board = Board(seed)
    used, turns = [], 0
    for day in range(1, days + 1):
        turns += board.day(FIRST_MS + day * DAY_MS, games if day not in range(13, 21) else 0)
        gc.collect()
        used.append(gc.mem_alloc() if hasattr(gc, "mem_alloc") else 0)
        print("day %d: %d bytes in use, %d turns, told after %s ms" % (day, used[-1], turns, board.times[-1]))
    fair = chi_square(board.seen)
    wraps = board.now_ms // TICKS
    print("%d days, the clock wrapped %d times, %d turns, %d scans" % (days, wraps, turns, board.steps))
    print("bytes in use after the first day %d, the last %d, at most %d" % (used[0], used[-1], max(used)))
    print("%d throws with a stuck oscillator: chi square %.1f (9 degrees; 27.9 at 0.1 %%)" % (sum(board.seen), fair))
    print("told after, ms: %s" % sorted(set(board.times)))
    return 1 if max(used) > 1.02 * used[0] or len(set(board.times)) > 1 or fair > 27.9 else 0


if __name__ == "__main__":
    sys.exit(main(*[int(text) for text in (sys.argv[1:] + ["30", "1", "1"][len(sys.argv) - 1 :])]))
