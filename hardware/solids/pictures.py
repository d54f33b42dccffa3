"""Pictures of the steps of assembly, drawn from the solids that the test of clearance measures. They are no photos."""

from fnmatch import fnmatch
from functools import cache, partial

import numpy

from hardware import geometry as g
from hardware.assembly import items
from hardware.solids import boards, dice, hull, scene, steps, tall
from hardware.solids.forms import Solid, box, rod

_BELOW, _ABOVE = scene.View(-8, 38), scene.View(-8, 50, above=True)
_STERN, _DICE = scene.View(-60, 45, above=True), scene.View(-8, 30)
_ON_LID = ("lid", "Pico*", "cells", "transistor")

_BUT_QUARTER = "[!qcp]*|quarter [!1]*|quarter screw*|cable [!1]|plug in quarter [!1]*|plug in * J[!1]|pins".split("|")


def _shift(x: float, y: float, z: float):
    return lambda form: form.translate((x, y, z))


def _beside(form):
    """A lid turned over, beside its box."""
    return form.rotate((180, 0, 0)).translate((0, -dice.BESIDE_MM, 26))


def _trial() -> "tuple[Solid, ...]":
    """The strip of the floor sheet on the sensors of column 1, and the trial piece over A1."""
    (x, y), top = g.hole_mm("A1"), boards.heights.SPACER_MM - boards.SENSOR_MOST_MM
    strip = box(x - 15, -50, top - g.FLOOR_MM, x + 15, 50, top)
    return (Solid("strip", strip, hull.PLY), Solid("trial piece", rod(x, y, top - 33, top - 3, g.PEG_MM), "#8d5a2b"))


def _cable() -> "list[Solid]":
    """A ribbon cable with its plugs on the same face; the red edge is wire 1."""
    long, half = boards.cable.LENGTH_MM[0] / 2, boards.forms.RIBBON_WIDE_MM / 2
    found = [Solid("ribbon", box(-half, 0, 0, half - 1.3, long, 0.9), boards.RIBBON[0])]
    found.append(Solid("wire 1", box(half - 1.3, 0, 0, half, long, 0.9), "#c02020"))
    wide, thick = boards.heights.PLUG_LONG_MM / 2, boards.heights.PLUG_WIDE_MM
    for number, y in enumerate((0, long - thick)):
        body = box(-wide, y, -6, wide, y + thick, 2.5) + box(-2, y - 0.9, -6, 2, y, -1)
        mark = Solid(f"triangle {number}", rod(wide - 2.5, y + thick / 2, 2.5, 2.9, 2.4), "#ffffff")
        found += [Solid(f"plug {number}", body, "#555555"), mark]
    return found


# file -> way of building, step, view, names of solids that are left out, what is moved, what is added
STEPS = {
    "boards-1-quarters.png": ("boards", "quarter boards", _BELOW, ()),
    "boards-2-frame.png": ("boards", "frame", _BELOW, ()),
    "boards-3-plug.png": ("boards", "plug of quarter 2 goes in", _BELOW, ()),
    "boards-buzzer.png": ("boards", "commissioning", _BELOW, ("battens", "table", "cable*", "carrier*", "plug in c*")),
    "boards-4-carrier-plug.png": ("boards", "plug of quarter 2 goes into the carrier", _ABOVE, ("table", "battens")),
    "boards-5-commissioning.png": ("boards", "commissioning", scene.View(-12, 35), ("table",)),
    "boards-6-base.png": ("boards", "base sheet 20 mm below its place", scene.View(-10, 75), ()),
    "boards-7-inside.png": ("boards", "closed", _BELOW, ("base sheet", "hand*", "USB*", "lid screw*")),
    "boards-8-closed.png": ("boards", "closed", scene.View(-25, 45), ()),
    "boards-9-play.png": ("boards", "play", _ABOVE, ("hand*", "USB*")),
    "boards-power.png": ("boards", "closed", _ABOVE, ("[!cU]*", "cable*", "carrier screw*")),
    "boards-measure.png": ("boards", "commissioning", _ABOVE, [*_BUT_QUARTER, "quarter*", "carrier U1"]),
    "boards-one-quarter.png": ("boards", "commissioning", _ABOVE, _BUT_QUARTER, {}, _trial),
    "boards-deck.png": ("boards", "quarter boards", _ABOVE, ("quarter*", "spacer*"), {"floor": _shift(0, 0, 30)}),
    "boards-frame-base.png": ("boards", "closed", _STERN, ("[!bfl]*", "floor", "buzzer*"), {"[bl]*": _shift(0, 0, 30)}),
    "hand-1-sensors.png": ("by hand", "sensors under the floor", _BELOW, ()),
    "hand-2-modules.png": ("by hand", "modules", _BELOW, ()),
    "hand-3-carrier.png": ("by hand", "carrier", _BELOW, ()),
    "hand-4-frame.png": ("by hand", "frame", _BELOW, ()),
    "print-frame.png": ("boards", "frame", _BELOW, ()),
    "hand-5-closed.png": ("by hand", "closed", scene.View(-25, 45), ()),
}
# file -> make, view, and the same
DICE = {
    "dice-1-box.png": (dice.PRINT, _DICE, ("[!bL]*",)),
    "dice-2-open.png": (dice.PRINT, _DICE, ("air*", "lid screw*", "USB*"), dict.fromkeys(_ON_LID, _beside)),
    "dice-3-closed.png": (dice.PRINT, scene.View(-8, 40, above=True), ("air*",)),
}


def _step(printed, way, name) -> list:
    return next(step for step in steps.steps(way, printed) if step.name == name).solids


@cache
def names() -> "dict[str, list[str]]":
    """File -> the solids that it names: those of which an item of a guide says that it shows them."""
    found = {}
    for words in (words for guide in items.GUIDES for step in items.steps(guide) for words in step.shows()):
        file, _, named = words.rpartition("/")[2].partition(": ")
        found[file] = list(dict.fromkeys([*found.get(file, ()), *named.split("; ")]))
    return {file: named for file, named in found.items() if file.endswith(".png")}


def _seen(name, solids, view, left_out=(), moves=None, more=tuple) -> bytes:
    shown = [s for s in solids() if not any(fnmatch(s.name, pattern) for pattern in left_out)]
    for pattern, move in (moves or {}).items():
        shown = [s._replace(form=move(s.form)) if fnmatch(s.name, pattern) else s for s in shown]
    return scene.png(scene.picture([*shown, *more()], view, names().get(name, ())))


def pictures() -> dict:
    """File -> function that gives its bytes."""
    made = {}
    for name, (way, step, *shot) in STEPS.items():
        made[name] = partial(_seen, name, partial(_step, name.startswith("print"), way, step), *shot)
    made |= {name: partial(_seen, name, partial(dice.contents, make), *shot) for name, (make, *shot) in DICE.items()}
    made["boards-cable.png"] = partial(_seen, "boards-cable.png", _cable, scene.View(-60, 40))
    view = scene.View(-25, 55, above=True)
    return made | {"two-heights.png": partial(_seen, "two-heights.png", tall.solids, view)}


def is_same(old: bytes, new: bytes) -> bool:
    """Whether two pictures show the same; another version of a library may draw an edge otherwise."""
    a, b = (numpy.asarray(scene.Image.open(scene.io.BytesIO(data)).convert("RGB"), dtype=int) for data in (old, new))
    return a.shape == b.shape and float((abs(a - b).max(axis=2) > 24).mean()) < 0.002
