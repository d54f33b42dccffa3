"""The dice box as solids, printed or of plywood, with all that it holds when it works without the boat.

It lies face down: x to the right, y across, z from the face to the lid. The same box serves the boat later; Pico and
cells then move out, and the cable to the boat comes in. The Pico has no header pins yet: they would touch the lid.
"""

import math
from collections import namedtuple
from functools import lru_cache

import config
from hardware import layout
from hardware.pcb import heights
from hardware.solids import small
from hardware.solids.forms import Manifold, Solid, bar, beam, box, joined, rod, roof

LED_PITCH_MM = 1000 / 60  # a strip of 60 LEDs a metre, in two groups of four
LED_GAP_MM = 12.0  # between the two dice
INSIDE_MM = layout.DICE_INSIDE_MM
STRIP_MM = (10.0, 2.0)  # wide, high with its LEDs
BUTTON_MM = (12.0, 16.0, 20.0)  # thread, nut, behind the face
CABLE_MM = 8.0
SWITCH_MM = (6.0, 13.0, 8.0, 16.0)  # a small toggle switch: thread, then its body long, wide, deep
PACK_MM = (58.0, 48.0, 16.0)  # a flat holder of three AA cells
FET_MM = (10.4, 29.0, 4.6)  # the transistor, a TO-220 with its legs
PICO_MM = (51.0, 21.0, 1.0)
PICO_HOLES_MM = (47.0, 11.4)
OVERHANG_MM, USB_MM = 1.3, (8.0, 2.8)  # of the Pico's socket: over its edge; wide, high
POST_MM = (6.0, 8.0)  # under the Pico: diameter, high
BESIDE_MM = 12.0  # from the box to its lid, while both lie open
CORNER_MM = 9.0  # blocks in the corners for the screws of the lid
SCREW_MM = layout.LID_SCREW_MM

# wall: of face, sides and lid; window: hole over an LED; pilot: of the screws
Make = namedtuple("Make", "name wall window pilot colour")
PRINT = Make("print", 2.4, 6.0, 1.6, "#b9c4cf")
WOOD = Make("wood", 5.0, 9.0, 1.5, "#e9d9b8")


def outside_mm(make: Make) -> "tuple[float, float, float]":
    """Long, wide, high with face and lid."""
    return tuple(size + 2 * make.wall for size in INSIDE_MM)


def led_places_mm(make: Make) -> "list[float]":
    """Middles of the LEDs along the box, from its left end."""
    half, start = config.DICE_LEDS // 2, make.wall + 10.0
    return [start + n * LED_PITCH_MM + (LED_GAP_MM if n >= half else 0) for n in range(config.DICE_LEDS)]


def _middle(make: Make) -> float:
    return outside_mm(make)[1] / 2


def button_x(make: Make) -> float:
    """Middle of the button along the box."""
    return make.wall + INSIDE_MM[0] - 26.0


def _corners(make: Make) -> "list[tuple[float, float]]":
    long, wide, _ = outside_mm(make)
    off = make.wall + CORNER_MM / 2
    return [(x, y) for x in (off, long - off) for y in (off, wide - off)]


def switch_z(make: Make) -> float:
    """Middle of the switch below the outside of the face."""
    return make.wall + INSIDE_MM[2] - 8.0


def usb_z(make: Make) -> float:
    """Middle of the USB socket below the outside of the face."""
    return make.wall + INSIDE_MM[2] - POST_MM[1] - PICO_MM[2] - USB_MM[1] / 2


