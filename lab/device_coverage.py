"""Lines of the frozen firmware that the emulated Pico reaches in its tests.

lab.pico.reached notes every byte of bytecode that the interpreter fetches from the flash; the tables of the build
say which line each opcode is of (lab.bytecode). A line counts as reached if one of its opcodes
was fetched, the interpreter never sees a line without any. Functions in machine code (`@micropython.viper`) have
no lines.

    python -m lab device_coverage            # build, run the tests, print the lines that were not reached
    python -m lab device_coverage --again    # print those of the run before
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from lab.bytecode import BuildError, Function, functions
from lab.pico.flash import FLASH_BYTES, load_uf2
from lab.pico.reached import kept, name_of

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build/rp2-pico"
IMAGE = ROOT / "build/daldos-pico.uf2"
NOTED = ROOT / "build/reached"
GOAL = 95.0
# Flashing puts firmware of its own onto a plain MicroPython; the pairs of cuts run without the emulator.
TESTS = ["host_tests/pico", "--ignore=host_tests/pico/test_flash.py", "-k", "not every_pair_of_cuts"]
# The stories that reach what those do not.
STORIES = ["host_tests/pico/test_stories.py", "-k"] + [
    "wires_exchanged or a_stuck_hole or solo_ or wooden_ or hint or choice_of_modes or diagnose or what_has_the_board"
    " or lines_the_board or lost_rail or look_alike or dead_sensor or blind_and_seeing or wrong_piece or there_and_back"
    " or two_pieces_turned or chances or moved_before or deaf_hole or six_pieces or new_walk or one_turn_made"
    " or win_and_a_new or magnet_upside or three_pieces_off or mux_falls or during_undo or no_walk"
    " or offered_and_declined"
]
PARTS = ("companion/", "daldos/", "picohw/")
NOT_FIRMWARE = ("daldos/ai/nets/", "daldos/ai/tables/")  # data: a module is one constant


class Module:
    """path: as frozen. lines: number -> whether it was reached."""

    def __init__(self, path: str):
        self.path = path
        self.lines: dict = {}

    def add(self, function: Function, noted) -> None:
        for at, line in function.opcodes():
            self.lines[line] = self.lines.get(line, False) or bool(noted[at])

    def missed(self) -> list:
        """(line, its text) of what was not reached."""
        text = (ROOT / "firmware/lib" / self.path).read_text(encoding="utf-8").splitlines()
        return [(line, text[line - 1].strip()) for line in sorted(self.lines) if not self.lines[line]]


def modules(noted, build=BUILD) -> list:
    """The modules of the firmware that are frozen, by path."""
    found: dict = {}
    for function in functions(build):
        path = function.module
        if path.startswith(PARTS) and not path.startswith(NOT_FIRMWARE):
            found.setdefault(path, Module(path)).add(function, noted)
    return [found[path] for path in sorted(found)]


def share(found: list) -> tuple:
    """(lines reached, lines) of modules."""
    lines = [reached for module in found for reached in module.lines.values()]
    return sum(lines), len(lines)


def run() -> int:
    """Build the image and run the tests on it; pytest's status."""
    subprocess.run([sys.executable, ROOT / "tools/run.py", "build_uf2"], check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(NOTED, ignore_errors=True)
    settings = {**os.environ, "DALDOS_REACHED": str(NOTED), "DALDOS_UF2": str(IMAGE)}
    worst = 0
    for tests, long in ((TESTS, ""), (STORIES, "1")):
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *tests], cwd=ROOT, env={**settings, "DALDOS_LONG": long}, check=False
        )
        worst = max(worst, done.returncode)
    return worst


def percent(part: int, whole: int) -> str:
    """As text, never rounded up to all."""
    return f"{int(1000 * part / whole) / 10:.1f} %" if whole else "-"


def main() -> int:
    """The command line; exit status 1 if less than the goal is reached or a test failed."""
    parser = argparse.ArgumentParser(prog="python -m lab device_coverage", description=__doc__.split("\n")[0])
    parser.add_argument("--again", action="store_true", help="print the lines of the run before, and run nothing")
    arguments = parser.parse_args()
    status = 0 if arguments.again else run()
    try:
        flash = load_uf2(IMAGE)
        noted = kept(NOTED, name_of(flash.ljust(FLASH_BYTES, b"\xff")))
        if not any(noted):
            raise BuildError(f"{NOTED}: nothing noted of {IMAGE.name} as it is: run this without --again")
        found = modules(noted)
    except (BuildError, OSError) as error:
        print(f"device_coverage: {error}", file=sys.stderr)
        return 2
    for module in found:
        for line, text in module.missed():
            print(f"{module.path}:{line}: {text}")
    for module in found:
        print(f"{module.path:45} {percent(*share([module]))}")
    reached, lines = share(found)
    print(f"{reached} of {lines} lines reached: {percent(reached, lines)}")
    return 1 if status or 100 * reached < GOAL * lines else 0


if __name__ == "__main__":
    sys.exit(main())
