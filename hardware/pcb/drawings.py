"""Two drawings: the stern cut lengthwise with the boards at their heights, and all boards from below with screws.

>>> sorted(DRAWINGS)
['section.svg', 'under.svg']
"""

from hardware import geometry as g
from hardware.draw.canvas import SMALL_MM, SOFT, Sheet
from hardware.pcb import carrier, heights, quarter, wiring

_WOOD, _PLY, _BOARD, _PLASTIC, _METAL, _CHIP = "#e9d3b0", "#f3e6cd", "#2f7d4f", "#444444", "#c8c8c8", "#222222"
_SCALE = 2.5
_CUT_MM = 92.0  # of the boat, from the stern


def section() -> str:
    """The stern from the side, cut along the middle row, two and a half to one."""
    s = _SCALE
    sheet = Sheet(350, 190, "The boards under the floor, cut lengthwise")
    sheet.heading("Stern left, scale 2.5:1. The hull is 25 mm high; heights in mm from the underside of the floor.")
    left, zero = 62.0, 78.0

    def box(x, z, x1, z1, fill, **style):
        sheet.box(left + x * s, zero + z * s, (x1 - x) * s, (z1 - z) * s, fill=fill, round_=0, thick=0.2, **style)

    box(0, -g.FLOOR_MM - g.DECK_MM, _CUT_MM, -g.FLOOR_MM, _WOOD)
    for column in range(1, 6):
        x, _ = g.hole_mm(f"M{column}")
        box(x - g.HOLE_MM / 2, -g.FLOOR_MM - g.DECK_MM, x + g.HOLE_MM / 2, -g.FLOOR_MM, "#ffffff")
    x, _ = g.hole_mm("M2")
    foot = -g.FLOOR_MM
    box(x - g.PEG_MM / 2, foot - g.PEG_LENGTH_MM, x + g.PEG_MM / 2, foot, "#c79a5b")
    magnet = foot - g.RECESS_MM - g.MAGNET_HIGH_MM
    box(x - g.MAGNET_MM / 2, magnet, x + g.MAGNET_MM / 2, foot - g.RECESS_MM, "#b03030")
    box(0, -g.FLOOR_MM, _CUT_MM, 0, _PLY)
    low, high = heights.USB_MM - heights.SLOT_MM[1] / 2, heights.USB_MM + heights.SLOT_MM[1] / 2
    box(0, 0, g.WALL_MM, low, _WOOD)
    box(0, high, g.WALL_MM, g.HULL_MM, _WOOD)
    box(0, g.HULL_MM, _CUT_MM, g.HULL_MM + 3, _PLY)
    # quarter boards 1 and 2 with spacers, sensors, the header and its plug
    for q in (1, 2):
        start = quarter.stern_edge_mm(q)
        end = min(start + quarter.LONG_MM, _CUT_MM)
        box(start, heights.SPACER_MM, end, heights.QUARTER_MM, _BOARD)
        for x, _ in quarter.SCREWS_MM[::2]:
            if start + x < _CUT_MM - 4:
                box(start + x - 3, 0, start + x + 3, heights.SPACER_MM, "#dddddd")
                box(
                    start + x - 0.9,
                    heights.QUARTER_MM - heights.SCREW_MM,
                    start + x + 0.9,
                    heights.QUARTER_MM,
                    "#c9a227",
                )
                box(start + x - 2, heights.QUARTER_MM, start + x + 2, heights.QUARTER_MM + 1.4, "#c9a227")
        for column in range(4):
            x = start + quarter.EDGE_MM + column * g.PITCH_MM
            if x < _CUT_MM:
                box(x - 0.65, heights.SPACER_MM - heights.SENSOR_MM, x + 0.65, heights.SPACER_MM, _CHIP)
    header = quarter.stern_edge_mm(1) + next(p.x for p in quarter.design().parts if p.ref == "J1")
    box(header - 4.4, heights.QUARTER_MM, header + 4.4, heights.QUARTER_MM + heights.HEADER_HIGH_MM, _PLASTIC)
    box(header - 3, heights.QUARTER_MM + 6, header + 3, heights.QUARTER_MM + heights.PLUG_HIGH_MM, "#777777")
    mux = quarter.stern_edge_mm(1) + next(p.x for p in quarter.design().parts if p.ref == "U1")
    box(mux - 7.7, heights.QUARTER_MM, mux + 7.7, heights.QUARTER_MM + heights.MUX_HIGH_MM, _CHIP)
    # the carrier with the Pico
    top = heights.CARRIER_TOP_MM
    start = carrier.STERN_MM
    box(start, top, start + carrier.NOTCH_MM, top + heights.BOARD_MM, _BOARD)
    box(start + 2, top + heights.BOARD_MM, start + 7, g.HULL_MM, "#dddddd")
    pico = start + carrier.PICO_MM[0]
    box(pico - 25.4, top - 11, pico + 25.4, top, _PLASTIC)
    box(pico - 25.5, top - 12, pico + 25.5, top - 11, "#0b6b3a")
    box(pico - 26.8, top - heights.PICO_HIGH_MM, pico - 21.2, top - 12, _METAL)
    sheet.arrow((left - 16, zero + heights.USB_MM * s), (left - 1, zero + heights.USB_MM * s), stroke=SOFT)
    sheet.lines(
        6,
        zero + heights.USB_MM * s - 8,
        ("USB plug, slot", f"{heights.SLOT_MM[0]:g} x {heights.SLOT_MM[1]:g}"),
        SMALL_MM,
    )
    right = left + _CUT_MM * s + 4
    for z, words in (
        (-g.FLOOR_MM - 8, "deck 15"),
        (-1.5, f"floor {g.FLOOR_MM:g}"),
        (3.4, f"quarter board {heights.SPACER_MM:g} to {heights.QUARTER_MM:.1f}"),
        (top + 0.8, ""),
        (g.HULL_MM + 1.5, f"base sheet from {g.HULL_MM:g}"),
    ):
        if words:
            sheet.text(right, zero + z * s, words, SMALL_MM)
    at = left + (start + carrier.NOTCH_MM) * s
    sheet.line((at + 1, zero + (top + 0.8) * s), (at + 12, zero + (top + 0.8) * s), stroke=SOFT, thick=0.3)
    sheet.text(
        at + 13,
        zero + (top + 0.8) * s,
        f"carrier {top:.1f} to {top + heights.BOARD_MM:.1f}, posts {heights.STAND_MM:g}",
        SMALL_MM,
    )
    at = left + (header + 3) * s
    sheet.line((at + 1, zero + 14 * s), (at + 10, zero + 14 * s), stroke=SOFT, thick=0.3)
    sheet.text(at + 11, zero + 14 * s, f"plug down to {heights.QUARTER_MM + heights.PLUG_HIGH_MM:.1f}", SMALL_MM)
    sheet.lines(
        right,
        zero + 10 * s,
        ("screws of brass,", f"2 x {heights.SCREW_MM:g} mm,", "through spacers of", f"{heights.SPACER_MM:g} mm"),
        SMALL_MM,
    )
    closest = [f"{what}: {room:.1f} mm" for what, room in heights.clear() if room > 1][:3]
    sheet.text(8, 166, "Room left: " + "; ".join(closest[:2]), SMALL_MM)
    sheet.text(
        8,
        174,
        f"Magnet face to Hall element: {g.FLOOR_MM:g} floor + {g.RECESS_MM:g} glue + "
        f"{heights.SPACER_MM - heights.SENSOR_MM:.1f} air + {heights.ELEMENT_MM:g} package = {heights.GAP_MM:.1f} mm",
        SMALL_MM,
    )
    return sheet.svg()


