"""The wooden boat as solids: deck, floor, frame, base sheet, pins, screws; a printed hull is the frame in halves.

A *way* is how the electronics are built: "boards" or "by hand"; it decides where the USB plug goes in.
"""

from functools import lru_cache

from hardware import geometry as g
from hardware import layout
from hardware.pcb import heights
from hardware.solids.forms import Manifold, Solid, bar, beam, box, joined, rod, roof, screw, slab

WAYS = ("boards", "by hand")
WOOD, PLY, PRINT, BRASS, BAMBOO, AIR = "#cfa873", "#e9d9b8", "#b9c4cf", "#d8b13c", "#c9b078", "#ffffff"
DECK_TOP_MM = -g.FLOOR_MM - g.DECK_MM
BASE_MM = 3.0  # thickness of the base sheet
SEAM_MM, SPLICE_MM = 140.0, 30.0  # the printed hull's halves: where they meet, how long the plates over it are
SPLICE_THICK_MM = 2.5
PLAY_MM = 0.2  # between two printed parts
AIR_HOLES_MM = [(x, side * 24.0) for x in (22.0, 46.0) for side in (1, -1)]  # in the base sheet


def usb_mm(way: str) -> "tuple[float, float]":
    """(y, z) of the middle of the USB socket."""
    return (0.0, heights.USB_MM) if way == "boards" else (layout.USB_Y_MM, layout.usb_z_mm())


def slot_mm(way: str) -> "tuple[float, float, float, float]":
    """(y0, y1, z0, z1) of the notch for the USB plug: open towards the floor, or by hand towards the base sheet."""
    y, z = usb_mm(way)
    half = layout.SLOT_WIDE_MM / 2
    deep = heights.PLUG_SHELL_MM[1] / 2 + 1.0
    return (y - half, y + half, 0.0, z + deep) if way == "boards" else (y - half, y + half, z - deep, g.HULL_MM)


def frame(way: str) -> Manifold:
    """The frame with its blocks, its notch and the hole for the cable of the dice box; screws have no holes here."""
    body = slab(g.outline_mm(60), 0, g.HULL_MM) - slab(layout.frame_mm(60), -1, g.HULL_MM + 1)
    half, wide, inner = layout.BLOCK_LONG_MM / 2, layout.BLOCK_WIDE_MM / 2, layout.JOINT_Y_MM
    body += joined(box(x - half, y - wide, 0, x + half, y + wide, g.HULL_MM) for x, y in layout.blocks())
    for side in (1, -1):
        corner = (g.WALL_MM, side * inner, 0)
        end = (g.WALL_MM + layout.CORNER_LONG_MM, side * (inner - 2 * wide), layout.CORNER_HIGH_MM)
        body += box(*corner, *end)
    y0, y1, z0, z1 = slot_mm(way)
    body -= box(-1, y0, z0 - (z0 == 0), g.WALL_MM + 1, y1, z1 + (z1 == g.HULL_MM))
    y, z, wide = layout.CABLE_HOLE_MM
    body -= bar(-1, g.WALL_MM + 1, y, z, wide)
    # By hand the cable's two ends are fixed before the frame goes on: it lies in a slot that is open to the floor.
    return body - beam(-1, g.WALL_MM + 1, y, wide, -1, z + wide / 2) if way == "by hand" else body


def splices() -> Manifold:
    """Plates inside both sides over the seam of the printed hull, down to the bed; with play in the other half."""
    found = []
    for side in (1, -1):
        wall = side * layout.JOINT_Y_MM
        inner = wall - side * SPLICE_THICK_MM
        x0, x1 = SEAM_MM - SPLICE_MM / 2, SEAM_MM + SPLICE_MM / 2 - 1
        found += [box(x0, wall, 6, SEAM_MM, inner, g.HULL_MM)]
        found += [box(SEAM_MM, wall - side * PLAY_MM, 6, x1, inner, g.HULL_MM)]
    return joined(found)


def printed_hull(way: str) -> Manifold:
    """The frame for a printer: clear, countersunk holes for the frame screws, narrow ones for the lid screws."""
    wide, head, _ = layout.FRAME_SCREW_MM
    thin, _, deep = layout.LID_SCREW_MM
    body = frame(way) - joined(rod(x, y, g.HULL_MM - deep, 99, thin - 0.4) for x, y in layout.lid_screws())
    # The blocks in the corners grow out of the wall at 45 degrees: they hang in the air otherwise.
    x, end, high = g.WALL_MM, g.WALL_MM + layout.CORNER_LONG_MM, layout.CORNER_HIGH_MM
    below = slab([(x, high), (end, high - layout.CORNER_LONG_MM), (end, high)], -layout.JOINT_Y_MM, layout.JOINT_Y_MM)
    body -= below.rotate((90, 0, 0)) + roof(-1, g.WALL_MM + 1, *layout.CABLE_HOLE_MM, -1)
    return body - joined(screw(x, y, g.HULL_MM, wide + 0.4, head + 0.4, g.HULL_MM + 1) for x, y in layout.screws())


