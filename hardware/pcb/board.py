"""The text of a .kicad_pcb file, and of the footprint library that goes with it.

Same design, same bytes: identifiers follow from names, and nothing depends on the day or the machine.
"""

from hardware.pcb import fill, symbols
from hardware.pcb import parts as stock
from hardware.pcb.design import DATE, REVISION, Design, pads
from hardware.pcb.sexpr import Text, ident, write

LIBRARY = "daldos"
VERSION = 20241229  # the format of KiCad 9
ORIGIN_MM = (50.0, 50.0)  # where the board's corner lies on the sheet
_LAYERS = (
    (0, "F.Cu", "signal"),
    (2, "B.Cu", "signal"),
    (13, "F.Paste", "user"),
    (15, "B.Paste", "user"),
    (5, "F.SilkS", "user"),
    (7, "B.SilkS", "user"),
    (1, "F.Mask", "user"),
    (3, "B.Mask", "user"),
    (25, "Edge.Cuts", "user"),
    (31, "F.CrtYd", "user"),
    (29, "B.CrtYd", "user"),
    (35, "F.Fab", "user"),
    (33, "B.Fab", "user"),
)
_COURT_MM = 0.15


def _side(layer: str, back: bool) -> str:
    return layer.replace("F.", "B.") if back else layer


def _line(start, end, layer, wide, kind, *name) -> list:
    stroke = ["stroke", ["width", wide], ["type", "solid"]]
    return [kind, ["start", *start], ["end", *end], stroke, ["layer", Text(layer)], ident(*name)]


def _font(high, back=False, thick=None) -> list:
    effects = ["effects", ["font", ["size", high, high], ["thickness", thick or round(high * 0.15, 3)]]]
    return effects + ([["justify", "mirror"]] if back else [])


def _property(name, value, layer, back, hide, *ids, y=0.0) -> list:
    entry = ["property", Text(name), Text(value), ["at", 0, y, 0], ["layer", Text(_side(layer, back))]]
    return entry + ([["hide", "yes"]] if hide else []) + [ident(*ids), _font(1, back)]


def _pad(pad, number, back, angle, net, *ids) -> list:
    y = -pad.y if back else pad.y
    kinds = {"smd": "smd", "tht": "thru_hole", "npth": "np_thru_hole"}
    shape = {"rect": "rect", "round": "circle", "oval": "oval"}[pad.shape]
    entry = ["pad", Text(number), kinds[pad.kind], shape, ["at", pad.x, y, *([angle] if angle else [])]]
    entry.append(["size", pad.width, pad.height])
    if pad.drill:
        entry.append(["drill", pad.drill])
    if pad.kind == "smd":
        layers = [_side(f"F.{name}", back) for name in ("Cu", "Mask", "Paste")]
    else:
        layers = ["*.Cu", "*.Mask"]
    entry.append(["layers", *map(Text, layers)])
    if pad.kind == "tht":
        entry.append(["remove_unused_layers", "no"])
    if net:
        entry.append(["net", net[0], Text(net[1])])
    return [*entry, ident(*ids)]


def buys(part) -> bool:
    """Whether a part is bought and mounted; screws' holes, bridges and pads for a probe are not."""
    return bool(part.order)


def attributes(footprint, bought: bool) -> list:
    """The attr entry of a footprint."""
    kinds = {pad.kind for pad in footprint.pads}
    words = ["through_hole"] if "tht" in kinds else ["smd"] if "smd" in kinds and bought else []
    if kinds == {"npth"}:
        words = ["board_only"]
    return ["attr", *words, *([] if bought else ["exclude_from_pos_files", "exclude_from_bom"])]


