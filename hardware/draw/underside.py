"""The hand-wired board from below: positions from `layout.py`.

>>> "mux 4" in underside()
True
"""

from hardware import geometry as g
from hardware import layout, netlist
from hardware.draw.canvas import SMALL_MM, WIRE, Sheet

_FILL = {"carrier": "#e6efe0", "Pico": "#cfe3cf", "buffer": "#dddddd", "regulator": "#fdeedd"}
_MODULE = "#e8eef7"
_WOOD, _PLY = "#ecd9b8", "#d9bd8b"
# Places, radius, colour, where it stands in the legend, what it is.
_MARKS = (
    (layout.screws(), 1.5, "#d8b13c", 20, "frame screw 3 x 40, through the frame into the deck"),
    (layout.lid_screws(), 1.0, "#d8b13c", 130, "lid screw 2 x 10"),
    (layout.PINS, 1.5, "#8a6d3b", 206, "bamboo pin between deck and floor"),
)


def underside() -> str:
    """Seen from below, stern left: row A is at the bottom."""
    sheet = Sheet(340, 160, "The underside, without the base sheet")
    sheet.heading(
        "Seen from below, stern left: row A at the bottom. Scale 1:1 at 340 mm width. Orange: rail bus, black: ground "
        "bus, each in two branches."
    )
    dx, dy = 15.0, 64.0

    def at(x, y):
        return x + dx, y + dy  # from below, A's side comes down

    sheet.line(*[at(x, y) for x, y in g.outline_mm()], close=True, fill=_WOOD, thick=0.7)
    sheet.line(*[at(x, y) for x, y in layout.frame_mm()], close=True, fill="#f7efe2", thick=0.5)
    for x, y in layout.blocks():
        cx, cy = at(x, y)
        long, wide = layout.BLOCK_LONG_MM, layout.BLOCK_WIDE_MM
        sheet.box(cx - long / 2, cy - wide / 2, long, wide, fill=_PLY, thick=0.3, round_=0)
    for y in (layout.JOINT_Y_MM - layout.BLOCK_WIDE_MM, -layout.JOINT_Y_MM):
        sheet.box(*at(g.WALL_MM, y), layout.CORNER_LONG_MM, layout.BLOCK_WIDE_MM, fill=_PLY, thick=0.3, round_=0)
    for places, r, colour, *_ in _MARKS:
        for x, y in places:
            sheet.circle(*at(x, y), r, fill=colour, thick=0.3)
    for net, points in layout.buses():
        sheet.line(*[at(*point) for point in points], stroke=WIRE[netlist.COLOURS[net]], thick=0.7)
    for hole in g.holes():
        _prow(sheet, at) if hole == layout.prow_hole() else _sensor(sheet, at, hole)
    for name, part in layout.PARTS.items():
        (x0, y0), (x1, y1) = at(part.x0, part.y0), at(part.x1, part.y1)
        fill = _FILL.get(name, _MODULE)
        sheet.box(x0, min(y0, y1), x1 - x0, abs(y1 - y0), fill=fill, thick=0.5, round_=0.5, clear=0.2)
    for name, part in layout.PARTS.items():
        x, y = at((part.x0 + part.x1) / 2, (part.y0 + part.y1) / 2)
        tall = part.y1 - part.y0 > part.x1 - part.x0
        if name != "carrier":
            sheet.text(x, y, "74AHCT125" if name == "buffer" else name, SMALL_MM, "middle", turn=90 if tall else 0)
    for places in layout.standoffs().values():
        for x, y in places:
            sheet.circle(*at(x, y), 2.5, thick=0.4, dash="1,0.8")
    p = layout.PARTS["Pico"]
    for pin, y in (("40", p.y0 + 2.4), ("1", p.y1 - 2.4)):
        sheet.text(*at(p.x0 + 3.4, y), pin, SMALL_MM, anchor="middle")
    x, y = at(g.WALL_MM, (layout.PARTS["Pico"].y0 + layout.PARTS["Pico"].y1) / 2)
    sheet.box(x - g.WALL_MM, y - 6.5, g.WALL_MM, 13, fill="#ffffff", thick=0.4, round_=0)
    sheet.text(x - 10.5, y, "USB", SMALL_MM, anchor="middle", turn=90)
    sheet.circle(x - g.WALL_MM / 2, dy + layout.CABLE_HOLE_MM[0], 2, fill="#ffffff", thick=0.4)
    sheet.text(x - 10.5, dy + 14, "cable", SMALL_MM, anchor="middle", turn=90)
    sheet.text(x - 10.5, dy + 33, "stern", SMALL_MM + 0.6, anchor="middle", turn=90)
    sheet.text(dx + g.LENGTH_MM + 6, dy, "prow", SMALL_MM + 0.6, anchor="middle", turn=90)
    _words(sheet, dy + g.BEAM_MM / 2 + 9)
    return sheet.svg()


