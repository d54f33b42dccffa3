"""The same figures for the circuit boards: fields at their distance, settling, supply drop, ground.

Lengths and widths of tracks are read from the committed board files; the resistance of a net is that of its tracks as a
network. "Estimate" marks what no data sheet gives.

    >>> round(sensors.nominal_counts(SENSOR)) > 800
    True
"""

import math
from collections import namedtuple
from functools import lru_cache

import numpy

import config
from hardware import geometry as g
from hardware import power, tables
from hardware.model import electrics, magnetics, sensors
from hardware.pcb import cable, check, heights, sexpr, shop
from hardware.pcb.board import text_of

Figure = namedtuple("Figure", "name hand board unit")

SENSOR = sensors.DRV5055A3._replace(name="DRV5055A3 in SOT-23", gap_mm=heights.GAP_MM)
SHEET_OHM = 0.0005  # a square of copper 35 um thick
CONTACT_OHM = 0.02  # pin of a header in its plug, either end: data sheets give this as the most
PLANE_OHM = 0.002  # a ground area from its header to the farthest part: estimate, four squares
PICO_PLANE_OHM = 0.002  # inside the Pico, from LED ground to the sensors' ground: estimate
TRACK_PF_PER_MM = 0.08  # 0.25 mm wide between ground 0.25 mm off: estimate
VIA_OHM = 0.001


def _tracks(name: str, net: str):
    """(start, end, width, layer) of all tracks of a net, and the places of its vias."""
    board = sexpr.read(text_of(name))
    number = next(n[1] for n in sexpr.every(board, "net") if n[2] == net)

    def mine(kind):
        return [item for item in sexpr.every(board, kind) if sexpr.first(item, "net")[1] == number]

    tracks = []
    for item in mine("segment"):
        ends = [tuple(float(v) for v in sexpr.first(item, end)[1:]) for end in ("start", "end")]
        tracks.append((*ends, float(sexpr.first(item, "width")[1]), sexpr.first(item, "layer")[1]))
    return tracks, [tuple(float(v) for v in sexpr.first(via, "at")[1:3]) for via in mine("via")]


def track_mm(name: str, net: str) -> float:
    """Length of all tracks of a net."""
    return sum(math.dist(a, b) for a, b, _, _ in _tracks(name, net)[0])


def _on(point, a, b) -> bool:
    ab, ap = (b[0] - a[0], b[1] - a[1]), (point[0] - a[0], point[1] - a[1])
    long = math.hypot(*ab)
    along = (ab[0] * ap[0] + ab[1] * ap[1]) / long
    return 1e-4 < along < long - 1e-4 and abs(ab[0] * ap[1] - ab[1] * ap[0]) / long < 1e-4


def _pads(name: str, net: str) -> "dict[tuple[str, str], list[tuple[float, float]]]":
    """(part, pad) -> middle of the pads of a net."""
    found = {}
    for piece in check.pieces(text_of(name)):
        if piece.pin and piece.net == net:
            middle = piece.shape.centroid
            found.setdefault(piece.pin, []).append((round(middle.x, 4), round(middle.y, 4)))
    return found


@lru_cache
def _network(name: str, net: str):
    """The tracks of a net: how many nodes, links as (node, node, ohm), pad -> its nodes."""
    tracks, vias = _tracks(name, net)
    places = {}

    def node(layer, point):
        return places.setdefault((layer, round(point[0], 3), round(point[1], 3)), len(places))

    ends = [(layer, end) for a, b, _, layer in tracks for end in (a, b)]
    ends += [(layer, via) for via in vias for layer in ("F.Cu", "B.Cu")]
    links = []
    for a, b, wide, layer in tracks:
        # Another track may start in the middle of this one.
        between = {e for at, e in ends if at == layer and _on(e, a, b)}
        stops = [a, *sorted(between, key=lambda e: math.dist(e, a)), b]
        for p, q in zip(stops, stops[1:], strict=False):
            links.append((node(layer, p), node(layer, q), SHEET_OHM * math.dist(p, q) / wide))
    links += [(node("F.Cu", via), node("B.Cu", via), VIA_OHM) for via in vias]
    at = {}
    for pin, middles in _pads(name, net).items():
        touched = [k for (_, *xy), k in places.items() for middle in middles if math.dist(xy, middle) < 0.002]
        at[pin] = sorted(set(touched))
        links += [(touched[0], other, 1e-6) for other in touched[1:]]
    return len(places), links, at


