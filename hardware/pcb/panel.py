"""A panel of five quarter boards between two rails, apart by V-cuts: for makers who solder panels only, and for many.

The boards lie side by side, long edge at long edge, so each cut is one straight line; at the prow, where the tongues
stick out, nothing is cut. The cuts are drawn on the layer User.Drawings. What makers want of a panel, such as its size
and marks for their machines, was not checked with any. `panel.py TARGET` writes the board file.

    >>> cuts_mm()
    [0.0, 60.0, 120.0, 180.0, 240.0, 300.0]
"""

import sys
from pathlib import Path

import shapely

from hardware.pcb import board, quarter
from hardware.pcb.sexpr import Text, every, ident, read, write

NAME, BOARDS = "quarter-panel", 5
RAIL_MM = 5.0
LONG_MM, WIDE_MM = quarter.TONGUE_MM, BOARDS * quarter.WIDE_MM + 2 * RAIL_MM
_COPIED = ("footprint", "segment", "via", "zone", "gr_text")
_PLACES = ("at", "start", "end", "xy")
_SCHEMATIC = (["path"], ["sheetname"], ["sheetfile"])


def cuts_mm() -> "list[float]":
    """Where the cuts run, mm from the long edge of the first board."""
    return [k * quarter.WIDE_MM for k in range(BOARDS + 1)]


def outline() -> "list[tuple[float, float]]":
    """All boards and both rails, once round."""
    one, rail = shapely.Polygon(quarter.BOARD.outline), shapely.box(0, -RAIL_MM, LONG_MM, 0)
    parts = [shapely.affinity.translate(one, 0, y) for y in cuts_mm()[:-1]]
    whole = shapely.union_all([*parts, rail, shapely.affinity.translate(rail, 0, cuts_mm()[-1] + RAIL_MM)])
    return list(whole.simplify(0).exterior.coords)[:-1]


def _copy(node, k: int, nets: int, inside: bool = False):
    """What belongs to board `k`, moved down, with nets and names of its own; inside: what lies within a footprint."""
    if not isinstance(node, list):
        return node
    kind, rest = node[0], node[1:]
    if kind in _PLACES and not inside:
        return [kind, rest[0], float(rest[1]) + (k - 1) * quarter.WIDE_MM, *rest[2:]]
    if kind == "uuid":
        return ident(NAME, k, rest[0])
    if kind == "net" and rest[0] != "0":
        return [kind, int(rest[0]) + (k - 1) * nets, *(Text(f"{name}.{k}") for name in rest[1:])]
    if kind == "net_name":
        return [kind, Text(f"{rest[0]}.{k}")]
    if kind == "property" and rest[0] == "Reference":
        return [kind, rest[0], Text(f"{rest[1]}.{k}"), *(_copy(item, k, nets, True) for item in rest[2:])]
    kept = [item for item in rest if item[:1] not in _SCHEMATIC]
    return [kind, *(_copy(item, k, nets, inside or kind == "footprint" and item[:1] != ["at"]) for item in kept)]


def _line(start, end, layer: str, *name) -> list:
    dx, dy = quarter.BOARD.origin
    node = ["gr_line", ["start", start[0] + dx, start[1] + dy], ["end", end[0] + dx, end[1] + dy]]
    return [*node, ["stroke", ["width", 0.1], ["type", "solid"]], ["layer", Text(layer)], ident(NAME, *name)]


def board_file(one: str) -> str:
    """The .kicad_pcb of the panel, from that of one quarter board."""
    node = read(one)
    nets = every(node, "net")
    whole = []
    for item in node:
        kind = item[0] if isinstance(item, list) else ""
        if kind == "net":
            whole += [item] if item[1] == "0" else [_copy(item, k, len(nets) - 1) for k in range(1, BOARDS + 1)]
        elif kind in _COPIED:
            whole += [_copy(item, k, len(nets) - 1) for k in range(1, BOARDS + 1)]
        elif kind == "layers":
            whole.append([*item, ["17", Text("Dwgs.User"), "user"]])
        elif kind != "gr_line":
            whole.append(item)
    edge = outline()
    lines = [_line(*ends, "Edge.Cuts", "edge", *ends) for ends in zip(edge, [*edge[1:], edge[0]], strict=True)]
    for y in cuts_mm():
        lines.append(_line((-8.0, y), (LONG_MM + 8.0, y), "Dwgs.User", "cut", y))
        at = ["at", quarter.BOARD.origin[0] + LONG_MM + 13.0, quarter.BOARD.origin[1] + y, 0]
        font = ["effects", ["font", ["size", 1.5, 1.5], ["thickness", 0.2]]]
        lines.append(["gr_text", Text("V-CUT"), at, ["layer", Text("Dwgs.User")], ident(NAME, "word", y), font])
    return write([*whole[:-1], *lines, whole[-1]])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(board_file(board.text_of("quarter")), encoding="utf-8")
