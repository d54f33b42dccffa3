"""Make what follows from the firmware's config in hardware/: tables, parts, drawings, prints, pictures.

python -m hardware.generate            write what has changed
python -m hardware.generate --check    write nothing; name what is out of date, exit status 1
"""

import re
import sys
from functools import partial
from pathlib import Path

import config
from hardware import bom, dice_alone, tables
from hardware.draw import (
    alone,
    boat,
    card,
    cut,
    dice,
    dice_box,
    module,
    pico,
    power,
    quarter,
    section,
    sensor,
    templates,
    underside,
    whole,
)
from hardware.printed import generate as printed
from hardware.solids import pictures

HERE = Path(__file__).resolve().parent
PAGES = ("wiring.md", "model/README.md", "dice.md")
_NUMBER = re.compile(r"-?\d+\.\d+")


def drawings() -> dict:
    """File name in drawings/ -> function that gives its SVG text."""
    sheets = {
        "alone.svg": alone.alone,
        "boat.svg": boat.boat,
        **{f"card-{language}.svg": partial(card.svg, language) for language in card.LANGUAGES},
        "dice.svg": dice.dice,
        "dice-box.svg": dice_box.dice_box,
        "two-heights.svg": cut.two_heights,
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
        "whole.svg": whole.whole,
    }
    for q in range(1, len(config.MUXES) + 1):
        sheets[f"quarter-{q}.svg"] = partial(quarter.quarter, q)
    return sheets


def outputs() -> dict:
    """Path under hardware/ -> function that gives its bytes."""
    made = {"bom.csv": bom.as_csv, "connections.csv": tables.connections_csv}
    made.update({f"drawings/{name}": sheet for name, sheet in drawings().items()})
    made.update({page: partial(_page, page) for page in PAGES})
    made = {path: partial(_encoded, text) for path, text in made.items()}
    made.update({f"drawings/card-{language}.pdf": partial(card.pdf, language) for language in card.LANGUAGES})
    made["drawings/template.pdf"] = templates.pdf
    made["drawings/template.dxf"] = partial(templates.dxf, 0)
    made["drawings/template-below.dxf"] = partial(templates.dxf, 1)
    made["drawings/template-letter.pdf"] = partial(templates.pdf, "US Letter")
    return made


def _page(path: str) -> str:
    return tables.fill((HERE / path).read_text(encoding="utf-8"), {**tables.GUIDE, **dice_alone.PAGE})


def _encoded(text) -> bytes:
    return text().encode()


def is_current(path, new: bytes) -> bool:
    """Whether a file holds what would be made now: a drawing's numbers may differ by what no eye sees."""
    old = (HERE / path).read_bytes()
    if old == new or not str(path).endswith(".svg"):
        return old == new
    # Another version of the numeric libraries may round a coordinate's last digit differently.
    before, after = old.decode(), new.decode()
    if _NUMBER.sub("#", before) != _NUMBER.sub("#", after):
        return False
    pairs = zip(_NUMBER.findall(before), _NUMBER.findall(after), strict=True)
    return all(abs(float(a) - float(b)) < 0.02 for a, b in pairs)


def main(arguments) -> int:
    """Write or check all; returns the exit status, 2 for a guide that cannot be followed."""
    mine = tables.write(arguments, __doc__, HERE, outputs(), lambda file, new: is_current(file.relative_to(HERE), new))
    return mine if mine == 2 else max(mine, printed.main(arguments), pictures.main(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
