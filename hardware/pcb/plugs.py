"""What a wrong plug does: which pin meets which, and the most that any part of it carries or bears.

The carrier's wires are sources (regulator, Pico, half rail) behind their resistance, the quarter board is its sensors'
load and its mux with the diodes that its data sheet draws at each pin. Solved for every level of the Pico's lines, with
one such plug and with four alike: what they share is then so much softer for each.

    >>> worst(MISTAKES["turned"].meets) < worst(MISTAKES["one column off"].meets)
    True
    >>> [mistake.name for mistake in MISTAKES.values() if worst(mistake.meets, 4) > 1 and not mistake.key]
    []
"""

import itertools
import math
from collections import namedtuple

import numpy

from hardware import power, tables
from hardware.pcb.cable import CABLE

# meets: pin of the quarter board's header -> pin of the carrier's that it meets; key: what forbids it, or ""
Mistake = namedtuple("Mistake", "name meets key")
Limit = namedtuple("Limit", "what most unit source")

PINS = range(1, len(CABLE) + 1)
VOLTS, DIODE_V, DIODE_OHM = 3.3, 0.6, 5.0
PIN_OHM = 40.0  # an RP2040 output's, estimated from its curves at 4 mA drive
EN_OHM, PULL_OHM, HALF_OHM, SWITCH_OHM, CHANNEL_1_OHM = 1000.0, 10_000.0, 500.0, 70.0, 1000.0
R10_OHM, R10_WATT = 120.0, 0.1  # in the 3V3 of all four cables; an 0603
SENSORS = 12
LIMITS = {
    "pin": Limit("a pin of the Pico", 12.0, "mA", "RP2040 data sheet, strongest drive"),
    "diode": Limit("a diode of the mux", 20.0, "mA", "CD74HC4067 data sheet, absolute maximum"),
    "3V3": Limit(
        "the Pico's 3V3, through R10", math.floor(math.sqrt(R10_WATT / R10_OHM) * 1e4) / 10, "mA", "R10's 0.1 W"
    ),
    "VRAIL": Limit("the regulator", 500.0, "mA", "MCP1825S data sheet"),
    "reverse": Limit("the sensors backwards", 0.3, "V", "DRV5055 data sheet, absolute maximum"),
}
_WALLS = "the walls of the header"


def _off(step: int) -> dict:
    return {pin: pin + step for pin in PINS if pin + step in PINS}


def _turned(meets: dict) -> dict:
    return {pin: len(CABLE) + 1 - other for pin, other in meets.items()}


def _mistakes() -> "dict[str, Mistake]":
    face = {pin: pin + 1 if pin % 2 else pin - 1 for pin in PINS}
    found = [
        Mistake("right", _off(0), ""),
        Mistake("turned", _turned(_off(0)), ""),
        Mistake("pressed on from the other face", face, ""),
        Mistake("both of these", _turned(face), ""),
        Mistake("one column off", _off(2), _WALLS),
        Mistake("one column off to the other end", _off(-2), _WALLS),
        Mistake("one row off", {pin: pin + 1 for pin in PINS if pin % 2}, _WALLS),
        Mistake("one row off to the other side", {pin: pin - 1 for pin in PINS if not pin % 2}, _WALLS),
        Mistake("one column off and turned", _turned(_off(2)), _WALLS),
    ]
    return {mistake.name: mistake for mistake in found}


MISTAKES = _mistakes()


def _volts(resistors, diodes) -> "dict[str, float]":
    """The volts of each node, "0" at 0 V; the diodes that conduct are found by trying.

    resistors: (node, node, ohm, volts that the first is above the second when no current flows); diodes: (node, node).
    """
    names = sorted({n for a, b, *_ in resistors + diodes for n in (a, b)} - {"0"})
    index = {name: k for k, name in enumerate(names)}
    on = set()
    for _ in range(40):
        matrix, current = numpy.eye(len(names)) * 1e-9, numpy.zeros(len(names))
        links = [*resistors, *[(a, b, DIODE_OHM, DIODE_V) for k, (a, b) in enumerate(diodes) if k in on]]
        for a, b, ohm, volts in links:
            for near, far, sign in ((a, b, 1), (b, a, -1)):
                if near != "0":
                    matrix[index[near], index[near]] += 1 / ohm
                    current[index[near]] += sign * volts / ohm
                    if far != "0":
                        matrix[index[near], index[far]] -= 1 / ohm
        volts = dict(zip(names, numpy.linalg.solve(matrix, current).tolist(), strict=True)) | {"0": 0.0}
        now = {k for k, (a, b) in enumerate(diodes) if volts[a] - volts[b] > DIODE_V}
        if now == on:
            break
        on = now
    return volts