def body(make: Make) -> Manifold:
    """The box, open at the lid: windows for the LEDs, holes for button, switch, USB plug and the cable to the boat."""
    long, wide, high = outside_mm(make)
    wall, middle = make.wall, _middle(make)
    form = box(0, 0, 0, long, wide, high - wall) - box(wall, wall, wall, long - wall, wide - wall, high)
    # from the outside of the box, so that nothing merely touches
    block = wall + CORNER_MM
    form += joined(box(x, y, 0, abs(x - block), abs(y - block), high - wall) for x in (0, long) for y in (0, wide))
    form -= joined(rod(x, y, high - wall - 8, high, make.pilot) for x, y in _corners(make))
    form -= joined(rod(x, middle, -1, wall + 1, make.window) for x in led_places_mm(make))
    form -= rod(button_x(make), middle, -1, wall + 1, BUTTON_MM[0] + 0.2)
    shell, z = heights.PLUG_SHELL_MM, usb_z(make)
    side, up = shell[0] / 2 + 1.0, shell[1] / 2 + 1.0
    form -= box(-1, middle - side, z - up, wall + 1, middle + side, z + up)
    switch = (long - wall - 1, long + 1, middle, switch_z(make), SWITCH_MM[0] + 0.2)
    cable = (-1, wall + 1, -long / 2, high / 2, CABLE_MM)
    for ends, turn in ((switch, 0), (cable, 90)):
        hole = bar(*ends) + roof(*ends, 1) if make is PRINT else bar(*ends)
        form -= hole.rotate((0, 0, turn))
    return form


def lid(make: Make) -> Manifold:
    """The lid with the posts that carry the Pico."""
    long, wide, high = outside_mm(make)
    form = box(0, 0, high - make.wall, long, wide, high)
    form -= joined(rod(x, y, 0, high + 1, SCREW_MM[0] + 0.4) for x, y in _corners(make))
    top = high - make.wall
    form += joined(rod(x, y, top - POST_MM[1], top, POST_MM[0]) for x, y in pico_holes_mm(make))
    return form - joined(rod(x, y, 0, high - 0.8, make.pilot) for x, y in pico_holes_mm(make))


def _pico_x(make: Make) -> float:
    return make.wall + OVERHANG_MM + 0.5


def pico_holes_mm(make: Make) -> "list[tuple[float, float]]":
    """Middles of the Pico's screws, and so of the posts on the lid."""
    x, y = _pico_x(make) + PICO_MM[0] / 2, _middle(make)
    return [(x + i * PICO_HOLES_MM[0] / 2, y + j * PICO_HOLES_MM[1] / 2) for i in (1, -1) for j in (1, -1)]


def _end_mm(name: str, make: Make) -> "tuple[float, float]":
    """Where a wire ends while the lid lies beside the box: "LEDs" is the first one's pads, "pin 14" of the Pico."""
    long, wide, _ = outside_mm(make)
    middle, lid = wide / 2, wide / 2 + wide + BESIDE_MM
    if name.startswith("pin "):
        pin = int(name[4:])
        row, side = (pin, -1) if pin <= 20 else (41 - pin, 1)
        return _pico_x(make) + 1.37 + (row - 1) * 2.54, lid + side * 8.89
    x = _pack_x(make) + PACK_MM[0] + 4 + FET_MM[0] / 2
    leds = led_places_mm(make)[0] - LED_PITCH_MM / 2
    return {
        "LEDs": (leds, middle),
        "button": (button_x(make), middle),
        "switch": (long - make.wall - SWITCH_MM[3], middle),
        "transistor": (x, lid - FET_MM[1] / 2),
    }[name]


