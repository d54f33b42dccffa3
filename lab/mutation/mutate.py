"""Mutation testing: how many small changes of the firmware does a test notice?

    tools/mutate.sh                                # a sample of each module's mutants
    tools/mutate.sh --count 0 daldos/legal.py      # all of one module
    tools/mutate.sh --again -k texts --most 60     # those that survived, with these tests only
    tools/mutate.sh --again --written              # the same, once tests have been written for them
    tools/mutate.sh --page > docs/mutation.md      # the page of what the last runs found

mutmut makes the mutants (lab/mutation/mutants.py); a sample of each module's is drawn by a seed. A mutant meets the
tests that `TESTS` has for its package, in that order, until one fails or takes 20 seconds of the processor, or the time
for one mutant is up. Tests that fail without any mutant are refused.
"""

import argparse
import json
import os
import resource
import signal
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tools.run import beside

ROOT = Path(__file__).resolve().parents[2]
LIB = ROOT / "firmware/lib"
BUILD = ROOT / "build/mutation"
RESULTS = BUILD / "results.json"

# The modules that are mutated,
MODULES = {
    "daldos": "rules position packing turns legal turn notation why game record",
    "companion/tracking": "changes mending remaining suspects touches tracker",
    "companion/play": "session referee gestures modes match journal situation showing",
    "companion/sensing": "sensing monitor lines selftest calibration configured",
}
# and the tests that are to notice, the quick ones first: of a module, or of its package.
TESTS = {
    "daldos": "shared/test_refusals docs shared/test_api rules_campaign shared/test_engine oracle guidance "
    "shared/test_packing packing legal why",
    "daldos/game.py": "shared/test_refusals shared/test_api shared/test_engine match oracle",
    "companion/tracking": "guidance remaining shared/test_tracker scripts tracker situations",
    "companion/play": "session_edges scripts events situations answers dice match texts",
    "companion/storage/journal.py": "journal_edges journal match resume scripts",
    "companion/game/match.py": "journal_edges match scripts journal resume",
    "companion/sensing": "configured shared/test_sensing scripts sensing selftest wirefaults",
}
LEFT_OUT = "not worst and not every_cut_of_every_write"  # what takes long and tells the same
HANGS_S = 20


def modules(wanted: list) -> list:
    """The modules to mutate, as paths under firmware/lib."""
    known = [f"{folder}/{name}.py" for folder, names in MODULES.items() for name in names.split()]
    for name in wanted:
        if name not in known:
            raise SystemExit(f"mutate: {name!r}: expected one of {', '.join(known)}")
    return wanted or known


def files(module: str) -> list:
    """The test files for a module."""
    names = TESTS.get(module) or TESTS[module.rpartition("/")[0]]
    return [f"host_tests/{'' if '/' in name else 'test_'}{name}.py" for name in names.split()]


