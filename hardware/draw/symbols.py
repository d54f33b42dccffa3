"""Symbols of schematics on a sheet: resistor, capacitor."""

from hardware.draw.canvas import INK, SMALL_MM, Sheet


def resistor(sheet: Sheet, x0, y0, x1, y1, label="", stroke=INK, beside=3.6) -> None:
    """A resistor (box) in the middle of a level or upright wire, its label above it or right of it."""
    sheet.line((x0, y0), (x1, y1), stroke=stroke, thick=0.7)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    if abs(y1 - y0) < 1e-6:
        sheet.box(x - 4, y - 1.6, 8, 3.2, fill="#fff", round_=0.2)
        if label:
            sheet.text(x, y - beside, label, SMALL_MM, anchor="middle")
    else:
        sheet.box(x - 1.6, y - 4, 3.2, 8, fill="#fff", round_=0.2)
        if label:
            sheet.text(x + beside, y, label, SMALL_MM)


def capacitor(sheet: Sheet, x, y0, y1, label="", plate=4.0) -> None:
    """An upright capacitor between two wires, its label beside it."""
    y = (y0 + y1) / 2
    sheet.line((x, y0), (x, y - 0.6))
    sheet.line((x, y + 0.6), (x, y1))
    for dy in (-0.6, 0.6):
        sheet.line((x - plate / 2, y + dy), (x + plate / 2, y + dy), thick=0.8)
    sheet.dot(x, y0)
    sheet.dot(x, y1)
    if label:
        sheet.text(x + plate / 2 + 1.5, y, label, SMALL_MM)
