"""What a campaign of many turns counts, and what it plays.

>>> figures = Figures()
>>> figures.fail("wrong commits", "A1-M1 for A2-M1")
>>> figures.good()
False
"""

import random
from collections import Counter

from daldos.position import Position
from daldos.rules import OPTIONS, RULESETS
from daldos.turns import play_moves

SHOWN = 5  # failures kept in words
FAILURES = ("wrong commits", "not recognised", "illegal recognised")


class Figures:
    """What a campaign has counted: by name, scans until recognised -> turns, and the first failures in words."""

    def __init__(self):
        self.counts = Counter()
        self.scans = Counter()
        self.failures = []

    def fail(self, kind: str, text: str) -> None:
        """Count a failure."""
        self.counts[kind] += 1
        if len(self.failures) < SHOWN:
            self.failures.append("%s: %s" % (kind, text))

    def add(self, other: "Figures") -> None:
        """Take in the figures of another part."""
        self.counts += other.counts
        self.scans += other.scans
        self.failures = (self.failures + other.failures)[:SHOWN]

    def good(self) -> bool:
        """Nothing went wrong."""
        return not any(self.counts[kind] for kind in FAILURES)

    def percentile(self, share: float) -> int:
        """So many scans were enough for this share of the turns."""
        left = share * sum(self.scans.values())
        for scans in sorted(self.scans):
            left -= self.scans[scans]
            if left <= 0:
                return scans
        return 0

    def text(self) -> str:
        """A few lines to read."""
        counts = self.counts
        names = [
            "turns",
            "games",
            *FAILURES,
            "illegal tried",
            "turns led",
            "taken back",
            "won by the board",
            "asked",
            "guided",
            "premature presses",
            "power cuts",
            "occupancies",
        ]
        lines = ["%-20s %d" % (name, counts[name]) for name in names if counts[name] or name in FAILURES]
        scans = [self.percentile(0.5), self.percentile(0.95), max(self.scans, default=0)]
        lines.append("scans to recognise   median %d, 95 %% %d, worst %d" % tuple(scans))
        return "\n".join(lines + self.failures)


def rule_sets(seed: int, mixed: int, n_max: int = 17) -> list:
    """Every ruleset, and so many mixed sets of options on boards of up to `n_max` holes a row."""
    draw = random.Random(seed)
    texts = [name for name, _ in RULESETS]
    for _ in range(mixed):
        parts = [draw.choice(RULESETS)[0]]
        for option, values in OPTIONS:
            possible = [value for value in values if option != "n" or int(value) <= n_max]
            if draw.random() < 0.5:
                parts.append("%s=%s" % (option, draw.choice(possible)))
        texts.append(",".join(parts))
    return texts


def result_cells(at: Position, turn: int) -> bytearray:
    """The cells after a turn."""
    cells = bytearray(at.cells)
    play_moves(cells, at.player, turn)
    return cells
