"""Compiles the emulator rp2040py and `chip.pyx` for the Python that runs this, into build/emulator, once.

rp2040py's wheel is compiled against the stable interface of all Pythons, which makes every method call a lookup.
Compiled for one Python it is three times faster; the installed package stays as it is.

    >>> compiled()
    PosixPath('.../build/emulator/0.3.6-cpython-311-x86_64-linux-gnu-40faa8ed43')
"""

import fcntl
import hashlib
import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[3]


class BuildError(ValueError):
    """The emulator cannot be compiled here: what is missing."""


def compiled() -> Path:
    """The folder to put on sys.path, compiled first if it is not there; BuildError if that cannot be done."""
    spec = importlib.util.find_spec("rp2040py")
    if spec is None:
        raise BuildError("the emulator rp2040py is not installed")
    folder = ROOT / "build" / "emulator" / _tag()
    if (folder / "complete").exists():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.parent / "lock", "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if (folder / "complete").exists():  # another one was first
            return folder
        for needed in ("Cython", "setuptools"):
            if importlib.util.find_spec(needed) is None:
                raise BuildError(f"{needed} is not installed")
        _build(Path(spec.origin).parent, folder)
    return folder


def _tag() -> str:
    source = hashlib.sha256((HERE / "chip.pyx").read_bytes() + Path(__file__).read_bytes()).hexdigest()[:10]
    version = importlib.metadata.version("rp2040py")
    return f"{version}-{sysconfig.get_config_var('SOABI')}-{source}"


def _build(package: Path, folder: Path) -> None:
    # Built beside and renamed, so that a build broken off does no harm.
    work = folder.with_name(f"{folder.name}.{os.getpid()}")
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(
        package, work / "rp2040py", ignore=shutil.ignore_patterns("*.abi3.so", "*.pyd", "*.c", "__pycache__")
    )
    shutil.copy(HERE / "chip.pyx", work)
    print("compiling the emulator for this Python, once, about a minute ...", file=sys.stderr)
    log = folder.parent / "build.log"
    with open(log, "w") as out:
        done = subprocess.run([sys.executable, __file__], cwd=work, stdout=out, stderr=subprocess.STDOUT)
    if done.returncode:
        shutil.rmtree(work, ignore_errors=True)
        raise BuildError(f"the emulator does not compile here: {log}")
    (work / "complete").touch()
    work.rename(folder)
    for old in folder.parent.glob(folder.name.rpartition("-")[0] + "-*/complete"):
        if old.parent != folder:
            shutil.rmtree(old.parent)


def _compile_here() -> None:
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    sources = sorted(Path("rp2040py/native").glob("*.pyx")) + [Path("chip.pyx")]
    flags = ["-O2", "-fno-semantic-interposition", "-w"]
    extensions = [
        Extension(".".join(path.with_suffix("").parts), [str(path)], extra_compile_args=flags) for path in sources
    ]
    directives = {"language_level": "3", "boundscheck": False, "wraparound": False, "freethreading_compatible": False}
    extensions = cythonize(extensions, compiler_directives=directives, nthreads=2, quiet=True)
    command = build_ext(Distribution({"ext_modules": extensions}))
    command.inplace = True
    command.parallel = 2
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    _compile_here()
