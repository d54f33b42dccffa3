"""Magnets, sensors and converter of the fake board: every figure in one place, with the functions that combine them.

The figures come from the design study of the board (datasheets, magnetostatic and circuit simulation): a 5 x 2 mm N42
disc 4 mm above a DRV5055A3 at 3.3 V. Fields are in mT at the sensor, positive for A (north pole up); codes are 12-bit
ADC counts. The tolerances reproduce the study's worst corner: 401 counts for a piece among eight neighbours, 66 counts
for an empty hole.
"""

from math import sqrt

# --- geometry, mm -------------------------------------------------------------------------------------------------
MAGNET_RADIUS_MM = 2.5
MAGNET_LENGTH_MM = 2.0
DEPTH_MM = 4.0  # from magnet face to sensor
DEPTH_TOLERANCE_MM = 1.0
# Pieces of two heights (`config.DALLED`): magnet, its distance from the sensor dalled, and how much higher undalled.
TALL_RADIUS_MM = 3.0
TALL_LENGTH_MM = 3.0
TALL_DEPTH_MM = 3.2
TALL_LIFT_MM = 4.0
TALL_PIECE_MM = 0.3  # tolerance in depth: the piece's
TALL_HOLE_MM = 0.7  # and the hole's: hardware/model/two_heights.py
SIDEWAYS_TOLERANCE_MM = 1.0

# --- fields, mT -----------------------------------------------------------------------------------------------------
PIECE_MT = 49.0  # a nominal piece at its own sensor
LEAK_ROW_MT = -0.52  # its leakage at the next hole of the row,
LEAK_ACROSS_MT = -0.27  # at the hole of the same column in the next row,
LEAK_DIAGONAL_MT = -0.15  # and at the diagonal ones
MAGNET_TOLERANCE = 0.10
SIDEWAYS_LOSS = 0.094  # share of the field lost 1 mm beside the axis; grows with the square
WEAK_FACTOR = 0.3  # share of the field left in a magnet overheated by glueing

# --- sensor and supply, counts --------------------------------------------------------------------------------------
PIECE_COUNTS = 908.0  # nominal piece, from the baseline
COUNTS_PER_MT = PIECE_COUNTS / PIECE_MT
MIDDLE_COUNTS = 2048.0  # idle output: half the supply
SENSOR_TOLERANCE = 0.05  # in the sensitivity
OFFSET_COUNTS = 75.0  # idle output off the middle, at most
SWING_COUNTS = (248.0, 3848.0)  # the output reaches within 0.2 V of the rails
DRIFT_COUNTS = 9.6  # in one sensor's idle output with temperature, at most
DRIFT_PERIODS_MS = (7_200_000, 1_500_000)  # two superposed drifts: the room, and the sun on the board
RAIL_TOLERANCE = 0.015  # sensor regulator against the ADC's reference
RAIL_DRIFT = 0.003
RIPPLE = 0.0005  # in the supply ratio, within a scan
RIPPLE_MS = 10.7
HALF_TOLERANCE = 0.005  # in the divider for the half rail

# --- converter --------------------------------------------------------------------------------------------------------
CODES = 4096
NOISE_COUNTS = 1.0  # standard deviation of one conversion
GND_COUNTS = 6.0  # the RP2040's code for 0 V
SPIKE_CODES = (512, 1536, 2560, 3584)  # RP2040 erratum E11: these codes are too wide,
SPIKE_WIDTH = 9  # counts


def _axial(distance_mm: float, tall: bool = False) -> float:
    # field on the axis of a cylinder magnet, relative to half its remanence
    radius, length = (TALL_RADIUS_MM, TALL_LENGTH_MM) if tall else (MAGNET_RADIUS_MM, MAGNET_LENGTH_MM)
    far = distance_mm + length
    return far / sqrt(far**2 + radius**2) - distance_mm / sqrt(distance_mm**2 + radius**2)


def near_factor(depth_mm: float, sideways_mm: float = 0.0, tall: bool = False) -> float:
    """Field of a piece at its own sensor, relative to the nominal plain one; depth from magnet face to sensor."""
    return _axial(depth_mm, tall) / _axial(DEPTH_MM) * (1.0 - SIDEWAYS_LOSS * sideways_mm**2)


def leak_mt(columns: int, rows: int) -> float:
    """Field of a nominal piece at a hole this many columns and rows away, in mT; 0 beyond the eight neighbours."""
    table = {(1, 0): LEAK_ROW_MT, (0, 1): LEAK_ACROSS_MT, (1, 1): LEAK_DIAGONAL_MT}
    return table.get((abs(columns), abs(rows)), 0.0)


def lifted_factor(distance_mm: float, height_mm: float) -> float:
    """Leakage of a piece held this high over its hole, relative to a piece in it: a dipole's, which turns positive when
    the neighbour is under the magnet's pole."""
    square = distance_mm**2 + height_mm**2
    return (distance_mm**2 - 2 * height_mm**2) * distance_mm**3 / square**2.5


