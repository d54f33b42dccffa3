"""What is joined on a finished board, read from the copper of its .kicad_pcb file and from nothing else.

Tracks, vias, pads and filled areas become shapes; what touches on a layer, or is joined by a plated hole, is one piece.
This finds a short, a cut track, a swapped net and copper that comes too close, without KiCad; KiCad's own check
(`tools/pcb.sh`) looks at more.
"""

import itertools
import math
from collections import namedtuple
from functools import lru_cache

import shapely

from hardware.pcb import sexpr
from hardware.pcb.sexpr import numbers

# layer: "F.Cu" or "B.Cu"; pin: (part, pad) or None; through: a number that the copper of one plated hole shares
Piece = namedtuple("Piece", "shape layer net pin through")
_COPPER = ("F.Cu", "B.Cu")
_ARC = 16
CLEARANCE_MM = 0.2  # between copper of different nets: the boards' own rule, stricter than cheap makers'


def _net_name(node, names) -> str:
    entry = sexpr.first(node, "net")
    return names.get(entry[1], "") if entry else ""


def _pad_shape(pad, x, y, angle):
    width, height = numbers(sexpr.first(pad, "size"))
    if pad[3] == "circle":
        return shapely.Point(x, y).buffer(width / 2, quad_segs=_ARC)
    if pad[3] not in ("rect", "roundrect", "oval"):
        raise sexpr.FormatError(f"pad {pad[1]}: shape {pad[3]!r}, expected rect, roundrect, oval or circle")
    ratio = numbers(sexpr.first(pad, "roundrect_rratio")) or [0.5 if pad[3] == "oval" else 0.0]
    corner = ratio[0] * min(width, height)
    box = shapely.box(corner - width / 2, corner - height / 2, width / 2 - corner, height / 2 - corner)
    box = box.buffer(corner, quad_segs=_ARC)
    return shapely.affinity.translate(shapely.affinity.rotate(box, -angle, origin=(0, 0)), x, y)


def _pads(footprint, names, holes):
    at = numbers(sexpr.first(footprint, "at")) + [0.0]
    turn = math.radians(at[2])
    reference = next(p[2] for p in sexpr.every(footprint, "property") if p[1] == "Reference")
    for pad in sexpr.every(footprint, "pad"):
        if pad[2] == "np_thru_hole":
            continue
        place = numbers(sexpr.first(pad, "at")) + [0.0]
        x = at[0] + place[0] * math.cos(turn) + place[1] * math.sin(turn)
        y = at[1] - place[0] * math.sin(turn) + place[1] * math.cos(turn)
        on = sexpr.first(pad, "layers")
        layers = [layer for layer in _COPPER if layer in on or "*.Cu" in on]
        through = next(holes) if len(layers) == 2 else None
        for layer in layers:
            shape = _pad_shape(pad, x, y, place[2])
            yield Piece(shape, layer, _net_name(pad, names), (reference, pad[1]), through)


@lru_cache(8)
def pieces(text: str) -> "list[Piece]":
    """All copper of a board file. Raises sexpr.FormatError for an invalid text."""
    board = sexpr.read(text)
    if board[0] != "kicad_pcb":
        raise sexpr.FormatError(f"expected a kicad_pcb, found {board[0]!r}")
    if sexpr.every(board, "arc"):
        raise sexpr.FormatError("a track is an arc: expected straight ones alone")
    names = {net[1]: net[2] for net in sexpr.every(board, "net")}
    holes = itertools.count(1)
    found = []
    for footprint in sexpr.every(board, "footprint"):
        found += _pads(footprint, names, holes)
    for track in sexpr.every(board, "segment"):
        ends = [numbers(sexpr.first(track, end)) for end in ("start", "end")]
        shape = shapely.LineString(ends).buffer(numbers(sexpr.first(track, "width"))[0] / 2, quad_segs=_ARC)
        found.append(Piece(shape, sexpr.first(track, "layer")[1], _net_name(track, names), None, None))
    for via in sexpr.every(board, "via"):
        (wide,), through = numbers(sexpr.first(via, "size")), next(holes)
        shape = shapely.Point(numbers(sexpr.first(via, "at"))).buffer(wide / 2, quad_segs=_ARC)
        found += [Piece(shape, layer, _net_name(via, names), None, through) for layer in _COPPER]
    for zone in sexpr.every(board, "zone"):
        for polygon in sexpr.every(zone, "filled_polygon"):
            points = [numbers(point) for point in sexpr.first(polygon, "pts")[1:]]
            # Its holes hang on the outside by cuts of no width; shapely wants them as holes.
            shape = shapely.Polygon(points).buffer(0)
            found.append(Piece(shape, sexpr.first(polygon, "layer")[1], _net_name(zone, names), None, None))
    return found


