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
            sheet.box(x - wide / 2 + 5, top, wide - 10, high, fill="#555555", stroke=INK, thick=0.3, round_=0)
            sheet.text(x, top + 11, "55A3", 5, anchor="middle", fill="#ffffff")
        else:
            sheet.text(x, top + 11, "back", 5, anchor="middle", fill="#ffffff")
        order = _LEGS if marked else _LEGS[::-1]
        for i, (name, colour) in enumerate(order):
            leg = x + (i - 1) * 1.27 * _SCALE
            spread = x + (i - 1) * 28
            low, end = top + high, top + high + 30
            bends = ((leg, low), (leg, low + 14), (spread, end), (spread, end + 12))
            sheet.line(*bends, stroke=WIRE[colour], thick=1.6)
            sheet.text(spread, end + 17, name, 4.2, anchor="middle", bold=True)
        _capacitor(sheet, x, top + high + 7, -1 if marked else 1)
    return sheet.svg()


def _capacitor(sheet, x, y, side) -> None:
    """100 nF from leg 1 to leg 2, right at the body; leg 1 is on that side of the middle one."""
    near, far = x, x + side * 1.27 * _SCALE
    middle = (near + far) / 2
    for plate, end in ((-0.8 * side, near), (0.8 * side, far)):
        sheet.line((end, y), (middle + plate, y), thick=0.7)
        sheet.line((middle + plate, y - 3), (middle + plate, y + 3), thick=0.9)
    sheet.line((far + side * 1.5, y), (far + side * 9, y), stroke=SOFT, thick=0.3)
    words = "100 nF, close to the body"
    sheet.lines(far + side * 10, y, words.split(", "), 3.8, anchor="start" if side > 0 else "end")
