"""Writes the printed parts, and the bodies of the boards' parts, as STEP files: tools/step.sh

The functions that make the STL files run once more, with forms of true planes and circles. When KiCad writes a board as
STEP, it takes the body of a part from the STEP file beside its WRL file; of a WRL file alone it writes only a name.
"""

import hashlib
import re
from functools import reduce
from operator import add
from pathlib import Path

import numpy

from hardware.pcb import shapes
from hardware.pcb.board import KICAD
from hardware.printed.parts import PARTS
from hardware.solids import forms

HEAD = """HEADER;
FILE_DESCRIPTION(('The solid of %s, millimetres','SHA-256 %s'),'2;1');
FILE_NAME('%s','',('Daldos companion'),(''),'','','CERN-OHL-P-2.0');
FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));
ENDSEC;"""


def solids(kernel) -> dict:
    """File of STL -> its part, built by another kernel of forms."""
    before, forms.KERNEL = forms.KERNEL, kernel
    try:
        return {name: make() for name, make in PARTS.items()}
    finally:
        forms.KERNEL = before


def bodies(kernel) -> dict:
    """File of WRL -> the body of its part."""
    found = {}
    for file in sorted((KICAD / "shapes").glob("*.wrl")):
        boxes = [(numpy.array(box[:3]), numpy.array(box[3:])) for box in shapes.boxes(file.stem)]
        found[file] = reduce(add, [kernel.cube(high - low).translate(low) for low, high in boxes])
    return found


def digest(source: Path) -> str:
    """What a STEP file says of the file of the same solid: it is out of date when this changes."""
    return hashlib.sha256(source.read_bytes()).hexdigest()


def main() -> None:
    """Write all."""
    from hardware.printed import exact  # not there with the packages of the tests

    printed = {Path(__file__).with_name(name): form for name, form in solids(exact.Exact).items()}
    for source, form in {**printed, **bodies(exact.Exact)}.items():
        file = source.with_suffix(".step")
        exact.write(form, file, whole=source in printed)
        head = HEAD % (source.name, digest(source), file.name)
        text = re.sub(r"HEADER;.*?ENDSEC;", head, file.read_text("ascii"), count=1, flags=re.DOTALL)
        file.write_text(re.sub(r"'Open CASCADE STEP translator [\d. ]+'", f"'{source.stem}'", text), "ascii")
        print("wrote", file.name, flush=True)


if __name__ == "__main__":
    main()
