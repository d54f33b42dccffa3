"""How soon a piece is seen, and how often noise is taken for one: the debounce beside others that there could be.

The firmware's own sensing reads the simulated board as the loop would have it: a scan each period, closer looks between
where it asks for them, each as soon as a Pico can make it. Counted: how long from a piece set down to the lights that
answer it; and on a resting board, in gusts of noise (lab.gusts), how often a hole is taken for what it is not.

    python -m lab.debounce                     # 10,000 turns, 2,000 gusts of each kind: the tables
    python -m lab.debounce --turns 500 --gusts 500 --magnets worst
"""

import argparse
import random
import sys
import types
from array import array

import config as board_config
from companion.sensing.calibration import Calibration
from companion.sensing.sensing import UNKNOWN, Sensing
from host.sim.fake_board import FakeBoard
from lab.gusts import COMMON, KINDS, draw_gust, slot_ms

ANSWER_MS = 13.6  # on the emulated Pico, from the start of the scan that decides until the lights have their frame;
LOOK_ANSWER_MS = 11.7  # if that scan is a closer look, which has fewer holes to judge
STEP_MS = 4.7  # from the start of a scan until a closer look can follow it,
LOOK_TAKES_MS = 2.6  # and from the start of that to the next
GUSTS_A_DAY = 86_400  # one a second, day and night, for which the false changes are told
NOISY_SCANS = 64  # of each position, made once: the converter's noise
GOAL_MS = 30.0  # within which 95 % of the pieces are to be answered
CALM_MS = 60.0  # before a gust, and after it at least
POSITION = "AAAA.A.AAA..AAAA" + ".B.A.A..AB..B.A.." + "BB.BBBB..B.B.BBB"


def _altered(**values):
    """The board's config with other values."""
    return types.SimpleNamespace(**{**vars(board_config), **values})


class Strong(Sensing):
    """Two scans are enough for a reading that is twice as far as it must be."""

    def update(self, scan) -> bool:
        self._scan = scan
        for hole in range(len(self._need)):
            if self._need[hole] <= board_config.DEBOUNCE_SCANS:
                # a lift has no reading further off than nothing: half of the threshold there
                u = abs(self.reading(hole)) if self._references.half else 0
                self._need[hole] = (
                    2 if u > 2 * self.config.OCCUPIED_PERMILLE or u < self.config.EMPTY_PERMILLE // 2 else 3
                )
        changed = super().update(scan)
        self.unsure = 0
        return changed


class Blind(Sensing):
    """Closer looks at every hole in doubt, however many they are and whatever the half rail does."""

    def update(self, scan) -> bool:
        changed = super().update(scan)
        self.many = [h for h in range(len(self._run)) if self._run[h] == 1 and self.occupancy[h] != UNKNOWN]
        self.unsure = len(self.many)
        return changed

    def look(self, scan) -> bool:
        self._scan = scan
        self._references.read(scan)
        self.many = [hole for hole in self.many if self._run[hole]]
        changed = False
        for hole in self.many:
            changed = self._debounce(hole, self._judge(hole, scan[self.slots[hole]])) or changed
        self.many = [hole for hole in self.many if self._run[hole]]
        self.unsure = len(self.many)
        return changed


class Way:
    """A way to debounce: name, the class of the sensing, its config, and whether it gets its closer looks."""

    def __init__(self, name: str, sensing=Sensing, looks: bool = False, **values):
        self.name = name
        self.sensing = sensing
        self.looks = looks
        self.config = _altered(**values)


WAYS = (
    Way("one scan, the least there is", DEBOUNCE_SCANS=1),
    Way("3 equal scans, 10 ms apart, no look"),
    Way("2 equal scans, 10 ms apart", DEBOUNCE_SCANS=2),
    Way("2 where the reading is twice as far, else 3", Strong),
    Way("3 equal scans, 5 ms apart: 200 a second", SCAN_MS=5),
    Way("closer looks at every hole in doubt", Blind, looks=True),
    Way("2 equal scans, the second a closer look", looks=True, DEBOUNCE_SCANS=2),
    Way("closer looks at one or two holes (the firmware)", looks=True),
)
CLOCK = 1  # of these, the one without looks


