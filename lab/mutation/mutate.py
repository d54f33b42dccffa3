"""Mutation testing: how many small changes of the product does a test notice?

    python -m lab mutate                                # a sample of the mutants of each module of engine and core
    python -m lab mutate --count 0 daldos/reach.py      # all of one module
    python -m lab mutate host/games                     # of each module of a folder

mutmut makes the mutants (lab/mutation/mutants.py); a seed draws a sample of each module's. All tests that run in this
process are run once to see which functions each of them calls and how long it takes. A mutant is then run against the
tests that call its function, quickest first, until one fails, takes 20 processor seconds or a minute, or the
mutant's time is up. Tests in a browser take too long for this: what they alone would notice counts as survived, and
what they alone call is marked. The last line weights each module by its number of mutants.
"""

import builtins
import json
import math
import os
import resource
import signal
import sys
import tempfile
import time
from pathlib import Path

import pytest

from lab.arguments import parser, say
from tools.run import beside

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/mutation"
CALLS = BUILD / "calls.json"
OTHERS = (
    "documented engine_page flash hardware_solids imports owners package recipes release shared stubs tools webassembly"
)
"""Files of tests that call no function of PARTS in this process."""
ELSEWHERE = ("host_tests/pico/", *(f"host_tests/test_{name}.py" for name in OTHERS.split()))
TESTS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "host_tests").glob("**/test_*.py"))
TESTS = [path for path in TESTS if not path.startswith(ELSEWHERE)]
BROWSER = "started_browser"  # a fixture
PARTS = ("firmware/lib/daldos", "firmware/lib/companion", "host/games", "host/far", "host/web")
ALL = ["daldos", "companion", "host"]
# data, and code that only MicroPython compiles
LEFT_OUT = ("daldos/ai/nets/", "daldos/ai/tables/")
HANGS_S = 20  # of the processor
WHICH = "such as daldos/reach.py or host/web (default: all of daldos and companion); no test in a browser is run"
WAITS_S = 60  # by the clock, for what does not come


def modules(wanted: list) -> dict:
    """Name -> path of the modules to mutate: all of engine and core, or those wanted, by name or folder."""
    files = [file for part in PARTS for file in sorted((ROOT / part).rglob("*.py")) if file.name != "__init__.py"]
    known = {file.relative_to(ROOT).as_posix().removeprefix("firmware/lib/"): file for file in files}
    known = {name: file for name, file in known.items() if not name.startswith(LEFT_OUT)}
    for name in wanted:
        if not any(f"{one}/".startswith(f"{name}/") for one in known):
            raise SystemExit(f"mutate: {name!r}: expected a module or folder, such as {', '.join(list(known)[:3])}")
    wanted = wanted or ["daldos", "companion"]
    return {one: file for one, file in known.items() if any(f"{one}/".startswith(f"{name}/") for name in wanted)}


class Run:
    """A pytest plugin that lets the tests be collected, and then runs the mutants instead."""

    def __init__(self, names: dict, arguments):
        self.names = names
        self.arguments = arguments

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session) -> bool:
        from lab.mutation.mutants import mutants

        for name in modules(ALL):
            __import__(name[:-3].replace("/", "."))
        items = [item for item in session.items if BROWSER not in item.fixturenames]
        calls = self._calls(items)
        given = self.arguments
        tried = []
        for name in self.names:
            sample, every = mutants(self.names[name], given.count, given.seed)
            killed = 0
            for mutant in sample:
                near = self._near(mutant, items, calls)
                if forked(lambda mutant=mutant, near=near: failing(mutant, near, given.most)) != "none":
                    killed += 1
                else:
                    say(f"  {name}:{mutant.line}: {mutant.was} => {mutant.now}{'' if near else ' (no test calls it)'}")
            tried.append((killed, len(sample), every))
            say(share_text(name, tried[-1:]))
        print(share_text("all", tried))
        return True

    def _calls(self, items: list) -> dict:
        # Test -> (seconds, functions that it calls as "path line"), kept as long as no file is newer.
        newest = max(
            file.stat().st_mtime for part in ("firmware", "host", "host_tests") for file in (ROOT / part).rglob("*.py")
        )
        if CALLS.exists() and CALLS.stat().st_mtime > newest:
            return json.loads(CALLS.read_text())
        say(f"mutate: running {len(items)} tests once to see what each calls")
        found = forked(lambda: json.dumps(called(items)))
        if not found:
            raise SystemExit("mutate: the tests do not come to their end without any mutant")
        CALLS.write_text(found)
        return json.loads(found)

    def _near(self, mutant, items: list, calls: dict) -> list:
        # The tests that call what is changed, quickest first.
        changed = {f"{mutant.path} {line}" for line in mutant.lines()}
        near = [item for item in items if changed & set(calls.get(item.nodeid, (0, ()))[1])]
        return sorted(near, key=lambda item: calls[item.nodeid][0])


