"""What the firmware costs on the emulated Pico, in emulated time: scans, lights, turns, start, heap, thinking.

Each function measures one thing on a firmware image and returns Figures; `main` prints them as a table. Their limits
are the goals of docs/promises.md, and MISSES. chip: of a `Rig`, MODEL if the flash's cache has misses,
SLOW if the flash also needs the most that its data sheet allows to erase a sector.

    python -m lab pico_bench
    python -m lab pico_bench --ideal        # all of the flash at once, as if the cache held it
"""

import statistics
from functools import partial
from itertools import cycle, pairwise
from pathlib import Path
from typing import NamedTuple

from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from companion.tracking.readings import occupancy_of
from daldos.game import PLAY
from daldos.packing import ply_throw
from daldos.prng import Xorshift32
from daldos.rules import RELATIVES, RULESETS, parse_rules
from daldos.selfplay import any_turn, play_game
from host.ai import data
from host.sim.preload import keep_game
from lab.arguments import parser as parser_of
from lab.arguments import positive
from lab.flash_files import RingFlash, ring_store
from lab.pico.bench import Rig
from lab.pico.flash import ERASE_MAX_MS, ERASE_MS, FILES_AT, LOG_AT, FlashError, load_uf2, make_files
from lab.pico.pin_board import PinBoard
from lab.pico.table import PicoTable
from tools.image import build

STEPS = 200  # steps of the loop under heap_lock
PART = 20  # positions timed in one go
PATIENCE_MS = 12_000  # for each of them
SIZES = {16: "danish", 12: "norwegian", 13: "mary-rose"}  # pieces per side: rules; they determine the cost of a game
# The goals.
SCANS, LIGHT_MS, ANSWER_MS, PAUSE_MS, START_MS, HEAP_KB, SLICE_MS = 100, 30, 62, 60, 600, 60, 20
HURRIED_START_MS = 1500
SOLO_KB = 64  # of heap, once the opponent's modules are loaded
MISSES = 100_000  # of the flash's cache, a second at rest; 296,000 if the loop's code were in the flash
RELATIVE_MS, RELATIVE_SLICE_MS = 1500, 2  # of a relative: a choice of level 5, and a slice
MODEL = {"misses": True}
SLOW = {"misses": True, "erase_ms": ERASE_MAX_MS}
FULL = 10  # legal turns that make a throw worth a long thought
MIDDLE = 40  # turns into a game

# Runs before main.py, as boot.py: the loop reports its heap at rest, then continues with the heap locked.
PROBE = f"""\
import gc
import micropython
import time
from picohw import loop


class Probe(loop.Loop):
    def run(self):
        now = time.ticks_ms
        for _ in range(ROUNDS):
            self.step(now())
            self._rest(now() + 8)
        while not self._board.serial.idle():
            self._board.serial.send()
        gc.collect()
        print("HEAP", gc.mem_alloc(), gc.mem_free())
        micropython.heap_lock()
        for _ in range({STEPS}):
            self.step(now())
            self._rest(now() + 8)
        micropython.heap_unlock()
        print("LOCKED")
        super().run()


loop.Loop = Probe
"""

# These are sent to the REPL with a part of the work, and print a line of numbers for each time.
SEARCH = """\
import gc, time
from daldos.position import parse_position
from daldos.rules import parse_rules
from daldos.turns import legal_turns
for name, text in {work}:
    at = parse_position(text, parse_rules(name))
    gc.collect()
    start = time.ticks_us()
    legal_turns(at)
    print(time.ticks_diff(time.ticks_us(), start))
"""
# A choice, and the longest slice of it.
CHOOSE = """\
import gc, time
from daldos.ai.nets import opponent_for
from daldos.ai.opponent import Thought
from daldos.position import parse_position
from daldos.prng import Xorshift32
from daldos.rules import parse_rules
for name, text in {work}:
    rules = parse_rules(name)
    for level in (4, 5):
        gc.collect()
        thought = Thought(opponent_for(rules), parse_position(text, rules), level, Xorshift32(1))
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
# A look into the solved endings, at random places.
LOOK = """\
import time
from daldos.ai.nets import opponent_for
from daldos.rules import parse_rules
kernel = opponent_for(parse_rules("danish"))._kernel
for row, place in {work}:
    start = time.ticks_us()
    step = kernel.row(row, place)
    print(time.ticks_diff(time.ticks_us(), start), step)
