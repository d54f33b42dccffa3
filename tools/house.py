#!/usr/bin/env python3
"""The structure of the project, read from its imports: tools/house.py [--check]

    tools/house.py            draw docs/house.svg anew
    tools/house.py --check    write nothing; exit status 1 if the drawing is out of date

Two parts have rooms: the application core and the host. FLOORS says which room stands over which; a module imports
only from its own room and from floors below. host_tests/test_imports.py holds that, and that there is no circle.
"""

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DRAWING = ROOT / "docs/house.svg"

FOLDERS = {
    "daldos": "firmware/lib/daldos",
    "companion": "firmware/lib/companion",
    "picohw": "firmware/lib/picohw",
    "host": "host",
}
# Rooms, upper floors first; "door" is the package itself.
FLOORS = {
    "companion": (("door",), ("play", "far"), ("sensing", "judging", "lights", "console"), ("ticks",)),
    "host": (("door",), ("cli",), ("web", "measure"), ("usb",), ("terminal", "brain"), ("pico",), ("table", "words")),
}
ABOUT = {  # what each box is for, in a few words
    "companion.door": "app, button",
    "companion.play": "session, game, journal",
    "companion.far": "a game over a broker",
    "companion.sensing": "codes -> holes, wires",
    "companion.judging": "what the hand did",
    "companion.lights": "scene -> pixels",
    "companion.console": "lines of JSON",
    "companion.ticks": "time that wraps",
    "host.cli": "the command `daldos`",
    "host.web": "board in a browser",
    "host.measure": "campaigns, benchmarks",
    "host.usb": "a real board",
    "host.terminal": "desk, drawing, scripts",
    "host.brain": "learning, solving",
    "host.pico": "the emulated Pico",
    "host.table": "fake board, hands, stores",
    "host.words": "English, Danish, Norwegian",
    "daldos": "rules, games, the opponent",
    "picohw": "the drivers",
    "main": "composition root",
    "config": "pins, wiring, timings",
}


def room_of(part: str, module: str) -> str:
    """The room of `part` that a dotted module lies in: `companion.play.match` in play, `companion.app` at the door."""
    words = module.split(".")
    known = [room for floor in FLOORS[part] for room in floor]
    return words[1] if len(words) > 1 and words[1] in known else "door"


