"""Where everything sits under the floor of the hand-wired board: plan, depth, screws; read by drawings, wires, tests.

x and y are those of `geometry.py` (x from the stern, row A at +y); z runs down from the underside of the floor, where
the sensors lie. The frame leaves `HULL_MM` of depth and, inside, what `inner_half_beam_mm` says. Lengths are mm.

    >>> PARTS["mux 1"].z1 <= g.HULL_MM
    True
    >>> round(LEGS_FREE_MM, 1)
    10.4
"""

from collections import namedtuple

import shapely

import config
from hardware import geometry as g

Part = namedtuple("Part", "x0 x1 y0 y1 z0 z1")

LEG_MM = 14.0  # legs of a flat TO-92
CUT_LEG_MM = 8.0  # those of the prow hole, which wires lead on to the buses
STANDOFF_MM = 6.0  # modules and carrier hang this far under the floor, clear of sensors, capacitors and buses
BOARD_MM = 1.6
MODULE_LENGTH_MM, MODULE_WIDTH_MM, CHIP_MM = 41.0, 18.0, 2.7  # usual CD74HC4067 module
MODULE_HOLES_MM = (35.0, 13.0)  # from screw to screw
CARRIER_LONG_MM, CARRIER_WIDE_MM = 60.0, 40.0  # the perfboard with the Pico
PICO_LONG_MM, PICO_WIDE_MM = 51.0, 21.0
SOCKET_MM, SPACER_MM, PICO_MM, USB_MM = 8.5, 2.5, 1.0, 2.7
BUFFER_LONG_MM, BUFFER_WIDE_MM, BUFFER_HIGH_MM = 20.0, 8.0, 5.0
REGULATOR_LONG_MM, REGULATOR_WIDE_MM, REGULATOR_THICK_MM = 16.0, 10.0, 4.5
CABLE_MM = 500.0  # from the boat to the dice box
DICE_INSIDE_MM = (185.0, 51.0, 23.0)  # the dice box's inside
RAIL_Y_MM, GROUND_Y_MM = 13.0, 10.0  # the two branches of each bus lie at + and - this
LEGS_FREE_MM = g.BEAM_MM / 2 - g.WALL_MM - g.ROW_MM - g.SENSOR_LONG_MM / 2  # body of an outer row to the frame

_X = g.WALL_MM + 2.5  # stern edge of the carrier: the frame passes the USB socket, which stands out 1.3 mm
_TOP = STANDOFF_MM + BOARD_MM  # of a board, where its parts begin

# The frame's blocks. As wide as leaves half a millimetre to circuit boards; a screw this narrow block alone would split
# goes through the joint of block and frame, with wood of both around it. The first pair is behind the folds of the
# ribbon cables; what is before it holds by two blocks in the corners of the stern, above the carrier.
BLOCK_LONG_MM, BLOCK_WIDE_MM = 20.0, 4.5
BLOCKS_MM = (112.0, 172.0, 234.0)  # middles of the pairs, from the stern
BUZZER_MM = sum(BLOCKS_MM[:2]) / 2  # middle of the buzzer, on the inside of the frame on the side of row B
CORNER_LONG_MM, CORNER_HIGH_MM = 9.0, 20.0
CORNER_SCREW_MM = 3.8  # from both outer faces
PROW_SOLID_MM = 300.2  # from here on the frame is solid: the tongue of quarter board 4 ends half a millimetre before
PROW_SCREW_MM = g.LENGTH_MM - 5.5
JOINT_Y_MM = g.BEAM_MM / 2 - g.WALL_MM  # where a block meets the frame
BLOCK_Y_MM = JOINT_Y_MM - BLOCK_WIDE_MM / 2
FRAME_SCREW_MM = (3.0, 5.6, 40.0)  # diameter, head, length
LID_SCREW_MM = (2.0, 3.8, 10.0)  # the same as holds the circuit boards
USB_Y_MM = -8.5  # middle of the Pico's USB socket
SLOT_WIDE_MM = 13.0  # for the largest shell that a micro-USB plug may have, 10.6 x 8.5 mm, and a millimetre around it
CABLE_HOLE_MM = (24.0, 9.0, 8.0)  # for the dice box's cable in the stern: y, under the floor, diameter

# Where the deck and the floor are pinned together while they are drilled and glued: no hole and no sensor is near, and
# the two do not lie alike about any axis, so that the sheets fit in one way only. The screws of circuit boards are in
# the gaps on either side.
PINS = ((g.STERN_MM + 1.5 * g.PITCH_MM, g.ROW_MM / 2), (g.STERN_MM + 13.5 * g.PITCH_MM, -g.ROW_MM / 2))


def quarter_middle_mm(q: int) -> float:
    """x of the middle of a quarter's four columns."""
    return g.STERN_MM + (4 * (q - 1) + 1.5) * g.PITCH_MM


def _box(x0, y0, long, wide, z0, high) -> Part:
    return Part(x0, x0 + long, y0, y0 + wide, z0, z0 + high)