"""


class Figure(NamedTuple):
    """name, value and unit of something measured, and the limit it must keep (at most; at least, if `least`)."""

    name: str
    value: float
    unit: str
    limit: "float | None" = None
    least: bool = False

    @property
    def kept(self) -> bool:
        """Whether the value is within its limit."""
        if self.limit is None:
            return True
        return self.value >= self.limit if self.least else self.value <= self.limit

    def __str__(self) -> str:
        limit = "" if self.limit is None else f"{'at least' if self.least else 'at most'} {self.limit:g}"
        return (
            f"{self.name:<58} {self.value:9.2f} {self.unit:<5} {limit:<14} {'' if self.kept else 'NOT KEPT'}".rstrip()
        )


def spread(name: str, took_ms: list, late: float = None) -> list:
    """Median, 95 % and worst of these times, and the limit of the second."""
    took_ms = sorted(took_ms)
    return [
        Figure(name + ", median", statistics.median(took_ms), "ms"),
        Figure(name + ", 95 %", took_ms[(95 * len(took_ms) + 99) // 100 - 1], "ms", late),
        Figure(name + ", worst", took_ms[-1], "ms"),
    ]


def conversions(rig: Rig) -> list:
    """A list that gets (ns, mux) of each conversion from now on."""
    times: list = []
    rig.board.on_code = lambda mux, channel, code: times.append((rig.clock.nanos, mux))
    return times


def longest_ms(times: list, rig: "Rig | None" = None) -> float:
    """The longest time between two of them; with a rig whose flash is slow, of those in which it erased nothing."""
    gaps = [(before[0], after[0]) for before, after in pairwise(times)]
    if rig and rig.flash_log.erase_ms > ERASE_MS:
        erases = [ns for ns, _, data in rig.flash_log.operations if isinstance(data, int)]
        gaps = [gap for gap in gaps if not any(gap[0] <= ns <= gap[1] for ns in erases)]
    return max(after - before for before, after in gaps) / 1e6


def starts_of(times: list) -> list:
    """The number of each conversion that begins a scan: the half rail's ends one."""
    return [k for k, (before, after) in enumerate(pairwise(times), 1) if before[1] == 0 != after[1]]


def scans(image, seconds: float = 2.0, chip: dict = MODEL) -> list:
    """The duration of a full scan, from switching the first mux to the last code, and the scans per second.

    On a resting board: two seconds after the start it tidies its flash once, which `answers` counts as a pause.
    """
    rig = Rig(image, **chip)
    rig.run_until_text(b"opening")
    rig.run_ms(3000)
    times, missed = conversions(rig), rig.mcu.misses
    rig.run_ms(1000 * seconds)
    missed = rig.mcu.misses - missed
    ends = starts_of(times)
    took_ms = [(times[b - 1][0] - times[a][0]) / 1e6 for a, b in pairwise(ends)]
    settle_ms = rig.config.SETTLE_US / 1000  # before the first conversion
    rate = (len(ends) - 1) / (times[ends[-1]][0] - times[ends[0]][0]) * 1e9
    return [
        Figure("full scan with references", max(took_ms) + settle_ms, "ms"),
        Figure("scans", round(rate), "1/s", SCANS, least=True),
        Figure("misses of the flash's cache", round(missed / seconds), "1/s", MISSES),
    ]


def lights(image, times: int = 40, size: int = 16, chip: dict = MODEL) -> list:
    """The time from putting a piece down, at any instant, to the first changed frame."""
    table = _sized(image, size, MemoryStore(), chip)
    table.throws[:] = [(1, 4), (2, 2), (1, 2)]
    table.plug_in()
    for _ in range(3):
        table.press()
    table.wait(2600)
    draw = Xorshift32(1)
    took_ms = [_light_ms(table, draw.below(20_000_000)) for _ in range(times)]
    return spread(f"piece set down to changed lights, {size} a side", took_ms, LIGHT_MS)


def _light_ms(table, offset_ns: int) -> float:
    # The lights show the dice and stand still until the piece is put down where it ends the turn.
    piece = table.lift("A1")
    table.wait(150)
    rig = table.rig
    rig.run_ns(offset_ns)
    before, count, set_ns = rig.pixels, len(rig.lights.frames), rig.clock.nanos
    table.place("M3", piece)
    table.wait(120)
    rig.lights.latch()
    lit_ns = next(ns for ns, pixels in rig.lights.frames[count:] if pixels != before)
    table.place("A1", table.lift("M3"))
    table.wait(250)
    return (lit_ns - set_ns) / 1e6