class Bench:
    """A calibrated board under a way to debounce, with its own clock."""

    def __init__(self, way: Way, magnets: str, seed: int):
        self.way = way
        self.draw = random.Random(seed)
        self.board = FakeBoard(seed, magnets)
        self.scan = array("H", [0] * 65)
        calibration = Calibration(way.config)
        self.board.setup("." * len(POSITION))
        self.board.scan(self.scan, 0)
        while not calibration.update(self.scan):
            self.board.scan(self.scan, 0)
        self.sensing = way.sensing(way.config, *calibration.result())
        self.board.setup(POSITION)
        self.truth = self.board.occupancy()
        self.quiet = [array("H", self.scan) for _ in range(NOISY_SCANS)]
        for k in range(NOISY_SCANS):
            self.board.scan(self.quiet[k], k)
        self.now_ms = 0.0

    def settle(self) -> None:
        """Scans until the board is seen as it is."""
        while self.sensing.occupancy != self.board.occupancy():
            self.period()

    def codes(self, at_ms: float) -> array:
        """The codes of a scan that begins now."""
        return self.quiet[self.draw.randrange(NOISY_SCANS)]

    def period(self) -> float:
        """A scan of the clock, then the looks it asks for; when the lights answer what has changed, or -1.0."""
        at_ms = self.now_ms
        self.now_ms += self.way.config.SCAN_MS
        answer_ms = at_ms + ANSWER_MS if self.sensing.update(self.codes(at_ms)) else -1.0
        at_ms += STEP_MS
        while self.way.looks and self.sensing.unsure:
            if self.sensing.look(self.codes(at_ms)) and answer_ms < 0:
                answer_ms = at_ms + LOOK_ANSWER_MS
            at_ms += LOOK_TAKES_MS
        return answer_ms


class Setting(Bench):
    """A hand sets pieces down and takes them off: `turn` is one of each, in ms from its instant to the lights."""

    def __init__(self, way: Way, magnets: str, seed: int):
        super().__init__(way, magnets, seed)
        self._due: tuple | None = None  # (ms, what the hand does then, the hole)
        self.settle()

    def codes(self, at_ms: float) -> array:
        if self._due and at_ms + slot_ms(self.board.slots[self._due[2]]) >= self._due[0]:
            self._due[1]()
            self._due = None
        self.board.scan(self.scan, int(at_ms))
        return self.scan

    def turn(self) -> tuple:
        """A piece is lifted off a hole and set down on another; ms until each was answered."""
        holes = range(len(self.truth))
        here = self.draw.choice([hole for hole in holes if self.board.piece_at(hole)])
        there = self.draw.choice([hole for hole in holes if not self.board.piece_at(hole)])
        piece = self.board.piece_at(here)
        lifted = self._answered(here, lambda: self.board.lift(here))
        return lifted, self._answered(there, lambda: self.board.place(there, piece))

    def _answered(self, hole: int, act) -> float:
        self.period()
        acted_ms = self.now_ms + self.draw.uniform(0, self.way.config.SCAN_MS)
        self._due = (acted_ms, act, hole)
        for _ in range(100):
            answer_ms = self.period()
            if answer_ms >= 0:
                return answer_ms - acted_ms
        raise AssertionError("a piece on hole %d is not seen" % hole)


class Resting(Bench):
    """Nobody is at the board, and gusts blow. wrong: holes taken for what they are not; lost: for unknown."""

    def __init__(self, way: Way, magnets: str, seed: int):
        super().__init__(way, magnets, seed)
        self._gust = None
        self.wrong = self.lost = self.flickers = 0
        self.settle()

    def codes(self, at_ms: float) -> array:
        quiet = super().codes(at_ms)
        if not self._gust or at_ms > self._gust.end_ms or at_ms + 2 < self._gust.start_ms:
            return quiet
        self.scan[:] = quiet
        self._gust.blow(self.scan, at_ms, self.way.config, self.board.slots)
        return self.scan

    def endure(self, gust, after_ms: float) -> None:
        """A gust, so long after the last scan, and the time after it until all is seen as it is."""
        gust.start_ms = self.now_ms + after_ms
        self._gust = gust
        flickered = False
        while self.now_ms < gust.end_ms + CALM_MS or self.sensing.occupancy != self.truth:
            before = bytes(self.sensing.occupancy)
            self.period()
            flickered = self._count(before) or flickered
        self.flickers += flickered

    def _count(self, before: bytes) -> bool:
        now, truth = self.sensing.occupancy, self.truth
        if now == before:
            return False
        fresh = [now[hole] for hole in range(len(truth)) if now[hole] not in (before[hole], truth[hole])]
        self.lost += fresh.count(UNKNOWN)
        self.wrong += len(fresh) - fresh.count(UNKNOWN)
        return True


