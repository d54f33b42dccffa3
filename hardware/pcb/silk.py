"""Words on the boards that say what is what: each part's name beside it, found where nothing else lies.

A label is 1 mm high and 0.15 mm thick. It keeps off pads, bodies, holes, the edge and other print, and lies nearer to
its own part than to any other.

    >>> label(Part("R1", "R_0603", "1k", "", 0, 0, 0, False, {}))
    'R1 1k'
"""

import numpy
import shapely

from hardware.pcb.design import Design, Part, Words, pads, place
from hardware.pcb.parts import FOOTPRINTS, rooms

HIGH_MM = 1.0
_STEP_MM = 0.25
_REACH_MM = 7.0
_PAD_MM, _EDGE_MM, _ROOM_MM = 0.2, 0.5, 0.2
_ROLES = {"quarter": "quarter {}", "dice box": "dice box", "buzzer": "buzzer", "carrier": "to the carrier"}


class NoRoomError(ValueError):
    """A label finds no place."""


def label(part: Part) -> str:
    """What is printed beside a part: its name, with its value where two parts look alike, or what it leads to."""
    if part.ref[:2] == "TP" or part.ref[0] in "HX":
        return ""
    if part.ref[0] in "RC":
        return f"{part.ref} {part.value}"
    return " ".join([part.ref, *[role.format(part.ref[1:]) for role in (_ROLES.get(part.value),) if role]])


def box(words: Words):
    """The room that a text takes; a little more than KiCad's letters."""
    wide, high = len(words.text) * words.high * 0.98 + 0.15, words.high * 1.25 + 0.15
    if words.angle % 180:
        wide, high = high, wide
    return shapely.box(words.x - wide / 2, words.y - high / 2, words.x + wide / 2, words.y + high / 2)


def body(part: Part):
    """The part's own room on the board."""
    boxes = rooms(FOOTPRINTS[part.footprint])
    return shapely.union_all([shapely.MultiPoint([place(part, *r[:2]), place(part, *r[2:])]).envelope for r in boxes])


def _print(part: Part) -> list:
    lines = FOOTPRINTS[part.footprint].silk
    return [shapely.LineString([place(part, a, b), place(part, c, d)]).buffer(0.1 + _ROOM_MM) for a, b, c, d in lines]


def labelled(design: Design) -> Design:
    """The design with a label for every part that has one. Raises NoRoomError."""
    inner = shapely.Polygon(design.outline).buffer(-_EDGE_MM)
    words = list(design.words)
    for back in (False, True):
        here = [part for part in design.parts if part.back == back]
        bodies = {part.ref: body(part) for part in here}
        taken = [box(w).buffer(_ROOM_MM) for w in words if w.back == back]
        for part in here:
            taken += _print(part)
        for pad in pads(design):
            if pad.back if back else pad.front:
                half = (pad.width / 2 + _PAD_MM, pad.height / 2 + _PAD_MM)
                taken.append(shapely.box(pad.x - half[0], pad.y - half[1], pad.x + half[0], pad.y + half[1]))
        taken += bodies.values()
        for part in sorted(here, key=lambda part: -len(label(part))):
            if text := label(part):
                found = _found(part, text, back, inner, shapely.union_all(taken), bodies)
                words.append(found)
                taken.append(box(found).buffer(_ROOM_MM))
    return design._replace(words=words)


def _found(part, text, back, inner, taken, bodies) -> Words:
    own = bodies[part.ref]
    others = shapely.union_all([other for ref, other in bodies.items() if ref != part.ref and ref[0] not in "HX"])
    x0, y0, x1, y1 = own.bounds
    xs = numpy.arange(x0 - _REACH_MM, x1 + _REACH_MM, _STEP_MM)
    ys = numpy.arange(y0 - _REACH_MM, y1 + _REACH_MM, _STEP_MM)
    best = None
    at_x, at_y = (at.ravel() for at in numpy.meshgrid(xs.round(3), ys.round(3), indexing="ij"))
    shapely.prepare([inner, taken, own, others])
    for angle in (0, 90):
        boxes = box(Words(text, at_x, at_y, HIGH_MM, back, angle))
        free = shapely.contains(inner, boxes) & ~shapely.intersects(taken, boxes)
        near = shapely.distance(boxes, own)
        clear = shapely.distance(boxes, others) - near
        middle = shapely.distance(shapely.centroid(boxes), own.centroid)
        cost = numpy.where(free & (clear > 0), near + 0.1 * middle + (0.6 if angle else 0.0), numpy.inf)
        k = int(numpy.argmin(cost))
        if numpy.isfinite(cost[k]) and (best is None or cost[k] < best[0]):
            best = (cost[k], Words(text, float(at_x[k]), float(at_y[k]), HIGH_MM, back, angle))
    if best is None:
        raise NoRoomError(f"{part.ref}: no room for {text!r}")
    return best[1]