def drops_v(name: str, net: str, fed: "set[tuple[str, str]]", drawn: "dict[tuple[str, str], float]"):
    """Pad -> volts lost on the tracks of a net, for currents (A) drawn at some pads and fed at others, all at 0 V."""
    nodes, links, at = _network(name, net)
    matrix, current = numpy.zeros((nodes, nodes)), numpy.zeros(nodes)
    for a, b, ohm in links:
        if a != b:
            conductance = 1 / max(ohm, 1e-7)
            matrix[[a, b], [a, b]] += conductance
            matrix[[a, b], [b, a]] -= conductance
    for pin, ampere in drawn.items():
        current[at[pin][0]] += ampere
    for pin in fed:
        matrix[at[pin][0], at[pin][0]] += 1e6
    volts = numpy.linalg.solve(matrix, current)
    return {pin: float(volts[touched[0]]) for pin, touched in at.items() if touched}


@lru_cache
def supply() -> "list[dict[str, float]]":
    """For each quarter, with every sensor at its most: volts lost on the rail and raised on the ground, by stretch."""
    ampere = power.SENSOR_WORST_MA / 1000
    holes = [sum(content not in ("GND", "RAIL", "HALF") for content in mux) for mux in config.MUXES]
    rails = [str(pin) for pin, wire in enumerate(cable.CABLE, 1) if wire == "VRAIL"]
    grounds = cable.CABLE.count("GND")
    drawn = {(f"J{q}", pin): count * ampere / len(rails) for q, count in enumerate(holes, 1) for pin in rails}
    carrier = drops_v("carrier", "VRAIL", {("U2", "3")}, drawn)
    sensors_at = [pin for pin in _network("quarter", "VRAIL")[2] if pin[0][0] == "U"]
    found = []
    for q, count in enumerate(holes, 1):
        here = {pin: ampere for pin in sensors_at if count == 13 or pin[0] != "UM5"}
        board = drops_v("quarter", "VRAIL", {("J1", pin) for pin in rails}, here)
        wire = cable.OHM_PER_M * cable.LENGTH_MM[q - 1] / 1000 + 2 * CONTACT_OHM
        total = count * ampere
        lost = {"carrier": max(carrier[f"J{q}", pin] for pin in rails), "board": max(board[pin] for pin in here)}
        lost |= {"cable": wire / len(rails) * total, "ground": wire / grounds * total + 2 * PLANE_OHM * total}
        found.append(lost)
    return found


def drop_mv() -> float:
    """The most that any sensor's rail and ground lie from the regulator's."""
    return max(sum(stretch.values()) for stretch in supply()) * 1000


def settling() -> "list[tuple[str, float]]":
    """(what, us): a sensor and the rail reference over the boards' own tracks and cables."""
    pairs = [[q for q, pin in enumerate(config.PIN_SIG, 1) if pin == number] for number in sorted(set(config.PIN_SIG))]
    loads = []
    for pair in pairs:
        mm = sum(track_mm("quarter", "SIG") for _ in pair) + track_mm("carrier", "SIG" + "".join(map(str, pair)))
        wire = sum(cable.LENGTH_MM[q - 1] for q in pair) / 1000 * cable.PF_PER_M
        loads.append(
            [len(pair) * common + electrics.ADC_PF + wire + mm * TRACK_PF_PER_MM for common in electrics.COMMON_PF]
        )
    typical, worst = min(load[0] for load in loads), max(load[1] for load in loads)
    switch = electrics.SWITCH_OHM
    return [
        ("a sensor, typical switch, nearest pair", electrics.settling_us(electrics.SENSOR_OHM + switch[0], typical)),
        ("a sensor, worst switch, farthest pair", electrics.settling_us(electrics.SENSOR_OHM + switch[1], worst)),
        ("rail through 1 k, worst switch, farthest pair", electrics.settling_us(electrics.RAIL_OHM + switch[1], worst)),
    ]


def ground_step_counts() -> float:
    """The change of a reading when all LEDs go from dark to their cap: they share the sensors' ground in the Pico."""
    dark = (config.DICE_LEDS + config.HOLE_LEDS) * power.LED_DARK_MA
    step = power.dice_ma(config.DICE_LEDS) + power.hole_leds_ma(config.HOLES_RGB_MAX) - dark
    return step * PICO_PLANE_OHM * sensors.COUNTS_PER_MV


