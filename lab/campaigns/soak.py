"""Thirty days of the board's clock: does it grow, wear out its flash, or lose its time?

The whole board at a table, from ADC codes, its files on a littlefs as on the Pico, plugged in once. Its clock begins
two days before it wraps at 2^30 ms. It plays so many games a day, by the button and with pieces, and rests for the
remainder; for eight days on end nobody touches it, longer than half the clock's range. Each day times are measured:
from a wrong move to the words about it, how long dice roll, and which press is a short and which a long one.

Every scan is made while pieces move, the button is down or a time is measured, each fifth else in play, and one a
minute at rest, with the clock moved on between. How many were made of how many is told.

The wear takes more games than that to tell, for littlefs moves on to other blocks only after a hundred erases: so many
are kept turn by turn by the board's own journal and store, without the board around them: on its own image, with a
ring for the saved game, switched on for each game; and with the game among the files, as on plain MicroPython.
"""

import gc
import random
import sys
import types

from companion.app import App
from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import Journal
from companion.tracking.tracker import occupancy_of
from daldos.game import OVER, PLAY
from daldos.prng import Xorshift32
from daldos.state import pieces as count_pieces
from daldos.state import start_cells
from host.sim.table import TICKS, Table
from lab.campaigns.follower import Follower
from lab.campaigns.muddles import Tabletop
from lab.figures import Figures, result_cells
from lab.flash_files import FlashStore, RingFlash, WornFlash, ring_store

SIZE = "30 days of the board's clock"
OPTIONS = {"games": 1, "worn": 300}  # a day; by which the wear is shown
DAY_MS = 24 * 3600 * 1000
REST_STEP_MS = 60_000
FIRST_MS = TICKS - 2 * DAY_MS
IDLE_DAYS = range(12, 20)  # nobody touches the board
TURNS_A_GAME = 150  # games that wander on for longer are broken off
THINK_MS = 3000
CYCLES = 100_000  # erases of a block that the Pico's W25Q16JV is good for
GAMES_A_DAY = 10  # by which the years are counted
YEARS = 20  # that a ring is to last


class SoakTable(Tabletop):
    """A table at which time can be skipped as well."""

    def __init__(self, seed: int, flash: WornFlash, ring: RingFlash):
        super().__init__(seed)
        self.store = ring_store(FlashStore(flash), ring)
        self.now_ms = FIRST_MS

    def rest(self, until_ms: int) -> None:
        """Nobody is there until then."""
        while self.now_ms < until_ms:
            self.now_ms = min(until_ms, self.now_ms + REST_STEP_MS) - self.config.SCAN_MS
            self.exactly(self.config.SCAN_MS)

    def exactly(self, ms: int) -> None:
        """Time passes, every scan of it."""
        self._touched_ms = self.now_ms + ms
        self.wait(ms)

    def hold(self, ms: int) -> list:
        """Hold the button; what the board then says."""
        heard = len(self.events)
        self.button = True
        self.exactly(ms)
        self.button = False
        self.exactly(100)
        return [event["ev"] for event in self.events[heard:]]


class Soak:
    """days, games: done. times: what was measured each day; heap: objects and bytes that the board holds after each."""

    def __init__(self, seed: int = 1):
        self.flash, self.ring = WornFlash(), RingFlash()
        self.table = SoakTable(seed, self.flash, self.ring)
        self.draw = random.Random(seed)
        self.days = self.games = self.turns = 0
        self.times: list = []
        self.heap: list = []
        self.erases: list = []  # in all, and of the block worn most, after each day
        self.wrong: list = []
        self._follower = Follower(self.table, self.draw)
        self.table.plug_in(1000)

    def day(self, games: int) -> None:
        """One more day."""
        table = self.table
        end = FIRST_MS + (self.days + 1) * DAY_MS
        if self.days not in IDLE_DAYS:
            for k in range(games):
                self._set_up()
                if k == 0:
                    self.times.append(self._measure())
                self._play()
        self._set_up()
        del table.events[:], self._follower.said[:]
        table.rest(end)
        self.days += 1
        self.heap.append(held(table.app))
        erases = self.flash.erases + self.ring.erases
        self.erases.append((sum(erases), max(erases)))

    def _set_up(self) -> None:
        # A new game, whatever game there was.
        game = self._game
        self._follower._set(occupancy_of(start_cells(game.rules)))
        self.table.exactly(1500)
        if game.plies or game.opening:
            self.table.send({"do": "new"})
            self.table.exactly(1500)
        if self.table.app.session.phase != 0:
            self.wrong.append("day %d: the new game is not in its opening" % self.days)

    def _measure(self) -> tuple:
        table = self.table
        piece = table.board.lift(0)
        told_ms = self._until("guide")
        table.board.place(0, piece)
        table.exactly(1000)
        short = table.hold(870)  # throws for A, whose dice then lie still
        start, rolled_ms = table.now_ms, 0
        while table.now_ms < start + 1200:
            before = table.pixels[:8]
            table.exactly(10)
            if table.pixels[:8] != before:
                rolled_ms = table.now_ms - start
        long = table.hold(960)
        if "throw" not in short or "throw" in long or "guide" not in long:
            self.wrong.append("day %d: short press %s, long press %s" % (self.days, short, long))
        table.exactly(3000)
        return told_ms, rolled_ms

    def _until(self, name: str) -> int:
        table = self.table
        start, heard = table.now_ms, len(table.events)
        while table.now_ms < start + 3000:
            table.exactly(10)
            if any(event["ev"] == name for event in table.events[heard:]):
                return table.now_ms - start
        return -1

    def _play(self) -> None:
        table = self.table
        self.games += 1
        for _ in range(2 * TURNS_A_GAME):
            game = self._game
            if game.phase == OVER or len(game.plies) >= TURNS_A_GAME:
                return
            plies, due = len(game.plies), game.phase == PLAY
            if due:
                self._follower._play(eager(game, self.draw))
            table.wait(400)
            table.press()
            if due and len(game.plies) == plies:
                self.wrong.append("day %d, turn %d: not taken" % (self.days, plies + 1))
                return
            self.turns += len(game.plies) - plies
            table.wait(THINK_MS)

    @property
    def _game(self):
        return self.table.app.session.match.game


