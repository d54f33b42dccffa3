"""What a builder reads: print on the boards, joints and volts at pads, figures of the model and a simulated board.

Each is worked out from the copper, the solids or the model, and the words of the guide must say it.
"""

import math
import re
from functools import lru_cache

import config
from hardware import geometry as g
from hardware import layout, power, wire
from hardware.model import boards as model
from hardware.model import sensors
from hardware.pcb import board, cost
from hardware.printed import parts
from hardware.solids import dice, hull, small

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
        if volts == 5.0 and (low, high) != power.BUS_V:
            found = [f"{words}: the limits are {power.BUS_V}"]
    return found if value in text else [*found, f"{words}: not said"]


def _posts() -> "list[str]":
    (far, up), (_, down), (near, _), _ = dice.pico_holes_mm(dice.WOOD)
    return [f"two {near:.1f} mm and two {far:.1f} mm from the end", f"{up - down:.1f} mm apart"]


def _places() -> "list[str]":
    first, second, *_, last = dice.led_places_mm(dice.WOOD)
    beyond = dice.button_x(dice.WOOD) - last
    return [
        f"first {first - dice.WOOD.wall:g} mm",
        f"{second - first:.1f} mm apart",
        f"{beyond:.0f} mm beyond the last",
    ]


def _standoffs() -> "list[str]":
    part, places = layout.PARTS["carrier"], layout.standoffs()["carrier"]
    near, far = (round(x - part.x0) for x in sorted({x for x, _ in places}))
    a, b = (f"two {mm:g} mm from" for mm in (part.y1 - places[0][1], places[1][1] - part.y0))
    pins = layout.PARTS["Pico"].y0 + (layout.PICO_WIDE_MM - 17.78) / 2 - part.y0
    row = f"the row of pin 40 {pins:.1f} mm from its long edge"
    return [f"{near} and {far} mm from the edge", f"{a} the long edge on the side of row A, {b} the other", row]


def _gaps() -> "list[str]":
    """A header has its gap on the side of pin 1; KiCad shows the carrier with USB on the left."""
    made = board.read("carrier")
    headers = [part for part in made.parts if part.ref in ("J1", "J2", "J3", "J4")]
    at = {(h.ref, p.number): board.place(h, p.x, p.y)[1] for h in headers for p in h.pads if p.number in ("1", "2")}
    down = all(at[h.ref, "1"] > at[h.ref, "2"] for h in headers) and at["J1", "1"] < at["J2", "1"]
    return [f"all four look {'down, away from the edge of J1 and J3' if down else 'up'}"]


def _cable_slot() -> "list[str]":
    y, z, wide = layout.CABLE_HOLE_MM
    return [f"{wide:g} mm wide and {z + wide / 2:g} mm deep", f"{y:g} mm from the middle line"]


def _selftest() -> "list[str]":
    faults = _alone()
    blind = {hole for event in faults for hole in event["holes"]}
    said = {(e["what"], re.split(r":| to ", e["where"])[0]) for e in faults if e["code"] != "blind"}
    blinds = [f"`{e['what']}`" for e in faults if e["code"] == "blind"]
    return [f"other {len(blind)} holes", *blinds, *(f"`{what}` of {where}" for what, where in said)]


def _notch(way: str) -> "list[str]":
    y0, y1, z0, z1 = hull.slot_mm(way)
    if way == "boards":
        return ["in the middle", f"{y1 - y0:g} mm wide and {z1 + 0.05:.1f} mm deep"]
    return [f"{-layout.USB_Y_MM:g} mm from the middle line", f"{z1 - z0:.1f} mm high"]


def _weak(said: str) -> "list[str]":
    weak, trial = int(said), _trial()
    assert 0.6 * trial < weak < 0.8 * trial
    return [f"**{weak} or less** ({round(weak * 4.096)} counts"]


def _trial() -> float:
    return sensors.nominal_counts(model.SENSOR._replace(gap_mm=3.0 + 0.1 + 0.5)) / 4.096


FIGURES = {
    "selftest with quarter 1 alone": _selftest,
    "notch of the boards": lambda: _notch("boards"),
    "notch by hand": lambda: _notch("by hand"),
    "cable slot": _cable_slot,
    "place of the buzzer": lambda: [f"{layout.BUZZER_MM:g} mm from the stern and {g.HULL_MM / 2:g} mm from the floor"],
    "gaps of the headers": _gaps,
    "posts of the Pico": _posts,
    "standoffs of the carrier": _standoffs,
    "corners of the dice box": lambda: [f"{dice.WOOD.wall + dice.CORNER_MM / 2:g} mm from both edges"],
    "inside of the dice box": lambda: [" x ".join(f"{mm:g}" for mm in dice.INSIDE_MM)],
    "dice box": lambda: [f"{layout.box_mm():g} mm long inside"],
    "places in the dice box": _places,
    "peg jig": lambda: [f"depth stop {small.LEAD_MM + g.MAGNET_HIGH_MM + g.RECESS_MM:g} mm"],
    "OUT wires": lambda: [f"{wire.OUT_MM / 10:g} cm long"],
    "fronts by you": lambda: [f"{cost.FRONTS_H:g} h more"],
    "time of the prints": lambda: ["{} h {} min".format(*divmod(sum(parts.MINUTES.values()), 60))],
    "u trial": lambda: [f"some {u:.0f}" for u in (_trial(), sensors.nominal_counts(model.SENSOR) / 4.096)],
    "u empty": lambda: [str(config.CALIBRATE_OFFSET_MAX * 1000 // 4096)],
}


def figures(words: str) -> "list[str]":
    """How a text must say figures that the board, the solids or the model give."""
    if words.startswith("wire "):
        return [f"{dice.wire_mm(*words.split(' ', 2)[1:]) / 10:g} cm"]
    return _weak(words.split()[-1]) if words.startswith("u weak ") else FIGURES[words]()


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
