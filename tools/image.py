"""Build MicroPython with the whole project frozen in for one board, and print its path: tools/build_uf2.sh [BOARD]

BOARD: pico (if left out: build/daldos-pico.uf2), pico-w, pico-2 or pico-2-w. The images use no radio.
Compilers, cmake and ninja: those on PATH, else Debian's or Ubuntu's packages, unpacked into build/tools and not
installed.
"""

import hashlib
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

from tools import freeze_endings
from tools.debian import unpack, unpack_source
from tools.filelock import held
from tools.micropython import BUILDING, SOURCE, VERSION, logged, source
from tools.programs import bring
from tools.run import ROOT, SetupError, quietly, say

FAMILIES = {"RP2040": 0xE48BFF56, "RP2350": 0xE48BFF59}  # of a chip's UF2 files: a number, 28 bytes into each block
# For each: MicroPython's board, the name that it says in os.uname(), and the chip.
BOARDS = {
    "pico": ("RPI_PICO", "Raspberry Pi Pico", "RP2040"),
    "pico-w": ("RPI_PICO", "Raspberry Pi Pico W", "RP2040"),
    "pico-2": ("RPI_PICO2", "Raspberry Pi Pico 2", "RP2350"),
    "pico-2-w": ("RPI_PICO2", "Raspberry Pi Pico 2 W", "RP2350"),
}
# What MicroPython has and nothing here needs: some 14 KB of flash.
UNUSED = ("FRAMEBUF", "MATH_SPECIAL_FUNCTIONS", "UCTYPES")
# Of MicroPython's py/, what runs all the time: compiled for speed, and copied to RAM at the start, where it never waits
# for the flash.
HOT = (
    "argcheck bc binary cstack gc map malloc nlr nlrthumb obj objarray objboundmeth objclosure objfun objgetitemiter "
    "objint objlist objmodule objrange objstr objtuple objtype qstr runtime scheduler sequence smallint vm"
).split()
IN_RAM = "*gc.c.obj *vm.c.obj *parse.c.obj"  # MicroPython's own such list, which misses objects that are named .o
USB_MA = 500  # what the board asks of a USB port: the most that USB 2 gives; MicroPython asks for 250
FLASH = 2048 * 1024  # a Pico's; a Pico 2 has twice as many
# The flash for the board's files: the program needs more than MicroPython's usual 640 KB, the files less.
STORAGE = sum(runpy.run_path(str(ROOT / "firmware/image/flashmap.py"))[part] for part in ("LOG_BYTES", "FILES_BYTES"))
KERNEL = ROOT / "firmware/lib/daldos/ai/native"
PARTS = {"pico-sdk": "pico_sdk_init.cmake", "tinyusb": "src", "mbedtls": "library"}  # and what each must have


def complete(tree: Path) -> None:
    """The Pico SDK, tinyusb and mbedtls put into a source tree that has them not; Debian keeps them apart."""

    def missing() -> list:
        return [name for name, has in PARTS.items() if not (tree / "lib" / name / has).exists()]

    if (tree / ".git").exists() and missing():
        say(f"getting the submodules of {tree} ...")
        command = ["git", "-C", str(tree), "submodule", "--quiet", "update", "--init", "--depth", "1"]
        subprocess.run([*command, *("lib/" + name for name in PARTS)], stdout=2, check=False)
    elif tree == SOURCE:
        unpacked = ROOT / "build/src/debian"
        for name in missing():
            if name == "mbedtls":
                unpack_source(tree / "lib" / name, name)
                continue
            unpack(unpacked, [name + "-source"], kinds=("deb",))
            shutil.rmtree(tree / "lib" / name, ignore_errors=True)
            (unpacked / "usr/src" / name).rename(tree / "lib" / name)
        (tree / "lib/micropython-lib").mkdir(exist_ok=True)
        # the build takes this as the sign of a complete checkout
        (tree / "lib/micropython-lib/README.md").touch()
    if missing():
        raise SetupError(f"{tree} has no {', '.join(missing())}: there, run  make -C ports/rp2 submodules")


