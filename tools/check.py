"""Run the tests and check the style, with all that they need: tools/test.sh [--nightly] [arguments of pytest]

tools/programs.py has a table of the programs that they need, and gets those that this machine lacks. Tests of what
cannot be had are skipped; their number and the reason are printed first. Where CI is set, they fail, if the table does
not allow it.
With --nightly the tests run with their long settings, for hours, and tools/machines.sh tries the commands on fresh
systems. Nothing is written outside of build/ and .venv, but what Python has compiled.
"""

import atexit
import os
import subprocess
import sys
from subprocess import DEVNULL, PIPE

from tools import programs
from tools.micropython import unix
from tools.run import ROOT, SetupError, say


def main(arguments: list) -> int:
    """Run everything; the exit status."""
    nightly = "--nightly" in arguments
    temporary = ROOT / "build/tmp"
    temporary.mkdir(parents=True, exist_ok=True)
    os.environ.update(TMPDIR=str(temporary), XDG_CACHE_HOME=str(ROOT / "build/cache"))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of programs are started, each with the same modules
    say("== Python", sys.version.split()[0])
    words = [word for word in arguments if word != "--nightly"]
    for name, row in programs.PROGRAMS.items():
        if row.packages:
            try:
                programs.bring(name)
            except SetupError as error:
                say("==", error if row.always else str(error).splitlines()[-1])
    # What each worker would otherwise compile, or wait for, is made at once, beside what needs none of it.
    collecting = None if words else started("-m", "pytest", "--collect-only", "-q")
    try:
        os.environ["MICROPYTHON"] = str(unix())
        say("== MicroPython", os.environ["MICROPYTHON"])
    except SetupError as error:
        say(error)
    if collecting:
        atexit.register(started("tools/run.py", "build_uf2").wait)
        said = collecting.communicate()[0]
        for line in said.splitlines():
            if line.startswith("to be skipped"):
                say("==", line)
    # a worker per core and one more, since tests wait for browsers and programs; each gets neighbouring files, and an
    # idle one takes from another
    workers = str((os.cpu_count() or 1) + 1)
    steps = [["-m", "pytest", "-n", workers, "--dist", "worksteal", *words]]
    if nightly:
        os.environ["DALDOS_LONG"] = "1"
        steps.append(["tools/run.py", "machines"])
    steps += [["-m", "ruff", "check"], ["-m", "ruff", "format", "--check"]]
    failed = 0
    for step in steps:
        say("==", *step[1:])
        status = subprocess.run([sys.executable, *step], cwd=ROOT, check=False).returncode
        failed = failed or status
    return failed


def started(*words: str) -> subprocess.Popen:
    """A program of this Python that runs silently; what needs its result tells what fails."""
    return subprocess.Popen([sys.executable, *words], cwd=ROOT, stdout=PIPE, stderr=DEVNULL, text=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
