"""Pairs of power cuts, on copies of the flash's image: cut in a game, started, and cut again in what the start and the
next actions write.

The firmware's own stores, journal and match run here on ring and littlefs, without the emulator, on a flash that is
cheap to copy; so all pairs can be tried. Each write is a group: an erase, or the pages of one program. A cut leaves any
set of the current group's pages; of a page or erase, a first part or any bits.

    groups = groups_of(log)                             # of the flash operations of a game
    for cut in cuts(groups):
        do(blocks, groups[:cut.done])
        for shown, under_way, kept in second_cuts(after(blocks, cut), 2): ...
"""

import itertools
import random

import littlefs

from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import Journal
from daldos.game import OVER, PLAY, THROW
from daldos.prng import Xorshift32
from lab.figures import KnownGame
from lab.flash_files import PAGE, PROGRAM_MAX, FlashOs, RingFlash, ring_store
from lab.pico.flash import BLOCK_BYTES, BLOCKS, LOG_AT, LOG_BLOCKS
from picohw.store import FileStore

ERASED = b"\xff" * BLOCK_BYTES
TORN = (0.1, 0.5, 0.9)
BITS = 3  # choices of bits per page of the ring


def blocks_of(flash: bytes) -> list:
    """The blocks of the ring of the saved game and, after them, of the file system in a flash."""
    return [bytes(flash[LOG_AT + k * BLOCK_BYTES :][:BLOCK_BYTES]) for k in range(LOG_BLOCKS + BLOCKS)]


def _bits(seed: int, count: int) -> int:
    # A mask of this many bits, with a half, an eighth or seven eighths of them set.
    draw = random.Random(seed)
    one, other, third = (draw.getrandbits(8 * count) for _ in range(3))
    return (one, one & other & third, one | other | third)[seed % 3]


class Erase:
    """One block erased; part: the share erased; seed: chooses some of its bits."""

    def __init__(self, block: int, part: float = 1.0, seed: int = None):
        self.block = block
        self.part = part
        self.seed = seed

    def do(self, blocks: list) -> None:
        done = int(BLOCK_BYTES * self.part)
        new = ERASED[:done]
        if self.seed is not None:
            bits = int.from_bytes(blocks[self.block][:done], "little") | _bits(self.seed, done)
            new = bits.to_bytes(done, "little")
        blocks[self.block] = new + blocks[self.block][done:]


class Program:
    """One page, or less, programmed, which only clears bits; part: the share written; seed: picks some bits."""

    def __init__(self, block: int, at: int, data: bytes, part: float = 1.0, seed: int = None):
        self.block = block
        self.at = at
        self.data = data
        if seed is not None:
            bits = int.from_bytes(data, "little") | _bits(seed, len(data))
            self.data = bits.to_bytes(len(data), "little")
        self.part = part

    def do(self, blocks: list) -> None:
        done = int(len(self.data) * self.part)
        old, end = blocks[self.block], self.at + done
        new = bytes(a & b for a, b in zip(old[self.at : end], self.data, strict=False))
        blocks[self.block] = old[: self.at] + new + old[end:]


def groups_of(log: list) -> list:
    """Groups from a log of the emulated Pico's flash, (ns, address, data): consecutive pages belong together."""
    groups = []
    end = -1
    for _, address, data in log:
        block, at = divmod(address - LOG_AT, BLOCK_BYTES)
        if isinstance(data, int):
            groups.append([Erase(block)])
            end = -1
            continue
        if address == end and at % PROGRAM_MAX:
            groups[-1].append(Program(block, at, data))
        else:
            groups.append([Program(block, at, data)])
        end = address + len(data)
    return groups


class Cut:
    """The groups done completely, then the part done of the next."""

    def __init__(self, done: int, rest: list):
        self.done = done
        self.rest = rest