def hull_stern(way: str) -> Manifold:
    """The stern half, with the plates of the seam."""
    return (printed_hull(way) ^ box(-1, -60, -1, SEAM_MM, 60, g.HULL_MM + 1)) + splices()


def hull_prow() -> Manifold:
    """The prow half."""
    return printed_hull("boards") ^ box(SEAM_MM, -60, -1, g.LENGTH_MM + 1, 60, g.HULL_MM + 1)


@lru_cache
def deck() -> "tuple[Solid, ...]":
    """Deck and floor with their holes, glued and pinned, and the air above, in which no screw may come out."""
    plank = slab(g.outline_mm(60), DECK_TOP_MM, -g.FLOOR_MM)
    sheet = slab(g.outline_mm(60), -g.FLOOR_MM, 0)
    for x, y in map(g.hole_mm, g.holes()):
        plank -= rod(x, y, DECK_TOP_MM - 1, 1, g.HOLE_MM)
        sheet -= rod(x, y, -g.FLOOR_MM - 1, 1, g.PILOT_MM)
    pins = joined(rod(x, y, DECK_TOP_MM, 0, g.PIN_MM) for x, y in layout.PINS)
    above = box(-20, -60, DECK_TOP_MM - 5, g.LENGTH_MM + 20, 60, DECK_TOP_MM)
    return (
        Solid("deck", plank, WOOD, ("floor", "pins", "air above the deck")),
        Solid("floor", sheet, PLY, ("pins",)),
        Solid("pins", pins, BAMBOO, ("air above the deck",), ("deck", "floor")),
        Solid("air above the deck", above, AIR),
    )


@lru_cache
def frame_solids(way: str, print_it: bool) -> "tuple[Solid, ...]":
    """The frame in wood or print with its screws, and the air beside it, in which no screw may come out."""
    if print_it:
        body = [
            Solid("hull, stern half", hull_stern(way), PRINT, ("floor", "hull, prow half")),
            Solid("hull, prow half", hull_prow(), PRINT, ("floor",)),
        ]
    else:
        body = [Solid("frame", frame(way), WOOD, ("floor",))]
    driven = ("frame", "hull*", "floor", "deck")
    for number, (x, y) in enumerate(layout.screws(), 1):
        form = screw(x, y, g.HULL_MM, *layout.FRAME_SCREW_MM)
        body.append(Solid(f"frame screw {number}", form, BRASS, ("base sheet",), driven))
    large = box(-30, -70, -1, g.LENGTH_MM + 30, 70, g.HULL_MM)
    beside = large - slab(g.outline_mm(60), -2, g.HULL_MM + 1)
    come_in = ("USB*", "dice cable", "cable*", "hand*")
    return (*body, Solid("air beside the hull", beside, AIR, ("floor", "frame", "hull*", "base sheet"), come_in))


@lru_cache
def base(way: str) -> "tuple[Solid, ...]":
    """The base sheet with its screws and air holes."""
    sheet = slab(g.outline_mm(60), g.HULL_MM, g.HULL_MM + BASE_MM)
    sheet -= joined(rod(x, y, 0, 99, 8.0) for x, y in AIR_HOLES_MM)
    body = [Solid("base sheet", sheet, PLY, ("frame", "hull*"))]
    for number, (x, y) in enumerate(layout.lid_screws(), 1):
        form = screw(x, y, g.HULL_MM + BASE_MM, *layout.LID_SCREW_MM)
        body.append(Solid(f"lid screw {number}", form, BRASS, (), ("base sheet", "frame", "hull*")))
    return tuple(body)


@lru_cache
def usb_plug(way: str, socket_x: float, socket: str) -> "tuple[Solid, ...]":
    """The largest micro-USB plug in its socket with the fingers that push it, along its whole way from outside."""
    y, z = usb_mm(way)
    wide, high = heights.PLUG_SHELL_MM
    end = socket_x - 0.7
    shell = beam(-60, end, y, wide, z - high / 2, z + high / 2)
    tip = beam(end - 1, socket_x + 5, y, 6.9, z - 0.95, z + 0.95)
    fingers = joined(box(-25, y + s * wide / 2, z - 8, -3, y + s * (wide / 2 + 14), z + 8) for s in (1, -1))
    return (
        Solid("USB plug", shell + tip, "#303030", (), (socket, "hand*")),
        Solid("hand with the USB plug", fingers, "#e0b090"),
    )
