"""The quarter board: twelve sensors at the holes' true places, their mux, its references, and the prow hole's tongue.

One design serves all four quarters. The front, with the sensors, looks up at the floor; the back holds the mux and the
cable. The tongue with the sensor of the prow hole stays on in quarter 4 and is broken off the other three; a solder
bridge gives mux channel 2 the half rail (quarters 1 to 3) or the tongue's sensor (quarter 4).

    >>> [part.ref for part in design().parts][:3]
    ['UA1', 'CA1', 'UA2']
"""

import config
from hardware import geometry as g
from hardware.pcb import cable, shop
from hardware.pcb.design import POWER, RETURN, REVISION, Area, Design, Part, Words

LONG_MM, WIDE_MM = 69.5, 60.0
EDGE_MM = 8.5  # from the stern edge of the board to its first column
MIDDLE_MM = WIDE_MM / 2
PROW_HOLE = f"M{config.N + 1}"
COLUMNS = 4
# The prow of the hull: corners are cut so that the board fits there, too.
CUT_LONG_MM, CUT_WIDE_MM = 12.0, 6.0
TONGUE_MM, TONGUE_HALF_MM = 83.0, 6.0
NECK_MM = 71.5  # the neck runs from the board's edge to here; it breaks at its row of holes
NECK_HALF_MM = 4.0
BREAK_MM = 70.5
BITES_MM = (-3.05, -0.8, 0.8, 3.05)  # of the break line, from the middle; tracks pass between
SCREWS_MM = [(EDGE_MM + x - g.hole_mm("A1")[0], MIDDLE_MM - y) for x, y in g.board_screws_mm(1)]

# CD74HC4067 in SOIC-24: channel n is at this pin (data sheet).
MUX_CHANNEL_PINS = ("9", "8", "7", "6", "5", "4", "3", "2", "23", "22", "21", "20", "19", "18", "17", "16")
MUX_ADDRESS_PINS = ("10", "11", "14", "13")  # S0 ... S3
MUX_SIG, MUX_EN, MUX_VCC, MUX_GND = "1", "15", "24", "12"
# DRV5055 in SOT-23 (data sheet).
SENSOR_VCC, SENSOR_OUT, SENSOR_GND = "1", "2", "3"


def at_mm(q: int, hole: str) -> "tuple[float, float]":
    """Where a hole lies on the board of quarter `q`, 1 ... 4."""
    x, y = g.hole_mm(hole)
    return x - stern_edge_mm(q), MIDDLE_MM - y


def stern_edge_mm(q: int) -> float:
    """Where the board's stern edge lies in the boat, mm from the stern."""
    return g.hole_mm(f"A{COLUMNS * (q - 1) + 1}")[0] - EDGE_MM


def generic(q: int, hole: str) -> str:
    """The name on the board of a hole: row and column within the quarter; M5 is the tongue."""
    return f"{hole[0]}{int(hole[1:]) - COLUMNS * (q - 1)}"


def channels() -> "tuple[str, ...]":
    """What is on the mux's channels by the names on the board; CH2 is the one that the bridge decides.

    Raises ValueError where `config.MUXES` has no four quarters that one board can serve.
    """
    found = []
    for channel in range(16):
        here = {
            m[channel] if m[channel] in ("GND", "RAIL", "HALF") else generic(q, m[channel])
            for q, m in enumerate(config.MUXES, 1)
        }
        if here == {"HALF", f"M{COLUMNS + 1}"}:
            here = {"CH2"}
        if len(here) != 1:
            raise ValueError(f"MUXES: channel {channel} differs from quarter to quarter: {', '.join(sorted(here))}")
        found.append(here.pop())
    return tuple(found)


def bridge(q: int) -> str:
    """What the solder bridge of quarter `q` joins with channel 2: "HALF" or "OUT_M5"."""
    return "OUT_M5" if PROW_HOLE in config.MUXES[q - 1] else "HALF"


def _sensor(name: str, x: float, y: float, towards: int) -> "list[Part]":
    """A sensor and its capacitor, on the side of the board's middle (towards = 1: below it)."""
    pads = {SENSOR_VCC: "VRAIL", SENSOR_OUT: f"OUT_{name}", SENSOR_GND: "GND"}
    return [
        Part(f"U{name}", "SOT-23", "DRV5055A3", shop.SENSOR, x, y, 0, False, pads),
        Part(
            f"C{name}", "C_0603", "100n", shop.NANO_100, x, y + towards * 2.75, 180, False, {"1": "GND", "2": "VRAIL"}
        ),
    ]


