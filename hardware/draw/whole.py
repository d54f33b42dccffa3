"""Schematic of the whole board on one sheet: Pico, four quarters, supply, lights, button; details stand elsewhere.

>>> whole().count("quarter-4.svg")
1
"""

import config
from hardware import netlist
from hardware.draw.canvas import SMALL_MM, SOFT, WIRE, Sheet

_LEFT, _RIGHT, _TOP, _STEP = 50.0, 100.0, 44.0, 20.0
_TEXT = 4.2


def _pico(sheet, names, x, y, on_right):
    """A column of Pico pins; returns name -> y."""
    ys = {}
    for i, name in enumerate(names):
        ys[name] = y + i * _STEP
        label = name.partition(" ")[0]
        number = netlist.pin(label) if label != "GND" else int(name.partition(" ")[2])
        words = f"{label}  {number}" if on_right else f"{number}  {label}"
        sheet.text(x - 2 if on_right else x + 2, ys[name], words, _TEXT, anchor="end" if on_right else "start")
    return ys


def _mux(sheet, q, y, buses) -> None:
    x, w, h = 196.0, 56.0, 42.0
    sheet.box(x, y, w, h, fill="#e8eef7", thick=0.8)
    sheet.text(x + w / 2, y + 7, f"mux {q}", 5.4, anchor="middle", bold=True)
    rows = {"SIG": y + 12, "S0": y + 17, "S1": y + 22, "S2": y + 27, "S3": y + 32, "EN": y + 37}
    for pin, row in rows.items():
        net = pin if pin != "EN" else f"EN{q}"
        net = f"SIG{config.PIN_SIG[q - 1]}" if pin == "SIG" else net
        bus_x, colour = buses[net]
        sheet.line((bus_x, row), (x, row), stroke=WIRE[colour], thick=0.8)
        sheet.text(x + 2, row, pin, SMALL_MM)
    pull = x - 9
    sheet.line((pull, y + 37), (pull, y + 42), thick=0.5)
    sheet.box(pull - 1.3, y + 42, 2.6, 5.4, fill="#fff", thick=0.5, round_=0.2)
    sheet.line((pull, y + 47.4), (pull, y + 49.5), thick=0.5)
    sheet.dot(pull, y + 37)
    sheet.text(pull + 3, y + 46, "1 k to 3V3 bus", SMALL_MM)
    holes = [h for h in config.MUXES[q - 1] if h not in netlist.REFERENCES]
    group = 300.0
    sheet.box(group, y, 92, 26, fill="#fdf3e4", thick=0.8)
    sheet.text(group + 46, y + 6, f"{len(holes)} sensors, 100 nF each", _TEXT, anchor="middle", bold=True)
    in_rows = [[h for h in holes if h[0] == row and netlist.place(h)[1] > 3] for row in "AMB"]
    words = [f"{row[0]} ... {row[-1]}" for row in in_rows] + [h for h in holes if netlist.place(h)[1] <= 3]
    sheet.text(group + 46, y + 13, ", ".join(words), SMALL_MM + 0.2, anchor="middle")
    sheet.text(group + 46, y + 20, f"in detail: quarter-{q}.svg", SMALL_MM, anchor="middle", fill=SOFT)
    sheet.line((x + w, y + 10), (group, y + 10), stroke=WIRE["white"], thick=2)
    sheet.text(x + w + 24, y + 5.5, f"{len(holes)} x OUT", SMALL_MM, anchor="middle")
    sheet.line((group, y + 31), (group + 20, y + 31), stroke=WIRE["orange"], thick=1)
    sheet.line((group + 10, y + 26), (group + 10, y + 31), stroke=WIRE["orange"], thick=1)
    sheet.text(group + 22, y + 31, f"rail bus {q}", SMALL_MM)
    sheet.line((group + 52, y + 26), (group + 52, y + 31), thick=1)
    sheet.line((group + 46, y + 31), (group + 58, y + 31), thick=1)
    sheet.text(group + 60, y + 31, f"ground bus {q}", SMALL_MM)
    half = "C2, C3" if config.MUXES[q - 1][2] == "HALF" else "C3"
    references = (("C0", "black", f"ground bus {q}"), ("C1", "orange", f"1 k, rail bus {q}"))
    for k, (pins, colour, words) in enumerate((*references, (half, "turquoise", "half-rail tap"))):
        row = y + 19 + k * 6.5
        sheet.text(x + w - 2, row, pins, SMALL_MM, anchor="end")
        sheet.line((x + w, row), (x + w + 6, row), stroke=WIRE[colour], thick=0.9)
        sheet.text(x + w + 8, row, words, SMALL_MM)


