"""Flash rot: bits flipped at rest in the ring of a board with a game, settings, a baseline and a disabled hole.

A third of the boards have one bit flipped in the kept data, a third 1 to 60 bits anywhere in the ring, a third as many
in the kept data. Each is started: it must report any change by an event and by the lights, and a single bit must lose
nothing.
"""

import json
import random
from functools import cache

import config
from companion.app import App
from companion.game.dice import Dice
from companion.sensing.baseline import dump_baseline
from companion.storage.memory import MemoryStore
from daldos.prng import Xorshift32
from lab.figures import Figures, KnownGame, act, pieces
from lab.flash_files import RingFlash, ring_store

SIZE = "1000 boards"
BITS = 60  # flipped at most
ELDER = 9  # earlier games in the ring
TURNS = 60
OF_A_RING = 50  # boards
units = pieces
KINDS = ("one bit of what is kept", "bits anywhere", "bits of what is kept")


class StartedBoard:
    """An App started on a ring; said: its events."""

    def __init__(self, flash: RingFlash):
        self.said: list = []
        self.store = ring_store(MemoryStore(), flash)
        dice = Dice(Xorshift32(3).next)
        self.app = App(config, self.store, dice, lambda line: self.said.append(json.loads(line)), "")
        self.app.start(0)

    def kept(self) -> list:
        """What a player would miss: the game, settings, baseline, disabled holes."""
        settings = self.app.settings
        values = {key: settings.get(key) for key in ("rules", "mode", "level", "hints", "sound")}
        codes = [self.app.sensing.reading(hole) for hole in range(3 * config.N + 1)]
        return [
            vars(KnownGame(self.app.session.match)),
            values,
            self.store.read("baseline"),
            codes,
            self.app.service.given.holes,
        ]

    def admits(self) -> bool:
        """Whether it reports a loss, in words and by its lights."""
        told = any(event["ev"] == "fault" and event["code"] != "given_up" for event in self.said)
        return told and self.app.scene.kind == "fault"


@cache
def worn(seed: int) -> bytes:
    """The ring of a board in about its tenth game."""
    draw, flash = random.Random(seed), RingFlash()
    board = StartedBoard(flash)
    match, settings = board.app.session.match, board.app.settings
    baseline = [draw.randrange(2020, 2080) for _ in range(3 * config.N + 1)]
    board.store.replace("baseline", dump_baseline(baseline, 2048, config))
    board.app.service.give_up("A%d" % draw.randrange(1, 17))
    for game in range(ELDER):
        match.new("danish")
        settings.set("level", 1 + game % 5)
        settings.set("sound", bool(game % 2))
        for _ in range(draw.randrange(TURNS)):
            act(match, lambda game: draw.choice(game.legal.turns))
            while draw.random() < 0.3 and match.untidy():
                match.tidy()
    while match.untidy():  # at rest
        match.tidy()
    return bytes(flash.data)


def used(data: bytes) -> list:
    """The addresses of what the ring keeps: heads and frames of its file."""
    ring = ring_store(MemoryStore(), RingFlash(data))._ring
    count = len(data) // 4096
    at = [number % count * 4096 for number in range(ring._first, ring._last + 1)]
    ends = [4096] * (len(at) - 1) + [ring._end]
    return [base + k for base, end in zip(at, ends, strict=True) for k in range(end)]


def play(unit: tuple, figures: Figures) -> None:
    """Start a board with flipped bits of its own."""
    seed, number, _ = unit
    draw = random.Random(seed * 1_000_003 + number)
    data = worn(seed * 1009 + number // OF_A_RING * 3 + number % 3)
    kind = KINDS[number % 3]
    where = used(data) if "kept" in kind else range(len(data))
    bits = 1 if number % 3 == 0 else draw.randrange(1, BITS + 1)
    rotten = RingFlash(data)
    for _ in range(bits):
        rotten.data[draw.choice(where)] ^= 1 << draw.randrange(8)
    board, before = StartedBoard(rotten), StartedBoard(RingFlash(data))
    lost = board.kept() != before.kept()
    figures.counts["boards"] += 1
    figures.counts["lost something, " + kind] += lost
    figures.counts["said"] += board.admits()
    figures.counts["said in vain"] += board.admits() and not lost
    if lost and not board.admits():
        figures.fail("lost without a word", "board %d, %s: %d" % (number, kind, bits))
    if lost and bits == 1:
        figures.fail("lost by one bit", "board %d" % number)
    again = StartedBoard(RingFlash(rotten.data))
    if again.admits() or again.kept() != board.kept() or again.store._ring._flips:
        figures.fail("not mended", "board %d, %s: %d" % (number, kind, bits))
