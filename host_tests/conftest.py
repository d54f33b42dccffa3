"""Fixtures for all tests: the project's folder, and the runtimes for the firmware."""

import gc
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from host_tests.written import read_again  # before anything else that writes records

# isort: split
from host.sim import wires
from tools import programs
from tools.npm import packages
from tools.run import SetupError

# tests expect English, whatever the locale; host_tests/test_words.py tests the other languages
os.environ["LC_ALL"] = "C.UTF-8"
GAMES = os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="daldos-tests-")
"""Keeps games out of the user's folder; removed at the end."""
# a shell starts background jobs with Ctrl-C ignored, which a test's processes would inherit
signal.signal(signal.SIGINT, signal.default_int_handler)
MISSING = programs.missing()
"""Of tools/programs.py, what this machine has not; what is unpacked is found from now on."""
FSYNC = os.fsync
"""The real one, for tests of what is kept."""
os.fsync = lambda fd: None  # no other test cuts power; lab/whole/disk.py simulates syncing

ROOT = Path(__file__).resolve().parent.parent
DALDOS = [sys.executable, str(ROOT / "tools/daldos.py")]
"""The command line as a process of its own; `daldos` runs it within this one."""
NIGHTLY = os.environ.get("DALDOS_LONG") == "1"
"""Whether everything is wanted, however long it takes: tools/test.sh --nightly."""
TAPE = ROOT / "host_tests/tape.py"
FIRMWARE_PATH = ":".join(str(ROOT / folder) for folder in ("firmware/lib", "firmware", "host_tests/shared"))


_drawn: dict = {}


def drawn(random, noise: float, draw=wires.errors) -> list:
    """What a simulated board draws at its start, kept for the next board of the same seed."""
    before = random.getstate(), noise
    if before not in _drawn:
        if len(_drawn) >= 100:
            del _drawn[next(iter(_drawn))]
        _drawn[before] = draw(random, noise), random.getstate()
    errors, after = _drawn[before]
    random.setstate(after)
    return errors


wires.errors = drawn


def got(name: str) -> Path:
    """The npm packages that tools/NAME pins; where they cannot be fetched that is a skip."""
    try:
        return packages(name)
    except SetupError as error:
        pytest.skip(str(error))