def answers(image, presses: int = 25, plies: int = 59, size: int = 16, chip: dict = MODEL) -> list:
    """From the press that ends a turn, released, to the next dice, after `plies` turns; the scans' longest pause.

    Nobody can move in this game, so a press alone is a turn, with as much to save as for others. The
    file is about to be tidied up, which is among the pauses.
    """
    table = _sized(image, size, MemoryStore(_stuck_game(plies, SIZES[size])), chip)
    table.throws[:] = [(2, 3), (3, 4), (2, 4)] * presses
    table.plug_in()
    table.wait(1500)
    draw = Xorshift32(1)
    times = conversions(table.rig)
    took_ms = [_answer_ms(table, draw.below(10_000_000)) for _ in range(presses)]
    return [
        *spread(f"press to dice, {size} a side", took_ms, ANSWER_MS),
        Figure(f"longest pause of the scans in play, {size} a side", longest_ms(times, table.rig), "ms", PAUSE_MS),
    ]


def pauses(image, short: bool = False, chip: dict = MODEL) -> list:
    """The longest pauses between scans while nobody plays, from saving and output: by command, by long press, at rest.

    Flash is erased when nobody waits, a second after the start and after each new game. short: only
    what has taken longest, and two steps of it.
    """
    table = PicoTable(image, seed=1, twin=False, chip=chip)
    table.plug_in()
    times = conversions(table.rig)
    full, empty = "A" * 16 + "." * 17 + "B" * 16, "." * 49
    figures = []
    for name, steps in (
        ("after the start", [None]),
        ("all pieces off and on", [empty, full]),
        ("the other side by a long press", [(4, 5)]),
        ("rules by a long press", [(5, 1)]),
        ("a setting", [{"do": "set", "key": "hints", "value": value} for value in (True, False)]),
        ("rules and a new game", [{"do": "rules", "rules": name} for name, _ in RULESETS[:3]] + [{"do": "new"}]),
        ("a mode", [{"do": "mode", "mode": mode} for mode in ("roller", "wooden", "game")]),
        ("a hole given up and back", [{"do": "giveup", "hole": "M9"}] * 2),
        ("self-test", [{"do": "selftest"}]),
        ("calibrating refused", [{"do": "calibrate"}]),
        ("calibrating", [empty, {"do": "calibrate"}, {"do": "calibrate"}]),
    ):
        if short and name not in ("all pieces off and on", "rules and a new game"):
            continue
        times.clear()
        for step in steps[-2:] if short else steps:
            if isinstance(step, str):
                table.board.setup(step)
            elif isinstance(step, tuple):
                _choose(table, *step)
            elif step:
                table.send(step)
            table.wait(1800 if short else 3000)
        figures.append(Figure("longest pause of the scans, " + name, longest_ms(times, table.rig), "ms", PAUSE_MS))
    return figures


def presses(image, count: int = 1000) -> list:
    """Presses while the flash erases a sector at its slowest, and just before: how many throw nothing.

    A new game is begun each time, after which the board erases a sector when nobody waits. The longest pause of the
    scans meanwhile, too, but for the erases.
    """
    table = PicoTable(image, seed=1, twin=False, chip=SLOW)
    table.plug_in()
    table.wait(3000)
    rig, draw = table.rig, Xorshift32(1)
    times = conversions(rig)
    lost = within = 0
    erase_ms = 0.0  # from the command to it, the last time
    for k in range(count + 1):
        table.send({"do": "new"})
        heard, before, sent_ns = len(table.events), len(rig.flash_log.operations), rig.clock.nanos
        down_ms, held_ms = max(0.0, erase_ms - 100 + draw.below(100 + ERASE_MAX_MS)), 60 + draw.below(100)
        if k:  # the first only shows when it erases
            rig.press_in(down_ms, held_ms)
        table.wait(max(2500, int(down_ms + held_ms) + 1200))  # an erase may have come late
        erases = [(ns - sent_ns) / 1e6 for ns, _, data in rig.flash_log.operations[before:] if isinstance(data, int)]
        within += k > 0 and any(down_ms < at + ERASE_MAX_MS and at < down_ms + held_ms for at in erases)
        lost += k > 0 and not any(event["ev"] == "throw" for event in table.events[heard:])
        erase_ms = erases[0] if erases else erase_ms
    return [
        Figure(f"of {count} presses fell into an erase of {ERASE_MAX_MS} ms", within, ""),
        Figure("of these and those around it, lost", lost, "", 0),
        Figure("longest pause of the scans, but for the erases", longest_ms(times, rig), "ms", PAUSE_MS),
    ]


