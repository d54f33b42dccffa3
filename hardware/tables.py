"""The tables of the guide that follow from `firmware/config.py`, and how they get between their markers.

A generated part of a page stands between `<!-- made: NAME -->` and `<!-- end -->`; all outside is written by hand.

    >>> fill("<!-- made: x -->\\nold\\n<!-- end -->\\n", {"x": lambda: "new"})
    '<!-- made: x -->\\nnew\\n<!-- end -->\\n'
"""

import csv
import io
import re

import config
from hardware import bom, netlist, power, wire
from hardware import geometry as g
from hardware.model import sensors
from hardware.solids import dice

_PART = re.compile(r"(<!-- made: ([-\w]+) -->\n).*?(<!-- end -->)", re.DOTALL)


class MarkerError(ValueError):
    """A page asks for a table that nobody makes."""


def fill(page: str, tables: dict) -> str:
    """The page with every generated part rebuilt. Raises MarkerError for a name that is not in `tables`."""

    def part(match):
        name = match.group(2)
        if name not in tables:
            raise MarkerError(f"marker 'made: {name}': expected one of {', '.join(sorted(tables))}")
        return match.group(1) + tables[name]().rstrip("\n") + "\n" + match.group(3)

    return _PART.sub(part, page)


def table(head, rows) -> str:
    """Rows as a Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]) + "\n"


def as_csv(head, rows) -> str:
    """Rows as CSV, LF line ends."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows((head, *rows))
    return out.getvalue()


def bom_csv() -> str:
    """The parts by hand, all that there is to know of them."""
    return as_csv(("part", "exact name", "alternative", "quantity", "what for", "about EUR"), bom.lines())


def parts() -> str:
    """What to buy, short; bom.csv has alternatives and prices."""
    return table(("part", "exact name", "quantity"), [(b.part, b.name, b.quantity) for b in bom.lines()])


def tall_parts() -> str:
    """Extra parts for pieces of two heights."""
    head = ("part", "exact name", "quantity", "what for", "about EUR")
    return table(head, [(b.part, b.name, b.quantity, b.needed_for, b.about_eur) for b in bom.lines("two heights")])


def dice_box_wood() -> str:
    """What the wooden dice box is sawn from."""
    return table(("what", "how many", "mm"), dice.sheets_mm())


def cost() -> str:
    """What it all costs, in a sentence."""
    whole = sum(line.about_eur for line in bom.lines())
    holes = next(line.about_eur for line in bom.lines() if line.part == "hole LEDs")
    about = round(whole - holes, -1)
    return (
        f"All together about {about} EUR without the hole LEDs, spares and tools. Prices are estimates\n"
        f"of {bom.PRICES}, what a hobbyist pays by mail order for these quantities; no shop has been asked.\n"
    )


def wire_lengths() -> str:
    """Metres of each kind of wire; the hole LEDs apart."""
    rows = [(kind, f"{metres:g} m") for kind, metres in wire.lengths_m().items()]
    rows.append(("for the optional hole LEDs, red, black and white", f"{wire.hole_leds_m():g} m"))
    return table(("wire", "length"), rows)


def pins() -> str:
    """Every pin of the Pico that is used, with its number on the board's edge."""
    rows = []
    for name, use in netlist.pin_uses():
        number = "on the board" if name in netlist.PICO_INTERNAL else netlist.pin(name)
        rows.append((name, number, use))
    rows += [
        ("VBUS", 40, "5V bus"),
        ("3V3(OUT)", 36, "3V3 bus: muxes only"),
        ("GND", 38, "star ground"),
        ("GND", 3, "LED ground"),
        ("GND", 13, "button"),
        ("GND", 18, "buzzer (optional)"),
    ]
    return table(("Pico pin", "number", "use"), rows)