def _parts() -> "list[Part]":
    here = channels()
    parts = []
    for name in here:
        if name[0] in "AMB" and name[1:].isdigit():
            x, y = EDGE_MM + (int(name[1:]) - 1) * g.PITCH_MM, MIDDLE_MM - g.hole_mm(name)[1]
            parts += _sensor(name, x, y, -1 if name[0] == "B" else 1)
    parts += _sensor(f"M{COLUMNS + 1}", *at_mm(len(config.MUXES), PROW_HOLE), 1)
    nets = {"GND": "GND", "RAIL": "CH1", "HALF": "HALF", "CH2": "CH2"}
    mux = {pin: nets.get(name, f"OUT_{name}") for pin, name in zip(MUX_CHANNEL_PINS, here, strict=True)}
    mux.update({pin: f"S{i}" for i, pin in enumerate(MUX_ADDRESS_PINS)})
    mux.update({MUX_SIG: "SIG", MUX_EN: "EN", MUX_VCC: "3V3", MUX_GND: "GND"})
    parts += [
        Part("U1", "SOIC-24W", "CD74HC4067", shop.MUX, 34.75, 13.0, 270, True, mux),
        Part("C1", "C_0603", "100n", shop.NANO_100, 22.5, 14.0, 90, True, {"1": "3V3", "2": "GND"}),
        Part("R1", "R_0603", "1k", shop.OHM_1K, 45.5, 9.0, 0, True, {"1": "CH1", "2": "VRAIL"}),
        Part("R2", "R_0603", "10k", shop.OHM_10K, 45.5, 16.0, 0, True, {"1": "EN", "2": "3V3"}),
        Part(
            "JP1", "Jumper_3", "bridge", "", 34.75, 25.0, 0, True, {"1": "HALF", "2": "CH2", "3": f"OUT_M{COLUMNS + 1}"}
        ),
        Part("J1", "Box_2x07_SMD", "carrier", shop.HEADER_SMD, 60.5, MIDDLE_MM, 0, True, cable.header_pads({})),
    ]
    parts += [Part(f"H{i}", "Screw_M2.5", "M2.5", "", x, y, 0, False, {}) for i, (x, y) in enumerate(SCREWS_MM, 1)]
    parts += [
        Part(f"X{i}", "Bite", "break", "", BREAK_MM, MIDDLE_MM + y, 0, False, {}) for i, y in enumerate(BITES_MM, 1)
    ]
    return parts


def on_tongue(ref: str) -> bool:
    """Whether a part belongs to the prow hole, which only one quarter has."""
    return ref.partition(".")[0] in (f"UM{COLUMNS + 1}", f"CM{COLUMNS + 1}")  # "UM5.3" is board 3's of the panel


def outline() -> "list[tuple[float, float]]":
    """The board with its tongue, once round."""
    top = [
        (0.0, 0.0),
        (LONG_MM - CUT_LONG_MM, 0.0),
        (LONG_MM, CUT_WIDE_MM),
        (LONG_MM, MIDDLE_MM - NECK_HALF_MM),
        (NECK_MM, MIDDLE_MM - NECK_HALF_MM),
        (NECK_MM, MIDDLE_MM - TONGUE_HALF_MM),
        (TONGUE_MM, MIDDLE_MM - TONGUE_HALF_MM),
    ]
    return top + [(x, WIDE_MM - y) for x, y in reversed(top)]


def _areas() -> "list[Area]":
    """Ground on the board and on the tongue, none across the break."""
    board = [p for p in outline() if p[0] <= LONG_MM]
    tongue = [p for p in outline() if p[0] > NECK_MM or (p[0] == NECK_MM and abs(p[1] - MIDDLE_MM) == TONGUE_HALF_MM)]
    return [Area("GND", board), Area("GND", tongue)]


def _words() -> "list[Words]":
    words = [
        Words("this side up, against the floor", 26.0, 44.7, 1.5, False, 0),
        Words("prow >", 60.5, 38.5, 1.5, False, 0),
        Words(f"Daldøs quarter board {REVISION}", 15.5, 53.0, 1.5, True, 0),
        Words("< prow; this side down", 15.0, 56.0, 1.2, True, 0),
        Words("quarters 1-3: H", 34.75, 28.5, 1.2, True, 0),
        Words("quarter 4: 17", 34.75, 30.5, 1.2, True, 0),
        Words("17", 38.2, 25.0, 1.2, True, 0),
        Words("H", 31.6, 25.0, 1.2, True, 0),
        Words("1-3: break", 74.5, 30.0, 1.0, True, 90),
    ]
    for part in _parts():
        if part.footprint == "SOT-23":
            # the holes that it may come to lie under, from quarter 1 to 4
            row, column = part.ref[1], int(part.ref[2:])
            holes = [column + COLUMNS * q for q in range(len(config.MUXES))] if column <= COLUMNS else [config.N + 1]
            words.append(
                Words(
                    "/".join(f"{row}{n}" if n == holes[0] else str(n) for n in holes),
                    part.x - (5.5 if column == COLUMNS and row != "M" else 0.0),  # off the cut corners
                    part.y + (4.3 if row == "B" else -4.3),
                    1.0,
                    False,
                    0,
                )
            )
    return words


def design() -> Design:
    """The board as it is ordered."""
    widths = {"VRAIL": POWER, "3V3": POWER, "GND": RETURN}
    title = "Daldøs quarter board"
    middle = MIDDLE_MM + (BITES_MM[-1] + BITES_MM[-2]) / 2
    lines = [("GND", 1, (LONG_MM - 2.0, middle), (NECK_MM + 2.0, middle), RETURN.track)]
    return Design("quarter", title, _parts(), outline(), _areas(), _words(), lines, widths, [])
