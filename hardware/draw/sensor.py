"""The sensor's legs, seen from the marked face and as it is glued under the floor.

>>> "1 VCC" in sensor()
True
"""

from hardware import geometry as g
from hardware.draw.canvas import INK, SOFT, WIRE, Sheet

_SCALE = 9.0
_LEGS = (("1 VCC", "orange"), ("2 GND", "black"), ("3 OUT", "white"))


def sensor() -> str:
    """Both views side by side, nine to one."""
    sheet = Sheet(280, 140, "The legs of the sensor")
    sheet.heading(
        "Scale 9:1. DRV5055A3 in flat TO-92 (LPG); SS49E and its copies have the same order: check the data sheet."
    )
    for x, words, hint, marked in (
        (70, "marked face towards you", "the narrower face, with the print", True),
        (206, "glued under the floor, seen from below", "you see the back: the order is turned round", False),
    ):
        wide, high = g.SENSOR_WIDE_MM * _SCALE, g.SENSOR_LONG_MM * _SCALE
        top = 40.0
        sheet.text(x, 24, words, 4.4, anchor="middle", bold=True)
        sheet.text(x, 31, hint, 3.8, anchor="middle", fill=SOFT)
        sheet.box(x - wide / 2, top, wide, high, fill="#3a3a3a")
        if marked:
            inset = 5
            sheet.box(
                x - wide / 2 + inset, top, wide - 2 * inset, high, fill="#555555", stroke=INK, thick=0.3, round_=0
            )
            sheet.text(x, top + 11, "55A3", 5, anchor="middle", fill="#ffffff")
        else:
            sheet.text(x, top + 11, "back", 5, anchor="middle", fill="#ffffff")
        ends = {}
        order = _LEGS if marked else _LEGS[::-1]
        for i, (name, colour) in enumerate(order):
            leg = x + (i - 1) * 1.27 * _SCALE
            spread = x + (i - 1) * 28
            bend, end = top + high + 14, top + high + 30
            sheet.line(
                (leg, top + high), (leg, bend), (spread, end), (spread, end + 12), stroke=WIRE[colour], thick=1.6
            )
            sheet.text(spread, end + 17, name, 4.2, anchor="middle", bold=True)
            ends[name] = (spread, end)
        if not marked:
            (vcc, y), (gnd, _) = ends["1 VCC"], ends["2 GND"]
            left, right = min(vcc, gnd), max(vcc, gnd)
            middle = (left + right) / 2
            sheet.line((left, y + 6), (middle - 0.8, y + 6))
            sheet.line((middle + 0.8, y + 6), (right, y + 6))
            for plate in (-0.8, 0.8):
                sheet.line((middle + plate, y + 3), (middle + plate, y + 9), thick=0.9)
            sheet.text(middle, y - 1, "100 nF", 3.8, anchor="middle")
    return sheet.svg()
