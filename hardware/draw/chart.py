"""A plot with axes, curves and marks on a sheet, for the model's figures.

>>> chart = Chart("Example", "x, mm", "y, mT", (0, 10), (0, 50))
>>> chart.curve([0, 5, 10], [50, 20, 5], "#08519c", "a curve")
>>> "a curve" in chart.svg((0, 5, 10), (0, 25, 50))
True
"""

from math import log

from hardware.draw.canvas import SMALL_MM, SOFT, Sheet

_LEFT, _TOP, _WIDE, _HIGH = 26.0, 20.0, 224.0, 108.0


class Chart:
    """One plot; `x_range` and `y_range` are (least, most); `logarithmic` bends the y axis."""

    def __init__(self, title, x_label, y_label, x_range, y_range, logarithmic=False) -> None:
        self.sheet = Sheet(260, 148, title)
        self.sheet.heading()
        self._labels, self._x, self._y, self._log = (x_label, y_label), x_range, y_range, logarithmic
        self._legend = []
        self._over = []  # drawn after the grid

    def at(self, x, y) -> "tuple[float, float]":
        """Where a point lies on the sheet."""
        (x0, x1), (y0, y1) = self._x, self._y
        part = log(y / y0) / log(y1 / y0) if self._log else (y - y0) / (y1 - y0)
        return round(_LEFT + (x - x0) / (x1 - x0) * _WIDE, 2), round(_TOP + (1 - part) * _HIGH, 2)

    def curve(self, xs, ys, colour, label, dash=None) -> None:
        """A line through the points; those above the range are left out."""
        points = [self.at(x, y) for x, y in zip(xs, ys, strict=True) if y <= self._y[1]]
        self._over.append(lambda: self.sheet.line(*points, stroke=colour, thick=0.8, dash=dash))
        self._legend.append(("line", colour, dash, label))

    def level(self, y, colour, label, dash=None) -> None:
        """A level line right across."""
        self.curve(self._x, (y, y), colour, label, dash)

    def band(self, xs, low, high, colour, label) -> None:
        """The area between two curves."""
        edge = [self.at(x, min(y, self._y[1])) for x, y in zip(xs, high, strict=True)]
        edge += reversed([self.at(x, min(y, self._y[1])) for x, y in zip(xs, low, strict=True)])
        self._over.append(lambda: self.sheet.line(*edge, close=True, fill=colour, stroke=colour, thick=0.1))
        self._legend.append(("band", colour, None, label))

    def mark(self, x, y, colour, label="") -> None:
        """A dot at a point."""
        self._over.append(lambda: self.sheet.circle(*self.at(x, y), 1.5, fill=colour, stroke="none"))
        if label:
            self._legend.append(("mark", colour, None, label))

    def svg(self, x_ticks, y_ticks) -> str:
        """The plot as SVG text, with lines and numbers at the ticks."""
        for x in x_ticks:
            (px, low), (_, high) = self.at(x, self._y[0]), self.at(x, self._y[1])
            self.sheet.line((px, low), (px, high), stroke="#dddddd", thick=0.3)
            self.sheet.text(px, low + 5, f"{x:g}", SMALL_MM, anchor="middle")
        for y in y_ticks:
            (left, py), (right, _) = self.at(self._x[0], y), self.at(self._x[1], y)
            self.sheet.line((left, py), (right, py), stroke="#dddddd", thick=0.3)
            self.sheet.text(left - 2.5, py, f"{y:g}", SMALL_MM, anchor="end")
        for draw in self._over:
            draw()
        self.sheet.box(_LEFT, _TOP, _WIDE, _HIGH, round_=0)
        self.sheet.text(_LEFT + _WIDE / 2, _TOP + _HIGH + 13, self._labels[0], 4.0, anchor="middle")
        self.sheet.text(8, _TOP + _HIGH / 2, self._labels[1], 4.0, anchor="middle", turn=90)
        self._draw_legend()
        return self.sheet.svg()

    def _draw_legend(self) -> None:
        x, y, step = _LEFT + 112, _TOP + 4, 6.6
        self.sheet.box(x, y, 108, step * len(self._legend) + 3, fill="#ffffff", stroke=SOFT, thick=0.3)
        for i, (kind, colour, dash, label) in enumerate(self._legend):
            middle = y + 5 + i * step
            if kind == "line":
                self.sheet.line((x + 3, middle), (x + 13, middle), stroke=colour, thick=0.8, dash=dash)
            elif kind == "band":
                self.sheet.box(x + 3, middle - 2, 10, 4, fill=colour, stroke="none", round_=0)
            else:
                self.sheet.circle(x + 8, middle, 1.5, fill=colour, stroke="none")
            self.sheet.text(x + 16, middle, label, SMALL_MM)
