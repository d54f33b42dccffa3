"""The table as text: the boat with its pieces, the eight LEDs, what the lights say in words, and the board's news.

>>> print("\\n".join(boat(table)))
"""

from daldos.position import CELLS, PLAYERS
from daldos.turns import play_moves
from host.words import telling
from host.words.catalogue import system_words
from host.words.telling import lights_words

LEVELS = ((0, "."), (40, "o"), (4096, "@"))  # R + G + B of an LED up to which it is drawn so


def cells(table) -> list:
    """A letter for each hole, what stands there; `A` and `B` are dalled, or not known there to the game."""
    board = table.board
    letters = []
    known = _known(table)
    for hole in range(len(board.names)):
        piece = board.piece_at(hole)
        if piece is None:
            letters.append(".")
        elif known.get(hole, ".").upper() == piece.side:
            letters.append(known[hole])
        else:
            letters.append(piece.side)
    return letters


def _known(table) -> dict:
    # wooden hole -> letter of the game's cell there, with the turn that stands on the board
    if not table.app:
        return {}
    session = table.app.session
    game = session.match.game
    now = bytearray(game.at.cells)
    if game.at.die1 and session.tracker.at is game.at:
        play_moves(now, game.player, session.tracker.turn)
    return {session.places[hole]: CELLS[now[hole]] for hole in range(len(now))}


def boat(table, colour: bool = False, hand=()) -> list:
    """The three rows, stern at the left; `[ ]` marks the holes that the lights point at. `hand`: pieces held in it."""
    shown = table.app.scene if table.app else None
    pointed = set(shown.holes[: shown.count]) if shown else set()
    lines = boat_of(cells(table), table.config.N, pointed, colour)
    for side in PLAYERS:
        spare = [piece for piece in table.board.spare() if piece.side == side and piece not in hand]
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


def _hole(letter: str, pointed: bool, colour: bool) -> str:
    if colour and letter != ".":
        letter = f"\033[{'33' if letter in 'aA' else '36'}{';1' if letter.isupper() else ''}m{letter}\033[0m"
    return f"[{letter}]" if pointed else f" {letter} "


def leds(table, colour: bool = False) -> str:
    """The eight LEDs at this instant: `@` bright, `o` dim, `.` dark."""
    if not table.app:
        return "dice  (dark)"
    drawn = []
    for rgb in table.pixels[: table.config.DICE_LEDS]:
        mark = next(mark for top, mark in LEVELS if sum(rgb) <= top)
        if colour and mark != ".":
            drawn.append("\033[38;2;%d;%d;%dm%s\033[0m" % (*[min(255, 60 + 2 * part) for part in rgb], mark))
        else:
            drawn.append(mark)
    return f"dice  ({' '.join(drawn[:4])}) ({' '.join(drawn[4:])})"


def lights(table, t=None) -> str:
    """What the lights say, in one sentence of the system's language, or of the Words `t`."""
    t = t or system_words()
    return lights_words(table.app.scene, table.board.names, t) if table.app else t("The plug is out.")


def news(event: dict) -> str:
    """One event of the board as a sentence of the system's language, or nothing."""
    return telling.news(event, system_words())
