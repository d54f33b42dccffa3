"""Forms of true planes and circles by Open CASCADE, with the names of the mesh kernel's: in its place they make STEP.

Only what the printed parts are built with is here.
"""

import math
from functools import reduce
from operator import add

from OCP.Bnd import Bnd_Box
from OCP.BRepAlgoAPI import BRepAlgoAPI_Common, BRepAlgoAPI_Cut, BRepAlgoAPI_Fuse
from OCP.BRepBndLib import BRepBndLib
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeFace, BRepBuilderAPI_MakePolygon, BRepBuilderAPI_Transform
from OCP.BRepCheck import BRepCheck_Analyzer
from OCP.BRepGProp import BRepGProp
from OCP.BRepPrimAPI import (
    BRepPrimAPI_MakeBox,
    BRepPrimAPI_MakeCone,
    BRepPrimAPI_MakeCylinder,
    BRepPrimAPI_MakePrism,
)
from OCP.gp import gp_Ax1, gp_Ax2, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec
from OCP.GProp import GProp_GProps
from OCP.Interface import Interface_Static
from OCP.Message import Message
from OCP.ShapeUpgrade import ShapeUpgrade_UnifySameDomain
from OCP.STEPControl import STEPControl_AsIs, STEPControl_Reader, STEPControl_Writer
from OCP.TopAbs import TopAbs_SOLID
from OCP.TopExp import TopExp_Explorer

_ZERO = gp_Pnt(0, 0, 0)
_AXES = gp_Dir(1, 0, 0), gp_Dir(0, 1, 0), gp_Dir(0, 0, 1)


class Exact:
    """A form; see hardware.solids.forms.KERNEL."""

    def __init__(self, shape) -> None:
        self.shape = shape

    @staticmethod
    def cube(size) -> "Exact":
        return Exact(BRepPrimAPI_MakeBox(*map(float, size)).Shape())

    @staticmethod
    def cylinder(high, low, top, _corners) -> "Exact":
        make = BRepPrimAPI_MakeCylinder(low, high) if low == top else BRepPrimAPI_MakeCone(low, top, high)
        return Exact(make.Shape())

    @staticmethod
    def extrude(section, high) -> "Exact":
        (polygon,) = section.to_polygons()
        outline = BRepBuilderAPI_MakePolygon()
        for x, y in polygon:
            outline.Add(gp_Pnt(float(x), float(y), 0))
        outline.Close()
        return Exact(BRepPrimAPI_MakePrism(BRepBuilderAPI_MakeFace(outline.Wire()).Face(), gp_Vec(0, 0, high)).Shape())

    @staticmethod
    def batch_boolean(forms, _add) -> "Exact":
        return reduce(add, forms)

    def __add__(self, other) -> "Exact":
        return Exact(BRepAlgoAPI_Fuse(self.shape, other.shape).Shape())

    def __sub__(self, other) -> "Exact":
        return Exact(BRepAlgoAPI_Cut(self.shape, other.shape).Shape())

    def __xor__(self, other) -> "Exact":
        return Exact(BRepAlgoAPI_Common(self.shape, other.shape).Shape())

    def _moved(self, set_, *how) -> "Exact":
        move = gp_Trsf()
        getattr(move, set_)(*how)
        return Exact(BRepBuilderAPI_Transform(self.shape, move, True).Shape())

    def translate(self, by) -> "Exact":
        return self._moved("SetTranslation", gp_Vec(*map(float, by)))

    def rotate(self, degrees) -> "Exact":
        form = self
        for axis, angle in zip(_AXES, degrees, strict=True):
            form = form._moved("SetRotation", gp_Ax1(_ZERO, axis), math.radians(angle)) if angle else form
        return form

    def mirror(self, normal) -> "Exact":
        return self._moved("SetMirror", gp_Ax2(_ZERO, gp_Dir(*normal)))

    def united(self):
        """Its shape, with as few faces as can be."""
        united = ShapeUpgrade_UnifySameDomain(self.shape)
        united.Build()
        return united.Shape()

    def solid(self):
        """The one solid that it is."""
        found = TopExp_Explorer(self.united(), TopAbs_SOLID)
        solid = found.Current()
        found.Next()
        if found.More() or not BRepCheck_Analyzer(solid).IsValid():
            raise ValueError("the form is not one whole solid")
        return solid

    def volume(self) -> float:
        properties = GProp_GProps()
        BRepGProp.VolumeProperties_s(self.shape, properties)
        return properties.Mass()

    def bounding_box(self):
        box = Bnd_Box()
        BRepBndLib.AddOptimal_s(self.shape, box, False, False)
        return box.Get()


def write(form: Exact, file, whole: bool = True) -> None:
    """A form as a STEP file; whole: it must be one solid."""
    Message.DefaultMessenger_s().ChangePrinters().Clear()
    writer = STEPControl_Writer()
    Interface_Static.SetIVal_s("write.surfacecurve.mode", 0)  # edges in space alone: half of the size
    writer.Transfer(form.solid() if whole else form.united(), STEPControl_AsIs)
    writer.Write(str(file))


def read(file) -> Exact:
    """The form in a STEP file."""
    Message.DefaultMessenger_s().ChangePrinters().Clear()
    reader = STEPControl_Reader()
    reader.ReadFile(str(file))
    reader.TransferRoots()
    return Exact(reader.OneShape())
