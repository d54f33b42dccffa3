"""Pictures of all boards in the hull from below, drawn from the solids of boards and printed parts.

x runs from stern to prow, y across (row A at +y), z down from the underside of the floor, so the eye is at +z.

    >>> [round(float(v), 3) for v in View(0, 0).seen([(1.0, 2.0, 3.0)])[0]]
    [1.0, 2.0, 3.0]
"""

import math
import struct
import sys
import zlib
from pathlib import Path

import numpy
from manifold3d import CrossSection, Manifold

from hardware import geometry as g
from hardware.pcb import carrier, design, heights, quarter, shapes, wiring
from hardware.printed import solids

_GREEN, _WOOD, _PLY, _GREY = "#1f7a4a", "#cfa873", "#e9d9b8", "#9aa3ad"
_RIBBON = ("#8d99a6", "#7f8b98", "#9aa6b3", "#76828f")
_PIXELS_PER_MM = 8  # before it is made smaller by two, which smooths the edges


def _colour(text: str):
    return numpy.array([int(text[i : i + 2], 16) for i in (1, 3, 5)], dtype=float)


class View:
    """A look from below: turned by `turn` about z, then tilted by `tilt`; the farther end of z is nearer to the eye."""

    def __init__(self, turn: float, tilt: float):
        a, b = math.radians(turn), math.radians(tilt)
        about = numpy.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])
        over = numpy.array([[1, 0, 0], [0, math.cos(b), -math.sin(b)], [0, math.sin(b), math.cos(b)]])
        self.matrix = over @ about

    def seen(self, points):
        """Points as (right, down, towards the eye)."""
        return numpy.asarray(points, dtype=float) @ self.matrix.T


