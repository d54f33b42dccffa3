"""The host's programs: the command line, the terminal, the simulated table, a board on USB.

In a checkout the firmware's folders are put on the path, so that `python -m lab` works as it stands.
"""

import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
for _folder in (_ROOT / "firmware", _ROOT / "firmware/lib"):
    if _folder.is_dir() and str(_folder) not in sys.path:
        sys.path.insert(0, str(_folder))
