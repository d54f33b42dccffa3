"""How one mux module is wired, with what differs from module to module.

>>> "Hall sensor A1" in module()
False
"""

import config
from hardware import netlist
from hardware.draw.canvas import SMALL_MM, SOFT, WIRE, Sheet


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
    channels = config.MUXES[0]
    for channel, content in enumerate(channels):
        y = top + channel * step
        sheet.circle(right - 2.5, y, 1.4, fill="#f3d77a", thick=0.3)
        sheet.text(right - 6, y, f"C{channel}", anchor="end")
        if content == "GND":
            colour, words = "black", "ground bus 1"
        elif content == "RAIL":
            colour, words = "orange", "rail bus 1"
            sheet.line((right, y), (right + 10, y), stroke=WIRE[colour], thick=1)
            sheet.box(right + 10, y - 1.8, 14, 3.6, fill="#fff", thick=0.5, round_=0.3)
            sheet.text(right + 28, y - 3.4, "1 k", SMALL_MM)
            sheet.line((right + 24, y), (right + 40, y), stroke=WIRE[colour], thick=1)
            sheet.text(right + 42, y, words)
            continue
        elif content == "HALF":
            colour, words = "turquoise", "half-rail tap"
        else:
            colour, words = "white", f"sensor {content} OUT"
        sheet.line((right, y), (right + 40, y), stroke=WIRE[colour], thick=1)
        sheet.text(right + 42, y, words)
    pins = ["SIG", "S3", "S2", "S1", "S0", "EN", "VCC", "GND"]
    where = {
        "SIG": ("brown", config.PIN_SIG[0]),
        "EN": ("grey", config.PIN_ENABLE[0]),
        **{f"S{i}": (netlist.COLOURS[f"S{i}"], n) for i, n in enumerate(config.PIN_ADDRESS)},
    }
    ys = {}
    for i, pin in enumerate(pins):
        y = ys[pin] = top + 8 + i * 14
        sheet.circle(left + 2.5, y, 1.4, fill="#f3d77a", thick=0.3)
        sheet.text(left + 6, y, pin)
        if pin in where:
            colour, number = where[pin]
            sheet.line((left, y), (left - 54, y), stroke=WIRE[colour], thick=1)
            note = {"SIG": " (with mux 2)", "EN": ""}.get(pin, " (all muxes)")
            sheet.text(left - 56, y, netlist.gp(number) + note, SMALL_MM + 0.2, anchor="end")
        else:
            colour, words = ("pink", "3V3 bus") if pin == "VCC" else ("black", "ground bus 1")
            sheet.line((left, y), (left - 54, y), stroke=WIRE[colour], thick=1)
            sheet.text(left - 56, y, words, SMALL_MM + 0.2, anchor="end")
    # pull-up of EN to VCC, 100 nF from VCC to GND
    x = left - 14
    sheet.line((x, ys["EN"]), (x, ys["VCC"]), thick=0.5)
    sheet.box(x - 1.8, ys["EN"] + 3.4, 3.6, 7.2, fill="#fff", round_=0.3)
    sheet.text(x - 4, ys["EN"] + 7, "1 k pull-up", SMALL_MM, anchor="end")
    sheet.dot(x, ys["EN"])
    sheet.dot(x, ys["VCC"])
    middle = (ys["VCC"] + ys["GND"]) / 2
    sheet.line((x, ys["VCC"]), (x, middle - 1), thick=0.5)
    sheet.line((x, middle + 1), (x, ys["GND"]), thick=0.5)
    for dy in (-1, 1):
        sheet.line((x - 3.5, middle + dy), (x + 3.5, middle + dy), thick=0.9)
    sheet.dot(x, ys["GND"])
    sheet.text(x - 5, middle, "100 nF", SMALL_MM, anchor="end")
    sheet.text(8, top + 2, "SIG: never a capacitor here", SMALL_MM + 0.2, fill="#b30000")
    y = top + 16 * step + 8
    head = ("module", "EN", "SIG", "C2", "C4 - C7", "C8 - C11", "C12 - C15")
    xs = (12, 38, 82, 126, 158, 196, 236)
    for x, word in zip(xs, head, strict=True):
        sheet.text(x, y, word, bold=True)
    for q in range(1, len(config.MUXES) + 1):
        c2 = config.MUXES[q - 1][2]
        row = (
            f"mux {q}",
            netlist.gp(config.PIN_ENABLE[q - 1]),
            netlist.gp(config.PIN_SIG[q - 1]),
            "half rail" if c2 == "HALF" else f"hole {c2}",
            *(_row_text(r, q) for r in "AMB"),
        )
        for x, word in zip(xs, row, strict=True):
            sheet.text(x, y + 8.5 * q, word)
    sheet.line((10, y + 4), (270, y + 4), stroke=SOFT, thick=0.3)
    return sheet.svg()
