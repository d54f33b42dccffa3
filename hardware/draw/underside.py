"""The hand-wired board from below, and how deep everything hangs: positions and heights from `layout.py`.

>>> "mux 4" in underside()
True
"""

import config
from hardware import geometry as g
from hardware import layout
from hardware.draw.canvas import INK, SMALL_MM, SOFT, WIRE, Sheet

_FILL = {"carrier": "#e6efe0", "Pico": "#cfe3cf", "buffer": "#dddddd", "regulator": "#fdeedd"}
_MODULE = "#e8eef7"
_WOOD, _PLY = "#ecd9b8", "#d9bd8b"


def _inner(dx, at):
    """The frame's inside as points of the sheet, from its A side round the prow to its B side."""
    xs = [g.WALL_MM + k * 2.0 for k in range(int((g.LENGTH_MM - g.WALL_MM) / 2) + 1)]
    edge = [(x, layout.inner_half_beam_mm(x)) for x in xs]
    edge = [(x, y) for x, y in edge if y > 0]
    return [at(x, y) for x, y in edge] + [at(x, -y) for x, y in reversed(edge)]


def underside() -> str:
    """Seen from below, stern left: row A is at the bottom."""
    sheet = Sheet(340, 155, "The underside, without the base sheet")
    sheet.heading(
        "Seen from below, stern left: row A at the bottom. Scale 1:1 at 340 mm width. Orange: rail bus, black: ground "
        "bus, each in two branches."
    )
    dx, dy = 15.0, 64.0

    def at(x, y):
        return x + dx, y + dy  # from below, A's side comes down

    sheet.line(*[at(x, y) for x, y in g.outline_mm()], close=True, fill=_WOOD, thick=0.7)
    sheet.line(*_inner(dx, at), close=True, fill="#f7efe2", thick=0.5)
    for x, y in layout.blocks():
        cx, cy = at(x, y)
        long, wide = layout.BLOCK_LONG_MM, layout.BLOCK_WIDE_MM
        sheet.box(cx - long / 2, cy - wide / 2, long, wide, fill=_PLY, thick=0.3, round_=0)
    for points, r in ((layout.screws(), 1.5), (layout.lid_screws(), 1.0)):
        for x, y in points:
            sheet.circle(*at(x, y), r, fill="#d8b13c", thick=0.3)
    for x, y in layout.PINS:
        sheet.circle(*at(x, y), 1.5, fill="#8a6d3b", thick=0.3)
    _buses(sheet, at)
    for hole in g.holes():
        x, y = g.hole_mm(hole)
        if hole == layout.prow_hole():
            _prow(sheet, at, x)
            continue
        _, end = layout.leg_end_mm(hole)
        cx, cy = at(x, y)
        way = 1 if end > y else -1
        for k, colour in ((-1, "orange"), (0, "black"), (1, "white")):
            # from below, the legs towards you: OUT, GND, VCC from left to right
            lx = cx - k * 1.27 * way
            reach = {"orange": layout.RAIL_Y_MM, "black": layout.GROUND_Y_MM}.get(colour)
            stop = y + way * (g.SENSOR_LONG_MM / 2 + 4) if reach is None else (reach if y + end > 0 else -reach)
            sheet.line((lx, cy), (lx, dy + stop), stroke=WIRE[colour], thick=0.5)
        wide, long = g.SENSOR_WIDE_MM, g.SENSOR_LONG_MM
        sheet.box(cx - wide / 2, cy - long / 2, wide, long, fill="#3a3a3a", thick=0.2, round_=0.2)
        if hole[0] == "M":
            if not _covered(x, y - 3):
                sheet.text(cx, cy - 4.2, hole, SMALL_MM, anchor="middle")
        else:
            sheet.text(cx + 2.6, cy, hole, SMALL_MM)
    for name, part in layout.PARTS.items():
        (x0, y0), (x1, y1) = at(part.x0, part.y0), at(part.x1, part.y1)
        fill = _FILL.get(name, _MODULE)
        sheet.box(x0, min(y0, y1), x1 - x0, abs(y1 - y0), fill=fill, thick=0.5, round_=0.5, clear=0.2)
    for name, part in layout.PARTS.items():
        x, y = at((part.x0 + part.x1) / 2, (part.y0 + part.y1) / 2)
        tall = part.y1 - part.y0 > part.x1 - part.x0
        if name != "carrier":
            sheet.text(x, y, "74AHCT125" if name == "buffer" else name, SMALL_MM, "middle", turn=90 if tall else 0)
    p = layout.PARTS["Pico"]
    for pin, y in (("40", p.y0 + 2.4), ("1", p.y1 - 2.4)):
        sheet.text(*at(p.x0 + 3.4, y), pin, SMALL_MM, anchor="middle")
    x, y = at(g.WALL_MM, (layout.PARTS["Pico"].y0 + layout.PARTS["Pico"].y1) / 2)
    sheet.box(x - g.WALL_MM, y - 6.5, g.WALL_MM, 13, fill="#ffffff", thick=0.4, round_=0)
    sheet.text(x - 10.5, y, "USB", SMALL_MM, anchor="middle", turn=90)
    sheet.circle(x - g.WALL_MM / 2, dy + 15, 2, fill="#ffffff", thick=0.4)
    sheet.text(x - 10.5, dy + 15, "cable", SMALL_MM, anchor="middle", turn=90)
    sheet.text(x - 10.5, dy + 33, "stern", SMALL_MM + 0.6, anchor="middle", turn=90)
    sheet.text(dx + g.LENGTH_MM + 6, dy, "prow", SMALL_MM + 0.6, anchor="middle", turn=90)
    _words(sheet, dy + g.BEAM_MM / 2 + 9)
    return sheet.svg()


