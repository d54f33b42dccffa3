"""The dice box: which LED is which pip, which hole they point at, and the cable to the boat.

>>> "LED 8" in dice()
True
"""

import config
from hardware import layout
from hardware.draw.canvas import SMALL_MM, WIRE, Sheet

_HALF = config.DICE_LEDS // 2


def dice() -> str:
    """The box from above, and how the LEDs point at a hole."""
    sheet = Sheet(280, 150, "The dice box and how it points at a hole")
    strip = f"Not to scale: eight LEDs of a strip are {layout.dice_box_mm():.0f} mm."
    sheet.heading(f"In this order, data from left to right, stern of the boat on the left. {strip}")
    sheet.box(14, 24, 250, 56, fill="#efe3cd", thick=0.8, round_=3)
    for n in range(config.DICE_LEDS):
        x = _x(n)
        sheet.circle(x, 46, 6, fill="#fff7d6", thick=0.7)
        sheet.text(x, 59, f"LED {n + 1}", SMALL_MM, anchor="middle")
        if n:
            sheet.arrow((_x(n - 1) + 6, 46), (x - 6, 46), stroke=WIRE["white"], thick=0.8)
    for k, words in enumerate(("first die: pips 1 to 4", "second die: pips 1 to 4")):
        middle = (_x(k * _HALF) + _x(k * _HALF + _HALF - 1)) / 2
        sheet.text(middle, 33, words, 4.0, anchor="middle", bold=True)
        meaning = "points: quarter 1 to 4" if k == 0 else "points: column 1 to 4 in it"
        sheet.text(middle, 70, meaning, 4.0, anchor="middle")
    sheet.circle(244, 46, 9, fill="#d9d9d9", thick=0.8)
    sheet.text(244, 62, "button", 4.0, anchor="middle")
    beats = "LED 2 and LED 6 light, and beat twice (row A once, M twice, B three times)."
    sheet.text(20, 92, f"Example: hole M6 is in quarter 2, column 2: {beats}", SMALL_MM)
    sheet.text(20, 99, "The prow hole M17: LED 4 and all four of the second die.", SMALL_MM)
    sheet.text(20, 112, "Cable from the boat, five wires:", 4.0, bold=True)
    wires = (
        ("red", "5V bus, thick"),
        ("black", "LED ground, thick"),
        ("white", "data, from the 330 ohm"),
        ("white", f"button, GP{config.PIN_BUTTON}"),
        ("black", "button, Pico 13 (GND)"),
    )
    for i, (colour, words) in enumerate(wires):
        x, y = 24 + (i // 3) * 110, 121 + (i % 3) * 8
        sheet.line((x, y), (x + 16, y), stroke=WIRE[colour], thick=1.4)
        sheet.text(x + 19, y, words, 4.0)
    sheet.text(134, 137, "470 uF across the thick ones at LED 1; a cable tie inside", SMALL_MM)
    return sheet.svg()


def _x(n: int) -> float:
    return 28 + 22 * n + (14 if n >= _HALF else 0)
