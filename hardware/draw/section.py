"""Section through hole, peg, magnet and sensor; the piece in both states.

All are drawn to scale from `geometry.py`, four or five times as large as they are.
"""

from hardware import geometry as g
from hardware.draw.canvas import SMALL_MM, SOFT, Sheet

_WOOD, _PLY, _PEG, _MAGNET_N, _MAGNET_S, _BODY = "#ecd9b8", "#d9bd8b", "#f4ead6", "#d62728", "#1f77b4", "#3a3a3a"
_METAL = "#9a9a9a"
TEXT = 4.2


def _magnet(sheet, x, top, scale, north_up=True) -> None:
    wide, high = g.MAGNET_MM * scale, g.MAGNET_HIGH_MM * scale
    upper, lower = (_MAGNET_N, _MAGNET_S) if north_up else (_MAGNET_S, _MAGNET_N)
    sheet.box(x - wide / 2, top, wide, high / 2, fill=upper, round_=0)
    sheet.box(x - wide / 2, top + high / 2, wide, high / 2, fill=lower, round_=0)


def _head(sheet, x, top, half, ridge, scale) -> None:
    """The head of a piece over its foot's joint: so wide below, so wide at the ridge."""
    left = [(x - half, top), (x - half, top - 8 * scale), (x - ridge, top - g.HEAD_HIGH_MM * scale)]
    sheet.line(*left, *((2 * x - a, b) for a, b in reversed(left)), close=True, fill=_PEG)


def _measures(sheet, edge, levels, scale) -> None:
    """The measures on the left."""
    deck, floor, face, under, element = levels
    middle, left, gap = edge + g.ROW_MM / 2 * scale, edge - 6, edge + 14
    sheet.measure(left, deck, left, floor, f"{g.DECK_MM:g}", TEXT)
    sheet.measure(left, floor, left, under, f"{g.FLOOR_MM:g}", TEXT)
    sheet.line((gap - 4, face), (middle - g.MAGNET_MM * scale / 2, face), stroke="#b30000", thick=0.4)
    sheet.line((gap - 4, element), (middle - 2, element), stroke="#b30000", thick=0.4)
    sheet.arrow((gap, face), (gap, element), both=True, stroke="#b30000", thick=0.6)
    total = f"magnet face to Hall element {g.GAP_MM:g} mm"
    parts = f"= {g.FLOOR_MM:g} floor + {g.RECESS_MM:g} glue + {g.ELEMENT_MM:g} package"
    sheet.lines(8, under + 14, (total, parts), TEXT, fill="#b30000")
    sheet.line((gap, element + 1), (gap, under + 11), stroke="#b30000", thick=0.3)


def section() -> str:
    """Cut across the row through one hole, with a piece in it and the sensor under it, five to one."""
    s = 5.0
    sheet = Sheet(280, 244, "Section through hole, peg, magnet and sensor")
    sheet.heading(
        f"Scale 5:1. Player A's piece: north pole (red) up. DRV5055A3: floor {g.FLOOR_MM:g} mm; "
        f"SS49E class: floor {g.FLOOR_SS49E_MM:g} mm."
    )
    x, deck = 118.0, 106.0  # middle of the hole, deck's upper face
    floor = deck + g.DECK_MM * s
    under = floor + g.FLOOR_MM * s
    half = g.ROW_MM / 2 * s
    hole = g.HOLE_MM / 2 * s
    for left, right in ((x - half, x - hole), (x + hole, x + half)):
        sheet.box(left, deck, right - left, g.DECK_MM * s, fill=_WOOD, round_=0)
    sheet.box(x - half, floor, 2 * half, g.FLOOR_MM * s, fill=_PLY, round_=0)
    # the piece: its foot on the floor
    peg = g.PEG_MM / 2 * s
    top = floor - g.PEG_LENGTH_MM * s
    sheet.box(x - peg, top, 2 * peg, g.PEG_LENGTH_MM * s, fill=_PEG, round_=0.5)
    head = g.HEAD_LONG_MM / 2 * s
    _head(sheet, x, top, head, 2 * s, s)
    sheet.box(x - g.PIN_MM / 2 * s, top - 5.5 * s, g.PIN_MM * s, 11 * s, fill="#d9bd8b", thick=0.3, round_=0)
    sheet.box(x - g.PILOT_MM / 2 * s, floor, g.PILOT_MM * s, g.FLOOR_MM * s, fill="#f7efe2", thick=0.2, round_=0)
    face = floor - g.RECESS_MM * s
    _magnet(sheet, x, face - g.MAGNET_HIGH_MM * s, s)
    # the sensor, flat, marked face up
    thick, wide = g.SENSOR_THICK_MM * s, g.SENSOR_LONG_MM * s  # its legs lie in the plane of the cut
    sheet.box(x - wide / 2, under, wide, thick, fill=_BODY, round_=0.3)
    element = under + g.ELEMENT_MM * s
    sheet.box(x - 2, element - 0.7, 4, 1.4, fill="#ffd23f", stroke="none", round_=0)
    legs = under + thick / 2
    sheet.line((x + wide / 2, legs), (x + wide / 2 + 30, legs), stroke=_METAL, thick=1.6)
    # the words, right
    right = x + half + 8
    wedge = f"{g.HEAD_LONG_MM:g} x {g.HEAD_FLAT_MM:g} x {g.HEAD_HIGH_MM:g} mm"
    size = f"peg {g.PEG_MM:g} mm, {g.PEG_LENGTH_MM:g} long,"
    body = f"sensor {g.SENSOR_LONG_MM:g} x {g.SENSOR_THICK_MM:g} mm in this cut,"
    for y, tip, *words in (
        (top - 40, (x + head, top - 30), "head: a flat wedge", wedge),
        (top - 12, (x + g.PIN_MM / 2 * s, top - 12), f"pin {g.PIN_MM:g} mm, 11 long: every dal", "twists this joint"),
        (deck + 14, (x + half, deck + 18), "deck plank", f"{g.DECK_MM:g} mm"),
        (deck + 34, (x + peg, deck + 38), size, f"in a {g.HOLE_MM:g} mm hole"),
        (face - 8, (x + g.MAGNET_MM * s / 2, face - 5), "magnet 5 x 2 mm N42,", f"{g.RECESS_MM:g} mm inside the foot"),
        (floor + 11, (x + half, floor + 11), f"plywood floor {g.FLOOR_MM:g} mm, {g.PILOT_MM:g} mm hole"),
        (under + 12, (x + 1, element), "Hall element, about", f"{g.ELEMENT_MM:g} mm below the face"),
        (under + 32, (x + wide / 4, under + thick), body, "flat, marked face up"),
    ):
        sheet.lines(right, y, words, TEXT)
        sheet.line((right - 1.5, y), (tip[0] + 1, tip[1]), stroke=SOFT, thick=0.3)
    _measures(sheet, x - half, (deck, floor, face, under, element), s)
    sheet.lines(8, top - 34, ("A: north up,", "reads above", "the baseline"), TEXT)
    sheet.lines(8, top - 12, ("B: south up,", "reads below it"), TEXT)
    sheet.text(8, under + 32, "no steel screw within 30 mm", TEXT)
    return sheet.svg()


