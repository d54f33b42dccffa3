"""Schematic of one quarter: its sensors with their capacitors, its references, its mux.

>>> "M17" in quarter(4), "M17" in quarter(1)
(True, False)
"""

import config
from hardware import netlist
from hardware.draw.canvas import SMALL_MM, WIRE, Sheet
from hardware.draw.symbols import capacitor, resistor

_TOP, _STEP = 36.0, 12.6
_RAIL, _GROUND, _BOX, _WIDE, _MUX = 22.0, 34.0, 74.0, 38.0, 150.0


def _sensor(sheet, hole, y) -> None:
    sheet.box(_BOX, y - 4.4, _WIDE, 8.8, fill="#fdf3e4")
    up, down = y - 2.2, y + 2.2
    sheet.line((_RAIL, up), (_BOX, up), stroke=WIRE["orange"], thick=0.7)
    sheet.line((_GROUND, down), (_BOX, down), stroke=WIRE["black"], thick=0.7)
    sheet.dot(_RAIL, up, WIRE["orange"])
    sheet.dot(_GROUND, down)
    capacitor(sheet, 62, up, down, plate=5)
    sheet.text(_BOX + 1.5, up, "1 VCC", SMALL_MM)
    sheet.text(_BOX + 1.5, down, "2 GND", SMALL_MM)
    sheet.text(_BOX + _WIDE - 1.5, y, "3 OUT", SMALL_MM, anchor="end")
    sheet.text(_BOX + 20, y, hole, SMALL_MM + 0.4, anchor="middle", bold=True)
    sheet.line((_BOX + _WIDE, y), (_MUX, y), stroke=WIRE["white"], thick=1)


def quarter(q: int) -> str:
    """Quarter `q`, 1 ... 4: every channel of its mux and where it comes from."""
    channels = config.MUXES[q - 1]
    sheet = Sheet(280, 252, f"Schematic of quarter {q}")
    sheet.heading(
        "DRV5055A3 (or SS49E class): pins 1, 2, 3 from the left, marked face to you, legs down. "
        "Each sensor has its own 100 nF."
    )
    bottom = _TOP + 15 * _STEP
    sheet.line((_RAIL, _TOP), (_RAIL, bottom + 5), stroke=WIRE["orange"], thick=1.2)
    sheet.line((_GROUND, _TOP - 5), (_GROUND, bottom + 5), stroke=WIRE["black"], thick=1.2)
    sheet.text(_RAIL + 4, bottom + 10, f"rail bus {q}", SMALL_MM, anchor="end")
    sheet.text(_GROUND - 3, bottom + 10, f"ground bus {q}", SMALL_MM)
    sheet.arrow((_RAIL, bottom + 22), (_RAIL, bottom + 14), stroke=WIRE["orange"], thick=1)
    sheet.arrow((_GROUND, bottom + 22), (_GROUND, bottom + 14), stroke=WIRE["black"], thick=1)
    sheet.text(_GROUND + 4, bottom + 20, "each by a wire of its own to rail star and star ground", SMALL_MM)
    sheet.box(_MUX, _TOP - 8, 40, 15 * _STEP + 16, fill="#e8eef7", thick=0.8)
    sheet.text(_MUX + 22, _TOP + 15 * _STEP - 6, f"mux {q}", 5, anchor="middle", bold=True)
    for channel, content in enumerate(channels):
        y = _TOP + channel * _STEP
        sheet.text(_MUX + 2, y, f"C{channel}", SMALL_MM + 0.4)
        if content == "GND":
            sheet.line((_GROUND, y), (_MUX, y), stroke=WIRE["black"], thick=0.7)
            sheet.dot(_GROUND, y)
        elif content == "RAIL":
            resistor(sheet, _RAIL, y, _MUX, y, "1 k", stroke=WIRE["orange"])
            sheet.dot(_RAIL, y, WIRE["orange"])
        elif content == "HALF":
            sheet.line((_BOX + 16, y), (_MUX, y), stroke=WIRE["turquoise"], thick=1)
            sheet.text(_BOX + 14, y, "half-rail tap", SMALL_MM + 0.2, anchor="end")
        else:
            _sensor(sheet, content, y)
    _controls(sheet, q)
    return sheet.svg()


def _controls(sheet, q) -> None:
    edge, far = _MUX + 40, _MUX + 72
    rows = [("SIG", "brown", netlist.gp(config.PIN_SIG[q - 1]))]
    rows += [(f"S{i}", netlist.COLOURS[f"S{i}"], netlist.gp(n)) for i, n in enumerate(config.PIN_ADDRESS)]
    rows += [
        ("EN", "grey", netlist.gp(config.PIN_ENABLE[q - 1])),
        ("VCC", "pink", "3V3 bus"),
        ("GND", "black", f"ground bus {q}"),
    ]
    ys = {}
    for i, (pin, colour, words) in enumerate(rows):
        y = ys[pin] = _TOP + 6 + i * 16
        sheet.text(edge - 2, y, pin, SMALL_MM + 0.4, anchor="end")
        sheet.line((edge, y), (far, y), stroke=WIRE[colour], thick=1)
        sheet.text(far + 2, y, words, SMALL_MM + 0.2)
    x = edge + 10
    resistor(sheet, x, ys["EN"], x, ys["VCC"], "1 k")
    sheet.dot(x, ys["EN"])
    sheet.dot(x, ys["VCC"])
    capacitor(sheet, x, ys["VCC"], ys["GND"], "100 nF")
    other = [n for n, pin in enumerate(config.PIN_SIG, 1) if pin == config.PIN_SIG[q - 1] and n != q]
    sheet.text(edge + 4, ys["SIG"] - 5, f"shared with mux {other[0]}; no capacitor", SMALL_MM, fill="#b30000")
