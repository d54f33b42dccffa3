"""A page that shows where each line of a board's list goes: click a line, and its parts turn red.

No other file is needed.

>>> page("<b>", {}, []).count("&lt;b&gt;")
2
"""

from html import escape

from hardware.pcb import quarter, shop
from hardware.pcb.board import Board, place

_SMALL_MM = 4.0  # a part smaller than this is covered by its own name
_HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>
body{{font:15px sans-serif;display:flex;flex-wrap:wrap;gap:20px}} svg{{width:min(95vw,700px);border:1px solid #ccc}}
.edge{{fill:#cfe6d6;stroke:#2f7d4f;stroke-width:.2}}
.part path{{fill:#eee;stroke:#444;stroke-width:.15}} .part circle{{fill:#999}} .part .one{{fill:#000}}
.part text{{font-size:1.15px;text-anchor:middle}} .on path{{fill:#f55}}
tr{{cursor:pointer}} tr.on{{background:#fbb}} td{{padding:2px 8px}}
</style><h1 style="width:100%">{title}</h1><p style="width:100%">Click a line or a part; again to let go.
The box at its left ticks it off.
Black: pin 1. The back is seen from behind.</p>
"""
_SCRIPT = """<script>
const all=[...document.querySelectorAll('[data-key]')]
function show(key){for(const e of all)e.classList.toggle('on',e.dataset.key===key&&!e.classList.contains('on'))}
for(const e of all)e.addEventListener('click',t=>{if(t.target.type!=='checkbox')show(e.dataset.key)})
</script></html>
"""


def page(title: str, sides: "dict[str, str]", lines: "list[tuple[str, str, str, str]]") -> str:
    """The page: side -> its drawing, and lines of (key, parts, value, what to buy)."""
    found = [_HEAD.format(title=escape(title))]
    found += [f"<figure><figcaption>{escape(side)}</figcaption>{drawing}</figure>" for side, drawing in sides.items()]
    found.append("<table>")
    for key, refs, value, what in lines:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in (refs, value, what))
        found.append(f'<tr data-key="{escape(key)}"><td><input type="checkbox"></td>{cells}</tr>')
    return "\n".join([*found, "</table>", _SCRIPT])


def _label(corners: "list[str]") -> str:
    """Where a part's name stands: in its middle, or beside what is too small for it."""
    xs, ys = (sorted(map(float, axis)) for axis in zip(*(corner.split(",") for corner in corners), strict=True))
    x, y = (xs[0] + xs[-1]) / 2, (ys[0] + ys[-1]) / 2
    if xs[-1] - xs[0] < min(ys[-1] - ys[0], _SMALL_MM):
        return f'x="{x:.2f}" y="{ys[0] - 0.3:.2f}"'
    if ys[-1] - ys[0] < _SMALL_MM:
        return f'x="{xs[-1] + 0.2:.2f}" y="{y:.2f}" dy=".5" style="text-anchor:start"'
    return f'x="{x:.2f}" y="{y:.2f}" dy=".5"'


def _side(made: Board, back: bool) -> str:
    xs, ys = zip(*made.outline, strict=True)
    wide, high = max(xs), max(ys)

    def at(x, y) -> str:
        return f"{wide - x if back else x:.2f},{y:.2f}"

    edge = " ".join(at(*point) for point in made.outline)
    found = [f'<svg viewBox="-1 -1 {wide + 2:g} {high + 2:g}"><polygon class="edge" points="{edge}"/>']
    for part in made.parts:
        if part.order and part.back == back:
            x0, y0, x1, y1 = part.body
            corners = [at(*place(part, *corner)) for corner in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
            found.append(f'<g class="part" data-key="{_key(part)}"><path d="M{" ".join(corners)}Z"/>')
            first = ' class="one"'
            for pad in part.pads:
                x, y = at(*place(part, pad.x, pad.y)).split(",")
                found.append(f'<circle cx="{x}" cy="{y}" r=".35"{first if pad.number == "1" else ""}/>')
            found.append(f"<text {_label(corners)}>{part.ref}</text></g>")
    return "".join([*found, "</svg>"])


def _key(part) -> str:
    return part.order + (" M17" if quarter.on_tongue(part.ref) else "")


def placement(made: Board) -> str:
    """The page of one board."""
    alike = {}
    for part in made.parts:
        if part.order:
            alike.setdefault(_key(part), []).append(part)
    lines = [
        (key, " ".join(p.ref for p in found), found[0].value, f"{found[0].order}, {shop.ITEMS[found[0].order].what}")
        for key, found in alike.items()
    ]
    backs = sorted({part.back for part in made.parts if part.order})
    return page(made.title, {("back" if back else "front"): _side(made, back) for back in backs}, lines)
