"""What the scripts beside this file do, with Python alone and so on Windows too.

    py tools\\run.py flash [--port PORT] [--dry-run] [--erase] [--help]    like tools/flash.sh
    py tools\\run.py daldos [SUBCOMMAND ...]                               like tools/daldos.sh

On Linux and macOS `python3 tools/run.py ...`. The first time it makes .venv beside this folder and installs there what
the lock file lists; nothing outside this folder is touched.
"""

import os
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 10)


def command(name: str, arguments: list) -> "tuple[str, list]":
    """(lock file, what is run by the Python of .venv) for one of the two commands."""
    if name == "flash":
        return "requirements-flash.lock", ["-m", "tools.flash", *arguments]
    if name == "daldos":
        # the emulator is only for those who want it
        lock = "requirements-pico.lock" if "--pico" in arguments else "requirements.lock"
        return lock, [str(ROOT / "tools/daldos.py"), *arguments]
    raise ValueError(f"{name!r}: expected flash or daldos")


def called() -> str:
    """How this was called, for what is said to do again."""
    return r"py tools\run.py flash" if os.name == "nt" else "python3 tools/run.py flash"


def main(arguments: list) -> int:
    """Run it; returns its exit status, 2 if nothing was run."""
    if sys.version_info < OLDEST:
        print("Python 3.10 or newer is needed; this is %d.%d." % sys.version_info[:2], file=sys.stderr)
        return 2
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if arguments else 2
    try:
        lock, rest = command(arguments[0], arguments[1:])
    except ValueError as error:
        print(f"run.py: {error}", file=sys.stderr)
        return 2
    sys.path.insert(0, str(ROOT))
    from tools import make_venv

    try:
        with redirect_stdout(sys.stderr):
            make_venv.main(ROOT / lock)
    except make_venv.SetupError as error:
        print(error, file=sys.stderr)
        return 1
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DALDOS_FLASH": called()}
    if arguments[0] == "daldos":
        environment.pop("PYTHONPATH")
    # No exec: on Windows it would come back before the program ends.
    return subprocess.run([str(make_venv.python_of(ROOT / ".venv")), *rest], env=environment, check=False).returncode


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(1)
