"""All boards from below with their screws, and each board's parts with their names.

>>> "quarter 4" in under()
True
"""

from hardware import geometry as g
from hardware import layout
from hardware.draw.canvas import SMALL_MM, SOFT, OverlapError, Sheet
from hardware.pcb import board, carrier, quarter, wiring


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
    sheet.line(*[(x + dx, y + dy) for x, y in layout.frame_mm()], close=True, stroke=SOFT, thick=0.3)
    for q in wiring.QUARTERS:
        points = [p for p in quarter.BOARD.outline if p[0] <= quarter.LONG_MM or quarter.bridge(q) != "HALF"]
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
    edge = [(x0 + x, y0 + y) for x, y in carrier.BOARD.outline]
    sheet.line(*edge, close=True, stroke="#1f4fa0", thick=0.5, dash="2,1.4")
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
        f"each {' and '.join(f'{y:g}' for y in across)} mm to either side of the middle line, midway between four "
        "holes.",
    )


_SCALE = 3.2  # of the drawings of parts
_NAME_MM = 3.4


def parts(name: str) -> str:
    """Each part of a board with its name, pin 1 black; the back is seen from behind, as it lies before you."""
    made = board.read(name)
    sides = sorted({part.back for part in made.parts if part.order})
    wide, high = (max(axis) * _SCALE for axis in zip(*made.outline, strict=True))
    sheet = Sheet(len(sides) * (wide + 12) + 12, high + 34, f"{name.capitalize()}: parts and their names")
    sheet.heading("Pin 1 is black. Big parts are drawn under small ones: what the Pico hides is seen too.")
    for number, back in enumerate(sides):
        x0 = 12 + number * (wide + 12)

        def at(x, y, x0=x0, back=back):
            return x0 + (wide - x * _SCALE if back else x * _SCALE), 26 + y * _SCALE

        sheet.line(*[at(*point) for point in made.outline], close=True, fill="#cfe6d6", stroke="#2f7d4f")
        sheet.text(x0, 22, "back, seen from behind" if back else "front", _NAME_MM)
        shown = [part for part in made.parts if part.order and part.back == back]
        for part in sorted(shown, key=lambda part: -_area(part.body)):
            x, y, x1, y1 = part.body
            corners = [at(*board.place(part, *corner)) for corner in ((x, y), (x1, y), (x1, y1), (x, y1))]
            sheet.line(*corners, close=True, fill="#f4f4f4", thick=0.3)
            for pad in part.pads:
                one = pad.number == "1"
                sheet.circle(*at(*board.place(part, pad.x, pad.y)), 0.9, fill="#000" if one else "#bbb", stroke="none")
        for part in shown:
            _name(sheet, part, [at(*board.place(part, *corner)) for corner in (part.body[:2], part.body[2:])])
    return sheet.svg()


def _area(body) -> float:
    return abs((body[2] - body[0]) * (body[3] - body[1]))


def _name(sheet, part, corners) -> None:
    """A part's name in its middle, or the nearest place beside it where no other name is."""
    (x0, y0), (x1, y1) = corners
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    wide, high = abs(x1 - x0) / 2 + 5, abs(y1 - y0) / 2 + 2.6
    for dx, dy in ((0, 0), (0, -high), (0, high), (wide, 0), (-wide, 0), (wide, -high), (-wide, high), (0, 2 * high)):
        try:
            sheet.text(x + dx, y + dy, part.ref, _NAME_MM, anchor="middle", bold=True)
            return
        except OverlapError:
            continue
    raise OverlapError(f"{part.ref} has no place for its name")
