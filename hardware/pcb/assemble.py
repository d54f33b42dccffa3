"""From a design to finished copper: routed, poured, and the poured areas joined where tracks have cut them apart."""

import shapely

from hardware.pcb import fill, route
from hardware.pcb.design import Design


def parts(router, net: str, areas, poured) -> "list[list[tuple[int, float, float]]]":
    """The parts of a poured net that no copper joins, each as places of its pads and vias (layer, x, y)."""
    shapes = []
    for k, item in enumerate(router.grid.items):
        if item.net == net:
            place = None if item.bar else (item.x, item.y)
            shapes += [(fill.shape(item), layer, k if len(item.layers) == 2 else None, place) for layer in item.layers]
    for area, layers in zip(areas, poured, strict=True):
        if area.net == net:
            for layer, polygons in enumerate(layers):
                shapes += [(shapely.Polygon(polygon).buffer(0), layer, None, None) for polygon in polygons]
    parent = list(range(len(shapes)))

    def root(k):
        while parent[k] != k:
            k = parent[k]
        return k

    tree = shapely.STRtree([shape for shape, *_ in shapes])
    for a, b in tree.query([shape for shape, *_ in shapes], "intersects").T.tolist():
        if shapes[a][1] == shapes[b][1]:
            parent[root(a)] = root(b)
    holes = {}
    for k, (_, _, hole, _) in enumerate(shapes):
        if hole is not None:
            parent[root(k)] = root(holes.setdefault(hole, k))
    found = {}
    for k, (_, layer, _, place) in enumerate(shapes):
        places = found.setdefault(root(k), [])
        if place:
            places.append((layer, *place))
    return sorted((sorted(places) for places in found.values() if places), key=lambda places: (-len(places), places))


def assemble(design: Design, say=lambda words: None):
    """(router with all tracks and vias, polygons of each area). Raises route.NoWay."""
    router = route.route(design, say)
    while True:
        poured = [fill.pour(area, router) for area in design.areas]
        for net in sorted({area.net for area in design.areas}):
            found = parts(router, net, design.areas, poured)
            if len(found) > 1:
                pads = {(x, y) for x, y, _ in router.pads[net]}
                part = next((p for p in found if not any(place[1:] in pads for place in p)), None)
                if part:
                    router.drop(net, {place[1:] for place in part})  # only vias over the free board: scrap
                else:
                    say(f"{design.name}: {net} is in {len(found)} parts; joining two")
                    taken = router.join(net, found[-1], [place for part in found[:-1] for place in part])
                    router.lay_all(taken, say)
                break
        else:
            return widened(design, router, poured)


def widened(design: Design, router, poured):
    """The same with the tracks that may be wider as wide as there is room. Raises route.NoWay if that cuts an area."""
    wide = {net: use.most for net, use in design.widths.items() if use.most}
    for net, most in wide.items():
        router.widen(net, most)
    if wide:
        poured = [fill.pour(area, router) for area in design.areas]
        for net in sorted({area.net for area in design.areas}):
            if len(parts(router, net, design.areas, poured)) > 1:
                raise route.NoWay(f"{net} is cut by {', '.join(wide)}")
    return router, poured
