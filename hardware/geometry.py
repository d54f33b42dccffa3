"""The measures of boat, pieces and sensors: the one geometry file of guide, drawings, template and model.

What the page draws as well is in host/sim/measures.py, and comes from there. The figures are those of the design
study; the distance from magnet to Hall element follows from the layers between them.

    >>> GAP_MM
    4.0
"""

from host.sim.measures import (  # noqa: F401 - for all that reads a measure here
    BEAM_MM,
    HEAD_FLAT_MM,
    HEAD_LONG_MM,
    HOLE_MM,
    LENGTH_MM,
    PITCH_MM,
    PROW_MM,
    ROW_MM,
    STERN_MM,
    TAPER_MM,
    half_beam_mm,
    hole_mm,
    holes,
    outline_mm,
)

# --- the boat -----------------------------------------------------------------------------------------------------
DECK_MM = 15.0  # thickness of the plank with the holes
FLOOR_MM = 3.0  # thickness of the plywood under it, DRV5055A3
FLOOR_SS49E_MM = 2.0  # the same for the weaker SS49E class
HULL_MM = 30.0  # room under the floor for boards, Pico and the ribbon cables over them
WALL_MM = 5.0  # thickness of the frame round that room
RING_MM = 5.0  # the frame is so many rings of plywood of this thickness as HULL_MM takes
PILOT_MM = 2.0  # drilled first, through deck and floor: below, it shows where the sensor goes
TRAY_MM = 50.0  # the tray for captured pieces stands this far from the nearest hole

# --- the piece ------------------------------------------------------------------------------------------------------
PEG_MM = 8.0  # diameter
PEG_LENGTH_MM = 16.0  # longer than the deck is thick: the foot rests on the floor, never the head on the deck
HEAD_HIGH_MM = 16.0
PIN_MM = 3.0  # diameter of the pins between peg and head, and between deck and floor
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
TOLERANCE_MAGNET = 0.10  # in the magnet's strength
TOLERANCE_GAP_MM = 1.0
TOLERANCE_SIDE_MM = 1.0  # peg in hole plus sensor under hole
