"""The emulator compiled for this Python version, with its hot paths in C: several times faster than the wheel.

rp2040py's wheel is compiled against the stable interface of all Pythons, which makes every method call a lookup.
Compiled for one Python, with `chip.pyx`, it is three times faster; the installed package stays as it is. Where there is
no compiler, the bench runs on the wheel, with the same results.
"""

import importlib.util
import sys
from pathlib import Path

from lab.compiled import BuildError, Native

CHIP = Path(__file__).parent / "chip.pyx"


def prepare() -> str:
    """Make `import rp2040py` use the compiled emulator, building it if necessary. Returns what is missing, or ''.

    It must run before anything imports rp2040py.
    """
    if "rp2040py" in sys.modules:
        return "" if "chip" in sys.modules else "rp2040py was imported before the bench"
    spec = importlib.util.find_spec("rp2040py")
    if spec is None:
        return "the emulator rp2040py is not installed"
    copied = {Path(spec.origin).parent: "rp2040py", CHIP: "chip.pyx"}
    modules, options = ["rp2040py/native/*.pyx", "chip.pyx"], ["-O2", "-fno-semantic-interposition", "-w"]
    try:
        folder = Native("emulator", copied, modules, options, freethreading_compatible=False).folder()
    except BuildError as error:
        return str(error)
    sys.path.insert(0, str(folder))
    return ""


SLOW = prepare()  # why the emulator is slow, '' if it is not
