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
from collections import Counter
from functools import partial
from pathlib import Path

from hardware import tables
from hardware.pcb import board, cost, quarter, shop, wiring

KICAD = Path(__file__).parent / "order/kicad"  # KiCad's own exports, by tools/pcb.sh

_DAY = re.compile(r"\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d(?:[+-]\d\d:?\d\d|Z)?")


# Degrees that JLCPCB's angles are ahead of KiCad's on the front, by the public table of its users (JLCKicadTools'
# cpl_rotations_db.csv, November 2026), and behind on the back. KiCad's own angles are available on request.
_TURNED = ((r"SOT-23|SOT-223", 180.0), (r"SOIC-", 270.0))
# Maker -> headings of its list of parts and of its list of places, as its help pages show them, and what each holds.
MAKERS = {
    "jlcpcb": (
        {"Comment": "value", "Designator": "refs", "Footprint": "footprint", "JLCPCB Part #": "supplier"},
        "Designator,Mid X,Mid Y,Rotation,Layer",
        _TURNED,
    ),
    "pcbway": (
        {
            "Item #": "number",
            "Designator": "refs",
            "Qty": "quantity",
            "Manufacturer": "maker",
            "Mfg Part #": "order",
            "Description / Value": "what",
            "Package/Footprint": "footprint",
            "Type": "kind",
        },
        "Designator,Mid X,Mid Y,Rotation,Layer",
        (),
    ),
}
WAYS = {"none": (), "fronts": ("quarter",), "both": ("quarter", "carrier")}  # what the maker solders


def by_maker(part) -> bool:
    """Whether a maker solders a part: flat, on the front, and not M17's. Its two lists hold these and no others."""
    flat = part.pads and all(pad.kind == "smd" for pad in part.pads)
    return bool(part.order and flat and not part.back and not quarter.on_tongue(part.ref))


def bom(maker: str, made: board.Board) -> str:
    """The parts of a board that its maker solders, a row for all alike."""
    alike = {}
    for part in filter(by_maker, made.parts):
        alike.setdefault((part.value, part.footprint, part.order), []).append(part.ref)
    rows = []
    for number, ((value, footprint, order), refs) in enumerate(alike.items(), 1):
        item = shop.ITEMS[order]
        known = {"number": number, "value": value, "refs": ",".join(refs), "footprint": footprint, "order": order}
        known |= {"quantity": len(refs), "maker": item.maker, "what": item.what, "supplier": item.supplier}
        rows.append([(known | {"kind": "SMD"})[field] for field in MAKERS[maker][0].values()])
    return tables.as_csv(tuple(MAKERS[maker][0]), rows)


def angle(maker: str, footprint: str, degrees: float, back: bool) -> float:
    """A part's angle as a maker counts it.

    >>> angle("jlcpcb", "SOT-23", 0.0, False), angle("pcbway", "SOT-23", 0.0, False)
    (180.0, 0.0)
    """
    more = next((turn for words, turn in MAKERS[maker][2] if re.match(words, footprint)), 0.0)
    return (degrees - more if back else degrees + more) % 360


def places(maker: str, made: board.Board) -> str:
    """Where the same parts lie, from KiCad's own table."""
    wanted = {part.ref: part for part in made.parts if by_maker(part)}
    rows = []
    for row in csv.DictReader(io.StringIO((KICAD / f"{made.name}-places.csv").read_text(encoding="utf-8"))):
        part = wanted.get(row["Designator"])
        if part:
            turned = angle(maker, part.footprint, float(row["Rotation"]), part.back)
            where = (f"{float(row[axis]):g}mm" for axis in ("Mid X", "Mid Y"))
            rows.append((row["Designator"], *where, f"{turned:g}", "Bottom" if part.back else "Top"))
    return tables.as_csv(MAKERS[maker][1].split(","), rows)


def gerbers(name: str) -> bytes:
    """The zip that every maker takes."""
    return (KICAD / f"{name}-gerbers.zip").read_bytes()


def rest(way: str) -> str:
    """All that you buy for a set yourself, as CSV, if the maker solders `way`; M17's sensor is always in it."""
    found = {}
    for name, wanted in cost.pieces().items():
        made = {} if name == "cables" else {p.ref: p for p in board.read(name).parts}
        theirs = Counter(p.order for p in made.values() if name in WAYS[way] and by_maker(p))
        for order, count in wanted.items():
            count -= theirs[order] * (len(wiring.QUARTERS) if name == "quarter" else 1)
            if count:
                found.setdefault(order, []).append((name, count))
    rows = []
    for order, uses in found.items():
        item, where = shop.ITEMS[order], ", ".join(f"{name} {count}" for name, count in uses)
        rows.append((order, item.maker, item.what, sum(count for _, count in uses), where, item.supplier, item.instead))
    head = ("Manufacturer Part Number", "Manufacturer", "Description", "Quantity", "Where", "LCSC number", "Or")
    return tables.as_csv(head, rows)


def outputs() -> dict:
    """Path under hardware/ -> function that gives the bytes of a file that goes to a maker or a shop."""
    made = {f"pcb/order/rest-{way}.csv": partial(_encoded, rest, way) for way in WAYS}
    for maker in MAKERS:
        for name in board.NAMES:
            here = f"pcb/order/{maker}/{name}"
            made[f"{here}-gerbers.zip"] = partial(gerbers, name)
            made[f"{here}-bom.csv"] = partial(_encoded, bom, maker, board.read(name))
            made[f"{here}-places.csv"] = partial(_encoded, places, maker, board.read(name))
    return made


def _encoded(text, *arguments) -> bytes:
    return text(*arguments).encode()


def sorted_places(kicad: str) -> str:
    """KiCad's table of places by name; angles counter-clockwise, and all that it has but M17's."""
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
    (order / f"{name}-places.csv").write_text(sorted_places(table), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
