"""Compiles the kernel of `native/` for the Python that runs this, into build/brain, once.

>>> kernel_module().Kernel(parse_rules("danish"))
"""

import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).parent
NATIVE = HERE / "native"
ROOT = HERE.parents[1]


class BuildError(ValueError):
    """The kernel cannot be compiled here: what is missing."""


def kernel_module():
    """The compiled module, compiled first if it is not there; BuildError if that cannot be done."""
    folder = _compiled()
    name = "daldos_kernel"
    if name not in sys.modules:
        (file,) = [file for file in folder.glob("daldos_kernel.*") if file.suffix in (".so", ".pyd")]
        spec = importlib.util.spec_from_file_location(name, file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        from daldos.ai import logistic  # not where this file runs as the compiler

        module.take_tables(logistic.CHANCES, logistic.LOGITS)
        sys.modules[name] = module
    return sys.modules[name]


def is_compiled() -> bool:
    """Whether kernel_module would have it at once."""
    return (ROOT / "build" / "brain" / _tag() / "complete").exists()


def _tag() -> str:
    source = b"".join(file.read_bytes() for file in sorted(NATIVE.glob("*.p*"))) + Path(__file__).read_bytes()
    return f"{sysconfig.get_config_var('SOABI')}-{hashlib.sha256(source).hexdigest()[:10]}"


def _compiled() -> Path:
    folder = ROOT / "build" / "brain" / _tag()
    if (folder / "complete").exists():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.parent / "lock", "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if not (folder / "complete").exists():  # another one may have been first
            for needed in ("Cython", "setuptools"):
                if importlib.util.find_spec(needed) is None:
                    raise BuildError(f"{needed} is not installed")
            _build(folder)
    return folder


def _build(folder: Path) -> None:
    # Built beside and renamed, so that a build broken off does no harm.
    work = folder.with_name(f"{folder.name}.{os.getpid()}")
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(NATIVE, work)
    (work / "kernel.pyx").rename(work / "daldos_kernel.pyx")
    print("compiling the kernel for this Python, once, some ten seconds ...", file=sys.stderr)
    log = folder.parent / "build.log"
    with open(log, "w") as out:
        done = subprocess.run([sys.executable, __file__], cwd=work, stdout=out, stderr=subprocess.STDOUT)
    if done.returncode:
        shutil.rmtree(work, ignore_errors=True)
        raise BuildError(f"the kernel does not compile here: {log}")
    (work / "complete").touch()
    work.rename(folder)


def _compile_here() -> None:
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    # -ffast-math: sums of floats in any order, which vector instructions need
    flags = ["-O3", "-march=native", "-ffast-math", "-w"]
    extensions = [Extension("daldos_kernel", ["daldos_kernel.pyx"], extra_compile_args=flags)]
    directives = {"language_level": "3", "boundscheck": False, "wraparound": False, "cdivision": True}
    command = build_ext(Distribution({"ext_modules": cythonize(extensions, compiler_directives=directives)}))
    command.inplace = True
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    _compile_here()
