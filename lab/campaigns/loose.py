"""Whole games with a loose contact: wires that are open for 1 to 500 ms now and then, and pieces that move meanwhile.

In each game another wire is loose. Counted: turns committed that were not made (there must be none), how often a press
had to be made again because the board could not see, how long until a turn was recognised, and after how much play the
contact was said to be loose.
`--sound`: the same games with every wire sound, to compare.
"""

import math
import random
from array import array

from daldos.rules import RULESETS
from host.sim.table import Table
from lab.campaigns.codes import Play
from lab.figures import Figures

SIZE = "3000 turns"
OPTIONS = {"magnets": "nominal", "sound": False}
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
        self.subscribe(self._note)
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

    def _note(self, event: dict) -> None:
        if event["ev"] == "fault" and event["code"] == "loose" and self.named_ms < 0:
            self.named_ms = self.now_ms


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


def pieces(size: int, seed: int, magnets: str, sound: bool) -> list:
    """(seed, fault or None, turns, magnets) of each game, each with another wire loose."""
    draw = random.Random(seed)
    found = []
    for number in range((size + TURNS_A_GAME - 1) // TURNS_A_GAME):
        fault: tuple = FAULTS[number % len(FAULTS)]
        if fault == ("dead",):
            fault = ("dead", draw.randrange(49))
        turns = min(TURNS_A_GAME, size - number * TURNS_A_GAME)
        found.append((draw.getrandbits(30) | 1, None if sound else fault, turns, magnets))
    return found


def shard(piece: tuple) -> Figures:
    """One game."""
    seed, fault, turns, magnets = piece
    figures = Figures()
    play = LoosePlay(fault, seed, magnets, RULESETS[seed % len(RULESETS)][0], figures)
    play.play(turns)
    table = play.table
    figures.counts["times open"] += table.opened
    if table.named_ms >= 0:
        figures.counts["said to be loose"] += 1
        figures.sample("s of play until said", round((table.named_ms - table.first_ms) / 1000))
    return figures
