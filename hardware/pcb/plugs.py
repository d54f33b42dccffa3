"""What a wrong plug does: which pin meets which, and the most that any part of it carries or bears.

The carrier's wires are sources (regulator, Pico, half rail) behind their resistance, the quarter board is its sensors'
load and its mux with the diodes that its data sheet draws at each pin. Solved for every level of the Pico's lines.

    >>> worst(MISTAKES["turned"].meets) < worst(MISTAKES["one column off"].meets)
    True
    >>> [mistake.name for mistake in MISTAKES.values() if worst(mistake.meets) > 1 and not mistake.key]
    []
"""

import itertools
from collections import namedtuple

import numpy

from hardware import power
from hardware.pcb.cable import CABLE

# meets: pin of the quarter board's header -> pin of the carrier's that it meets; key: what forbids it, or ""
Mistake = namedtuple("Mistake", "name meets key")
Limit = namedtuple("Limit", "what most unit source")

PINS = range(1, len(CABLE) + 1)
VOLTS, DIODE_V, DIODE_OHM = 3.3, 0.6, 5.0
PIN_OHM = 40.0  # an RP2040 output's, estimated from its curves at 4 mA drive
EN_OHM, PULL_OHM, HALF_OHM, SWITCH_OHM = 1000.0, 10_000.0, 500.0, 70.0
SENSORS = 12
LIMITS = {
    "pin": Limit("a pin of the Pico", 12.0, "mA", "RP2040 data sheet, strongest drive"),
    "diode": Limit("a diode of the mux", 20.0, "mA", "CD74HC4067 data sheet, absolute maximum"),
    "3V3": Limit("the Pico's 3V3", 200.0, "mA", "Pico data sheet 300 mA, less what the Pico draws"),
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


class _Circuit:
    """Resistors, sources and diodes between named nodes; `solve` gives the volts of each, node "0" at 0 V."""

    def __init__(self):
        self.resistors, self.diodes = [], []

    def solve(self) -> "dict[str, float]":
        """Nodes -> volts, with the diodes that conduct found by trying."""
        names = sorted({n for a, b, *_ in self.resistors + self.diodes for n in (a, b)} - {"0"})
        index = {name: k for k, name in enumerate(names)}
        on = set()
        for _ in range(40):
            matrix, current = numpy.eye(len(names)) * 1e-9, numpy.zeros(len(names))
            links = [*self.resistors, *[(a, b, DIODE_OHM, DIODE_V) for k, (a, b) in enumerate(self.diodes) if k in on]]
            for a, b, ohm, volts in links:  # a is `volts` above b when no current flows
                for near, far, sign in ((a, b, 1), (b, a, -1)):
                    if near != "0":
                        matrix[index[near], index[near]] += 1 / ohm
                        current[index[near]] += sign * volts / ohm
                        if far != "0":
                            matrix[index[near], index[far]] -= 1 / ohm
            volts = dict(zip(names, numpy.linalg.solve(matrix, current).tolist(), strict=True)) | {"0": 0.0}
            now = {k for k, (a, b) in enumerate(self.diodes) if volts[a] - volts[b] > DIODE_V}
            if now == on:
                break
            on = now
        return volts


def _solved(meets: dict, levels: dict) -> "dict[str, float]":
    """Limit -> the most of it with these levels of the Pico's lines."""
    circuit = _Circuit()
    load = VOLTS / (SENSORS * power.SENSOR_WORST_MA / 1000)
    circuit.resistors.append(("q VRAIL", "q GND", load, 0.0))
    circuit.resistors.append(("q EN", "q 3V3", PULL_OHM, 0.0))
    for wire in ("S0", "S1", "S2", "S3", "EN", "SIG", "HALF"):
        circuit.diodes += [("q " + wire, "q 3V3"), ("q GND", "q " + wire)]
    for line in ("S0", "S1", "S2", "S3", "EN"):
        ohm = PIN_OHM + (EN_OHM if line == "EN" else 0)
        circuit.resistors.append(("c " + line, "0", ohm, VOLTS if levels[line] else 0.0))
    circuit.resistors += [
        ("c VRAIL", "0", 0.1, VOLTS),
        ("c 3V3", "0", 0.1, VOLTS),
        ("c HALF", "0", HALF_OHM, VOLTS / 2),
    ]
    circuit.resistors += [("c GND", "0", 0.01, 0.0), ("c SIG", "0", 1e8, 0.0)]
    circuit.resistors += [(f"q {CABLE[pin - 1]}", f"c {CABLE[other - 1]}", 0.05, 0.0) for pin, other in meets.items()]
    if not levels["EN"]:  # the switch to channel 0, ground, or 1, the rail: what pulls hardest
        circuit.resistors.append(("q SIG", "q GND" if levels["S0"] else "q VRAIL", SWITCH_OHM, 0.0))
    volts = circuit.solve()

    def milliampere(wire, ohm, level):
        return abs(volts["c " + wire] - level) / ohm * 1000

    pins = [
        milliampere(line, PIN_OHM + (EN_OHM if line == "EN" else 0), VOLTS if levels[line] else 0.0)
        for line in ("S0", "S1", "S2", "S3", "EN")
    ]
    diodes = [max(0.0, volts[a] - volts[b] - DIODE_V) / DIODE_OHM * 1000 for a, b in circuit.diodes]
    return {
        "pin": max(pins),
        "diode": max(diodes),
        "3V3": milliampere("3V3", 0.1, VOLTS),
        "VRAIL": milliampere("VRAIL", 0.1, VOLTS),
        "reverse": volts["q GND"] - volts["q VRAIL"],
    }


def most(meets: dict) -> "dict[str, float]":
    """Limit -> the most of it at any level of the Pico's lines."""
    lines = ("S0", "S1", "S2", "S3", "EN")
    found = [_solved(meets, dict(zip(lines, levels, strict=True))) for levels in itertools.product((0, 1), repeat=5)]
    return {name: max(one[name] for one in found) for name in LIMITS}


SHARED = ("3V3", "VRAIL")  # what all quarter boards draw from


def worst(meets: dict, cables: int = 1) -> float:
    """The largest part of any limit that is used, so many cables wrong alike; 1 is the limit itself."""
    return max(value * (cables if name in SHARED else 1) / LIMITS[name].most for name, value in most(meets).items())


def _cell(value: float, limit: Limit, shared: bool) -> str:
    """The most that one cable does, and four wrong alike where they draw from the same; bold beyond the limit."""
    found = [max(0.0, value) * cables for cables in ((1, 4) if shared else (1,))]
    words = [f"{n:.1f} {limit.unit}" if n <= limit.most else f"**{n:.0f} {limit.unit}**" for n in found]
    return "; four ".join(words) if found[-1] >= 0.05 else words[0]


def table() -> str:
    """What each pin of the quarter board is connected to, and the result, as Markdown tables."""
    rows = ["| plug | " + " | ".join(f"{pin} {CABLE[pin - 1]}" for pin in PINS) + " |"]
    rows.append("| --- |" + " --- |" * len(CABLE))
    for mistake in MISTAKES.values():
        cells = [CABLE[mistake.meets[pin] - 1] if pin in mistake.meets else "-" for pin in PINS]
        rows.append(f"| {mistake.name} | " + " | ".join(cells) + " |")
    limits = [f"{limit.what}, at most {limit.most:g} {limit.unit}" for limit in LIMITS.values()]
    rows += ["", "| plug | " + " | ".join(limits) + " | so |", "| --- |" + " --- |" * (len(limits) + 1)]
    for mistake in MISTAKES.values():
        found, harm = most(mistake.meets), worst(mistake.meets) > 1
        cells = [_cell(value, LIMITS[name], name in SHARED and not harm) for name, value in found.items()]
        so = (
            "works"
            if mistake.name == "right"
            else f"could do harm; {mistake.key} forbid it"
            if harm
            else "harms nothing"
            if worst(mistake.meets, 4) <= 1
            else "one harms nothing; four alike are too much for the Pico's 3V3"
        )
        rows.append(f"| {mistake.name} | " + " | ".join(cells) + f" | {so} |")
    return "\n".join(rows) + "\n"
