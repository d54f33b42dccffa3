"""Start the command line from this folder, wherever the caller stands.

`python -m host.cli.main` would look for modules in the caller's folder first; here only the project's own are used.
"""

# ruff: noqa: E402
import _signal  # there without an import that takes time: until all is there Ctrl-C ends it silently

if __name__ == "__main__" and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:1] = [str(ROOT / "firmware/lib"), str(ROOT / "firmware"), str(ROOT)]
sys.argv[0] = "daldos"

from host.cli.main import main

if __name__ == "__main__":
    if _signal.getsignal(_signal.SIGINT) == _signal.SIG_DFL:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)
    main()
