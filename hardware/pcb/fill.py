"""Ground areas: the copper that is left of an area when everything foreign, with its clearance, is taken out.

Pads of the area's own net that go through the board are joined by four spokes, so that a soldering iron can heat them;
all else of its net lies in the copper. Pieces that touch nothing of their net are left out. The result is polygons
without holes (a hole is joined to the outside by a cut of no width), as KiCad keeps them.
"""

import shapely
from shapely.geometry.polygon import orient

from hardware.pcb import grid as grids

CLEARANCE_MM = 0.25
EDGE_MM = 0.5
THIN_MM = 0.3  # no copper thinner than this
GAP_MM = 0.3  # round a pad with spokes
SPOKE_MM = 0.5
_ARC = 8  # corners a quarter circle
_SLACK_MM = 0.01


def shape(item: grids.Copper):
    """A piece of copper as a shapely shape."""
    if item.bar:
        return shapely.LineString(item.bar).buffer(item.radius, quad_segs=_ARC)
    if item.half:
        return shapely.box(item.x - item.half[0], item.y - item.half[1], item.x + item.half[0], item.y + item.half[1])
    return shapely.Point(item.x, item.y).buffer(item.radius, quad_segs=_ARC)


def _spokes(item: grids.Copper, inside):
    """A cross over a pad, only its arms that end in copper."""
    reach = (max(item.half) if item.half else item.radius) + GAP_MM + 0.2
    arms = []
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        end = (item.x + dx * reach, item.y + dy * reach)
        arm = shapely.LineString([(item.x, item.y), end]).buffer(SPOKE_MM / 2, cap_style="flat")
        if inside.contains(shapely.Point(end).buffer(SPOKE_MM / 2)):
            arms.append(arm)
    return arms


def pour(area, router) -> "list[list[list[tuple[float, float]]]]":
    """The polygons of an area on front and back."""
    border = shapely.Polygon(area.outline).buffer(-EDGE_MM, join_style="mitre")
    layers = [[], []]
    for layer in area.layers:
        foreign, joined, own = [], [], []
        for item in router.grid.items:
            if layer not in item.layers:
                continue
            copper = shape(item)
            if item.net != area.net:
                foreign.append(copper.buffer(CLEARANCE_MM + _SLACK_MM, quad_segs=_ARC))
            else:
                # A track holds an area only by its ends: KiCad takes one that merely passes for none of its own.
                own += [shapely.Point(end) for end in item.bar] if item.bar else [copper]
                if item.drill and not item.via:
                    joined.append(item)
        for x, y, drill, _ in router.grid.holes:
            foreign.append(shapely.Point(x, y).buffer(drill / 2 + grids.HOLE_MM + _SLACK_MM))
        keep = border.difference(shapely.union_all(foreign + list(router.grid.keepouts)))
        rings = [shape(item).buffer(GAP_MM, quad_segs=_ARC) for item in joined]
        arms = [arm for item in joined for arm in _spokes(item, keep)]
        copper = keep.difference(shapely.union_all(rings)).union(shapely.union_all(arms).intersection(keep))
        copper = copper.buffer(-THIN_MM / 2, quad_segs=_ARC).buffer(THIN_MM / 2, quad_segs=_ARC).intersection(keep)
        copper = shapely.set_precision(copper.simplify(0.005), 1e-4)
        # A piece on its own is scrap.
        tree = shapely.STRtree(own)
        pieces = [p for p in shapely.get_parts(copper) if p.area > 0.5 and len(tree.query(p, "intersects"))]
        pieces.sort(key=lambda piece: piece.bounds)
        layers[layer] = [_without_holes(piece) for piece in pieces]
    return layers


def _without_holes(piece) -> "list[tuple[float, float]]":
    """One ring: each hole, from left to right, is joined to what is left of it by a level cut."""
    piece = orient(piece)
    ring = list(piece.exterior.coords)[:-1]
    holes = [list(hole.coords)[:-1] for hole in piece.interiors]
    for hole in sorted(holes, key=min):
        start = hole.index(min(hole))
        x, y = hole[start]
        best = None
        for k, a in enumerate(ring):
            b = ring[(k + 1) % len(ring)]
            if (a[1] - y) * (b[1] - y) > 0 or a[1] == b[1]:
                continue
            cut = a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
            if cut <= x + 1e-9 and (best is None or cut > best[0]):
                best = (cut, k)
        cut, k = best
        door = (cut, y)
        ring[k + 1 : k + 1] = [door, *hole[start:], *hole[: start + 1], door]
    return [(round(x, 6), round(y, 6)) for x, y in ring]
