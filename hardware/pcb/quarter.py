"""The quarter board: what its file does not say, which hole each sensor lies under and how the four differ.

One board serves all four quarters. The front, with the sensors, looks up at the floor; the back holds the mux and the
cable. The tongue with the sensor of the prow hole stays on in quarter 4 and is broken off the other three; a solder
bridge gives mux channel 2 the half rail (quarters 1 to 3) or the tongue's sensor (quarter 4).

    >>> [generic(q, hole) for q, hole in ((1, "A1"), (2, "A5"), (4, "M17"))]
    ['A1', 'A1', 'M5']
"""

import config
from hardware import geometry as g
from hardware.pcb import board

COLUMNS = 4
PROW_HOLE = f"M{config.N + 1}"
TONGUE_HALF_MM = 6.0
BOARD = board.read("quarter")
EDGE_MM = next(part.x for part in BOARD.parts if part.ref == "UA1")  # from the stern edge to the first column
SCREWS_MM = [(part.x, part.y) for part in BOARD.parts if part.footprint == "Screw_M2.5"]
WIDE_MM = max(y for _, y in BOARD.outline)
MIDDLE_MM = WIDE_MM / 2
LONG_MM = max(x for x, y in BOARD.outline if abs(y - MIDDLE_MM) > TONGUE_HALF_MM)

# CD74HC4067 in SOIC-24: channel n is at this pin (data sheet).
MUX_CHANNEL_PINS = ("9", "8", "7", "6", "5", "4", "3", "2", "23", "22", "21", "20", "19", "18", "17", "16")
MUX_ADDRESS_PINS = ("10", "11", "14", "13")  # S0 ... S3
MUX_SIG, MUX_EN, MUX_VCC, MUX_GND = "1", "15", "24", "12"
# DRV5055 in SOT-23 (data sheet).
SENSOR_VCC, SENSOR_OUT, SENSOR_GND = "1", "2", "3"


def stern_edge_mm(q: int) -> float:
    """Where the board's stern edge lies in the boat, mm from the stern."""
    return g.hole_mm(f"A{COLUMNS * (q - 1) + 1}")[0] - EDGE_MM


def screws_mm(q: int) -> "list[tuple[float, float]]":
    """(x, y) of its screws in the boat, from the stern on."""
    places = [(stern_edge_mm(q) + x, MIDDLE_MM - y) for x, y in SCREWS_MM]
    return sorted(places, key=lambda place: (place[0], -place[1]))


def generic(q: int, hole: str) -> str:
    """A hole's name on the board: row and column within the quarter; M5 is the tongue."""
    return f"{hole[0]}{int(hole[1:]) - COLUMNS * (q - 1)}"


def bridge(q: int) -> str:
    """What the solder bridge of quarter `q` joins with channel 2: "HALF" or "OUT_M5"."""
    return "OUT_M5" if PROW_HOLE in config.MUXES[q - 1] else "HALF"


def on_tongue(ref: str) -> bool:
    """Whether a part belongs to the prow hole, which only one quarter has."""
    return ref[1:] == f"M{COLUMNS + 1}"