def piece() -> str:
    """The piece undalled and dalled, from above in its row and from the side, three to one."""
    s = 3.0
    sheet = Sheet(280, 200, "The piece in both states")
    sheet.heading("Scale 3:1. A dal turns the piece and moves it one hole; its height stays the same.")
    y, side = 58.0, 172.0
    for x0, words, along in ((18, "undalled: wedge across the row", False), (152, "dalled: wedge along the row", True)):
        sheet.text(x0, 24, words, 4.6, bold=True)
        sheet.box(x0, y - 30, 110, 60, fill=_WOOD, stroke="none", round_=0)
        for k in range(2):
            cx = x0 + 29 + k * g.PITCH_MM * s
            sheet.circle(cx, y, g.HOLE_MM / 2 * s, fill="#ffffff", thick=0.4)
        cx = x0 + 29
        long, flat = g.HEAD_LONG_MM * s, g.HEAD_FLAT_MM * s
        w, h = (long, flat) if along else (flat, long)
        sheet.box(cx - w / 2, y - h / 2, w, h, fill=_PEG, round_=1)
        ridge = 4 * s / 2
        dx, dy = (ridge, 0) if along else (0, ridge)
        sheet.line((cx - dx, y - dy), (cx + dx, y + dy), thick=0.8)
        sheet.arrow((x0 + 78, y + 25), (x0 + 104, y + 25), stroke=SOFT)
        sheet.text(x0 + 75, y + 25, "along the row", SMALL_MM, anchor="end", fill=SOFT)
        # side view, looking across the boat: the row runs left to right
        deck = side - g.DECK_MM * s + 22
        base = deck + g.DECK_MM * s
        sheet.box(x0, deck, 110, g.DECK_MM * s, fill=_WOOD, stroke=SOFT, thick=0.2, round_=0)
        for k in range(2):
            hx = x0 + 29 + k * g.PITCH_MM * s
            wide, deep = g.HOLE_MM * s, g.DECK_MM * s
            sheet.box(hx - wide / 2, deck, wide, deep, fill="#ffffff", stroke=SOFT, thick=0.3, round_=0)
        top = base - g.PEG_LENGTH_MM * s
        sheet.box(cx - g.PEG_MM / 2 * s, top, g.PEG_MM * s, g.PEG_LENGTH_MM * s, fill=_PEG, round_=0.5)
        half = (g.HEAD_LONG_MM if along else g.HEAD_FLAT_MM) * s / 2
        upper = ridge if along else 1.5
        _head(sheet, cx, top, half, upper, s)
        _magnet(sheet, cx, base - (g.RECESS_MM + g.MAGNET_HIGH_MM) * s, s)
        sheet.text(x0 + 108, deck - 12, "from the side", SMALL_MM, anchor="end", fill=SOFT)
        sheet.text(x0 + 108, y - 25, "from above", SMALL_MM, anchor="end", fill=SOFT)
    return sheet.svg()
