"""What goes to a maker: lists of parts and places, and one zip with copper, mask, print and holes.

KiCad writes the day into its exports; here they get the day in the board's title, so that the same board is the same
zip.

    >>> dated("G04 Created by KiCad (PCBNEW 9.0.2) date 2030-01-02 03:04:05*", "2026-11-22")
    'G04 Created by KiCad (PCBNEW) date 2026-11-22 00:00:00*'
"""

import csv
import io
import re
import sys
import zipfile
from pathlib import Path

from hardware import tables
from hardware.pcb import board, cost, quarter, shop

_DAY = re.compile(r"\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d(?:[+-]\d\d:?\d\d|Z)?")


def bom(made: board.Board) -> str:
    """The parts of one board as CSV, a row for all alike, as assemblers read it."""
    alike = {}
    for part in made.parts:
        if part.order:
            alike.setdefault((part.value, part.footprint, part.order, quarter.on_tongue(part.ref)), []).append(part.ref)
    rows = []
    for (value, footprint, order, tongue), refs in alike.items():
        item = shop.ITEMS[order]
        fitted = "on quarter 4 only" if tongue else "yes"
        count = len(refs) * cost.strips(order)
        rows.append((value, ",".join(refs), footprint, count, fitted, order, item.maker, item.what, item.supplier))
    head = ("Comment", "Designator", "Footprint", "Quantity", "Fitted", "Manufacturer Part Number", "Manufacturer")
    return tables.as_csv((*head, "Description", "LCSC number, from public lists"), rows)


def whole_set() -> str:
    """All that a set of boards and cables takes, as CSV: what to buy if you solder yourself."""
    found = {}
    for place, orders in cost.pieces().items():
        for order, count in orders.items():
            found.setdefault(order, []).append((place, count))
    wheres = {order: ", ".join(f"{place} {count}" for place, count in uses) for order, uses in found.items()}
    wheres.update({order: f"instead of {what}" for order, (_, what) in shop.INSTEAD.items()})
    rows = []
    for order, where in wheres.items():
        item, uses = shop.ITEMS[order], found.get(order) or [shop.INSTEAD[order][::-1]]
        rows.append((order, item.maker, item.what, sum(count for _, count in uses), where, item.supplier))
    head = ("Manufacturer Part Number", "Manufacturer", "Description", "Quantity", "Where")
    return tables.as_csv((*head, "LCSC number, from public lists"), rows)


def places(kicad: str) -> str:
    """KiCad's table of places with the headings that assemblers read; angles counter-clockwise; M17 is left empty."""
    rows = [row for row in csv.DictReader(io.StringIO(kicad)) if not quarter.on_tongue(row["Ref"])]
    named = [(r["Ref"], r["Val"], r["Package"], r["PosX"], r["PosY"], r["Rot"], r["Side"]) for r in rows]
    return tables.as_csv(("Designator", "Val", "Package", "Mid X", "Mid Y", "Rotation", "Layer"), sorted(named))


def dated(text: str, day: str) -> str:
    """An export with the day of the board, not the one on which it was made, and without the KiCad that made it."""
    text = re.sub(r"(PCBNEW|Pcbnew|KiCad)[ ,]+\d+\.\d+\.\d+[\w.+~-]*", r"\1", text)
    return _DAY.sub(lambda match: f"{day}{match[1]}00:00:00", text)


def pack(folder: Path, target: Path, day: str) -> None:
    """Zip all files of a folder, in the order of their names, all of one day."""
    when = (*map(int, day.split("-")), 0, 0, 0)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.iterdir()):
            entry = zipfile.ZipInfo(file.name, when)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, dated(file.read_text(encoding="utf-8"), day))


def main(arguments) -> int:
    """`order.py NAME RAW ORDER`: pack RAW/gerbers and clean RAW/places.csv into the folder ORDER."""
    name, raw, order = arguments[0], Path(arguments[1]), Path(arguments[2])
    pack(raw / "gerbers", order / f"{name}-gerbers.zip", board.read(name).date)
    table = (raw / "places.csv").read_text(encoding="utf-8")
    (order / f"{name}-places.csv").write_text(places(table), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
