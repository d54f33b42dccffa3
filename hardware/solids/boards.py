"""The circuit boards as solids: parts, spacers, screws, plugs, cables and the hand that plugs them in.

Places, outlines and bodies are those of `hardware/pcb`: a part moved there moves here.
"""

from collections import namedtuple
from functools import lru_cache

import numpy

from hardware import geometry as g
from hardware.pcb import board, cable, carrier, heights, quarter, shapes, wiring
from hardware.solids import forms, hull, small
from hardware.solids.forms import Manifold, Solid, box, joined, rod, screw

GREEN, BLACK, GREY, WHITE, SKIN = "#1f7a4a", "#3a3a3a", "#9aa3ad", "#eeeeee", "#e0b090"
RIBBON = ("#3b7dd8", "#e08a1e", "#3a9d4f", "#8e4fb5")  # of quarters 1 to 4: blue, orange, green, violet
SENSOR_MOST_MM = 1.12  # height of a SOT-23 (data sheet)
LOW_MM = 1.2  # parts as low as this count as one solid, the chips of their board
PIN_MM = 1.6  # pins of parts stick so far out of the other side
CARRIER_SCREW_MM = (2.5, 4.7, 10.0)  # countersunk, brass: through base sheet, post, board and nut
NUT_MM = (5.8, 2.0)  # over its corners, high
POST_MM = 5.0  # diameter of the posts
SPACER_MM = 6.0
CRATE_MM = 20.0  # battens under the frame while the carrier lies beside the boat
FINGER_MM = (12.0, 11.0)  # wide, thick
HOLD_MM = 5.0  # they hold a plug so far off its middle, away from the reservoir beside it
XH_MM = (14.0, 5.8, 9.8)  # mated plug of the dice box: long, wide, high over the board

# Where a board lies: place(x, y) gives the boat's; front is the z of its front, which looks up at the floor.
Seat = namedtuple("Seat", "name place front")


def quarter_seat(q: int) -> Seat:
    """The seat of quarter board `q` under the floor."""
    return Seat(f"quarter {q}", lambda x, y: (x + quarter.stern_edge_mm(q), quarter.MIDDLE_MM - y), heights.SPACER_MM)


def carrier_seat(dx: float = 0.0, dy: float = 0.0, dz: float = 0.0) -> Seat:
    """The seat of the carrier on the base sheet, or moved from there."""
    x0, y0 = carrier.STERN_MM + dx, carrier.MIDDLE_MM + dy
    return Seat("carrier", lambda x, y: (x + x0, y0 - y), heights.CARRIER_TOP_MM + dz)


def _boxes(part) -> "list":
    """The boxes of a part's body, a sensor as high as it may be."""
    found = shapes.boxes(part.footprint)
    return [(*b[:5], SENSOR_MOST_MM if b[5] == 1.0 else b[5]) for b in found] if part.footprint == "SOT-23" else found


def _pins(part) -> "list":
    """The pins that come out on the other side of its board."""
    below, pins = -heights.BOARD_MM - PIN_MM, [pad for pad in part.pads if pad.kind == "thru_hole"]
    return [(pad.x - 0.4, -pad.y - 0.4, below, pad.x + 0.4, -pad.y + 0.4, 0.0) for pad in pins]


def _placed(part, seat: Seat) -> Manifold:
    found = []
    for x0, y0, z0, x1, y1, z1 in _boxes(part) + _pins(part):
        corners = []
        for x, y, z in ((x0, y0, z0), (x1, y1, z1)):
            at = seat.place(*board.place(part, x, -y))
            corners += [*at, seat.front + (heights.BOARD_MM + z if part.back else -z)]
        found.append(box(*corners))
    return joined(found)


def _high(part) -> float:
    return max((b[5] for b in _boxes(part)), default=0.0)


def board_solids(made, seat: Seat, keep=lambda x: True) -> "list[Solid]":
    """A board with its parts; low parts are one solid a side, so are all pins of the rest of their part."""
    outline = [seat.place(x, y) for x, y in made.outline if keep(x)]
    sheet = forms.slab(outline, seat.front, seat.front + heights.BOARD_MM)
    low = {False: [], True: []}
    found = []
    for part in made.parts:
        if not keep(part.x):
            continue
        if part.footprint.startswith("Screw"):
            sheet -= rod(*seat.place(part.x, part.y), -99, 99, 2.7)
        elif _high(part) <= LOW_MM:
            if _high(part):
                low[part.back].append(_placed(part, seat))
        else:
            colour = {"U": BLACK, "J": BLACK, "C": "#2b3f6b"}.get(part.ref[0], GREY)
            colour = "#0b6b3a" if part.footprint.startswith("Pico") else WHITE if "XH" in part.footprint else colour
            name = f"{seat.name} {part.ref}"
            # How near parts of one board may be is for the rules of the board; here they must not overlap.
            near = (f"{seat.name} board", f"{seat.name} [A-Z]*")
            found.append(Solid(name, _placed(part, seat), colour, near, near[:1]))
    for back, forms_ in low.items():
        if forms_:
            name = f"{seat.name} chips on the {'back' if back else 'front'}"
            near = ("floor",) if seat.name.startswith("quarter") and not back else ()
            found.append(Solid(name, joined(forms_), BLACK, (f"{seat.name} board", *near)))
    return [Solid(f"{seat.name} board", sheet, GREEN), *found]


