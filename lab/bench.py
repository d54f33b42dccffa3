"""What things cost: time and bytes of the search for legal turns and of a step of sensing and tracking.

Runs on CPython and on MicroPython alike, so it keeps to what both have:

    python -m lab bench                          # both, one table
    micropython lab/bench.py 1000                # 1,000 positions

Positions are drawn from seeded games of all rulesets, each with every throw. A time is the best of TRIES, so that
what else the machine does stays out of it. Bytes are what one call allocates: gc.mem_alloc with the collector off on
MicroPython, tracemalloc's peak on CPython. At the end a resting board runs with the heap locked.
"""

import gc
import sys
import time
from array import array

import config
from companion.app import App
from companion.game.dice import Dice
from companion.sensing.sensing import Sensing
from companion.sensing.wiring import hole_slots
from companion.storage.memory import MemoryStore
from companion.tracking.tracker import Tracker, occupancy_of
from daldos.game import OPENING, OVER, Game
from daldos.position import Position
from daldos.prng import Xorshift32
from daldos.rules import RULESETS, parse_rules
from daldos.turns import legal_turns, play_moves

ON_MICROPYTHON = sys.implementation.name == "micropython"
THROWS = ((1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4))
TRIES = 3
EVERY = 25  # one call in so many is measured for its bytes, which takes longer
CODES = {ord("A"): 2900, ord("."): 2048, ord("B"): 1200}
REST_STEPS = 1000

if ON_MICROPYTHON:
    from micropython import heap_lock, heap_unlock

    def now_us() -> int:
        """A clock, in us."""
        return time.ticks_us()  # type: ignore[attr-defined]

    def bytes_of(call, *args) -> int:
        """What a call allocates."""
        gc.collect()
        gc.disable()
        before = gc.mem_alloc()  # type: ignore[attr-defined]
        call(*args)
        used = gc.mem_alloc() - before  # type: ignore[attr-defined]
        gc.enable()
        return used

else:
    import tracemalloc

    def now_us() -> int:
        """A clock, in us."""
        return time.perf_counter_ns() // 1000

    def bytes_of(call, *args) -> int:
        """What a call allocates, at most at a time."""
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        call(*args)
        used = tracemalloc.get_traced_memory()[1] - before
        tracemalloc.stop()
        return used


