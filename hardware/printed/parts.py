"""The printed parts as solids, and their STL files."""

import struct

import numpy
from manifold3d import Manifold, Mesh

from hardware import geometry as g
from hardware.solids import dice, hull, small

# File -> the part as it lies on the printer: floor side of the hull up, so that its notch needs no support.
PARTS = {
    "dice-box.stl": lambda: dice.body(dice.PRINT),
    "dice-lid.stl": lambda: _turned(dice.lid(dice.PRINT)),
    "hull-prow.stl": lambda: _turned(hull.hull_prow()).translate((-hull.SEAM_MM, 0, 0)),
    "hull-stern.stl": lambda: _turned(hull.hull_stern("boards")),
    "hull-stern-by-hand.stl": lambda: _turned(hull.hull_stern("by hand")),
    "peg-jig.stl": lambda: _turned(small.peg_jig()),
    "peg-jig-tall.stl": lambda: _turned(small.peg_jig(magnet_mm=g.TALL_MAGNET_MM, long_mm=g.TALL_PEG_LENGTH_MM)),
    "spacer.stl": small.spacer,
}

# Minutes on a printer, by PrusaSlicer 2.5 at layers of 0.2 mm.
MINUTES = {"dice-box.stl": 275, "dice-lid.stl": 136}


def _turned(form):
    """A form whose z runs down, as it is: its far end on the printer's bed."""
    turned = form.mirror((0, 0, 1))
    return turned.translate((0, 0, -turned.bounding_box()[2]))


_HEAD = b"Daldos companion, millimetres".ljust(80)


def stl(solid) -> bytes:
    """A solid as binary STL: 80 bytes of head, the count, then normal and corners of each triangle."""
    mesh = solid.to_mesh()
    corners = numpy.round(numpy.asarray(mesh.vert_properties)[:, :3].astype(float), 4)[numpy.asarray(mesh.tri_verts)]
    # The same order whatever the library's: each triangle from its least corner, the triangles sorted.
    turned = []
    for triangle in corners.tolist():
        least = triangle.index(min(triangle))
        turned.append(triangle[least:] + triangle[:least])
    data = []
    for a, b, c in sorted(turned):
        normal = numpy.cross(numpy.subtract(b, a), numpy.subtract(c, a))
        long = float(numpy.linalg.norm(normal))
        unit = (normal / long).tolist() if long else [0.0, 0.0, 0.0]
        data.append(struct.pack("<12fH", *unit, *a, *b, *c, 0))
    return _HEAD + struct.pack("<I", len(data)) + b"".join(data)


def solid_of(data: bytes) -> Manifold:
    """The solid in an STL file; its status says so if the triangles do not close."""
    kinds = [("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")]
    corners = numpy.frombuffer(data, dtype=kinds, offset=84)["corners"].reshape(-1, 3)
    mesh = Mesh(corners, numpy.arange(len(corners), dtype=numpy.uint32).reshape(-1, 3))
    mesh.merge()
    return Manifold(mesh)


def is_same(old: bytes, new: bytes) -> bool:
    """Whether two files hold the same solid; another version of the library may cut its faces otherwise."""
    before, after = solid_of(old), solid_of(new)
    return (before - after).volume() + (after - before).volume() < 1e-4 * after.volume()