def under() -> str:
    """All boards from below, true to scale: where to drill for their screws."""
    sheet = Sheet(340, 160, "The boards from below, screws and holes")
    sheet.heading(
        "Seen from below, stern left: row B on top. Scale 1:1 at 340 mm width. Crosses: screws of the boards."
    )
    dx, dy = 15, 74

    def at(q, x, y):
        return dx + quarter.stern_edge_mm(q) + x, dy + quarter.MIDDLE_MM - y

    sheet.line(*[(x + dx, y + dy) for x, y in g.outline_mm()], close=True, fill="#f7efe2", thick=0.6)
    inner = [(max(x, g.WALL_MM), max(-35, min(35, y * (1 - g.WALL_MM / 40)))) for x, y in g.outline_mm() if x < 302]
    sheet.line(*[(x + dx, y + dy) for x, y in inner], close=True, stroke=SOFT, thick=0.3)
    for q in wiring.QUARTERS:
        points = [p for p in quarter.outline() if p[0] <= quarter.LONG_MM or quarter.bridge(q) != "HALF"]
        sheet.line(*[at(q, x, y) for x, y in points], close=True, fill="#cfe6d6", stroke="#2f7d4f", thick=0.4)
    for hole in g.holes():
        x, y = g.hole_mm(hole)
        sheet.circle(dx + x, dy + y, g.HOLE_MM / 2, stroke=SOFT, thick=0.3)
        sheet.text(dx + x, dy + y, hole, SMALL_MM, anchor="middle", fill=SOFT)
    for q in wiring.QUARTERS:
        for x, y in quarter.SCREWS_MM:
            cx, cy = at(q, x, y)
            sheet.line((cx - 3, cy), (cx + 3, cy), stroke="#b30000", thick=0.4)
            sheet.line((cx, cy - 3), (cx, cy + 3), stroke="#b30000", thick=0.4)
        cx, cy = at(q, 34.75, 41.5 if q > 1 else 18.5)
        sheet.text(cx, dy - 11.5 if q > 1 else cy, f"quarter {q}", SMALL_MM + 0.4, anchor="middle", bold=True)
    x0, y0 = dx + carrier.STERN_MM, dy - carrier.MIDDLE_MM
    sheet.line(*[(x0 + x, y0 + y) for x, y in carrier.outline()], close=True, stroke="#1f4fa0", thick=0.5, dash="2,1.4")
    for x, y in carrier.SCREWS_MM:
        sheet.circle(x0 + x, y0 + y, 1.35, stroke="#1f4fa0", thick=0.5)
    words = "blue, dashed: the carrier on the base sheet, with its four screws"
    sheet.text(dx, dy + 50, words, SMALL_MM, fill="#1f4fa0")
    sheet.lines(dx, dy + 58, _places(), SMALL_MM)
    return sheet.svg()


def _places() -> "tuple[str, ...]":
    """Screws in numbers: mm from the stern and from the middle line."""
    xs = [quarter.stern_edge_mm(q) + x for q in wiring.QUARTERS for x in sorted({x for x, _ in quarter.SCREWS_MM})]
    across = sorted({abs(y - quarter.MIDDLE_MM) for _, y in quarter.SCREWS_MM})
    return (
        "Screws of the quarter boards, mm from the stern: " + ", ".join(f"{x:g}" for x in xs) + ",",
        "each "
        + " and ".join(f"{y:g}" for y in across)
        + " mm to either side of the middle line, midway between four holes.",
    )


DRAWINGS = {"section.svg": section, "under.svg": under}