def _drawings(footprint, back, *ids) -> "list[list]":
    """Silk, outline and courtyard of a footprint."""
    sign = -1 if back else 1
    found = []
    for k, (ax, ay, bx, by) in enumerate(footprint.silk):
        silk = _side("F.SilkS", back)
        found.append(_line((ax, sign * ay), (bx, sign * by), silk, 0.15, "fp_line", *ids, "silk", k))
    for layer, grow, wide in (("F.Fab", 0.0, 0.1), ("F.CrtYd", _COURT_MM, 0.05)):
        boxes = [footprint.body] if layer == "F.Fab" else stock.rooms(footprint)
        for n, (x0, y0, x1, y1) in enumerate(boxes):
            corners = [(x0 - grow, y0 - grow), (x1 + grow, y0 - grow), (x1 + grow, y1 + grow), (x0 - grow, y1 + grow)]
            corners = [(x, sign * y) for x, y in corners]
            for k, (a, b) in enumerate(zip(corners, corners[1:] + corners[:1], strict=False), 4 * n):
                found.append(_line(a, b, _side(layer, back), wide, "fp_line", *ids, layer, k))
    return found


def _model(footprint, folder) -> "list[list]":
    if not footprint.high:
        return []
    path = f"${{KIPRJMOD}}/{folder}/{footprint.name}.wrl"
    xyz = [["offset", ["xyz", 0, 0, 0]], ["scale", ["xyz", 1, 1, 1]], ["rotate", ["xyz", 0, 0, 0]]]
    return [["model", Text(path), *xyz]]


def footprint_file(footprint, bought: bool, folder: str) -> str:
    """The text of a .kicad_mod file."""
    ids = (LIBRARY, footprint.name)
    node = [
        "footprint",
        Text(footprint.name),
        ["version", VERSION],
        ["generator", Text("daldos")],
        ["layer", Text("F.Cu")],
    ]
    node.append(["descr", Text(footprint.what)])
    for name, value, layer, hide in (("Reference", "REF**", "F.Fab", False), ("Value", footprint.name, "F.Fab", True)):
        node.append(_property(name, value, layer, False, hide, *ids, name))
    for name in ("Datasheet", "Description"):
        node.append(_property(name, "", "F.Fab", False, True, *ids, name))
    node.append(attributes(footprint, bought))
    node += _drawings(footprint, False, *ids)
    node += [_pad(pad, pad.number, False, 0, None, *ids, "pad", k) for k, pad in enumerate(footprint.pads)]
    return write([*node, ["embedded_fonts", "no"], *_model(footprint, folder)])


def _footprint(design, part, nets, symbol, folder) -> list:
    footprint, back = stock.FOOTPRINTS[part.footprint], part.back
    ids = (design.name, part.ref)
    node = ["footprint", Text(f"{LIBRARY}:{part.footprint}"), ["layer", Text(_side("F.Cu", back))], ident(*ids)]
    node.append(["at", part.x + ORIGIN_MM[0], part.y + ORIGIN_MM[1], *([part.angle] if part.angle else [])])
    node.append(["descr", Text(footprint.what)])
    for name, value, hide in (
        ("Reference", part.ref, False),
        ("Value", part.value, True),
        ("Datasheet", "", True),
        ("Description", "", True),
    ):
        node.append(_property(name, value, "F.Fab", back, hide, *ids, name))
    if symbol:
        node += [
            ["path", Text("/" + symbol)],
            ["sheetname", Text("/")],
            ["sheetfile", Text(f"{design.name}.kicad_sch")],
        ]
    node.append(attributes(footprint, buys(part)))
    node += _drawings(footprint, back, *ids)
    for k, pad in enumerate(footprint.pads):
        net = part.pads.get(pad.number) or unconnected(part, pad.number)
        node.append(_pad(pad, pad.number, back, part.angle, net and (nets[net], net), *ids, "pad", k))
    return [*node, ["embedded_fonts", "no"], *_model(footprint, folder)]


def unconnected(part, pad: str) -> str:
    """The net that KiCad gives a pin marked as not connected; none for what has no symbol pin."""
    return f"unconnected-({part.ref}-{symbols.pin_name(part, pad)}-Pad{pad})" if pad else ""