def _choose(table, room: int, entry: int) -> None:
    # In the choice of modes, by button: presses to a room, and within it.
    for held_ms in (4200, *[100] * room, 1000, *[100] * entry, 1000):
        table.button = True
        table.wait(held_ms)
        table.button = False
        table.wait(400)


def _answer_ms(table, offset_ns: int) -> float:
    # From the release, as a press is short only then, to the first other frame after the game has been written.
    table.wait(2600)
    rig = table.rig
    rig.run_ns(offset_ns)
    table.button = True
    table.wait(100)
    rig.lights.latch()
    count, released_ns, before = len(rig.lights.frames), rig.clock.nanos, rig.pixels
    written = len(rig.flash_log.operations)
    table.button = False
    table.wait(400)
    rig.lights.latch()
    written_ns = rig.flash_log.operations[written][0]
    lit_ns = next(ns for ns, pixels in rig.lights.frames[count:] if ns > written_ns and pixels != before)
    return (lit_ns - released_ns) / 1e6


def _sized(image, size: int, store: MemoryStore, chip: dict) -> PicoTable:
    """A table with this many pieces per side at home, and rules of that size."""
    store.replace("settings.json", b'{"rules": "%s"}' % SIZES[size].encode())
    table = PicoTable(image, seed=1, twin=False, store=store, chip=chip)
    empty = "." * (16 - size)
    table.board.setup("A" * size + empty + "." * 17 + "B" * size + empty)
    return table


def _stuck_game(plies: int, rules: str) -> dict:
    """The files of a board that has saved a game in which nobody has thrown a dal yet, turn by turn."""
    store = MemoryStore()
    match = Match(Journal(store), Dice(None))
    match.new(rules)
    for throw in [(3, 4), (2, 3), *[(2, 3), (3, 4), (2, 4)] * plies][: plies + 3]:
        if match.game.phase == PLAY:
            match.commit(match.game.legal.turns[0])
        match.throw(throw)
    return store.files


def timed(image, source: str, work: list, chip: dict) -> list:
    """The numbers that this source prints for the work, part by part."""
    rig = Rig(image, **chip)
    rig.run_until_text(b"hello")
    found = []
    for first in range(0, len(work), PART):
        part = work[first : first + PART]
        told = rig.execute(source.format(work=repr(part)), timeout_ms=PATIENCE_MS * len(part))
        found += [[int(word) for word in line.split()] for line in told.splitlines() if line]
    if len(found) % len(work):
        raise ValueError(f"{len(found)} times, expected those of {len(work)}")
    return found


def turns(image, positions: int = 2000, chip: dict = MODEL) -> list:
    """Searching the legal turns of a throw, in positions of seeded games of all rulesets."""
    found = positions_of([name for name, _ in RULESETS], positions)
    took = timed(image, SEARCH, [(at.rules.text, at.text()) for at in found], chip)
    return spread("legal turns", [us / 1000 for (us,) in took])


def start(image, chip: dict = MODEL) -> list:
    """The time from power-on to scans and lights: without a saved game, with a whole one, and with one in which
    nobody paused, so that it was never tidied."""
    return [
        Figure("power-on to ready, no game saved", _start_ms(image, new_ring(), chip), "ms", START_MS),
        Figure("power-on to ready, into a whole game saved", _start_ms(image, saved_game(), chip), "ms", START_MS),
        Figure("... into one never tidied", _start_ms(image, saved_game(tidied=False), chip), "ms", HURRIED_START_MS),
    ]


def _start_ms(image, ring: RingFlash, chip: dict) -> float:
    rig = Rig(flash=load_uf2(image).ljust(LOG_AT, b"\xff") + ring.data + make_files({}), **chip)
    scanned = []
    rig.board.on_code = lambda mux, channel, code: scanned.append(rig.now_ms)
    rig.run_until(lambda: scanned and any(any(pixel) for _, frame in rig.lights.frames for pixel in frame))
    lit_ms = next(ns for ns, frame in rig.lights.frames if any(any(pixel) for pixel in frame)) / 1e6
    return max(lit_ms, scanned[0])


