"""The dice box of wood: its face with all holes, and a cut with what is in it, sliced from the tested solids.

>>> "lid" in dice_box()
True
"""

from hardware.draw.canvas import SMALL_MM, Sheet
from hardware.draw.cut import slices
from hardware.solids import dice

_SCALE = 1.35


def dice_box() -> str:
    """Face and cut."""
    make = dice.WOOD
    long, wide, high = dice.outside_mm(make)
    sheet = Sheet(330, 226, "The dice box, plywood of 5 mm")
    inside = " x ".join(f"{size:g}" for size in dice.INSIDE_MM)
    sheet.heading(
        f"Scale {_SCALE:g}:1. Inside {inside} mm; the printed box is the same inside, with walls of "
        f"{dice.PRINT.wall:g} mm."
    )
    left, top = 30.0, 30.0

    def at(x, y):
        return left + x * _SCALE, top + y * _SCALE

    face = dice.body(make).slice(make.wall / 2)
    for polygon in face.to_polygons():
        sheet.line(*[at(*point) for point in polygon], close=True, fill="none", thick=0.4)
    sheet.text(left, top - 5, "face", 4.0, bold=True)
    places = dice.led_places_mm(make)
    for x in places:
        (cx, cy) = at(x, wide / 2)
        sheet.line((cx - 8, cy), (cx + 8, cy), thick=0.15)
        sheet.line((cx, cy - 8), (cx, cy + 8), thick=0.15)
    sheet.text(at(places[0], 0)[0], at(0, wide / 2 - 9)[1], f"LED 1 to 8: {make.window:g} mm", SMALL_MM)
    sheet.text(at(dice.button_x(make), 0)[0], at(0, wide / 2 - 10)[1], "button: 12 mm", SMALL_MM, anchor="middle")
    low = at(0, wide)[1]
    sheet.measure(left, low + 8, left + long * _SCALE, low + 8, f"{long:g}")
    sheet.measure(left - 6, top, left - 6, low, f"{wide:g}")
    row = ", ".join(f"{x:.1f}" for x in (*places, dice.button_x(make)))
    sheet.text(left, low + 16, f"Middles from the left end, mm, LED 1 to 8 and button: {row}.", SMALL_MM)
    top = low + 36.0
    sheet.text(left, top - 6, "cut lengthwise through the middle, face up", 4.0, bold=True)
    for solid in dice.contents(make):
        if not solid.name.startswith("air"):
            for polygon in slices(solid, wide / 2):
                points = [at(max(x, -14.0), z) for x, z in polygon]
                sheet.line(*points, close=True, fill=solid.colour, thick=0.3)
    low = at(0, high)[1]
    sheet.measure(left + long * _SCALE + 16, top, left + long * _SCALE + 16, low, "", SMALL_MM)
    sheet.text(left + long * _SCALE + 18, (top + low) / 2, f"{high:g}", SMALL_MM)
    shell = " x ".join(f"{size + 2:g}" for size in dice.heights.PLUG_SHELL_MM)
    words = (
        f"From the left: USB plug; Pico, on posts of {dice.POST_MM[1]:g} mm on the lid; three AA cells; "
        "button; switch.",
        f"Holes in the sides, on their middle lines: USB {shell} mm in the left end, its middle "
        f"{dice.usb_z(make):.1f} mm below the outside of the face;",
        f"with cells the switch, {dice.SWITCH_MM[0]:g} mm, in the right end, its middle {dice.switch_z(make):g} mm "
        f"below it; cable to the boat {dice.CABLE_MM:g} mm in a long side, in the middle.",
        "Sizes of Pico, cells, button and switch are those of usual parts: measure yours first. Not built yet.",
    )
    sheet.lines(left, low + 10, words, SMALL_MM, step=1.7)
    return sheet.svg()
