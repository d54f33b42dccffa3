"""Write the printed parts as STEP files, for CAD programs: tools/step.sh

Open CASCADE makes them, with 67 MB of packages, unpacked into build/step. Nothing else needs it.
"""

import runpy
import sys

from tools.run import ROOT, SetupError, beside

FOLDER = ROOT / "build/step"


def enter() -> None:
    """Let Python find Open CASCADE, which is fetched if need be."""
    if str(beside("hardware/step.lock", FOLDER)) not in sys.path:
        sys.path.append(str(FOLDER))
    try:
        import OCP.STEPControl  # noqa: F401
    except ImportError as error:
        raise SetupError(f"{error}\nOpen CASCADE needs two libraries: sudo apt-get install libgl1 libx11-6") from None


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(__doc__)
    enter()
    runpy.run_module("hardware.printed.step", run_name="__main__")
