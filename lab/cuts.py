"""Pairs of power cuts, on copies of the flash: cut in a game, started, and cut again in what the start and the next
actions write.

The firmware's own stores, journal and match run here on ring and littlefs, without the emulator; so all pairs can be
tried. Operations are those of lab.pico.flash. Each write is a group: an erase, or the pages of one program. A cut
leaves any set of the current group's pages; of a page or erase, a first part or any bits.

    for done, after in cut(flash, groups_of(log)):       # of a game's log
        for shown, under_way, kept in second_cuts(after, 2): ...
"""

import itertools
import random

import littlefs

from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import Journal
from daldos.prng import Xorshift32
from lab.figures import KnownGame, act
from lab.flash_files import FlashOs, RingFlash, ring_store
from lab.pico.flash import BLOCK_BYTES, FILES_AT, LOG_AT, PAGE, PROGRAM_MAX, apply
from picohw.store import FileStore

TORN = (0.1, 0.5, 0.9)
BITS = 3  # choices of bits per page of the ring


def groups_of(log: list) -> list:
    """Groups from a log of the emulated Pico's flash: consecutive pages belong together."""
    groups = []
    end = -1
    for operation in log:
        _, address, data = operation
        if address == end and address % PROGRAM_MAX:
            groups[-1].append(operation)
        else:
            groups.append([operation])
        end = -1 if is_erase(operation) else address + len(data)
    return groups


def is_erase(operation: tuple) -> bool:
    """Whether it erases, not programs."""
    return isinstance(operation[2], int)


def cut(flash: bytes, groups: list):
    """(groups done, the flash then) after each possible cut: before each group, within it, and after the last."""
    base = bytearray(flash)
    for number, group in enumerate(groups):
        yield number, bytes(base)
        for part in _parts(base, number, group):
            after = bytearray(base)
            for operation in part:
                apply(after, operation)
            yield number, after
        for operation in group:
            apply(base, operation)
    yield len(groups), bytes(base)


def _parts(base: bytearray, number: int, group: list):
    # The operations that leave what a cut may leave of a group; some bits of an erase: all erased, the others written.
    _, address, data = group[0]
    if is_erase(group[0]):
        for part in TORN:
            yield [(0, address, int(data * part))]
        some = int.from_bytes(base[address : address + data], "little") | _bits(number, data)
        yield [group[0], (0, address, some.to_bytes(data, "little"))]
        return
    for count in range(1, len(group)):
        yield from itertools.combinations(group, count)
    for k, (_, address, data) in enumerate(group):
        done = int(len(data) * TORN[(number + k) % len(TORN)])
        yield [*group[:k], (0, address, data[:done])]
        for seed in range(BITS if address < FILES_AT else 1):
            some = int.from_bytes(data, "little") | _bits(BITS * number + seed, len(data))
            yield [*group[:k], (0, address, some.to_bytes(len(data), "little"))]


def _bits(seed: int, count: int) -> int:
    # A mask of this many bytes, with a half, an eighth or seven eighths of their bits set.
    draw = random.Random(seed)
    one, other, third = (draw.getrandbits(8 * count) for _ in range(3))
    return (one, one & other & third, one | other | third)[seed % 3]


class Flash(littlefs.UserContext):
    """data: all of a flash, with the ring of the saved game and a littlefs. groups: the operations on them."""

    def __init__(self, data: bytes):
        super().__init__(buffsize=0)
        self.data = bytearray(data)
        self.ring = RingFlash()
        self.ring.data = memoryview(self.data)[LOG_AT:FILES_AT]
        self.groups = self.ring.groups

    def read(self, cfg, block: int, off: int, size: int) -> bytes:
        at = FILES_AT + block * BLOCK_BYTES + off
        return bytes(self.data[at : at + size])

    def prog(self, cfg, block: int, off: int, data: bytes) -> int:
        at, data = FILES_AT + block * BLOCK_BYTES + off, bytes(data)
        self._do([(0, at + k, data[k : k + PAGE]) for k in range(0, len(data), PAGE)])
        return 0

    def erase(self, cfg, block: int) -> int:
        self._do([(0, FILES_AT + block * BLOCK_BYTES, BLOCK_BYTES)])
        return 0

    def _do(self, group: list) -> None:
        self.groups.append(group)
        for operation in group:
            apply(self.data, operation)


class RestartedBoard:
    """A board started on this flash: stores, journal and match as the firmware has them."""

    def __init__(self, data: bytes):
        self.flash = Flash(data)
        os = FlashOs(self.flash)
        self.store = ring_store(FileStore(os, "/", os.open), self.flash.ring)
        self.match = Match(Journal(self.store), Dice(Xorshift32(5).next))
        self.match.load("danish")

    def act(self) -> None:
        """Tidy up if needed; else play a legal turn, and throw."""
        if self.match.untidy():
            self.match.tidy()
        else:
            act(self.match, lambda game: game.legal.turns[-1])

    def game(self) -> KnownGame:
        """The saved state of the game."""
        return KnownGame(self.match)


def second_cuts(flash: bytes, actions: int):
    """Start on this flash and act; cut at every point of the resulting writes, and start again.

    Yields a KnownGame three times for each cut: the one shown before, the one that the action under way would have
    kept, the one that is kept.
    """
    board = RestartedBoard(flash)
    ends, states = [len(board.flash.groups)], [board.game()]  # groups done so far, and the game saved then
    for _ in range(actions):
        board.act()
        ends.append(len(board.flash.groups))
        states.append(board.game())
    for done, after in cut(flash, board.flash.groups):
        # During the start the game is the saved one; later the one before or after the action under way.
        last = max([k for k, end in enumerate(ends) if end <= done], default=0)
        yield states[last], states[min(last + 1, actions)], RestartedBoard(after).game()
