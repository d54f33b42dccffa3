#!/usr/bin/env python3
"""Print docs/situations.md: what the button does, what is shown and what is said in each situation of the board.

python3 tools/situations_doc.py > docs/situations.md
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "firmware/lib"))

from companion.lights import scene  # noqa: E402
from companion.session import situation as s  # noqa: E402

HEAD = """\
# Situations and gestures

At any time the board is in just one situation, and the situation alone says what a press and a long press (1 second)
do, what the lights show and what is announced on USB. A very long press (4 seconds) opens the choice of modes in each
of them. The rows stand in the order of precedence: the first that is the case counts. This page is made by
`python3 tools/situations_doc.py > docs/situations.md` from the rows of `companion/session/situation.py`; a test brings
a board into each situation and makes each gesture.

While a calibration, a magnet walk or a test has the board, the game waits and the gestures are the job's: a press
passes over a hole of a walk, ends a test, leaves exchanged wires alone; a long press ends a walk with what
it has found, ends a test, writes exchanged wires into config.py.

What was done last is a turn; in mode `wooden` it may be a throw that was entered and is not played yet, and in mode
`solo` it is the player's own turn with all that the board has played since. In mode `far` the other player is asked
first.

Two things may be shown over a situation for a moment: a fault that has just come, for 4 seconds, and dice that roll.
What a gesture does is the same meanwhile.

"""


ROW = re.compile(r"# (.*)\n +# because: (.*)\n(?: +# lights: (.*)\n)?(?: +if .*\n)? +return \(?\s*\"(\w+)\", ([^)\n]*)")
SOURCE = Path(s.__file__).read_text(encoding="utf-8")
TEXTS = [found[:4] for found in ROW.findall(SOURCE)]
# name, press, long press, lights, how they are drawn, flags, what is announced
ROWS = [(found[3], *eval(found[4], vars(s))) for found in ROW.findall(SOURCE)]


def page() -> str:
    """The whole document."""
    rows = ["situation", "press", "long press", "lights", "announced when all rests", "why it comes before the next"]
    lines = [rows, ["---"] * len(rows)]
    for (about, why, more, name), (_, press, long, kind, _, _, says) in zip(TEXTS, ROWS, strict=True):
        lights = f"`{scene.NAMES[kind]}`{more and ' ' + more}"
        lines.append([f"**{name}**: {about}", press.__doc__, long.__doc__, lights, says.__doc__ or "", why])
    assert len(ROWS) == SOURCE.count(' return "')
    return HEAD + "".join("| " + " | ".join(cells) + " |\n" for cells in lines)


if __name__ == "__main__":
    sys.stdout.write(page())
