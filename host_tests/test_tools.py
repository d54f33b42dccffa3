"""The scripts of tools/: they parse, pick a Python, make .venv anew when they must, and pass on what they ran."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import apt_entries, make_venv

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = [*sorted((ROOT / "tools").glob("*.sh")), ROOT / ".ci/run"]
LOCKS = ["requirements.lock", "requirements-dev.lock", "requirements-flash.lock", "requirements-mutation.lock"]

STUB = """
import sys, config, daldos

def main():
    print(config.N, daldos.__name__, sys.argv)
    sys.exit(2 if "bad" in sys.argv else 0)
"""


def run(*command: "str | Path", **options) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end with its output as text."""
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)


@pytest.fixture
def project(tmp_path) -> Path:
    """A copy of the tools around a command line that tells what it was given, with nothing to install."""
    copy = tmp_path / "a project"
    shutil.copytree(ROOT / "tools", copy / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in {
        "requirements.lock": "# nothing\n",
        "host/cli/main.py": STUB,
        "firmware/config.py": "N = 16\n",
        "firmware/lib/daldos/__init__.py": "",
    }.items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text(text, encoding="utf-8")
    return copy


@pytest.fixture
def ready(project) -> Path:
    """The same with a .venv that is up to date: a link to the Python of the tests."""
    (project / ".venv/bin").mkdir(parents=True)
    (project / ".venv/bin/python").symlink_to(sys.executable)
    shutil.copy(project / "requirements.lock", project / ".venv")
    return project


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_script_parses_and_stops_at_errors(script):
    assert run("bash", "-n", script).stderr == ""
    assert os.access(script, os.X_OK)
    assert script.read_text(encoding="utf-8").startswith("#!/usr/bin/env bash\n# ")
    assert "\nset -euo pipefail\n" in script.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["build_uf2.sh", "micropython.sh", "unpack_package.sh"])
def test_help_says_what_a_script_does(name):
    done = run(ROOT / "tools" / name, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) >= 2


def test_a_micropython_that_is_none_is_refused():
    done = run(ROOT / "tools/micropython.sh", env={**os.environ, "MICROPYTHON": shutil.which("true")})
    assert done.returncode == 1
    assert "MICROPYTHON=" in done.stderr


def test_daldos_runs_from_any_folder_and_takes_nothing_from_it(ready, tmp_path):
    away = tmp_path / "away"
    away.mkdir()
    (away / "config.py").write_text("raise SystemExit('not the project')", encoding="utf-8")
    (away / "link").symlink_to(ready / "tools/daldos.sh")
    for command in (ready / "tools/daldos.sh", away / "link"):
        done = run(command, "turns", "a b", cwd=away)
        assert (done.returncode, done.stdout, done.stderr) == (0, "16 daldos ['daldos', 'turns', 'a b']\n", "")


def test_daldos_passes_on_the_exit_status(ready):
    assert run(ready / "tools/daldos.sh", "bad").returncode == 2


def test_venv_is_made_anew_when_the_lock_file_changed_and_then_kept(ready):
    (ready / ".venv/from_before").touch()
    (ready / "requirements.lock").write_text("# nothing, but newer\n", encoding="utf-8")
    env = {**os.environ, "PYTHON": sys.executable}
    first = run(ready / "tools/venv.sh", "requirements.lock", env=env)
    assert first.returncode == 0, first.stderr
    assert first.stdout == f"{ready}/.venv/bin/python\n"
    assert "Making" in first.stderr
    assert not (ready / ".venv/from_before").exists()
    (ready / ".venv/kept").touch()
    again = run(ready / "tools/venv.sh", "requirements.lock", env=env)
    assert (again.stdout, again.stderr) == (first.stdout, "")
    assert (ready / ".venv/kept").exists()


