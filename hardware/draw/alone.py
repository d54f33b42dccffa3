"""The dice alone: which wire goes from which pin of the Pico to which end of LEDs, button and cells.

>>> "1N4001" in alone()
True
"""

import config
from hardware import netlist
from hardware.draw import symbols
from hardware.draw.canvas import SMALL_MM, SOFT, WIRE, Sheet


def alone() -> str:
    """Both ways of power on one sheet: with USB above, with cells below."""
    sheet = Sheet(280, 196, "The dice alone: all wires")
    sheet.heading("Pins by their numbers on the Pico, USB socket up: 1 to 20 on the left, 40 down to 21 on the right.")
    data, button, ground, back = netlist.pin(f"GP{config.PIN_PIXELS}"), netlist.pin(f"GP{config.PIN_BUTTON}"), 3, 13
    for top, cells in ((24, False), (110, True)):
        sheet.text(6, top + 4, "with cells" if cells else "with USB", 4.6, bold=True)
        feed = netlist.pin("VSYS") if cells else netlist.pin("VBUS")
        rows = {
            "feed": (top + 16, f"{feed}  {netlist.PICO_PINS[feed - 1]}"),
            "data": (top + 30, f"{data}  GP{config.PIN_PIXELS}"),
            "ground": (top + 44, f"{ground}  GND" + "; cells: 38" * cells),
            "button": (top + 58, f"{button}  GP{config.PIN_BUTTON}"),
            "back": (top + 70, f"{back}  GND"),
        }
        sheet.box(62, top + 8, 44, 68, fill="#e6f2e6")
        for y, words in rows.values():
            sheet.text(66, y, words, SMALL_MM)
        y = {name: row[0] for name, row in rows.items()}
        sheet.box(196, top + 8, 74, 44, fill="#fff7d6")
        sheet.text(201, top + 23, "first LED of the strip", SMALL_MM, fill=SOFT)
        for name, words in (("feed", "5V"), ("data", "DIN"), ("ground", "GND")):
            sheet.text(201, y[name] if name != "feed" else top + 16, words, SMALL_MM)
        symbols.resistor(sheet, 106, y["data"], 196, y["data"], "330 ohm", WIRE["white"])
        sheet.line((106, y["ground"]), (196, y["ground"]), stroke=WIRE["black"], thick=1.2)
        if cells:
            gate = top + 51
            sheet.text(66, gate, f"{netlist.pin(f'GP{config.PIN_RAIL_OFF}')}  GP{config.PIN_RAIL_OFF}", SMALL_MM)
            sheet.line((106, gate), (151, gate), (151, y["ground"] + 4), stroke=WIRE["white"], thick=1.0)
            sheet.box(130, y["ground"] - 4, 42, 8, fill="#d9d9d9")
            for x, words in ((133, "S"), (151, "transistor"), (169, "D")):
                sheet.text(x, y["ground"] + 1.2, words, SMALL_MM, anchor="middle")
            sheet.text(153, gate - 1, "G", SMALL_MM)
        sheet.box(196, top + 55, 74, 20, fill="#d9d9d9")
        sheet.text(201, top + 65, "button", SMALL_MM)
        sheet.line((106, y["button"]), (196, y["button"]), stroke=WIRE["white"], thick=1.0)
        sheet.line((106, y["back"]), (196, y["back"]), stroke=WIRE["black"], thick=1.0)
        if cells:
            sheet.box(6, top + 22, 34, 34, fill="#efe3cd")
            sheet.text(10, top + 34, "3 AA cells,", SMALL_MM)
            sheet.text(10, top + 40, "fuse, switch", SMALL_MM)
            red = ((36, top + 22), (36, top + 5), (150, top + 5), (150, y["feed"]))
            sheet.line(*red, stroke=WIRE["red"], thick=1.2)
            sheet.line((150, y["feed"]), (196, y["feed"]), stroke=WIRE["red"], thick=1.2)
            sheet.line((40, y["ground"]), (62, y["ground"]), stroke=WIRE["black"], thick=1.2)
            sheet.dot(150, y["feed"])
            _diode(sheet, 150, 106, y["feed"], "1N5817")
        else:
            sheet.line((106, y["feed"]), (196, y["feed"]), stroke=WIRE["red"], thick=1.2)
            _diode(sheet, 120, 180, y["feed"], "1N4001")
    return sheet.svg()


def _diode(sheet: Sheet, x0: float, x1: float, y: float, label: str) -> None:
    """A diode in a level wire, the ring at x1's end."""
    sheet.line((x0, y), (x1, y), stroke=WIRE["red"], thick=1.2)
    middle, step = (x0 + x1) / 2, 3.0 if x1 > x0 else -3.0
    arrow = ((middle - step, y - 2.6), (middle - step, y + 2.6), (middle + step, y))
    sheet.line(*arrow, close=True, fill="#ffffff", thick=0.6)
    sheet.line((middle + step, y - 2.6), (middle + step, y + 2.6), thick=1.0)
    sheet.text(middle, y + 5.6, f"{label}, ring this way " + (">" if x1 > x0 else "<"), SMALL_MM, anchor="middle")
