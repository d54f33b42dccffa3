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
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from platformdirs import user_cache_dir

from daldos.ai import kernel
from daldos.ai.logistic import ONE

KERNEL = Path(kernel.__file__).parent / "native"
PLAYOUTS = Path(__file__).with_name("playouts.c")  # includes the kernel
OPTIONS = ["-std=gnu99", "-O3", "-shared", "-fPIC", "-fno-math-errno", f"-I{KERNEL}"]
ALL = 1 << 30  # work enough to think to the end in one slice
_INT, _AT = ctypes.c_int32, ctypes.c_void_p


class _Bytes(ctypes.c_char_p):
    """Bytes or a bytearray."""

    @classmethod
    def from_param(cls, data):
        return super().from_param(data if data is None else bytes(data))


# Name -> its arguments after the kernel, and what it does; all but those below return an int.
_FUNCTIONS: dict[str, list] = {
    "setup": [_Bytes, _Bytes, _Bytes, _INT],
    "position": [_Bytes, _INT, _INT, _INT],  # find the legal turns of cells, player and dice: how many
    "dice_used": [],  # the most dice that one of them uses
    "turn": [_INT],  # one of them, packed
    "value": [_INT],  # its logit, after a one-ply search
    "think": [_INT, _INT],  # begin to choose, so many plies ahead; the other number: whether the choice is valued
    "overlook": [_Bytes, _INT, _INT],  # then: the pieces of low draws, a byte a hole; no turn worse by more than that
    "ahead": [_Bytes, _INT, _INT],  # begin to work out the thrower's chance
    "step": [_INT],  # work for one slice; whether it was the last
    "best": [],  # the turn chosen, packed
    "chance": [],  # the chance found, of 16 * ONE
    "row": [_INT, _INT],  # a byte of the solved endings
    "playouts": [_Bytes, _INT, _INT, _INT, ctypes.c_uint32, _AT],
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

    def __getattr__(self, name: str) -> Callable[..., int]:
        """Another function of kernel.h."""
        function = partial(getattr(self._library, "dk_" + name), self.at)
        setattr(self, name, function)
        return function

    def playouts(self, cells: bytearray, thrower: int, games: int, most: int = 0, seed: int = 1) -> tuple[float, float]:
        """The mean of the thrower's results over playouts from there, and of their squares: see playouts.c."""
        sums = (ctypes.c_int64 * 2)()
        self._library.dk_playouts(self.at, cells, thrower, games, most, seed, sums)
        return sums[0] / (ONE * games), sums[1] / (ONE * ONE * games)


def take_kernel() -> bool:
    """Let the opponent use the kernel, if it can be compiled here."""
    if kernel_library():
        kernel.use(Kernel, ALL)
    return kernel_library() is not None
