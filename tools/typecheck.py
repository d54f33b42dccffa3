"""Check types, the firmware's against MicroPython's stubs for the Pico, and the host's: tools/typecheck.sh [FILE ...]

Given files are checked as firmware. Settings are in firmware/mypy.ini and host/mypy.ini. The stubs are installed once,
into build/stubs.
"""

import os
import subprocess
import sys

from tools.run import ROOT, beside

if __name__ == "__main__":
    # They replace the standard library, for the type checker only: so not in .venv.
    beside("tools/stubs.lock", ROOT / "build/stubs", "--no-deps", "--only-binary", ":all:")
    files = [os.path.abspath(file) for file in sys.argv[1:]]
    for part in ["firmware"] if files else ["firmware", "host"]:
        status = subprocess.run([sys.executable, "-m", "mypy", "--config-file", f"{part}/mypy.ini", *files], cwd=ROOT)
        if status.returncode:
            sys.exit(status.returncode)