@lru_cache
def quarter_solids(q: int) -> "tuple[Solid, ...]":
    """Quarter board `q` with its spacers and screws."""
    seat, whole = quarter_seat(q), quarter.bridge(q) != "HALF"
    found = board_solids(quarter.BOARD, seat, lambda x: whole or x <= quarter.LONG_MM)
    for number, (x, y) in enumerate(quarter.SCREWS_MM, 1):
        at = seat.place(x, y)
        ring = rod(*at, 0, heights.SPACER_MM, SPACER_MM) - rod(*at, -1, 9, 2.4)
        found.append(Solid(f"spacer {q}.{number}", ring, WHITE, ("floor", f"{seat.name} board", "quarter screw*")))
        # The head is larger than the hole of the board and lies on it.
        long, (wide, head, _) = heights.SCREW_MM, hull.layout.LID_SCREW_MM
        form = rod(*at, heights.QUARTER_MM - long, heights.QUARTER_MM, wide)
        form += rod(*at, heights.QUARTER_MM, heights.QUARTER_MM + 1.4, head)
        found.append(Solid(f"quarter screw {q}.{number}", form, hull.BRASS, (f"{seat.name} board",), ("floor", "deck")))
    return tuple(found)


def carrier_solids(seat: Seat) -> "list[Solid]":
    """The carrier with its parts."""
    return board_solids(carrier.BOARD, seat)


def carrier_fixings(dz: float = 0.0) -> "list[Solid]":
    """Posts, screws and nuts that hold the carrier on the base sheet."""
    seat, found = carrier_seat(dz=dz), []
    under = seat.front + heights.BOARD_MM
    for number, (x, y) in enumerate(carrier.SCREWS_MM, 1):
        at = seat.place(x, y)
        post = rod(*at, under, under + heights.STAND_MM, POST_MM) - rod(*at, 0, 99, 2.7)
        found.append(Solid(f"post {number}", post, WHITE, ("carrier board", "base sheet", f"carrier screw {number}")))
        end = under + heights.STAND_MM + hull.BASE_MM
        form = screw(*at, end, *CARRIER_SCREW_MM)
        on = ("carrier board", f"nut {number}")
        found.append(Solid(f"carrier screw {number}", form, hull.BRASS, on, ("base sheet", f"nut {number}")))
        nut = rod(*at, seat.front - NUT_MM[1], seat.front, NUT_MM[0])
        found.append(Solid(f"nut {number}", nut, hull.BRASS, ("carrier board",)))
    return found


# --- plugs, cables, hands ---------------------------------------------------------------------------------------------

Header = namedtuple("Header", "name x y front away long wide")


def header(made, ref: str, seat: Seat) -> Header:
    """Where a box header sits: its middle, the z of the board's face, 1 if it points down, and the ways of its rows."""
    part = next(part for part in made.parts if part.ref == ref)
    pads = {pad.number: numpy.array(seat.place(*board.place(part, pad.x, pad.y))) for pad in part.pads}
    first, second, last = (pads[k] for k in ("1", "2", "13"))
    middle = (first + pads["14"]) / 2
    long, wide = ((v / numpy.linalg.norm(v)).round(6) for v in (last - first, second - first))
    front = seat.front + (heights.BOARD_MM if part.back else 0.0)
    return Header(f"{seat.name} {ref}", *middle, front, 1 if part.back else -1, long, wide)


def headers(seat_of_carrier: Seat) -> "tuple[dict, dict]":
    """q -> header on the carrier; q -> header on the quarter board."""
    ours = {q: header(carrier.BOARD, f"J{q}", seat_of_carrier) for q in wiring.QUARTERS}
    theirs = {q: header(quarter.BOARD, "J1", quarter_seat(q)) for q in wiring.QUARTERS}
    return ours, theirs


def _beside(head: Header, long, wide, low, high) -> Manifold:
    """A box round the middle of a header, from `low` to `high` over its board."""
    half = abs(head.long) * long / 2 + abs(head.wide) * wide / 2
    x, y = numpy.array((head.x, head.y)) - half, numpy.array((head.x, head.y)) + half
    return box(*x, head.front + head.away * low, *y, head.front + head.away * high)