def _prow(sheet, at, x) -> None:
    """The sensor of the prow hole: legs to the stern, two wires on to the buses."""
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
    sheet.text(cx + 2.6, cy, layout.prow_hole(), SMALL_MM)


def _covered(x, y) -> bool:
    """Whether a name at (x, y) would lie under a board or a bus."""
    return any(p.x0 - 3 < x < p.x1 + 3 and p.y0 - 2 < y < p.y1 + 2 for p in layout.PARTS.values())


def _buses(sheet, at) -> None:
    for q in range(1, len(config.MUXES) + 1):
        middle = layout.quarter_middle_mm(q)
        left, right = middle - 1.5 * g.PITCH_MM - 7, middle + 1.5 * g.PITCH_MM + 4
        if q == len(config.MUXES):
            right = layout.leg_end_mm(layout.prow_hole())[0] + 3
        for y, colour, shift in ((layout.RAIL_Y_MM, "orange", 0.0), (layout.GROUND_Y_MM, "black", 2.0)):
            points = (
                (right, y),
                (left + shift, y),
                (left + shift, -y),
                (min(right, middle + 1.5 * g.PITCH_MM + 4), -y),
            )
            sheet.line(*[at(*point) for point in points], stroke=WIRE[colour], thick=0.7)


def _words(sheet, y) -> None:
    sheet.circle(20, y, 1.5, fill="#d8b13c", thick=0.3)
    sheet.text(24, y, "frame screw 3 x 35, between frame and block into the deck", SMALL_MM)
    sheet.circle(130, y, 1.0, fill="#d8b13c", thick=0.3)
    sheet.text(134, y, "lid screw 2.5 x 10, beside it", SMALL_MM)
    sheet.circle(206, y, 1.5, fill="#8a6d3b", thick=0.3)
    sheet.text(210, y, "bamboo pin between deck and floor", SMALL_MM)
    lines = (
        "Legs of rows A and B point to the middle, of row M to row A, of M17 to the stern; with the legs towards you:",
        "OUT, GND, VCC.",
        f"Outer rows to the frame: {layout.LEGS_FREE_MM:.1f} mm from body to wall; A16 and B16: 3 mm. Middle line to "
        f"rail bus {layout.RAIL_Y_MM:g}, to ground bus {layout.GROUND_Y_MM:g} mm.",
        f"Carrier {layout.CARRIER_LONG_MM:g} x {layout.CARRIER_WIDE_MM:g} mm, 1 mm from the frame. Modules "
        f"{layout.MODULE_LONG_MM:g} x {layout.MODULE_WIDE_MM:g} mm: mux 1 across, the others along the middle.",
        "White wires run along the frame and between the rows to their channels.",
    )
    sheet.lines(15, y + 8, lines, SMALL_MM + 0.2)


