"""Parts and tools: the rows of parts.csv and tools.csv, with the board's measures and counts filled in.

A row belongs to one or more kits: `by hand`, `boards`, `dice`, `two heights`. Prices are estimates of what a
hobbyist pays by mail order for these quantities, not a shop's offers; `PRICES` has their date.

>>> [line.quantity for line in lines() if line.part == "magnet"]
[32]
"""

import csv
from collections import namedtuple
from pathlib import Path

import config
from hardware import geometry as g
from hardware import layout, wire

HERE = Path(__file__).resolve().parent
Line = namedtuple("Line", "part name alternative quantity needed_for about_eur")  # about_eur: for the whole quantity
Tool = namedtuple("Tool", "tool which")
PRICES = "November 2026"
VAT = 0.25  # Denmark, Norway; prices here and in pcb/shop.py are without it
LINE_EUR = 3.0  # what comes from outside the EU pays so much a tariff line, since July 2026
SAW_MM = 10  # allowance all round a sheet that is sawn to the outline
TRIAL_MM = 30  # cut off the floor sheet's end for the trial of three holes
KERF_MM = 2  # lost at each cut of a saw


def measures() -> dict:
    """What the rows' names in braces stand for."""
    sensors, muxes = len(g.holes()), len(config.MUXES)
    lengths = wire.lengths_m()
    long, wide = g.LENGTH_MM + 2 * SAW_MM, g.BEAM_MM + 2 * SAW_MM
    found = {
        "sensors": sensors,
        "muxes": muxes,
        "capacitors": sensors + muxes + 1,
        "resistors": 2 * muxes + 2,
        "standoffs": sum(map(len, layout.standoffs().values())),
        "pieces": 2 * config.N,
        "dice_leds": config.DICE_LEDS,
        "hole_leds": config.HOLE_LEDS,
        "strip": round(layout.dice_box_mm()),
        "box": layout.box_mm(),
        "dice_inside": " x ".join(f"{size:g}" for size in layout.DICE_INSIDE_MM),
        "thick_wire": lengths[wire.THICK],
        "thin_wire": sum(metres for name, metres in lengths.items() if name != wire.THICK),
        "carrier": f"{layout.CARRIER_LONG_MM:g} x {layout.CARRIER_WIDE_MM:g}",
        "standoff": layout.STANDOFF_MM,
        "sheet": f"{long:g} x {wide:g}",  # sawn to the outline later
        "longer": f"{long + TRIAL_MM:g} x {wide:g}",
        "deck": g.DECK_MM,
        "floor": g.FLOOR_MM,
        "floor_thin": g.FLOOR_SS49E_MM,
        "hull": g.HULL_MM,
        "ring": g.RING_MM,
        "rings": round(g.HULL_MM / g.RING_MM),
        "block_wide": layout.BLOCK_WIDE_MM,
        "frame_screws": len(layout.screws()),
        "lid_screws": len(layout.lid_screws()),
        "peg": g.PEG_MM,
        "head": f"{g.HEAD_HIGH_MM:g} x {g.HEAD_FLAT_MM:g}",
        "tall_magnet": f"{g.TALL_MAGNET_MM:g} x {g.TALL_MAGNET_HIGH_MM:g}",
        "groove": g.GROOVE_WIDE_MM,
    }
    return {name: value if isinstance(value, str) else f"{value:g}" for name, value in found.items()}


def _rows(file: str, kit: str) -> "list[list[str]]":
    with open(HERE / file, encoding="utf-8", newline="") as opened:
        return [row[1:] for row in csv.reader(opened) if kit in row[0].split("; ")]


def lines(kit: str = "by hand") -> "list[Line]":
    """The parts of a kit; spares are not included."""
    names, found = measures(), []
    for row in _rows("parts.csv", kit):
        part, name, alternative, quantity, needed_for, each = (cell.format(**names) for cell in row)
        eur = int(quantity) * float(each)
        found.append(
            Line(part, name, alternative, int(quantity), needed_for, round(eur) or (round(eur, 1) if eur else 0))
        )
    return found


def tools(kit: str = "by hand") -> "list[Tool]":
    """The tools of a kit."""
    return [Tool(*row[:2]) for row in _rows("tools.csv", kit)]
