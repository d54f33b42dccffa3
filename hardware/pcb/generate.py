"""Make the lists and drawings that follow from the boards' KiCad files: what `tools/pcb.sh` runs before KiCad exports.

python -m hardware.pcb.generate            write what has changed
python -m hardware.pcb.generate --check    write nothing; name what is out of date, exit status 1

No KiCad is needed for this. The same sources give the same bytes, on every machine.
"""

import sys
from functools import partial
from pathlib import Path

from hardware import tables
from hardware.model import boards
from hardware.pcb import board, cost, drawings, order, page, plugs

HERE = Path(__file__).resolve().parent
PAGE = {
    "board-cost": cost.table,
    "board-ways": cost.ways,
    "board-tools": partial(tables.tools, "boards"),
    "board-plugs": plugs.table,
    "board-figures": boards.table,
    "board-sensors": boards.choices,
}


def outputs() -> "dict[str, str]":
    """Path under hardware/pcb/ -> text."""
    made = {}
    for name in board.NAMES:
        made[f"order/{name}-bom.csv"] = order.bom(board.read(name))
        made[f"order/{name}-placement.html"] = page.placement(board.read(name))
    made["order/set.csv"] = order.whole_set()
    made.update({f"pictures/{name}": draw() for name, draw in drawings.DRAWINGS.items()})
    made["../boards.md"] = tables.fill((HERE.parent / "boards.md").read_text(encoding="utf-8"), PAGE)
    return made


def main(arguments) -> int:
    """Write or check all; returns the exit status."""
    return tables.write(arguments, __doc__, HERE, {path: text.encode for path, text in outputs().items()})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
