"""Tracks and vias for a board: a maze router on two layers, the same result each time.

Ground is not routed but poured (`fill.py`); each of its pads on one side only gets a via beside it, so that the
ground of both sides is one. The other nets are laid in turn, short ones first, each by the cheapest way (A* search);
what finds no way then, and a part of the ground that tracks have cut off, may take the place of others at a price:
those are taken up and laid again. The price grows with each time that a place is fought over, so that all find theirs
in the end.

    >>> _straight([(0, 1, 1), (0, 2, 1), (0, 3, 1), (0, 3, 2)])
    [(0, 1, 1), (0, 3, 1), (0, 3, 2)]
"""

import heapq
import math
from collections import namedtuple

import numpy
import shapely

from hardware.pcb import grid as grids
from hardware.pcb.design import Design, pads, width

Track = namedtuple("Track", "net layer start end width")
Via = namedtuple("Via", "net x y size drill")

_STRAIGHT, _DIAGONAL, _CHANGE = 10, 14, 130
_SIDE = 3  # a step against the layer's own direction (front: along the board, back: across) costs this much more
_PUSH = 80  # what each step costs in another net's place
_MORE, _ROUND = 25, 2  # and how much more with each time that it was fought over, so many steps round it
_ROUNDS = 600  # nets laid, again and again, before it is given up
_STITCH_MM = 5.0  # ground vias over the free board, this far apart
_STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]


class NoWay(ValueError):
    """A net could not be laid."""


def _straight(path):
    """The path without the points inside straight runs."""
    kept = path[:1]
    for before, here, after in zip(path, path[1:], path[2:], strict=False):
        if any(b - a != c - b for a, b, c in zip(before, here, after, strict=True)):
            kept.append(here)
    return kept + path[-1:] if len(path) > 1 else kept


def _search(blocked, no_via, sources, targets, size, price=None, via_price=None):
    """The cheapest path from any source to any target, as grid points; None if there is none."""
    nx, ny = size
    left, right = min(t[1] for t in targets), max(t[1] for t in targets)
    top, bottom = min(t[2] for t in targets), max(t[2] for t in targets)

    def ahead(i, j):
        dx, dy = max(left - i, i - right, 0), max(top - j, j - bottom, 0)
        return _STRAIGHT * max(dx, dy) + (_DIAGONAL - _STRAIGHT) * min(dx, dy)

    best = dict.fromkeys(sources, 0)
    back = {}
    heap = [(ahead(s[1], s[2]), 0, s) for s in sorted(sources)]
    heapq.heapify(heap)
    while heap:
        _, cost, node = heapq.heappop(heap)
        if cost > best[node]:
            continue
        if node in targets:
            path = [node]
            while path[-1] in back:
                path.append(back[path[-1]])
            return path[::-1]
        layer, i, j = node
        for di, dj in _STEPS:
            a, b = i + di, j + dj
            if not (0 <= a < nx and 0 <= b < ny) or blocked[layer][a][b]:
                continue
            more = price[layer][a][b] if price else 0
            step = more + (_DIAGONAL if di and dj else _STRAIGHT + (_SIDE if (dj if layer == 0 else di) else 0))
            after, total = (layer, a, b), cost + step
            if total < best.get(after, 1 << 60):
                best[after], back[after] = total, node
                heapq.heappush(heap, (total + ahead(a, b), total, after))
        after, total = (1 - layer, i, j), cost + _CHANGE + (via_price[i][j] if via_price else 0)
        if not no_via[i][j] and total < best.get(after, 1 << 60):
            best[after], back[after] = total, node
            heapq.heappush(heap, (total + ahead(i, j), total, after))
    return None