class Result:
    """What one way is worth with one kind of magnets; `wrong`, `lost`, `flickers` are told for a day, by kind of gust.

    took_ms: from a piece set down to the lights that answer it, sorted. rate: scans a second at rest.
    """

    def __init__(self, way: Way, magnets: str, turns: int, gusts: int, seed: int = 1):
        self.way = way
        self.rate = 1000 // way.config.SCAN_MS
        hand = Setting(way, magnets, seed)
        self.took_ms = sorted([hand.turn()[1] for _ in range(turns)])
        self.wrong, self.lost, self.flickers = {}, {}, {}
        for kind in KINDS:
            rest = Resting(way, magnets, seed)
            draw = random.Random("%s %d" % (kind, seed))  # the same gusts for every way
            for _ in range(gusts):
                rest.endure(draw_gust(draw, kind), draw.uniform(2, 12))
            for told, count in ((self.wrong, rest.wrong), (self.lost, rest.lost), (self.flickers, rest.flickers)):
                told[kind] = round(count / gusts * GUSTS_A_DAY)

    def within_ms(self, share: float) -> float:
        """So long at most for this share of the pieces."""
        return self.took_ms[min(int(share * len(self.took_ms)), len(self.took_ms) - 1)]

    def row(self) -> str:
        """A row of the table."""
        times = ["%.1f" % self.within_ms(share) for share in (0.5, 0.95, 0.99, 1.0)]
        cells = ["%d" % self.wrong[kind] for kind in KINDS]
        unknown = sum([self.lost[kind] for kind in COMMON])
        return "| %s | %s |" % (self.way.name, " | ".join([*times, "%d" % self.rate, *cells, "%d" % unknown]))


def header(magnets: str) -> str:
    """The head of the table."""
    names = "%s magnets | median | 95 %% | 99 %% | worst | scans/s | %s | unknown" % (magnets, " | ".join(KINDS))
    return "| %s |\n| %s |" % (names, " | ".join(["---"] + ["--:"] * names.count("|")))


def safer(way: Result, other: Result) -> bool:
    """Whether no kind of gust that strikes all holes makes this way see more that is not there."""
    return all(way.wrong[kind] <= other.wrong[kind] for kind in COMMON)


def main() -> int:
    """Print the tables; exit status 1 if the firmware's way is less safe than three scans of the clock, or too slow."""
    parser = argparse.ArgumentParser(prog="python -m lab.debounce", description=__doc__.split("\n")[0])
    parser.add_argument("--turns", type=int, default=10_000, help="pieces set down (default %(default)s)")
    parser.add_argument("--gusts", type=int, default=2_000, help="of each kind (default %(default)s)")
    parser.add_argument("--magnets", choices=("nominal", "worst"), action="append", help="default: both")
    parser.add_argument("--brief", action="store_true", help="only the clock's three scans and the firmware's way")
    arguments = parser.parse_args()
    good = True
    for magnets in arguments.magnets or ("nominal", "worst"):
        print(header(magnets), flush=True)
        results = []
        for way in (WAYS[CLOCK], WAYS[-1]) if arguments.brief else WAYS:
            results.append(Result(way, magnets, arguments.turns, arguments.gusts))
            print(results[-1].row(), flush=True)
        clock = results[0 if arguments.brief else CLOCK]
        good = good and safer(results[-1], clock) and results[-1].within_ms(0.95) <= GOAL_MS
        print()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
