"""The emulator compiled for this very Python, with its hottest paths in C: several times faster than the wheel.

`prepare()` puts it before the installed one on sys.path; it must run before anything imports rp2040py. What is compiled
is kept in build/emulator. Where there is no compiler, the bench runs on the wheel, with the same results.
"""

import sys

from host.sim.pico.native.build import BuildError, compiled


def prepare() -> str:
    """Make `import rp2040py` give the compiled emulator, built if need be. Returns what is missing, '' if nothing."""
    if "rp2040py" in sys.modules:
        return "" if "chip" in sys.modules else "rp2040py was imported before the bench"
    try:
        folder = compiled()
    except BuildError as error:
        return str(error)
    sys.path.insert(0, str(folder))
    return ""
