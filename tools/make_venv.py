"""Make .venv and install exactly what a lock file lists; called by tools/venv.sh and tools/run.py.

A copy of the lock file left in .venv says that all of it is there. When a lock file has changed since, the environment
is made anew, so that nothing stays of what was dropped. Several first runs at once wait for one another.

    python3 tools/make_venv.py requirements.lock
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


class SetupError(Exception):
    """The environment cannot be made; the message says why and what helps."""


def python_of(venv: Path, windows: bool = os.name == "nt") -> Path:
    """The Python of an environment."""
    return venv / ("Scripts/python.exe" if windows else "bin/python")


@contextmanager
def held(path: Path):
    """The file of that name held by this run alone, until the block ends."""
    with open(path, "w") as file:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX)
        else:
            import msvcrt

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined]
                    break
                except OSError:  # it gives up after ten seconds; to install takes longer
                    continue
        yield


def is_current(venv: Path, lock: Path) -> bool:
    """Whether `venv` has a Python that exists and holds what `lock` lists."""
    stamp = venv / lock.name
    if not all(path.exists() for path in (python_of(venv), stamp, lock)):
        return False
    return stamp.read_bytes() == lock.read_bytes()


def is_stale(venv: Path, root: Path) -> bool:
    """Whether `venv` is broken, half made, or was filled from a lock file of `root` that has changed or gone since."""
    stamps = list(venv.glob("*.lock"))
    return not stamps or not all(is_current(venv, root / stamp.name) for stamp in stamps)


def run(*command: str | Path) -> None:
    """Run a command quietly; SetupError with all that it said if it fails."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise SetupError(f"{done.stdout}\nThis failed: {' '.join(map(str, command))}")


def pip_without_ensurepip(root: Path, python: Path) -> list[str | Path]:
    """The command of a pip that installs into the environment of `python`, for a Python without ensurepip.

    Debian and Ubuntu split it off as python3-venv. What helps is this Python's own pip (22.3 and newer), else the one
    in a package of its own, unpacked into build/ and not installed.
    """
    try:
        pip = [sys.executable, "-m", "pip", "--python", python]
        run(*pip, "--version")
        return pip
    except SetupError:
        folder = root / "build/pip"
    try:
        run(root / "tools/unpack_package.sh", folder, "python3-pip-whl")
        return [python, sorted(folder.glob("usr/share/python-wheels/pip-*.whl"))[-1] / "pip"]
    except SetupError as error:
        raise SetupError(
            f"{error}\n{sys.executable} has no ensurepip, which a virtual environment needs.\n"
            "On Debian and Ubuntu: sudo apt-get install python3-venv"
        ) from error


def make(venv: Path, lock: Path) -> None:
    """Make `venv` if there is none, and install what `lock` lists."""
    python = python_of(venv)
    with_pip = importlib.util.find_spec("ensurepip") is not None
    if not python.exists():
        print(f"Making {venv} with Python {sys.version.split()[0]} (once; half a minute) ...", flush=True)
        run(sys.executable, "-m", "venv", *([] if with_pip else ["--without-pip"]), venv)
    pip = [python, "-m", "pip"] if with_pip else pip_without_ensurepip(lock.parent, python)
    print(f"Installing {lock.name} ...", flush=True)
    run(*pip, "install", "--quiet", "--disable-pip-version-check", "--no-input", "--require-hashes", "-r", lock)
    shutil.copyfile(lock, venv / lock.name)


def main(lock: Path) -> None:
    """Bring .venv beside `lock` up to date with it, unless another run has just done so."""
    root = lock.parent
    venv = root / ".venv"
    os.environ["PIP_USER"] = "0"
    (root / "build").mkdir(exist_ok=True)
    with held(root / "build/venv.lock"):
        if is_current(venv, lock):
            return
        if is_stale(venv, root):
            shutil.rmtree(venv, ignore_errors=True)
        make(venv, lock)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]).resolve())
    except SetupError as error:
        sys.exit(str(error))
    except OSError as error:
        where = error.filename or Path(sys.argv[1]).resolve().parent
        sys.exit(f"{where}: {error.strerror}; this folder must be writable, for .venv and build are made in it")
    except KeyboardInterrupt:
        sys.exit("Interrupted; the next run begins again.")
