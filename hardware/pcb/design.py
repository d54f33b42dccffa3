"""What a board is, before KiCad: parts with their places and nets, an outline, areas of ground, printed words.

All positions are mm on the board, x right, y down, seen from the front. A part on the back is turned over about its own
x axis and then by its angle, as KiCad does it. Angles are multiples of 90 degrees, counter-clockwise on the screen.

    >>> place(Part("R1", "R_0603", "1k", "1 k", 10.0, 5.0, 90, False, {}), 1, 0)
    (10.0, 4.0)
"""

from collections import namedtuple

from hardware.pcb.parts import FOOTPRINTS

# pads: number -> net; a pad that is not in it stays unconnected. order: what to buy, "" for what is no part to buy.
Part = namedtuple("Part", "ref footprint value order x y angle back pads")
Area = namedtuple("Area", "net outline layers", defaults=((0, 1),))  # of copper; layers: 0 front, 1 back
Words = namedtuple("Words", "text x y high back angle")
# track: at least this wide, and up to `most` where there is room; 0: nowhere wider
Width = namedtuple("Width", "track via drill most", defaults=(0.0,))
# lines: tracks laid by hand, (net, layer, start, end, width); keepouts: polygons without any copper but those lines
Design = namedtuple("Design", "name title parts outline areas words lines widths keepouts")
PadAt = namedtuple("PadAt", "ref number net x y width height drill kind shape front back")

DATE, REVISION = "2026-11-22", "2"  # of all boards; printed on them

SIGNAL = Width(0.2, 0.6, 0.3)
RETURN = Width(0.4, 0.6, 0.3)  # short tracks to the ground area
POWER = Width(0.5, 0.7, 0.3)


def place(part: Part, x: float, y: float) -> "tuple[float, float]":
    """Where a point of the footprint lies on the board."""
    if part.back:
        y = -y
    cos, sin = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[part.angle]
    return part.x + x * cos + y * sin, part.y - x * sin + y * cos


def pads(design: Design) -> "list[PadAt]":
    """Every pad of a board at its place; `net` is an empty string for one that stays unconnected."""
    found = []
    for part in design.parts:
        for pad in FOOTPRINTS[part.footprint].pads:
            x, y = place(part, pad.x, pad.y)
            width, height = (pad.width, pad.height) if part.angle % 180 == 0 else (pad.height, pad.width)
            both = pad.kind != "smd"
            found.append(
                PadAt(
                    part.ref,
                    pad.number,
                    part.pads.get(pad.number, ""),
                    x,
                    y,
                    width,
                    height,
                    pad.drill,
                    pad.kind,
                    pad.shape,
                    both or not part.back,
                    both or part.back,
                )
            )
    return found


def nets(design: Design) -> "dict[str, list[tuple[str, str]]]":
    """Net -> its (part, pad), both sorted."""
    found = {}
    for pad in pads(design):
        if pad.net:
            found.setdefault(pad.net, set()).add((pad.ref, pad.number))
    return {net: sorted(found[net]) for net in sorted(found)}


def width(design: Design, net: str) -> Width:
    """Track and via of a net."""
    return design.widths.get(net, SIGNAL)
