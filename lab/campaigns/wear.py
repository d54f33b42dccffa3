"""Flash life: erases of the saved game's ring by the board's own journal, with a restart for each game."""

import random

from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from daldos.effects import captured, steps_of
from daldos.game import OVER
from daldos.prng import Xorshift32
from lab.figures import Figures, act
from lab.flash_files import RingFlash, ring_store

SIZE = "300 games"
TURNS_A_GAME = 150  # longer games are stopped
CYCLES = 100_000  # erases that a block of the Pico's W25Q16JV lasts
GAMES_A_DAY = 10  # assumed for the years
YEARS = 20  # required life of a ring


def eager(game, draw: random.Random) -> int:
    """The turn with the most captures: a random game would take too long."""
    at = game.position
    return min([(-len(captured(steps_of(at, turn))), draw.random(), turn) for turn in game.legal.turns])[2]


def units(size: int, seed: int) -> list:
    """One: a board's life cannot be split."""
    return [(size, seed)]


def play(unit: tuple, figures: Figures) -> None:
    """Play all games; the years until the most worn block of the ring reaches its limit."""
    games, seed = unit
    files, ring, draw = MemoryStore(), RingFlash(), random.Random(seed)
    dice = Dice(Xorshift32(seed).next)
    for _ in range(games):
        match = Match(Journal(ring_store(files, ring)), dice)
        match.load("danish")
        match.new("danish")
        while match.game.phase != OVER and len(match.game.plies) < TURNS_A_GAME:
            for _ in range(2):  # as if the players were thinking
                if match.untidy():
                    match.tidy()
            act(match, lambda game: eager(game, draw))
    most = max(ring.erases)
    years = CYCLES * games // (max(1, most) * GAMES_A_DAY * 365)
    figures.counts.update({"games": games, "erases": sum(ring.erases), "of one sector": most, "years": years})
    if games >= 300 and years < YEARS:
        figures.fail("worn", "%d years at %d games a day" % (years, GAMES_A_DAY))
