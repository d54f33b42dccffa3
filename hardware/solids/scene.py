"""Pictures of solids: a parallel view with light, drawn by a depth buffer of our own, the same bytes each time.

>>> [round(float(v), 3) for v in View(0, 0).seen([(1.0, 2.0, 3.0)])[0]]
[1.0, 2.0, 3.0]
"""

import io
import math

import numpy
from PIL import Image, ImageDraw, ImageFont

_PIXELS_PER_MM = 8  # before it is made smaller by two, which smooths the edges
_BAND, _LETTERS, _APART = 34, 20, 14  # pixels: of the strips for names, of their letters, between two names
_AT_ONCE = 500_000  # pixels of triangles
_LEAST = 40  # pixels of a solid that must be seen where it is named


class HiddenError(ValueError):
    """A picture names what it does not show."""


class View:
    """A look from below: turned by `turn` about z, then tilted by `tilt`; the farther end of z is nearer to the eye.

    With `above` the eye is over the deck instead.
    """

    def __init__(self, turn: float, tilt: float, above: bool = False):
        a, b = math.radians(turn), math.radians(tilt)
        about = numpy.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])
        over = numpy.array([[1, 0, 0], [0, math.cos(b), -math.sin(b)], [0, math.sin(b), math.cos(b)]])
        self.matrix = over @ about @ numpy.diag([1, -1, -1] if above else [1, 1, 1])

    def seen(self, points):
        """Points as (right, down, towards the eye)."""
        return numpy.asarray(points, dtype=float) @ self.matrix.T


def _colour(text: str):
    return numpy.array([int(text[i : i + 2], 16) for i in (1, 3, 5)], dtype=float)


def is_called(solid: str, name: str) -> bool:
    """Whether a solid goes by a name: "quarter 2" is "quarter 2 board" too."""
    return f"{solid} ".startswith(f"{name} ")


