"""Make what follows from the firmware's config and the boards' KiCad files: tables, lists, drawings, prints, pictures.

python -m hardware.generate            write what has changed
python -m hardware.generate --check    write nothing; name what is out of date, exit status 1

No KiCad is needed for this. The same sources give the same bytes, on every machine.
"""

import os
import re
import sys
from functools import partial
from pathlib import Path

import config
from hardware import tables
from hardware.assembly import items
from hardware.assembly import page as steps_of
from hardware.draw import (
    alone,
    boat,
    breadboard,
    card,
    cut,
    dice,
    dice_box,
    family,
    module,
    pico,
    power,
    quarter,
    section,
    sensor,
    templates,
    underside,
)
from hardware.model import boards, figures, two_heights
from hardware.pcb import board, cost, order
from hardware.pcb import drawings as of_boards
from hardware.printed import parts as printed
from hardware.solids import pictures

HERE = Path(__file__).resolve().parent
PAGES = ("first.md", "wiring.md", "model/README.md", "dice.md", "boards.md", "../docs/flashing.md")
# Marker in a page -> function that gives its table.
TABLES = {
    "parts": tables.parts,
    "cost": tables.cost,
    "tools": partial(steps_of.tools, "by hand", "wiring"),
    "wire": tables.wire_lengths,
    "pins": tables.pins,
    "channels": tables.channels,
    "wires-sensors": tables.wires_sensors,
    **{f"wires-{step.lower()}": partial(tables.wires, step) for step in ("muxes", "power", "LEDs", "button", "Pico")},
    "wires-hole-leds": tables.wires_hole_leds,
    "budget": tables.budget,
    "readings": tables.readings,
    "scan": tables.scan,
    "tall-parts": tables.tall_parts,
    "figures": figures.table,
    "two-heights": two_heights.table,
    "two-heights-limits": two_heights.limits_table,
    "dice-box-wood": tables.dice_box_wood,
    "first-parts": tables.first_parts,
    "first-tools": partial(steps_of.tools, "first", "first"),
    "dice-parts": tables.dice_parts,
    "dice-tools": partial(steps_of.tools, "dice", "dice"),
    "dice-power": tables.dice_power,
    "board-ways": cost.ways,
    "board-tools": partial(steps_of.tools, "boards", "boards"),
    "board-figures": boards.table,
    "board-sensors": boards.choices,
}
TABLES |= {f"{guide}-steps": partial(steps_of.steps, guide, TABLES) for guide in items.GUIDES}
TABLES["where"] = steps_of.where
TABLES |= {f"{guide}-hours": partial(steps_of.hours_table, guide) for guide in items.GUIDES}
_NUMBER = re.compile(r"-?\d+\.\d+")


def drawings() -> dict:
    """File name in drawings/ -> function that gives its SVG text."""
    sheets = {
        "alone.svg": alone.alone,
        "boat.svg": boat.boat,
        "breadboard.svg": breadboard.breadboard,
        **{f"card-{language}.svg": partial(card.svg, language) for language in card.LANGUAGES},
        "dice.svg": dice.dice,
        "dice-box.svg": dice_box.dice_box,
        "lights.svg": power.lights,
        "module.svg": module.module,
        "pico.svg": pico.pico,
        "pico-below.svg": partial(pico.pico, below=True),
        "piece.svg": section.piece,
        "section.svg": section.section,
        "sensor.svg": sensor.sensor,
        "supply.svg": power.supply,
        "heights.svg": cut.by_hand,
        "underside.svg": underside.underside,
    }
    for q in range(1, len(config.MUXES) + 1):
        sheets[f"quarter-{q}.svg"] = partial(quarter.quarter, q)
    return sheets


def outputs() -> dict:
    """Path under hardware/ -> function that gives its bytes."""
    made = {"bom.csv": tables.bom_csv, "connections.csv": tables.connections_csv}
    made.update({f"drawings/{name}": sheet for name, sheet in drawings().items()})
    made.update({"pcb/pictures/section.svg": cut.boards, "pcb/pictures/under.svg": of_boards.under})
    for name in board.NAMES:
        made[f"pcb/pictures/{name}-parts.svg"] = partial(of_boards.parts, name)
    made.update({name: partial(_page, name) for name in PAGES})
    made = {path: partial(_encoded, text) for path, text in made.items()} | order.outputs()
    made.update({f"drawings/card-{language}.pdf": partial(card.pdf, language) for language in card.LANGUAGES})
    for game in family.GAMES:
        made[f"../docs/family-{game}.svg"] = partial(_encoded, partial(family.family, game))
    made["drawings/template.pdf"] = templates.pdf
    made["drawings/template.dxf"] = partial(templates.dxf, 0)
    made["drawings/template-below.dxf"] = partial(templates.dxf, 1)
    made["drawings/template-letter.pdf"] = partial(templates.pdf, "US Letter")
    made.update({f"printed/{name}": partial(_stl, part) for name, part in printed.PARTS.items()})
    return made | {f"solids/pictures/{name}": picture for name, picture in pictures.pictures().items()}


def _page(path: str) -> str:
    return tables.fill((HERE / path).read_text(encoding="utf-8"), TABLES)


def _encoded(text) -> bytes:
    return text().encode()


def _stl(part) -> bytes:
    return printed.stl(part())


def is_current(path: str, new: bytes) -> bool:
    """Whether a file shows what would be made now; another version of a library may give it other bytes."""
    old = (HERE / path).read_bytes()
    same = {".svg": _is_same_drawing, ".stl": printed.is_same, ".png": pictures.is_same}.get(Path(path).suffix)
    return old == new or same is not None and same(old, new)


def _is_same_drawing(old: bytes, new: bytes) -> bool:
    # Numbers may differ by what no eye sees: a coordinate's last digit, rounded otherwise.
    before, after = old.decode(), new.decode()
    if _NUMBER.sub("#", before) != _NUMBER.sub("#", after):
        return False
    pairs = zip(_NUMBER.findall(before), _NUMBER.findall(after), strict=True)
    return all(abs(float(a) - float(b)) < 0.02 for a, b in pairs)


def main(arguments) -> int:
    """Write or check all; returns the exit status."""
    check, stale = arguments == ["--check"], 0
    if arguments and not check:
        print(__doc__.strip(), file=sys.stderr)
        return 0 if arguments == ["--help"] else 2
    for path, make in outputs().items():
        file, new = HERE / path, make()
        if file.exists() and is_current(path, new):
            continue
        stale += 1
        print("out of date:" if check else "wrote", os.path.relpath(file), flush=True)
        if not check:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(new)
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