class Scene:
    """Triangles with their colours."""

    def __init__(self):
        self.corners, self.colours = [], []

    def solid(self, mesh, colour, move=lambda points: points) -> None:
        """The faces of a manifold3d solid, moved."""
        found = mesh.to_mesh()
        points = move(numpy.asarray(found.vert_properties)[:, :3].astype(float))
        self.corners.append(points[numpy.asarray(found.tri_verts)])
        self.colours.append(numpy.repeat(_colour(colour)[None], len(found.tri_verts), axis=0))

    def picture(self, view: View):
        """(rows of RGB pixels) as an array of uint8."""
        corners, colours = numpy.concatenate(self.corners), numpy.concatenate(self.colours)
        seen = view.seen(corners.reshape(-1, 3)).reshape(-1, 3, 3)
        low, high = seen[:, :, :2].min(axis=(0, 1)) - 6, seen[:, :, :2].max(axis=(0, 1)) + 6
        wide, tall = (numpy.ceil((high - low) * _PIXELS_PER_MM / 2).astype(int) * 2).tolist()
        image, depth = numpy.full((tall, wide, 3), 250.0), numpy.full((tall, wide), -1e9)
        normal = numpy.cross(seen[:, 1] - seen[:, 0], seen[:, 2] - seen[:, 0])
        normal /= numpy.maximum(numpy.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
        light = 0.45 + 0.55 * numpy.abs(normal @ numpy.array([-0.3, -0.4, 0.866]))
        flat = (seen[:, :, :2] - low) * _PIXELS_PER_MM
        for at, z, shade in zip(flat, seen[:, :, 2], colours * light[:, None], strict=True):
            _fill(image, depth, at, z, shade)
        small = image.reshape(tall // 2, 2, wide // 2, 2, 3).mean(axis=(1, 3))
        return numpy.clip(numpy.round(small), 0, 255).astype(numpy.uint8)


def _fill(image, depth, at, z, shade) -> None:
    """One triangle into the picture, where it is the nearest."""
    (ax, ay), (bx, by), (cx, cy) = at
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if abs(area) < 1e-9:
        return
    x0, x1 = math.floor(min(ax, bx, cx)), math.ceil(max(ax, bx, cx))
    y0, y1 = math.floor(min(ay, by, cy)), math.ceil(max(ay, by, cy))
    x, y = numpy.arange(x0, x1 + 1)[None], numpy.arange(y0, y1 + 1)[:, None]
    u = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area
    v = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area
    w = 1 - u - v
    near = u * z[0] + v * z[1] + w * z[2]
    here = depth[y0 : y1 + 1, x0 : x1 + 1]
    show = (u >= -1e-6) & (v >= -1e-6) & (w >= -1e-6) & (near > here)
    here[show] = near[show]
    image[y0 : y1 + 1, x0 : x1 + 1][show] = shade


def _slab(outline, z0, z1):
    cut = CrossSection([outline])
    if cut.area() <= 0:
        cut = CrossSection([outline[::-1]])
    return Manifold.extrude(cut, z1 - z0).translate((0, 0, z0))


def _cuboid(x0, y0, z0, x1, y1, z1):
    size = (abs(x1 - x0), abs(y1 - y0), abs(z1 - z0))
    return Manifold.cube(size).translate((min(x0, x1), min(y0, y1), min(z0, z1)))


def _board(scene, made, keep, move) -> None:
    """A board with its front at z 0, and its parts; `move` takes x and y on the board, z away from the front."""
    scene.solid(_slab([p for p in made.outline if keep(p[0])], 0.0, heights.BOARD_MM), _GREEN, move)
    for part in made.parts:
        if not keep(part.x):
            continue
        for x0, y0, z0, x1, y1, z1, colour in shapes.boxes(part.footprint):
            (ax, ay), (bx, by) = design.place(part, x0, -y0), design.place(part, x1, -y1)
            low, high = (heights.BOARD_MM + z0, heights.BOARD_MM + z1) if part.back else (-z1, -z0)
            scene.solid(_cuboid(ax, ay, low, bx, by, high), colour, move)


def _ribbon(scene, points, wide, colour) -> None:
    """A flat cable through points (x, y, z), level across each stretch."""
    for (ax, ay, az), (bx, by, bz) in zip(points, points[1:], strict=False):
        dx, dy = bx - ax, by - ay
        long = math.hypot(dx, dy) or 1.0
        nx, ny = -dy / long * wide / 2, dx / long * wide / 2
        quad = numpy.array(
            [(ax + nx, ay + ny, az), (ax - nx, ay - ny, az), (bx - nx, by - ny, bz), (bx + nx, by + ny, bz)]
        )
        scene.corners.append(quad[[[0, 1, 2], [0, 2, 3]]])
        scene.colours.append(numpy.repeat(_colour(colour)[None], 2, axis=0))


def scene(aside: bool) -> Scene:
    """All boards in the hull; with `aside` the carrier lies beside it, its parts towards the eye."""
    found = Scene()
    found.solid(_slab(g.outline_mm(60), -g.FLOOR_MM, 0.0), _PLY)

    def below(points):
        return points * [1, 1, -1] + [0, 0, g.HULL_MM]

    found.solid(solids.hull_stern(), _WOOD, below)
    found.solid(solids.hull_prow(), _WOOD, lambda points: below(points) + [solids.SEAM_MM, 0, 0])
    headers = {}
    for q in wiring.QUARTERS:
        made, start = quarter.design(), quarter.stern_edge_mm(q)
        whole = quarter.bridge(q) != "HALF"

        def put(points, start=start):
            return points * [1, -1, 1] + [start, quarter.MIDDLE_MM, heights.SPACER_MM]

        _board(found, made, lambda x, whole=whole: whole or x <= quarter.LONG_MM, put)
        header = next(part for part in made.parts if part.ref == "J1")
        headers[q] = (start + header.x, 0.0, heights.QUARTER_MM + heights.PLUG_HIGH_MM)
        x, y, z = headers[q]
        found.solid(_cuboid(x - 3, y - 11, z - 8, x + 3, y + 11, z), "#3a3a3a")
    if aside:

        def move(points):
            return points * [1, 1, -1] + [carrier.STERN_MM + 20, -g.BEAM_MM / 2 - 24 - carrier.WIDE_MM, 20.0]
    else:

        def move(points):
            return points * [1, -1, 1] + [carrier.STERN_MM, carrier.MIDDLE_MM, heights.CARRIER_TOP_MM]

    _board(found, carrier.design(), lambda x: True, move)
    for q, (hx, hy) in enumerate(carrier.HEADERS_MM, 1):
        end = tuple(move(numpy.array([hx, hy, -heights.PLUG_HIGH_MM])).tolist())
        x, y, z = headers[q]
        if aside:
            z = max(z, end[2]) + 0.5 * q
            points = [(x, y, z), (x - 14 - 2 * q, y, z), (x - 14 - 2 * q, end[1] + 20, z), (end[0], end[1] + 4, end[2])]
        else:
            z = headers[1][2] + 0.4 * q
            points = [(x, y, z), (78 + 2 * q, y, z), (78 + 2 * q, end[1], z), (end[0] + 14, end[1], end[2]), end]
        _ribbon(found, points, 17.8, _RIBBON[q - 1])
    return found


def png(pixels) -> bytes:
    """An array of RGB pixels as a PNG file."""
    tall, wide, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", wide, tall, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


PICTURES = {"whole.png": (False, View(-8, 38)), "open.png": (True, View(0, 22))}


def main(arguments) -> int:
    """`whole.py FOLDER`: write the pictures."""
    for name, (aside, view) in PICTURES.items():
        (Path(arguments[0]) / name).write_bytes(png(scene(aside).picture(view)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
