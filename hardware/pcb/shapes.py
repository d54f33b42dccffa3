"""Bodies of the parts as coloured boxes, for the pictures: KiCad's renderer and the picture of the whole boat use them.

A box is (x0, y0, z0, x1, y1, z1, colour), mm, x right and y up seen from the part's own side, z away from the board.

    >>> len(boxes("C_0603"))
    3
"""

from hardware.pcb import parts

_INCH = 2.54  # VRML's unit in KiCad is a tenth of an inch
_SILVER, _BLACK, _GREEN, _WHITE, _BEIGE, _BLUE = "#c8c8c8", "#252525", "#0b6b3a", "#e8e4d8", "#b08d57", "#2b3f6b"

# the body itself, without pins: width (x), height (y), from z, to z, colour
_BODIES = {
    "SOT-23": [(1.3, 2.9, 0.1, 1.0, _BLACK)],
    "SOT-23-6": [(1.6, 2.9, 0.1, 1.2, _BLACK)],
    "SOT-223": [(3.5, 6.5, 0.1, 1.7, _BLACK)],
    "R_0603": [(0.9, 0.8, 0.0, 0.5, _BLACK)],
    "C_0603": [(0.9, 0.8, 0.0, 0.9, _BEIGE)],
    "C_0805": [(1.1, 1.25, 0.0, 1.3, _BEIGE)],
    "SOIC-24W": [(7.5, 15.4, 0.1, 2.65, _BLACK)],
    "SOIC-14": [(3.9, 8.65, 0.1, 1.75, _BLACK)],
}


def _body(name: str) -> list:
    found = [(-w / 2, -h / 2, low, w / 2, h / 2, high, colour) for w, h, low, high, colour in _BODIES[name]]
    for pad in parts.FOOTPRINTS[name].pads:
        # A foot from the middle of the pad inwards, as high as a lead.
        wide, high = pad.width * 0.6, pad.height * 0.7
        found.append((pad.x - wide / 2, -pad.y - high / 2, 0.0, pad.x + wide / 2, -pad.y + high / 2, 0.4, _SILVER))
    return found


def _box_header(wide: float) -> list:
    """Walls round two rows of pins, the key's gap on the side of the odd pins."""
    # 25.4 mm long: 10.16 more than from the first pin to the last
    walls = [(3.4, -12.7, 0.5, 4.4, 12.7, 9.1), (-4.4, -12.7, 0.5, -3.4, -2.3, 9.1), (-4.4, 2.3, 0.5, -3.4, 12.7, 9.1)]
    walls += [(-3.4, 11.7, 0.5, 3.4, 12.7, 9.1), (-3.4, -12.7, 0.5, 3.4, -11.7, 9.1)]
    walls += [(-3.4, -11.7, 0.5, 3.4, 11.7, 2.6)]
    pins = []
    for pad in parts.FOOTPRINTS["Box_2x07"].pads:
        pins.append((pad.x - 0.32, -pad.y - 0.32, 0, pad.x + 0.32, -pad.y + 0.32, 8.5, _SILVER))
    feet = [(-wide, y - 0.3, 0, wide, y + 0.3, 0.4, _SILVER) for y in [(i - 3) * 2.54 for i in range(7)]]
    return [(*wall, _BLACK) for wall in walls] + pins + (feet if wide > 5 else [])


def _plug(count: int) -> list:
    right = (count - 1) * 2.5 + 2.45
    walls = [(-2.45, -3.4, 0, right, -2.6, 7.0), (-2.45, 1.6, 0, right, 2.35, 7.0), (-2.45, -2.6, 0, -1.7, 1.6, 7.0)]
    walls += [(right - 0.75, -2.6, 0, right, 1.6, 7.0), (-1.7, -2.6, 0, right - 0.75, 1.6, 1.2)]
    pins = [(i * 2.5 - 0.32, -0.32, 0, i * 2.5 + 0.32, 0.32, 5.5, _SILVER) for i in range(count)]
    return [(*wall, _WHITE) for wall in walls] + pins


def _pico() -> list:
    rows = [(-25.4, side * 8.89 - 1.27, 0, 25.4, side * 8.89 + 1.27, 11.0, _BLACK) for side in (-1, 1)]
    board = [(-25.5, -10.5, 11.0, 25.5, 10.5, 12.0, _GREEN), (-26.8, -4.0, 12.0, -21.2, 4.0, 14.8, _SILVER)]
    chips = [
        (-3.5, -3.5, 12.0, 3.5, 3.5, 12.9, _BLACK),
        (7, -2.5, 12.0, 12, 2.5, 12.8, _BLACK),
        (-17, 3.5, 12, -13.5, 6.5, 13.7, _WHITE),
    ]
    return rows + board + chips


def boxes(name: str) -> list:
    """The boxes of a footprint's part; none for what stands not out from the board."""
    if name in _BODIES:
        return _body(name)
    if name == "Can_D8":
        # a round can as three boxes
        return [(-2.25 + a, -4 + b, 0, 5.75 - a, 4 - b, 12.0, _BLUE) for a, b in ((0, 2.3), (1.1, 1.1), (2.3, 0))]
    made = {
        "Box_2x07": lambda: _box_header(0),
        "Box_2x07_SMD": lambda: _box_header(6.0),
        "Pico_Sockets": _pico,
        "XH_1x05": lambda: _plug(5),
        "XH_1x02": lambda: _plug(2),
    }
    return made[name]() if name in made else []


def vrml(name: str) -> str:
    """The boxes as the text of a .wrl file."""
    lines = ["#VRML V2.0 utf8"]
    for x0, y0, z0, x1, y1, z1, colour in boxes(name):
        middle = " ".join(f"{(a + b) / 2 / _INCH:.5f}" for a, b in ((x0, x1), (y0, y1), (z0, z1)))
        size = " ".join(f"{(b - a) / _INCH:.5f}" for a, b in ((x0, x1), (y0, y1), (z0, z1)))
        red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        look = f"appearance Appearance {{ material Material {{ diffuseColor {red:.3f} {green:.3f} {blue:.3f} }} }}"
        lines.append(f"Transform {{ translation {middle} children Shape {{ {look} geometry Box {{ size {size} }} }} }}")
    return "\n".join(lines) + "\n"
