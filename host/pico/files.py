"""The firmware's file store on a littlefs as MicroPython makes it, without the emulator: what that does to the flash.

flash = WornFlash()                     # an empty file system, as the image's first start makes it
store = store_on(flash)                 # picohw.store.FileStore, as the board has it
store.append("game", b"...")
flash.erases                            # of each block so far
"""

import littlefs

from host.pico.flash import BLOCK_BYTES, BLOCKS, make_files

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