def test_a_package_that_cannot_be_installed_is_said_and_tried_again(project):
    (project / "requirements.lock").write_text("click==0.0.0 --hash=sha256:" + "0" * 64, encoding="utf-8")
    env = {**os.environ, "PYTHON": sys.executable, "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
    done = run(project / "tools/venv.sh", "requirements.lock", env=env)
    assert done.returncode != 0
    assert "click==0.0.0" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (project / ".venv/requirements.lock").exists()


def test_a_lock_file_changed_makes_the_other_stale_too(ready):
    venv = ready / ".venv"
    assert make_venv.is_current(venv, ready / "requirements.lock")
    assert not make_venv.is_stale(venv, ready)
    assert not make_venv.is_current(venv, ready / "requirements-dev.lock")
    (ready / "requirements.lock").write_text("# changed\n", encoding="utf-8")
    assert make_venv.is_stale(venv, ready)


def test_a_venv_left_half_made_is_stale(ready):
    (ready / ".venv/requirements.lock").unlink()
    assert make_venv.is_stale(ready / ".venv", ready)


def test_a_venv_whose_python_is_gone_is_stale(ready):
    (ready / ".venv/bin/python").unlink()
    (ready / ".venv/bin/python").symlink_to("/nonexistent/python3")
    assert make_venv.is_stale(ready / ".venv", ready)
    assert not make_venv.is_current(ready / ".venv", ready / "requirements.lock")


def test_an_old_python_is_named(project, tmp_path):
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("bash", "env", "readlink", "dirname", "cmp"):
        (tools / name).symlink_to(shutil.which(name))
    old = tools / "python3"
    old.write_text("#!/usr/bin/env bash\necho 3.8 False /old/python3\n", encoding="utf-8")
    old.chmod(0o755)
    done = run(project / "tools/daldos.sh", env={"PATH": str(tools)})
    assert done.returncode == 1
    assert "python3 is Python 3.8: too old" in done.stderr
    assert "3.10 or newer is needed" in done.stderr


@pytest.mark.parametrize("name", LOCKS)
def test_lock_file_pins_by_hash_and_names_no_index(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    packages = re.findall(
        r"^(\S+?)(==\S+)?(?: ; .*)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", text, re.MULTILINE
    )
    named = [line.split()[0] for line in text.splitlines() if line and line[0] not in "# "]
    assert [package + version for package, version, _ in packages] == named
    assert all(version for _, version, _ in packages)
    assert "//" not in text
    assert "click" in [package for package, _, _ in packages]


DEB822 = """# a comment
Types: deb
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc

Types: deb
URIs: http://mirror.example/security
Suites: bookworm-security
Components: main

Enabled: no
Types: deb
URIs: http://off.example/debian
Suites: bookworm
Components: main
"""
ONE_LINE = """# deb http://off.example/debian bookworm main
deb [arch=amd64 signed-by=/k.gpg] http://mirror.example/debian bookworm main contrib # near
deb-src http://mirror.example/debian bookworm main
deb http://mirror.example/debian bookworm-updates main
deb http://third.example/apt stable nodejs
"""


def test_apt_entries_of_another_release_keep_mirror_and_key(tmp_path):
    (tmp_path / "etc/apt/sources.list.d").mkdir(parents=True)
    (tmp_path / "etc/os-release").write_text('ID=debian\nVERSION_CODENAME="bookworm"\n', encoding="utf-8")
    (tmp_path / "etc/apt/sources.list").write_text(ONE_LINE, encoding="utf-8")
    (tmp_path / "etc/apt/sources.list.d/debian.sources").write_text(DEB822, encoding="utf-8")
    apt_entries.main(tmp_path, "trixie", tmp_path / "etc")
    assert (tmp_path / "entries.list").read_text(encoding="utf-8") == (
        "deb [arch=amd64 signed-by=/k.gpg] http://mirror.example/debian trixie main contrib\n"
        "deb-src [arch=amd64 signed-by=/k.gpg] http://mirror.example/debian trixie main contrib\n"
    )
    assert (tmp_path / "entries.sources").read_text(encoding="utf-8") == (
        "types: deb deb-src\n"
        "uris: http://mirror.example/debian\n"
        "suites: trixie\n"
        "components: main\n"
        "signed-by:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc\n"
    )


def test_apt_entries_default_to_the_release_of_the_machine(tmp_path):
    (tmp_path / "apt/sources.list.d").mkdir(parents=True)
    (tmp_path / "os-release").write_text("ID=ubuntu\nVERSION_CODENAME=noble\n", encoding="utf-8")
    (tmp_path / "apt/sources.list").write_text("deb http://mirror.example/ubuntu noble main universe", encoding="utf-8")
    apt_entries.main(tmp_path, etc=tmp_path)
    assert (tmp_path / "entries.list").read_text(encoding="utf-8") == (
        "deb http://mirror.example/ubuntu noble main universe\n"
        "deb-src http://mirror.example/ubuntu noble main universe\n"
    )


# --- what cannot be written, and what is no board ---------------------------------------------------------------------

READ_ONLY = """
import errno, os, pathlib, runpy, sys
def mkdir(self, *args, **kw):
    raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(self))
pathlib.Path.mkdir = mkdir
sys.argv = ["make_venv.py", sys.argv[1]]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def test_a_checkout_that_cannot_be_written_is_said(root, tmp_path):
    lock = tmp_path / "requirements.lock"
    lock.write_text("")
    done = subprocess.run(
        [sys.executable, "-c", READ_ONLY, lock], cwd=root / "tools", capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 1
    why = "Read-only file system; this folder must be writable, for .venv and build are made in it"
    assert done.stderr == f"{tmp_path / 'build'}: {why}\n"


def test_a_folder_that_is_no_drive_of_a_board_is_said(root, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tools.flash", "--drive", tmp_path],
        cwd=root,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 3, done.stderr
    assert f"{tmp_path} is no drive of a board in BOOTSEL mode: there is no INFO_UF2.TXT on it." in done.stderr
    assert "Traceback" not in done.stderr
