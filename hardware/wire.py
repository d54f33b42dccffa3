"""How much wire the hand-wired board takes, colour by colour: from the wire list and where things sit.

Lengths are millimetres along the sides of the boat, both ends included, and a tenth more for what goes wrong. What is
joined on the same board or module, and the legs that reach their bus themselves, take no wire.

    >>> lengths_m()["white, the sensors' OUT"]
    11.0
"""

import re
from collections import defaultdict

import config
from hardware import geometry as g
from hardware import layout, netlist

ENDS_MM = 80.0  # added to each wire: 40 mm at either end, for stripping, a second try and the way down to the board
TURN_MM = 60.0  # extra for wires to the carrier, which is soldered beside the boat and then turned over
OUT_MM = 200.0  # of each sensor: it is cut off at its mux
IN_BOX_MM = 25.0  # between two neighbours in the dice box
SPARE = 1.1
THICK = "black and red, 0.5 mm2"
OUT = "white, the sensors' OUT"
_BOX = (*(f"LED {number} " for number in range(1, config.DICE_LEDS + 1)), "Button", "Buzzer end", "Reserv")


def place(terminal: str) -> str:
    """The part of `layout.py` that a terminal is on: a mux, a bus, a hole, the dice box, else the carrier."""
    found = re.match(r"Mux (\d)|(?:Rail resistor|Pull-up|Capacitor mux) (\d)", terminal)
    if found:
        return "mux " + (found.group(1) or found.group(2))
    found = re.match(r"(?:Rail|Ground) bus (\d)|Sensor (\w+)|Capacitor ([AMB]\d+)", terminal)
    if found:
        return f"bus {found.group(1)}" if found.group(1) else f"hole {found.group(2) or found.group(3)}"
    return "box" if terminal.startswith(_BOX) else "carrier"


def _middle(where: str) -> "tuple[float, float]":
    kind, _, name = where.partition(" ")
    if kind == "hole":
        return layout.leg_end_mm(name)
    if kind == "bus":
        return layout.quarter_middle_mm(int(name)), layout.GROUND_Y_MM
    part = layout.PARTS[where]
    return (part.x0 + part.x1) / 2, (part.y0 + part.y1) / 2


def length_mm(start: str, to: str) -> float:
    """One wire between two terminals; 0 if none is needed."""
    ends = {place(start), place(to)}
    if len(ends) == 1:
        return IN_BOX_MM if ends == {"box"} else 0.0
    kinds = {end.partition(" ")[0] for end in ends}
    if kinds == {"hole", "bus"}:
        # the leg itself reaches, except at the prow hole
        return layout.RAIL_Y_MM + ENDS_MM if f"hole {layout.prow_hole()}" in ends else 0.0
    if "box" in ends:
        # 5 V and ground run on from LED to LED
        first = start.startswith(("LED 1 ", "Data", "Button", "Buzzer")) or to.startswith("LED 1 ")
        return layout.CABLE_MM + ENDS_MM if first else IN_BOX_MM
    (x0, y0), (x1, y1) = (_middle(end) for end in sorted(ends))
    return abs(x1 - x0) + abs(y1 - y0) + ENDS_MM + (TURN_MM if "carrier" in ends else 0.0)


def kind(wire) -> str:
    """Which wire of the table a connection is made of."""
    if wire.start.startswith("Sensor") and wire.start.endswith("OUT"):
        return OUT
    if wire.start.startswith("Ground bus") or re.match(r"LED 1 (5V|GND)", wire.start):
        return THICK
    return wire.colour


def lengths_m() -> "dict[str, float]":
    """Kind of wire -> metres to buy, to the next half metre; hole LEDs left out."""
    found = defaultdict(float)
    for wire in netlist.connections():
        if wire.colour != "own leg" and "Hole LED" not in wire.start + wire.to:
            found[kind(wire)] += OUT_MM if kind(wire) == OUT else length_mm(wire.start, wire.to)
    return {name: _up(mm * SPARE / 1000) for name, mm in sorted(found.items()) if mm}


def hole_leds_m() -> float:
    """Wire for the optional hole LEDs: three from each to the next, all colours together."""
    return _up(config.HOLE_LEDS * 3 * (g.PITCH_MM + 20) * SPARE / 1000)


def _up(metres: float) -> float:
    return -(-metres * 2 // 1) / 2
