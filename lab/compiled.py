"""Compiles Cython sources for the Python that runs this, into build/, once.

>>> Native("emulator", {NATIVE: "."}, ["*.pyx"], ["-O3"], cdivision=True).folder()
PosixPath('.../build/emulator/cpython-311-x86_64-linux-gnu-40faa8ed43')
"""

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class BuildError(ValueError):
    """What is missing to compile something here."""


class Native:
    """name: of the folder in build/; copied: {file or folder: its name where it is compiled}.

    modules: paths of the Cython modules there, with `*`; options: of the compiler; directives: of Cython.
    """

    def __init__(self, name: str, copied: dict, modules: list, options: list, **directives: bool):
        self.name = name
        self._copied = copied
        self._settings = {"modules": modules, "options": options, "directives": directives}
        files = [Path(__file__)]
        for source in copied:
            files += sorted(file for file in source.rglob("*.p*") if file.is_file()) if source.is_dir() else [source]
        parts = [json.dumps(self._settings).encode(), *(file.read_bytes() for file in files if file.suffix != ".pyc")]
        abi = sysconfig.get_config_var("EXT_SUFFIX").split(".")[1]
        self._folder = ROOT / "build" / name / f"{abi}-{hashlib.sha256(b''.join(parts)).hexdigest()[:10]}"

    def folder(self) -> Path:
        """The folder of the compiled modules, compiling them if missing; BuildError if that fails."""
        from tools.filelock import held  # not where this file runs as the compiler

        if (self._folder / "complete").exists():
            return self._folder
        try:
            with held(self._folder.parent / "lock"):
                if not (self._folder / "complete").exists():  # another process may have been first
                    for needed in ("Cython", "setuptools"):
                        if importlib.util.find_spec(needed) is None:
                            pip = f"{sys.executable} -m pip install cython setuptools"
                            raise BuildError(f"{needed} is not installed; get it by: {pip}")
                    self._build()
        except OSError as error:
            raise BuildError(f"{error.filename or self._folder}: {error.strerror}") from None
        return self._folder

    def _build(self) -> None:
        # Built in another folder and renamed, so an interrupted build does no harm.
        work = self._folder.with_name(f"{self._folder.name}.{os.getpid()}")
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        leave = shutil.ignore_patterns("*.abi3.so", "*.pyd", "*.c", "__pycache__")
        for source, name in self._copied.items():
            if source.is_dir():
                shutil.copytree(source, work / name, ignore=leave, dirs_exist_ok=True)
            else:
                shutil.copy(source, work / name)
        print(f"compiling build/{self.name} for this Python, once, up to a minute ...", file=sys.stderr)
        log = self._folder.parent / "build.log"
        with open(log, "w") as out:
            command = [sys.executable, __file__, json.dumps(self._settings)]
            done = subprocess.run(command, cwd=work, stdout=out, stderr=subprocess.STDOUT)
        if done.returncode:
            shutil.rmtree(work, ignore_errors=True)
            raise BuildError(f"no C compiler could compile it: {log} says why")
        (work / "complete").touch()
        work.rename(self._folder)
        for old in self._folder.parent.glob(self._folder.name.rpartition("-")[0] + "-*/complete"):
            if old.parent != self._folder:
                shutil.rmtree(old.parent, ignore_errors=True)


def _compile_here(modules: list, options: list, directives: dict) -> None:
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    paths = [path for pattern in modules for path in sorted(Path().glob(pattern))]
    extensions = [
        Extension(".".join(path.with_suffix("").parts), [str(path)], extra_compile_args=options) for path in paths
    ]
    directives = {"language_level": "3", "boundscheck": False, "wraparound": False, **directives}
    extensions = cythonize(extensions, compiler_directives=directives, nthreads=2, quiet=True)
    command = build_ext(Distribution({"ext_modules": extensions}))
    command.inplace = True
    command.parallel = 2
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    _compile_here(**json.loads(sys.argv[1]))