def wear(games: int, seed: int = 1, turns: int = TURNS_A_GAME) -> list:
    """The erases of each block of the ring after so many games, the board switched on for each."""
    flash, ring, draw = WornFlash(), RingFlash(), random.Random(seed)
    dice = Dice(Xorshift32(seed).next)
    for _ in range(games):
        match = Match(Journal(ring_store(FlashStore(flash), ring)), dice)
        match.load("danish")
        match.new("danish")
        _keep(match, draw, turns)
    return ring.erases


def _keep(match: Match, draw: random.Random, turns: int) -> None:
    while match.game.phase != OVER and len(match.game.plies) < turns:
        for _ in range(2):  # while the players think
            if match.untidy():
                match.tidy()
        if match.game.phase == PLAY:
            match.commit(eager(match.game, draw), True)
        if match.game.phase != OVER:
            match.throw()


def years(games: int, erases: list) -> float:
    """So long until the block worn most has had its erases, at ten games a day."""
    return CYCLES * games / (max(1, *erases) * GAMES_A_DAY * 365)


def eager(game, draw: random.Random) -> int:
    """The turn with the most captures: a game by chance alone would wander for long."""
    enemy = 1 - game.side
    return min(
        [(count_pieces(result_cells(game.position, turn), enemy), draw.random(), turn) for turn in game.legal.turns]
    )[2]


def held(app: App) -> tuple:
    """How many objects hang on an app, and their bytes; not what it was given, nor code."""
    gc.collect()
    seen: set = set()
    todo = [app]
    count = size = 0
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, (type, types.ModuleType, types.FunctionType, types.CodeType, Table)):
            continue
        seen.add(id(thing))
        count += 1
        size += sys.getsizeof(thing)
        if not (thing is app.store or thing is app.config):
            todo += gc.get_referents(thing)
    return count, size


def pieces(size: int, seed: int, games: int, worn: int) -> list:
    """One piece: a board is not cut in two."""
    return [(size, seed, games, worn)]


def shard(piece: tuple) -> Figures:
    """All days, then the wear of more games."""
    days, seed, games, worn = piece
    soak, figures = Soak(seed), Figures()
    for _ in range(days):
        soak.day(games)
    figures.counts.update({
        "days": soak.days,
        "games": soak.games,
        "turns": soak.turns,
        "scans made": soak.table.scans_made,
        "wraps of the clock": soak.table.now_ms // TICKS,
        "bytes held the first day": soak.heap[0][1],
        "bytes held the last day": soak.heap[-1][1],
        "erases": soak.erases[-1][0],
    })  # fmt: skip
    for told_ms, rolled_ms in soak.times:
        figures.sample("ms until told", told_ms)
        figures.sample("ms rolled", rolled_ms)
    for wrong in soak.wrong:
        figures.fail("wrong", wrong)
    if len(set(soak.times)) > 1:
        figures.fail("time lost", "the times measured each day: %s" % soak.times)
    if soak.heap[-1][1] > 1.02 * soak.heap[0][1]:
        figures.fail("grown", "objects and bytes held by the board: %s" % soak.heap)
    life = years(worn, wear(worn, seed))
    figures.counts["years of the ring"] = int(life)
    if worn >= 300 and life < YEARS:
        figures.fail("worn", "%.1f years at %d games a day" % (life, GAMES_A_DAY))
    return figures
