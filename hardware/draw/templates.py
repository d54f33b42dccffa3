"""The two drilling templates true to scale. As a PDF: sheets 1 and 2 for the deck, 3 and 4 for the underside.

Each sheet has two 100 mm lines to check the printer. The deck is the playing surface: only holes and pins are marked
on it. Everything else is marked on the underside, seen from below.

>>> len(tiles())
2
"""

import io
import math
from collections import namedtuple

from reportlab.lib.pagesizes import A4, landscape, letter
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

import config
from hardware import geometry as g
from hardware import layout
from hardware.pcb import carrier, quarter
from hardware.solids import hull

PAPERS = {"A4": landscape(A4), "US Letter": landscape(letter)}  # points
TILE_MM = g.STERN_MM + 8.5 * g.PITCH_MM  # of the boat on each sheet: the seam lies between two holes
OVERLAP_MM = 8.0  # length of the outline shown on both sheets
LEFT_MM, MIDDLE_MM = 60.0, 110.0  # where a tile's left edge and the boat's middle line lie on the sheet

# way: 1 seen from above, row A at the top; -1 seen from below. marks: (places, diameter, letter)
Template = namedtuple("Template", "name way holes_mm lines marks words")


def board_screws() -> "list[tuple[float, float]]":
    """(x, y) of the screws of all four quarter boards."""
    return [place for q in range(1, len(config.MUXES) + 1) for place in quarter.screws_mm(q)]


def carrier_screws() -> "list[tuple[float, float]]":
    """(x, y) of the screws of the circuit board with the Pico."""
    return [(x + carrier.STERN_MM, carrier.MIDDLE_MM - y) for x, y in carrier.SCREWS_MM]


def _rectangle(x, y, long, wide):
    return [(x + i * long / 2, y + j * wide / 2) for i, j in ((1, 1), (1, -1), (-1, -1), (-1, 1))]


def _blocks():
    found = [_rectangle(x, y, layout.BLOCK_LONG_MM, layout.BLOCK_WIDE_MM) for x, y in layout.blocks()]
    x = g.WALL_MM + layout.CORNER_LONG_MM / 2
    return found + [_rectangle(x, s * layout.BLOCK_Y_MM, layout.CORNER_LONG_MM, layout.BLOCK_WIDE_MM) for s in (1, -1)]


def templates() -> "list[Template]":
    """Deck and underside."""
    outline, pins = (g.outline_mm(), 0.6), (layout.PINS, g.PIN_MM, "P")
    grooves = [(_rectangle(g.LENGTH_MM / 2, y, g.LENGTH_MM, g.GROOVE_WIDE_MM), 0.1) for y in (g.ROW_MM, 0, -g.ROW_MM)]
    deck = (
        "Round holes: 2 mm, then 9 mm in the deck. P: 3 mm for a pin.",
        "Thin lines along the rows: grooves, only for pieces of two heights.",
    )
    below = (
        "Frame: S, screw, 3 mm. Base sheet: L, screw, 2 mm, and 1.5 mm ahead into the frame; A, air hole, 8 mm.",
        "Boards only: Q, screw of a quarter board, 1.5 mm, 7 mm deep; C, of the carrier, 2.7 mm, in the base sheet."
        " By hand only: H, a standoff.",
    )
    marks = [
        pins,
        (layout.screws(), layout.FRAME_SCREW_MM[0], "S"),
        (layout.lid_screws(), layout.LID_SCREW_MM[0], "L"),
        (board_screws(), 1.5, "Q"),
        (carrier_screws(), 2.7, "C"),
        (hull.AIR_HOLES_MM, 8.0, "A"),
        ([place for places in layout.standoffs().values() for place in places], 5.0, "H"),
    ]
    inner = [(layout.frame_mm(), 0.3), *((block, 0.3) for block in _blocks())]
    return [
        Template("deck, from above", 1, g.HOLE_MM, [outline, *grooves], [pins], deck),
        Template("underside, from below", -1, g.PILOT_MM, [outline, *inner], marks, below),
    ]


def tiles() -> "list[tuple[float, float]]":
    """(from, to) of each sheet in mm from the stern."""
    count = math.ceil(g.LENGTH_MM / TILE_MM)
    return [(i * TILE_MM, min((i + 1) * TILE_MM, g.LENGTH_MM)) for i in range(count)]


