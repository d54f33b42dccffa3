"""The Pico's flash: its contents, the operations on it, and the effects of power cuts.

    image = make_files({"settings.json": b"{}"})      # a littlefs image, as MicroPython makes it
    log = FlashLog(mcu)                               # from now on every erase and program is kept
    replay(before, log.operations[:7], torn=0.5)      # the flash, had the power gone half-way through the 7th
    read_files(flash)                                 # {"settings.json": b"{}", "game": ...}, those of its ring too

An operation is `(ns, address, data)`: `data` is what is programmed, or for an erase the number of bytes.
"""

from pathlib import Path

from littlefs import LittleFS, LittleFSError, UserContext

from companion.storage.journal import FILE
from companion.storage.ring import Ring

FLASH_BYTES = 2 << 20
BLOCK_BYTES = 4096
BLOCKS = 96  # of the file system, the last 384 KB, as firmware/image/flashmap.py has it
FILES_AT = FLASH_BYTES - BLOCKS * BLOCK_BYTES
PAGE = 256
PROGRAM_MAX = 1024  # littlefs's cache: the most it programs at once
LOG_BLOCKS = 16  # of the saved game, before it
LOG_AT = FILES_AT - LOG_BLOCKS * BLOCK_BYTES
_PROGRAM, _ERASES = 0x02, {0x20: 4096, 0xD8: 65536}  # commands of a W25Q16JV
ERASE_MS, ERASE_MAX_MS = 45, 400  # a sector of a W25Q16JV: typically, and at most
_BLOCK_NS = 150e6  # typical
_PROGRAM_NS = 0.4e6


class FlashError(ValueError):
    """An invalid image or file system."""


# --- images -----------------------------------------------------------------------------------------------------------


def load_uf2(path) -> bytes:
    """The flash's contents from a UF2 file."""
    data = Path(path).read_bytes()
    flash = bytearray(b"\xff" * FLASH_BYTES)
    end = 0
    for at in range(0, len(data), 512):
        block = data[at : at + 512]
        if block[:8] != b"UF2\n\x57\x51\x5d\x9e":
            raise FlashError(f"{path}: byte {at}: expected a block of a UF2 file")
        address = int.from_bytes(block[12:16], "little") - 0x10000000
        size = int.from_bytes(block[16:20], "little")
        if not 0 <= address <= FLASH_BYTES - size:
            raise FlashError(f"{path}: byte {at}: address outside the flash")
        flash[address : address + size] = block[32 : 32 + size]
        end = max(end, address + size)
    return bytes(flash[:end])


def unmounted(context: UserContext, **more) -> LittleFS:
    """The file system on these blocks; mount=True would format, silently, what does not mount."""
    return LittleFS(
        context=context,
        mount=False,
        block_size=BLOCK_BYTES,
        block_count=BLOCKS,
        read_size=32,
        prog_size=PAGE,
        cache_size=PROGRAM_MAX,
        lookahead_size=32,
        **more,
    )


def _mount(buffer=None) -> LittleFS:
    context = UserContext(buffsize=BLOCK_BYTES * BLOCKS)
    if buffer is not None:
        context.buffer[:] = buffer
    files = unmounted(context)
    if buffer is None:
        files.format()
    files.mount()
    return files


def make_files(content: dict) -> bytes:
    """A file system with these files, name -> bytes or str; before it, if there is a game among them, its ring."""
    files = _mount()
    log = b""
    for name, data in content.items():
        if name == FILE:
            flash, ring = _ring_on(b"\xff" * LOG_BLOCKS * BLOCK_BYTES)
            ring.replace(data)
            log = bytes(flash.data)
            continue
        folder = name.rpartition("/")[0]
        if folder:
            files.makedirs(folder, exist_ok=True)
        with files.open(name, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
    return log + bytes(files.context.buffer)


def read_files(flash: bytes) -> dict:
    """The files in a flash, name -> bytes, including the ring's; FlashError without a valid file system."""
    found = {}
    try:
        files = _mount(bytes(flash[FILES_AT:]))
        for folder, _, names in files.walk("/"):
            for name in names:
                path = folder.rstrip("/") + "/" + name
                with files.open(path, "rb") as file:
                    found[path.lstrip("/")] = file.read()
    except LittleFSError as error:
        raise FlashError(f"file system at 0x{FILES_AT:x}: {error}") from None
    return {**found, **read_ring(flash[LOG_AT:FILES_AT])}


class _Blocks:
    """The ring's flash in memory; as a block device of MicroPython."""

    def __init__(self, data: bytes):
        self.data = bytearray(data)

    def writeblocks(self, block: int, data: bytes, offset: int) -> None:
        at = block * BLOCK_BYTES + offset
        for k, byte in enumerate(data):
            self.data[at + k] &= byte

    def ioctl(self, what: int, block: int) -> int:
        self.data[block * BLOCK_BYTES : (block + 1) * BLOCK_BYTES] = b"\xff" * BLOCK_BYTES
        return 0


def _ring_on(data: bytes) -> "tuple[_Blocks, Ring]":
    flash = _Blocks(data)
    ring = Ring(flash, memoryview(flash.data))
    ring.open()
    return flash, ring


def read_ring(flash: bytes) -> dict:
    """The contents of the saved game's ring: the game, if any, and short files."""
    _, ring = _ring_on(flash)
    kept = {name: text for name in ring.notes if (text := ring.note(name))}
    return {**kept, "game": ring.read()} if ring.size else kept


# --- operations -------------------------------------------------------------------------------------------------------


def apply(flash: bytearray, operation: tuple, part: float = 1.0) -> None:
    """Do one operation, or its first part."""
    _, address, data = operation
    if isinstance(data, int):
        done = int(data * part)
        flash[address : address + done] = b"\xff" * done
    else:
        done = int(len(data) * part)
        old = int.from_bytes(flash[address : address + done], "little")
        new = old & int.from_bytes(data[:done], "little")  # programming only clears bits
        flash[address : address + done] = new.to_bytes(done, "little")


def replay(flash: bytes, operations: list, torn: float = 1.0) -> bytes:
    """The flash after these operations, with only the part `torn` of the last one."""
    after = bytearray(flash)
    for operation in operations[:-1]:
        apply(after, operation)
    if operations:
        apply(after, operations[-1], torn)
    return bytes(after)


class FlashLog:
    """Logs every erase and program of the flash. erase_ms: what a sector takes; the rest takes what is typical."""

    def __init__(self, mcu, erase_ms: float = ERASE_MS):
        self.operations = []
        self.erase_ms = erase_ms
        self._took_ns = {BLOCK_BYTES: erase_ms * 1e6, 65536: _BLOCK_NS}
        self._mcu = mcu
        self._ssi = mcu.peripherals[0x18000]
        self._stock = self._ssi._apply_command
        self._ssi._apply_command = self._on_command

    def _on_command(self) -> None:
        sent = self._ssi._tx_buffer
        if not self._ssi._write_enabled or len(sent) < 4:
            self._stock()
            return
        address = int.from_bytes(sent[1:4], "big")
        if sent[0] in _ERASES:
            size = _ERASES[sent[0]]
            operation: tuple = (self._mcu.clock.nanos, address & ~(size - 1), size)
        elif sent[0] == _PROGRAM and len(sent) > 4:
            operation = (self._mcu.clock.nanos, address, bytes(sent[4 : 4 + 256]))
        else:
            self._stock()
            return
        self.operations.append(operation)
        apply(self._mcu.flash, operation)
        self._ssi._write_enabled = False
        self._ssi._tx_buffer = bytearray()
        self._mcu.clock.tick(self._took_ns.get(operation[2], _PROGRAM_NS))
