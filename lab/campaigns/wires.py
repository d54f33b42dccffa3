"""Boards whose wires are exchanged at random: a magnet walk finds them, they are kept, and games are played on them.

Of every board the wires of the sensors are dealt among the channels of their mux. A hand carries one piece through
the holes that the board points at, a long press keeps what the walk has found, and the plug is pulled. After that the
board has to read each hole where its sensor is wired; then the messy hand plays on it from ADC codes, with power cuts.
A crossing not found, or one lost at the plug, counts as a failure, and so does a wrong commit.
"""

import random

from companion.sensing.wiring import CHANNELS
from host.sim.table import Table
from lab.campaigns.codes import CALIBRATE_MS, Play
from lab.figures import Figures

RULES = ("danish", "ostergaard", "danish", "naesheim")
SIZE = "200 boards"
OPTIONS = {"turns": 60, "magnets": "worst"}
_VISITS = 200  # two a hole, and some to spare: without an exchange known, a hole is asked for twice


def crossed(board, draw: random.Random) -> bytes:
    """Exchange the wires of this fake board, mux by mux; the place of each hole from then on."""
    slots = bytearray(board.slots)
    for q in range(len(board.config.MUXES)):
        holes = [hole for hole in range(len(slots)) if board.slots[hole] // CHANNELS == q]
        # every permutation is as likely as another
        for k in range(len(holes) - 1, 0, -1):
            other = draw.randrange(k + 1)
            if other != k:
                one, two = holes[k], holes[other]
                board.fault("swap_holes", one, two)
                slots[one], slots[two] = slots[two], slots[one]
    return bytes(slots)


def walk(table: Table) -> None:
    """A magnet walk by a hand that sets the piece wherever the board points; the empty board is calibrated first."""
    piece = table.board.pieces[0]
    table.send({"do": "walk"})
    table.wait(CALIBRATE_MS + 200)
    app = table.app
    for _ in range(_VISITS):
        if not app.service.walking:
            return
        hole = app.scene.holes[0]
        table.place(hole, piece)
        table.wait(table.config.STABLE_MS + 100)
        table.lift(hole)
        table.wait(table.config.STABLE_MS + 100)


class CrossedPlay(Play):
    """A game on a board whose wires are exchanged. found: the board knows how, before and after the plug."""

    found = False

    def prepare(self) -> None:
        table, figures = self.table, self.figures
        slots = crossed(table.board, self.draw)
        figures.counts["boards"] += 1
        figures.counts["holes elsewhere"] += sum(a != b for a, b in zip(slots, table.board.slots, strict=True))
        walk(table)
        table.long_press()
        seed = "board of places %s" % slots.hex()
        if table.app.sensing.slots != slots:
            figures.fail("not found", seed)
            return
        table.plug_out()
        table.plug_in()
        if table.app.sensing.slots != slots:
            figures.fail("not kept", seed)
            return
        self.found = True


def pieces(size: int, seed: int, turns: int, magnets: str) -> list:
    """(seed, turns, magnets) of each board."""
    return [(seed * 1_000_003 + k, turns, magnets) for k in range(size)]


def shard(piece: tuple) -> Figures:
    """One board."""
    seed, turns, magnets = piece
    draw = random.Random(seed)
    figures = Figures()
    play = CrossedPlay(draw.getrandbits(30) | 1, magnets, RULES[seed % len(RULES)], figures)
    if play.found:
        play.play(turns)
    return figures
