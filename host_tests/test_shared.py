"""The firmware and the shared tests on MicroPython. On CPython pytest collects the shared tests like any others."""

from pathlib import Path

import pytest

SHARED = Path(__file__).parent / "shared"
RUN = SHARED / "run.py"
TESTS = sorted(path.stem for path in SHARED.glob("test_*.py"))
WITH_TRANSCRIPT = [name for name in TESTS if "\ndef transcript(" in (SHARED / f"{name}.py").read_text(encoding="utf-8")]

GOOD_AND_BAD = """
def test_good():
    assert True

def test_bad():
    assert 1 + 1 == 3, "arithmetic"
"""


@pytest.mark.parametrize("module", TESTS)
def test_on_micropython(micropython, module):
    done = micropython.run(RUN, module)
    assert done.returncode == 0, f"{module} on MicroPython:\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("module", WITH_TRANSCRIPT)
def test_transcript_is_the_same_on_both(micropython, cpython, module):
    here, there = (runtime.run(RUN, "--transcript", module) for runtime in (cpython, micropython))
    assert here.returncode == there.returncode == 0, f"{module}:\n{here.stderr}{there.stdout[-2000:]}{there.stderr}"
    assert here.stdout == there.stdout != ""


def test_every_module_imports_on_micropython(micropython, root):
    lib = root / "firmware/lib"
    files = [*lib.glob("daldos/**/*.py"), *lib.glob("companion/**/*.py"), root / "firmware/config.py"]
    names = [".".join(f.relative_to(lib if lib in f.parents else f.parent).with_suffix("").parts) for f in files]
    modules = sorted(name.removesuffix(".__init__") for name in names)
    done = micropython.run("-c", "\n".join(f"import {module}" for module in modules))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_runner_tells_a_failure(micropython, tmp_path):
    (tmp_path / "run.py").write_text(RUN.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "planted.py").write_text(GOOD_AND_BAD, encoding="utf-8")
    (tmp_path / "empty.py").write_text("", encoding="utf-8")
    done = micropython.run(tmp_path / "run.py", "planted")
    assert done.returncode == 1
    for said in ("ok test_good", "FAIL test_bad", "line 6, in test_bad", "AssertionError: arithmetic"):
        assert said in done.stdout + done.stderr
    assert micropython.run(tmp_path / "run.py", "empty").returncode == 1
