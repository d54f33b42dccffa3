"""The boat cut lengthwise near the stern in both ways of building, and pieces of two heights cut across their row.

All are slices of the very solids that are tested for clearance.

>>> "carrier" in boards()
True
"""

from hardware import geometry as g
from hardware import layout
from hardware.draw.canvas import SMALL_MM, SOFT, Sheet
from hardware.model import two_heights as model
from hardware.pcb import heights
from hardware.solids import hand, hull, steps, tall

_SCALE, _END_MM = 2.4, 92.0  # of the boat, measured from the stern
_LEFT, _TOP = 44.0, 108.0


def slices(solid, y):
    """The polygons, (x, z), of a solid cut at y."""
    turned = solid.form.translate((0, -y, 0)).rotate((90, 0, 0))  # z becomes -y, y becomes z
    return [[(x, -z) for x, z in polygon] for polygon in turned.slice(0.0).to_polygons()]


def _across(solid, x):
    """The polygons, (y, z), of a solid cut at x."""
    turned = solid.form.translate((-x, 0, 0)).rotate((0, 90, 0))  # z becomes x, x becomes -z
    return [[(y, z) for z, y in polygon] for polygon in turned.slice(0.0).to_polygons()]


def _cut(title, way, y, marks) -> str:
    """A sheet with the cut at y; `marks` are (mm under the floor, words)."""
    sheet = Sheet(350, 196, title)
    sheet.heading(
        f"Stern left, scale {_SCALE:g}:1, cut {_where(y)}. {g.HULL_MM:g} mm from the floor to the base sheet. "
        "Figures: mm under the floor."
    )
    closed = next(step for step in steps.steps(way, False) if step.name == "play")
    for solid in closed.solids:
        if solid.name.startswith(("air", "hand")):
            continue
        for polygon in slices(solid, y):
            inside = [(min(max(x, -14.0), _END_MM), z) for x, z in polygon]
            if min(x for x, _ in polygon) < _END_MM - 2.0:
                points = [(_LEFT + x * _SCALE, _TOP + z * _SCALE) for x, z in inside]
                sheet.line(*points, close=True, fill=solid.colour, thick=0.2)
    right, low = _LEFT + _END_MM * _SCALE, -99.0
    for z, words in sorted(marks):
        level = _TOP + z * _SCALE
        low = max(level, low + 5.2)
        sheet.line((right + 1, level), (right + 8, low), stroke=SOFT, thick=0.3)
        sheet.text(right + 9, low, words if z < 0 else f"{z:.1f}  {words}", SMALL_MM)
    return sheet.svg()


def _where(y) -> str:
    return "along row M" if abs(y) < 1 else f"{abs(y):g} mm from row M on the side of row {'A' if y > 0 else 'B'}"


_WOOD = ((-g.FLOOR_MM - 8.0, f"deck {g.DECK_MM:g} mm"), (-1.5, f"floor {g.FLOOR_MM:g} mm"))
_BASE = (g.HULL_MM, f"base sheet {hull.BASE_MM:g} mm")


def boards() -> str:
    """The circuit boards in the boat."""
    top = heights.CARRIER_TOP_MM
    marks = (
        *_WOOD,
        (heights.SPACER_MM, "quarter board, front"),
        (heights.QUARTER_MM, "its back"),
        (heights.QUARTER_MM + heights.PLUG_HIGH_MM, "its plug"),
        (heights.USB_MM, "middle of the USB socket"),
        (top, "carrier, front"),
        (top + heights.BOARD_MM, f"its back; posts {heights.STAND_MM:g} mm"),
        _BASE,
    )
    return _cut("The boards under the floor, cut lengthwise", "boards", 0.6, marks)


def by_hand() -> str:
    """The hand-wired carrier and the first mux in the boat."""
    c, m = layout.PARTS["carrier"], layout.PARTS["mux 1"]
    marks = (
        *_WOOD,
        (g.SENSOR_THICK_MM, "sensors, down to"),
        (hand.LEG_Z_MM + hand.LEG_MM / 2 + hand.CAPACITOR_MM[2], "capacitors, down to"),
        (c.z0, "carrier and modules, on standoffs"),
        (m.z1, "chip of mux 1, down to"),
        (layout.usb_z_mm(), "middle of the USB socket"),
        _BASE,
    )
    return _cut("Heights under the floor, wired by hand", "by hand", layout.USB_Y_MM, marks)


def two_heights() -> str:
    """Pieces of two heights in row A, cut across the row."""
    scale, deck = 3.6, 84.0
    sheet = Sheet(280, 176, "Option: pieces of two heights")
    sheet.heading(
        f"Scale {scale:g}:1, cut across the row. Floor {g.TALL_FLOOR_MM:g} mm; groove {g.GROOVE_MM:g} mm deep and "
        f"{g.GROOVE_WIDE_MM:g} mm wide along each row."
    )
    for middle, hole, words in ((78.0, "A1", "undalled: across"), (216.0, "A2", "dalled: along, dropped in")):
        sheet.text(middle, 22, words, 4.6, anchor="middle", bold=True)
        x, y0 = g.hole_mm(hole)

        def at(y, z, middle=middle, y0=y0):
            return middle + min(max(y - y0, -15.0), 15.0) * scale, deck + (z - tall.DECK_TOP_MM) * scale

        for solid in tall.solids():
            for polygon in _across(solid, x):
                if min(y for y, _ in polygon) < y0 + 14.9 and max(y for y, _ in polygon) > y0 - 14.9:
                    sheet.line(*[at(*point) for point in polygon], close=True, fill=solid.colour, thick=0.3)
        for side in (1, -1):  # the groove, behind the cut
            edge = y0 + side * g.GROOVE_WIDE_MM / 2
            bottom = tall.DECK_TOP_MM + g.GROOVE_MM
            groove = at(edge, tall.DECK_TOP_MM), at(edge, bottom), at(y0, bottom)
            sheet.line(*groove, stroke=SOFT, thick=0.5, dash="1.5,1")
        face = tall.foot_mm(tall.STATES[hole]) - g.RECESS_MM
        element = model.THIN_MM - g.TALL_FLOOR_MM - g.RECESS_MM
        left = middle - 15.0 * scale - 5
        for z in (face, element):
            sheet.line((left - 2, at(0, z)[1]), (middle, at(0, z)[1]), stroke="#b30000", thick=0.3)
        sheet.arrow((left, at(0, face)[1]), (left, at(0, element)[1]), both=True, stroke="#b30000")
        sheet.text(left - 3, at(0, face)[1] - 3, f"{element - face:.1f}", SMALL_MM, anchor="end", fill="#b30000")
    low = deck + (5.0 - tall.DECK_TOP_MM) * scale
    sheet.text(8, low, "Red: magnet face to Hall element of a circuit board, mm; wired by hand 0.2 mm less.", SMALL_MM)
    words = (
        f"Peg {g.PEG_MM:g} x {g.TALL_PEG_LENGTH_MM:g} mm, magnet {g.TALL_MAGNET_MM:g} x {g.TALL_MAGNET_HIGH_MM:g} mm, "
        "head as in the plain piece."
    )
    sheet.text(8, low + 6, words, SMALL_MM)
    return sheet.svg()