def plug(head: Header, q: int) -> Solid:
    """A plug in its header."""
    form = _beside(head, heights.PLUG_LONG_MM, heights.PLUG_WIDE_MM, 2.6, heights.PLUG_HIGH_MM)
    return Solid(f"plug in {head.name}", form, "#555555", (f"cable {q}",), (head.name, f"cable {q}", "hand*"))


def hand(head: Header, q: int) -> Solid:
    """Thumb and finger at the long sides of a plug, above the walls of its header."""
    found = []
    for side in (1, -1):
        middle = side * (heights.PLUG_WIDE_MM / 2 + FINGER_MM[1] / 2)
        x, y = numpy.array((head.x, head.y)) + head.wide * middle + abs(head.long) * HOLD_MM
        at = head._replace(x=x, y=y)
        found.append(_beside(at, FINGER_MM[0], FINGER_MM[1], 9.2, 45.0))
    return Solid(f"hand at {head.name}", joined(found), SKIN, (head.name,), (f"cable {q}",))


def _z(head: Header, over: float) -> float:
    return head.front + head.away * over


# Closed: levels of each cable beside the Pico and under quarter board 2, and where its slack lies in a Z.
BAND_MM = 22.3  # middle of the cables on their way along the carrier, to either side
FOLD_MM = 90.0  # where they turn to the middle
SIDE_Z_MM = {1: 8.2, 2: 5.8, 3: 10.5, 4: 8.1}
LEVEL_MM = {1: 8.2, 2: 16.5, 3: 20.0, 4: 23.5}
Z_FROM_MM = {2: 130.0, 3: 195.5, 4: 264.0}  # the prow end of the slack
TURN_MM = 1.4  # from layer to layer


def closed_path(q: int) -> "list[tuple[float, float, float]]":
    """The cable of quarter `q` from the carrier to its board when all is in its place; as long as the cable is."""
    ours, theirs = (found[q] for found in headers(carrier_seat()))
    side = 1 if ours.y > 0 else -1
    leave = _z(ours, heights.RIBBON_MM)
    wall = ours.y + side * (heights.PLUG_WIDE_MM / 2 + 0.6)
    z, level, end = SIDE_Z_MM[q], LEVEL_MM[q], _z(theirs, heights.RIBBON_MM)
    start = [(ours.x, ours.y, leave), (ours.x, wall, leave), (ours.x, wall, z), (ours.x, side * BAND_MM, z)]
    start += [(70.0, side * BAND_MM, z), (FOLD_MM - 9.5, side * BAND_MM, level), (FOLD_MM, side * BAND_MM, level)]
    start += [(FOLD_MM, 0.0, level)]
    if q == 1:  # past its plug and back to it
        back = [(84.0, 0.0, level + 2.0), (73.5, 0.0, end), (theirs.x, 0.0, end)]
        slack = cable.LENGTH_MM[0] - forms.length_mm(start) - 2.0 - forms.length_mm(back) - (FOLD_MM - 84.0)
        far = FOLD_MM + slack / 2
        return [*start, (far, 0.0, level), (far, 0.0, level + 2.0), *back]
    far = Z_FROM_MM[q]
    rest = [(theirs.x - 6.0, 0.0, end), (theirs.x, 0.0, end)]
    straight = [*start, (far, 0.0, level), (far, 0.0, level - 2 * TURN_MM), *rest]
    slack = cable.LENGTH_MM[q - 1] - forms.length_mm(straight)
    near = far - slack / 2
    fold = [(far, level), (far, level - TURN_MM), (near, level - TURN_MM), (near, level - 2 * TURN_MM)]
    return start + [(x, 0.0, z) for x, z in fold] + [(far, 0.0, level - 2 * TURN_MM)] + rest


# Laid aside: the carrier on the table at the side of row B, its parts up, the boat on two battens.
ASIDE_MM = (76.0, -g.BEAM_MM / 2 - carrier.WIDE_MM / 2 - 14.0)
TABLE_MM = g.HULL_MM + CRATE_MM


def aside_seat() -> Seat:
    """The carrier beside the boat; it lies on the table on its pins."""
    return carrier_seat(*ASIDE_MM, TABLE_MM - PIN_MM - heights.BOARD_MM - heights.CARRIER_TOP_MM)


UNDER_MM = {1: 11.0, 2: 6.5, 3: 11.0, 4: 3.5}  # level of each cable under the frame: those to the far row are higher
OVER_MM = 31.0  # level of the latter over the plugs of the near row


