"""The wheels: the companion's and the engine's, what is in them, and that they run."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from companion import VERSION
from tools import release, run

WHEEL = VERSION.replace("-dev", ".dev0")  # as PEP 440 writes it


# --- the wheel --------------------------------------------------------------------------------------------------------

BUILD = "import sys; from setuptools import build_meta; print(getattr(build_meta, sys.argv[1])(sys.argv[2]))"


def built_by(hook: str, project: Path, out: Path) -> Path:
    """What a hook of the build backend makes of a project's folder."""
    command = [sys.executable, "-c", BUILD, hook, out]
    done = subprocess.run(command, cwd=project, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return out / done.stdout.split()[-1]


@pytest.fixture(scope="module")
def copy(root, tmp_path_factory) -> Path:
    """A copy of what goes into the wheels."""
    copy = tmp_path_factory.mktemp("checkout")
    for part in ("host", "firmware"):
        shutil.copytree(root / part, copy / part, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "setup.py", "LICENSE"):
        shutil.copy(root / name, copy)
    (copy / "docs").mkdir()
    (copy / "docs/addresses.txt").write_text("releases = https://example.org/daldos\ndownloads = *(to be named)*\n")
    return copy


def released(copy, folder, umask: int) -> dict:
    """name -> wheel, of both projects, as a release makes them of the copy under a umask."""
    out = folder / "out"
    out.mkdir()
    files = "\0".join(str(file.relative_to(copy)) for file in sorted(copy.rglob("*")) if file.is_file())
    before = os.umask(umask)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(release, "ROOT", copy)
        patch.setattr(release, "git", lambda *words: files + "\0" if words[0] == "ls-files" else "1700000000")
        try:
            release.wheels(out, folder / "work")
        finally:
            os.umask(before)
    return {file.name.partition("-")[0]: file for file in out.iterdir()}


@pytest.fixture(scope="module")
def wheels(copy, tmp_path_factory) -> dict:
    """The companion's and the engine's."""
    return released(copy, tmp_path_factory.mktemp("released"), 0o022)


@pytest.fixture(scope="module")
def installed(wheels, tmp_path_factory) -> Path:
    """A folder with the companion's wheel's contents, as pip lays them out."""
    folder = tmp_path_factory.mktemp("site")
    zipfile.ZipFile(wheels["daldos_companion"]).extractall(folder)
    return folder


def said_by(code: str, folder: Path, *words: str, options=(), **run) -> str:
    """The output of a program in a separate Python, which must succeed."""
    command = [sys.executable, *options, "-c", code, *map(str, words)]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", **run)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_wheel_has_one_top_level_name_and_all_that_the_host_reads(installed, wheels, root):
    assert wheels["daldos_companion"].name.startswith(f"daldos_companion-{WHEEL}-py3-none-any")
    assert {path.name for path in installed.iterdir()} == {"daldos_companion", f"daldos_companion-{WHEEL}.dist-info"}
    inside = installed / "daldos_companion"
    assert {path.name for path in inside.iterdir()} == {"start.py", "host", "firmware"}
    for part in ("host", "firmware/lib"):
        for file in (root / part).rglob("*"):
            built = any(part == "__pycache__" or part.endswith(".egg-info") for part in file.parts)
            ours = file.suffix in (".md", ".toml", ".ini", ".cfg", ".pyc", ".in") or file.name == "LICENSE"
            if file.is_file() and not built and not ours and file.parent.name != "installed":
                assert (inside / file.relative_to(root)).exists(), file


def licence_of(file: Path, root: Path) -> str:
    """The first line of the licence nearest to a file of the checkout."""
    folder = next(folder for folder in file.parents if (folder / "LICENSE").exists())
    assert folder.is_relative_to(root), file
    return (folder / "LICENSE").read_text(encoding="utf-8").splitlines()[0]


@pytest.mark.parametrize("which", ["daldos_companion", "daldos_engine"])
def test_a_wheel_brings_the_licence_of_each_of_its_files_and_what_an_index_shows(which, wheels, root):
    archive = zipfile.ZipFile(wheels[which])
    about = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA")).removesuffix("METADATA")
    head, _, text = archive.read(about + "METADATA").decode().partition("\n\n")
    for field in ("Author", "Summary", "Keywords", "Requires-Python", "Classifier"):
        assert f"\n{field}: " in head, field
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert target.startswith(("https://", "#")), f"{target} leads nowhere on an index"
    whole = which == "daldos_companion"
    assert re.findall("\nProject-URL: (.*)", head) == ["Releases, https://example.org/daldos"]  # what is named
    minors = re.findall(r"\nClassifier: Programming Language :: Python :: 3\.(\d+)", head)
    assert [int(minor) for minor in minors] == list(range(run.OLDEST[1], 15))
    assert f"\nLicense-Expression: {'MIT AND OFL-1.1' if whole else 'MIT'}\n" in head
    assert archive.read(about + "licenses/LICENSE") == (root / "LICENSE").read_bytes()
    sources = root if whole else root / "firmware/lib"
    files = {name.removeprefix("daldos_companion/"): name for name in archive.namelist() if not name.startswith(about)}
    others = {file: licence for file in files if (licence := licence_of(sources / file, root)) != "MIT License"}
    assert bool(others) == whole  # the page's fonts have their own, and bring it
    for file, licence in others.items():
        assert file.startswith("host/web/page/fonts/") and file.endswith(".woff2")
        assert licence in archive.read(f"{about}licenses/host/web/page/fonts/LICENSE").decode()
    assert licence_of(root / "hardware/geometry.py", root) != "MIT License"  # it would be found


COMMAND = "import sys; sys.argv[0] = 'daldos'; from daldos_companion.start import main; main()"
BOAT = "import sys; sys.path.insert(0, sys.argv[1]); from host.web import server, boat; print(boat.__file__)"


def test_the_installed_command_plays_and_its_page_knows_its_board(installed):
    run = {"env": {**os.environ, "PYTHONPATH": str(installed)}}
    assert said_by(COMMAND, installed.parent, "--version", **run) == f"daldos, version {VERSION}\n"
    played = said_by(COMMAND, installed.parent, "sim", "--seed", "1", input="press\npress\nquit\n", **run)
    assert "B throws: press." in played
    said = said_by(BOAT, installed.parent, installed / "daldos_companion")
    assert said == f"{installed}/daldos_companion/host/web/boat.py\n"


def test_an_older_python_is_refused_before_anything_is_fetched(copy):
    old = "import runpy, sys; sys.version_info = (3, 9, 2); runpy.run_path('setup.py')"
    done = subprocess.run([sys.executable, "-c", old], cwd=copy, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (1, "daldos-companion needs Python 3.10 or newer; this is 3.9\n")


def test_nothing_is_left_where_it_was_uninstalled(wheels, tmp_path):
    home, venv = tmp_path / "home", tmp_path / "venv"
    home.mkdir()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    (site,) = run.sites(venv)
    (site / "tests.pth").write_text(sysconfig.get_path("purelib"))  # with what it depends on

    def there() -> set:
        return {*venv.rglob("*"), *home.rglob("*")}

    pip, before = run.pip_for(run.python_of(venv), run.ROOT), there()
    environment = {"PATH": str(venv / "bin"), "HOME": str(home)}
    for command in (
        [*pip, "install", "--quiet", "--no-deps", "--no-index", wheels["daldos_companion"]],
        [venv / "bin/daldos", "hint", "--first"],
        [*pip, "uninstall", "--quiet", "--yes", "daldos-companion"],
    ):
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    assert sorted(there() - before) == []


def test_a_release_makes_the_same_wheels_whatever_the_umask(wheels, copy, tmp_path):
    again = released(copy, tmp_path, 0o077)
    assert len(wheels) == 2 and wheels.keys() == again.keys()
    assert [name for name in wheels if wheels[name].read_bytes() != again[name].read_bytes()] == []


# --- the engine's own wheel -------------------------------------------------------------------------------------------


def test_the_engines_sdist_makes_the_same_wheel(wheels, root, tmp_path):
    shutil.copytree(root / "firmware/lib", tmp_path / "a/firmware/lib", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "sdist").mkdir()
    with tarfile.open(built_by("build_sdist", tmp_path / "a/firmware/lib", tmp_path / "sdist")) as sdist:
        sdist.extraction_filter = getattr(tarfile, "data_filter", None)  # 3.13 warns of having none
        sdist.extractall(tmp_path / "b/firmware")
    assert not (tmp_path / "a/firmware/lib/build").exists(), "a build leaves its files among the library's"
    again = built_by("build_wheel", tmp_path / f"b/firmware/daldos_engine-{WHEEL}", tmp_path)
    assert again.name == wheels["daldos_engine"].name
    assert [path.name for path in (tmp_path / "b").iterdir()] == ["firmware"], "it was built somewhere else"
    assert zipfile.ZipFile(again).namelist() == zipfile.ZipFile(wheels["daldos_engine"]).namelist()


def test_the_engines_wheel_holds_the_engine_and_nothing_else_and_plays(wheels, root, tmp_path):
    assert wheels["daldos_engine"].name == f"daldos_engine-{WHEEL}-py3-none-any.whl"
    archive, library = zipfile.ZipFile(wheels["daldos_engine"]), root / "firmware/lib"
    names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == {str(file.relative_to(library)) for file in library.glob("daldos/**/*.py")} | {"daldos/py.typed"}
    metadata = archive.read(f"daldos_engine-{WHEEL}.dist-info/METADATA").decode()
    assert metadata.endswith((library / "README.md").read_text(encoding="utf-8"))
    archive.extractall(tmp_path)
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from daldos import Game; import daldos; print(daldos.__file__);"
        "game = Game('naesheim'); game.opening_throw(2, 4); game.opening_throw(1, 3); game.throw(1, 2);"
        "print(*game.turns())"
    )
    said = said_by(code, tmp_path, tmp_path, options=("-I", "-S"))
    assert said == f"{tmp_path / 'daldos/__init__.py'}\nA1-M1-M3\n"
