"""The firmware's stores without the emulator: its files on a littlefs as MicroPython makes it, its game on a ring.

ring = RingFlash()                  # a new flash
store = ring_store(MemoryStore(), ring)
store.append("game", b"...")
ring.erases                         # of each block so far
"""

import littlefs

from companion.storage.logstore import LogStore
from companion.storage.ring import Ring
from lab.pico.flash import BLOCK_BYTES, LOG_AT, LOG_BLOCKS, PAGE, unmounted

BLOCK_CYCLES = 100  # erases after which a pair of blocks moves on, as in extmod/vfs_lfsx.c


class FlashOs:
    """The `os` and `open` of MicroPython, as far as the firmware's store uses them, over a littlefs on this flash."""

    def __init__(self, flash: littlefs.UserContext):
        self._files = unmounted(flash, block_cycles=BLOCK_CYCLES)
        self._files.mount()  # raises for an invalid file system, instead of formatting it
        self.remove = self._told(self._files.remove)
        self.rename = self._told(self._files.rename)
        self.listdir = self._told(self._files.listdir)

    def open(self, path: str, mode: str):
        """Like the built-in; "ab" creates a missing file."""
        try:
            return self._told(self._files.open)(path, mode)
        except OSError as error:
            if mode != "ab" or error.args[0] != 2:
                raise
            return self._told(self._files.open)(path, "wb")

    def stat(self, path: str) -> tuple:
        """As os.stat: the size is number 6."""
        return (0, 0, 0, 0, 0, 0, self._told(self._files.stat)(path).size)

    @staticmethod
    def _told(call):
        def told(*args):
            try:
                return call(*args)
            except FileNotFoundError:
                raise OSError(2, "ENOENT") from None
            except littlefs.LittleFSError as error:
                raise OSError(-error.code, str(error)) from None

        return told


class RingFlash:
    """The flash of the saved game's ring, as a MicroPython block device; by default all zeros, like a used board's.

    data: what is in it. erases: of each block. groups: each operation, as lab.cuts has them.
    """

    def __init__(self, data: bytes = None):
        self.data = bytearray(LOG_BLOCKS * BLOCK_BYTES if data is None else data)
        self.erases = [0] * LOG_BLOCKS
        self.groups: list = []

    def writeblocks(self, block: int, data: bytes, offset: int) -> None:
        """Program pages, which may only change erased bits."""
        if offset % PAGE or len(data) % PAGE:
            raise AssertionError("block %d is programmed at %d, %d bytes" % (block, offset, len(data)))
        at = block * BLOCK_BYTES + offset
        for k, byte in enumerate(data):
            if byte != 0xFF:
                if self.data[at + k] != 0xFF:
                    raise AssertionError("block %d is programmed twice at %d" % (block, offset + k))
                self.data[at + k] = byte
        self.groups.append([(0, LOG_AT + at, bytes(data))])

    def ioctl(self, what: int, block: int) -> int:
        """6: erase a block."""
        if what != 6:
            raise AssertionError("ioctl %d: expected 6" % what)
        self.data[block * BLOCK_BYTES : (block + 1) * BLOCK_BYTES] = b"\xff" * BLOCK_BYTES
        self.erases[block] += 1
        self.groups.append([(0, LOG_AT + block * BLOCK_BYTES, BLOCK_BYTES)])
        return 0


def ring_store(files, flash: RingFlash) -> LogStore:
    """The store of a board with such a flash, as main.py makes it."""
    return LogStore(files, Ring(flash, memoryview(flash.data)))
