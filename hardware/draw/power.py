"""Schematics of supply, half rail, lights and button.

>>> supply().count("<svg")
1
"""

import config
from hardware import geometry, netlist
from hardware.draw.canvas import SMALL_MM, WIRE, Sheet
from hardware.draw.symbols import capacitor, chip, resistor, terminal


def supply() -> str:
    """5 V from the Pico's VBUS to the regulator, the sensor rail, its four buses, and the half rail."""
    sheet = Sheet(338, 93, "Supply of the sensors and half rail")
    sheet.heading()
    top, middle, low = 28, 54, 80
    for colour, *points in (
        ("red", (54, top), (95, top)),
        ("orange", (131, top), (200, top)),
        ("turquoise", (174, middle), (200, middle)),
        ("black", (147, middle), (73, middle), (73, low), (200, low)),
        ("black", (113, 38), (113, middle)),
    ):
        sheet.line(*points, stroke=WIRE[colour], thick=0.7)
    chip(sheet, 95, 18, 36, 20, ("VIN", 95, top, "1"), ("VOUT", 131, top, "3"), ("GND", 113, 38, "2"))
    sheet.text(113, 15, "MCP1825S-3302", SMALL_MM, "middle")
    capacitor(sheet, 73, top, middle, "1 uF")
    capacitor(sheet, 147, top, middle, "10 uF")
    for y in (top, middle):
        resistor(sheet, 174, y, 174, y + 26, "1 k, 1 %")
    sheet.dot(113, middle)
    sheet.dot(174, middle)
    for y, words, beside in ((top, "rail star", -4), (low, "star ground", 4)):
        sheet.circle(174, y, 1.2, fill="#000")
        sheet.text(174, y + beside, words, SMALL_MM, "middle")
    terminal(sheet, 54, top, "Pico 40 (VBUS), 5V bus", colour="red", to_left=True)
    terminal(sheet, 200, top, "rail bus 1, 2, 3, 4: one wire each", "(49 sensors)", colour="orange")
    tap = f"half-rail tap: {netlist.gp(config.PIN_HALF)},"
    terminal(sheet, 200, middle, tap, "C3 of mux 1 - 4, C2 of mux 1 - 3", colour="turquoise")
    terminal(sheet, 200, low, "ground bus 1, 2, 3, 4: one wire each;", "thick wire to Pico 38 (GND)")
    _package(sheet, 306, 23)
    return sheet.svg()


def _package(sheet: Sheet, x, y) -> None:
    """The regulator's TO-220 as it is held to read its legs: marked side towards you, legs down."""
    sheet.lines(x, y - 8, ("MCP1825S, TO-220,", "marked side to you"), SMALL_MM, anchor="middle")
    sheet.box(x - 16, y, 32, 11, fill="#c8c8c8", round_=0)
    sheet.box(x - 16, y + 11, 32, 22, fill="#4a4a4a", round_=0)
    for side, words, colour in ((-1, "1 VIN", "red"), (0, "2 GND", "black"), (1, "3 VOUT", "orange")):
        leg, end = x + side * 10, x + side * 19
        sheet.line((leg, y + 33), (leg, y + 44), (end, y + 51), stroke=WIRE[colour], thick=0.7)
        sheet.text(end, y + 56, words, SMALL_MM, "middle")


def lights() -> str:
    """Buffer, dice LEDs, hole LEDs; under them the button and the buzzer."""
    sheet = Sheet(330, 106, "Lights, button and buzzer")
    sheet.heading()
    top, data, low, below = 16, 45, 72, 99
    leds = (183, 239)
    for colour, *points in (
        ("white", (36, data), (52, data)),
        ("white", (88, data), (183, data)),
        ("white", (265, data), (278, data)),
        ("red", (65, 32), (65, top), (278, top)),
        ("black", (65, 58), (65, low), (278, low)),
        ("black", (78, 58), (78, low)),
        *(("red", (x + 13, top), (x + 13, 32)) for x in leds),
        *(("black", (x + 13, 58), (x + 13, low)) for x in leds),
        ("black", (38, below), (48, below)),
        ("black", (56, below), (66, below)),
        ("black", (206, below), (214.2, below)),
        ("black", (217.8, below), (226, below)),
    ):
        sheet.line(*points, stroke=WIRE[colour], thick=0.7)
    sheet.line((209, data), (239, data), stroke=WIRE["white"], thick=0.7, dash="2,1.4")
    pins = (("1A", 52, data, "2"), ("1Y", 88, data, "3"), ("VCC", 65, 32, "14"), ("GND", 65, 58, "7"))
    chip(sheet, 52, 32, 36, 26, *pins, ("1OE", 78, 58, "1"))
    sheet.text(69, 25, "74AHCT125", SMALL_MM)
    resistor(sheet, 108, data, 142, data, "330", WIRE["white"])
    # each where it is soldered: the small one at the chip's pins, the large one at the first LED
    capacitor(sheet, 103, top, low, "100 nF from", "pin 14 to 7", at=27)
    capacitor(sheet, 152, top, low, "470 uF", "at LED 1", at=27)
    sheet.text(147.6, 24.5, "+", SMALL_MM)
    for x, number in zip(leds, (1, config.DICE_LEDS), strict=True):
        middle = x + 13
        chip(sheet, x, 32, 26, 26, ("DIN", x, data), ("DOUT", x + 26, data), ("5V", middle, 32), ("GND", middle, 58))
        sheet.text(middle, 50, f"LED {number}", SMALL_MM, "middle")
    for x, y in ((65, low), (78, low), *((x + 13, y) for x in leds for y in (top, low))):
        sheet.dot(x, y)
    holes = geometry.holes()
    terminal(sheet, 36, data, netlist.gp(config.PIN_PIXELS), to_left=True)
    terminal(sheet, 278, top, "5V bus", colour="red")
    terminal(sheet, 278, data, f"hole LEDs {holes[0]} ... {holes[-1]}", "(optional)", colour="white")
    terminal(sheet, 278, low, f"LED ground: {netlist.pico('GND', 0)}")
    sheet.text(12, 83, "Unused gates of the 74AHCT125: 5, 9, 12 to LED ground; 4, 10, 13 to 5V bus", SMALL_MM)
    terminal(sheet, 38, below, netlist.gp(config.PIN_BUTTON), to_left=True)
    for x in (48, 56):
        sheet.circle(x, below, 0.8, fill="#fff")
    sheet.line((47, below - 3), (57, below - 3), thick=0.7)
    sheet.line((52, below - 3), (52, below - 5), thick=0.7)
    sheet.text(52, below - 8, "button", SMALL_MM, "middle")
    terminal(sheet, 66, below, netlist.pico("GND", 2))
    resistor(sheet, 176, below, 206, below, "330")
    terminal(sheet, 176, below, netlist.gp(config.PIN_BUZZER), to_left=True)
    sheet.box(215, below - 2.6, 2, 5.2, round_=0)
    for x in (214.2, 217.8):
        sheet.line((x, below - 2), (x, below + 2), thick=0.7)
    sheet.text(216, below - 6, "piezo (optional)", SMALL_MM, "middle")
    terminal(sheet, 226, below, netlist.pico("GND", 3))
    return sheet.svg()