class Costs:
    """Times and bytes of many calls."""

    def __init__(self, name: str):
        self.name = name
        self.times_us = array("I")
        self.bytes = array("I")

    def of(self, prepare, call, *args) -> None:
        """Note what a call costs; `prepare` is called ahead of each try."""
        if len(self.times_us) % EVERY == 0:
            prepare()
            self.bytes.append(max(0, bytes_of(call, *args)))
        best = 1 << 30
        for _ in range(TRIES):
            prepare()
            start = now_us()
            call(*args)
            best = min(best, now_us() - start)
        self.times_us.append(best)

    def line(self) -> str:
        """A line of the table."""
        times, used = sorted(self.times_us), sorted(self.bytes)
        middle = times[len(times) // 2]
        return "%-36s %8d %10d %10d %12d %12d" % (
            self.name, len(times), middle, times[-1], used[len(used) // 2], used[-1],
        )  # fmt: skip


def nothing() -> None:
    """No preparation is needed."""


def positions(count: int):
    """So many positions of seeded games: one in four throws of a game, of one ruleset after another."""
    stream = Xorshift32(20261120)
    games = 0
    while True:
        rules = parse_rules(RULESETS[games % len(RULESETS)][0])
        games += 1
        game = Game(rules)
        while game.phase == OPENING:
            game.opening_throw(*stream.throw())
        while game.phase != OVER:
            if stream.below(4) == 0:
                yield game.position
                count -= 1
                if not count:
                    return
            game.throw(*stream.throw())
            turns = game.legal.turns
            game.play(turns[stream.below(len(turns))], True)


def scan_of(occupancy) -> array:
    """The codes of a clean board with these pieces."""
    scan = array("H", [2048] * 65)
    slots = hole_slots(config)
    for q in range(len(config.MUXES)):
        scan[q * 16] = 5
        scan[q * 16 + 1] = 4095
    for hole in range(len(occupancy)):
        scan[slots[hole]] = CODES[occupancy[hole]]
    return scan


def bench_turns(count: int) -> Costs:
    """legal_turns of each position with each throw."""
    costs = Costs("legal turns of a position and throw")
    for at in positions(count):
        for die1, die2 in THROWS:
            costs.of(nothing, legal_turns, Position(at.rules, at.cells, at.side, die1, die2))
    return costs


def bench_steps(count: int) -> tuple:
    """Sensing and tracking: a scan at rest, a scan that changes what is seen, and the tracker's judgement of that."""
    rest, change = Costs("sensing, a scan at rest"), Costs("sensing, a scan that changes a hole")
    judge = Costs("tracker, judging a change")
    tracker, sensing = Tracker(), Sensing(config)
    for at in positions(count):
        if at.rules.n != config.N:
            continue
        at = Position(at.rules, bytearray(at.cells), at.side, 1, 3)
        legal = legal_turns(at)
        before = occupancy_of(at.cells)
        scan = scan_of(before)
        for _ in range(60):
            sensing.update(scan)
        rest.of(nothing, sensing.update, scan)
        cells = bytearray(at.cells)
        play_moves(cells, at.side, legal.turns[len(legal.turns) // 2])
        after = occupancy_of(cells)

        def begin(at=at, legal=legal):
            tracker.begin(at, legal)

        lifted = bytearray(after)
        for hole in range(len(after)):
            if after[hole] != before[hole] and after[hole] != ord("."):
                lifted[hole] = ord(".")
                break
        for occupancy in (lifted, after):
            other = scan_of(occupancy)

            def settle(scan=scan, other=other):
                # back to the position before, and on to the last scan but one that makes the change believed
                for _ in range(config.DEBOUNCE_SCANS):
                    sensing.update(scan)
                for _ in range(config.DEBOUNCE_SCANS - 1):
                    sensing.update(other)

            change.of(settle, sensing.update, other)
            settle()
            judge.of(begin, tracker.see, occupancy)
    return rest, change, judge


def bench_rest() -> Costs:
    """The whole App.step of a resting board; MemoryError if it allocates, where the heap can be locked."""
    game = Game(parse_rules("danish"))
    scan = scan_of(occupancy_of(game.position.cells))
    app = App(config, MemoryStore(), Dice(Xorshift32(1).next), len, "bench")
    app.start(0)
    now = 0
    for _ in range(200):
        now += config.SCAN_MS
        app.step(now, scan, False)
    costs = Costs("app, a step of a resting board")
    for _ in range(REST_STEPS):
        now += config.SCAN_MS
        costs.of(nothing, app.step, now, scan, False)
    if ON_MICROPYTHON:
        step, end = app.step, now + REST_STEPS * config.SCAN_MS
        heap_lock()
        try:
            while now < end:
                now += 10
                step(now, scan, False)
        finally:
            heap_unlock()
    return costs


def main(args: list) -> None:
    """Print the table of this runtime."""
    count = int(args[0]) if args else 10000
    print("%s %d.%d" % (sys.implementation.name, sys.implementation.version[0], sys.implementation.version[1]))
    print("%-36s %8s %10s %10s %12s %12s" % ("", "calls", "median us", "worst us", "median bytes", "worst bytes"))
    print(bench_turns(count).line())
    for costs in bench_steps(max(1, count // 10)):
        print(costs.line())
    print(bench_rest().line())
    if ON_MICROPYTHON:
        print("%d steps of a resting board with the heap locked: nothing allocated" % REST_STEPS)


if __name__ == "__main__":
    main(sys.argv[1:])