def called(items: list) -> dict:
    """Run the tests; of each that passes, the seconds it takes and the functions of PARTS that it calls."""
    from _pytest.runner import runtestprotocol

    from lab.mutation.mutants import note_calls

    found: dict = {}
    names: set = set()
    builtins.__note__ = names.add  # type: ignore[attr-defined]
    note_calls(list(modules(ALL).values()), "__note__")
    for item, following in zip(items, [*items[1:], None], strict=True):
        names.clear()
        began = time.monotonic()  # some wait more than they compute
        reports = runtestprotocol(item, nextitem=following, log=False)
        took = time.monotonic() - began
        if all(report.passed for report in reports):
            found[item.nodeid] = (took, sorted(names))
        elif any(report.failed for report in reports):
            say(f"mutate: left out, for it fails without any mutant: {item.nodeid}")
    return found


def forked(work) -> str:
    """The result of `work()` in a forked process; '' if it does not finish."""
    with tempfile.TemporaryFile("w+") as out:
        child = os.fork()
        if not child:
            try:
                quiet = os.open(os.devnull, os.O_WRONLY)
                os.dup2(quiet, 1)
                out.write(work())
                out.flush()
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        out.seek(0)
        return out.read()


def failing(mutant, items: list, most_s: float) -> str:
    """The first test that fails with the mutant, or none."""
    from _pytest.runner import runtestprotocol

    resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, 4 << 30))  # what is only reserved, as by wasmtime, is free
    if not mutant.put():
        return "none"
    began = time.process_time()
    for item, following in zip(items, [*items[1:], None], strict=True):
        signal.setitimer(signal.ITIMER_PROF, HANGS_S)  # uncaught: the process ends
        signal.setitimer(signal.ITIMER_REAL, WAITS_S)
        if any(report.failed for report in runtestprotocol(item, nextitem=following, log=False)):
            return item.nodeid
        if time.process_time() - began > most_s:
            break
    return "none"


def share_text(name: str, tried: list) -> str:
    """How many mutants were killed, of (killed, tried, all) for each module; the share of all mutants of these modules,
    with its standard error."""
    share = variance = 0.0
    everything = sum(every for _, _, every in tried)
    for k, n, every in tried:
        if n:
            weight, p = every / everything, k / n
            share += weight * p
            variance += weight**2 * p * (1 - p) / max(1, n - 1) * (1 - n / every)
    killed, count = (sum(one[which] for one in tried) for which in (0, 1))
    weighed = f"{100 * share:.1f} % +- {100 * math.sqrt(variance):.1f}"
    return f"{name}: {killed} of {count} killed; there are {everything}: {weighed} of them"


def main() -> int:
    """The command line."""
    top = parser("mutate", __doc__, seeded=False)
    top.add_argument("modules", nargs="*", help=WHICH)
    top.add_argument("--count", type=int, default=20, help="mutants of each, 0 for all (default %(default)s)")
    top.add_argument("--seed", type=int, default=1, help="of the samples (default %(default)s)")
    top.add_argument("--most", type=float, default=25, help="seconds of tests for a mutant (default %(default)s)")
    arguments = top.parse_args()
    sys.path.insert(0, str(beside("requirements-mutation.lock", BUILD / "packages")))
    # Test modules are compiled once, whatever the environment says.
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(BUILD / "cache")
    names = modules(arguments.modules)
    BUILD.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT)
    # plain: nobody reads why a test fails, which takes long to say
    return pytest.main(["-q", "-s", "-p", "no:xdist", "--assert=plain", *TESTS], plugins=[Run(names, arguments)])
