"""Block diagram of the whole board: what feeds what, what talks to what.

>>> "49 sensors" in block()
True
"""

import config
from hardware import geometry as g
from hardware.draw.canvas import SMALL_MM, WIRE, Sheet


def _block(sheet, x, y, w, h, *words, fill="#f4f4f4") -> None:
    sheet.box(x, y, w, h, fill=fill, thick=0.7)
    start = y + h / 2 - (len(words) - 1) * 2.8
    for i, word in enumerate(words):
        sheet.text(x + w / 2, start + i * 5.6, word, 4.0, anchor="middle", bold=i == 0)


def block() -> str:
    """Boxes and arrows, power in red and orange, signals in the colours of their wires."""
    sheet = Sheet(290, 190, "Block diagram")
    sheet.heading(
        "Red 5 V, all taken at the Pico's VBUS pin; orange sensor rail; pink the Pico's 3.3 V. White wires: light grey."
    )
    _block(sheet, 10, 24, 44, 24, "USB charger", "5 V, 1 A")
    _block(sheet, 112, 24, 60, 118, "Pico", "MicroPython,", "the game", fill="#e6f2e6")
    _block(sheet, 10, 66, 44, 28, "Regulator", "3.3 V, 500 mA,", "sensors only", fill="#fdeedd")
    _block(sheet, 10, 112, 44, 24, "Half rail", "1 k + 1 k", fill="#e0f4f4")
    _block(sheet, 10, 154, 76, 26, f"{len(g.holes())} sensors", "one under each hole", fill="#fdeedd")
    _block(
        sheet, 112, 154, 110, 26, f"{len(config.MUXES)} muxes of 16 channels", "holes and references", fill="#e8eef7"
    )
    _block(sheet, 206, 24, 34, 26, "Buffer", "74AHCT125")
    _block(sheet, 206, 62, 74, 22, f"{config.DICE_LEDS} dice LEDs", "two dice of four pips")
    _block(sheet, 206, 92, 74, 20, f"{config.HOLE_LEDS} hole LEDs", "(optional)")
    _block(sheet, 206, 120, 34, 18, "Button")
    _block(sheet, 246, 120, 34, 18, "Buzzer", "(optional)")
    # power
    sheet.arrow((54, 36), (112, 36), stroke=WIRE["red"], thick=0.9)
    sheet.text(83, 32, "USB, 5 V", SMALL_MM, anchor="middle")
    sheet.arrow((112, 72), (54, 72), stroke=WIRE["red"], thick=0.9)
    sheet.text(83, 68, "5V bus, from VBUS", SMALL_MM, anchor="middle")
    sheet.arrow((32, 94), (32, 112), stroke=WIRE["orange"], thick=0.9)
    sheet.text(35, 103, "sensor rail", SMALL_MM)
    sheet.arrow((54, 87), (72, 87), (72, 154), stroke=WIRE["orange"], thick=0.9)
    sheet.arrow((54, 124), (112, 124), stroke=WIRE["turquoise"], thick=0.9)
    sheet.text(92, 120, f"GP{config.PIN_HALF}", SMALL_MM, anchor="middle")
    sheet.arrow((62, 124), (62, 145), (126, 145), (126, 154), stroke=WIRE["turquoise"], thick=0.9)
    sheet.dot(62, 124, WIRE["turquoise"])
    # sensors to muxes to Pico
    sheet.arrow((86, 167), (112, 167), stroke=WIRE["white"], thick=1.4)
    sheet.text(99, 163, f"{len(g.holes())} x OUT", SMALL_MM, anchor="middle")
    for x, colour in ((136, "brown"), (168, "pink")):
        ends = ((x, 154), (x, 142)) if colour == "brown" else ((x, 142), (x, 154))
        sheet.arrow(*ends, stroke=WIRE[colour], thick=0.9)
    sheet.arrow((147, 142), (147, 154), stroke=WIRE["yellow"], thick=0.9)
    sheet.arrow((158, 142), (158, 154), stroke=WIRE["grey"], thick=0.9)
    sheet.lines(
        228,
        149,
        (
            f"brown: SIG to GP{config.PIN_SIG[0]}, GP{config.PIN_SIG[-1]}",
            f"yellow: S0 - S3, GP{config.PIN_ADDRESS[0]} - GP{config.PIN_ADDRESS[-1]}",
            f"grey: EN, GP{config.PIN_ENABLE[0]} - GP{config.PIN_ENABLE[-1]}",
            "pink: 3V3(OUT)",
        ),
        SMALL_MM,
        step=2.0,
    )
    # lights, button
    sheet.arrow((172, 37), (206, 37), stroke=WIRE["white"], thick=0.9)
    sheet.text(189, 33, f"GP{config.PIN_PIXELS}", SMALL_MM, anchor="middle")
    sheet.arrow((223, 50), (223, 62), stroke=WIRE["white"], thick=0.9)
    sheet.text(226, 56, "330 ohm", SMALL_MM)
    sheet.arrow((223, 84), (223, 92), stroke=WIRE["white"], thick=0.9)
    sheet.arrow((206, 129), (172, 129), stroke=WIRE["white"], thick=0.9)
    sheet.text(189, 125, f"GP{config.PIN_BUTTON}", SMALL_MM, anchor="middle")
    sheet.arrow((172, 116), (263, 116), (263, 120), stroke=WIRE["white"], thick=0.9)
    sheet.text(189, 112, f"GP{config.PIN_BUZZER}, 330 ohm", SMALL_MM, anchor="middle")
    sheet.line((142, 24), (142, 19), (260, 19), stroke=WIRE["red"], thick=0.9)
    sheet.arrow((260, 19), (260, 62), stroke=WIRE["red"], thick=0.9)
    sheet.arrow((216, 19), (216, 24), stroke=WIRE["red"], thick=0.9)
    sheet.dot(216, 19, WIRE["red"])
    sheet.text(263, 56, "5V bus", SMALL_MM)
    sheet.text(145, 28, "VBUS", SMALL_MM)
    return sheet.svg()
