"""Print the path of a MicroPython for this machine (the unix port), and build it if there is none: tools/micropython.sh

$MICROPYTHON if set, else `micropython` on PATH, else build/micropython. Its source is $MICROPYTHON_SOURCE if set, else
build/src/micropython, got from Debian's packages or from MicroPython's git repository. gcc and make
are unpacked into build/tools where they are missing.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.debian import unpack_source
from tools.filelock import held
from tools.programs import bring
from tools.run import ROOT, SetupError, say

VERSION = "1.25"  # the source's, and so that of the image and the unix port built here
OLDEST = (1, 22)  # version of an existing unix port that is accepted
BUILT = ROOT / "build/micropython"
SOURCE = ROOT / "build/src/micropython"
GIT = "https://github.com/micropython/micropython.git"
# For every build: the date of the release, not of the day; with the ceiling, not the project's own git version; sets in
# the same order each time, for MicroPython writes the names of a pin from one; and the warnings of compilers newer than
# the source end nothing.
BUILDING = {"SOURCE_DATE_EPOCH": "1744675200", "PYTHONHASHSEED": "0", "CFLAGS_EXTRA": "-Wno-error"}


def version_of(source: Path) -> str:
    """MAJOR.MINOR of a source tree, or an empty string if it is none."""
    try:
        text = (source / "py/mpconfig.h").read_text(encoding="utf-8")
    except OSError:
        return ""
    return ".".join(re.findall(r"^#define MICROPY_VERSION_M\w+ (\d+)", text, re.MULTILINE)[:2])


def source() -> Path:
    """The folder of MicroPython's source, got first if it is not there."""
    named = os.environ.get("MICROPYTHON_SOURCE")
    if named:
        if not version_of(Path(named)):
            raise SetupError(f"MICROPYTHON_SOURCE={named} is not a source tree of MicroPython (no py/mpconfig.h)")
        return Path(named).resolve()
    if version_of(SOURCE) == VERSION:
        return SOURCE
    for way in (from_debian, from_git):
        try:
            way()
        except (SetupError, OSError) as error:
            say(f"micropython: {way.__name__.replace('_', ' ')}: {error}")
        if version_of(SOURCE) == VERSION:
            return SOURCE
    raise SetupError(f"Get the source of MicroPython {VERSION} by other means: MICROPYTHON_SOURCE=/path/to/micropython")


def from_debian() -> None:
    """The source that Debian trixie has."""
    unpack_source(SOURCE, "micropython")


def from_git() -> None:
    """The source by its tag."""
    if shutil.which("git") is None:
        raise SetupError("there is no git")
    say("getting the source from git ...")
    shutil.rmtree(SOURCE, ignore_errors=True)
    options = ["-c", "advice.detachedHead=false", "clone", "--quiet", "--depth", "1", "--branch", f"v{VERSION}.0"]
    subprocess.run(["git", *options, GIT, str(SOURCE)], check=False)


def logged(name: str, *commands, **environment) -> None:
    """Run commands with their output in build/NAME.log; SetupError with its last lines if one fails."""
    log = ROOT / "build" / (name + ".log")
    say(f"building, log in {log} ...")
    ceiling = {"GIT_CEILING_DIRECTORIES": str(ROOT / "build")}
    with open(log, "w", encoding="utf-8") as out:
        for command in commands:
            words = [str(word) for word in command]
            done = subprocess.run(
                words,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                env={**os.environ, **BUILDING, **ceiling, **environment},
                check=False,
            )
            if done.returncode:
                last = "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-30:])
                raise SetupError(f"{last}\nThe build failed: {log} has all of it")


def is_good(micropython) -> bool:
    """Whether it runs, and is MicroPython and not too old."""
    code = "import sys; i = sys.implementation; print(i.name, i.version[:2] >= %r)" % (OLDEST,)
    try:
        done = subprocess.run([str(micropython), "-c", code], capture_output=True, check=False)
    except OSError:
        return False
    return done.stdout.split() == [b"micropython", b"True"]


def unix() -> Path:
    """The path of a MicroPython, built first if there is none."""
    named = os.environ.get("MICROPYTHON")
    found = Path(shutil.which(named or "micropython") or named or "micropython").absolute()
    if is_good(found):
        return found
    if named:
        raise SetupError(f"MICROPYTHON={named} does not run, or is not MicroPython {OLDEST[0]}.{OLDEST[1]} or newer")
    with held(ROOT / "build/micropython.lock"):
        if is_good(BUILT):
            return BUILT
        bring("path", "compiler")
        port, build = source() / "ports/unix", ROOT / "build/unix"
        # Nothing that needs a submodule of MicroPython.
        without = ["MICROPY_PY_SSL=0", "MICROPY_SSL_MBEDTLS=0", "MICROPY_PY_FFI=0", "MICROPY_PY_BTREE=0"]
        jobs = str(os.cpu_count() or 1)
        logged("unix", ["make", "-j", jobs, "-C", port, f"BUILD={build}", "FROZEN_MANIFEST=", *without])
        if not is_good(build / "micropython"):
            raise SetupError(f"{build / 'micropython'} was built and does not run")
        shutil.copy(build / "micropython", BUILT.with_suffix(".new"))
        BUILT.with_suffix(".new").replace(BUILT)
    return BUILT


if __name__ == "__main__":
    if sys.argv[1:]:
        print(__doc__.strip())
        sys.exit(2)
    print(unix())
