"""The routing grid: where a track or a via of a net may run, seen from all other copper, holes and the board's edge.

Two layers, 0 front and 1 back, points every 0.25 mm. All copper is boxes, round dots and straight bars, so the distance
of a grid point to it is exact.

    >>> float(bar_distance(0, 3, (0, 0), (10, 0)))
    3.0
"""

import math
from collections import namedtuple

import numpy
import shapely

STEP_MM = 0.25
CLEARANCE_MM = 0.2  # between copper of different nets
EDGE_MM = 0.5  # from copper to the board's edge
HOLE_MM = 0.3  # from copper to a hole without copper
DRILL_MM = 0.5  # from hole to hole
SCREW_MM = 2.75  # no track within this of a screw's middle: its head
_SLACK_MM = 0.05  # the distance is kept at grid points only, and a slanting track comes closer between them

# layers: which of the two; half: half sides of a box; bar: its ends; radius of dot or bar; drill: 0 without a hole
Copper = namedtuple("Copper", "net layers x y half bar radius drill via")


def box(net, layers, x, y, half, drill=0.0) -> Copper:
    """A rectangle of copper with its middle at (x, y)."""
    return Copper(net, layers, x, y, half, None, 0.0, drill, False)


def dot(net, layers, x, y, radius, drill=0.0, via=False) -> Copper:
    """A round of copper."""
    return Copper(net, layers, x, y, None, None, radius, drill, via)


def bar(net, layer, start, end, width) -> Copper:
    """A track."""
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return Copper(net, (layer,), *middle, None, (start, end), width / 2, 0.0, False)


