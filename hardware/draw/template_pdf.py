"""The drilling template as a PDF true to scale: A4 sheets side by side, each with a 100 mm line to check the printer.

>>> len(tiles())
2
"""

import io
import math

from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from hardware import geometry as g

PAGE_MM = tuple(side / mm for side in landscape(A4))  # 297 x 210
TILE_MM = g.STERN_MM + 8.5 * g.PITCH_MM  # of the boat on each sheet: the seam lies between two holes
OVERLAP_MM = 8.0  # of the outline, shown on both sheets
LEFT_MM, MIDDLE_MM = 60.0, 110.0  # where a tile's left edge and the boat's middle line lie on the sheet


def tiles() -> "list[tuple[float, float]]":
    """(from, to) of each sheet in mm from the stern."""
    count = math.ceil(g.LENGTH_MM / TILE_MM)
    return [(i * TILE_MM, min((i + 1) * TILE_MM, g.LENGTH_MM)) for i in range(count)]


def _page(canvas, number, start, end, last) -> None:
    canvas.setFont("Helvetica-Bold", 12)
    canvas.drawString(15 * mm, 195 * mm, f"Daldøs board, drilling template: sheet {number} of {last}")
    canvas.setFont("Helvetica", 10)
    canvas.drawString(
        15 * mm, 189 * mm, "Print at 100 % (no 'fit to page'). Check both lines with a ruler before drilling."
    )
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
    clip.rect((LEFT_MM - OVERLAP_MM) * mm, 40 * mm, (end - start + 2 * OVERLAP_MM) * mm, 145 * mm)
    canvas.clipPath(clip, stroke=0)
    canvas.setLineWidth(0.5)
    path = canvas.beginPath()
    for i, (x, y) in enumerate(g.outline_mm()):
        (path.moveTo if i == 0 else path.lineTo)(*_at(x, y, start))
    path.close()
    canvas.drawPath(path)
    for hole in g.holes():
        x, y = g.hole_mm(hole)
        if start < x < end:
            _mark(canvas, *_at(x, y, start), hole)
    canvas.restoreState()
    canvas.setDash(3, 3)
    for edge, other in ((start, number > 1), (end, number < last)):
        if other:
            x, _ = _at(edge, 0, start)
            canvas.line(x, 45 * mm, x, 175 * mm)
            for y in (MIDDLE_MM - 50, MIDDLE_MM + 50):
                canvas.circle(x, y * mm, 2 * mm)
                canvas.line(x - 5 * mm, y * mm, x + 5 * mm, y * mm)
            canvas.drawCentredString(x, 178 * mm, "lay on the same line of the other sheet")
    canvas.setDash()


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


def pdf() -> bytes:
    """The template as PDF bytes, the same each time; uncompressed, so that a test can measure it."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=landscape(A4), invariant=1, pageCompression=0)
    canvas.setTitle("Daldøs board, drilling template")
    last = len(tiles())
    for number, (start, end) in enumerate(tiles(), 1):
        _page(canvas, number, start, end, last)
        canvas.showPage()
    canvas.save()
    return out.getvalue()
