"""The boards beside the wiring list: which pad is which terminal, and what boards, cables and bridges join.

A pin here is (board, part, pad): boards `Q1` ... `Q4` and `C`, the carrier. Cables join the headers, the solder bridges
are set as the quarter asks, and quarters 1 to 3 have no tongue.

    >>> pins_of("Sensor A1 OUT"), pins_of("Mux 4 C2")
    ([('Q1', 'UA1', '2')], [('Q4', 'U1', '7')])
"""

import re

import config
from hardware import geometry, netlist
from hardware.pcb import cable, carrier, check, quarter

QUARTERS = range(1, len(config.MUXES) + 1)
BUSES = re.compile(r"(Rail|Ground) bus \d|3V3 bus|5V bus|Half-rail tap|Rail star|Star ground|LED ground")
# Off the boards: the LEDs after the first, whose wires go from LED to LED; the regulator's switch is not fitted.
ELSEWHERE = re.compile(r"Hole LED .*|LED (?!1 (DIN|5V|GND))\d* .*|(Regulator SHDN|SHDN pull-up).*")
_ENDS = {
    "Input capacitor": ("C1", "2", "1"),
    "Output capacitor": ("C2", "2", "1"),
    "Divider upper": ("R1", "1", "2"),
    "Divider lower": ("R2", "2", "1"),
    "Capacitor buffer": ("C3", "2", "1"),
    "Data resistor": ("R3", "1", "2"),
    "Button": ("J5", "4", "5"),
    "Buzzer resistor": ("R4", "1", "2"),
    "Buzzer": ("J6", "1", "2"),
}
_PLACES = {
    "Regulator VIN": ("U2", "1"),
    "Regulator GND": ("U2", "2"),
    "Regulator VOUT": ("U2", "3"),
    "Reservoir plus": ("C4", "1"),
    "Reservoir minus": ("C4", "2"),
    "LED 1 5V": ("J5", "1"),
    "LED 1 DIN": ("J5", "2"),
    "LED 1 GND": ("J5", "3"),
}


class TerminalError(ValueError):
    """The wiring list has a terminal that no board has."""


def _of_quarter(terminal):
    """Pins of what belongs to one quarter, or None."""
    if match := re.fullmatch(r"Sensor (\w+) (VCC|OUT|GND)", terminal):
        pad = {"VCC": quarter.SENSOR_VCC, "OUT": quarter.SENSOR_OUT, "GND": quarter.SENSOR_GND}[match[2]]
        q = netlist.quarter(match[1])
        return q, "U" + quarter.generic(q, match[1]), pad
    if (match := re.fullmatch(r"Capacitor (\w+) end ([12])", terminal)) and match[1] in geometry.holes():
        q = netlist.quarter(match[1])
        return q, "C" + quarter.generic(q, match[1]), {"1": "2", "2": "1"}[match[2]]
    if match := re.fullmatch(r"Mux (\d) (\w+)", terminal):
        fixed = {"VCC": quarter.MUX_VCC, "GND": quarter.MUX_GND, "EN": quarter.MUX_EN, "SIG": quarter.MUX_SIG}
        fixed.update({f"S{i}": pin for i, pin in enumerate(quarter.MUX_ADDRESS_PINS)})
        fixed.update({f"C{i}": pin for i, pin in enumerate(quarter.MUX_CHANNEL_PINS)})
        return int(match[1]), "U1", fixed[match[2]]
    for pattern, ref in ((r"Capacitor mux (\d)", "C1"), (r"Rail resistor (\d)", "R1"), (r"Pull-up (\d)", "R2")):
        if match := re.fullmatch(pattern + r" end ([12])", terminal):
            return int(match[1]), ref, match[2]
    return None


def pins_of(terminal: str) -> "list[tuple[str, str, str]]":
    """The pads of a terminal of the wiring list; none for a bus or what is off the boards. Raises TerminalError."""
    plain = re.sub(r" \([^()]*(\([^()]*\))?\)", "", terminal)  # without values and pin names: (100 nF), (3V3(OUT))
    if BUSES.fullmatch(terminal) or ELSEWHERE.fullmatch(plain) or ELSEWHERE.fullmatch(terminal):
        return []
    if found := _of_quarter(plain):
        return [(f"Q{found[0]}", *found[1:])]
    if plain in _PLACES:
        return [("C", *_PLACES[plain])]
    if match := re.fullmatch(r"(Pico|Buffer) (\d+)", plain):
        return [("C", {"Pico": "U1", "Buffer": "U3"}[match[1]], match[2])]
    if (match := re.fullmatch(r"(.+) end ([12])", plain)) and match[1] in _ENDS:
        ref, *ends = _ENDS[match[1]]
        return [("C", ref, ends[int(match[2]) - 1])]
    raise TerminalError(f"{terminal!r}: no board has this terminal of the wiring list")


def listed() -> "set[frozenset]":
    """Pins that the wiring list joins."""
    joined = check.Joined()
    for wire in netlist.connections():
        joined.join(wire.start, wire.to, *pins_of(wire.start), *pins_of(wire.to))
    return joined.sets(tuple)


def built(quarter_text: str, carrier_text: str) -> "set[frozenset]":
    """Pins that the copper of the boards joins, with their cables and bridges."""
    joined = check.Joined()
    groups = check.joined_pins(quarter_text)
    for q in QUARTERS:
        whole = quarter.bridge(q) != "HALF"
        for group in groups:
            pins = [(f"Q{q}", ref, pad) for ref, pad in sorted(group) if whole or not quarter.on_tongue(ref)]
            if pins:
                joined.join(*pins)
        joined.join((f"Q{q}", "JP1", "2"), (f"Q{q}", "JP1", "3" if whole else "1"))
    for group in check.joined_pins(carrier_text):
        joined.join(*[("C", ref, pad) for ref, pad in sorted(group)])
    for ref, ends in carrier.THROUGH.items():
        joined.join(*[("C", ref, pad) for pad in ends])
    for q in QUARTERS:
        for pin in range(1, len(cable.CABLE) + 1):
            joined.join((f"Q{q}", "J1", str(pin)), ("C", f"J{q}", str(pin)))
    return joined.sets(tuple)