def _solved(meets: dict, levels: dict, cables: int) -> "dict[str, float]":
    """Limit -> the most of it with these levels of the Pico's lines; one cable stands for all, which are alike."""
    load = VOLTS / (SENSORS * power.SENSOR_WORST_MA / 1000)
    resistors, diodes = [("q VRAIL", "q GND", load, 0.0), ("q EN", "q 3V3", PULL_OHM, 0.0)], []
    for wire in ("S0", "S1", "S2", "S3", "EN", "SIG", "HALF"):
        diodes += [("q " + wire, "q 3V3"), ("q GND", "q " + wire)]
    address = dict.fromkeys(("S0", "S1", "S2", "S3"), PIN_OHM * cables)
    ohms = address | {"EN": PIN_OHM + EN_OHM, "3V3": R10_OHM * cables, "VRAIL": 0.1 * cables, "HALF": HALF_OHM * cables}
    source = {wire: VOLTS * level for wire, level in levels.items()} | {"3V3": VOLTS, "VRAIL": VOLTS, "HALF": VOLTS / 2}
    resistors += [("c " + wire, "0", ohm, source[wire]) for wire, ohm in ohms.items()]
    resistors += [("c GND", "0", 0.01, 0.0), ("c SIG", "0", 1e8, 0.0)]
    resistors += [(f"q {CABLE[pin - 1]}", f"c {CABLE[other - 1]}", 0.05, 0.0) for pin, other in meets.items()]
    # the switch to channel 0, ground, or 1, the rail: what pulls hardest
    to, ohm = ("q GND", SWITCH_OHM) if levels["S0"] else ("q VRAIL", SWITCH_OHM + CHANNEL_1_OHM)
    resistors.append(("q SIG", to, ohm, 0.0))
    volts = _volts(resistors, diodes)

    def milliampere(wire):
        alike = 1 if wire == "EN" else cables
        return abs(volts["c " + wire] - source[wire]) / ohms[wire] * alike * 1000

    through = [max(0.0, volts[a] - volts[b] - DIODE_V) / DIODE_OHM * 1000 for a, b in diodes]
    return {
        "pin": max(milliampere(line) for line in levels),
        "diode": max(through),
        "3V3": milliampere("3V3"),
        "VRAIL": milliampere("VRAIL"),
        "reverse": volts["q GND"] - volts["q VRAIL"],
    }


def most(meets: dict, cables: int = 1) -> "dict[str, float]":
    """Limit -> the most of it at any level of the Pico's lines, so many cables wrong alike."""
    lines = ("S0", "S1", "S2", "S3", "EN")
    found = [
        _solved(meets, dict(zip(lines, levels, strict=True)), cables) for levels in itertools.product((0, 1), repeat=5)
    ]
    return {name: max(one[name] for one in found) for name in LIMITS}


def worst(meets: dict, cables: int = 1) -> float:
    """The largest part of any limit that is used, so many cables wrong alike; 1 is the limit itself."""
    return max(value / LIMITS[name].most for name, value in most(meets, cables).items())


def _cell(limit: Limit, *found: float) -> str:
    """The most that one cable does, and four wrong alike; bold beyond the limit."""
    least = [max(0.0, n) for n in found]
    words = [f"{n:.1f} {limit.unit}" if n <= limit.most else f"**{n:.0f} {limit.unit}**" for n in least]
    return words[0] if words[0] == words[-1] else "; four ".join(words)


def table() -> str:
    """What each pin of the quarter board is connected to, and the result, as Markdown tables."""
    rows = []
    for mistake in MISTAKES.values():
        rows.append((mistake.name, *(CABLE[mistake.meets[pin] - 1] if pin in mistake.meets else "-" for pin in PINS)))
    pins = tables.table(("plug", *(f"{pin} {CABLE[pin - 1]}" for pin in PINS)), rows)
    rows = []
    for mistake in MISTAKES.values():
        found = [most(mistake.meets, cables) for cables in (1, 4)]
        cells = [_cell(limit, *(one[name] for one in found)) for name, limit in LIMITS.items()]
        so = "works" if mistake.name == "right" else "harms nothing"
        if any(found[1][name] > limit.most for name, limit in LIMITS.items()):
            so = f"could do harm; {mistake.key} forbid it"
        rows.append((mistake.name, *cells, so))
    limits = [f"{limit.what}, at most {limit.most:g} {limit.unit}" for limit in LIMITS.values()]
    return pins + "\n" + tables.table(("plug", *limits, "so"), rows)
