"""The bill of materials and the tools; quantities follow from the size of the board in `firmware/config.py`.

Prices are estimates, what a hobbyist pays by mail order for these few, and no shop's offers: `PRICES` says of when.

>>> [line.quantity for line in lines() if line.part == "magnet"]
[32]
"""

import csv
import io
from collections import namedtuple

import config
from hardware import geometry as g
from hardware import layout, wire

Line = namedtuple("Line", "part name alternative quantity needed_for about_eur")
PRICES = "November 2026"
SAW_MM = 10  # allowance all round a sheet that is sawn to the outline
TRIAL_MM = 30  # cut off the floor sheet's end for the trial of three holes
KERF_MM = 2  # lost at each cut of a saw


def lines() -> "list[Line]":
    """All parts; `about_eur` is for the whole quantity, spares not included."""
    sensors, muxes, pieces = len(g.holes()), len(config.MUXES), 2 * config.N
    sheet = f"{g.LENGTH_MM + 2 * SAW_MM:.0f} x {g.BEAM_MM + 2 * SAW_MM:.0f}"  # sawn to the outline later
    longer = f"{g.LENGTH_MM + 2 * SAW_MM + TRIAL_MM:.0f} x {g.BEAM_MM + 2 * SAW_MM:.0f}"
    return [
        Line("Pico", "Raspberry Pi Pico (RP2040) with header pins", "Pico H; Pico W is untested", 1, "brain", 5),
        Line("Pico sockets", "female header strip 1 x 20, 2.54 mm", "solder the Pico in", 2, "under the Pico", 1),
        Line(
            "sensor",
            "DRV5055A3QLPG, linear Hall sensor, flat TO-92",
            "SS49E class, linear, same pin order, with the 2 mm floor; never a switch such as A3144",
            sensors,
            "one under each hole",
            sensors,
        ),
        Line(
            "mux module",
            "CD74HC4067 16-channel breakout module",
            "any 74HC4067 module; never 74HCT4067",
            muxes,
            "one under each quarter",
            2 * muxes,
        ),
        Line(
            "regulator",
            "MCP1825S-3302E/AB, 3.3 V 500 mA, TO-220-3",
            "MCP1825-3302E/AT (5 pins, with shutdown); LD1117V33 (its legs: GND, VOUT, VIN)",
            1,
            "sensor rail",
            1,
        ),
        Line(
            "capacitor 100 nF",
            "100 nF 50 V X7R ceramic, 5 mm pitch",
            "2.5 mm pitch",
            sensors + muxes + 1,
            "one at each sensor, each mux module and the LED buffer",
            round(0.05 * (sensors + muxes + 1)),
        ),
        Line("capacitor 1 uF", "1 uF 16 V X7R ceramic", "2.2 uF", 1, "regulator input", 1),
        Line("capacitor 10 uF", "10 uF 16 V X7R ceramic", "22 uF", 1, "regulator output", 1),
        Line("capacitor 470 uF", "470 uF 10 V electrolytic", "1000 uF", 1, "reservoir at the first LED", 1),
        Line(
            "resistor 1 k",
            "1 k 1 % metal film, 0.25 W",
            "two equal ones for the divider matter most",
            2 * muxes + 2,
            "rail resistor and EN pull-up of each mux, divider of the half rail",
            1,
        ),
        Line("resistor 10 k", "10 k 5 % 0.25 W", "leave out", 1, "optional: pull-up of SHDN", 1),
        Line("resistor 330", "330 ohm 5 % 0.25 W", "220 to 470 ohm", 2, "LED data, buzzer", 1),
        Line("LED buffer", "SN74AHCT125N, DIP-14", "74HCT125; 74AHCT1G125 on an adapter", 1, "3.3 V data to 5 V", 1),
        Line(
            "dice LEDs",
            f"WS2812B strip of 60 LEDs a metre, {config.DICE_LEDS} LEDs ({layout.dice_box_mm():.0f} mm)",
            "SK6812 (RGB)",
            config.DICE_LEDS,
            "two dice of four pips",
            3,
        ),
        Line(
            "hole LEDs",
            f"WS2812B single LEDs on wire, {config.HOLE_LEDS}",
            "leave out",
            config.HOLE_LEDS,
            "optional: one beside each hole",
            10,
        ),
        Line("button", "push button, momentary, 12 mm", "any normally open button", 1, "end of turn", 1),
        Line("buzzer", "passive piezo disc 20 mm", "leave out", 1, "optional: clicks", 1),
        Line("charger", "USB charger 5 V 1 A or more", "power bank", 1, "supply", 6),
        Line(
            "USB cable",
            "USB A to micro-USB, 1 m or less, 24 AWG power wires, with data wires",
            "a shorter one; 28 AWG drops 0.35 V a metre, and the LEDs lose their white",
            1,
            "supply, flashing",
            5,
        ),
        Line(
            "thin wire",
            f"flexible wire 0.14 mm2 (26 AWG), {_metres(thick=False):g} m in 12 colours, see Wire",
            "ribbon cable",
            1,
            "signals",
            12,
        ),
        Line(
            "thick wire",
            f"flexible wire 0.5 mm2 (20 AWG), black and red, {_metres(thick=True):g} m",
            "0.75 mm2",
            1,
            "grounds, 5 V of the LEDs",
            2,
        ),
        Line("bare wire", "tinned copper wire 0.6 mm, 2 m", "legs cut off", 1, "buses and star points", 2),
        Line(
            "perfboard",
            f"perfboard 2.54 mm, {layout.CARRIER_LONG_MM:.0f} x {layout.CARRIER_WIDE_MM:.0f} mm, a ring at each hole",
            "none: strip board shorts the Pico",
            1,
            "Pico, regulator, LED buffer",
            2,
        ),
        Line("IC socket", "DIP-14 socket", "solder the chip in", 1, "under the LED buffer", 1),
        Line("solder", "solder wire 0.7 mm with flux, 50 g", "1 mm", 1, "some 700 joints", 6),
        Line("heat-shrink", "heat-shrink tube 1.5 mm, 3 m", "thin sleeving", 1, "sensor legs", 2),
        Line(
            "standoff",
            f"nylon standoff M2.5, {layout.STANDOFF_MM:.0f} mm, with nylon screw",
            "strips of wood and double-sided tape",
            4 * muxes + 4,
            "under modules and carrier",
            4,
        ),
        Line("cable tie", "nylon cable tie 2.5 mm", "waxed string", 10, "strain relief, bundles", 1),
        Line(
            "magnet",
            "disc magnet 5 x 2 mm, N42, axial",
            "none: the thresholds belong to this one",
            pieces,
            "one in the foot of each piece",
            round(0.3 * pieces),
        ),
        Line(
            "marked stick",
            "one more such magnet on a stick, its north end painted red",
            "a compass to check it",
            1,
            "polarity of every magnet, magnet walk",
            1,
        ),
        Line("deck plank", f"hardwood {sheet} x {g.DECK_MM:.0f} mm", "birch plywood", 1, "the holes", 8),
        Line(
            "floor sheet",
            f"birch plywood {g.FLOOR_MM:.0f} mm ({g.FLOOR_SS49E_MM:.0f} mm for SS49E), {longer} mm",
            "plastic sheet; never metal",
            1,
            "between magnet and sensor",
            3,
        ),
        Line(
            "frame sheet",
            f"birch plywood {g.RING_MM:.0f} mm, {sheet} mm",
            "slats 25 x 5 mm with facets at the prow",
            round(g.HULL_MM / g.RING_MM),
            "rings of the frame",
            18,
        ),
        Line(
            "block stock",
            f"wood {layout.BLOCK_WIDE_MM:g} x {g.HULL_MM:.0f} mm, 0.2 m",
            "an offcut of the frame sheet, filed thinner",
            1,
            "blocks in the frame",
            1,
        ),
        Line("base sheet", f"plywood 3 mm, {sheet} mm", "none", 1, "lid from below", 3),
        Line(
            "frame screw",
            "brass wood screw 3 x 40 mm, countersunk",
            "none: never steel",
            len(layout.screws()),
            "frame to deck",
            2,
        ),
        Line(
            "lid screw",
            "brass wood screw 2 x 10 mm, countersunk",
            "none: never steel",
            len(layout.lid_screws()),
            "base sheet",
            1,
        ),
        Line("peg stock", f"beech dowel {g.PEG_MM:.0f} mm, 1 m", "any hard dowel", 1, "pegs of the pieces", 2),
        Line("pin stock", "bamboo skewers 3 mm, 0.5 m", "beech dowel 3 mm", 1, "pin between peg and head, sheets", 1),
        Line(
            "head stock",
            f"hardwood strip {g.HEAD_HIGH_MM:.0f} x {g.HEAD_FLAT_MM:.0f} mm, two woods, 0.5 m each",
            "one wood, stained",
            2,
            "heads of the pieces",
            6,
        ),
        Line("glue", "two-part epoxy, 30 minutes", "cyanoacrylate gel", 1, "magnets, sensors, pegs", 6),
        Line("wood glue", "white wood glue", "the epoxy", 1, "sheets, rings", 3),
        Line(
            "oddments",
            "tape, glue stick, red paint, a stick, a card, a cloth",
            "what is at hand",
            1,
            "here and there",
            2,
        ),
        Line(
            "dice box",
            f"wooden box, inside at least {_box_mm()} x 40 x 20 mm",
            "any box that long",
            1,
            "dice LEDs and button",
            5,
        ),
        Line(
            "scrap wood",
            "a piece 15 mm thick and 80 mm long, a block 40 mm high, boards to lay under",
            "offcuts",
            1,
            "trial, jig",
            0,
        ),
    ]