def figures() -> "list[Figure]":
    """Figures by hand wiring and on the boards."""
    hand, board = sensors.DRV5055A3, SENSOR
    slow = [time for _, time in electrics.cases()]
    quick = [time for _, time in settling()]
    loss = supply()
    near, far = (
        board._replace(gap_mm=heights.GAP_MM - heights.ELEMENT_MM + depth) for depth in heights.ELEMENT_RANGE_MM
    )
    return [
        Figure("magnet face to Hall element", hand.gap_mm, board.gap_mm, "mm"),
        Figure("a piece", magnetics.field_mt(0.0, 0.0, hand.gap_mm), magnetics.field_mt(0.0, 0.0, board.gap_mm), "mT"),
        Figure(
            "its neighbour in the row", *(magnetics.field_mt(g.PITCH_MM, 0.0, s.gap_mm) for s in (hand, board)), "mT"
        ),
        Figure("its neighbour across", *(magnetics.field_mt(0.0, g.ROW_MM, s.gap_mm) for s in (hand, board)), "mT"),
        Figure("a piece, nominal", *(sensors.nominal_counts(s) for s in (hand, board)), "counts"),
        Figure("the same, Hall element 0.35 mm deep", None, sensors.nominal_counts(near), "counts"),
        Figure("the same, Hall element 0.65 mm deep", None, sensors.nominal_counts(far), "counts"),
        Figure("a piece, worst corner", *(sensors.worst_piece_counts(s) for s in (hand, board)), "counts"),
        Figure("an empty hole, worst corner", *(sensors.worst_empty_counts(s) for s in (hand, board)), "counts"),
        Figure("settling, a sensor, fastest", slow[0], quick[0], "us"),
        Figure("settling, slowest", slow[-1], quick[-1], "us"),
        Figure("rail lost on the carrier, most", None, max(q["carrier"] for q in loss) * 1000, "mV"),
        Figure("rail lost in the cable, most", None, max(q["cable"] for q in loss) * 1000, "mV"),
        Figure("rail lost on the quarter board, most", None, max(q["board"] for q in loss) * 1000, "mV"),
        Figure("ground raised at a quarter, most", None, max(q["ground"] for q in loss) * 1000, "mV"),
        Figure("rail and ground together, worst quarter", None, drop_mv(), "mV"),
        Figure("the shift of an empty reading by that", None, drop_mv() / 2 * sensors.COUNTS_PER_MV, "counts"),
        Figure("all LEDs from dark to their cap", None, ground_step_counts(), "counts"),
    ]


def choices() -> str:
    """Sensors in SOT-23 with what they read on the boards under either floor, as a Markdown table."""
    rows = []
    for sensor, eur, most_ma, against in (
        (sensors.DRV5055A3, shop.ITEMS[shop.SENSOR].one, power.SENSOR_WORST_MA, ""),
        (sensors.GH39F, shop.ITEMS[shop.CHEAP_SENSOR].one, 9, ""),
        (sensors.SS49E._replace(name="SS39ET"), 0.16, 10, ""),
        (sensors.MT9102, 0.26, 7, "no: reads a piece of A as one of B"),
    ):
        for floor in (g.FLOOR_MM, g.FLOOR_SS49E_MM):
            there = sensor._replace(gap_mm=heights.GAP_MM - g.FLOOR_MM + floor)
            piece, worst, empty = (
                f(there) for f in (sensors.nominal_counts, sensors.worst_piece_counts, sensors.worst_empty_counts)
            )
            so = against or ("holds" if sensors.parts_them(there) else "no: too weak")
            read = f"{piece:.0f}, {worst:.0f}", f"{empty:.0f}"
            rows.append((sensor.name, f"{eur:.2f}", f"{floor:g} mm", *read, f"{len(g.holes()) * most_ma} mA", so))
    head = ("sensor", "EUR each", "floor", "a piece, nominal, worst", "empty, worst", "49 at most", "so")
    return tables.table(head, rows)


def table() -> str:
    """The figures as a Markdown table."""

    def cell(value, unit) -> str:
        if value is None:
            return ""
        digits = 0 if unit == "counts" and abs(value) >= 10 else 1 if abs(value) >= 3 else 2
        return f"{value:.{digits}f} {unit}"

    rows = [(f.name, cell(f.hand, f.unit), cell(f.board, f.unit)) for f in figures()]
    return tables.table(("figure", "wired by hand", "on the boards"), rows)