def picture(solids, view: View, names=()):
    """The solids as rows of RGB pixels, an array of uint8; air is not drawn. Those of these names get a label.

    Raises HiddenError if one of them cannot be seen.
    """
    corners, colours, owners = [], [], []
    for number, solid in enumerate(solids):
        if solid.name.startswith("air"):
            continue
        mesh = solid.form.to_mesh()
        points = numpy.asarray(mesh.vert_properties)[:, :3].astype(float)
        corners.append(points[numpy.asarray(mesh.tri_verts)])
        colours.append(numpy.repeat(_colour(solid.colour)[None], len(mesh.tri_verts), axis=0))
        owners += [number] * len(mesh.tri_verts)
    corners, colours = numpy.concatenate(corners), numpy.concatenate(colours)
    seen = view.seen(corners.reshape(-1, 3)).reshape(-1, 3, 3)
    low, high = seen[:, :, :2].min(axis=(0, 1)) - 6, seen[:, :, :2].max(axis=(0, 1)) + 6
    wide, tall = (numpy.ceil((high - low) * _PIXELS_PER_MM / 2).astype(int) * 2).tolist()
    image, depth, owner = (numpy.full((tall, wide, *more), v) for more, v in (((3,), 250.0), ((), -1e9), ((), -1)))
    normal = numpy.cross(seen[:, 1] - seen[:, 0], seen[:, 2] - seen[:, 0])
    normal /= numpy.maximum(numpy.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
    light = 0.45 + 0.55 * numpy.abs(normal @ numpy.array([-0.3, -0.4, 0.866]))
    flat = (seen[:, :, :2] - low) * _PIXELS_PER_MM
    _fill(image, depth, owner, flat, seen[:, :, 2], colours * light[:, None], numpy.array(owners))
    _edges(image, depth)
    small = image.reshape(tall // 2, 2, wide // 2, 2, 3).mean(axis=(1, 3))
    pixels = numpy.clip(numpy.round(small), 0, 255).astype(numpy.uint8)
    return _labelled(pixels, _spots(owner[::2, ::2], solids, names)) if names else pixels


def _spots(owner, solids, names):
    """(name, pixel) of each: the middle of what is seen; of what is scattered, a place of its own along the picture."""
    found = []
    for place, name in enumerate(names, 1):
        mine = [number for number, solid in enumerate(solids) if is_called(solid.name, name)]
        best = max(mine, key=lambda number: (owner == number).sum(), default=-2)
        seen = owner == best
        if seen.sum() < _LEAST:
            raise HiddenError(f"{name}: {seen.sum()} pixels of it are seen")
        inner = seen & numpy.logical_and.reduce([numpy.roll(seen, step, axis) for axis in (0, 1) for step in (-3, 3)])
        y, x = numpy.nonzero(inner if inner.any() else seen)
        middle = round(x.mean()), round(y.mean())
        if not seen[middle[::-1]]:
            middle = owner.shape[1] * place / (len(names) + 1), middle[1]
        nearest = numpy.argmin((x - middle[0]) ** 2 + (y - middle[1]) ** 2)
        found.append((name, (int(x[nearest]), int(y[nearest]))))
    return found


def _labelled(pixels, spots):
    """The picture with a strip of names above and one below, and a line from each name to its spot."""
    tall, wide, _ = pixels.shape
    font = ImageFont.load_default(_LETTERS)
    longs = {name: math.ceil(font.getlength(name)) for name, _ in spots}
    rows = [sorted((at[0], at[1], name) for name, at in spots if (at[1] > tall / 2) == low) for low in (False, True)]
    wide_all = max(wide, *(sum(longs[name] + _APART for *_, name in row) + _APART for row in rows))
    image = Image.new("RGB", (wide_all, tall + 2 * _BAND), (250, 250, 250))
    image.paste(Image.fromarray(pixels), (0, _BAND))
    draw = ImageDraw.Draw(image)
    for row, level, edge in zip(rows, (3, tall + _BAND + 4), (_BAND - 3, tall + _BAND + 2), strict=True):
        lefts, free = [], _APART
        for x, _, name in row:
            lefts.append(max(x - longs[name] // 2, free))
            free = lefts[-1] + longs[name] + _APART
        end = wide_all
        for (x, y, name), left in zip(row[::-1], lefts[::-1], strict=True):
            end = min(left, end - longs[name] - _APART)
            draw.line((end + longs[name] // 2, edge, x, y + _BAND), fill=(20, 20, 20))
            draw.ellipse((x - 2, y + _BAND - 2, x + 2, y + _BAND + 2), fill=(20, 20, 20))
            draw.text((end, level), name, (20, 20, 20), font)
    return numpy.asarray(image)


def _edges(image, depth) -> None:
    """Darken where the depth jumps: the outline of what lies before something else."""
    jump = numpy.zeros(depth.shape, dtype=bool)
    jump[:, 1:] |= numpy.abs(numpy.diff(depth, axis=1)) > 1.0
    jump[1:] |= numpy.abs(numpy.diff(depth, axis=0)) > 1.0
    image[jump] *= 0.55


def _rows(a, b, c, area):
    """Every row that a triangle may touch: (which triangle, y, first x, how many pixels)."""
    corners = numpy.stack((a, b, c))
    (x0, y0), (x1, y1) = numpy.floor(corners.min(axis=0)).T.astype(int), numpy.ceil(corners.max(axis=0)).T.astype(int)
    which = numpy.repeat(numpy.arange(len(area)), y1 - y0 + 1)
    y = y0[which] + _places(y1 - y0 + 1)
    left, right = x0[which].astype(float), x1[which].astype(float)
    for p, q in ((b, c), (c, a), (a, b)):
        (px, py), (qx, qy) = p[which].T, q[which].T
        slope, start = (py - qy) / area[which], (px * (qy - y) - (py - y) * qx) / area[which]
        edge = (-1e-5 - start) / numpy.where(slope, slope, 1)  # a little outside; `_fill` looks at each pixel
        left = numpy.where(slope > 0, numpy.maximum(left, edge), left)
        right = numpy.where(slope < 0, numpy.minimum(right, edge), right)
    first = numpy.ceil(left - 0.01)
    many = numpy.maximum(numpy.floor(right + 0.01) - first + 1, 0).astype(int)
    some = many > 0
    return which[some], y[some], first[some].astype(int), many[some]


def _places(counts):
    """0, 1 ... of each count, one after the other."""
    return numpy.arange(counts.sum()) - numpy.repeat(numpy.cumsum(counts) - counts, counts)


def _fill(image, depth, owner, at, z, shades, numbers) -> None:
    """All triangles into the picture; a pixel shows the nearest, of those as near the first."""
    (ax, ay), (bx, by), (cx, cy) = at.transpose(1, 2, 0)
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    front = area >= 1e-9  # faces that look away are hidden by the rest of the solid
    at, z, shades, numbers, area = at[front], z[front], shades[front], numbers[front], area[front]
    (ax, ay), (bx, by), (cx, cy) = at.transpose(1, 2, 0)
    which, rows, first, many = _rows(at[:, 0], at[:, 1], at[:, 2], area)
    wide, nearest = depth.shape[1], depth.reshape(-1)
    for part in numpy.array_split(numpy.arange(len(many)), many.sum() // _AT_ONCE + 1):
        t, y = numpy.repeat(which[part], many[part]), numpy.repeat(rows[part], many[part])
        x = numpy.repeat(first[part], many[part]) + _places(many[part])
        u = ((bx[t] - x) * (cy[t] - y) - (by[t] - y) * (cx[t] - x)) / area[t]
        v = ((cx[t] - x) * (ay[t] - y) - (cy[t] - y) * (ax[t] - x)) / area[t]
        w = 1 - u - v
        near, pixel = u * z[t, 0] + v * z[t, 1] + w * z[t, 2], y * wide + x
        show = (u >= -1e-6) & (v >= -1e-6) & (w >= -1e-6) & (near > nearest[pixel])
        t, near, pixel = t[show], near[show], pixel[show]
        numpy.maximum.at(nearest, pixel, near)
        best = numpy.flatnonzero(near == nearest[pixel])[::-1]
        image.reshape(-1, 3)[pixel[best]] = shades[t[best]]
        owner.reshape(-1)[pixel[best]] = numbers[t[best]]


def png(pixels) -> bytes:
    """An array of RGB pixels as a PNG file with a palette."""
    out = io.BytesIO()
    Image.fromarray(pixels).quantize(256, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()