class Joined:
    """Things that are joined, in any order: `join(a, b)`, then `sets()`."""

    def __init__(self):
        self._parent = {}

    def root(self, thing):
        """What stands for all that is joined with a thing."""
        parent = self._parent
        parent.setdefault(thing, thing)
        while parent[thing] != thing:
            parent[thing] = parent[parent[thing]]
            thing = parent[thing]
        return thing

    def join(self, *things) -> None:
        """Join all of them."""
        for thing in things:
            self._parent[self.root(thing)] = self.root(things[0])

    def sets(self, kind=object) -> "set[frozenset]":
        """The sets of joined things, only those of one class."""
        found = {}
        for thing in self._parent:
            if isinstance(thing, kind):
                found.setdefault(self.root(thing), set()).add(thing)
        return {frozenset(things) for things in found.values()}


def groups(found: "list[Piece]") -> "list[list[Piece]]":
    """Pieces that are joined, whatever nets the file says they have."""
    joined = Joined()
    for layer in _COPPER:
        here = [k for k, piece in enumerate(found) if piece.layer == layer]
        shapes = [found[k].shape for k in here]
        for a, b in shapely.STRtree(shapes).query(shapes, "intersects").T.tolist():
            joined.join(here[a], here[b])
    for k, piece in enumerate(found):
        if piece.through is not None:
            joined.join(k, f"hole {piece.through}")
    return [[found[k] for k in sorted(numbers)] for numbers in sorted(joined.sets(int), key=min)]


def joined_pins(text: str) -> "set[frozenset]":
    """The sets of (part, pad) that the copper joins; single pads as well."""
    return {frozenset(p.pin for p in group if p.pin) for group in groups(pieces(text))} - {frozenset()}


def faults(text: str, clearance_mm: float) -> "list[str]":
    """What is wrong with the copper, a sentence each: shorts, nets in several parts, and what comes too close."""
    found, wrong = pieces(text), []
    parts = {}
    for group in groups(found):
        here = sorted({piece.net for piece in group})
        if len(here) > 1:
            wrong.append("short between " + " and ".join(net or "copper without a net" for net in here))
        for net in here:
            pins = frozenset(piece.pin for piece in group if piece.pin and piece.net == net)
            parts.setdefault(net, []).append(pins)
    for net, several in sorted(parts.items()):
        several = [pins for pins in several if pins]
        if net and len(several) > 1:
            ends = ", ".join("{}.{}".format(*min(pins)) for pins in sorted(several, key=min))
            wrong.append(f"{net} is in {len(several)} parts: {ends}")
    for layer in _COPPER:
        here = [piece for piece in found if piece.layer == layer]
        tree = shapely.STRtree([piece.shape for piece in here])
        near = tree.query([piece.shape for piece in here], "dwithin", clearance_mm - 0.002).T.tolist()
        close = {tuple(sorted((here[a].net, here[b].net))) for a, b in near if here[a].net != here[b].net}
        names = [(a or "copper", b or "copper") for a, b in sorted(close)]
        wrong += [f"{a} and {b} are closer than {clearance_mm} mm on {layer}" for a, b in names]
    return wrong