class Run:
    """The plugin of pytest that has the tests collected, and then does all the rest in their place."""

    def __init__(self, names: list, count: int, seed: int, most_s: float, again: bool, written: bool):
        self.names = names
        self.count = count
        self.again = again
        self.written = written
        self.seed = seed
        self.most_s = most_s
        self.status = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session) -> bool:
        from lab.mutation.mutants import mutants

        for name in self.names:
            __import__(name[:-3].replace("/", "."))
        results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
        sound = set()
        for name in self.names:
            of_file: dict = {}
            for item in session.items:
                of_file.setdefault(item.nodeid.partition("::")[0], []).append(item)
            items = [item for file in files(name) for item in of_file.get(file, ())]
            before = results.get(name, {}).get("mutants", []) if self.again else []
            left = [one for one in before if not one["by"]]
            if self.again and not (items and left):
                continue
            if files(name)[0] not in sound:
                said = forked(lambda items=items: failing(None, items, self.most_s))
                if said != "none":
                    print(f"mutate: without any mutant {said or 'a test'} fails or hangs", file=sys.stderr)
                    self.status = 1
                    return True
                sound.add(files(name)[0])
            if self.again:
                told = before
                sample, _ = mutants(LIB / name, len(before), results[name]["seed"])
                if len(found_again(left, sample)) < len(left):
                    sample, _ = mutants(LIB / name, 0, 0)  # the module has changed since
                for one, mutant in found_again(left, sample):
                    one.update(self._tried(mutant, items))
                    if one["by"] and self.written:
                        one["since"] = True
            else:
                sample, total = mutants(LIB / name, self.count, self.seed)
                told = [self._tried(mutant, items) for mutant in sample]
                results[name] = {"all": total, "seed": self.seed, "mutants": told}
            RESULTS.write_text(json.dumps(results, indent=1))
            killed = sum(one["by"] != "" for one in told)
            print(
                f"{name}: {killed} of {len(told)} killed; there are {results[name]['all']}", file=sys.stderr, flush=True
            )
        return True

    def _tried(self, mutant, items: list) -> dict:
        # What the results have of a mutant; `by` is the test that killed it.
        said = forked(lambda: failing(mutant, items, self.most_s))
        by = "" if said == "none" else said or "time"
        if not by:
            print(f"  {mutant.path.relative_to(LIB)}:{mutant.line}: {mutant.was} => {mutant.now}", file=sys.stderr)
            sys.stderr.flush()
        return {"number": mutant.number, "line": mutant.line, "was": mutant.was, "now": mutant.now, "by": by}


def found_again(left: list, everything: list) -> list:
    """(result, mutant) of each result whose mutant there still is: of the same text, and of its number if it can be."""
    pairs = []
    for one in left:
        same = [mutant for mutant in everything if (mutant.was, mutant.now) == (one["was"], one["now"])]
        same.sort(key=lambda mutant: mutant.number != one["number"])
        pairs += [(one, mutant) for mutant in same[:1]]
    return pairs


def forked(work) -> str:
    """What `work()` returns, done in a process of its own; '' if it does not come to its end."""
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

    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    if mutant and not mutant.put():
        return "none"
    began = time.process_time()
    for item, following in zip(items, [*items[1:], None], strict=True):
        signal.setitimer(signal.ITIMER_PROF, HANGS_S)  # nobody handles it: the process ends
        if any(report.failed for report in runtestprotocol(item, nextitem=following, log=False)):
            return item.nodeid
        if time.process_time() - began > most_s:
            break
    return "none"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tools/mutate.sh", description=__doc__.split("\n")[0])
    parser.add_argument("modules", nargs="*", help="such as daldos/legal.py (default: all)")
    parser.add_argument("--count", type=int, default=20, help="mutants of each, 0 for all (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the samples (default %(default)s)")
    parser.add_argument("--most", type=float, default=25, help="seconds of tests for a mutant (default %(default)s)")
    parser.add_argument("--again", action="store_true", help="only those that survived the run before")
    parser.add_argument("--written", action="store_true", help="with --again: by tests written since, counted apart")
    parser.add_argument("-k", default="", help="of the tests only these, as pytest understands it")
    parser.add_argument("--page", action="store_true", help="print docs/mutation.md from the results, and run nothing")
    arguments = parser.parse_args()
    if arguments.page:
        from lab.mutation import page

        print(page.text(json.loads(RESULTS.read_text()), modules([])), end="")
        return 0
    names = modules(arguments.modules)
    BUILD.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT)
    tests = {file: 0 for name in names for file in files(name)}
    run = Run(names, arguments.count, arguments.seed, arguments.most, arguments.again, arguments.written)
    chosen = f"({arguments.k}) and {LEFT_OUT}" if arguments.k else LEFT_OUT
    return pytest.main(["-q", "-s", "-p", "no:xdist", "-k", chosen, *tests], plugins=[run]) or run.status


if __name__ == "__main__":
    sys.path.insert(0, str(beside("requirements-mutation.lock", BUILD / "packages")))
    # Test modules are compiled once, whatever the environment says.
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(BUILD / "cache")
    sys.exit(main())
