"""C compiled once for this machine, by whatever compiler it has; optional.

The kernel's source is next to the equivalent Python: daldos/ai/native. The result is kept in the user's cache under a
digest of sources, compiler and machine.

>>> library(PLAYOUTS).dk_size()
9552
>>> take_kernel()        # from now on daldos.ai.nets.opponent_for uses the kernel
True
"""

import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from platformdirs import user_cache_dir

from daldos.ai import kernel
from daldos.ai.logistic import ONE

KERNEL = Path(kernel.__file__).parent / "native"
PLAYOUTS = Path(__file__).with_name("playouts.c")  # includes the kernel
OPTIONS = ["-std=gnu99", "-O3", "-shared", "-fPIC", "-fno-math-errno", f"-I{KERNEL}"]
ALL = 1 << 30  # work enough to think to the end in one slice
_INT, _BYTES, _AT = ctypes.c_int32, ctypes.c_char_p, ctypes.c_void_p
# name -> its arguments after the kernel; all but those below return an int
_FUNCTIONS: dict[str, list] = {
    "setup": [_BYTES, _BYTES, _BYTES, _INT],
    "position": [_BYTES, _INT, _INT, _INT],
    "dice_used": [],
    "turn": [_INT],
    "value": [_INT],
    "think": [_INT, _INT],
    "overlook": [_BYTES, _INT, _INT],
    "ahead": [_BYTES, _INT, _INT],
    "step": [_INT],
    "best": [],
    "chance": [],
    "row": [_INT, _INT],
    "playouts": [_BYTES, _INT, _INT, _INT, ctypes.c_uint32, _AT],
}
_NOTHING = ("think", "overlook", "ahead", "playouts")


@cache
def library(source: Path, *more: str) -> "ctypes.CDLL | None":
    """The shared library of a C file with these compiler options; None if it cannot be compiled."""
    compiler = os.environ.get("CC") or next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if not compiler:
        return None
    native = ["-march=native"] * (platform.machine() in ("x86_64", "AMD64"))
    options = [*OPTIONS, *native, *more, *os.environ.get("CFLAGS", "").split()]
    digest = hashlib.sha256(repr((compiler, options, platform.platform(), platform.node())).encode())
    for file in sorted({source, PLAYOUTS, *KERNEL.glob("*.[ch]")}):
        digest.update(file.read_bytes())
    kept = Path(user_cache_dir("daldos")) / "native" / f"{source.stem}-{digest.hexdigest()[:16]}.so"
    try:
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
                made = Path(folder) / "made.so"
                command = [compiler, *options, str(source), "-o", str(made), "-lm"]
                subprocess.run(command, check=True, capture_output=True, timeout=300)
                made.replace(kept)
        return ctypes.CDLL(str(kept))
    except (OSError, subprocess.SubprocessError):
        return None


@cache
def kernel_library(source: Path = PLAYOUTS, *more: str) -> "ctypes.CDLL | None":
    """The same, with the types of the kernel's functions."""
    made = library(source, *more)
    if made is None:
        return None
    made.dk_size.restype = _INT
    for name, arguments in _FUNCTIONS.items():
        function = getattr(made, "dk_" + name)
        function.argtypes = [_AT] + arguments
        function.restype = None if name in _NOTHING else _INT
    return made


class Kernel:
    """See kernel.h. Each has its own memory, and holds on to the objects that the C code points to."""

    def __init__(
        self, game: bytes, weights: bytes, table: "bytes | None" = None, packed: bool = False, made: Any = None
    ):
        self._library = made or kernel_library()
        self._kept = (game, weights, table)
        self._room = ctypes.create_string_buffer(self._library.dk_size() + 8)
        self.at = (ctypes.addressof(self._room) + 7) & -8
        if self._library.dk_setup(self.at, game, weights, table, packed):
            raise ValueError("weights of %d bytes: too large for the kernel" % len(weights))

    def position(self, cells: bytearray, player: int, die1: int, die2: int) -> int:
        """Find the legal turns; returns their number."""
        return self._library.dk_position(self.at, bytes(cells), player, die1, die2)

    def dice_used(self) -> int:
        """The most dice that a turn of `position` uses."""
        return self._library.dk_dice_used(self.at)

    def turn(self, place: int) -> int:
        """A legal turn, packed."""
        return self._library.dk_turn(self.at, place)

    def value(self, place: int) -> int:
        """The logit of a legal turn, after a one-ply search."""
        return self._library.dk_value(self.at, place)

    def think(self, plies: int, valued: bool) -> None:
        """Begin to choose; `step` goes on."""
        self._library.dk_think(self.at, plies, valued)

    def overlook(self, draws: bytearray, overlooks: int, dearest: int) -> None:
        """After `think`: overlook the pieces of low draws, a byte a hole; play no turn worse by more than `dearest`."""
        self._library.dk_overlook(self.at, bytes(draws), overlooks, dearest)

    def ahead(self, cells: bytearray, thrower: int, plies: int) -> None:
        """Begin to work out the thrower's chance."""
        self._library.dk_ahead(self.at, bytes(cells), thrower, plies)

    def step(self, work: int) -> int:
        """Work for one slice; returns whether it was the last."""
        return self._library.dk_step(self.at, work)

    def best(self) -> int:
        """The turn chosen, packed."""
        return self._library.dk_best(self.at)

    def chance(self) -> int:
        """The chance found, of 16 * ONE."""
        return self._library.dk_chance(self.at)

    def row(self, number: int, place: int) -> int:
        """A byte of the solved endings."""
        return self._library.dk_row(self.at, number, place)

    def playouts(self, cells: bytearray, thrower: int, games: int, most: int = 0, seed: int = 1) -> tuple[float, float]:
        """The mean of the thrower's results over playouts from there, and of their squares: see playouts.c."""
        sums = (ctypes.c_int64 * 2)()
        self._library.dk_playouts(self.at, bytes(cells), thrower, games, most, seed, sums)
        return sums[0] / (ONE * games), sums[1] / (ONE * ONE * games)


def take_kernel() -> bool:
    """Let the opponent use the kernel, if it can be compiled here."""
    if kernel_library():
        kernel.use(Kernel, ALL)
    return kernel_library() is not None
