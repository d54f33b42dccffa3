"""Pictures of the steps of assembly, drawn from the solids that the test of clearance measures. They are no photos.

python -m hardware.solids.pictures             write what has changed to hardware/solids/pictures
python -m hardware.solids.pictures --check     write nothing; name what is out of date, exit status 1
"""

import sys
from fnmatch import fnmatch
from functools import partial
from pathlib import Path

import numpy

from hardware.solids import dice, scene, steps, tall

HERE = Path(__file__).resolve().parent / "pictures"
_BELOW, _FLAT, _ABOVE = scene.View(-8, 38), scene.View(0, 0), scene.View(-8, 50, above=True)

# file -> way of building, step, view, names of solids that are left out
STEPS = {
    "boards-1-quarters.png": ("boards", "quarter boards", _BELOW, ()),
    "boards-2-frame.png": ("boards", "frame", _BELOW, ()),
    "boards-3-plug.png": ("boards", "plug of quarter 2 goes in", _BELOW, ()),
    "boards-4-carrier-plug.png": (
        "boards",
        "plug of quarter 2 goes into the carrier",
        scene.View(-8, 35, above=True),
        ("table", "battens"),
    ),
    "boards-5-commissioning.png": ("boards", "commissioning", scene.View(-12, 35), ("table",)),
    "boards-6-base.png": ("boards", "base sheet 20 mm below its place", scene.View(-10, 75), ()),
    "boards-7-inside.png": ("boards", "closed", _BELOW, ("base sheet", "hand*", "USB*", "lid screw*")),
    "boards-8-closed.png": ("boards", "closed", scene.View(-25, 45), ()),
    "boards-9-play.png": ("boards", "play", _ABOVE, ("hand*", "USB*")),
    "hand-1-sensors.png": ("by hand", "sensors under the floor", _BELOW, ()),
    "hand-2-modules.png": ("by hand", "modules", _BELOW, ()),
    "hand-3-carrier.png": ("by hand", "carrier", _BELOW, ()),
    "hand-4-frame.png": ("by hand", "frame", _BELOW, ()),
    "print-frame.png": ("boards", "frame", _BELOW, ()),
    "hand-5-closed.png": ("by hand", "closed", scene.View(-25, 45), ()),
}


def _step(printed, way, name, view, left_out) -> bytes:
    step = next(step for step in steps.steps(way, printed) if step.name == name)
    shown = [s for s in step.solids if not any(fnmatch(s.name, pattern) for pattern in left_out)]
    return _seen(shown, view)


def _seen(solids, view) -> bytes:
    return scene.png(scene.picture(solids, view))


def _dice(make) -> bytes:
    shown = [s for s in dice.contents(make) if s.name not in ("lid", "air below the lid") and "lid screw" not in s.name]
    return _seen(shown, scene.View(-8, 30))


def pictures() -> dict:
    """File -> function that gives its bytes."""
    made = {name: partial(_step, name.startswith("print"), *what) for name, what in STEPS.items()}
    made["two-heights.png"] = partial(_seen, tall.solids(), scene.View(-25, 55, above=True))
    return made | {f"dice-{make.name}.png": partial(_dice, make) for make in (dice.WOOD, dice.PRINT)}


def is_current(old: bytes, new: bytes) -> bool:
    """Whether two pictures show the same; another version of a library may draw an edge otherwise."""
    if old == new:
        return True
    a, b = (numpy.asarray(scene.Image.open(scene.io.BytesIO(data)).convert("RGB"), dtype=int) for data in (old, new))
    return a.shape == b.shape and float((abs(a - b).max(axis=2) > 24).mean()) < 0.002


def main(arguments) -> int:
    """Write or check all; returns the exit status."""
    check = arguments == ["--check"]
    if arguments and not check:
        print(__doc__.strip(), file=sys.stderr)
        return 0 if arguments == ["--help"] else 2
    stale = 0
    HERE.mkdir(exist_ok=True)
    for name, make in pictures().items():
        file, new = HERE / name, make()
        if file.exists() and is_current(file.read_bytes(), new):
            continue
        stale += 1
        print(("out of date: " if check else "wrote ") + f"hardware/solids/pictures/{name}", flush=True)
        if not check:
            file.write_bytes(new)
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