def imports(tree: ast.Module):
    """(line, dotted target) of every import, a target for each name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name


def arrows_up(part: str, module: str, tree: ast.Module):
    """(line, from room, to room) of every import of a module of `part` that does not point down."""
    here = room_of(part, module)
    level = {room: number for number, floor in enumerate(FLOORS[part]) for room in floor}
    for line, target in imports(tree):
        if target.partition(".")[0] == part:
            there = room_of(part, target)
            if there != here and level[there] <= level[here]:
                yield line, here, there


def modules() -> "dict[str, Path]":
    """Every module of the firmware and of the host by its dotted name."""
    found = {name: ROOT / f"firmware/{name}.py" for name in ("main", "config")}
    for part, folder in FOLDERS.items():
        for file in sorted((ROOT / folder).rglob("*.py")):
            words = (part, *file.relative_to(ROOT / folder).with_suffix("").parts)
            found[".".join(words).removesuffix(".__init__")] = file
    return found


def graph(found: "dict[str, Path]", late: bool = True) -> "dict[str, set[str]]":
    """The modules that each module imports, of those given; late: those too that a function imports when called."""
    edges = {}
    for module, file in found.items():
        targets = set()
        tree = ast.parse(file.read_text(encoding="utf-8"))
        if not late:
            tree.body = [node for node in tree.body if not isinstance(node, (ast.FunctionDef, ast.ClassDef))]
        for _, target in imports(tree):
            owner = target if target in found else target.rpartition(".")[0]
            if owner in found and owner != module:
                targets.add(owner)
        edges[module] = targets
    return edges


def circle(edges: "dict[str, set[str]]") -> "list[str]":
    """The modules of one circle of imports in their order, or an empty list."""
    done, path = set(), []

    def visit(module):
        if module in path:
            return path[path.index(module) :] + [module]
        if module not in done:
            path.append(module)
            for target in sorted(edges.get(module, ())):
                found = visit(target)
                if found:
                    return found
            path.pop()
            done.add(module)
        return []

    for module in sorted(edges):
        found = visit(module)
        if found:
            return found
    return []


# --- the drawing ------------------------------------------------------------------------------------------------------

BOX_W, BOX_H, GAP_X, GAP_Y, LEFT = 172, 46, 18, 40, 30
STYLE = """
  .paper { fill: #fbf8f2 } .part { fill: #f1e7d6; stroke: #a58a63 }
  .box { fill: #fffdf9; stroke: #6b5638; stroke-width: 1.2 }
  .arrow { stroke: #6b5638; stroke-width: 1.1; fill: none } .big { stroke: #9a3b1f; stroke-width: 2.2; fill: none }
  text { font-family: sans-serif; fill: #35291a }
  .name { font-size: 15px; font-weight: 600 } .about { font-size: 11.5px }
  .title { font-size: 16px; font-weight: 700 } .small { font-size: 12px }
""".strip("\n")


def _box_of(module: str) -> str:
    part = module.partition(".")[0]
    return f"{part}.{room_of(part, module)}" if part in FLOORS else part


def svg() -> str:
    """The drawing: a box a room, an arrow wherever a room imports from another of its part, and between parts."""
    found = modules()
    edges = graph(found)
    boxes = {}

    def floors(part: str, left: int, top: int, skip: tuple = ()) -> int:
        rows = [[room for room in floor if room not in skip] for floor in FLOORS[part]]
        widest = max(len(row) for row in rows) * (BOX_W + GAP_X) - GAP_X
        for row in [row for row in rows if row]:
            x = left + (widest - len(row) * (BOX_W + GAP_X) + GAP_X) // 2
            for room in row:
                boxes[f"{part}.{room}"] = (x, top)
                x += BOX_W + GAP_X
            top += BOX_H + GAP_Y
        return widest

    host_w = floors("host", LEFT + 20, 86, ("door",))
    core_left = LEFT + host_w + 110
    core_w = floors("companion", core_left, 172)
    core_bottom = max(y for box, (_, y) in boxes.items() if box.startswith("companion")) + BOX_H + 20
    bottom = max(y for _, y in boxes.values()) + BOX_H + 20
    boxes["main"] = (core_left + core_w + 70, 62)
    boxes["picohw"] = (core_left + core_w + 70, 172)
    boxes["config"] = (core_left + core_w + 70, 344)
    boxes["daldos"] = (core_left + (core_w - BOX_W) // 2, core_bottom + 44)
    width = core_left + core_w + 70 + BOX_W + 36
    height = max(bottom, core_bottom + 44 + BOX_H) + 44

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>The rooms of the project and which way imports point</title><style>\n{STYLE}\n</style>",
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z" fill="#6b5638"/></marker><marker id="bighead" viewBox="0 0 8 8" refX="7" refY="4" '
        'markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#9a3b1f"/></marker></defs>',
        f'<rect class="paper" width="{width}" height="{height}"/>',
    ]
    for part, title in (("host", "host: on a computer"), ("companion", "companion: the application core")):
        own = [boxes[box] for box in boxes if box.partition(".")[0] == part]
        x, y = min(x for x, _ in own) - 20, min(y for _, y in own) - 40
        w, h = max(x for x, _ in own) + BOX_W + 20 - x, max(y for _, y in own) + BOX_H + 20 - y
        out.append(f'<rect class="part" x="{x}" y="{y}" width="{w}" height="{h}" rx="10"/>')
        out.append(f'<text class="title" x="{x + 14}" y="{y + 24}">{title}</text>')
    drawn = sorted({(_box_of(a), _box_of(b)) for a in edges for b in edges[a] if _box_of(a) != _box_of(b)})
    for a, b in drawn:
        if a in boxes and b in boxes and a.partition(".")[0] == b.partition(".")[0]:
            (x1, y1), (x2, y2) = boxes[a], boxes[b]
            shift = (x2 - x1) / 12  # so that arrows to one box do not end in one point
            ax, bx = x1 + BOX_W / 2 + shift, x2 + BOX_W / 2 - shift
            out.append(f'<path class="arrow" marker-end="url(#head)" d="M{ax:g} {y1 + BOX_H} L{bx:g} {y2}"/>')
    for box, (x, y) in boxes.items():
        name = box.partition(".")[2] or box
        out.append(f'<rect class="box" x="{x}" y="{y}" width="{BOX_W}" height="{BOX_H}" rx="5"/>')
        out.append(f'<text class="name" x="{x + 10}" y="{y + 19}">{name}</text>')
        about = ABOUT[box]
        out.append(f'<text class="about" x="{x + 10}" y="{y + 37}">{about.replace(">", "&gt;")}</text>')
    mid = core_left + core_w // 2
    right = boxes["picohw"][0]
    host_right = LEFT + 20 + host_w + 20
    big = [  # between parts; what each stands for is checked against the imports below
        (("main", "picohw"), f"M{right + BOX_W / 2} {62 + BOX_H} V172"),
        (("main", "config"), f"M{right + BOX_W} {62 + BOX_H / 2} h14 V{344 + BOX_H / 2} h-14"),
        (("main", "companion"), f"M{right} {62 + BOX_H / 2} H{mid} V132"),
        (("companion", "daldos"), f"M{mid} {core_bottom} V{core_bottom + 44}"),
        (("host", "companion"), f"M{host_right} 220 H{core_left - 20}"),
        (("host", "daldos"), f"M{host_right} {core_bottom + 44 + BOX_H / 2} H{boxes['daldos'][0]}"),
    ]
    parts = {(a.partition(".")[0], b.partition(".")[0]) for a, b in drawn}
    for pair, path in big:
        if pair in parts:
            out.append(f'<path class="big" marker-end="url(#bighead)" d="{path}"/>')
    out.append(f'<text class="small" x="{LEFT}" y="{height - 14}">Arrows point to what is imported; ')
    out.append("host rooms also read config. Drawn from the source by tools/house.py.</text></svg>")
    return "\n".join(out) + "\n"


def main() -> int:
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    fresh = svg()
    if sys.argv[1:]:
        if DRAWING.read_text(encoding="utf-8") != fresh:
            print(f"{DRAWING.relative_to(ROOT)} is out of date: run tools/house.py", file=sys.stderr)
            return 1
        return 0
    DRAWING.write_text(fresh, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
