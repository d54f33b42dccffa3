"""The bill of materials; quantities follow from the size of the board in `firmware/config.py`.

>>> [line.quantity for line in lines() if line.part == "magnet"]
[32]
"""

import csv
import io
from collections import namedtuple

import config
from hardware import geometry as g

Line = namedtuple("Line", "part name alternative quantity needed_for about_eur")


def lines() -> "list[Line]":
    """All parts; `about_eur` is for the whole quantity, a hobbyist's price in 2026, spares not included."""
    sensors, muxes, pieces = len(g.holes()), len(config.MUXES), 2 * config.N
    deck = f"{g.LENGTH_MM:.0f} x {g.BEAM_MM:.0f} x {g.DECK_MM:.0f} mm"
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
            muxes + 2,
            "rail resistor of each mux, divider of the half rail",
            1,
        ),
        Line("resistor 10 k", "10 k 5 % 0.25 W", "4.7 k to 22 k", muxes + 1, "pull-up of each EN, of SHDN if used", 1),
        Line("resistor 330", "330 ohm 5 % 0.25 W", "220 to 470 ohm", 1, "LED data", 1),
        Line("LED buffer", "SN74AHCT125N, DIP-14", "74HCT125; 74AHCT1G125 on an adapter", 1, "3.3 V data to 5 V", 1),
        Line(
            "dice LEDs",
            f"WS2812B strip or modules, {config.DICE_LEDS} LEDs",
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
        Line("charger", "USB charger 5 V 1 A or more, with micro-USB cable", "power bank", 1, "supply", 8),
        Line("wire", "flexible wire 0.14 mm2 in 12 colours, 5 m each", "ribbon cable", 1, "everything", 12),
        Line("bare wire", "tinned copper wire 0.6 mm, 2 m", "strip board", 1, "buses and star points", 2),
        Line("strip board", "strip board 2.54 mm, 50 x 80 mm", "perfboard", 1, "regulator, LED buffer, Pico", 2),
        Line("heat-shrink", "heat-shrink tube 1.5 mm, 3 m", "thin sleeving", 1, "sensor legs", 2),
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
        Line("deck plank", f"hardwood {deck}", "birch plywood", 1, "the holes", 8),
        Line(
            "floor sheet",
            f"birch plywood {g.FLOOR_MM:.0f} mm ({g.FLOOR_SS49E_MM:.0f} mm for SS49E), as the deck",
            "plastic sheet; never metal",
            1,
            "between magnet and sensor",
            3,
        ),
        Line(
            "hull frame",
            f"wood {g.HULL_MM:.0f} mm high, {g.WALL_MM:.0f} mm thick, 0.8 m",
            "printed frame",
            1,
            "sides",
            4,
        ),
        Line("base sheet", "plywood 3 mm, as the deck", "none", 1, "lid from below", 3),
        Line("screws", "brass or nylon screws M2.5 and wood screws, 20", "glue; never steel", 1, "modules, lid", 3),
        Line("peg stock", f"beech dowel {g.PEG_MM:.0f} mm, 1 m", "any hard dowel", 1, "pegs of the pieces", 2),
        Line(
            "head stock",
            f"hardwood strip {g.HEAD_LONG_MM:.0f} x {g.HEAD_FLAT_MM:.0f} mm, two woods, 0.5 m each",
            "one wood, stained",
            2,
            "heads of the pieces",
            6,
        ),
        Line("glue", "two-part epoxy, 30 minutes", "cyanoacrylate gel", 1, "magnets, sensors", 6),
        Line("dice box", "small wooden box about 90 x 50 x 25 mm", "any box", 1, "dice LEDs and button", 4),
    ]


def as_csv() -> str:
    """The lines as the text of bom.csv, LF line ends."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("part", "exact name", "alternative", "quantity", "what for", "about EUR"))
    writer.writerows(lines())
    return out.getvalue()