def _page(canvas, template, first, number, paper) -> None:
    """One sheet; `first` is the number of the template's first, `number` counts from 0 within it."""
    start, end = tiles()[number]
    last = number == len(tiles()) - 1
    canvas.setFont("Helvetica-Bold", 12)
    title = f"Daldøs board, {template.name}: sheet {first + number}, {paper}"
    canvas.drawString(15 * mm, 195 * mm, title)
    canvas.setFont("Helvetica", 10)
    canvas.drawString(
        15 * mm, 189 * mm, "Print at 100 % (no 'fit to page'). Check both lines with a ruler before drilling."
    )
    for i, words in enumerate(template.words):
        canvas.drawString(15 * mm, (17 - 5 * i) * mm, words)
    canvas.setLineWidth(0.8)
    canvas.line(60 * mm, 30 * mm, 160 * mm, 30 * mm)
    canvas.line(30 * mm, 60 * mm, 30 * mm, 160 * mm)
    for x in (60, 160):
        canvas.line(x * mm, 28 * mm, x * mm, 32 * mm)
    for y in (60, 160):
        canvas.line(28 * mm, y * mm, 32 * mm, y * mm)
    canvas.drawString(165 * mm, 29 * mm, "exactly 100 mm")
    canvas.drawString(20 * mm, 165 * mm, "exactly 100 mm")
    canvas.saveState()
    clip = canvas.beginPath()
    # The sheet that is cut shows nothing beyond its seam.
    right = end + OVERLAP_MM if last else end
    left = start - OVERLAP_MM
    clip.rect((LEFT_MM + left - start) * mm, 40 * mm, (right - left) * mm, 145 * mm)
    canvas.clipPath(clip, stroke=0)

    def at(x, y):
        return (LEFT_MM + x - start) * mm, (MIDDLE_MM + template.way * y) * mm

    for points, thick in template.lines:
        canvas.setLineWidth(thick)
        path = canvas.beginPath()
        for i, (x, y) in enumerate(points):
            (path.moveTo if i == 0 else path.lineTo)(*at(x, y))
        path.close()
        canvas.drawPath(path)
    for hole in g.holes():
        x, y = g.hole_mm(hole)
        if start < x < end:
            _hole(canvas, *at(x, y), hole, template.holes_mm)
    canvas.setLineWidth(0.3)
    canvas.setFont("Helvetica", 7)
    for places, diameter, letter_ in template.marks:
        for x, y in places:
            if start <= x <= end:  # marks on the seam are on both sheets, half of each on the cut one
                px, py = at(x, y)
                _crossed(canvas, px, py, diameter, 3)
                canvas.drawString(px + 2 * mm, py + 1 * mm, letter_)
    canvas.restoreState()
    canvas.setDash(3, 3)
    if number:
        _seam(canvas, start, start, f"lay the cut edge of sheet {first + number - 1} here; do not cut")
    if not last:
        _seam(canvas, end, start, f"cut here, and lay it on the dashed line of sheet {first + number + 1}")
    canvas.setDash()


def _seam(canvas, edge, start, words) -> None:
    x = (LEFT_MM + edge - start) * mm
    canvas.line(x, 45 * mm, x, 175 * mm)
    for y in (MIDDLE_MM - 50, MIDDLE_MM + 50):
        canvas.circle(x, y * mm, 2 * mm)
        canvas.line(x - 5 * mm, y * mm, x + 5 * mm, y * mm)
    canvas.drawCentredString(x, 178 * mm, words)


def _crossed(canvas, x, y, diameter, reach) -> None:
    canvas.circle(x, y, diameter / 2 * mm)
    canvas.line(x - reach * mm, y, x + reach * mm, y)
    canvas.line(x, y - reach * mm, x, y + reach * mm)


def _hole(canvas, x, y, hole, diameter) -> None:
    canvas.setLineWidth(0.4)
    _crossed(canvas, x, y, diameter, 6)
    canvas.setFont("Helvetica", 9)
    below = -9 if y >= MIDDLE_MM * mm - 1 else 7  # names stand between the rows
    canvas.drawCentredString(x, y + below * mm, hole)


def pdf(paper: str = "A4") -> bytes:
    """The templates as PDF bytes, the same each time; uncompressed, so that a test can measure them."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=PAPERS[paper], invariant=1, pageCompression=0)
    canvas.setTitle(f"Daldøs board, templates for {paper}")
    count = len(tiles())
    for i, template in enumerate(templates()):
        for number in range(count):
            _page(canvas, template, 1 + i * count, number, paper)
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def dxf(which: int) -> bytes:
    """A template as DXF R12 in mm, 0 the deck's, 1 the underside's; each kind of hole has a layer."""
    made = templates()[which]
    found = [(0, "SECTION"), (2, "ENTITIES")]
    for points, _ in made.lines:
        for (x, y), (to_x, to_y) in zip(points, [*points[1:], points[0]], strict=True):
            found += [(0, "LINE"), (8, "lines"), (10, x), (20, made.way * y), (11, to_x), (21, made.way * to_y)]
    for places, diameter, layer in [([g.hole_mm(hole) for hole in g.holes()], made.holes_mm, "holes"), *made.marks]:
        for x, y in places:
            found += [(0, "CIRCLE"), (8, layer), (10, x), (20, made.way * y), (40, diameter / 2)]
    found += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value if type(value) is str else f'{value:.3f}'}\n" for code, value in found).encode()
