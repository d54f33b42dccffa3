"""The printed parts as solids, from the measures of boat, pieces and boards; mm, each as it lies on the printer.

>>> sorted(PARTS)[0]
'dice-box.stl'
"""

from manifold3d import CrossSection, JoinType, Manifold, OpType

import config
from hardware import geometry as g
from hardware import layout
from hardware.pcb import heights

ROUND = 48  # corners of a circle
FIT_MM = 0.2  # a printed hole is this much too narrow

# --- dice box: a strip of LEDs, 60 a metre, in two groups of four, and the button ------------------------------------
LED_PITCH_MM = 1000 / 60
LED_GAP_MM = 12.0  # between the two dice
LED_WINDOW_MM = 6.0
BOX_WALL_MM, BOX_HIGH_MM, LID_MM = 2.4, 24.0, 2.4
BOX_LONG_MM, BOX_WIDE_MM = 190.0, 46.0
BUTTON_MM = 12.0
CABLE_MM = 6.0
LID_SCREW_MM = 2.0  # self-tapping, brass

# --- hull -----------------------------------------------------------------------------------------------------------
FLANGE_MM = layout.BLOCK_WIDE_MM  # blocks for the screws into floor and base
FLANGE_LONG_MM = 16.0
FLANGES_MM = (24.0, 90.0, 132.0, 178.0, 226.0)  # their middles, from the stern
SEAM_MM = 155.0  # the hull is printed in two halves
SPLICE_MM = 30.0  # a plate inside each side joins them


def _box(x0, y0, z0, x1, y1, z1) -> Manifold:
    return Manifold.cube((x1 - x0, y1 - y0, z1 - z0)).translate((x0, y0, z0))


def _hole(x, y, z0, z1, diameter) -> Manifold:
    return Manifold.cylinder(z1 - z0, diameter / 2, diameter / 2, ROUND).translate((x, y, z0))


def _rounded(long, wide, radius, high) -> Manifold:
    inner = CrossSection.square((long - 2 * radius, wide - 2 * radius)).translate((radius, radius))
    return Manifold.extrude(inner.offset(radius, JoinType.Round, 2.0, ROUND), high)


def led_places_mm() -> "list[float]":
    """Middles of the LEDs along the box, from its left end."""
    half = config.DICE_LEDS // 2
    whole = (config.DICE_LEDS - 2) * LED_PITCH_MM + LED_GAP_MM + LED_PITCH_MM
    start = (BOX_LONG_MM - whole - 36.0) / 2
    return [start + n * LED_PITCH_MM + (LED_GAP_MM if n >= half else 0) for n in range(config.DICE_LEDS)]


def _posts(diameter, z0, z1) -> Manifold:
    places = [(x, y) for x in (6.0, BOX_LONG_MM - 6.0) for y in (6.0, BOX_WIDE_MM - 6.0)]
    return Manifold.batch_boolean([_hole(x, y, z0, z1, diameter) for x, y in places], OpType.Add)


def dice_box() -> Manifold:
    """The box, open below: windows for the LEDs, holes for button and cable, posts for the lid's screws."""
    wall = BOX_WALL_MM
    body = _rounded(BOX_LONG_MM, BOX_WIDE_MM, 5.0, BOX_HIGH_MM)
    body -= _rounded(BOX_LONG_MM - 2 * wall, BOX_WIDE_MM - 2 * wall, 3.0, BOX_HIGH_MM).translate((wall, wall, wall))
    body += _posts(7.0, 0, BOX_HIGH_MM - LID_MM)
    body -= _posts(LID_SCREW_MM - 0.3, wall + 3, BOX_HIGH_MM)
    middle = BOX_WIDE_MM / 2
    for x in led_places_mm():
        body -= _hole(x, middle, -1, wall + 1, LED_WINDOW_MM)
    body -= _hole(BOX_LONG_MM - 22.0, middle, -1, wall + 1, BUTTON_MM + FIT_MM)
    cable = Manifold.cylinder(wall + 2, CABLE_MM / 2, CABLE_MM / 2, ROUND).rotate((90, 0, 0))
    return body - cable.translate((BOX_LONG_MM / 2, wall + 1, BOX_HIGH_MM / 2))


def dice_lid() -> Manifold:
    """The box's lid: it lies inside the walls, on the posts."""
    off = BOX_WALL_MM + FIT_MM
    lid = _rounded(BOX_LONG_MM - 2 * off, BOX_WIDE_MM - 2 * off, 3.0, LID_MM).translate((off, off, 0))
    return lid - _posts(LID_SCREW_MM + 0.4, -1, LID_MM + 1)


