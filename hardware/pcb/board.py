"""A circuit board as its KiCad file has it: parts with their places and nets, outline, and the words printed on it.

All positions are mm from the board's corner, x right, y down, seen from the front. A part on the back is turned over
about its own x axis and then by its angle, counter-clockwise on the screen, as KiCad does it.

    >>> [part.ref for part in read("quarter").parts if part.footprint == "SOIC-24W"]
    ['U1']
"""

import math
import re
from collections import namedtuple
from functools import lru_cache
from pathlib import Path

from hardware.pcb.sexpr import FormatError, every, first, numbers
from hardware.pcb.sexpr import read as parse

KICAD = Path(__file__).resolve().parent / "kicad"
NAMES = ("quarter", "carrier")
# origin: where the board's corner lies on KiCad's sheet
Board = namedtuple("Board", "name title date origin outline parts words")
# order: maker's number of what is bought, "" for what is no part to buy; body: its room, (x, y, x, y) on the part
Part = namedtuple("Part", "ref footprint value order x y angle back pads body")
Pad = namedtuple("Pad", "number kind net x y")  # kind: smd, thru_hole or np_thru_hole; x, y on the part
Words = namedtuple("Words", "text x y high back")


@lru_cache
def text_of(name: str) -> str:
    """The committed .kicad_pcb of `quarter` or `carrier`."""
    return (KICAD / f"{name}.kicad_pcb").read_text(encoding="utf-8")


@lru_cache
def read(name: str) -> Board:
    """The committed board `quarter` or `carrier`."""
    return parsed(name, text_of(name))


def parsed(name: str, text: str) -> Board:
    """A board from the text of its file. Raises FormatError for an outline that is not one closed line."""
    node = parse(text)
    edge = _outline(node)
    x0, y0 = (min(point[axis] for point in edge) for axis in (0, 1))
    title = {entry[0]: entry[1] for entry in first(node, "title_block")[1:]}
    parts = [_part(footprint, x0, y0) for footprint in every(node, "footprint")]
    words = []
    for text in every(node, "gr_text"):
        x, y = numbers(first(text, "at"))[:2]
        high = numbers(first(first(first(text, "effects"), "font"), "size"))[1]
        words.append(Words(text[1], x - x0, y - y0, high, first(text, "layer")[1] == "B.SilkS"))
    outline = [(round(x - x0, 6), round(y - y0, 6)) for x, y in edge]
    return Board(name, title["title"], title["date"], (x0, y0), outline, sorted(parts, key=_natural), words)


def _natural(part: Part) -> list:
    return [int(word) if word.isdigit() else word for word in re.split(r"(\d+)", part.ref)]


def _outline(node) -> "list[tuple[float, float]]":
    """The lines of the board's edge, one after the other, from the corner nearest to the sheet's."""
    following = {}
    for kind in ("gr_line", "gr_arc", "gr_rect", "gr_poly", "gr_circle"):
        for line in every(node, kind):
            if first(line, "layer")[1] == "Edge.Cuts":
                if kind != "gr_line":
                    raise FormatError(f"Edge.Cuts: {kind}, expected straight lines alone")
                a, b = (tuple(numbers(first(line, end))) for end in ("start", "end"))
                following.setdefault(a, []).append(b)
                following.setdefault(b, []).append(a)
    if not following or any(len(ends) != 2 for ends in following.values()):
        raise FormatError("Edge.Cuts: expected one closed line")
    found = [min(following)]
    found.append(min(following[found[0]], key=lambda point: (point[1], -point[0])))
    while len(found) < len(following):
        (after,) = set(following[found[-1]]) - {found[-2]}
        found.append(after)
    return found


def _part(node, x0: float, y0: float) -> Part:
    fields = {entry[1]: entry[2] for entry in every(node, "property")}
    back = first(node, "layer")[1] == "B.Cu"
    sign = -1 if back else 1
    x, y, angle = (*numbers(first(node, "at")), 0.0)[:3]
    pads = []
    for pad in every(node, "pad"):
        place, net = numbers(first(pad, "at")), first(pad, "net")
        pads.append(Pad(pad[1], pad[2], net[2] if net else "", place[0], sign * place[1]))
    lines = [line for line in every(node, "fp_line") if first(line, "layer")[1] in ("F.Fab", "B.Fab")]
    xs, ys = zip(*(numbers(first(line, end)) for line in lines for end in ("start", "end")), strict=True)
    ys = [sign * y for y in ys]
    body = (min(xs), min(ys), max(xs), max(ys))
    place = (round(x - x0, 6), round(y - y0, 6), angle % 360, back)
    footprint = node[1].partition(":")[2]
    return Part(fields["Reference"], footprint, fields["Value"], fields.get("MPN", ""), *place, pads, body)


def place(part: Part, x: float, y: float) -> "tuple[float, float]":
    """Where a point of the part lies on the board."""
    if part.back:
        y = -y
    turn = math.radians(part.angle)
    cos, sin = round(math.cos(turn), 9), round(math.sin(turn), 9)
    return part.x + x * cos + y * sin, part.y - x * sin + y * cos
