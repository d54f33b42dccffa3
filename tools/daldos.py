"""Start the command line from this folder, wherever the caller stands.

`python -m host.cli.main` would look for modules in the caller's folder first; here only the project's own are used.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:1] = [str(ROOT / "firmware/lib"), str(ROOT / "firmware"), str(ROOT)]
sys.argv[0] = "daldos"

from host.cli.main import main  # noqa: E402

if __name__ == "__main__":
    main()
