"""The table as text: the boat with its pieces, the eight LEDs, the lights in words, and the board's news.

>>> print("\\n".join(boat(table.board, client.view())))
"""

import config
from companion.lights.scene import Scene
from companion.sensing.wiring import hole_names
from daldos.state import CELLS, PLAYERS
from host.i18n import telling
from host.i18n.catalogue import system_words
from host.i18n.telling import lights_words
from host.sim.client import fill_scene
from host.sim.standing import standing

LEVELS = ((0, "."), (40, "o"), (4096, "@"))  # highest R + G + B of an LED drawn with this character


def boat(board, view, colour: bool = False, hand=(), known: str = "") -> list:
    """The three rows, stern at the left; `[ ]` marks the holes that the lights point at. hand: the pieces held.

    known: the last known rows, see host.sim.standing.
    """
    pointed = {board.names.index(name) for name in view.lights["holes"]} if view.lights else set()
    lines = boat_of(standing(board, view, known), len(board.names) // 3, pointed, colour)
    for side in PLAYERS:
        spare = [piece for piece in board.spare() if piece.side == side and piece not in hand]
        if spare:
            lines.append(f"   off the board: {len(spare)} of {side}'s")
    return lines


def boat_of(letters, n: int, pointed=(), colour: bool = False) -> list:
    """The three rows of a board of n holes: a letter for each hole in hole order, numbers of the holes pointed at."""
    lines = ["      " + "".join(f"{k:^3}" for k in range(1, n + 2)), "     +" + "-" * (3 * n) + "--."]
    first = 0
    for row, length in (("A", n), ("M", n + 1), ("B", n)):
        text = "".join(_hole(letters[h], h in pointed, colour) for h in range(first, first + length))
        lines.append(f"   {row} |" + text + ("  \\" if row == "A" else "  /" if row == "B" else " >"))
        first += length
    lines.append("     +" + "-" * (3 * n) + "--'")
    return lines


def position_of(position) -> list:
    """The three rows of a position, drawn with a prow hole even if its rules have none."""
    letters = [CELLS[cell] for cell in position.cells]
    if not position.rules.prow_hole:
        letters.insert(2 * position.rules.n, " ")
    return boat_of(letters, position.rules.n)


def _hole(letter: str, pointed: bool, colour: bool) -> str:
    if colour and letter != ".":
        letter = f"\033[{'33' if letter in 'aA' else '36'}{';1' if letter.isupper() else ''}m{letter}\033[0m"
    return f"[{letter}]" if pointed else f" {letter} "


def leds(view, colour: bool = False) -> str:
    """The eight LEDs at this instant: `@` bright, `o` dim, `.` dark."""
    if not view.pixels:
        return "dice  (dark)"
    drawn = []
    for rgb in view.pixels[: config.DICE_LEDS]:
        mark = next(mark for top, mark in LEVELS if sum(rgb) <= top)
        if colour and mark != ".":
            drawn.append("\033[38;2;%d;%d;%dm%s\033[0m" % tuple([min(255, 60 + 2 * part) for part in rgb] + [mark]))
        else:
            drawn.append(mark)
    return f"dice  ({' '.join(drawn[:4])}) ({' '.join(drawn[4:])})"


def lights(view, t=None) -> str:
    """The lights in one sentence of the system's language, or of the Words `t`."""
    t = t or system_words()
    if not view.lights:
        return t("The plug is out.")
    names, scene = hole_names(config), Scene()
    fill_scene(scene, view.lights, names, 0)
    return lights_words(scene, names, t)


def news(event: dict) -> str:
    """One event of the board as a sentence of the system's language, or nothing."""
    return telling.news(event, system_words())
