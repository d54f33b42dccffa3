"""Footprints of the boards' parts: pads, outline and height, from the makers' drawings, in mm.

x runs right, y down, seen from the part's own side; the origin is the middle of the part, or pin 1 of a row of pins.
Pads leave room for a soldering iron. `body` is (from x, from y, to x, to y) of the part with its pins.

    >>> [pad.number for pad in FOOTPRINTS["SOT-23"].pads]
    ['1', '2', '3']
"""

from collections import namedtuple

# shape: rect, round or oval. drill is 0 for a pad on one side; kind: smd, tht (plated) or npth (bare hole).
Pad = namedtuple("Pad", "number kind shape x y width height drill")
Footprint = namedtuple("Footprint", "name what pads body high colour silk")

_BLACK, _GREY, _BEIGE, _GREEN, _SILVER = "#202020", "#8a8a8a", "#b99a6b", "#0b5d3b", "#b8b8b8"


def _smd(number, x, y, width, height) -> Pad:
    return Pad(str(number), "smd", "rect", x, y, width, height, 0)


def _pin(number, x, y, size, drill) -> Pad:
    return Pad(str(number), "tht", "rect" if str(number) == "1" else "round", x, y, size, size, drill)


def _triangle(x, y) -> tuple:
    """Lines of a triangle that points down from above, its tip at (x, y)."""
    return ((x, y, x - 0.6, y - 1.0), (x, y, x + 0.6, y - 1.0), (x - 0.6, y - 1.0, x + 0.6, y - 1.0))


def _chip(name, long, wide, high, pad, centre, colour) -> Footprint:
    """A resistor or capacitor with two ends."""
    pads = (_smd(1, -centre, 0, *pad), _smd(2, centre, 0, *pad))
    half = centre + pad[0] / 2
    body = (-half, -max(wide, pad[1]) / 2, half, max(wide, pad[1]) / 2)
    return Footprint(name, f"chip {long} x {wide} mm", pads, body, high, colour, ())


def _gull(name, what, count, row, pad, body, high) -> Footprint:
    """An SO package: pins 1 ... count/2 down the left side, the rest up the right, 1.27 mm apart."""
    side = count // 2
    top = -(side - 1) * 1.27 / 2
    pads = [_smd(i + 1, -row, top + i * 1.27, *pad) for i in range(side)]
    pads += [_smd(side + 1 + i, row, -top - i * 1.27, *pad) for i in range(side)]
    return Footprint(name, what, tuple(pads), body, high, _BLACK, _triangle(-row, top - pad[1] / 2 - 0.3))


def _box_header(name, surface) -> Footprint:
    """A keyed box header of 2 x 7 pins: odd numbers in one row, even in the other; key on the odd side."""
    pads = []
    for i in range(7):
        for side in (0, 1):
            number, y = 2 * i + 1 + side, (i - 3) * 2.54
            if surface:
                pads.append(_smd(number, -3.8 if side == 0 else 3.8, y, 5.0, 1.02))
            else:
                pads.append(_pin(number, -1.27 if side == 0 else 1.27, y, 1.7, 1.0))
    wide = 6.4 if surface else 4.6
    body = (-wide, -13.2, wide, 13.2)
    # Its walls with the key's gap, and a triangle that points to pin 1.
    out, long = (6.8, 9.6) if surface else (4.5, 13.0)
    silk = ((out, -long, out, long), (-out, -13.0, out, -13.0), (-out, 13.0, out, 13.0))
    silk += ((-out, -long, -out, -2.3), (-out, 2.3, -out, long), *_triangle(-1.27, -13.4))
    return Footprint(name, "keyed box header, 2 x 7 pins, 2.54 mm", tuple(pads), body, 9.1, _BLACK, silk)


def _row(name, what, count, pitch, size, drill, body, high, colour) -> Footprint:
    pads = tuple(_pin(i + 1, i * pitch, 0, size, drill) for i in range(count))
    return Footprint(name, what, pads, body, high, colour, _triangle(0, body[1] - 0.3))


def _pico() -> Footprint:
    """Two rows of 20 sockets; pins 1 ... 20 below, left to right, 21 ... 40 above, right to left; USB to the left."""
    pads = [_pin(i + 1, (i - 9.5) * 2.54, 8.89, 1.7, 1.0) for i in range(20)]
    pads += [_pin(40 - i, (i - 9.5) * 2.54, -8.89, 1.7, 1.0) for i in range(20)]
    silk = ((25.5, -10.5, 25.5, 10.5), *_triangle(-24.13, 7.5))
    what = "two sockets 1 x 20, 2.54 mm, rows 17.78 mm apart"
    return Footprint("Pico_Sockets", what, tuple(pads), (-25.5, -10.5, 25.5, 10.5), 14.8, _GREEN, silk)