def _parts() -> "dict[str, Part]":
    edge, pico, module = -CARRIER_WIDE_MM / 2, SOCKET_MM + SPACER_MM + PICO_MM + USB_MM, BOARD_MM + CHIP_MM
    found = {
        "carrier": _box(_X, edge, CARRIER_LONG_MM, CARRIER_WIDE_MM, STANDOFF_MM, BOARD_MM),
        "Pico": _box(_X, edge + 1, PICO_LONG_MM, PICO_WIDE_MM, _TOP, pico),
        "buffer": _box(_X + 4, 5.5, BUFFER_LONG_MM, BUFFER_WIDE_MM, _TOP, BUFFER_HIGH_MM),
        "regulator": _box(_X + 40, 4.5, REGULATOR_LONG_MM, REGULATOR_WIDE_MM, _TOP + 4, REGULATOR_THICK_MM),
    }
    # The first module stands across the boat: the Pico takes the room under its quarter. Its screws are on either side
    # of column 5; the second one's, beside it, are as far from the capacitors as those.
    x = quarter_middle_mm(2) - 1.5 * g.PITCH_MM - MODULE_WIDTH_MM / 2 - 0.75
    found["mux 1"] = _box(x, -MODULE_LENGTH_MM / 2, MODULE_WIDTH_MM, MODULE_LENGTH_MM, STANDOFF_MM, module)
    for q in range(2, len(config.MUXES) + 1):
        x = quarter_middle_mm(q) - MODULE_LENGTH_MM / 2 if q > 2 else found["mux 1"].x1 + 0.5
        found[f"mux {q}"] = _box(x, -MODULE_WIDTH_MM / 2, MODULE_LENGTH_MM, MODULE_WIDTH_MM, STANDOFF_MM, module)
    return found


PARTS = _parts()


def standoffs() -> "dict[str, list[tuple[float, float]]]":
    """Part -> (x, y) of its standoffs, between two columns, where no leg and no capacitor is.

    Two of the carrier's are between the sockets of the Pico.
    """
    x = [g.STERN_MM + (column - 0.5) * g.PITCH_MM for column in (1, 3)]
    long, wide = (mm / 2 for mm in MODULE_HOLES_MM)
    found = {"carrier": [(at, y) for at in x for y in (17.0, -5.0)]}
    for name, p in PARTS.items():
        if name.startswith("mux"):
            half = (wide, long) if name == "mux 1" else (long, wide)
            middle = (p.x0 + p.x1) / 2
            found[name] = [(middle + i * half[0], j * half[1]) for i in (-1, 1) for j in (1, -1)]
    return found


def usb_z_mm() -> float:
    """Middle of the Pico's USB socket under the floor."""
    return PARTS["Pico"].z1 - USB_MM / 2


def offset_mm(inwards: float, steps: int = 40) -> "list[tuple[float, float]]":
    """A closed polygon so far inside the outline, all round."""
    inner = shapely.Polygon(g.outline_mm(steps)).buffer(-inwards, join_style="mitre")
    return list(inner.exterior.coords)[:-1]


def frame_mm(steps: int = 40) -> "list[tuple[float, float]]":
    """The frame's inner line as a closed polygon, `WALL_MM` inside the outline but for the solid prow."""
    inner = shapely.Polygon(offset_mm(g.WALL_MM, steps)) & shapely.box(0, -g.BEAM_MM, PROW_SOLID_MM, g.BEAM_MM)
    return list(inner.exterior.coords)[:-1]


def blocks() -> "list[tuple[float, float]]":
    """(x, y) of the middle of each of the frame's blocks."""
    return [(x, side * BLOCK_Y_MM) for x in BLOCKS_MM for side in (1, -1)]


def screws() -> "list[tuple[float, float]]":
    """(x, y) of the screws that hold the frame, through the floor into the deck: at its blocks, corners and tip."""
    corner = g.BEAM_MM / 2 - CORNER_SCREW_MM
    found = [(x - BLOCK_LONG_MM / 4, side * JOINT_Y_MM) for x in BLOCKS_MM for side in (1, -1)]
    return [*found, (CORNER_SCREW_MM, corner), (CORNER_SCREW_MM, -corner), (PROW_SCREW_MM, 0.0)]


def lid_screws() -> "list[tuple[float, float]]":
    """(x, y) of the screws that hold the base sheet: beside the frame's own, in the stern, in the prow's bend."""
    found = [(x + BLOCK_LONG_MM / 4, side * JOINT_Y_MM) for x in BLOCKS_MM for side in (1, -1)]
    half = g.WALL_MM / 2
    bend = shapely.LineString(offset_mm(half)).intersection(shapely.LineString([(285.0, 0.0), (285.0, 40.0)]))
    return [*found, *((half, side * 27.0) for side in (1, -1)), *((bend.x, side * bend.y) for side in (1, -1))]


def prow_hole() -> str:
    """The hole whose sensor has the frame on either side: its legs point to the stern."""
    return f"M{config.N + 1}"


def leg_end_mm(hole: str) -> "tuple[float, float]":
    """Where the legs of a hole's sensor end: those of the outer rows point inwards, those of row M to row A."""
    x, y = g.hole_mm(hole)
    if hole == prow_hole():
        return x - g.SENSOR_LONG_MM / 2 - CUT_LEG_MM, y
    inwards = {"A": -1, "M": 1, "B": 1}[hole[0]]
    return x, y + inwards * (g.SENSOR_LONG_MM / 2 + LEG_MM)


def buses() -> "list[tuple[str, list[tuple[float, float]]]]":
    """(net, points) of the two buses of each quarter: along one branch, round at the stern, along the other."""
    found, last = [], len(config.MUXES)
    for q in range(1, last + 1):
        middle = quarter_middle_mm(q)
        left, end = middle - 1.5 * g.PITCH_MM - 7, middle + 1.5 * g.PITCH_MM + 4
        right = leg_end_mm(prow_hole())[0] + 3 if q == last else end
        for net, y, x in (("RAIL", RAIL_Y_MM, left), ("GND", GROUND_Y_MM, left + 2.0)):
            found.append((net, [(right, y), (x, y), (x, -y), (min(right, end), -y)]))
    return found


def dice_box_mm() -> float:
    """Length of the eight dice LEDs on a strip of 60 LEDs a metre."""
    return config.DICE_LEDS * 1000 / 60


def box_mm() -> int:
    """Inside of a bought dice box: the strip, the gap between the dice, the button; to the next 5 mm."""
    return -(-(dice_box_mm() + 40) // 5) * 5
