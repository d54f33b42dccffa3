"""The schematic's symbols: for each kind of part its pins with names and kinds, drawn as plain boxes.

>>> [pin.name for pin in SYMBOLS["DRV5055A3"]]
['VCC', 'GND', 'OUT']
"""

from collections import namedtuple

from hardware import netlist
from hardware.pcb import cable
from hardware.pcb.sexpr import Text

# kind as KiCad's electrical rules know it; left or right side of the box
Pin = namedtuple("Pin", "number name kind left")

GRID_MM = 2.54


def _both(kind="passive") -> "list[Pin]":
    return [Pin("1", "1", kind, True), Pin("2", "2", kind, False)]


def _listed(names, kind="passive") -> "list[Pin]":
    return [Pin(str(i), name, kind, True) for i, name in enumerate(names, 1)]


def _mux() -> "list[Pin]":
    left = [("24", "VCC", "power_in"), ("12", "GND", "power_in"), ("15", "E", "input"), ("1", "SIG", "passive")]
    left += [(pin, f"S{i}", "input") for i, pin in enumerate(("10", "11", "14", "13"))]
    channel = ("9", "8", "7", "6", "5", "4", "3", "2", "23", "22", "21", "20", "19", "18", "17", "16")
    return [Pin(*pin, True) for pin in left] + [Pin(pin, f"I{i}", "passive", False) for i, pin in enumerate(channel)]


def _buffer() -> "list[Pin]":
    pins = [Pin("14", "VCC", "power_in", True), Pin("7", "GND", "power_in", True)]
    for gate, (enable, inward, outward) in enumerate(
        (("1", "2", "3"), ("4", "5", "6"), ("10", "9", "8"), ("13", "12", "11")), 1
    ):
        pins += [Pin(enable, f"{gate}OE", "input", True), Pin(inward, f"{gate}A", "input", True)]
        pins.append(Pin(outward, f"{gate}Y", "output", False))
    return pins


def _pico() -> "list[Pin]":
    pins = []
    for number, name in enumerate(netlist.PICO_PINS, 1):
        kind = {"VBUS": "power_out", "3V3(OUT)": "power_out"}.get(name, "passive")
        pins.append(Pin(str(number), name.replace("(", "_").replace(")", ""), kind, number <= 20))
    return pins


SYMBOLS = {
    "DRV5055A3": [
        Pin("1", "VCC", "power_in", True),
        Pin("3", "GND", "power_in", True),
        Pin("2", "OUT", "output", False),
    ],
    "CD74HC4067": _mux(),
    "100n": _both(),
    "1u": _both(),
    "10u": _both(),
    "470u": _both(),
    "10n": _both(),
    "1k": _both(),
    "10k": _both(),
    "330": _both(),
    "bridge": _listed(("HALF", "CH2", "M17")),
    "carrier": _listed(f"{i} {wire}" for i, wire in enumerate(cable.CABLE, 1)),
    "quarter": _listed(f"{i} {wire}" for i, wire in enumerate(cable.CABLE, 1)),
    "Pico": _pico(),
    "MCP1825S-3302": [
        Pin("1", "VIN", "power_in", True),
        Pin("2", "GND", "power_in", True),
        Pin("3", "VOUT", "power_out", False),
    ],
    "TPS22918": [
        Pin("1", "VIN", "power_in", True),
        Pin("2", "GND", "power_in", True),
        Pin("3", "ON", "input", True),
        Pin("6", "VOUT", "power_out", False),
        Pin("5", "QOD", "passive", False),
        Pin("4", "CT", "passive", False),
    ],
    "BAT54S": _listed(("A1", "K2", "K1_A2")),
    "74AHCT125": _buffer(),
    "dice box": _listed(("5V", "DATA", "LED_GND", "BUTTON", "BUTTON_GND")),
    "buzzer": _listed(("BUZZER", "GND")),
    "probe": [Pin("1", "1", "passive", True)],
}
FLAG = [Pin("1", "pwr", "power_out", True)]  # tells KiCad that a net is fed from outside


def pin_name(part, pad: str) -> str:
    """The name of a part's pin."""
    return next(pin.name for pin in SYMBOLS[part.value] if pin.number == pad)


def half_wide(pins) -> float:
    """From the middle of the box to its side, mm."""
    longest = max((len(pin.name) for pin in pins if len(pin.name) > 2), default=0)
    return GRID_MM * (2 if longest < 4 else 3 if longest < 8 else 5)


def rows(pins) -> int:
    """How many pins the longer side has."""
    return max(sum(pin.left for pin in pins), sum(not pin.left for pin in pins), 1)


def ends(pins) -> "dict[str, tuple[float, float, bool]]":
    """Pin number -> (x, y, left) of its free end, y down, from the middle of the first row."""
    reach = half_wide(pins) + GRID_MM
    found, count = {}, {True: 0, False: 0}
    for pin in pins:
        found[pin.number] = (-reach if pin.left else reach, count[pin.left] * GRID_MM, pin.left)
        count[pin.left] += 1
    return found


def _font(high=1.27, *more) -> list:
    return ["effects", ["font", ["size", high, high]], *more]


def symbol(name: str, pins, library: str = "") -> list:
    """A symbol as KiCad's libraries and schematics hold it."""
    wide, low = half_wide(pins), -(rows(pins) - 0.5) * GRID_MM
    flag = pins is FLAG
    node = ["symbol", Text(f"{library}:{name}" if library else name)]
    node += [["power"]] if flag else []
    if all(pin.name == pin.number for pin in pins) or flag:
        node += [["pin_numbers", ["hide", "yes"]], ["pin_names", ["hide", "yes"]]]
    node += [["exclude_from_sim", "no"], ["in_bom", "yes"], ["on_board", "yes"]]
    for key, value, y in (("Reference", "#FLG" if flag else "U", 2.54), ("Value", name, low - 1.27)):
        node.append(["property", Text(key), Text(value), ["at", 0, y, 0], _font()])
    for key in ("Footprint", "Datasheet", "Description"):
        node.append(["property", Text(key), Text(""), ["at", 0, 0, 0], _font(1.27, ["hide", "yes"])])
    frame = ["rectangle", ["start", -wide, GRID_MM / 2], ["end", wide, low]]
    frame += [["stroke", ["width", 0.2], ["type", "default"]], ["fill", ["type", "background"]]]
    node.append(["symbol", Text(f"{name}_0_1"), frame])
    unit = ["symbol", Text(f"{name}_1_1")]
    for pin in pins:
        x, y, left = ends(pins)[pin.number]
        entry = ["pin", pin.kind, "line", ["at", x, -y, 0 if left else 180], ["length", GRID_MM]]
        unit.append([*entry, ["name", Text(pin.name), _font()], ["number", Text(pin.number), _font()]])
    return [*node, unit, ["embedded_fonts", "no"]]
