"""A sheet to draw on in millimetres that refuses text which overlaps other text or leaves the sheet.

>>> sheet = Sheet(100, 40, "Example")
>>> sheet.text(50, 20, "GP26", anchor="middle")
>>> sheet.svg().startswith("<?xml")
True
"""

import drawsvg
from reportlab.pdfbase.pdfmetrics import stringWidth

FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
TEXT_MM = 4.0  # height of the letters' body, about 11 points: read at arm's length
SMALL_MM = 3.4  # the smallest there is, about 10 points
INK, SOFT, PAPER = "#1a1a1a", "#777777", "#ffffff"
WIRE = {  # wire colours of the guide as drawn
    "black": "#1a1a1a",
    "red": "#d62728",
    "orange": "#ff7f0e",
    "pink": "#f06fb0",
    "yellow": "#d4b400",
    "green": "#2ca02c",
    "blue": "#1f77b4",
    "violet": "#7b3fb5",
    "grey": "#8c8c8c",
    "brown": "#8c564b",
    "turquoise": "#17a2a2",
    "white": "#b8b8b8",
}


class OverlapError(ValueError):
    """Two texts of a drawing would cover each other, or one leaves the sheet."""


def width_mm(text: str, size: float) -> float:
    """About the width of a text in DejaVu Sans, which is wider than Helvetica."""
    return stringWidth(text, "Helvetica", size) * 1.16


class Sheet:
    """One drawing of `width` by `height` mm; x to the right, y down, as in SVG."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self._svg = drawsvg.Drawing(width, height)
        self._svg.set_render_size(f"{width:g}mm", f"{height:g}mm")
        self._svg.append_title(title)
        self._svg.append(drawsvg.Rectangle(0, 0, width, height, fill=PAPER))
        self._boxes = []

    def text(self, x, y, text, size=TEXT_MM, anchor="start", fill=INK, bold=False, turn=0) -> None:
        """Text with its middle line at y; `turn` is 0 or 90 (reads upwards). Raises OverlapError."""
        wide, high = width_mm(text, size) * (1.06 if bold else 1), size * 0.8
        left = {"start": 0, "middle": -wide / 2, "end": -wide}[anchor]
        box = (x + left, y - high / 2, x + left + wide, y + high / 2)
        if turn:
            box = (x - high / 2, y - left - wide, x + high / 2, y - left)
        self._claim(text, box)
        at = (round(x, 3), round(y + size * 0.36, 3))
        options = {"font_weight": "bold" if bold else None, "transform": f"rotate(-90 {x:g} {y:g})" if turn else None}
        self._svg.append(drawsvg.Text(text, size, *at, text_anchor=anchor, fill=fill, font_family=FONT, **options))

    def _claim(self, text, box) -> None:
        a, b, c, d = box
        if a < 0 or b < 0 or c > self.width or d > self.height:
            raise OverlapError(f"{self.title}: {text!r} leaves the sheet: {box}")
        for other, (e, f, g, h) in self._boxes:
            if a < g and e < c and b < h and f < d:
                raise OverlapError(f"{self.title}: {text!r} covers {other!r}")
        self._boxes.append((text, box))

    def lines(self, x, y, texts, size=TEXT_MM, step=1.35, **options) -> None:
        """Several lines of text, the first at y."""
        for i, text in enumerate(texts):
            self.text(x, y + i * size * step, text, size, **options)

    def box(self, x, y, w, h, fill="none", stroke=INK, thick=0.5, round_=1.0, clear=0.0) -> None:
        """A box; `clear` is how much of what lies below shows through, 0 to 1."""
        pen = {"stroke": stroke, "stroke_width": thick, "fill_opacity": 1 - clear if clear else None}
        self._svg.append(drawsvg.Rectangle(x, y, w, h, rx=round_, fill=fill, **pen))

    def line(self, *points, stroke=INK, thick=0.5, dash=None, fill="none", close=False) -> None:
        """A polyline through (x, y) points."""
        flat = [round(value, 3) for point in points for value in point]
        pen = {"stroke": stroke, "stroke_width": thick, "stroke_linejoin": "round", "stroke_dasharray": dash}
        self._svg.append(drawsvg.Lines(*flat, close=close, fill=fill, **pen))

    def circle(self, x, y, r, fill="none", stroke=INK, thick=0.5, dash=None) -> None:
        pen = {"stroke": stroke, "stroke_width": thick, "stroke_dasharray": dash}
        self._svg.append(drawsvg.Circle(round(x, 3), round(y, 3), r, fill=fill, **pen))

    def dot(self, x, y, stroke=INK) -> None:
        """A joint of wires."""
        self.circle(x, y, 0.8, fill=stroke, stroke="none")

    def arrow(self, *points, stroke=INK, thick=0.5, both=False) -> None:
        """A polyline with a head at its end, or at both."""
        self.line(*points, stroke=stroke, thick=thick)
        ends = [(points[-2], points[-1])] + ([(points[1], points[0])] if both else [])
        for (x0, y0), (x1, y1) in ends:
            long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
            ux, uy = (x1 - x0) / long * 2.2, (y1 - y0) / long * 2.2
            head = [(x1, y1), (x1 - ux - uy * 0.4, y1 - uy + ux * 0.4), (x1 - ux + uy * 0.4, y1 - uy - ux * 0.4)]
            self.line(*head, close=True, fill=stroke, stroke=stroke, thick=0.1)

    def measure(self, x0, y0, x1, y1, label, size=SMALL_MM) -> None:
        """A dimension line with its label in the middle, above a level one, left of an upright one."""
        self.arrow((x0, y0), (x1, y1), both=True, thick=0.3, stroke=SOFT)
        if abs(y1 - y0) < 1e-6:
            self.text((x0 + x1) / 2, y0 - 3, label, size, anchor="middle")
        else:
            self.text(x0 - 3, (y0 + y1) / 2, label, size, anchor="end")

    def heading(self, note="") -> None:
        """The drawing's title at the top left, and a note under it."""
        self.text(5, 7, self.title, 5.2, bold=True)
        if note:
            self.text(5, 13.5, note, SMALL_MM, fill=SOFT)

    def svg(self) -> str:
        """The drawing as SVG text."""
        return self._svg.as_svg() + "\n"
