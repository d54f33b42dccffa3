"""What a builder reads: print on the boards, joints and volts at pads, figures of the model and a simulated board.

Each is worked out from the copper, the solids or the model, and the words of the guide must say it.
"""

import math
import re
from functools import lru_cache

import config
from hardware import layout
from hardware.model import boards as model
from hardware.model import sensors
from hardware.pcb import board
from hardware.printed import parts
from hardware.solids import dice, hull

PROBES = {"GND": "GND", "RAIL": "VRAIL", "3V3": "3V3", "5V": "5V", "HALF": "HALF", "S0": "S0"}
VOLTS = {"GND": 0.0, "VRAIL": 3.3, "3V3": 3.3, "5V": 5.0, "HALF": 1.65, "OUT": 1.65}


def net(place: str) -> str:
    """The net of "RAIL", a test point, or of "quarter UA1.2", a pad."""
    name, _, pin = place.rpartition(" ")
    if not name:
        return PROBES[place]
    ref, _, pad = pin.partition(".")
    part = next(part for part in board.read(name).parts if part.ref == ref)
    return next(p.net for p in part.pads if p.number == pad)


def reading(words: str, text: str) -> "list[str]":
    """What is wrong with one reading: with what it should be, and with how the text says it."""
    place, _, value = words.partition(" = ")
    if not value:
        return [f"{words}: {said} is not said" for said in figures(words) if said not in text]
    there, *other = map(net, place.split(" & "))
    found = []
    if other:
        joined = there == other[0]
        found = [f"{words}: joined is {joined}"] * (joined != (value == "beep"))
    elif value == "the same as 5V":
        found = [f"{words}: it is {there}"] * (there != "LED_5V")
    else:
        volts = VOLTS["OUT" if there.startswith("OUT_") else there]
        low, high = {"0 V": (0, 0.1), "half of RAIL": (1.6, 1.7)}.get(value) or map(float, re.findall(r"[\d.]+", value))
        found = [f"{words}: {there} has {volts} V"] * (not low <= volts <= high)
    return found if value in text else [*found, f"{words}: not said"]


def figures(words: str) -> "list[str]":
    """How a text must say figures that the board, the solids or the model give."""
    if words.startswith("selftest"):
        faults = _alone()
        blind = {hole for event in faults for hole in event["holes"]}
        said = {(e["what"], re.split(r":| to ", e["where"])[0]) for e in faults if e["code"] != "blind"}
        return [f"other {len(blind)} holes", *(f"`{what}` of {where}" for what, where in said)]
    if words.startswith("notch"):
        way = words.removeprefix("notch of the ").removeprefix("notch ")
        y0, y1, z0, z1 = hull.slot_mm(way)
        if way == "boards":
            return ["in the middle", f"{y1 - y0:g} mm wide and {z1 + 0.05:.1f} mm deep"]
        return [f"{-layout.USB_Y_MM:g} mm from the middle line", f"{z1 - z0:.1f} mm high"]
    if words == "cable slot":
        y, z, wide = layout.CABLE_HOLE_MM
        return [f"{wide:g} mm wide and {z + wide / 2:g} mm deep", f"{y:g} mm from the middle line"]
    if words == "posts of the Pico":
        (far, up), (_, down), (near, _), _ = dice.pico_holes_mm(dice.WOOD)
        return [f"two {near:.1f} mm and two {far:.1f} mm from the end", f"{up - down:.1f} mm apart"]
    if words.startswith("wire "):
        return [f"{dice.wire_mm(*re.match(r'wire (.*?) (.*)', words).groups()) / 10:g} cm"]
    if words == "corners of the dice box":
        return [f"{dice.WOOD.wall + dice.CORNER_MM / 2:g} mm from both edges"]
    if words == "inside of the dice box":
        return [" x ".join(f"{mm:g}" for mm in dice.INSIDE_MM)]
    if words == "standoffs of the carrier":
        part, places = layout.PARTS["carrier"], layout.standoffs()["carrier"]
        near, far = (round(x - part.x0) for x in sorted({x for x, _ in places}))
        a, b = (f"two {mm:g} mm from" for mm in (part.y1 - places[0][1], places[1][1] - part.y0))
        return [f"{near} and {far} mm from the edge", f"{a} the long edge on the side of row A, {b} the other"]
    if words == "time of the prints":
        hours, minutes = divmod(sum(parts.MINUTES.values()), 60)
        return [f"{hours} h {minutes} min"]
    trial = sensors.nominal_counts(model.SENSOR._replace(gap_mm=3.0 + 0.1 + 0.5)) / 4.096
    boat = sensors.nominal_counts(model.SENSOR) / 4.096
    if words == "u trial":
        return [f"some {trial:.0f}", f"some {boat:.0f}"]
    if words == "u empty":
        return [str(config.CALIBRATE_OFFSET_MAX * 1000 // 4096)]
    weak = int(words.removeprefix("u weak "))
    assert 0.6 * trial < weak < 0.8 * trial
    return [f"**{weak} or less** ({round(weak * 4.096)} counts"]


@lru_cache
def _alone() -> list:
    """The faults that the simulated board reports with quarter board 1 alone."""
    from host.sim.table import Table

    table = Table(seed=1)
    table.board.setup("." * len(table.board.names))
    for q in (2, 3, 4):
        table.board.fault("mux", q)
    table.plug_in()
    table.wait(3000)
    table.send({"do": "selftest"})
    table.wait(2000)
    return [event for event in table.events if event["ev"] == "fault"]


def mark(words: str, text: str) -> "list[str]":
    """What is wrong with a mark: "carrier J5 5V" is the word nearest to a pin of J5, "quarter H" a word anywhere."""
    name, *rest = words.split()
    made = board.read(name)
    printed = [word for w in made.words for word in w.text.replace(",", "").split()]
    if len(rest) == 1:
        found = [] if rest[0] in printed else [f"{words}: is not printed"]
    else:
        part = next(part for part in made.parts if part.ref == rest[0])
        places = [board.place(part, pad.x, pad.y) for pad in part.pads if pad.number == "1"]
        near = [w for w in made.words if w.text == rest[1] and math.dist((w.x, w.y), places[0]) < 4.5]
        found = [] if near else [f"{words}: is not printed at pin 1"]
    said = rest[0] in text or re.match(r"[JRUC]", rest[0]) and rest[0][:1] in text
    return found if said else [*found, f"{words}: not said"]
