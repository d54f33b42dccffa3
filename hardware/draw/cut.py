"""The boat cut lengthwise near the stern in both ways of building.

Both are slices of the very solids that are tested for clearance.

>>> "carrier" in boards()
True
"""

from hardware import geometry as g
from hardware import layout
from hardware.draw.canvas import SMALL_MM, SOFT, Sheet
from hardware.pcb import heights
from hardware.solids import hand, hull, steps

_SCALE, _END_MM = 2.4, 92.0  # of the boat, measured from the stern
_LEFT, _TOP = 44.0, 108.0


def slices(solid, y):
    """The polygons, (x, z), of a solid cut at y."""
    turned = solid.form.translate((0, -y, 0)).rotate((90, 0, 0))  # z becomes -y, y becomes z
    return [[(x, -z) for x, z in polygon] for polygon in turned.slice(0.0).to_polygons()]


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
    marks = (
        *_WOOD,
        (g.SENSOR_THICK_MM, "sensors, down to"),
        (hand.LEG_Z_MM + hand.LEG_MM / 2 + hand.CAPACITOR_MM[2], "capacitors, down to"),
        (layout.STANDOFF_MM, "carrier and modules, on standoffs"),
        (layout.usb_z_mm(), "middle of the USB socket"),
        _BASE,
    )
    return _cut("Heights under the floor, wired by hand", "by hand", layout.USB_Y_MM, marks)