def _all() -> "list[Footprint]":
    sot23 = (_smd(1, -1.0, -0.95, 1.5, 0.7), _smd(2, -1.0, 0.95, 1.5, 0.7), _smd(3, 1.0, 0, 1.5, 0.7))
    sot223 = (
        _smd(1, -3.2, -2.3, 2.2, 1.5),
        _smd(2, -3.2, 0, 2.2, 1.5),
        _smd(3, -3.2, 2.3, 2.2, 1.5),
        _smd(2, 3.2, 0, 2.2, 3.8),
    )
    sot6 = [_smd(i + 1, -1.3, (i - 1) * 0.95, 1.2, 0.6) for i in range(3)]
    sot6 += [_smd(6 - i, 1.3, (i - 1) * 0.95, 1.2, 0.6) for i in range(3)]
    jumper = tuple(_smd(i + 1, (i - 1) * 1.3, 0, 1.0, 1.5) for i in range(3))
    reservoir = (_pin(1, 0, 0, 1.8, 0.8), _pin(2, 3.5, 0, 1.8, 0.8))
    plus = ((-2.9, -3.0, -1.7, -3.0), (-2.3, -3.6, -2.3, -2.4))
    dice = _row("XH_1x05", "JST XH, 5 pins, 2.5 mm", 5, 2.5, 1.7, 1.0, (-2.45, -2.35, 12.45, 3.4), 7.0, "#e8e4d8")
    buzzer = _row("XH_1x02", "JST XH, 2 pins, 2.5 mm", 2, 2.5, 1.7, 1.0, (-2.45, -2.35, 4.95, 3.4), 7.0, "#e8e4d8")
    return [
        Footprint("SOT-23", "SOT-23, 3 pins", sot23, (-1.75, -1.5, 1.75, 1.5), 1.0, _BLACK, ()),
        Footprint(
            "SOT-223",
            "SOT-223, 3 pins and tab",
            sot223,
            (-4.3, -3.4, 4.3, 3.4),
            1.7,
            _BLACK,
            ((-1.8, -3.5, 1.8, -3.5), (-1.8, 3.5, 1.8, 3.5)),
        ),
        Footprint(
            "SOT-23-6", "SOT-23, 6 pins", tuple(sot6), (-1.9, -1.5, 1.9, 1.5), 1.3, _BLACK, _triangle(-1.3, -1.6)
        ),
        _chip("R_0603", 1.6, 0.8, 0.5, (0.9, 1.0), 0.85, _BLACK),
        _chip("C_0603", 1.6, 0.8, 0.9, (0.9, 1.0), 0.85, _BEIGE),
        _chip("C_0805", 2.0, 1.25, 1.35, (1.1, 1.4), 1.05, _BEIGE),
        _gull("SOIC-24W", "SOIC-24, body 7.5 mm wide", 24, 4.7, (2.0, 0.6), (-5.7, -7.7, 5.7, 7.7), 2.65),
        _gull("SOIC-14", "SOIC-14, body 3.9 mm wide", 14, 2.6, (1.9, 0.6), (-3.55, -4.35, 3.55, 4.35), 1.75),
        _box_header("Box_2x07_SMD", True),
        _box_header("Box_2x07", False),
        _pico(),
        dice,
        buzzer,
        Footprint(
            "Can_D8", "electrolytic can 8 mm, pins 3.5 mm apart", reservoir, (-2.25, -4, 5.75, 4), 12.0, _GREY, plus
        ),
        Footprint("Jumper_3", "three pads to bridge with solder", jumper, (-1.8, -0.75, 1.8, 0.75), 0.1, _SILVER, ()),
        Footprint(
            "TestPoint", "pad for a probe", (_smd(1, 0, 0, 1.5, 1.5),), (-0.75, -0.75, 0.75, 0.75), 0.1, _SILVER, ()
        ),
        Footprint(
            "Screw_M2.5",
            "hole for a screw M2.5",
            (Pad("", "npth", "round", 0, 0, 2.7, 2.7, 2.7),),
            (-2.5, -2.5, 2.5, 2.5),
            0,
            "",
            (),
        ),
        Footprint(
            "Bite",
            "hole of a break line",
            (Pad("", "npth", "round", 0, 0, 0.6, 0.6, 0.6),),
            (-0.3, -0.3, 0.3, 0.3),
            0,
            "",
            (),
        ),
    ]


def rooms(footprint: Footprint) -> "list[tuple[float, float, float, float]]":
    """What of the board a part covers, as boxes; low parts may lie between the sockets of the Pico."""
    x0, y0, x1, y1 = footprint.body
    return [(x0, y0, x1, y0 + 3.0), (x0, y1 - 3.0, x1, y1)] if footprint.name == "Pico_Sockets" else [footprint.body]


FOOTPRINTS = {footprint.name: footprint for footprint in _all()}
