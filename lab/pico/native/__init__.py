"""The emulator compiled for this Python version, with its hot paths in C: several times faster than the wheel.

rp2040py's wheel is compiled against the stable interface of all Pythons, which makes every method call a lookup.
Compiled for one Python, with `chip.pyx`, it is three times faster; the installed package stays as it is. Where there is
no compiler, the bench runs on the wheel, with the same results.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from tools.filelock import held
from tools.run import ROOT

CHIP = Path(__file__).parent / "chip.pyx"
BUILDS = ROOT / "build/emulator"
COMPILE = (
    "-m Cython.Build.Cythonize -qi3 -j2 -Xboundscheck=False,wraparound=False,freethreading_compatible=False".split()
)
FLAGS = "-O2 -g0 -fno-semantic-interposition -w"


def _compiled(package: Path) -> str:
    # Compile it once, in another folder that is renamed, so that an interrupted build does no harm; what is missing.
    files = [Path(__file__), CHIP, *sorted(package.rglob("*.p[xy]*"))]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files if file.suffix != ".pyc")).hexdigest()
    abi = sysconfig.get_config_var("EXT_SUFFIX").split(".")[1]
    folder = BUILDS / f"{abi}-{digest[:10]}"
    log, work = BUILDS / "build.log", BUILDS / "work"
    with held(BUILDS / "lock"):
        if not folder.exists():
            shutil.rmtree(work, ignore_errors=True)
            leave = shutil.ignore_patterns("*.abi3.so", "*.pyd", "*.c", "__pycache__")
            shutil.copytree(package, work / "rp2040py", ignore=leave)
            shutil.copy(CHIP, work)
            print("compiling build/emulator for this Python, once, up to a minute ...", file=sys.stderr)
            command = [sys.executable, *COMPILE, "rp2040py/native/*.pyx", "chip.pyx"]
            with open(log, "w") as out:
                done = subprocess.run(command, cwd=work, env={**os.environ, "CFLAGS": FLAGS}, stdout=out, stderr=out)
            if done.returncode:
                return f"no C compiler and Cython could compile it: {log} says why"
            for old in BUILDS.glob(f"{abi}-*"):
                shutil.rmtree(old, ignore_errors=True)
            work.rename(folder)
    sys.path.insert(0, str(folder))
    return ""


def prepare() -> str:
    """Make `import rp2040py` use the compiled emulator, building it if necessary. Returns what is missing, or ''.

    It must run before anything imports rp2040py.
    """
    if "rp2040py" in sys.modules:
        return "" if "chip" in sys.modules else "rp2040py was imported before the bench"
    spec = importlib.util.find_spec("rp2040py")
    if spec is None:
        return "the emulator rp2040py is not installed"
    try:
        return _compiled(Path(spec.origin).parent)
    except OSError as error:
        return f"{error.filename}: {error.strerror}"


SLOW = prepare()  # why the emulator is slow, '' if it is not
