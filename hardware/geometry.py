"""The measures of boat, holes, pieces and sensors: the one geometry file of guide, drawings, template and model.

Lengths are millimetres. x runs from the stern to the prow along the middle row, y across the boat, row A at +y. The
figures are those of the design study; the distance from magnet to Hall element follows from the layers between them.

    >>> hole_mm("A1"), hole_mm("M17")
    ((15.0, 23.0), (295.0, 0.0))
    >>> GAP_MM
    4.0
"""

import config

# --- the boat -----------------------------------------------------------------------------------------------------
PITCH_MM = 17.5  # hole to hole in a row
ROW_MM = 23.0  # row to row
STERN_MM = 15.0  # stern edge to the first hole
PROW_MM = 15.0  # prow hole to the tip
BEAM_MM = 80.0
DECK_MM = 15.0  # thickness of the plank with the holes
FLOOR_MM = 3.0  # thickness of the plywood under it, DRV5055A3
FLOOR_SS49E_MM = 2.0  # the same for the weaker SS49E class
HULL_MM = 30.0  # room under the floor for boards, Pico and the ribbon cables over them
WALL_MM = 5.0  # thickness of the frame round that room
RING_MM = 5.0  # the frame is so many rings of plywood of this thickness as HULL_MM takes
HOLE_MM = 9.0  # diameter
PILOT_MM = 2.0  # drilled first, through deck and floor: below, it shows where the sensor goes
LENGTH_MM = STERN_MM + config.N * PITCH_MM + PROW_MM
TAPER_MM = 66.0  # the sides bend towards the prow over this length
TRAY_MM = 50.0  # the tray for captured pieces stands this far from the nearest hole

# --- the piece ------------------------------------------------------------------------------------------------------
PEG_MM = 8.0  # diameter
PEG_LENGTH_MM = 16.0  # longer than the deck is thick: the foot rests on the floor, never the head on the deck
HEAD_LONG_MM = 14.0  # the head is a flat wedge: across the row undalled, along the row dalled
HEAD_FLAT_MM = 6.0
HEAD_HIGH_MM = 16.0
PIN_MM = 3.0  # of the pin between peg and head, and of those between deck and floor
MAGNET_MM = 5.0  # diameter of the N42 disc
MAGNET_HIGH_MM = 2.0
RECESS_MM = 0.5  # the magnet sits this deep in the foot, under a film of glue

# --- the sensor -----------------------------------------------------------------------------------------------------
SENSOR_WIDE_MM = 4.0  # flat TO-92 body
SENSOR_LONG_MM = 3.2
SENSOR_THICK_MM = 1.5
ELEMENT_MM = 0.5  # Hall element below the marked face; typical of flat TO-92, the trial of three holes checks it

GAP_MM = FLOOR_MM + RECESS_MM + ELEMENT_MM  # magnet face to Hall element
GAP_SS49E_MM = FLOOR_SS49E_MM + RECESS_MM + ELEMENT_MM

# --- option: pieces of two heights, which the sensors tell apart -----------------------------------------------------
# The head is that of the plain piece. Undalled it lies across a groove along the row and holds the piece up; dalled it
# drops in, and the foot stands on the floor, which is the thin one.
TALL_FLOOR_MM = FLOOR_SS49E_MM
TALL_LIFT_MM = 4.0
TALL_PEG_LENGTH_MM = DECK_MM - TALL_LIFT_MM
TALL_MAGNET_MM = 6.0
TALL_MAGNET_HIGH_MM = 3.0
GROOVE_MM = TALL_LIFT_MM + 0.5  # deeper than the lift, so that the dalled piece stands on its foot, never on its head
GROOVE_WIDE_MM = 8.0  # a usual cutter; the head is 6 mm thick

# --- what is allowed to be off, at the same time ---------------------------------------------------------------------
TOLERANCE_MAGNET = 0.10  # of the magnet's strength
TOLERANCE_GAP_MM = 1.0
TOLERANCE_SIDE_MM = 1.0  # peg in hole plus sensor under hole


def holes() -> "tuple[str, ...]":
    """All holes in hole order: the index is the hole's number and its LED's number after the dice."""
    row = range(1, config.N + 1)
    return tuple(f"A{i}" for i in row) + tuple(f"M{i}" for i in range(1, config.N + 2)) + tuple(f"B{i}" for i in row)


def hole_mm(hole: str) -> "tuple[float, float]":
    """Centre of a hole, (x, y) in mm from the middle of the stern edge."""
    return STERN_MM + (int(hole[1:]) - 1) * PITCH_MM, {"A": ROW_MM, "M": 0.0, "B": -ROW_MM}[hole[0]]


def board_screws_mm(q: int) -> "list[tuple[float, float]]":
    """(x, y) of the screws of the circuit board of quarter `q`, 1 ... 4: midway between four holes."""
    first, _ = hole_mm(f"A{4 * (q - 1) + 1}")
    return [(first + (column + 0.5) * PITCH_MM, side * ROW_MM / 2) for column in (0, 2) for side in (1, -1)]


def half_beam_mm(x: float) -> float:
    """Half the width of the deck at x mm from the stern: straight sides, then a curve to the point of the prow."""
    start = LENGTH_MM - TAPER_MM
    if x <= start:
        return BEAM_MM / 2
    # A quadratic Bezier from (start, half beam) to (length, 0); its control point lies on the straight side's line.
    control = start + 0.79 * TAPER_MM
    a, b = start - 2 * control + LENGTH_MM, 2 * (control - start)
    t = (x - start) / b if abs(a) < 1e-9 else (-b + (b * b + 4 * a * (x - start)) ** 0.5) / (2 * a)
    return BEAM_MM / 2 * (1 - t * t)


def outline_mm(steps: int = 40) -> "list[tuple[float, float]]":
    """The deck's outline as a closed polygon, from the stern's A side round the prow to its B side."""
    start = LENGTH_MM - TAPER_MM
    side = [(0.0, BEAM_MM / 2)]
    side += [(start + TAPER_MM * k / steps, half_beam_mm(start + TAPER_MM * k / steps)) for k in range(steps)]
    return side + [(LENGTH_MM, 0.0)] + [(x, -y) for x, y in reversed(side)]
