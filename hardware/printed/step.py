"""Writes the printed parts as STEP files: tools/step.sh

The functions that make the STL files run once more, with forms of true planes and circles.
"""

import hashlib
import re
from pathlib import Path

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


def digest(stl: Path) -> str:
    """What a STEP file says of the STL file of the same solid: it is out of date when this changes."""
    return hashlib.sha256(stl.read_bytes()).hexdigest()


def main() -> None:
    """Write all."""
    from hardware.printed import exact  # not there with the packages of the tests

    for name, form in solids(exact.Exact).items():
        stl = Path(__file__).with_name(name)
        file = stl.with_suffix(".step")
        exact.write(form, file)
        head = HEAD % (name, digest(stl), file.name)
        text = re.sub(r"HEADER;.*?ENDSEC;", head, file.read_text("ascii"), count=1, flags=re.DOTALL)
        file.write_text(re.sub(r"'Open CASCADE STEP translator [\d. ]+'", f"'{stl.stem}'", text), "ascii")
        print("wrote", file.name, flush=True)


if __name__ == "__main__":
    main()