def aside_path(q: int) -> "list[tuple[float, float, float]]":
    """The cable of quarter `q` under the frame to the carrier beside the boat; its spare length lies on the table."""
    ours, theirs = (found[q] for found in headers(aside_seat()))
    end, leave, under = _z(theirs, heights.RIBBON_MM), _z(ours, heights.RIBBON_MM), g.HULL_MM + UNDER_MM[q]
    near = theirs.x + (6.0 if ours.x > theirs.x else -6.0)
    far_row = ours.y < ASIDE_MM[1]
    points = [(theirs.x, 0.0, end), (near, 0.0, end), (near, 0.0, under)]
    aside = -20.0 if far_row else 0.0
    points += [(near, aside, under), (ours.x, aside, under)] if far_row else [(ours.x, 0.0, under)]
    edge, level = -g.BEAM_MM / 2, OVER_MM if far_row else leave
    points += [(ours.x, edge - 2.0, under), (ours.x, edge - 4.0, level)]
    if far_row:
        side = ours.y + heights.PLUG_WIDE_MM / 2 + 3.0
        points += [(ours.x, side, level), (ours.x, side - 1.0, leave)]
    return [*points, (ours.x, ours.y, leave)]


def cable_solid(q: int, path, across) -> Solid:
    """A ribbon cable along a path; it lies against its own plugs and headers only."""
    return Solid(f"cable {q}", forms.ribbon(path, across), RIBBON[q - 1], (f"plug in * J{q}",))


@lru_cache
def closed_cable(q: int) -> Solid:
    """The cable when the boat is closed."""
    return cable_solid(q, closed_path(q), (1, 0, 0))


@lru_cache
def aside_cable(q: int) -> Solid:
    """The cable while the carrier lies beside the boat."""
    return cable_solid(q, aside_path(q), (0, 1, 0))


def battens() -> "list[Solid]":
    """Two battens across, on which the boat stands, and the table."""
    found = [box(x - 10, -60, g.HULL_MM, x + 10, 60, TABLE_MM) for x in (12.0, 296.0)]
    table = box(-40, -160, TABLE_MM, g.LENGTH_MM + 40, 80, TABLE_MM + 3)
    return [
        Solid("battens", joined(found), "#a98a5c", ("table", "frame", "hull*", "frame screw*", "air beside the hull")),
        Solid("table", table, "#dddddd", ("carrier*", "battens")),
    ]


def _xh_plug(ref: str, name: str) -> "tuple[Solid, tuple[float, float, float]]":
    """The mated plug of a JST XH header of the carrier at home, and the middle of its end."""
    part, seat = next(part for part in carrier.BOARD.parts if part.ref == ref), carrier_seat()
    places = [seat.place(*board.place(part, pad.x, pad.y)) for pad in part.pads]
    (x, y), (long, wide, high) = numpy.mean(places, axis=0), XH_MM
    long += (len(places) - 5) * 2.5
    half = (wide / 2, long / 2) if part.angle % 180 == 90 else (long / 2, wide / 2)
    body = box(x - half[0], y - half[1], seat.front - 1.5, x + half[0], y + half[1], seat.front - high)
    return Solid(name, body, WHITE, (), (f"carrier {ref}", "dice cable")), (x, y, seat.front - high)


@lru_cache
def dice_cable() -> "list[Solid]":
    """The plug of the dice box and its cable, over the Pico and out at the stern."""
    plug, (x, y, top) = _xh_plug("J5", "dice plug")
    hole_y, hole_z, _ = hull.layout.CABLE_HOLE_MM
    over = -8.0 if y < 0 else 8.0  # on its way along the Pico
    path = [(x, y, top), (x, y, 11.55), (x - 8.0, y, 11.55), (x - 8.0, over, 10.5), (24.0, over, 9.0)]
    path += [(14.5, over / 2, 9.0), (14.5, 10.0, 9.0), (10.0, hole_y, hole_z), (-12.0, hole_y, hole_z)]
    return [plug, Solid("dice cable", forms.cord(path, 4.0), "#333333")]


@lru_cache
def buzzer_plug() -> Solid:
    """The plug of the buzzer in its header."""
    return _xh_plug("J6", "buzzer plug")[0]


@lru_cache
def buzzer(printed: bool) -> Solid:
    """The disc of the buzzer on the inside of the frame; in the printed hull on the plate over its seam."""
    wall = -hull.layout.JOINT_Y_MM + (hull.SPLICE_THICK_MM if printed else 0.0)
    return small.buzzer("y", (hull.layout.BUZZER_MM, wall, g.HULL_MM / 2), ("frame", "hull*"))


def buzzer_wires_mm() -> "list[float]":
    """From the disc to J6: in the closed boat, and under the frame to the carrier beside the boat."""
    part = next(part for part in carrier.BOARD.parts if part.ref == "J6")
    start = (hull.layout.BUZZER_MM, -g.BEAM_MM / 2)
    ends = [(*seat.place(part.x, part.y), seat.front) for seat in (carrier_seat(), aside_seat())]
    under = (*start, g.HULL_MM)
    return [forms.length_mm([(*start, g.HULL_MM / 2), *way]) for way in ([ends[0]], [under, ends[1]])]