def heights() -> str:
    """Section along the boat through carrier and first module, two to one in depth and length."""
    s = 2.2
    sheet = Sheet(324, 132, "Heights under the floor")
    sheet.heading(
        f"Section along the boat near the stern, scale {s:g}:1. {g.HULL_MM:g} mm from the floor to the base sheet."
    )
    x0, floor = 46.0, 46.0
    wide = 96.0 * s

    def box(part_x0, part_x1, z0, z1, **style):
        sheet.box(x0 + part_x0 * s, floor + z0 * s, (part_x1 - part_x0) * s, (z1 - z0) * s, **style)

    sheet.box(x0, floor - (g.FLOOR_MM + 8) * s, wide, 8 * s, fill=_WOOD, round_=0)
    sheet.box(x0, floor - g.FLOOR_MM * s, wide, g.FLOOR_MM * s, fill=_PLY, round_=0)
    sheet.text(x0 + 30 * s, floor - (g.FLOOR_MM + 4) * s, f"deck {g.DECK_MM:g} mm (cut short here)", SMALL_MM)
    sheet.text(x0 + 70 * s, floor - g.FLOOR_MM * s / 2, f"floor {g.FLOOR_MM:g} mm", SMALL_MM)
    box(0, g.WALL_MM, 0, g.HULL_MM, fill=_WOOD, round_=0)
    sheet.box(x0, floor + g.HULL_MM * s, wide, 3 * s, fill=_PLY, round_=0)
    for column in range(1, 6):
        x = g.hole_mm(f"M{column}")[0]
        box(
            x - g.SENSOR_WIDE_MM / 2,
            x + g.SENSOR_WIDE_MM / 2,
            0,
            g.SENSOR_THICK_MM,
            fill="#3a3a3a",
            thick=0.2,
            round_=0,
        )
    for name in ("carrier", "mux 1"):
        part = layout.PARTS[name]
        for x in (part.x0 + 2, part.x1 - 4):
            box(x, x + 3, 0, layout.STANDOFF_MM, fill="#ffffff", thick=0.4, round_=0)
    c, p, r, m = (layout.PARTS[name] for name in ("carrier", "Pico", "regulator", "mux 1"))
    box(c.x0, c.x1, c.z0, c.z1, fill=_FILL["carrier"], round_=0)
    sockets = p.z0 + layout.SOCKET_MM
    box(p.x0 + 1, p.x1 - 12, p.z0, sockets, fill="#4a4a4a", round_=0)
    box(p.x0 + 1, p.x1 - 12, sockets, sockets + layout.SPACER_MM, fill="#777777", round_=0)
    board = sockets + layout.SPACER_MM
    box(p.x0, p.x1 - 12, board, board + layout.PICO_MM, fill="#2f7d32", round_=0)
    box(p.x0 - 1, p.x0 + 5, board + layout.PICO_MM, p.z1, fill="#c8c8c8", round_=0)
    box(r.x0, r.x1, r.z0, r.z1, fill=_FILL["regulator"], round_=0)
    box(m.x0, m.x1, m.z0, m.z0 + layout.BOARD_MM, fill=_MODULE, round_=0)
    box(m.x0 + 5, m.x1 - 5, m.z0 + layout.BOARD_MM, m.z1, fill="#3a3a3a", round_=0)
    sheet.text(x0 + 22 * s, floor + (p.z0 + 4.4) * s, "Pico's sockets", SMALL_MM, fill="#ffffff")
    sheet.text(x0 + 12 * s, floor + (board + 3.2) * s, "Pico; USB at the stern", SMALL_MM)
    sheet.text(x0 + 54 * s, floor + (r.z0 + r.z1) / 2 * s, "regulator", SMALL_MM, anchor="middle")
    sheet.text(x0 + 77 * s, floor + (m.z1 + 2.5) * s, "mux 1", SMALL_MM, anchor="middle")
    sheet.text(x0 + 60 * s, floor + (g.HULL_MM + 1.5) * s, "base sheet 3 mm", SMALL_MM)
    sheet.text(x0 - 3, floor - 3, "frame", SMALL_MM, anchor="end")
    sheet.measure(x0 - 6, floor, x0 - 6, floor + g.HULL_MM * s, f"{g.HULL_MM:g}")
    right = x0 + wide + 6
    rows = (
        (g.SENSOR_THICK_MM, f"{g.SENSOR_THICK_MM:g}  sensors"),
        (layout.STANDOFF_MM, f"{layout.STANDOFF_MM:g}  standoffs"),
        (m.z1, f"{m.z1:.1f}  chips of the muxes"),
        (r.z1, f"{r.z1:.1f}  regulator"),
        (p.z1, f"{p.z1:.1f}  Pico's USB socket"),
    )
    for z, words in rows:
        y = floor + z * s
        sheet.line((x0 + wide, y), (right - 1, y), stroke=SOFT, thick=0.3, dash="1,1")
        sheet.text(right, y, words, SMALL_MM)
    notch = g.HULL_MM - 9
    sheet.line((x0 - 1, floor + notch * s), (x0 + g.WALL_MM * s + 1, floor + notch * s), stroke="#b30000", thick=0.7)
    sheet.text(
        x0,
        floor + (g.HULL_MM + 6.5) * s,
        "red: notch for the USB plug, 9 mm from the lower edge",
        SMALL_MM,
        fill="#b30000",
    )
    sheet.text(x0, floor + (g.HULL_MM + 9.5) * s, "mm from the floor's underside, on the right", SMALL_MM, fill=INK)
    return sheet.svg()
