"""How one mux module is wired, with what differs from module to module.

>>> "Hall sensor A1" in module()
False
"""

import config
from hardware import netlist
from hardware.draw.canvas import SMALL_MM, SOFT, WIRE, Sheet
from hardware.draw.symbols import capacitor, resistor


def _row_text(row: str, q: int = 1) -> str:
    names = [h for h in config.MUXES[q - 1] if h not in netlist.REFERENCES and h[0] == row and netlist.place(h)[1] > 3]
    return f"{names[0]} ... {names[-1]}"


def module() -> str:
    """Mux 1 with all its wires, and a table of the four modules."""
    sheet = Sheet(280, 214, "One mux module (CD74HC4067)")
    sheet.heading(
        "Drawn for mux 1. Names as printed on the usual module; yours may order its pins otherwise: go by name."
    )
    top, step, left, right = 28.0, 8.0, 112.0, 160.0
    sheet.box(left, top - 6, right - left, 16 * step + 4, fill="#e8eef7", thick=0.8)
    sheet.text(136, top + 56, "mux 1", 5, anchor="middle", bold=True)
    buses = {"GND": ("black", "ground bus 1"), "RAIL": ("orange", "rail bus 1"), "HALF": ("turquoise", "half-rail tap")}
    for channel, content in enumerate(config.MUXES[0]):
        y = top + channel * step
        colour, words = buses.get(content, ("white", f"sensor {content} OUT"))
        sheet.circle(right - 2.5, y, 1.4, fill="#f3d77a", thick=0.3)
        sheet.text(right - 6, y, f"C{channel}", anchor="end")
        sheet.line((right, y), (right + 40, y), stroke=WIRE[colour], thick=1)
        sheet.text(right + 42, y, words)
        if content == "RAIL":
            resistor(sheet, right + 10, y, right + 24, y, "1 k", WIRE[colour])
    wires = {"SIG": ("brown", f"{netlist.gp(config.PIN_SIG[0])} (with mux 2)")}
    for i in (3, 2, 1, 0):
        wires[f"S{i}"] = netlist.COLOURS[f"S{i}"], f"{netlist.gp(config.PIN_ADDRESS[i])} (all muxes)"
    wires |= {"EN": ("grey", netlist.gp(config.PIN_ENABLE[0])), "VCC": ("pink", "3V3 bus"), "GND": buses["GND"]}
    ys = {}
    for i, (pin, (colour, words)) in enumerate(wires.items()):
        y = ys[pin] = top + 8 + i * 14
        sheet.circle(left + 2.5, y, 1.4, fill="#f3d77a", thick=0.3)
        sheet.text(left + 6, y, pin)
        sheet.line((left, y), (left - 54, y), stroke=WIRE[colour], thick=1)
        sheet.text(left - 56, y, words, SMALL_MM + 0.2, anchor="end")
    x = left - 14
    resistor(sheet, x, ys["EN"], x, ys["VCC"], "1 k")
    sheet.text(x - 4, ys["EN"] + 7, "pull-up", SMALL_MM, anchor="end")
    sheet.dot(x, ys["EN"])
    capacitor(sheet, x, ys["VCC"], ys["GND"], plate=7)
    sheet.text(x - 5, (ys["VCC"] + ys["GND"]) / 2, "100 nF", SMALL_MM, anchor="end")
    sheet.text(8, top + 2, "SIG: never a capacitor here", SMALL_MM + 0.2, fill="#b30000")
    y = top + 16 * step + 8
    head = ("module", "EN", "SIG", "C2", "C4 - C7", "C8 - C11", "C12 - C15")
    xs = (12, 38, 82, 126, 158, 196, 236)
    for x, word in zip(xs, head, strict=True):
        sheet.text(x, y, word, bold=True)
    for q, channels in enumerate(config.MUXES, 1):
        row = [f"mux {q}", *(netlist.gp(pins[q - 1]) for pins in (config.PIN_ENABLE, config.PIN_SIG))]
        row += ["half rail" if channels[2] == "HALF" else f"hole {channels[2]}", *(_row_text(r, q) for r in "AMB")]
        for x, word in zip(xs, row, strict=True):
            sheet.text(x, y + 8.5 * q, word)
    sheet.line((10, y + 4), (270, y + 4), stroke=SOFT, thick=0.3)
    return sheet.svg()
