"""Write the printed parts and the bodies of the boards' parts as STEP files, for CAD programs: tools/step.sh

Open CASCADE makes them, with 67 MB of packages, unpacked into build/step; so are Debian's libgl1 and libx11-6 where the
system has none. Nothing else needs them.
"""

import ctypes
import runpy
import sys

from tools.debian import unpack
from tools.run import ROOT, SetupError, beside

FOLDER = ROOT / "build/step"


def enter() -> None:
    """Let Python find Open CASCADE, which is fetched if need be."""
    if str(beside("hardware/step.lock", FOLDER)) not in sys.path:
        sys.path.append(str(FOLDER))
    if not has_open_cascade():
        unpack(FOLDER / "system", ["libgl1", "libx11-6"], needs=True)
        load(sorted((FOLDER / "system").rglob("*.so.*")))
        if not has_open_cascade():
            raise SetupError("Open CASCADE does not run here, not with Debian's libgl1 and libx11-6 either")


def has_open_cascade() -> bool:
    """Whether it can be loaded."""
    try:
        import OCP.STEPControl  # noqa: F401
    except ImportError:
        return False
    return True


def load(libraries: list) -> None:
    """Load these libraries, each after those that it needs."""
    left = libraries + [None]
    while len(left) > len(libraries):
        left, libraries = libraries, [file for file in libraries if not _loaded(file)]


def _loaded(file) -> bool:
    try:
        ctypes.CDLL(str(file), mode=ctypes.RTLD_GLOBAL)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(__doc__)
    enter()
    runpy.run_module("hardware.printed.step", run_name="__main__")
