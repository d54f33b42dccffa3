"""The types of firmware and host, the firmware's against the stubs of MicroPython for the Pico: tools/typecheck.sh."""

import importlib.util
import subprocess
import sys

import pytest

PLANTED = """
import machine
import {module}
import time

pin = machine.Pin(2, machine.Pin.OUT)
pin.{call}
time.sleep_ms({argument})
"""


@pytest.fixture
def typecheck(root, tmp_path):
    """Runs the script on these texts, or on the whole firmware and host; the errors."""
    if not importlib.util.find_spec("mypy"):
        pytest.skip("no mypy here: tools/test.sh installs it")

    def run(*texts) -> list:
        files = [tmp_path / f"planted{number}.py" for number in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, encoding="utf-8")
        command = [sys.executable, root / "tools/run.py", "typecheck", *files]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=root, check=False)
        errors = [line for line in done.stdout.splitlines() if ": error: " in line]
        assert done.returncode == bool(errors), done.stdout + done.stderr
        return errors

    return run


def test_the_types_of_firmware_and_host_fit(typecheck):
    assert typecheck() == []


def test_planted_mistakes_are_found(typecheck):
    planted = (
        ("gc", "on()", "5", None),
        ("gc", "brighten()", "5", '"Pin" has no attribute "brighten"'),
        ("gc", "on()", '"5"', 'incompatible type "str"'),
        ("functools", "on()", "5", 'module named "functools"'),  # MicroPython has no such module
    )
    errors = typecheck(*(PLANTED.format(module=m, call=call, argument=argument) for m, call, argument, _ in planted))
    assert len(errors) == 3, errors
    for number, (*_, why) in enumerate(planted):
        assert [why in error for error in errors if f"planted{number}.py" in error] == [True] * bool(why), errors