def tall_lines() -> "list[Line]":
    """What pieces of two heights take instead of, or besides, the plain parts."""
    pieces = 2 * config.N
    magnet = f"disc magnet {g.TALL_MAGNET_MM:.0f} x {g.TALL_MAGNET_HIGH_MM:.0f} mm, N42, axial"
    return [
        Line(
            "magnet", magnet, "none: the margins belong to this one", pieces, "instead of 5 x 2 mm", round(0.4 * pieces)
        ),
        Line("floor sheet", f"birch plywood {g.TALL_FLOOR_MM:.0f} mm", "none", 1, "instead of 3 mm", 3),
        Line("drill for wood", f"{g.TALL_MAGNET_MM:.0f} mm, with a centre point", "none", 1, "feet of the pegs", 2),
        Line("router and cutter", f"straight, {g.GROOVE_WIDE_MM:.0f} mm wide", "borrow it", 1, "grooves", 8),
    ]


TOOLS = (
    ("soldering iron", "fine tip, 350 °C", "1, 4 to 9"),
    ("multimeter", "volts, ohms, a beeper", "4 to 10"),
    ("drill press", "with a fence and a vice; a hand drill does not drill square", "1 to 3, 10"),
    ("drills", "1.5 mm, 2 mm, 3 mm, 8 mm, 9 mm, 12 mm; 5 mm for wood, with a centre point", "1 to 3, 10"),
    ("fret saw, fine saw", "or a jig saw; a laser cutter for the sheets", "2, 3, 10"),
    ("file, sandpaper", "fine", "2, 3, 10"),
    ("clamps", "six", "2, 3, 10"),
    ("side cutters, wire stripper, tweezers", "", "4 to 9"),
    ("screwdriver", "not magnetic", "5, 9, 10"),
    ("lighter", "or hot air, for heat-shrink", "4"),
    ("ruler, magnetic compass, safety glasses", "a lens helps", "all"),
    ("breadboard", "with 12 jumper wires", "1"),
    ("computer", "Linux, macOS or Windows, with Python 3.10 or newer", "1, 9, 11"),
)


def _metres(thick: bool) -> float:
    return sum(m for name, m in wire.lengths_m().items() if (name == wire.THICK) == thick)


def _box_mm() -> int:
    # the strip, the button beside it, room for the joints at its start
    return round(layout.dice_box_mm() + 12 + 25)


def as_csv() -> str:
    """The lines as the text of bom.csv, LF line ends."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("part", "exact name", "alternative", "quantity", "what for", "about EUR"))
    writer.writerows(lines())
    return out.getvalue()
