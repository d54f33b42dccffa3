"""The dice without the boat: its parts, and what it draws from USB or cells, by the boat's own model of the LEDs.

>>> [line.quantity for line in PARTS if line.part == "cell"]
[3]
"""

import config
from hardware import bom, power, tables

CELL_MAH = 1000  # an alkaline AA down to 1.23 V, 3.7 V for three, where the LEDs lose their blue: makers' curves
PICO_MA = next(item for item in power.items() if item.what == "Pico")
PARTS = sorted(bom.lines("dice"), key=lambda line: line.part != "Pico")
_CELLS = ("with cells",)


def parts() -> str:
    """What to buy, as a Markdown table."""
    rows = ["| part | exact name | instead | quantity | for | about EUR |", "| --- | --- | --- | --- | --- | --- |"]
    rows += [
        f"| {p.part} | {p.name} | {p.alternative} | {p.quantity} | {p.needed_for} | {p.about_eur:g} |" for p in PARTS
    ]
    usb = sum(p.about_eur for p in PARTS if p.needed_for not in _CELLS)
    cells = sum(p.about_eur for p in PARTS if p.part != "diode")
    return "\n".join(rows) + f"\n\nAbout {usb:.0f} EUR with USB, {cells:.0f} EUR with cells; without tools.\n"


def currents() -> "list[tuple[str, float]]":
    """(state, mA) of the dice alone."""
    return [
        ("dark, with USB", PICO_MA.typical_ma + power.dice_ma(0)),
        (f"two dice lie, {power.LIT_PIPS} LEDs lit on average", PICO_MA.typical_ma + power.dice_ma(power.LIT_PIPS)),
        ("all eight at the firmware's cap, the Pico at its most", PICO_MA.worst_ma + power.dice_ma(config.DICE_LEDS)),
    ]


# A Pico that stands still takes 0.9 mA at 5 V (measured with MicroPython's lightsleep(), its commit b004e7e); the same
# power at 4.2 V is 1.1. The transistor lets through 0.025 at most (IRLZ44N data sheet), and the LEDs take nothing.
ASLEEP_MA = 1.1


def consumption() -> str:
    """What it draws and how long three cells last, as a Markdown table."""
    rows = ["| state | draws | three AA cells last |", "| --- | --- | --- |"]
    usb, *shown = currents()
    rows.append(f"| {usb[0]} | {usb[1]:g} mA | |")
    shown += [("dark, with cells: asleep", ASLEEP_MA), ("without the transistor", ASLEEP_MA + power.dice_ma(0))]
    return "\n".join(rows + [f"| {what} | {ma:g} mA | {CELL_MAH / ma:.0f} h |" for what, ma in shown]) + "\n"


def tools() -> str:
    """What is needed and not used up, as a Markdown table."""
    rows = ["| tool | which | steps |", "| --- | --- | --- |"]
    return "\n".join(rows + [f"| {t.tool} | {t.which} | {t.steps} |" for t in bom.tools("dice")]) + "\n"


PAGE = {"dice-parts": parts, "dice-tools": tools, "dice-power": consumption, "dice-box-wood": tables.dice_box_wood}
