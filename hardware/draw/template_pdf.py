"""The drilling template as a PDF true to scale: sheets side by side, each with two 100 mm lines to check the printer.

>>> len(tiles())
2
"""

import io
import math

from reportlab.lib.pagesizes import A4, landscape, letter
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

import config
from hardware import geometry as g
from hardware import layout

PAPERS = {"A4": landscape(A4), "US Letter": landscape(letter)}  # points
TILE_MM = g.STERN_MM + 8.5 * g.PITCH_MM  # of the boat on each sheet: the seam lies between two holes
OVERLAP_MM = 8.0  # of the outline, shown on both sheets
LEFT_MM, MIDDLE_MM = 60.0, 110.0  # where a tile's left edge and the boat's middle line lie on the sheet


def tiles() -> "list[tuple[float, float]]":
    """(from, to) of each sheet in mm from the stern."""
    count = math.ceil(g.LENGTH_MM / TILE_MM)
    return [(i * TILE_MM, min((i + 1) * TILE_MM, g.LENGTH_MM)) for i in range(count)]


def _page(canvas, number, start, end, last, paper) -> None:
    canvas.setFont("Helvetica-Bold", 12)
    canvas.drawString(15 * mm, 195 * mm, f"Daldøs board, template for {paper}: sheet {number} of {last}")
    canvas.setFont("Helvetica", 10)
    canvas.drawString(
        15 * mm, 189 * mm, "Print at 100 % (no 'fit to page'). Check both lines with a ruler before drilling."
    )
    canvas.drawString(
        15 * mm,
        17 * mm,
        "Round holes: 2 mm, then 9 mm in the deck. P: 3 mm for a pin. Inner line: the frame; in it six blocks, S frame "
        "screw, L lid screw.",
    )
    canvas.drawString(15 * mm, 12 * mm, "Q: screw of a quarter board, 1.5 mm and 7 mm deep; none if you wire by hand.")
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
    right = end if number < last else end + OVERLAP_MM
    left = start - OVERLAP_MM
    clip.rect((LEFT_MM + left - start) * mm, 40 * mm, (right - left) * mm, 145 * mm)
    canvas.clipPath(clip, stroke=0)
    for points, thick in ((g.outline_mm(), 0.6), (layout.frame_mm(), 0.3)):
        canvas.setLineWidth(thick)
        path = canvas.beginPath()
        for i, (x, y) in enumerate(points):
            (path.moveTo if i == 0 else path.lineTo)(*_at(x, y, start))
        path.close()
        canvas.drawPath(path)
    for hole in g.holes():
        x, y = g.hole_mm(hole)
        if start < x < end:
            _mark(canvas, *_at(x, y, start), hole)
    _woodwork(canvas, start, end)
    canvas.restoreState()
    canvas.setDash(3, 3)
    if number > 1:
        _seam(canvas, start, start, f"lay the cut edge of sheet {number - 1} here; do not cut")
    if number < last:
        _seam(canvas, end, start, f"cut here, and lay it on the dashed line of sheet {number + 1}")
    canvas.setDash()


def _seam(canvas, edge, start, words) -> None:
    x, _ = _at(edge, 0, start)
    canvas.line(x, 45 * mm, x, 175 * mm)
    for y in (MIDDLE_MM - 50, MIDDLE_MM + 50):
        canvas.circle(x, y * mm, 2 * mm)
        canvas.line(x - 5 * mm, y * mm, x + 5 * mm, y * mm)
    canvas.drawCentredString(x, 178 * mm, words)


def _woodwork(canvas, start, end) -> None:
    """Pins, blocks and screws, where they are on this sheet."""
    canvas.setLineWidth(0.3)
    canvas.setFont("Helvetica", 7)
    for x, y in layout.blocks():
        if start < x < end:
            long, wide = layout.BLOCK_LONG_MM, layout.BLOCK_WIDE_MM
            canvas.rect(*_at(x - long / 2, y - wide / 2, start), long * mm, wide * mm)
    for points, radius, name in (
        (layout.PINS, g.PIN_MM / 2, "P"),
        (layout.screws(), 1.5, "S"),
        (layout.lid_screws(), 1.25, "L"),
        (_board_screws(), 0.75, "Q"),
    ):
        for x, y in points:
            if start <= x <= end:  # what lies on the seam is on both sheets, half of it on the one that is cut
                px, py = _at(x, y, start)
                canvas.circle(px, py, radius * mm)
                canvas.line(px - 3 * mm, py, px + 3 * mm, py)
                canvas.line(px, py - 3 * mm, px, py + 3 * mm)
                canvas.drawString(px + 2 * mm, py + 1 * mm, name)


def _board_screws() -> "list[tuple[float, float]]":
    return [place for q in range(1, len(config.MUXES) + 1) for place in g.board_screws_mm(q)]


def _at(x, y, start):
    return (LEFT_MM + x - start) * mm, (MIDDLE_MM + y) * mm


def _mark(canvas, x, y, hole) -> None:
    canvas.setLineWidth(0.4)
    canvas.circle(x, y, g.HOLE_MM / 2 * mm)
    canvas.line(x - 6 * mm, y, x + 6 * mm, y)
    canvas.line(x, y - 6 * mm, x, y + 6 * mm)
    canvas.setFont("Helvetica", 9)
    below = -9 if hole[0] != "B" else 7
    canvas.drawCentredString(x, y + below * mm, hole)


def pdf(paper: str = "A4") -> bytes:
    """The template as PDF bytes, the same each time; uncompressed, so that a test can measure it."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=PAPERS[paper], invariant=1, pageCompression=0)
    canvas.setTitle(f"Daldøs board, template for {paper}")
    last = len(tiles())
    for number, (start, end) in enumerate(tiles(), 1):
        _page(canvas, number, start, end, last, paper)
        canvas.showPage()
    canvas.save()
    return out.getvalue()