def make_board(folder: Path, port: Path, base: str, called: str, chip: str) -> None:
    """MicroPython's board `base` with another name; -DSTORAGE says how much of the flash is not the program's.

    A file that is there already stays: whatever is compiled is compiled again when the header is newer.
    """
    original = port / "boards" / base
    files = {path.name: path.read_text(encoding="utf-8") for path in original.iterdir() if path.is_file()}
    layout = (port / f"memmap_mp_{chip.lower()}.ld").read_text(encoding="utf-8")
    if IN_RAM not in layout:
        raise SetupError(f"{port}/memmap_mp_{chip.lower()}.ld: no '{IN_RAM}' where the code in RAM is named")
    objects = " ".join(f"*/py/{name}.c.o*" for name in HOT)
    files["layout.ld"] = layout.replace(IN_RAM, objects).replace(
        "*libc.a:*lib_a-mem*.o *libm.a:) .rodata*", "*libc.a:*lib_a-mem*.o *libm.a: */py/vm.c.o*) .rodata*"
    )
    files["mpconfigboard.h"] += (
        f'#undef MICROPY_HW_BOARD_NAME\n#define MICROPY_HW_BOARD_NAME "{called}"\n'
        "#ifdef STORAGE\n#undef MICROPY_HW_FLASH_STORAGE_BYTES\n"
        "#define MICROPY_HW_FLASH_STORAGE_BYTES (STORAGE)\n#endif\n"
    ) + "".join(f"#define MICROPY_PY_{name} (0)\n" for name in UNUSED)
    files["usb_power.h"] = (
        '#include "tusb_config.h"\n#undef USBD_MAX_POWER_MA\n' + f"#define USBD_MAX_POWER_MA ({USB_MA})\n"
    )
    files["mpconfigboard.cmake"] += (
        "\nset_source_files_properties(rp2_flash.c PROPERTIES COMPILE_DEFINITIONS STORAGE=${STORAGE})\n"
        "set_source_files_properties(${MICROPY_DIR}/shared/tinyusb/mp_usbd_descriptor.c"
        ' PROPERTIES COMPILE_DEFINITIONS CFG_TUSB_CONFIG_FILE=\\"usb_power.h\\")\n'
        "cmake_language(DEFER CALL pico_set_linker_script firmware ${MICROPY_BOARD_DIR}/layout.ld)\n"
    ) + "".join(
        f"set_source_files_properties(${{MICROPY_DIR}}/py/{name}.c PROPERTIES COMPILE_OPTIONS -O2)\n" for name in HOT
    )
    if called.endswith(" W"):  # behind a radio chip there is no LED that a pin lights
        files["pins.csv"] = re.sub("(?m)^LED,.*\n", "", files["pins.csv"])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        if not (folder / name).exists() or (folder / name).read_text(encoding="utf-8") != text:
            (folder / name).write_text(text, encoding="utf-8")