def whole() -> str:
    """Everything on one A3 sheet."""
    sheet = Sheet(400, 278, "Schematic of the whole board")
    sheet.heading(
        "A3. White wires are light grey. Not shown at the muxes: VCC to 3V3 bus, GND to ground bus, 100 nF. "
        "In detail: supply.svg, lights.svg."
    )
    address = [f"GP{n}" for n in config.PIN_ADDRESS]
    enable = [f"GP{n}" for n in config.PIN_ENABLE]
    sig = [f"GP{n}" for n in sorted(set(config.PIN_SIG))]
    names = [*address, *enable, *sig]
    sheet.box(_LEFT, _TOP - 9, _RIGHT - _LEFT, (len(names) - 1) * _STEP + 18, fill="#e6f2e6", thick=0.9)
    sheet.text((_LEFT + _RIGHT) / 2, _TOP - 14, "Raspberry Pi Pico", 5.0, anchor="middle", bold=True)
    ys = _pico(sheet, names, _RIGHT, _TOP, True)
    sheet.text(_LEFT + 2, _TOP, "USB", _TEXT)
    sheet.arrow((10, _TOP), (_LEFT, _TOP), stroke=WIRE["red"], thick=1.2)
    sheet.lines(10, _TOP + 6, ("USB charger", "5 V, 1 A"), SMALL_MM)
    _others(sheet)
    # vertical buses to the muxes
    nets = [(f"S{i}", pin, netlist.COLOURS[f"S{i}"]) for i, pin in enumerate(address)]
    nets += [(f"EN{q}", pin, "grey") for q, pin in enumerate(enable, 1)]
    nets += [(f"SIG{pin[2:]}", pin, "brown") for pin in sig]
    tops = [34.5 + 60 * k for k in range(len(config.MUXES))]
    buses = {}
    for k, (net, pin, colour) in enumerate(nets):
        x = 112 + k * 6.6
        buses[net] = (x, colour)
        if net.startswith("EN"):
            rows = [tops[int(net[2:]) - 1] + 37]
        elif net.startswith("SIG"):
            rows = [tops[q - 1] + 12 for q, n in enumerate(config.PIN_SIG, 1) if f"SIG{n}" == net]
        else:
            rows = [top + 17 + 5 * int(net[1:]) for top in tops]
        reach = [ys[pin], *rows]
        sheet.line((_RIGHT, ys[pin]), (x, ys[pin]), stroke=WIRE[colour], thick=0.8)
        sheet.line((x, min(reach)), (x, max(reach)), stroke=WIRE[colour], thick=0.8)
        # A dot where three ways meet; at either end of the bus the wire only turns.
        for y in {*reach} - {min(reach), max(reach)}:
            sheet.dot(x, y, WIRE[colour])
    for q, top in enumerate(tops, 1):
        _mux(sheet, q, top, buses)
    return sheet.svg()


def _others(sheet) -> None:
    """The Pico's pins that no mux needs, on its left side."""
    wires = (
        ("VBUS", "red", "5V bus"),
        ("3V3(OUT)", "pink", "3V3 bus"),
        (f"GP{config.PIN_HALF}", "turquoise", "half-rail tap"),
        ("GND 38", "black", "star ground"),
        ("GND 3", "black", "LED ground"),
        (f"GP{config.PIN_PIXELS}", "white", "LED data"),
        (f"GP{config.PIN_BUTTON}", "white", "button"),
        (f"GP{config.PIN_RAIL_OFF}", "white", "SHDN (optional)"),
        (f"GP{config.PIN_BUZZER}", "white", "330, buzzer"),
    )
    ys = _pico(sheet, [name for name, _, _ in wires], _LEFT, _TOP + _STEP, False)
    for name, colour, words in wires:
        sheet.line((_LEFT - 8, ys[name]), (_LEFT, ys[name]), stroke=WIRE[colour], thick=1)
        sheet.text(_LEFT - 10, ys[name], words, SMALL_MM + 0.2, anchor="end")