def heap(image, short: bool = False, chip: dict = MODEL) -> list:
    """The heap in use by a resting board; MemoryError in the firmware if its loop allocates at all.

    Also in solo, when it has thought, unless short.
    """
    figures = _heap("", HEAP_KB, image, None, {}, 150, chip)
    return figures if short else figures + _heap(" in solo", SOLO_KB, image, *_solo_game(), 900, chip)


def _heap(where: str, most: int, image, board: "PinBoard | None", files: dict, rounds: int, chip: dict) -> list:
    probe = PROBE.replace("ROUNDS", str(rounds))
    rig = Rig(image, files=make_files({**files, "boot.py": probe}), board=board, **chip)
    rig.run_until(lambda: any(word in rig.port.received for word in (b"LOCKED", b"crash", b"Error")), 60_000)
    line = next(line for line in bytes(rig.port.received).splitlines() if line.startswith(b"HEAP"))
    used, free = (int(word) for word in line.split()[1:])
    steps = STEPS if b"LOCKED" in rig.port.received else 0
    return [
        Figure(f"heap in use at rest{where}, the probe's own code included", used / 1024, "KB", most),
        Figure(f"heap free at rest{where}", free / 1024, "KB"),
        Figure(f"steps at rest{where} with the heap locked, of {STEPS}", steps, "", STEPS, least=True),
    ]


def looks(image, count: int = 200, chip: dict = MODEL) -> list:
    """The time of a lookup in the solved endings."""
    stream = Xorshift32(5)
    took = timed(image, LOOK, [(stream.below(561), stream.below(561)) for _ in range(count)], chip)
    return spread(f"{count} looks into the endings", [us / 1000 for us, _ in took])


def choices(image, positions: int = 500, chip: dict = MODEL) -> list:
    """The time that levels 4 and 5 take for a real choice, and whether the host chooses the same."""
    opponent = data.opponent(parse_rules("danish"))
    found = positions_of(["danish"], positions, lambda game, dice: opponent.choose(game.position, 2, dice), 2)
    told = timed(image, CHOOSE, [("danish", at.text()) for at in found], chip)
    here = [opponent.choose(at, level, Xorshift32(1)) for at in found for level in (4, 5)]
    same = sum(turn == other for (*_, turn), other in zip(told, here, strict=True))
    four, five = ([us / 1000 for level, us, _, _ in told if level == wanted] for wanted in (4, 5))
    return [
        Figure(f"replies as on the host, of {len(told)}", same, "", len(told), least=True),
        *spread(f"{positions} choices at level 4", four),
        *spread(f"{positions} choices at level 5", five),
        Figure("longest slice", max(longest for _, _, longest, _ in told) / 1000, "ms", SLICE_MS),
    ]


def relatives(image, positions: int = 100, chip: dict = MODEL) -> list:
    """The same for each relative."""
    figures = []
    for name in RELATIVES:
        opponent = data.opponent(parse_rules(name))
        found = positions_of([name], positions, least=2)
        told = timed(image, CHOOSE, [(name, at.text()) for at in found], chip)
        here = [opponent.choose(at, level, Xorshift32(1)) for at in found for level in (4, 5)]
        same = sum(turn == other for (*_, turn), other in zip(told, here, strict=True))
        took = [us / 1000 for level, us, _, _ in told if level == 5]
        figures += [
            Figure(f"replies as on the host, of {len(told)}, {name}", same, "", len(told), least=True),
            *spread(f"{positions} choices at level 5, {name}", took, RELATIVE_MS),
            Figure(f"longest slice, {name}", max(slice for _, _, slice, _ in told) / 1000, "ms", RELATIVE_SLICE_MS),
        ]
    return figures