class Router:
    """The copper of one board as it grows."""

    def __init__(self, design: Design):
        self.design = design
        self.grid = grids.Grid(design.outline, design.keepouts)
        self.tracks, self.vias, self.pads = [], [], {}
        self.laid = set()  # nets with tracks that may be taken up; none before all are laid once
        self.fought = numpy.zeros((2, self.grid.nx, self.grid.ny), int)
        for pad in pads(design):
            if pad.kind == "npth":
                keep = grids.SCREW_MM if pad.drill > 2 else 0
                self.grid.holes.append((pad.x, pad.y, pad.drill, keep))
                continue
            layers = tuple(layer for layer, there in ((0, pad.front), (1, pad.back)) if there)
            net = pad.net or f"{pad.ref}.{pad.number}"
            if pad.shape == "round":
                item = grids.dot(net, layers, pad.x, pad.y, pad.width / 2, pad.drill)
            else:
                item = grids.box(net, layers, pad.x, pad.y, (pad.width / 2, pad.height / 2), pad.drill)
            self.grid.items.append(item)
            if pad.net:
                self.pads.setdefault(pad.net, []).append((pad.x, pad.y, layers))
        for line in design.lines:
            self._track(*line)

    def _track(self, net, layer, start, end, wide) -> None:
        if start != end:
            self.tracks.append(Track(net, layer, start, end, wide))
            self.grid.items.append(grids.bar(net, layer, start, end, wide))

    def _via(self, net, x, y, use) -> None:
        self.vias.append(Via(net, x, y, use.via, use.drill))
        self.grid.items.append(grids.dot(net, (0, 1), x, y, use.via / 2, use.drill, True))

    def lay(self, net, path, ends, use) -> None:
        """Tracks and vias along a path; `ends` are grid points with the exact middle of their pad."""
        for node in (path[0], path[-1]):
            if node in ends:
                self._track(net, node[0], ends[node], self.grid.xy(node), use.track)
        corners = _straight(path)
        for a, b in zip(corners, corners[1:], strict=False):
            if a[0] != b[0]:
                self._via(net, *self.grid.xy(a), use)
            else:
                self._track(net, a[0], self.grid.xy(a), self.grid.xy(b), use.track)

    def _maps(self, net: str, use) -> tuple:
        """Where a net may not run, where it may have no via, and what both cost in the place of another net."""
        fixed = [item for item in self.grid.items if item.net not in self.laid or not (item.bar or item.via)]
        # What the net itself adds blocks none of its tracks; of its vias only their holes matter.
        blocked, no_via = self.grid.tracks(net, use.track, fixed), self.grid.vias(net, use.via, use.drill, fixed)
        price = (self.grid.tracks(net, use.track) & ~blocked) * (_PUSH + self.fought)
        via_price = (self.grid.vias(net, use.via, use.drill) & ~no_via) * (_PUSH + self.fought.max(axis=0))
        return blocked.tolist(), no_via, price.tolist(), via_price.tolist()

    def _way(self, net: str, maps, sources, targets) -> list:
        """The cheapest way; it may lead through the tracks of nets that can be laid again. Raises NoWay."""
        blocked, no_via, price, via_price = maps
        path = _search(blocked, no_via.tolist(), sources, targets, (self.grid.nx, self.grid.ny), price, via_price)
        if path is None:
            raise NoWay(net)
        for layer, i, j in path:
            if price[layer][i][j]:
                near = self.fought[layer, max(0, i - _ROUND) : i + _ROUND + 1, max(0, j - _ROUND) : j + _ROUND + 1]
                near += _MORE
        return path

    def route(self, net: str) -> "list[str]":
        """Join all pads of a net; returns the nets that were taken up for it. Raises NoWay."""
        use = width(self.design, net)
        groups, ends = [], {}
        for x, y, layers in self.pads[net]:
            nodes = {self.grid.node(layer, x, y) for layer in layers}
            ends.update(dict.fromkeys(nodes, (x, y)))
            groups.append(nodes)
        tree, before, maps = set(groups.pop(0)), len(self.grid.items), self._maps(net, use)
        while groups:
            path, start = self._way(net, maps, tree, set().union(*groups)), len(self.grid.items)
            self.lay(net, path, ends, use)
            self.grid.more_vias(maps[1], self.grid.items[start:], use.drill)
            tree |= set(path)
            for group in [group for group in groups if group & tree]:
                tree |= group
                groups.remove(group)
        taken = self._make_room(net, before)
        if self.laid:
            self.laid.add(net)
        return taken

    def _make_room(self, net: str, before: int) -> "list[str]":
        """Take up the nets that are too close to what a net has laid since then."""
        new = self.grid.items[before:]
        close = {i.net for i in self.grid.items[:before] if i.net in self.laid and self.grid.too_close(i, new)} - {net}
        for other in close:
            self.take_up(other)
        return sorted(close)

    def lay_all(self, waiting: "list[str]", say) -> None:
        """Lay nets, and those taken up for them, until none waits. Raises NoWay."""
        for laid in range(_ROUNDS):
            if not waiting:
                return
            taken = self.route(waiting.pop(0))
            waiting += taken
            if taken:
                say(f"{self.design.name}: {laid + 1}, {len(waiting)} wait: taken up again: {', '.join(taken)}")
        raise NoWay(f"{self.design.name}: {', '.join(waiting)} still find no place")

    def take_up(self, net: str) -> None:
        """Remove all tracks and vias of a net."""
        self.laid.discard(net)
        self.tracks = [track for track in self.tracks if track.net != net]
        self.vias = [via for via in self.vias if via.net != net]
        self.grid.items = [item for item in self.grid.items if item.net != net or not (item.bar or item.via)]

    def ground_vias(self, net: str) -> None:
        """A via beside each pad of a poured net that is on one side only. Raises NoWay."""
        use = width(self.design, net)
        blocked, no_via = self.grid.tracks(net, use.track).tolist(), self.grid.vias(net, use.via, use.drill)
        for x, y, layers in self.pads.get(net, []):
            if len(layers) == 2:
                continue
            node = self.grid.node(layers[0], x, y)
            i0, j0, reach = node[1], node[2], int(3 / grids.STEP_MM)
            targets = {
                (layers[0], i, j)
                for i in range(max(0, i0 - reach), min(self.grid.nx, i0 + reach + 1))
                for j in range(max(0, j0 - reach), min(self.grid.ny, j0 + reach + 1))
                if not no_via[i, j]
            }
            everywhere = [[True] * self.grid.ny] * self.grid.nx  # the way itself stays on the pad's side
            path = targets and _search(blocked, everywhere, {node}, targets, (self.grid.nx, self.grid.ny))
            if not path:
                raise NoWay(f"{net} at {x:.2f}, {y:.2f}")
            self.lay(net, path, {node: (x, y)}, use)
            self._via(net, *self.grid.xy(path[-1]), use)
            self.grid.more_vias(no_via, self.grid.items[-1:], use.drill)

    def join(self, net: str, group, others) -> "list[str]":
        """A track between two parts of a poured net, lists of (layer, x, y); returns nets taken up. Raises NoWay."""
        use = width(self.design, net)
        sources, targets = ({self.grid.node(*place) for place in places} for places in (group, others))
        before = len(self.grid.items)
        self.lay(net, self._way(net, self._maps(net, use), sources, targets), {}, use)
        return self._make_room(net, before)

    def widen(self, net: str, most: float) -> None:
        """Make the tracks of a net as wide as there is room for, a millimetre at a time."""
        old, room = [track for track in self.tracks if track.net == net], self.grid.room(net)
        self.tracks = [track for track in self.tracks if track.net != net]
        self.grid.items = [item for item in self.grid.items if item.net != net or not item.bar]
        for _, layer, start, end, least in old:
            bits = math.ceil(math.dist(start, end))
            for k in range(bits):
                a, b = (tuple(p + (q - p) * n / bits for p, q in zip(start, end, strict=True)) for n in (k, k + 1))
                a, b = (tuple(round(value, 4) for value in point) for point in (a, b))
                tenths = math.floor(min(most, room(layer, a, b)) * 10 + 1e-6)  # the same however a float was come by
                self._track(net, layer, a, b, max(least, tenths / 10))

    def drop(self, net: str, places) -> None:
        """Take away the vias of a net at these places."""
        self.vias = [v for v in self.vias if not (v.net == net and (v.x, v.y) in places)]
        self.grid.items = [i for i in self.grid.items if not (i.via and i.net == net and (i.x, i.y) in places)]

    def stitch(self, net: str, inside) -> None:
        """Vias of a poured net over the free board."""
        use = width(self.design, net)
        every = int(_STITCH_MM / grids.STEP_MM)
        no_via = self.grid.vias(net, use.via + 0.4, use.drill)
        for i in range(every // 2, self.grid.nx, every):
            for j in range(every // 2, self.grid.ny, every):
                x, y = self.grid.xy((0, i, j))
                if inside(x, y) and not no_via[i, j]:
                    self._via(net, x, y, use)


def _length(places) -> float:
    """How far the pads of a net lie apart, as the half circumference of the box round them."""
    xs, ys = [p[0] for p in places], [p[1] for p in places]
    return max(xs) - min(xs) + max(ys) - min(ys)


def route(design: Design, say=lambda words: None) -> Router:
    """The router with all tracks and vias of a board. Raises NoWay if some net finds no way in any try."""
    poured = sorted({area.net for area in design.areas})
    # A net that is poured on one side only has its pads there; `assemble` joins what tracks have cut apart.
    through = [net for net in poured if {k for area in design.areas if area.net == net for k in area.layers} == {0, 1}]
    router, waiting = Router(design), []
    for net in through:
        router.ground_vias(net)
    names = [net for net in router.pads if net not in poured and len(router.pads[net]) > 1]
    for net in sorted(names, key=lambda net: (_length(router.pads[net]), net)):
        try:
            router.route(net)
        except NoWay:
            router.take_up(net)
            waiting.append(net)
    router.laid = set(names) - set(waiting)
    router.lay_all(waiting, say)
    for area in design.areas:
        if area.net in through and 0 in area.layers:
            router.stitch(area.net, _inside(area.outline))
    return router


def _inside(outline):
    shape = shapely.Polygon(outline)
    return lambda x, y: shape.contains(shapely.Point(x, y))
