"""The firmware's stores without the emulator, on a littlefs as MicroPython makes it and on a ring: how that wears them.

flash, ring = WornFlash(), RingFlash()  # an empty file system, as the image's first start makes it; a new flash
store = ring_store(FlashStore(flash), ring)
store.append("game", b"...")
flash.erases, ring.erases               # of each block so far
"""

import littlefs

from companion.storage.logstore import LogStore
from companion.storage.ring import Ring
from lab.pico.flash import BLOCK_BYTES, BLOCKS, LOG_BLOCKS, make_files

PAGE = 256
PROGRAM_MAX = 1024  # littlefs's cache: what it programs at once
BLOCK_CYCLES = 100  # a pair of blocks moves on after so many erases, as in extmod/vfs_lfsx.c


class FlashOs:
    """The `os` and `open` of MicroPython, as far as the firmware's store uses them, over a littlefs on this flash."""

    def __init__(self, flash: littlefs.UserContext):
        self._files = littlefs.LittleFS(
            context=flash,
            mount=False,
            block_size=BLOCK_BYTES,
            block_count=BLOCKS,
            read_size=32,
            prog_size=PAGE,
            cache_size=PROGRAM_MAX,
            lookahead_size=32,
            block_cycles=BLOCK_CYCLES,
        )
        self._files.mount()  # raises, rather than formats, what is no file system
        self.remove = self._told(self._files.remove)
        self.rename = self._told(self._files.rename)
        self.listdir = self._told(self._files.listdir)

    def open(self, path: str, mode: str):
        """As the built-in; "ab" makes the file if need be."""
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


class FlashStore:
    """A store (docs/architecture.md) that does to the flash what the board's own does; a test compares them."""

    def __init__(self, flash: littlefs.UserContext):
        self._os = FlashOs(flash)

    def read(self, name: str, most: int = -1):
        try:
            with self._os.open("/" + name, "rb") as file:
                return file.read(most)
        except OSError:
            return None

    def append(self, name: str, data: bytes, was: tuple = None) -> bool:
        return self.fits(name, was) and self._write("/" + name, "ab", data)

    def replace(self, name: str, data: bytes, was: tuple = None) -> bool:
        if not self.fits(name, was):
            return False
        self._write("/" + name + ".new", "wb", data)
        self._os.rename("/" + name + ".new", "/" + name)
        return True

    def rename(self, name: str, new: str) -> None:
        self._os.rename("/" + name, "/" + new)

    def remove(self, name: str) -> None:
        self._os.remove("/" + name)

    def fits(self, name: str, was: tuple) -> bool:
        if was is None:
            return True
        try:
            size = self._os.stat("/" + name)[6]
        except OSError:
            size = 0
        return was[0] <= size <= was[1]

    def _write(self, path: str, mode: str, data: bytes) -> bool:
        with self._os.open(path, mode) as file:
            file.write(data)
        return True


class WornFlash(littlefs.UserContext):
    """A new file system. erases: of each block; programmed: bytes in all."""

    def __init__(self):
        super().__init__(buffer=bytearray(make_files({})))
        self.erases = [0] * BLOCKS
        self.programmed = 0

    def read(self, cfg, block: int, off: int, size: int) -> bytearray:
        return self.buffer[block * BLOCK_BYTES + off :][:size]

    def prog(self, cfg, block: int, off: int, data: bytes) -> int:
        at = block * BLOCK_BYTES + off
        if any(byte != 0xFF for byte in self.buffer[at : at + len(data)]):
            raise AssertionError("block %d is programmed twice at %d" % (block, off))
        self.buffer[at : at + len(data)] = data
        self.programmed += len(data)
        return 0

    def erase(self, cfg, block: int) -> int:
        self.buffer[block * BLOCK_BYTES : (block + 1) * BLOCK_BYTES] = b"\xff" * BLOCK_BYTES
        self.erases[block] += 1
        return 0


class RingFlash:
    """The flash of the saved game's ring, as a block device of MicroPython's; as of a used board, zeros, if not given.

    data: what is in it. erases: of each block.
    """

    def __init__(self, data: bytes = None):
        self.data = bytearray(LOG_BLOCKS * BLOCK_BYTES if data is None else data)
        self.erases = [0] * LOG_BLOCKS

    def writeblocks(self, block: int, data: bytes, offset: int) -> None:
        """Program pages, of which only what is erased may change."""
        if offset % PAGE or len(data) % PAGE:
            raise AssertionError("block %d is programmed at %d, %d bytes" % (block, offset, len(data)))
        at = block * BLOCK_BYTES + offset
        for k, byte in enumerate(data):
            if byte != 0xFF:
                if self.data[at + k] != 0xFF:
                    raise AssertionError("block %d is programmed twice at %d" % (block, offset + k))
                self.data[at + k] = byte

    def ioctl(self, what: int, block: int) -> int:
        """6: erase a block."""
        if what != 6:
            raise AssertionError("ioctl %d: expected 6" % what)
        self.data[block * BLOCK_BYTES : (block + 1) * BLOCK_BYTES] = b"\xff" * BLOCK_BYTES
        self.erases[block] += 1
        return 0


def ring_store(files, flash: RingFlash) -> LogStore:
    """The store of a board with such a flash, as main.py makes it."""
    return LogStore(files, Ring(flash, memoryview(flash.data)))
