"""Tracks and vias for a board: a maze router on two layers, the same result each time.

Ground is not routed but poured (`fill.py`); each of its pads on one side only gets a via beside it, so that the
ground of both sides is one. The other nets are laid in turn, short ones first, each by the cheapest way (A* search);
one that finds no way goes to the front, and all start again.

    >>> _straight([(0, 1, 1), (0, 2, 1), (0, 3, 1), (0, 3, 2)])
    [(0, 1, 1), (0, 3, 1), (0, 3, 2)]
"""

import heapq
from collections import namedtuple

import shapely

from hardware.pcb import grid as grids
from hardware.pcb.design import Design, pads, width

Track = namedtuple("Track", "net layer start end width")
Via = namedtuple("Via", "net x y size drill")

_STRAIGHT, _DIAGONAL, _CHANGE = 10, 14, 130
_SIDE = 3  # a step against the layer's own direction (front: along the board, back: across) costs this much more
_TRIES = 60
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


def _search(blocked, no_via, sources, targets, size):
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
            step = _DIAGONAL if di and dj else _STRAIGHT + (_SIDE if (dj if layer == 0 else di) else 0)
            after, total = (layer, a, b), cost + step
            if total < best.get(after, 1 << 60):
                best[after], back[after] = total, node
                heapq.heappush(heap, (total + ahead(a, b), total, after))
        after, total = (1 - layer, i, j), cost + _CHANGE
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

    def route(self, net: str) -> None:
        """Join all pads of a net. Raises NoWay."""
        use = width(self.design, net)
        groups, ends = [], {}
        for x, y, layers in self.pads[net]:
            nodes = {self.grid.node(layer, x, y) for layer in layers}
            ends.update(dict.fromkeys(nodes, (x, y)))
            groups.append(nodes)
        tree = set(groups.pop(0))
        # What the net itself adds blocks none of its tracks; of its vias only their holes matter.
        blocked, no_via = self.grid.tracks(net, use.track).tolist(), self.grid.vias(net, use.via, use.drill)
        while groups:
            targets = set().union(*groups)
            path = _search(blocked, no_via.tolist(), tree, targets, (self.grid.nx, self.grid.ny))
            if path is None:
                raise NoWay(net)
            before = len(self.grid.items)
            self.lay(net, path, ends, use)
            self.grid.more_vias(no_via, self.grid.items[before:], use.drill)
            tree |= set(path)
            for group in [group for group in groups if group & tree]:
                tree |= group
                groups.remove(group)

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

    def join(self, net: str, group, others) -> None:
        """A track between two parts of a poured net; both are lists of (layer, x, y). Raises NoWay."""
        use = width(self.design, net)
        blocked, no_via = self.grid.tracks(net, use.track).tolist(), self.grid.vias(net, use.via, use.drill).tolist()
        sources, targets = ({self.grid.node(*place) for place in places} for places in (group, others))
        path = _search(blocked, no_via, sources, targets, (self.grid.nx, self.grid.ny))
        if path is None:
            raise NoWay(f"{net}: no way to the part of its area at {group[0][1]:.1f}, {group[0][2]:.1f}")
        self.lay(net, path, {}, use)

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
    # A net that is poured on one side only has its pads there and needs no vias.
    through = [net for net in poured if {k for area in design.areas if area.net == net for k in area.layers} == {0, 1}]
    first = []
    for attempt in range(_TRIES):
        router = Router(design)
        for net in through:
            router.ground_vias(net)
        names = [net for net in router.pads if net not in through and len(router.pads[net]) > 1]
        names.sort(
            key=lambda net: (net not in first, first.index(net) if net in first else 0, _length(router.pads[net]), net)
        )
        for net in names:
            try:
                router.route(net)
            except NoWay:
                say(f"{design.name}: try {attempt + 1}: no way for {net}")
                if first[:1] == [net]:
                    raise
                first = [net] + [other for other in first if other != net]
                break
        else:
            for area in design.areas:
                if area.net in through and 0 in area.layers:
                    router.stitch(area.net, _inside(area.outline))
            return router
    raise NoWay(f"{design.name}: no way for {first[0]} in {_TRIES} tries")


def _inside(outline):
    shape = shapely.Polygon(outline)
    return lambda x, y: shape.contains(shapely.Point(x, y))
