"""The first throw on a breadboard: Pico, button, diode and stick, and every wire between them.

>>> "1N4001" in breadboard()
True
"""

import config
from hardware import netlist
from hardware.draw.canvas import SMALL_MM, SOFT, WIRE, Sheet

STEP = 6.0  # mm a row of holes, as drawn
BUTTON_ROWS, DIODE_ROWS = (24, 26), (27, 30)  # of the button's legs and the diode's
DIODE_MM = 5.2 + 2 * 1.0  # a DO-41 at its longest and the bends of its legs


def breadboard() -> str:
    """The breadboard from above, row 1 on the left, where the Pico's USB socket is."""
    sheet = Sheet(232, 148, "The first throw: all of it on a breadboard")
    sheet.heading("Seen from above. Five holes side by side in a row are joined; the groove parts them.")
    x0, top, low = 20.0, 62.0, 86.0

    def x(row):
        return x0 + row * STEP

    sheet.box(x(0), 40, 32 * STEP, 68, fill="#f5f1e6")
    sheet.line((x(0), 74), (x(32), 74), stroke=SOFT, thick=1.4)
    for row in (1, 5, 10, 15, 20, *BUTTON_ROWS, *DIODE_ROWS):
        sheet.text(x(row) - (2.4 if row == 1 else 0), 56.2, str(row), 3.0, anchor="middle", fill=SOFT)
    for row in range(1, 32):
        for level in (46, 52, 96, 100):
            sheet.circle(x(row), level, 0.7, fill="#999999", stroke="none")
    sheet.box(x(0) + 2, top - 4, 20 * STEP, 32, fill="#e6f2e6")
    sheet.box(x(0) - 4, 69, 10, 10, fill="#d9d9d9")
    sheet.text(x(10), 74, "Pico", bold=True, anchor="middle")
    sheet.text(x(0) - 6, 66, "USB", SMALL_MM, anchor="end", fill=SOFT)
    pins = {"5V": 40, "data": netlist.pin(f"GP{config.PIN_PIXELS}"), "ground": 3}
    pins |= {"button": netlist.pin(f"GP{config.PIN_BUTTON}"), "back": 13}
    at = {name: (x(pin), low) if pin <= 20 else (x(41 - pin), top) for name, pin in pins.items()}
    for name, (px, py) in at.items():
        sheet.circle(px, py, 1.1, fill="#1a1a1a")
        sheet.text(px, py + (-4.6 if py == low else 4.8), str(pins[name]), SMALL_MM, anchor="middle")
    sheet.box(x(BUTTON_ROWS[0]) - 3, 66, 2 * STEP + 6, 16, fill="#b8c4d0")
    sheet.text(x(25), 74, "button", SMALL_MM, anchor="middle")
    y = 48.0
    sheet.line((x(DIODE_ROWS[0]), y), (x(DIODE_ROWS[1]), y), stroke="#333333", thick=3.0)
    sheet.line((x(DIODE_ROWS[1]) - 3, y - 2.2), (x(DIODE_ROWS[1]) - 3, y + 2.2), stroke="#dddddd", thick=1.2)
    sheet.text(x(sum(DIODE_ROWS) / 2), y + 14, "1N4001", SMALL_MM, anchor="middle")
    sheet.line(
        at["5V"], (at["5V"][0], 36), (x(DIODE_ROWS[0]), 36), (x(DIODE_ROWS[0]), y), stroke=WIRE["red"], thick=1.2
    )
    for name, row, level, colour in (("button", 26, 111, "white"), ("back", 24, 115, "black")):
        sheet.line(at[name], (at[name][0], level), (x(row), level), (x(row), 82), stroke=WIRE[colour], thick=1.2)
    sheet.box(50, 130, 150, 12, fill="#fff7d6")
    sheet.text(144, 137, "stick of eight WS2812, its end IN here on the left", SMALL_MM, anchor="middle")
    red = ((x(30), y), (x(32) + 4, y), (x(32) + 4, 126), (80, 126), (80, 130))
    pads = {"GND": (56, 122, "ground", "black"), "DIN": (68, 122, "data", "white")}
    for words, (sx, level, name, colour) in pads.items():
        sheet.line(at[name], (at[name][0], level), (sx, level), (sx, 130), stroke=WIRE[colour], thick=1.2)
        sheet.text(sx, 134, words, SMALL_MM, anchor="middle")
    sheet.line(*red, stroke=WIRE["red"], thick=1.2)
    sheet.text(80, 134, "5V", SMALL_MM, anchor="middle")
    return sheet.svg()
