"""Make the boards' KiCad files and parts lists: what `tools/pcb.sh` runs before KiCad checks and exports them.

python -m hardware.pcb.generate            write what has changed
python -m hardware.pcb.generate --check    write nothing; name what is out of date, exit status 1

No KiCad is needed for this. The same sources give the same bytes, on every machine.
"""

import sys
from pathlib import Path

import shapely

from hardware import tables
from hardware.model import boards
from hardware.pcb import (
    assemble,
    board,
    carrier,
    cost,
    drawings,
    order,
    page,
    plugs,
    project,
    quarter,
    route,
    schematic,
    sexpr,
    shapes,
    silk,
)
from hardware.pcb.parts import FOOTPRINTS

HERE = Path(__file__).resolve().parent
BOARDS = {"quarter": quarter.design, "carrier": carrier.design}
MODELS = "shapes"
PAGE = {
    "board-cost": cost.table,
    "board-ways": cost.ways,
    "board-tools": cost.tools,
    "board-plugs": plugs.table,
    "board-figures": boards.table,
}
_NOT_BOUGHT = ("Jumper_3", "TestPoint", "Screw_M2.5", "Bite")


def board_text(name: str, say=lambda words: None) -> str:
    """The .kicad_pcb of one board, routed again."""
    design = silk.labelled(BOARDS[name]())
    router, poured = assemble.assemble(design, say)
    return board.board_file(design, router, poured, schematic.paths(design), MODELS)


def light() -> "dict[str, str]":
    """Path under hardware/pcb/ -> text, of all but the boards themselves."""
    made = {
        "kicad/fp-lib-table": project.library_table("fp", f"{board.LIBRARY}.pretty"),
        "kicad/sym-lib-table": project.library_table("sym", f"{board.LIBRARY}.kicad_sym"),
        f"kicad/{board.LIBRARY}.kicad_sym": schematic.library_file(),
    }
    for name, footprint in FOOTPRINTS.items():
        text = board.footprint_file(footprint, name not in _NOT_BOUGHT, MODELS)
        made[f"kicad/{board.LIBRARY}.pretty/{name}.kicad_mod"] = text
        if shapes.boxes(name):
            made[f"kicad/{MODELS}/{name}.wrl"] = shapes.vrml(name)
    for name, design in BOARDS.items():
        board_design = design()
        made[f"kicad/{name}.kicad_sch"] = schematic.schematic_file(board_design)
        made[f"kicad/{name}.kicad_pro"] = project.project_file(name)
        made[f"order/{name}-bom.csv"] = order.bom(board_design)
        made[f"order/{name}-placement.html"] = page.placement(board_design)
    made["order/set.csv"] = order.whole_set()
    made.update({f"pictures/{name}": draw() for name, draw in drawings.DRAWINGS.items()})
    made["../boards.md"] = tables.fill((HERE.parent / "boards.md").read_text(encoding="utf-8"), PAGE)
    return made


def _areas(text: str) -> "list[tuple[str, str, float]]":
    """(net, layer, square mm) of the filled areas of a board, areas of one layer and net together."""
    found = {}
    for zone in sexpr.every(sexpr.read(text), "zone"):
        for polygon in sexpr.every(zone, "filled_polygon"):
            points = [tuple(map(float, point[1:])) for point in sexpr.first(polygon, "pts")[1:]]
            key = sexpr.first(zone, "net_name")[1], sexpr.first(polygon, "layer")[1]
            found[key] = found.get(key, 0.0) + shapely.Polygon(points).buffer(0).area
    return sorted((*key, area) for key, area in found.items())


def same_board(old: str, new: str) -> bool:
    """Whether two board files are the same but for what another version of the geometry library rounds differently."""
    if old == new:
        return True
    bare = []
    for text in (old, new):
        node = sexpr.read(text)
        for zone in sexpr.every(node, "zone"):
            zone[:] = [item for item in zone if not (isinstance(item, list) and item[0] == "filled_polygon")]
        bare.append(node)
    if bare[0] != bare[1]:
        return False
    before, after = _areas(old), _areas(new)
    return [b[:2] for b in before] == [a[:2] for a in after] and all(
        abs(b[2] - a[2]) < 0.002 * b[2] for b, a in zip(before, after, strict=True)
    )


def same_but_copper(old: str, new: str) -> bool:
    """Whether two board files have the same parts, nets, outline, words and areas, whatever their tracks."""
    bare = []
    for text in (old, new):
        node = [item for item in sexpr.read(text) if not (isinstance(item, list) and item[0] in ("segment", "via"))]
        for zone in sexpr.every(node, "zone"):
            zone[:] = [item for item in zone if not (isinstance(item, list) and item[0] == "filled_polygon")]
        bare.append(node)
    return bare[0] == bare[1]


def unrouted(name: str) -> str:
    """The .kicad_pcb of one board without tracks: made at once."""
    design = silk.labelled(BOARDS[name]())
    bare = route.Router(design)
    bare.tracks = []
    return board.board_file(design, bare, [[[], []] for _ in design.areas], schematic.paths(design), MODELS)


def _all():
    """Path and text of everything; the boards first, for the figures of the page are read from their copper."""
    for name in BOARDS:
        yield f"kicad/{name}.kicad_pcb", board_text(name, lambda words: print(words, file=sys.stderr))
    yield from light().items()


def main(arguments) -> int:
    """Write or check all; returns the exit status."""
    check = arguments == ["--check"]
    if arguments and not check:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    stale = 0
    for path, text in _all():
        file = HERE / path
        old = file.read_text(encoding="utf-8") if file.exists() else ""
        if old == text or (path.endswith(".kicad_pcb") and old and same_board(old, text)):
            continue
        stale += 1
        print(("out of date: " if check else "wrote ") + f"hardware/pcb/{path}")
        if not check:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