def wire_mm(start: str, to: str, make: Make = WOOD) -> float:
    """A wire between two places of the open box, 30 mm for the way down and both ends, to the next 50 mm."""
    return -(-(math.dist(_end_mm(start, make), _end_mm(to, make)) + 30) // 50) * 50


def _pack_x(make: Make) -> float:
    return _pico_x(make) + PICO_MM[0] + 12.0


@lru_cache
def contents(make: Make) -> "list[Solid]":
    """Box, lid and all that is in it, with the largest USB plug in its socket."""
    long, wide, high = outside_mm(make)
    wall, middle, top = make.wall, _middle(make), high - make.wall
    places = led_places_mm(make)
    strips = []
    half = config.DICE_LEDS // 2
    for group in (places[:half], places[half:]):
        x0, x1 = group[0] - LED_PITCH_MM / 2, group[-1] + LED_PITCH_MM / 2
        strips.append(beam(x0, x1, middle, STRIP_MM[0], wall, wall + STRIP_MM[1]))
    at, (thread, nut, deep) = button_x(make), BUTTON_MM
    button = rod(at, middle, -3, wall + deep, thread) + rod(at, middle, -3, 0, nut)
    button += rod(at, middle, wall, wall + 3, nut)
    x, under = _pico_x(make), top - POST_MM[1]
    pico = beam(x, x + PICO_MM[0], middle, PICO_MM[1], under - PICO_MM[2], under)
    usb = beam(x - OVERHANG_MM, x + 4.3, middle, USB_MM[0], under - 1.0 - USB_MM[1], under - 1)
    pack_x = _pack_x(make)
    pack = beam(pack_x, pack_x + PACK_MM[0], middle, PACK_MM[1], top - PACK_MM[2], top)
    fet_x = pack_x + PACK_MM[0] + 4.0
    fet = beam(fet_x, fet_x + FET_MM[0], middle, FET_MM[1], top - FET_MM[2], top)
    z, (bore, size, across, behind) = switch_z(make), SWITCH_MM
    switch = bar(long - wall, long + 8, middle, z, bore)
    switch += beam(long - wall - behind, long - wall, middle, size, z - across / 2, z + across / 2)
    shell = heights.PLUG_SHELL_MM
    end, mid = x - OVERHANG_MM - 0.7, usb_z(make)
    plug = beam(-40, end, middle, shell[0], mid - shell[1] / 2, mid + shell[1] / 2)
    found = [
        Solid("box", body(make), make.colour),
        Solid("lid", lid(make), make.colour, ("box",)),
        Solid("LEDs", joined(strips), "#f4f4e8", ("box",)),
        Solid("button", button, "#b03030", ("box",)),
        Solid("Pico", pico + usb, "#0b6b3a", ("lid",)),
        Solid("cells", pack, "#444444", ("lid",)),
        Solid("transistor", fet, "#222222", ("lid",)),
        Solid("switch", switch, "#888888", ("box",)),
        Solid("USB plug", plug, "#303030", ("air",), ("air",)),
    ]
    for number, (px, py) in enumerate(_corners(make), 1):
        form = rod(px, py, high - SCREW_MM[2], high, SCREW_MM[0])
        found.append(Solid(f"lid screw {number}", form, "#d8b13c", (), ("box", "lid")))
    for number, (px, py) in enumerate(pico_holes_mm(make), 1):
        form = rod(px, py, under - 1.0, under - 1.0 + SCREW_MM[2], SCREW_MM[0])
        form += rod(px, py, under - 2.2, under - 1, 3.4)
        found.append(Solid(f"Pico screw {number}", form, "#d8b13c", (), ("Pico", "lid")))
    below = box(-50, -20, high, long + 50, wide + 20, high + 5)
    return [*found, Solid("air below the lid", below, "#ffffff", ("lid", "lid screw*"))]


@lru_cache
def of_the_boat(make: Make) -> "list[Solid]":
    """The box as it serves the boat that is wired by hand: the buzzer on the inside of the end beside the button."""
    out = ("Pico", "cells", "transistor", "switch", "USB")
    x, _, high = outside_mm(make)
    at = (x - make.wall - small.BUZZER_MM[1], _middle(make), high / 2)
    return [s for s in contents(make) if not s.name.startswith(out)] + [small.buzzer("x", at, ("box",))]


def sheets_mm(make: Make = WOOD) -> "list[tuple[str, int, str]]":
    """(what, how many, size) of what the wooden box is sawn from."""
    (long, wide, _), (_, across, deep) = outside_mm(make), INSIDE_MM
    wall = f"{make.wall:g} mm plywood"
    return [
        ("face, lid", 2, f"{long:g} x {wide:g}, {wall}"),
        ("long side", 2, f"{long:g} x {deep:g}, {wall}"),
        ("end", 2, f"{across:g} x {deep:g}, {wall}"),
        ("corner block", 4, f"{CORNER_MM:g} x {CORNER_MM:g} x {deep:g}, any wood"),
        ("post under the Pico", 4, f"{POST_MM[0]:g} mm dowel, {POST_MM[1]:g} long, on the lid"),
        ("brass wood screw 2 x 10 mm", 8, "four for the lid, four for the Pico"),
    ]
