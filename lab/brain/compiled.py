"""C compiled for this machine, by the compiler that is here: the kernel with what the instruments add to it.

The library is kept in build/brain, under a digest of its sources and options.

>>> library("-ffast-math").dk_size()
13976
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

from daldos.ai.logistic import ONE
from daldos.errors import DaldosError
from tools.run import ROOT

NATIVE = ROOT / "firmware/lib/daldos/ai/native"
SOURCES = (Path(__file__).with_name("lab.c"), ROOT / "host/ai/playouts.c", NATIVE / "kernel.c", NATIVE / "kernel.h")
OPTIONS = ["-std=gnu99", "-O3", "-shared", "-fPIC", "-fno-math-errno", f"-I{NATIVE}"]
KEPT = ROOT / "build/brain"
_INT, _AT = ctypes.c_int32, ctypes.c_void_p


class BuildError(DaldosError):
    """There is no C compiler here, or it fails."""


class _Bytes(ctypes.c_char_p):
    """Bytes or a bytearray."""

    @classmethod
    def from_param(cls, data):
        return super().from_param(data if data is None else bytes(data))


# Name -> its arguments after the kernel, of functions of kernel.h and playouts.c; all but those below return an int.
_FUNCTIONS: dict[str, list] = {
    "setup": [_Bytes, _Bytes, _Bytes, _INT],
    "position": [_Bytes, _INT, _INT],
    "part": [_Bytes, _INT, _Bytes, _INT, _INT],
    "packed": [_INT],
    "ends": [_INT],
    "found": [],
    "dice_used": [],
    "turn": [_INT],
    "value": [_INT],
    "think": [_INT, _INT],
    "overlook": [_Bytes, _INT, _INT],
    "ahead": [_Bytes, _INT, _INT],
    "step": [_INT],
    "best": [],
    "chance": [],
    "row": [_INT, _INT],
    "playouts": [_Bytes, _INT, _INT, _INT, ctypes.c_uint32, _AT],
}
_NOTHING = ("position", "think", "overlook", "ahead", "playouts")


@cache
def library(*more: str) -> ctypes.CDLL:
    """The shared library, compiled with these options as well; BuildError."""
    compiler = os.environ.get("CC") or next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if not compiler:
        raise BuildError("no C compiler: install gcc or clang, or name one by CC")
    here = ["-march=native"] * (platform.machine() in ("x86_64", "AMD64"))
    options = [*OPTIONS, *here, *more, *os.environ.get("CFLAGS", "").split()]
    digest = hashlib.sha256(repr((compiler, options, platform.platform(), platform.node())).encode())
    for file in SOURCES:
        digest.update(file.read_bytes())
    kept = KEPT / f"lab-{digest.hexdigest()[:16]}.so"
    try:
        if not kept.exists():
            KEPT.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=KEPT) as folder:
                made = Path(folder) / "made.so"
                command = [compiler, *options, str(SOURCES[0]), "-o", str(made), "-lm"]
                subprocess.run(command, check=True, capture_output=True, timeout=300)
                made.replace(kept)
        found = ctypes.CDLL(str(kept))
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", None) or b""
        raise BuildError(
            "%s cannot compile the kernel: %s %s", compiler, error, said.decode(errors="replace")
        ) from None
    found.dk_size.restype = _INT
    for name, arguments in _FUNCTIONS.items():
        function = getattr(found, "dk_" + name)
        function.argtypes = [_AT] + arguments
        function.restype = None if name in _NOTHING else _INT
    return found


class Compiled:
    """See kernel.h. Each has its own memory, and holds on to the objects that the C code points to."""

    def __init__(
        self,
        game: bytes,
        weights: bytes,
        table: "bytes | None" = None,
        packed: bool = False,
        made: "ctypes.CDLL | None" = None,
    ):
        self._library = made or library()
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
