"""The types of firmware and host, the firmware's against the stubs of MicroPython for the Pico: tools/typecheck.sh."""

import importlib.util
import subprocess
import sys

import pytest

from host_tests.conftest import missing

PLANTED = """
import machine
import {module}
import time

pin = machine.Pin(2, machine.Pin.OUT)
pin.{call}
time.sleep_ms({argument})
"""


@pytest.fixture(scope="module")
def typecheck(root):
    """Runs the script on these files, or on the whole firmware; returns (exit status, errors)."""
    if not importlib.util.find_spec("mypy"):
        missing("no mypy here: tools/test.sh installs it")

    def run(*files):
        done = subprocess.run(
            [sys.executable, root / "tools/run.py", "typecheck", *files],
            capture_output=True,
            encoding="utf-8",
            cwd=root,
            check=False,
        )
        assert done.returncode in (0, 1), done.stdout + done.stderr
        return done.returncode, [line for line in done.stdout.splitlines() if ": error: " in line]

    return run


def test_the_types_of_firmware_and_host_fit(typecheck):
    status, errors = typecheck()
    assert (status, errors) == (0, []), "\n".join(errors)


def test_planted_mistakes_are_found(typecheck, tmp_path):
    planted = (
        ("gc", "on()", "5", None),
        ("gc", "brighten()", "5", '"Pin" has no attribute "brighten"'),
        ("gc", "on()", '"5"', 'incompatible type "str"'),
        ("functools", "on()", "5", 'module named "functools"'),  # MicroPython has no such module
    )
    files = []
    for number, (module, call, argument, _) in enumerate(planted):
        files.append(tmp_path / f"planted{number}.py")
        files[-1].write_text(PLANTED.format(module=module, call=call, argument=argument), encoding="utf-8")
    status, errors = typecheck(*files)
    assert status == 1 and len(errors) == 3, errors
    for number, (*_, why) in enumerate(planted):
        assert [why in error for error in errors if f"planted{number}.py" in error] == [True] * bool(why), errors
