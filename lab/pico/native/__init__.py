"""The emulator compiled for this Python version, with its hot paths in C: several times faster than the wheel.

rp2040py's wheel is compiled against the stable interface of all Pythons, which makes every method call a lookup.
Compiled for one Python, with `chip.pyx`, it is three times faster; the installed package stays as it is. Importing this
makes `import rp2040py` use it, built if necessary; ImportError says what is missing for that.
"""

import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from tools.filelock import held
from tools.programs import bring, header_folders
from tools.run import ROOT, SetupError

CHIP = Path(__file__).parent / "chip.pyx"
BUILDS = ROOT / "build/emulator"
COMPILE = (
    "-m Cython.Build.Cythonize -qi3 -j2 -Xboundscheck=False,wraparound=False,freethreading_compatible=False".split()
)
FLAGS = "-O2 -g0 -fno-semantic-interposition -w"


def _compiled(package: Path) -> Path:
    # Compile it once, in another folder that is renamed, so that an interrupted build does no harm.
    files = [Path(__file__), CHIP, *sorted(package.rglob("*.p[xy]*"))]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files if file.suffix != ".pyc")).hexdigest()
    abi = sysconfig.get_config_var("EXT_SUFFIX").split(".")[1]
    folder = BUILDS / f"{abi}-{digest[:10]}"
    log, work = BUILDS / "build.log", BUILDS / "work"
    with held(BUILDS / "lock"):
        if not folder.exists():
            try:
                bring("compiler", "headers")
            except SetupError as error:
                raise ImportError(str(error)) from None
            shutil.rmtree(work, ignore_errors=True)
            leave = shutil.ignore_patterns("*.abi3.so", "*.pyd", "*.c", "__pycache__")
            shutil.copytree(package, work / "rp2040py", ignore=leave)
            shutil.copy(CHIP, work)
            print("compiling build/emulator for this Python, once, up to a minute ...", file=sys.stderr)
            command = [sys.executable, *COMPILE, "rp2040py/native/*.pyx", "chip.pyx"]
            flags = " ".join([FLAGS, *(shlex.quote(f"-I{folder}") for folder in header_folders())])
            with open(log, "w") as out:
                done = subprocess.run(command, cwd=work, env={**os.environ, "CFLAGS": flags}, stdout=out, stderr=out)
            if done.returncode:
                raise ImportError(f"no C compiler and Cython could compile the emulator: {log} says why")
            for old in BUILDS.glob(f"{abi}-*"):
                shutil.rmtree(old, ignore_errors=True)
            work.rename(folder)
    return folder


_wheel = importlib.util.find_spec("rp2040py")
if _wheel is None or "rp2040py" in sys.modules:
    raise ImportError("the emulator rp2040py is not installed, or was imported before the bench")
sys.path.insert(0, str(_compiled(Path(_wheel.origin).parent)))
