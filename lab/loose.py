"""Whole games with a loose contact: wires that are open for 1 to 500 ms now and then, and pieces that move meanwhile.

In each game another wire is loose. Counted: turns committed that were not made (there must be none), how often a press
had to be made again because the board could not see, how long until a turn was recognised, and after how much play the
contact was said to be loose.

    python -m lab.loose --turns 3000
    python -m lab.loose --turns 3000 --sound        the same games with every wire sound, to compare
"""

import argparse
import math
import random
import sys
from array import array

from daldos import game as engine
from daldos.rules import RULESETS
from host.sim.table import Table
from lab.codes_campaign import Play
from lab.figures import Figures

TURNS_A_GAME = 60
SHORTEST_MS, LONGEST_MS = 1, 500
GAP_MS = 3000  # from one time to the next on average
SCAN_TAKES_MS = 2
FAULTS = (
    *[("open", pin) for pin in (26, 27, 28)],
    *[("enable", q, 1) for q in range(1, 5)],
    *[("mux", q) for q in range(1, 5)],
    *[("address", line, level) for line in range(4) for level in (0, 1)],
    ("rail",),
    ("half",),
    ("dead",),
)
AGAIN = 12  # presses until the hand gives up


class LooseTable(Table):
    """A table with a contact that comes and goes: `fault` while it is open, None: all is sound.

    opened: how often it was open long enough for a scan to see; first_ms, named_ms: when first, and when it was said.
    """

    def __init__(self, fault, seed: int, magnets: str):
        self.fault = None  # until the game begins
        super().__init__(seed=seed, magnets=magnets)
        self.loose = fault
        self.opened = 0
        self.first_ms = self.named_ms = -1
        self._draw = random.Random(seed)
        self._from_ms = self._to_ms = 0.0
        self._is_open = False
        self._spare = array("H", self._scan)

    def begin(self) -> None:
        """From now on it is loose."""
        self.fault = self.loose
        self._next(self.now_ms)

    def scan(self, now_ms: int) -> array:
        if self.fault:
            self._work(now_ms)
        return super().scan(now_ms)

    def _next(self, now_ms: float) -> None:
        self._from_ms = now_ms + self._draw.expovariate(1 / GAP_MS)
        length = math.exp(self._draw.uniform(math.log(SHORTEST_MS), math.log(LONGEST_MS)))
        self._to_ms = self._from_ms + length

    def _work(self, now_ms: int) -> None:
        # Open for the scan that is made from now on, if at all; one that is open for a part of it is for all of it.
        while self._to_ms < now_ms:
            self._next(self._to_ms)
        is_open = self._from_ms < now_ms + SCAN_TAKES_MS
        if is_open != self._is_open:
            self._is_open = is_open
            if is_open:
                self.board.fault(*self.fault)
                self.opened += 1
                self.first_ms = now_ms if self.first_ms < 0 else self.first_ms
            else:
                self.board.heal(*self.fault)

    def hear(self, event: dict) -> None:
        if event["ev"] == "fault" and event["code"] == "loose" and self.named_ms < 0:
            self.named_ms = self.now_ms
        super().hear(event)


class LoosePlay(Play):
    """A game at such a table. Nobody presses before a turn is made: what cannot be seen is taken to be as it must."""

    table: LooseTable
    premature = 0.0
    cuts = 0.0

    def __init__(self, fault, seed: int, magnets: str, rules: str, figures: Figures):
        self._fault = fault
        super().__init__(seed, magnets, rules, figures)
        self.table.begin()

    def lay(self, seed: int, magnets: str) -> LooseTable:
        return LooseTable(self._fault, seed, magnets)

    def _choose(self, text: str) -> str:
        # While the board cannot see, it says so, and the hand presses again.
        for _ in range(AGAIN):
            told = super()._choose(text)
            if told:
                break
            self.figures.counts["pressed again"] += 1
            self.table.wait(700)
        return told


class Loose:
    """What the campaign has found: figures of the turns, contacts loose and named, ms of play until each was."""

    def __init__(self):
        self.figures = Figures()
        self.games = self.opened = 0
        self.named: list = []  # (fault, times open until it was said)
        self.silent: list = []

    def text(self) -> str:
        counts = self.figures.counts
        waits = sorted(ms for _, ms in self.named) or [0]
        lines = [
            self.figures.text(),
            "%-20s %d" % ("pressed again", counts["pressed again"]),
            "%-20s %d times in %d games" % ("open", self.opened, self.games),
            "%-20s %d, after %.0f s (median), %.0f s (95 %%) of play"
            % (
                "said to be loose",
                len(self.named),
                waits[len(waits) // 2] / 1000,
                waits[len(waits) * 95 // 100] / 1000,
            ),
        ]
        return "\n".join(lines + ["not said: %s, open %d times" % pair for pair in self.silent[:20]])


def campaign(turns: int, seed: int = 1, sound: bool = False, magnets: str = "nominal") -> Loose:
    """Play so many turns, each game with another wire loose; sound: with none."""
    found = Loose()
    draw = random.Random(seed)
    while found.figures.counts["turns"] < turns:
        fault: tuple = FAULTS[found.games % len(FAULTS)]
        if fault == ("dead",):
            fault = ("dead", draw.randrange(49))
        play = LoosePlay(
            None if sound else fault, draw.getrandbits(30) | 1, magnets, draw.choice(RULESETS)[0], found.figures
        )
        found.games += 1
        play.opening()
        for _ in range(min(TURNS_A_GAME, turns - found.figures.counts["turns"])):
            while play.game.phase == engine.THROW:
                for event in play._press():
                    if event["ev"] == "throw":
                        play._take(event)
            if play.game.phase == engine.OVER or not play.turn():
                break
        play.check_record()
        table = play.table
        found.opened += table.opened
        if table.named_ms >= 0:
            found.named.append((fault, table.named_ms - table.first_ms))
        elif not sound:
            found.silent.append((fault, table.opened))
    return found


def main() -> int:
    """The command line; exit status 1 if a turn was committed that was not made, or not taken."""
    parser = argparse.ArgumentParser(prog="python -m lab.loose", description=__doc__.split("\n")[0])
    parser.add_argument("--turns", type=int, default=3000, help="turns to play (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of everything (default %(default)s)")
    parser.add_argument("--sound", action="store_true", help="with no wire loose")
    arguments = parser.parse_args()
    found = campaign(arguments.turns, arguments.seed, arguments.sound)
    print(found.text())
    return 0 if found.figures.good() else 1


if __name__ == "__main__":
    sys.exit(main())
