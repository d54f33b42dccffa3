"""A position as text, and the board's lights and news in words.

>>> print("\\n".join(boat(table.board, client.view())))
"""

import config
from companion.lights.scene import Scene
from companion.sensing.wiring import hole_names
from daldos.state import CELLS
from host.i18n import telling
from host.i18n.catalogue import words
from host.i18n.lights import lights_words
from host.sim.client import fill_scene
from host.sim.standing import standing

WIDE = 80  # columns


def boat(board, view) -> list:
    """The three rows of a fake board, stern at the left; `[ ]` marks the holes that the lights point at."""
    pointed = {board.names.index(name) for name in view.lights["holes"]} if view.lights else set()
    return boat_of(standing(board, view), len(board.names) // 3, pointed)


def boat_of(letters, n: int, pointed=(), width: int = WIDE, prow: bool = True) -> list:
    """The three rows of a board of n holes: a letter for each hole in hole order, numbers of the holes pointed at.

    width: columns that there are. A narrow boat has two a hole, and numbers only every fourth. prow: whether it has a
    hole more in the middle row, or all rows end alike.
    """
    starts = (0, n, 2 * n + prow, 3 * n + prow)
    if width < 3 * n + 11:
        lines = ["  " + "".join(f"{k:<8}" for k in range(1, n + 1 + prow, 4)).rstrip()]
        lines += ["AMB"[row] + " " + " ".join(letters[starts[row] : starts[row + 1]]) for row in range(3)]
        return lines
    lines = ["      " + "".join(f"{k:^3}" for k in range(1, n + 1 + prow)).rstrip()]
    lines.append("     +" + "-" * (3 * n) + ("--." if prow else "+"))
    for row, end in enumerate(("  \\", " >", "  /") if prow else "|||"):
        holes = range(starts[row], starts[row + 1])
        text = "".join(f"[{letters[hole]}]" if hole in pointed else f" {letters[hole]} " for hole in holes)
        lines.append(f"   {'AMB'[row]} |" + text + end)
    lines.append("     +" + "-" * (3 * n) + ("--'" if prow else "+"))
    return lines


def position_of(position, width: int = WIDE) -> list:
    """The three rows of a position."""
    letters = [CELLS[cell] for cell in position.cells]
    return boat_of(letters, position.rules.n, (), width, position.rules.prow_hole)


def lights(view) -> str:
    """The lights in one sentence."""
    if not view.lights:
        return "The plug is out."
    names, scene = hole_names(config), Scene()
    fill_scene(scene, view.lights, names, 0)
    return lights_words(scene, names, words("en"))


def news(event: dict) -> str:
    """One event of the board as a sentence, or ''."""
    return telling.news(event, words("en"))