def _zone(design, area, polygons, nets, k) -> list:
    dx, dy = ORIGIN_MM
    node = [
        "zone",
        ["net", nets[area.net]],
        ["net_name", Text(area.net)],
        ["layers", *[Text(("F.Cu", "B.Cu")[layer]) for layer in area.layers]],
    ]
    node += [
        ident(design.name, "area", k),
        ["hatch", "edge", 0.5],
        ["connect_pads", "thru_hole_only", ["clearance", fill.CLEARANCE_MM]],
    ]
    node += [["min_thickness", fill.THIN_MM], ["filled_areas_thickness", "no"]]
    node.append(["fill", "yes", ["thermal_gap", fill.GAP_MM], ["thermal_bridge_width", fill.SPOKE_MM]])
    node.append(["polygon", ["pts", *[["xy", x + dx, y + dy] for x, y in area.outline]]])
    for layer, found in zip(("F.Cu", "B.Cu"), polygons, strict=False):
        for polygon in found:
            points = ["pts", *[["xy", x + dx, y + dy] for x, y in polygon]]
            node.append(["filled_polygon", ["layer", Text(layer)], points])
    return node


def board_file(design: Design, routed, poured, paths, folder: str) -> str:
    """The text of the .kicad_pcb file; `poured`: polygons of each area, `paths`: identifier of each part's symbol."""
    dx, dy = ORIGIN_MM
    names = [""] + sorted({pad.net for pad in pads(design) if pad.net})
    names += sorted(
        filter(
            None,
            {
                unconnected(p, pad.number)
                for p in design.parts
                for pad in stock.FOOTPRINTS[p.footprint].pads
                if pad.number not in p.pads
            },
        )
    )
    nets = {name: k for k, name in enumerate(names)}
    node = ["kicad_pcb", ["version", VERSION], ["generator", Text("daldos")], ["generator_version", Text("9.0")]]
    node += [["general", ["thickness", 1.6], ["legacy_teardrops", "no"]], ["paper", Text("A4")]]
    node.append(["title_block", ["title", Text(design.title)], ["date", Text(DATE)], ["rev", Text(REVISION)]])
    node.append(["layers", *[[number, Text(name), kind] for number, name, kind in _LAYERS]])
    node.append(
        [
            "setup",
            ["pad_to_mask_clearance", 0.05],
            ["allow_soldermask_bridges_in_footprints", "no"],
            ["tenting", "front", "back"],
        ]
    )
    node += [["net", k, Text(name)] for name, k in nets.items()]
    node += [_footprint(design, part, nets, paths.get(part.ref), folder) for part in design.parts]
    for k, (a, b) in enumerate(zip(design.outline, design.outline[1:] + design.outline[:1], strict=False)):
        ends = [(x + dx, y + dy) for x, y in (a, b)]
        node.append(_line(*ends, "Edge.Cuts", 0.1, "gr_line", design.name, "edge", k))
    for k, words in enumerate(design.words):
        layer = Text(_side("F.SilkS", words.back))
        at = ["at", words.x + dx, words.y + dy, words.angle]
        entry = ["gr_text", Text(words.text), at, ["layer", layer], ident(design.name, "words", k)]
        node.append([*entry, _font(words.high, words.back)])
    for k, track in enumerate(routed.tracks):
        ends = [["start", track.start[0] + dx, track.start[1] + dy], ["end", track.end[0] + dx, track.end[1] + dy]]
        layer = Text(("F.Cu", "B.Cu")[track.layer])
        node.append(
            [
                "segment",
                *ends,
                ["width", track.width],
                ["layer", layer],
                ["net", nets[track.net]],
                ident(design.name, "track", k),
            ]
        )
    for k, via in enumerate(routed.vias):
        entry = ["via", ["at", via.x + dx, via.y + dy], ["size", via.size], ["drill", via.drill]]
        node.append(
            [*entry, ["layers", Text("F.Cu"), Text("B.Cu")], ["net", nets[via.net]], ident(design.name, "via", k)]
        )
    for k, (area, polygons) in enumerate(zip(design.areas, poured, strict=False)):
        node.append(_zone(design, area, polygons, nets, k))
    return write([*node, ["embedded_fonts", "no"]])
