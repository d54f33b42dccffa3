"""The kernel of `native/`, compiled for the Python that runs this.

>>> kernel_module().Kernel(parse_rules("danish"))
"""

import importlib.util
import platform
import sys
from pathlib import Path

from daldos.ai import logistic
from host.native.compiled import ROOT, BuildError, Native

__all__ = ["ROOT", "BuildError", "is_compiled", "kernel_module"]
SOURCES = Path(__file__).parent / "native"
NAME = "daldos_kernel"
# -ffast-math: sums of floats in any order, which vector instructions need
OPTIONS = ["-O3", "-ffast-math", "-w", *["-march=native"] * (platform.machine() in ("x86_64", "AMD64"))]
NATIVE = Native("brain", {SOURCES: "."}, ["*.pyx"], OPTIONS, cdivision=True)


def kernel_module():
    """The compiled module, compiled first if it is not there; BuildError if that cannot be done."""
    if NAME not in sys.modules:
        (file,) = [file for file in NATIVE.folder().glob("kernel.*") if file.suffix in (".so", ".pyd")]
        spec = importlib.util.spec_from_file_location("kernel", file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.take_tables(logistic.CHANCES, logistic.LOGITS)
        sys.modules[NAME] = module
    return sys.modules[NAME]


def is_compiled() -> bool:
    """Whether kernel_module would have it at once."""
    return NATIVE.is_compiled()
