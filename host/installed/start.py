"""What is installed as `daldos_companion`: the entry point of the command `daldos`; in a checkout, tools/daldos.py."""

import importlib
import sys
from pathlib import Path


def main() -> None:
    """Run the command line with the wheel's own folder first on the path, and only in this process."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    importlib.import_module("host.cli.main").main()