def meanwhile(image, rules: str = "danish", chip: dict = MODEL) -> list:
    """The number of scans per second from a throw in a full position until the board leads its turn."""
    board, files = _solo_game(rules)
    rig = Rig(image, files=make_files(files), board=board, **chip)
    rig.run_until_text(b'"kind": "dice"')
    times = conversions(rig)
    rig.run_until_text(b'"code": "carry"', 20_000)
    starts = [times[k] for k in starts_of(times)]
    took_s = (starts[-1][0] - starts[0][0]) / 1e9
    return [
        Figure(f"scans while level 5 thinks, {rules}", (len(starts) - 1) / took_s, "1/s", SCANS, least=True),
        Figure(f"longest from scan to scan, {rules}", longest_ms(starts), "ms"),
    ]


def _kept(store, game, number: int, tidied: bool = True) -> Match:
    """The match of a board that has saved this game in the store, with the throw of the turn of that number."""
    keep_game(store, game, number, 16)
    match = Match(Journal(store), Dice(None))
    match.load(game.rules.text)
    while tidied and match.untidy():
        match.tidy()
    match.throw(game.rules.throws[ply_throw(game.plies[number])])
    return match


def new_ring() -> RingFlash:
    """An erased one."""
    return RingFlash(b"\xff" * (FILES_AT - LOG_AT))


def saved_game(tidied: bool = True) -> RingFlash:
    """The ring of a board that has saved a whole danish game, a throw before its end."""
    ring, game = new_ring(), play_game(parse_rules("danish"), Xorshift32(6))
    _kept(ring_store(MemoryStore(), ring), game, len(game.plies) - 1, tidied)
    return ring


def _solo_game(rules: str = "danish") -> tuple:
    # (board, files) of a Pico that plays B, in the middle of a game, with many turns to choose from.
    store = MemoryStore({"settings.json": b'{"mode": "solo", "level": 5, "rules": "%s"}' % rules.encode()})
    game = play_game(parse_rules(rules), Xorshift32(7))
    full = [k for k, turn in enumerate(game) if turn.position.side == 1 and len(turn.position.turns()) >= FULL]
    match = _kept(store, game, next(k for k in full if k >= min(MIDDLE, len(game.plies) // 3)))
    board = PinBoard(seed=1)
    played, stands = match.game.rules.board, bytearray(b"." * len(board.names))
    for hole, code in enumerate(occupancy_of(match.game.position.cells)):
        stands[board.names.index(played.name(hole))] = code
    board.setup(stands.decode())
    return board, store.files


def positions_of(rulesets: list, count: int, choose=any_turn, least: int = 1) -> list:
    """`count` positions with at least so many turns: a quarter of those in games of each ruleset in turn."""
    stream = Xorshift32(1)
    found: list = []
    names = cycle(rulesets)
    while len(found) < count:
        at = [turn.position for turn in play_game(parse_rules(next(names)), stream, choose)]
        found += [position for position in at if stream.below(4) == 0 and len(position.turns()) >= least]
    return found[:count]


def main() -> int:
    """Print the tables for an image as they come; 1 if a limit is not kept."""
    parser = parser_of("pico_bench", __doc__.split("\n")[0], seeded=False)
    parser.add_argument("image", type=Path, nargs="?", help="a UF2 (default: the firmware as it is now, built)")
    parser.add_argument("positions", type=positive, nargs="?", default=500, help="thought about (default %(default)s)")
    parser.add_argument("--ideal", action="store_true", help="as if the flash's cache had no misses")
    parser.add_argument("--presses", type=positive, default=20, help="during erases (default %(default)s)")
    args = parser.parse_args()
    args.image = args.image or build("pico")
    if not args.image.is_file():
        parser.error(f"{args.image}: no such file: tools/build_uf2.sh makes it")
    kept = True
    try:
        chip = {} if args.ideal else MODEL
        work = [partial(measure, size=size, chip=chip) for size in SIZES for measure in (lights, answers)]
        work += [partial(measure, chip=chip) for measure in (scans, pauses, start, heap, turns, looks, meanwhile)]
        work.append(partial(choices, positions=args.positions, chip=chip))
        work.append(partial(meanwhile, rules="vuovdaguoika", chip=chip))
        work.append(partial(relatives, positions=min(args.positions, 100), chip=chip))
        if not args.ideal:
            work += [partial(answers, size=size, chip=SLOW) for size in SIZES]
            work += [partial(pauses, chip=SLOW), partial(presses, count=args.presses)]
        for measure in work:
            for figure in measure(args.image):
                print(figure, flush=True)
                kept = kept and figure.kept
    except FlashError as error:
        parser.error(str(error))
    return 0 if kept else 1