def made_of() -> str:
    """What an image is made of, a hash for each file, as JSON; an image is left alone as long as that is the same."""
    files = [*(ROOT / "firmware").rglob("*.py"), *freeze_endings.SOURCE.glob("*.bin"), *sorted(KERNEL.iterdir())]
    files += [Path(__file__), Path(freeze_endings.__file__)]
    hashes = {file.relative_to(ROOT).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    hashes["MicroPython"] = os.environ.get("MICROPYTHON_SOURCE", VERSION)
    return json.dumps(hashes, sort_keys=True)


def sizes_of(work: Path) -> dict:
    """The bytes of the program ("all"), and of each of its frozen modules, as mpy-cross has compiled it."""
    frozen = work / "frozen_mpy"
    sizes = {file.relative_to(frozen).as_posix()[:-4]: file.stat().st_size for file in sorted(frozen.rglob("*.mpy"))}
    return {"all": (work / "firmware.bin").stat().st_size, **sizes}


def check_room(work: Path) -> None:
    """Say how much is left in the flash, and what has grown or shrunk since the last image that fitted.

    SetupError if this one does not: nothing else would notice that the program reaches into what the board writes.
    """
    sizes, kept = sizes_of(work), work / "sizes"
    room = FLASH - STORAGE - sizes["all"]
    say(f"The program has {sizes['all']} bytes; {room // 1024} KiB are left.")
    before = json.loads(kept.read_text()) if kept.exists() else sizes
    for name in sorted({*sizes, *before}):
        if sizes.get(name, 0) != before.get(name, 0):
            say(f"  {name}: {sizes.get(name, 0) - before.get(name, 0):+d}")
    if room < 0:
        raise SetupError(f"The image is too large, by {-room} bytes. The last one that fitted stays.")
    kept.write_text(json.dumps(sizes))


def check_config() -> None:
    """SetupError with all that is wrong in firmware/config.py: a board does not check what it was built with."""
    from companion.sensing.config_check import check, wiring_faults  # freeze_endings has put it on the path

    config = SimpleNamespace(**runpy.run_path(str(ROOT / "firmware/config.py")))
    try:
        check(config)
        wrong = wiring_faults(config)
    except ValueError as error:
        wrong = [error]
    if wrong:
        raise SetupError("firmware/config.py: " + "; ".join(map(str, wrong)))


def build(name: str) -> Path:
    """The image of a board, built unless it is up to date."""
    base, called, chip = BOARDS[name]
    image = ROOT / "build" / f"daldos-{name}.uf2"
    work = ROOT / "build" / ("rp2-" + name)
    with held(ROOT / "build/uf2.lock"):
        goes_in = made_of()
        stamp = work / "complete"
        if image.exists() and stamp.exists() and stamp.read_text() == goes_in:
            return image
        check_config()
        stamp.unlink(missing_ok=True)
        bring("path", "compiler", "cross")
        tree = source()
        complete(tree)
        port = tree / "ports/rp2"
        board = ROOT / "build/board" / name
        make_board(board, port, base, called, chip)
        manifest = ROOT / "firmware/manifest.py"
        freeze_endings.main(ROOT / "build/frozen")
        cache = work / "CMakeCache.txt"
        if cache.exists() and f"{work}\n" not in cache.read_text(encoding="utf-8"):
            shutil.rmtree(work)  # the checkout was moved or copied
        # What is written by a program is else kept as it was where nothing is newer: when a module is gone, say.
        for written in ("frozen_content.c", "frozen_mpy/_boot.mpy", f"pins_{base}.c"):
            (work / written).unlink(missing_ok=True)
        settings = {
            "MICROPY_BOARD": base,
            "MICROPY_BOARD_DIR": board,
            "MICROPY_FROZEN_MANIFEST": manifest,
            "PICO_NO_PICOTOOL": 1,
            "PICO_SDK_PATH": tree / "lib/pico-sdk",
            "PICO_SDK_PATH_OVERRIDE": tree / "lib/pico-sdk",
            "STORAGE": STORAGE,
            "USER_C_MODULES": KERNEL / "micropython.cmake",
        }
        binary = work / "firmware.bin"
        logged(
            "uf2",
            ["cmake", "-S", port, "-B", work, "-G", "Ninja", *(f"-D{key}={value}" for key, value in settings.items())],
            ["ninja", "-C", work],
            ["arm-none-eabi-objcopy", "-O", "binary", work / "firmware.elf", binary],
            CFLAGS_EXTRA=BUILDING["CFLAGS_EXTRA"] + " -O0",  # of mpy-cross alone, which runs for a second
            MAKEFLAGS=f"-j{os.cpu_count() or 1}",  # of mpy-cross too
        )
        uf2conv = [sys.executable, tree / "tools/uf2conv.py", "--convert", "--family", hex(FAMILIES[chip])]
        check_room(work)
        quietly(*uf2conv, "--base", "0x10000000", "--output", image, binary)
        stamp.write_text(goes_in)
    return image


if __name__ == "__main__":
    words = sys.argv[1:] or ["pico"]
    if len(words) > 1 or words[0] not in BOARDS:
        say(f"build_uf2: '{' '.join(words)}': expected {', '.join(BOARDS)}")
        sys.exit(2)
    else:
        print(build(words[0]))
