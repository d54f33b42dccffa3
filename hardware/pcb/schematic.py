"""The text of a .kicad_sch file: every part as a box, every pin with the name of its net.

There are no drawn wires: a label at each pin says what it is joined with, as in a wire list. What a pin of the board is
joined with is compared with this by KiCad (`--schematic-parity`).
"""

from hardware.pcb import symbols
from hardware.pcb.board import LIBRARY, buys
from hardware.pcb.design import DATE, REVISION
from hardware.pcb.sexpr import Text, ident, write

VERSION = 20250114  # the format of KiCad 9
_SHEET_MM = (420.0, 297.0)  # A3
_TOP_MM, _BOTTOM_MM, _LEFT_MM = 25.4, 254.0, 40.64
_COLUMN_MM = 60.96


def drawn(design) -> list:
    """The parts that have a symbol: those with a pad to connect."""
    return [part for part in design.parts if part.value in symbols.SYMBOLS]


def paths(design) -> "dict[str, str]":
    """Part -> identifier of its symbol."""
    return {part.ref: ident(design.name, "symbol", part.ref)[1] for part in drawn(design)}


def flagged(design) -> "list[str]":
    """Nets that feed a power pin and come from no power pin: they need a flag, for KiCad's electrical rules."""
    kinds = {}
    for part in drawn(design):
        for pin in symbols.SYMBOLS[part.value]:
            if pin.number in part.pads:
                kinds.setdefault(part.pads[pin.number], set()).add(pin.kind)
    return sorted(net for net, found in kinds.items() if "power_in" in found and "power_out" not in found)


def _property(name, value, x, y, hide) -> list:
    effects = ["effects", ["font", ["size", 1.27, 1.27]], *([["hide", "yes"]] if hide else [])]
    return ["property", Text(name), Text(value), ["at", x, y, 0], effects]


def _instance(design, root, ref, name, value, footprint, bom, x, y, pins) -> list:
    ids = (design.name, "symbol", ref)
    low = y + (symbols.rows(pins) - 0.5) * symbols.GRID_MM
    node = ["symbol", ["lib_id", Text(f"{LIBRARY}:{name}")], ["at", x, y, 0], ["unit", 1], ["exclude_from_sim", "no"]]
    node += [["in_bom", "yes" if bom else "no"], ["on_board", "yes"], ["dnp", "no"], ident(*ids)]
    node += [_property("Reference", ref, x, y - 2.54, False), _property("Value", value, x, low + 1.27, False)]
    node.append(_property("Footprint", footprint, x, y, True))
    node += [_property(key, "", x, y, True) for key in ("Datasheet", "Description")]
    node += [["pin", Text(pin.number), ident(*ids, "pin", pin.number)] for pin in pins]
    path = ["path", Text("/" + root), ["reference", Text(ref)], ["unit", 1]]
    return [*node, ["instances", ["project", Text(design.name), path]]]


def _ends(design, ref, pins, pads, x, y) -> "list[list]":
    """A label at each pin that has a net, a cross at each that has none."""
    found = []
    for pin in pins:
        dx, dy, left = symbols.ends(pins)[pin.number]
        at = [round(x + dx, 4), round(y + dy, 4)]
        ids = ident(design.name, "end", ref, pin.number)
        net = pads.get(pin.number)
        if net:
            turn, side = (180, "right") if left else (0, "left")
            entry = ["global_label", Text(net), ["shape", "passive"], ["at", *at, turn], ["fields_autoplaced", "yes"]]
            effects = ["effects", ["font", ["size", 1.27, 1.27]], ["justify", side]]
            found.append([*entry, effects, ids, _sheet_reference(at)])
        else:
            found.append(["no_connect", ["at", *at], ids])
    return found


def _sheet_reference(at) -> list:
    effects = ["effects", ["font", ["size", 1.27, 1.27]], ["hide", "yes"]]
    return ["property", Text("Intersheetrefs"), Text("${INTERSHEET_REFS}"), ["at", *at, 0], effects]


def schematic_file(design) -> str:
    """The text of the .kicad_sch file."""
    root = ident(design.name, "sheet")[1]
    node = ["kicad_sch", ["version", VERSION], ["generator", Text("daldos")], ["generator_version", Text("9.0")]]
    node += [["uuid", Text(root)], ["paper", Text("A3")]]
    node.append(["title_block", ["title", Text(design.title)], ["date", Text(DATE)], ["rev", Text(REVISION)]])
    used = sorted({part.value for part in drawn(design)})
    kinds = [symbols.symbol(name, symbols.SYMBOLS[name], LIBRARY) for name in used]
    flags = flagged(design)
    if flags:
        kinds.append(symbols.symbol("PWR_FLAG", symbols.FLAG, LIBRARY))
    node.append(["lib_symbols", *kinds])
    things = [
        (p.ref, p.value, p.value, f"{LIBRARY}:{p.footprint}", buys(p), symbols.SYMBOLS[p.value], p.pads)
        for p in drawn(design)
    ]
    things += [
        (f"#FLG{i}", "PWR_FLAG", "PWR_FLAG", "", False, symbols.FLAG, {"1": net}) for i, net in enumerate(flags, 1)
    ]
    x, y, labels, placed = _LEFT_MM, _TOP_MM, [], []
    for ref, name, value, footprint, bom, pins, pads in sorted(things, key=lambda thing: -symbols.rows(thing[5])):
        high = (symbols.rows(pins) + 3) * symbols.GRID_MM
        if y + high > _BOTTOM_MM:
            x, y = round(x + _COLUMN_MM, 4), _TOP_MM
        labels += _ends(design, ref, pins, pads, x, y)
        placed.append(_instance(design, root, ref, name, value, footprint, bom, x, y, pins))
        y = round(y + high, 4)
    assert x + _COLUMN_MM / 2 < _SHEET_MM[0], "the sheet is full"
    node += labels + placed
    return write([*node, ["sheet_instances", ["path", Text("/"), ["page", Text("1")]]], ["embedded_fonts", "no"]])


def library_file() -> str:
    """The text of the symbol library."""
    node = [
        "kicad_symbol_lib",
        ["version", 20241209],
        ["generator", Text("daldos")],
        ["generator_version", Text("9.0")],
    ]
    node += [symbols.symbol(name, pins) for name, pins in sorted(symbols.SYMBOLS.items())]
    return write([*node, symbols.symbol("PWR_FLAG", symbols.FLAG)])
