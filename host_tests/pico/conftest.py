"""What the tests on the emulated Pico ask for: the firmware's image, once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def missing(reason: str):
    """Skip with the reason; in CI nothing may be missing."""
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def image() -> Path:
    """build/daldos-pico.uf2 of the firmware as it is now, or $DALDOS_UF2."""
    try:
        from host.sim.pico import bench
    except ImportError as error:
        missing(f"no emulator here: {error}; tools/test.sh installs it")
    if bench.SLOW and os.environ.get("CI"):
        missing(f"the emulator is not compiled: {bench.SLOW}")
    if os.environ.get("DALDOS_UF2"):
        return Path(os.environ["DALDOS_UF2"])
    command = [sys.executable, ROOT / "tools/run.py", "build_uf2"]
    built = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if built.returncode:
        missing(f"no image of the firmware to be had here: {built.stderr.strip().splitlines()[-1:]}")
    return Path(built.stdout.strip().splitlines()[-1])


@pytest.fixture(scope="session")
def long_run() -> bool:
    """Whether everything is wanted: DALDOS_LONG=1."""
    return os.environ.get("DALDOS_LONG") == "1"


@pytest.fixture(scope="session")
def whole_game(image) -> tuple:
    """(Play, Figures) of a whole game on the emulated Pico, by a messy hand; its table is as it was left."""
    from host.sim.pico.table import PicoTable
    from host_tests.pico.games import play

    return play(lambda **named: PicoTable(image, **named), "danish", 1)