def channels() -> str:
    """What every channel of every mux carries, and where its code stands in a scan."""
    names = {"GND": "ground bus", "RAIL": "rail bus through 1 k", "HALF": "half-rail tap"}
    rows = []
    for channel, contents in enumerate(zip(*config.MUXES, strict=True)):
        rows.append((f"C{channel}", *(names.get(content, f"**{content}**") for content in contents)))
    head = ["channel"] + [f"mux {q} (SIG: GP{pin})" for q, pin in enumerate(config.PIN_SIG, 1)]
    return table(head, rows)


def _of(step):
    return [c for c in netlist.connections() if c.step == step]


def wires_sensors() -> str:
    """All wires of the sensors, a row a sensor, its capacitor with it."""
    to = {c.start: c.to for c in _of("sensors")}
    rows = []
    for hole in g.holes():
        sensor = f"Sensor {hole}"
        rows.append((sensor, to[sensor + " VCC"], to[sensor + " GND"], to[sensor + " OUT"], "VCC to GND"))
    return table(("from", "VCC to (orange)", "GND to (black)", "OUT to (white)", "its 100 nF (own leg)"), rows)


def wires_hole_leds() -> str:
    """All wires of the optional hole LEDs, a row an LED."""
    wires = _of("LEDs")
    source = {c.to: c.start for c in wires}
    to = {c.start: c.to for c in wires}
    rows = []
    for hole in g.holes()[: config.HOLE_LEDS]:
        led = f"Hole LED {hole}"
        rows.append((led, source[led + " DIN"], to[led + " 5V"], to[led + " GND"]))
    return table(("to", "DIN from (white)", "5V from (red)", "GND from (black)"), rows)


def wires(step) -> str:
    """The wires of any other step, a row a wire."""
    rows = [(c.start, c.to, c.colour) for c in _of(step) if "Hole LED" not in c.start + c.to]
    return table(("from", "to", "colour"), rows)


def budget() -> str:
    """The power budget with its sums and limits."""
    rows = [
        (i.what, "with hole LEDs" if i.rail == "LEDs" else "base", i.typical_ma, i.worst_ma, i.source)
        for i in power.items()
    ]
    charger, pico = f"charger, {power.SUPPLY_LIMIT_MA}", f"the Pico's own regulator, {power.PICO_3V3_LIMIT_MA}"
    for what, words, limit in (
        ("base", "**sum, base**", charger),
        ("all", "**sum with hole LEDs**", charger),
        ("RAIL", "of it, sensor rail", f"regulator, {power.REGULATOR_LIMIT_MA}"),
        ("3V3", "of it, Pico and what hangs on its 3V3", pico),
    ):
        rows.append((words, "", *(power.total(what, case) for case in ("typical", "worst")), f"limit: {limit} mA"))
    for words, switched in (("at rest, lights dark", False), ("at rest, the sensors switched off between looks", True)):
        ma, worst_ma = (power.resting_ma(switched, case) for case in ("typical", "worst"))
        rows.append(
            (
                words,
                "",
                f"{ma:.0f}",
                f"{worst_ma:.0f}",
                f"{PACK_MAH / ma:.0f} h from a power bank of {PACK_MAH} mAh",
            )
        )
    return table(("what", "load", "typical, mA", "worst, mA", "source, limit"), rows)


def readings() -> str:
    """What a hole reads with and without a piece, in counts and in the thousandths that the board tells."""
    rows = []
    for kind in (sensors.DRV5055A3, sensors.SS49E):
        piece, worst, empty = (
            f(kind) for f in (sensors.nominal_counts, sensors.worst_piece_counts, sensors.worst_empty_counts)
        )
        cells = [f"{value:.0f} counts = {sensors.reading(value) * 1000:.0f}" for value in (piece, worst, empty)]
        rows.append((f"{kind.name}, {kind.gap_mm:g} mm", *cells))
    return table(("sensor", "piece, as it should be", "piece, everything against it", "empty hole, worst"), rows)


