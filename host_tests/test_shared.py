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
    outputs = []
    for runtime in (micropython, cpython):
        done = runtime.run(RUN, "--transcript", module)
        assert done.returncode == 0, f"{module} on {runtime.binary}:\n{done.stdout[-2000:]}{done.stderr}"
        outputs.append(done.stdout)
    assert outputs[0], f"{module}: transcript() gave nothing"
    assert outputs[0] == outputs[1]


def test_every_module_imports_on_micropython(micropython, root):
    lib = root / "firmware/lib"
    files = [*lib.glob("daldos/*.py"), *lib.rglob("companion/**/*.py"), root / "firmware/config.py"]
    names = [".".join(f.relative_to(lib if lib in f.parents else f.parent).with_suffix("").parts) for f in files]
    modules = sorted(name.removesuffix(".__init__") for name in names)
    done = micropython.run("-c", "\n".join(f"import {module}" for module in modules))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("runtime", ["micropython", "cpython"])
def test_runner_tells_a_failure(request, runtime, tmp_path):
    (tmp_path / "run.py").write_text(RUN.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "planted.py").write_text(GOOD_AND_BAD, encoding="utf-8")
    (tmp_path / "empty.py").write_text("", encoding="utf-8")
    python = request.getfixturevalue(runtime)
    done = python.run(tmp_path / "run.py", "planted")
    assert done.returncode == 1
    assert "ok test_good" in done.stdout
    assert "FAIL test_bad" in done.stdout
    assert "line 6, in test_bad" in done.stdout + done.stderr
    assert "AssertionError: arithmetic" in done.stdout + done.stderr
    assert python.run(tmp_path / "run.py", "empty").returncode == 1