def cuts(groups: list):
    """Every possible Cut: before each group, within it, and after the last."""
    for number, group in enumerate(groups):
        yield Cut(number, [])
        if isinstance(group[0], Erase):
            for part in TORN:
                yield Cut(number, [Erase(group[0].block, part)])
            yield Cut(number, [Erase(group[0].block, seed=number)])
            continue
        for count in range(1, len(group)):
            for pages in itertools.combinations(group, count):
                yield Cut(number, list(pages))
        for k, page in enumerate(group):
            part = TORN[(number + k) % len(TORN)]
            yield Cut(number, [*group[:k], Program(page.block, page.at, page.data, part)])
            for seed in range(BITS if page.block < LOG_BLOCKS else 1):
                yield Cut(number, [*group[:k], Program(page.block, page.at, page.data, seed=BITS * number + seed)])
    yield Cut(len(groups), [])


class Flash(littlefs.UserContext):
    """The blocks of the ring, and after them those of a littlefs; groups: the operations on them."""

    def __init__(self, blocks: list):
        super().__init__(buffsize=0)
        self.blocks = list(blocks)
        self.groups = []
        self.ring = RingPart(self)

    def read(self, cfg, block: int, off: int, size: int) -> bytes:
        return self.blocks[LOG_BLOCKS + block][off : off + size]

    def prog(self, cfg, block: int, off: int, data: bytes) -> int:
        data = bytes(data)
        self.do([Program(LOG_BLOCKS + block, off + k, data[k : k + PAGE]) for k in range(0, len(data), PAGE)])
        return 0

    def erase(self, cfg, block: int) -> int:
        self.do([Erase(LOG_BLOCKS + block)])
        return 0

    def do(self, group: list) -> None:
        self.groups.append(group)
        for operation in group:
            operation.do(self.blocks)


class RingPart(RingFlash):
    """The blocks of the ring, whose operations are the flash's too."""

    def __init__(self, flash: Flash):
        super().__init__(b"".join(flash.blocks[:LOG_BLOCKS]))
        self._flash = flash

    def writeblocks(self, block: int, data: bytes, offset: int) -> None:
        super().writeblocks(block, data, offset)
        self._flash.do([Program(block, offset, bytes(data))])

    def ioctl(self, what: int, block: int) -> int:
        self._flash.do([Erase(block)])
        return super().ioctl(what, block)


class RestartedBoard:
    """A board started on these blocks: stores, journal and match as the firmware has them.

    problem: what `load` said.
    """

    def __init__(self, blocks: list):
        self.flash = Flash(blocks)
        os = FlashOs(self.flash)
        files = FileStore(os, "/", os.open)
        self.store = ring_store(files, self.flash.ring)
        self.match = Match(Journal(self.store), Dice(Xorshift32(5).next))
        self.problem = self.match.load("danish")

    def act(self) -> None:
        """Tidy up if needed; else play a legal turn, and throw."""
        match = self.match
        if match.untidy():
            match.tidy()
        elif match.game.phase == PLAY:
            match.commit(match.game.legal.turns[-1], True)
            if match.game.phase == THROW:
                match.throw()
        elif match.game.phase != OVER:
            match.throw()

    def game(self) -> KnownGame:
        """The saved state of the game."""
        return KnownGame(self.match)


def do(blocks: list, groups: list) -> None:
    """Apply these groups."""
    for group in groups:
        for operation in group:
            operation.do(blocks)


def after(blocks: list, cut: Cut) -> list:
    """The blocks after a cut, given those with all complete groups applied."""
    blocks = list(blocks)
    do(blocks, [cut.rest])
    return blocks


def second_cuts(blocks: list, actions: int):
    """Start on these blocks and act; cut at every point of the resulting writes, and start again.

    Yields a KnownGame three times for each cut: the one shown before, the one that the action under way would have
    kept, the one that is kept.
    """
    board = RestartedBoard(blocks)
    ends, states = [len(board.flash.groups)], [board.game()]  # groups done so far, and the game saved then
    for _ in range(actions):
        board.act()
        ends.append(len(board.flash.groups))
        states.append(board.game())
    groups = board.flash.groups
    base, at = list(blocks), 0
    for cut in cuts(groups):
        do(base, groups[at : cut.done])
        at = cut.done
        # During the start the game is the saved one; later the one before or after the action under way.
        last = max([k for k, end in enumerate(ends) if end <= cut.done], default=0)
        yield states[last], states[min(last + 1, actions)], RestartedBoard(after(base, cut)).game()