PACK_MAH = 6000  # at 5 V, of a power bank sold as 10,000 mAh: cells of 3.7 V, 80 % of their energy
CELL_MAH = 1000  # an alkaline AA down to 1.23 V, 3.7 V for three, where the LEDs lose their blue: makers' curves
# A Pico that stands still takes 0.9 mA at 5 V (measured with MicroPython's lightsleep(), its commit b004e7e); the same
# power at 4.2 V is 1.1. The transistor lets through 0.025 at most (IRLZ44N data sheet), and the LEDs take nothing.
ASLEEP_MA = 1.1


def dice_parts() -> str:
    """What to buy for the dice without the boat."""
    lines = sorted(bom.lines("dice"), key=lambda line: line.part != "Pico")
    rows = [(p.part, p.name, p.alternative, p.quantity, p.needed_for, f"{p.about_eur:g}") for p in lines]
    usb = sum(p.about_eur for p in lines if p.needed_for != "with cells")
    cells = sum(p.about_eur for p in lines if p.part != "diode")
    about = f"About {usb:.0f} EUR with USB, {cells:.0f} EUR with cells, without tools.\n"
    about += f"{paid(usb, 2)}; with cells {paid(cells, 2)}.\n{CUSTOMS}\n"
    return table(("part", "exact name", "instead", "quantity", "for", "about EUR"), rows) + "\n" + about


SHIPPING_EUR = 6  # of a small parcel


def paid(eur: float, parcels: int = 1) -> str:
    """What is paid in the end, in words."""
    price = (eur + parcels * SHIPPING_EUR) * (1 + bom.VAT)
    return f"{price:.0f} EUR with shipping and {bom.VAT:.0%} VAT, {bom.PRICES}"


CUSTOMS = (
    f"A parcel from outside the EU costs {bom.LINE_EUR:g} EUR more for each kind of goods in it, and the VAT on that: "
    "customs since July 2026."
)


def first_parts() -> str:
    """What to buy for the first throw."""
    lines = bom.lines("first")
    rows = [(p.part, p.name, p.alternative, p.quantity, p.needed_for, f"{p.about_eur:g}") for p in lines]
    eur = sum(p.about_eur for p in lines)
    about = f"About {eur:.0f} EUR; {paid(eur)}.\n{CUSTOMS}\n"
    return table(("part", "exact name", "instead", "quantity", "for", "about EUR"), rows) + "\n" + about


def dice_power() -> str:
    """What the dice without the boat draw, and how long three cells last."""
    pico, lit = next(item for item in power.items() if item.what == "Pico"), power.LIT_PIPS
    shown = [
        (f"two dice lie, {lit} LEDs lit on average", pico.typical_ma + power.dice_ma(lit)),
        ("all eight at the firmware's cap, the Pico at its most", pico.worst_ma + power.dice_ma(config.DICE_LEDS)),
        ("dark, with cells: asleep", ASLEEP_MA),
        ("without the transistor", ASLEEP_MA + power.dice_ma(0)),
    ]
    rows = [("dark, with USB", f"{pico.typical_ma + power.dice_ma(0):g} mA", "")]
    rows += [(what, f"{ma:g} mA", f"{CELL_MAH / ma:.0f} h") for what, ma in shown]
    return table(("state", "draws", "three AA cells last"), rows)


def scan() -> str:
    """One example of the chain from hole to code, and its way back."""
    rows = []
    for hole in ("A1", "M8", "M17", "B16"):
        q, channel = netlist.place(hole)
        gp = config.PIN_SIG[q - 1]
        rows.append((hole, f"Sensor {hole}", f"mux {q}", f"C{channel}", f"GP{gp}", netlist.scan_index(hole)))
    return table(("hole", "sensor", "mux", "channel", "pin", "place in a scan"), rows)


def connections_csv() -> str:
    """Every wire as CSV, to be ticked off with a pencil."""
    return as_csv(("step", "from", "to", "colour", "done"), [(*row, "") for row in netlist.connections()])
