"""Where the lines of the frozen firmware stand in the flash, from what its build leaves behind.

The build writes each function's bytecode, one opcode a line, into frozen_content.c, its table of lines before it; the
linker's symbols in firmware.elf tell its address.

    for function in functions("build/rp2-pico"):
        function.module, function.name      # "daldos/reach.py", "reach"
        function.opcodes()                  # [(offset in the flash, line), ...]
"""

import re
import struct
from pathlib import Path

FLASH_AT = 0x10000000
_SCOPE = re.compile(r"// frozen (bytecode|native code) for file (\S+), scope (\S+)")
_ARRAY = re.compile(r"static const byte (fun_data_\w+)\[(\d+)\]|fun_data_(\w+)")
_BYTES = re.compile(r"    ((?:0x[0-9a-f]{2},)+) // (.*)")


class BuildError(ValueError):
    """What the build should have left behind, and where."""


class Function:
    """module: its file as it is frozen. name: unique in the image. flash_at: of its data, an offset in the flash."""

    def __init__(self, module: str, name: str, flash_at: int, pieces: list):
        self.module = module
        self.name = name
        self.flash_at = flash_at
        self._pieces = pieces  # (bytes, what they are)

    def opcodes(self) -> list:
        """(offset in the flash, line) of each opcode."""
        found, lines, at, first = [], [], self.flash_at, None
        for data, what in self._pieces:
            if what == "code info":
                lines = _lines(data)
            elif what[:1].isupper():
                first = at if first is None else first
                found.append((at, _line_at(lines, at - first)))
            at += len(data)
        return found


def _lines(info: bytes) -> list:
    """(bytes of bytecode, lines on) of each step of a table of lines (py/bc.h of MicroPython)."""
    steps, k = [], 0
    while k < len(info):
        head = info[k]
        if head & 0x80:
            steps.append((head & 0x0F, (head << 4 & 0x700) | info[k + 1]))
            k += 2
        else:
            steps.append((head & 0x1F, head >> 5))
            k += 1
    return steps


def _line_at(steps: list, offset: int) -> int:
    line = 1
    for count, on in steps:
        if offset < count:
            break
        offset -= count
        line += on
    return line


def symbols(path) -> dict:
    """Name -> address of all symbols of a 32-bit ELF file."""
    data = Path(path).read_bytes()
    if data[:5] != b"\x7fELF\x01":
        raise BuildError(f"{path}: expected a 32-bit ELF file")
    at, size, count = struct.unpack_from("<I", data, 32)[0], *struct.unpack_from("<HH", data, 46)
    sections = [struct.unpack_from("<10I", data, at + k * size) for k in range(count)]
    found = {}
    for section in sections:
        if section[1] != 2:  # SHT_SYMTAB
            continue
        names = sections[section[6]][4]
        for entry in range(section[4], section[4] + section[5], 16):
            name, value = struct.unpack_from("<II", data, entry)
            end = data.index(b"\0", names + name)
            found[data[names + name : end].decode()] = value
    return found


def functions(build) -> list:
    """All functions in bytecode that a build has frozen; those in machine code have no table of lines."""
    source, elf = Path(build) / "frozen_content.c", Path(build) / "firmware.elf"
    for path in (source, elf):
        if not path.exists():
            raise BuildError(f"{path} is missing: tools/build_uf2.sh makes it")
    addresses = symbols(elf)
    found, module, pieces = [], "", []
    for line in source.read_text().splitlines():
        scope = _SCOPE.match(line)
        array = line.startswith("static const byte fun_data_") and _ARRAY.match(line)
        piece = _BYTES.fullmatch(line)
        if scope:
            module = scope[2] if scope[1] == "bytecode" else ""
        elif array and module:
            pieces = []
            if array[1] in addresses:  # else the linker has dropped it
                found.append(Function(module, array[1][9:], addresses[array[1]] - FLASH_AT, pieces))
        elif piece:
            pieces.append((bytes.fromhex(piece[1].replace("0x", "").replace(",", "")), piece[2]))
    return found