def few(cases, count: int) -> list:
    """This many of the cases, evenly spread; all of them at night."""
    cases = list(cases)
    return cases if NIGHTLY else [cases[k * len(cases) // count] for k in range(count)]


def daldos(*args: str, stdin: "str | bytes" = "") -> "subprocess.CompletedProcess[str]":
    """Run the command line within this process; returns status and output."""
    import host.cli.main

    given = stdin if isinstance(stdin, bytes) else stdin.encode()
    streams = [io.TextIOWrapper(io.BytesIO(data), "utf-8", newline="") for data in (given, b"", b"")]
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        try:
            host.cli.main.main([str(arg) for arg in args])
            pytest.fail("the command has not exited")
        except SystemExit as end:  # not kept: a folder is unlocked once the frames with its store are freed
            status = end.code
    for stream in streams[1:]:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode() for stream in streams[1:])
    return subprocess.CompletedProcess(args, status, out, err)


def children() -> set:
    """The running child processes, except the browser's driver, which tests share."""
    found = set()
    for task in Path("/proc/self/task").glob("*/children"):
        try:
            pids = task.read_text().split()
        except OSError:  # the thread has ended
            continue
        for pid in pids:
            try:
                command = Path(f"/proc/{pid}/cmdline").read_bytes()
                if b"resource_tracker" not in command and b"playwright" not in command:
                    found.add(int(pid))
            except OSError:  # the process has ended
                pass
    return found


@pytest.fixture(autouse=True)
def reaped():
    """Stop all programs started by a test, even if it fails."""
    before = children()
    yield
    for pid in children() - before:
        with suppress(ProcessLookupError):  # it has ended meanwhile
            os.kill(pid, signal.SIGKILL)


class Runtime:
    """A Python in a separate process, with the firmware and the shared tests on its path.

    >>> micropython.run("-c", "import daldos.geometry").returncode
    0
    """

    def __init__(self, binary: str, path_variable: str):
        self.binary = binary
        self.env = {**os.environ, path_variable: FIRMWARE_PATH, "PYTHONIOENCODING": "utf-8"}

    def run(self, *args: "str | Path", stdin: str = "", timeout_s: float = 300) -> "subprocess.CompletedProcess[str]":
        """Run it with `args`, its output captured as text; the caller looks at `returncode`."""
        command = [self.binary, *map(str, args)]
        return subprocess.run(
            command, input=stdin, capture_output=True, encoding="utf-8", env=self.env, timeout=timeout_s, check=False
        )


@pytest.fixture(autouse=True)
def records_stay():
    """Every record that a test writes is read and written again to the same bytes."""
    yield
    read_again()


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def cpython() -> Runtime:
    """The Python that runs the tests."""
    return Runtime(sys.executable, "PYTHONPATH")


@pytest.fixture(scope="session")
def micropython() -> Runtime:
    """MicroPython: $MICROPYTHON as tools/test.sh sets it, or one built earlier, or on PATH."""
    built = ROOT / "build/micropython"
    binary = os.environ.get("MICROPYTHON") or (str(built) if built.exists() else shutil.which("micropython"))
    if not binary:
        pytest.skip("no MicroPython here: tools/micropython.sh gets one")
    return Runtime(binary, "MICROPYPATH")


@pytest.fixture(scope="session")
def tapes(micropython):
    """play(tape, seed): what a tape of taped.py prints on MicroPython, in one process for all."""
    command = [micropython.binary, "-X", "heapsize=4M", TAPE]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8", env=micropython.env) as process:

        def play(tape: Path, seed: int) -> str:
            late = threading.Timer(300, process.kill)
            late.start()
            print(tape, seed, file=process.stdin, flush=True)
            lines = [""]
            while lines[-1] != "END\n":
                lines.append(process.stdout.readline())
                assert lines[-1], lines
            late.cancel()
            return "".join(lines)

        yield play
        process.kill()


@pytest.fixture(scope="session")
def image() -> Path:
    """build/daldos-pico.uf2 of the firmware as it is now, or $DALDOS_UF2."""
    try:
        import lab.pico.bench  # noqa: F401
    except ImportError as error:
        pytest.skip(f"no emulator here: {error}; tools/test.sh installs it")
    if os.environ.get("DALDOS_UF2"):
        return Path(os.environ["DALDOS_UF2"])
    command = [sys.executable, ROOT / "tools/run.py", "build_uf2"]
    built = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if built.returncode:
        pytest.skip(f"no image of the firmware to be had here: {built.stderr.strip().splitlines()[-1:]}")
    return Path(built.stdout.strip().splitlines()[-1])


@pytest.fixture(scope="session")
def long_run() -> bool:
    """Whether this is the nightly run."""
    return NIGHTLY


class InNode(Runtime):
    """MicroPython's WebAssembly port in node, with the rooms of the page's Worker. image: of these."""

    def __init__(self, port: Path, image: Path):
        super().__init__("node", "MICROPYPATH")
        self._command = [ROOT / "host_tests/wasm/run.mjs", port / "micropython.mjs", image]

    def run(self, *args: "str | Path", stdin: str = "", timeout_s: float = 300) -> "subprocess.CompletedProcess[str]":
        """A program, the first of `args` if it is not on `stdin`."""
        program, args = (stdin, args) if stdin else (Path(args[0]).read_text(encoding="utf-8"), args[1:])
        return super().run(*self._command, *args, stdin=program, timeout_s=timeout_s)


@pytest.fixture(scope="session")
def webassembly(tmp_path_factory) -> InNode:
    """The WebAssembly port, as the page's Worker has it."""
    from tools import site

    got("wasm")
    image = tmp_path_factory.mktemp("rooms") / "rooms"
    image.write_bytes(site.rooms(site.modules(site.WORKER, "daldos.selfplay")))
    return InNode(site.port(), image)


def pytest_collection_finish():
    """Keep what is loaded by now out of every later garbage collection, which would take half a second."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure():
    """Free it at the end: else manifold3d lists all forms that are still there as leaked."""
    gc.unfreeze()
    shutil.rmtree(GAMES, ignore_errors=True)


def needed(item) -> set:
    """The rows of tools/programs.py that a test needs: by a fixture, or by its mark `needs`."""
    marked = {name for mark in item.iter_markers("needs") for name in mark.args}
    return marked | {name for name, row in programs.PROGRAMS.items() if {*row.fixtures} & {*item.fixturenames}}


def pytest_terminal_summary(terminalreporter, config):
    """When tests are only collected, how many will be skipped, and why: tools/check.py prints it before they run."""
    if config.option.collectonly:
        counts = config.stash.get(SKIPPED, {})
        for report in terminalreporter.stats.get("skipped", ()):  # whole files
            reason = report.longrepr[2].removeprefix("Skipped: ")
            counts[reason] = counts.get(reason, 0) + 1
        for reason, count in counts.items():
            terminalreporter.write_line(f"to be skipped: {count}: {reason}")


SKIPPED = pytest.StashKey[dict]()
ALLOWED = [programs.why(name) for name, row in programs.PROGRAMS.items() if not row.always]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """In CI nothing is skipped but what the table of programs allows."""
    report = yield
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if reason not in ALLOWED:
            report.outcome, report.longrepr = "failed", f"skipped in CI: {reason}"
    return report


def pytest_collection_modifyitems(config, items):
    """Skip what needs a program that is not there, and leave the tests marked `nightly` to the nightly setting.

    Long ones come first, so that all workers end together; of these last what needs the image, for it is being built
    meanwhile.
    """
    later = [] if NIGHTLY or config.option.markexpr else [item for item in items if item.get_closest_marker("nightly")]
    if later:
        config.hook.pytest_deselected(items=later)
        items[:] = [item for item in items if item not in set(later)]
    skipped = config.stash.setdefault(SKIPPED, {})
    for item in items:
        for name in sorted(needed(item) & MISSING.keys())[:1]:
            item.add_marker(pytest.mark.skip(MISSING[name]))
            skipped[MISSING[name]] = skipped.get(MISSING[name], 0) + 1
    order = {"web": 0, "pico": 1}  # what takes the whole game is together, for a worker plays it once
    items.sort(key=lambda item: (order.get(item.path.parent.name, 2), "whole_game" not in item.fixturenames))


def mosquitto_in(folder, kind):
    """A broker of lab.mosquitto that runs."""
    broker = kind(folder, shutil.which("mosquitto"))
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture
def mosquitto(tmp_path):
    """See mosquitto_in."""
    from lab.mosquitto import Mosquitto

    folder = tmp_path / "broker"
    folder.mkdir()
    yield from mosquitto_in(folder, Mosquitto)
