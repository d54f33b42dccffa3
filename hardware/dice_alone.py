"""The dice without the boat: its parts, and what it draws from USB or cells, by the boat's own model of the LEDs.

>>> [line.quantity for line in PARTS if line.part == "cell"]
[3]
"""

import config
from hardware import bom, power, tables

CELL_MAH = 1000  # an alkaline AA down to 1.23 V, 3.7 V for three, where the LEDs lose their blue: makers' curves
PICO_MA = next(item for item in power.items() if item.what == "Pico")
PARTS = sorted(bom.lines("dice"), key=lambda line: line.part != "Pico")
# A Pico that stands still takes 0.9 mA at 5 V (measured with MicroPython's lightsleep(), its commit b004e7e); the same
# power at 4.2 V is 1.1. The transistor lets through 0.025 at most (IRLZ44N data sheet), and the LEDs take nothing.
ASLEEP_MA = 1.1


def parts() -> str:
    """What to buy, as a Markdown table."""
    rows = [(p.part, p.name, p.alternative, p.quantity, p.needed_for, f"{p.about_eur:g}") for p in PARTS]
    usb = sum(p.about_eur for p in PARTS if p.needed_for != "with cells")
    cells = sum(p.about_eur for p in PARTS if p.part != "diode")
    table = tables.table(("part", "exact name", "instead", "quantity", "for", "about EUR"), rows)
    return f"{table}\nAbout {usb:.0f} EUR with USB, {cells:.0f} EUR with cells; without tools.\n"


def consumption() -> str:
    """What it draws and how long three cells last, as a Markdown table."""
    typical, worst, lit = PICO_MA.typical_ma, PICO_MA.worst_ma, power.LIT_PIPS
    shown = [
        (f"two dice lie, {lit} LEDs lit on average", typical + power.dice_ma(lit)),
        ("all eight at the firmware's cap, the Pico at its most", worst + power.dice_ma(config.DICE_LEDS)),
        ("dark, with cells: asleep", ASLEEP_MA),
        ("without the transistor", ASLEEP_MA + power.dice_ma(0)),
    ]
    rows = [("dark, with USB", f"{typical + power.dice_ma(0):g} mA", "")]
    rows += [(what, f"{ma:g} mA", f"{CELL_MAH / ma:.0f} h") for what, ma in shown]
    return tables.table(("state", "draws", "three AA cells last"), rows)
