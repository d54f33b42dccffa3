"""Symbols of schematics on a sheet: resistor, capacitor, chip, terminal."""

from hardware.draw.canvas import INK, SMALL_MM, WIRE, Sheet


def resistor(sheet: Sheet, x0, y0, x1, y1, label="", stroke=INK) -> None:
    """A resistor (box) in the middle of a level or upright wire, its label above it or right of it."""
    sheet.line((x0, y0), (x1, y1), stroke=stroke, thick=0.7)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    if abs(y1 - y0) < 1e-6:
        sheet.box(x - 4, y - 1.6, 8, 3.2, fill="#fff", round_=0.2)
        sheet.text(x, y - 3.6, label, SMALL_MM, anchor="middle")
    else:
        sheet.box(x - 1.6, y - 4, 3.2, 8, fill="#fff", round_=0.2)
        sheet.text(x + 3.6, y, label, SMALL_MM)


def capacitor(sheet: Sheet, x, y0, y1, *label, at=None, plate=4.0) -> None:
    """An upright capacitor between two wires, its plates in the middle or at a height, its label beside it."""
    y = at or (y0 + y1) / 2
    sheet.line((x, y0), (x, y - 0.6))
    sheet.line((x, y + 0.6), (x, y1))
    for dy in (-0.6, 0.6):
        sheet.line((x - plate / 2, y + dy), (x + plate / 2, y + dy), thick=0.8)
    sheet.dot(x, y0)
    sheet.dot(x, y1)
    sheet.lines(x + plate / 2 + 1.5, y - 2.3 * (len(label) - 1), label, SMALL_MM)


def chip(sheet: Sheet, x, y, wide, high, *pins) -> None:
    """A chip, each pin a name at a place on its edge, (name, x, y), with its number: (name, x, y, number)."""
    sheet.box(x, y, wide, high, thick=0.7, round_=0)
    for name, at, level, *number in pins:
        side = {x: "start", x + wide: "end"}.get(at, "middle")
        inwards = {"start": (1.5, 0), "end": (-1.5, 0)}.get(side, (0, 3.2 if level == y else -3.2))
        sheet.text(at + inwards[0], level + inwards[1], name, SMALL_MM, side)
        for text in number:
            left = -1.5 if side == "start" else 1.5
            sheet.text(
                at + left, level + (2.6 if level == y + high else -2.6), text, SMALL_MM, "end" if left < 0 else "start"
            )


def terminal(sheet: Sheet, x, y, *label, colour="black", to_left=False) -> None:
    """The open end of a wire, and where it leads."""
    sheet.circle(x, y, 0.8, fill="#fff", stroke=WIRE[colour])
    left, first = -2.5 if to_left else 2.5, y - 2.3 * (len(label) - 1)
    sheet.lines(x + left, first, label, SMALL_MM, anchor="end" if to_left else "start")