def peg_jig() -> Manifold:
    """A block that holds a peg upright under a hole that leads the 5 mm drill into the middle of its foot.

    The peg is pushed in from below, foot up, until it stops at the drill's hole; a pin or the table holds it there.
    """
    side, lead = 30.0, 10.0
    high = g.PEG_LENGTH_MM + lead
    body = _box(0, 0, 0, side, side, high)
    body -= _hole(side / 2, side / 2, -1, g.PEG_LENGTH_MM, g.PEG_MM + FIT_MM)
    body -= _hole(side / 2, side / 2, 0, high + 1, g.MAGNET_MM + FIT_MM)
    # a slot to the side lets the chips out and shows the foot
    return body - _box(side / 2 - 2.0, -1, g.PEG_LENGTH_MM - 3.0, side / 2 + 2.0, side / 2, g.PEG_LENGTH_MM + 2.0)


def spacer() -> Manifold:
    """A washer between floor and quarter board; sixteen are wanted."""
    ring = Manifold.cylinder(heights.SPACER_MM, 3.0, 3.0, ROUND)
    return ring - _hole(0, 0, -1, heights.SPACER_MM + 1, 2.2 + FIT_MM)


def _hull() -> Manifold:
    outer = CrossSection([g.outline_mm(60)])
    if outer.area() <= 0:
        outer = CrossSection([g.outline_mm(60)[::-1]])
    inner = outer.offset(-g.WALL_MM, JoinType.Miter, 4.0)
    body = Manifold.extrude(outer, g.HULL_MM) - Manifold.extrude(inner, g.HULL_MM + 2).translate((0, 0, -1))
    full = Manifold.extrude(outer, g.HULL_MM)
    for x in FLANGES_MM:
        for side in (-1, 1):
            edge = side * (g.half_beam_mm(x) - g.WALL_MM)
            y0, y1 = sorted((edge - side * FLANGE_MM, edge + side * 1.0))
            block = _box(x - FLANGE_LONG_MM / 2, y0, 0, x + FLANGE_LONG_MM / 2, y1, g.HULL_MM) ^ full
            # The carrier passes below the blocks at the stern: they are only as deep as the screws need.
            block -= _box(0, -50, 0, 81, 50, g.HULL_MM - 12)
            for dx in (-4.5, 4.5):
                block -= _hole(x + dx, edge - side * (FLANGE_MM / 2), -1, g.HULL_MM + 1, 1.7)
            body += block
    slot_wide, slot_high = heights.SLOT_MM
    middle = g.HULL_MM - heights.USB_MM  # printed upside down: the floor's side is at the top
    body -= _box(-1, -slot_wide / 2, middle - slot_high / 2, g.WALL_MM + 1, slot_wide / 2, middle + slot_high / 2)
    cable = Manifold.cylinder(g.WALL_MM + 2, 4.0, 4.0, ROUND).rotate((-90, 0, 0))
    return body - cable.translate((106.0, g.BEAM_MM / 2 - g.WALL_MM - 1, 8.0))


def _splices() -> Manifold:
    """Plates inside both sides over the seam, on the stern half; the prow half is glued to them."""
    found = Manifold()
    for side in (-1, 1):
        edge = side * (g.BEAM_MM / 2 - g.WALL_MM)
        y0, y1 = sorted((edge - side * 2.5, edge))
        found += _box(SEAM_MM - SPLICE_MM / 2, y0, 6, SEAM_MM + SPLICE_MM / 2 - 1, y1, g.HULL_MM - 6)
    return found


def hull_stern() -> Manifold:
    """The stern half of the frame, floor side up: the slot for USB, the cable's hole, the plates of the seam."""
    return (_hull() ^ _box(-1, -60, -1, SEAM_MM, 60, g.HULL_MM + 1)) + _splices()


def hull_prow() -> Manifold:
    """The prow half of the frame."""
    return (_hull() ^ _box(SEAM_MM, -60, -1, g.LENGTH_MM + 1, 60, g.HULL_MM + 1)).translate((-SEAM_MM, 0, 0))


PARTS = {
    "dice-box.stl": dice_box,
    "dice-lid.stl": dice_lid,
    "hull-prow.stl": hull_prow,
    "hull-stern.stl": hull_stern,
    "peg-jig.stl": peg_jig,
    "spacer.stl": spacer,
}