def spiked(level: float) -> int:
    """The code of the ADC for a level in counts: quantised, cut to 12 bits, with the wide codes of the RP2040."""
    code = int(min(max(level, 0.0), CODES - 1.0))
    for spike in SPIKE_CODES:
        if abs(level - spike) <= SPIKE_WIDTH / 2:
            return spike
    return code


class Piece:
    """One piece of the game: its side, and its magnet's actual values.

    `strength` is relative to a nominal magnet (negative: glued in upside down), `depth_mm` from magnet face to sensor.
    For a piece of two heights, `tall`, this holds when dalled; `turned` is 0.0 across the groove and 1.0 along it; in
    between it has not dropped in completely, or leans.
    """

    tall = False
    turned = 0.0

    def __init__(self, side: str, number: int, strength: float = 1.0, depth_mm: float = DEPTH_MM, sideways_mm=0.0):
        self.side = side
        self.number = number
        self.strength = strength
        self.depth_mm = depth_mm
        self.sideways_mm = sideways_mm

    def __repr__(self) -> str:
        return "piece %s%d" % (self.side.lower(), self.number)

    def near_mt(self, height_mm: float = 0.0) -> float:
        """Field at the sensor below, in the hole or this high above it."""
        depth_mm = self.depth_mm + self.lift_mm() + height_mm
        return self.pole() * PIECE_MT * near_factor(depth_mm, self.sideways_mm, self.tall)

    def lift_mm(self) -> float:
        """How much higher it stands in its hole than when fully dropped in."""
        return TALL_LIFT_MM * (1.0 - self.turned) if self.tall else 0.0

    def leak_factor(self, distance_mm: float) -> float:
        """Its leakage at a neighbour at this distance, relative to a nominal plain piece's; at large distances a
        dipole's."""
        if not self.tall:
            return self.pole()
        volume = TALL_RADIUS_MM**2 * TALL_LENGTH_MM / (MAGNET_RADIUS_MM**2 * MAGNET_LENGTH_MM)
        return self.pole() * volume * lifted_factor(distance_mm, self.lift_mm())

    def pole(self) -> float:
        """Its strength with the sign of its side: A reads above the baseline."""
        return self.strength if self.side == "A" else -self.strength


def make_tall(piece: Piece) -> Piece:
    """The same piece as one of two heights, undalled."""
    piece.tall = True
    piece.depth_mm = TALL_DEPTH_MM + (piece.depth_mm - DEPTH_MM) * TALL_PIECE_MM / DEPTH_TOLERANCE_MM
    return piece


class Sensor:
    """One Hall sensor as bought: `gain` in counts per mT, idle `offset` from the middle, `drift` with temperature."""

    def __init__(self, gain: float = COUNTS_PER_MT, offset: float = 0.0, drift: float = 0.0):
        self.gain = gain
        self.offset = offset
        self.drift = drift


def draw_piece(random, kind: str, side: str, number: int) -> Piece:
    """A piece of the kind `nominal` (spread about the mean), `worst` (weakest or strongest there is) or `best`."""
    if kind == "nominal":
        strength = 1 + MAGNET_TOLERANCE * _spread(random)
        return Piece(side, number, strength, DEPTH_MM + DEPTH_TOLERANCE_MM * _spread(random), abs(_spread(random)))
    # The extremes are a weak piece among strong ones and an empty hole among strong ones, so draw both kinds.
    if kind == "best" or random.random() < 0.3:
        return Piece(side, number, 1 + MAGNET_TOLERANCE, DEPTH_MM - DEPTH_TOLERANCE_MM, 0.0)
    return Piece(side, number, 1 - MAGNET_TOLERANCE, DEPTH_MM + DEPTH_TOLERANCE_MM, SIDEWAYS_TOLERANCE_MM)


def draw_sensor(random, kind: str) -> Sensor:
    """A sensor of the kind `nominal`, `worst` (each figure at one end of its range) or `best` (keen, no drift)."""
    if kind == "nominal":
        gain = COUNTS_PER_MT * (1 + SENSOR_TOLERANCE * _spread(random))
        return Sensor(gain, OFFSET_COUNTS * _spread(random), DRIFT_COUNTS * _spread(random))
    if kind == "best":
        return Sensor(COUNTS_PER_MT * (1 + SENSOR_TOLERANCE), OFFSET_COUNTS * _spread(random))
    gain = COUNTS_PER_MT * (1 + SENSOR_TOLERANCE * random.choice((-1, 1)))
    return Sensor(gain, OFFSET_COUNTS * random.choice((-1, 1)), DRIFT_COUNTS * random.choice((-1, 1)))


def draw_deeper_mm(random, kind: str) -> float:
    """How much deeper than drawn a sensor lies under its hole, for pieces of two heights."""
    if kind == "nominal":
        return TALL_HOLE_MM * _spread(random)
    return TALL_HOLE_MM * random.choice((-1, 1)) if kind == "worst" else -TALL_HOLE_MM


def _spread(random) -> float:
    # from -1 to 1, mostly near 0: the tolerance is three standard deviations
    return min(max(random.gauss(0.0, 1 / 3), -1.0), 1.0)