def bar_distance(x, y, start, end):
    """Distance of points to the line between two points; scalars or arrays."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = dx * dx + dy * dy
    along = 0.0 if not long else numpy.clip(((x - start[0]) * dx + (y - start[1]) * dy) / long, 0, 1)
    return numpy.hypot(x - start[0] - along * dx, y - start[1] - along * dy)[()]


def _distance(item: Copper, x, y):
    if item.bar:
        return bar_distance(x, y, *item.bar) - item.radius
    if item.half:
        outside = numpy.hypot(
            numpy.maximum(abs(x - item.x) - item.half[0], 0), numpy.maximum(abs(y - item.y) - item.half[1], 0)
        )
        return outside
    return numpy.hypot(x - item.x, y - item.y) - item.radius


def shape_of(item: Copper):
    """A piece of copper as a shapely shape."""
    if item.bar:
        return shapely.LineString(item.bar).buffer(item.radius)
    if item.half:
        return shapely.box(item.x - item.half[0], item.y - item.half[1], item.x + item.half[0], item.y + item.half[1])
    return shapely.Point(item.x, item.y).buffer(item.radius)


class Grid:
    """The points of one board and the copper on it so far; `holes` are bare ones, (x, y, drill, keep)."""

    def __init__(self, outline, keepouts=()):
        self.shape = shapely.Polygon(outline)
        left, top, right, bottom = self.shape.bounds
        self.left, self.top = left, top
        self.nx, self.ny = int((right - left) / STEP_MM) + 1, int((bottom - top) / STEP_MM) + 1
        self.xs = left + numpy.arange(self.nx) * STEP_MM
        self.ys = top + numpy.arange(self.ny) * STEP_MM
        self.items, self.holes = [], []
        self.keepouts = [shapely.Polygon(points) for points in keepouts]

    def node(self, layer: int, x: float, y: float) -> "tuple[int, int, int]":
        """The nearest grid point."""
        return layer, round((x - self.left) / STEP_MM), round((y - self.top) / STEP_MM)

    def xy(self, node) -> "tuple[float, float]":
        """Where a grid point lies, mm."""
        return self.left + node[1] * STEP_MM, self.top + node[2] * STEP_MM

    def _within(self, margin: float):
        inner = self.shape.buffer(-margin, join_style="mitre")
        for keepout in self.keepouts:
            inner = inner.difference(keepout.buffer(margin - EDGE_MM))
        x, y = numpy.meshgrid(self.xs, self.ys, indexing="ij")
        return shapely.contains_xy(inner, x, y)

    def _block(self, blocked, item, reach) -> None:
        extent = reach + _SLACK_MM
        if item.bar:
            (x0, y0), (x1, y1) = item.bar
            half = (abs(x1 - x0) / 2 + item.radius, abs(y1 - y0) / 2 + item.radius)
        else:
            half = item.half or (item.radius, item.radius)
        i0 = max(0, math.floor((item.x - half[0] - extent - self.left) / STEP_MM))
        i1 = min(self.nx, math.ceil((item.x + half[0] + extent - self.left) / STEP_MM) + 1)
        j0 = max(0, math.floor((item.y - half[1] - extent - self.top) / STEP_MM))
        j1 = min(self.ny, math.ceil((item.y + half[1] + extent - self.top) / STEP_MM) + 1)
        if i0 >= i1 or j0 >= j1:
            return
        near = _distance(item, self.xs[i0:i1, None], self.ys[None, j0:j1]) < extent
        for layer in item.layers:
            blocked[layer, i0:i1, j0:j1] |= near

    def tracks(self, net: str, width: float, items=None):
        """Where the middle of a track of this net may not run: an array of bool, layer x column x row."""
        blocked = numpy.repeat(~self._within(EDGE_MM + width / 2)[None], 2, axis=0)
        for item in self.items if items is None else items:
            if item.net != net:
                self._block(blocked, item, CLEARANCE_MM + width / 2)
        for x, y, drill, keep in self.holes:
            self._block(blocked, dot("", (0, 1), x, y, max(drill / 2 + HOLE_MM, keep)), width / 2)
        return blocked

    def vias(self, net: str, size: float, drill: float, items=None):
        """Where no via of this net may stand, column x row: nor in pads of its own, nor close to another hole."""
        blocked = numpy.repeat(~self._within(EDGE_MM + size / 2)[None], 2, axis=0)
        for item in self.items if items is None else items:
            if item.net != net:
                self._block(blocked, item._replace(layers=(0, 1)), CLEARANCE_MM + size / 2)
            elif not item.bar and not item.via:
                self._block(blocked, item, size / 2 + 0.1)
            if item.drill:
                self._block(blocked, dot("", (0, 1), item.x, item.y, item.drill / 2), DRILL_MM + drill / 2)
        for x, y, hole, keep in self.holes:
            self._block(blocked, dot("", (0, 1), x, y, max(hole / 2 + HOLE_MM, keep)), size / 2)
        return blocked[0] | blocked[1]

    def too_close(self, item: Copper, laid) -> bool:
        """Whether new copper of another net leaves no clearance to an item, or a new hole none to its hole."""
        shape = shape_of(item)
        for new in laid:
            apart = shape.distance(shape_of(new))
            if set(item.layers) & set(new.layers) and apart < CLEARANCE_MM:
                return True
            if item.drill and new.drill:
                apart = math.hypot(item.x - new.x, item.y - new.y) - (item.drill + new.drill) / 2
                if apart < DRILL_MM:
                    return True
        return False

    def room(self, net: str):
        """A function that says how wide a track of a net may be, from its layer and its two ends."""
        keep = [shapely.Point(x, y).buffer(max(d / 2 + HOLE_MM, keep) - CLEARANCE_MM) for x, y, d, keep in self.holes]
        others = [
            shapely.union_all(keep + [shape_of(i) for i in self.items if i.net != net and layer in i.layers])
            for layer in (0, 1)
        ]

        def width(layer: int, start, end) -> float:
            line = shapely.LineString([start, end])
            edge = self.shape.exterior.distance(line) - EDGE_MM
            return 2 * (min(line.distance(others[layer]) - CLEARANCE_MM, edge) - _SLACK_MM)

        return width

    def more_vias(self, no_via, items, drill: float) -> None:
        """Add the holes of new copper of the net itself to what `vias` gave."""
        for item in items:
            if item.drill:
                self._block(no_via[None], dot("", (0,), item.x, item.y, item.drill / 2), DRILL_MM + drill / 2)