def _sensor(sheet, at, hole) -> None:
    """A sensor beside its hole, and its legs to the buses."""
    x, y = g.hole_mm(hole)
    _, end = layout.leg_end_mm(hole)
    cx, cy = at(x, y)
    way = 1 if end > y else -1
    for k, colour in ((-1, "orange"), (0, "black"), (1, "white")):
        # from below, the legs towards you: OUT, GND, VCC from left to right
        lx = cx - k * 1.27 * way
        reach = {"orange": layout.RAIL_Y_MM, "black": layout.GROUND_Y_MM}.get(colour)
        stop = y + way * (g.SENSOR_LONG_MM / 2 + 4) if reach is None else (reach if y + end > 0 else -reach)
        sheet.line((lx, cy), (lx, at(0, stop)[1]), stroke=WIRE[colour], thick=0.5)
    wide, long = g.SENSOR_WIDE_MM, g.SENSOR_LONG_MM
    sheet.box(cx - wide / 2, cy - long / 2, wide, long, fill="#3a3a3a", thick=0.2, round_=0.2)
    if hole[0] == "M":
        if not _covered(x, y - 3):
            sheet.text(cx, cy - 4.2, hole, SMALL_MM, anchor="middle")
    else:
        sheet.text(cx - 2.6, cy, hole, SMALL_MM, anchor="end")


def _prow(sheet, at) -> None:
    """The sensor of the prow hole: legs to the stern, two wires on to the buses."""
    x, _ = g.hole_mm(layout.prow_hole())
    far, _ = layout.leg_end_mm(layout.prow_hole())
    for k, colour, reach in ((-1, "orange", layout.RAIL_Y_MM), (0, "black", layout.GROUND_Y_MM), (1, "white", None)):
        y = -k * 1.27
        points = [at(x, y), at(far, y)]
        if reach:
            corner = far + 1.6 * (k + 1)
            points = [at(x, y), at(corner, y), at(corner, reach)]
        sheet.line(*points, stroke=WIRE[colour], thick=0.5)
    cx, cy = at(x, 0)
    wide, long = g.SENSOR_LONG_MM, g.SENSOR_WIDE_MM
    sheet.box(cx - wide / 2, cy - long / 2, wide, long, fill="#3a3a3a", thick=0.2, round_=0.2)
    sheet.text(cx, cy - 4.2, layout.prow_hole(), SMALL_MM, anchor="middle")


def _covered(x, y) -> bool:
    """Whether a name at (x, y) would lie under a board or a bus."""
    return any(p.x0 - 3 < x < p.x1 + 3 and p.y0 - 2 < y < p.y1 + 2 for p in layout.PARTS.values())


def _words(sheet, y) -> None:
    for _, r, colour, x, words in _MARKS:
        sheet.circle(x, y, r, fill=colour, thick=0.3)
        sheet.text(x + 4, y, words, SMALL_MM)
    lines = (
        "Legs of rows A and B point to the middle, of row M to row A, of M17 to the stern; with the legs towards you:",
        "OUT, GND, VCC.",
        f"Outer rows to the frame: {layout.LEGS_FREE_MM:.1f} mm from body to wall; A16 and B16: 3 mm. Middle line to "
        f"rail bus {layout.RAIL_Y_MM:g}, to ground bus {layout.GROUND_Y_MM:g} mm.",
        f"Carrier {layout.CARRIER_LONG_MM:g} x {layout.CARRIER_WIDE_MM:g} mm, 2.5 mm from the frame. Modules "
        f"{layout.MODULE_LENGTH_MM:g} x {layout.MODULE_WIDTH_MM:g} mm: mux 1 across, the others along the middle.",
        "Dashed circles: standoffs, between two columns, clear of legs and capacitors.",
        "White wires run along the frame and between the rows to their channels.",
    )
    sheet.lines(15, y + 8, lines, SMALL_MM + 0.2)
