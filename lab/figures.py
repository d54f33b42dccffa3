"""Counts of a campaign, and helpers shared by several.

>>> figures = Figures()
>>> figures.fail("wrong commits", "A1-M1 for A2-M1")
>>> figures.good()
False
"""

import random
from collections import Counter

from companion.game.match import Match
from daldos.game import OVER, PLAY
from daldos.packing import ply_throw
from daldos.rules import OPTIONS, RULESETS

SHOWN = 20  # failures kept as text


class Figures:
    """counts: by name. failed: failures by kind; failures: the first ones as text. samples: name -> value -> count."""

    def __init__(self):
        self.counts: Counter = Counter()
        self.failed: Counter = Counter()
        self.failures: list = []
        self.samples: dict = {}

    def fail(self, kind: str, text: str) -> None:
        """Count a failure."""
        self.failed[kind] += 1
        if len(self.failures) < SHOWN:
            self.failures.append("%s: %s" % (kind, text))

    def sample(self, name: str, value) -> None:
        """Record a measured value."""
        self.samples.setdefault(name, Counter())[value] += 1

    def add(self, other: "Figures") -> None:
        """Add the figures of another part."""
        self.counts += other.counts
        self.failed += other.failed
        self.failures = (self.failures + other.failures)[:SHOWN]
        for name, values in other.samples.items():
            self.samples.setdefault(name, Counter()).update(values)

    def good(self) -> bool:
        """Nothing went wrong."""
        return not self.failed

    def percentile(self, name: str, share: float):
        """The value that this share of the samples does not exceed."""
        values = sorted(self.samples.get(name, Counter()).elements()) or [0]
        return values[max(0, int(share * len(values) + 0.999999) - 1)]

    def text(self) -> str:
        """A few lines to read."""
        lines = ["%-26s %d" % (name, count) for name, count in (self.counts + self.failed).items()]
        for name in self.samples:
            shares = [self.percentile(name, share) for share in (0.5, 0.95, 0.99, 1)]
            lines.append("%-26s median %s, 95 %% %s, 99 %% %s, most %s" % (name, *shares))
        return "\n".join([*lines, "failures                   %d" % self.failed.total(), *self.failures])


def pieces(size: int, seed: int, step: int = 1, **_options) -> list:
    """(seed, first, count) of each piece of this size, with at most `step` of it: the units of some campaigns."""
    return [(seed, first, min(step, size - first)) for first in range(0, size, step)]


def rule_sets(seed: int, mixed: int, n_max: int = 17, share: float = 0.5) -> list:
    """Every ruleset, and `mixed` random sets on boards of up to `n_max` holes a row; share: of options drawn anew."""
    draw = random.Random(seed)
    texts = [name for name, _ in RULESETS]
    for _ in range(mixed):
        parts = [draw.choice(RULESETS)[0]]
        for option, values in OPTIONS:
            possible = [value for value in values if option != "n" or int(value) <= n_max]
            if draw.random() < share:
                parts.append("%s=%s" % (option, draw.choice(possible)))
        texts.append(",".join(parts))
    return texts


def spread(work, size: int, seed: int):
    """`size` entries of a list or range, evenly spread; the seed chooses the first."""
    step = max(1, len(work) // size)
    return work[seed % step :: step][:size]


def throw(draw: random.Random) -> tuple:
    """Two dice, the lower first, with extra dals, or most turns would be lost."""
    dice = [1 if draw.random() < 0.15 else draw.randrange(1, 5) for _ in range(2)]
    return min(dice), max(dice)


def act(match: Match, choose) -> None:
    """What one press does: the turn chosen by `choose(game)`, if one is due, and the next throw."""
    if match.game.phase == PLAY:
        match.commit(choose(match.game), True)
    if match.game.phase != OVER:
        match.throw()


class KnownGame:
    """What players know of a match: its rules and turns, and all throws in the order in which they were drawn."""

    def __init__(self, match: Match):
        game, at = match.game, match.game.position
        lying = [at.throw] if at.throw else []
        self.rules = game.rules.text
        self.plies = list(game.plies)
        self.throws = game.opening + [game.rules.throws[ply_throw(ply)] for ply in game.plies] + lying + match.pending
        self.position = game.position_text()

    def __eq__(self, other):
        return isinstance(other, KnownGame) and vars(self) == vars(other)

    def added(self, before: "KnownGame") -> int:
        """How many turns and throws have been added since `before`; -1 if any is lost or changed."""
        throws, plies = len(before.throws), len(before.plies)
        same = self.throws[:throws] == before.throws and self.plies[:plies] == before.plies
        return len(self.throws) - throws + len(self.plies) - plies if same else -1

    def keeps(self, before: "KnownGame") -> bool:
        """Whether it is the game before, possibly with one more action: a turn, a throw or both."""
        return self == before or 0 < self.added(before) <= 2
