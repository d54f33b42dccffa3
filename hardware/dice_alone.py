"""The dice without the boat: its parts, and what it draws from USB or cells, by the boat's own model of the LEDs.

>>> [line.quantity for line in PARTS if line.part == "cell"]
[3]
"""

import config
from hardware import bom, power
from hardware.solids import dice

CELL_MAH = 2000  # an alkaline AA down to 1.1 V at these currents: estimate from makers' curves
PICO_MA = next(item for item in power.items() if item.what == "Pico")
Line = bom.Line
_SAME = {line.part: line for line in bom.lines()}
_INSIDE = " x ".join(f"{size:g}" for size in dice.INSIDE_MM)
PARTS = (
    _SAME["Pico"]._replace(name="Raspberry Pi Pico (RP2040), its header pins not yet soldered on", alternative="none"),
    *(_SAME[part] for part in ("dice LEDs", "button", "USB cable")),
    Line("data resistor", "330 ohm 5 % 0.25 W", "220 to 470 ohm", 1, "in the data wire", 0.1),
    Line("diode", "1N4001", "1N4002 to 1N4007", 1, "with USB: 5 V for the LEDs", 0.1),
    Line("dice wire", "flexible wire 0.33 mm2 (22 AWG), five colours, 0.3 m each", "any thin wire", 5, "all", 1),
    Line("dice box", f"plywood 5 mm, inside {_INSIDE} mm", "printed: dice-box.stl", 1, "all", 3),
    Line("cell", "AA alkaline cell; no rechargeable ones", "none", 3, "with cells", 2),
    Line("cell holder", "flat, for three AA cells, with wires, 58 x 48 x 16 mm", "a smaller one", 1, "with cells", 2),
    Line("switch", "toggle switch, 6 mm thread", "any that fits the end of the box", 1, "with cells", 1),
    Line("Schottky diode", "1N5817", "1N5819", 1, "with cells", 0.2),
)
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
    dark = power.dice_ma(0)
    return [
        ("dark", PICO_MA.typical_ma + dark),
        (f"two dice lie, {power.LIT_PIPS} LEDs lit on average", PICO_MA.typical_ma + power.dice_ma(power.LIT_PIPS)),
        ("all eight at the firmware's cap, the Pico at its most", PICO_MA.worst_ma + power.dice_ma(config.DICE_LEDS)),
    ]


def consumption() -> str:
    """What it draws and how long three cells last, as a Markdown table."""
    rows = ["| state | draws | three AA cells last |", "| --- | --- | --- |"]
    return "\n".join(rows + [f"| {what} | {ma} mA | {CELL_MAH / ma:.0f} h |" for what, ma in currents()]) + "\n"


PAGE = {"dice-parts": parts, "dice-power": consumption}
