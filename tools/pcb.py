"""Check the circuit boards in hardware/pcb/kicad with KiCad and make what a maker needs of them: tools/pcb.sh [--check]

KiCad 9 or newer comes from tools/kicad.sh. Any finding of the rules, of the schematic against the board, or of the
schematic itself ends it with status 1. With --check nothing is written: what is committed is compared and checked.
"""

import re
import shutil
import subprocess
import sys

from tools.kicad import kicad
from tools.run import ROOT, SetupError

WORK = ROOT / "build/pcb"
PCB = ROOT / "hardware/pcb"
LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,B.Paste,F.SilkS,B.SilkS,Edge.Cuts"


def module(name: str, *arguments) -> None:
    """Run a module of the project; SetupError if it fails, after its output."""
    command = [sys.executable, str(ROOT / "tools/run.py"), "--inside", name, *map(str, arguments)]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        raise SetupError(f"{name} failed")


def board(name: str, program: str, check: bool) -> None:
    """Check one board, and export or compare its files."""

    def run(*words, report: str = "") -> None:
        done = subprocess.run([program, *words], cwd=WORK / "kicad", stdout=subprocess.DEVNULL, check=False)
        if done.returncode:
            raise SetupError((WORK / "kicad" / report).read_text() if report else f"kicad-cli {words} failed")

    print("==", name, flush=True)
    pcb, sch = f"{name}.kicad_pcb", f"{name}.kicad_sch"
    findings = ("--severity-all", "--exit-code-violations", "--output")
    run("pcb", "drc", "--schematic-parity", *findings, f"drc-{name}.txt", pcb, report=f"drc-{name}.txt")
    run("sch", "erc", *findings, f"erc-{name}.txt", sch, report=f"erc-{name}.txt")
    run("pcb", "export", "gerbers", "--layers", LAYERS, "--no-protel-ext", "--output", "gerbers", pcb)
    run("pcb", "export", "drill", "--excellon-separate-th", "--output", "gerbers/", pcb)
    run("pcb", "export", "pos", "--format", "csv", "--units", "mm", "--output", "places.csv", pcb)
    (WORK / name).mkdir()
    (WORK / "kicad/gerbers").rename(WORK / name / "gerbers")
    (WORK / "kicad/places.csv").rename(WORK / name / "places.csv")
    run("pcb", "export", "step", "--subst-models", "--output", f"{name}.step", pcb)
    bodies = set(re.findall(r"shapes/(\S+)\.wrl", (WORK / "kicad" / pcb).read_text(encoding="utf-8")))
    if (WORK / f"kicad/{name}.step").read_text("ascii").count("MANIFOLD_SOLID_BREP") <= len(bodies):
        raise SetupError(f"KiCad wrote the board {name} as STEP without the bodies of its parts")
    module("hardware.pcb.order", name, WORK / name, WORK / "order/kicad")
    if check:
        for file in (f"{name}-gerbers.zip", f"{name}-places.csv"):
            if (WORK / "order/kicad" / file).read_bytes() != (PCB / "order/kicad" / file).read_bytes():
                raise SetupError(f"hardware/pcb/order/kicad/{file} is out of date: run tools/pcb.sh")
        return
    for file in (WORK / "order/kicad").glob(f"{name}-*"):
        shutil.copy(file, PCB / "order/kicad")
    for side in ("top", "bottom"):
        size = ("--width", "1200", "--height", "980", "--background", "opaque")
        run("pcb", "render", "--side", side, *size, "--output", f"{name}-{side}.png", pcb)
        shutil.copy(WORK / "kicad" / f"{name}-{side}.png", PCB / "pictures")
    run("sch", "export", "svg", "--output", ".", "--exclude-drawing-sheet", sch)


def main(check: bool) -> None:
    """Both boards."""
    program = kicad()
    module("hardware.generate", *["--check"] * check)
    shutil.rmtree(WORK, ignore_errors=True)
    # In a copy: KiCad leaves its settings beside the files it opens.
    shutil.copytree(PCB / "kicad", WORK / "kicad")
    for folder in (WORK / "order/kicad", PCB / "order/kicad", PCB / "pictures"):
        folder.mkdir(parents=True, exist_ok=True)
    for name in ("quarter", "carrier"):
        board(name, program, check)


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__.strip())
        sys.exit(2)
    main(bool(sys.argv[1:]))
