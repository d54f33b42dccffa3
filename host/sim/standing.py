"""The pieces as a person sees them, turned or not: one letter per hole of the wooden board.

>>> "".join(standing(table.board, client.view()))[:16]
'aaaaaaaaaaaaaaaa'
"""

from daldos.rules import NOBODYS
from daldos.state import CELLS


def wooden(rows: str, n: int) -> str:
    """The letters of a game's rows `A/M/B`, in the holes nearest the stern of a board with n holes in a home row."""
    parts = (rows or "//").split("/")
    return "".join(row + "." * (n + (i == 1) - len(row)) for i, row in enumerate(parts))


def otherwise(letters: str, n: int, size: int, exchanged: bool, prow: bool) -> str:
    """A start of `size` holes on a wooden board with n in a home row, set up otherwise: with the sides in each other's
    rows, or in the holes nearest the prow, or both."""
    rows = [letters[:n], letters[n:-n], letters[-n:]]
    if prow:
        rows[0], rows[2] = [row[size:] + row[:size] for row in (rows[0], rows[2])]
    if exchanged:
        rows[0], rows[2] = rows[2], rows[0]
    return "".join(rows)


def as_pieces(letters: str) -> str:
    """Each hole's letter of the piece that stands there: a king is one of A's pieces, as high as an undalled one."""
    for king in CELLS[NOBODYS:]:
        letters = letters.replace(king, "a")
    return letters


def seen_as(game, sees: str) -> list:
    """A letter for each hole, from the sensors and from the game's position.

    A board that senses heights decides which pieces are dalled; else the game does.
    """
    dal_seen = any(letter in "abxy" for letter in sees)
    letters = []
    for known, seen in zip(game, sees):
        piece = as_pieces(known)
        side = {"x": "A", "y": "B"}.get(seen, seen.upper())
        if piece != known and side == piece.upper():
            letters.append(known)
            continue
        letters.append(seen if dal_seen and seen in "aAbB" else known if known.upper() == side else side)
    return letters


def standing(board, view, known: str = "") -> list:
    """A letter for each hole's piece; `A` and `B` are dalled, or unknown to the game.

    board: the fake board, with the true pieces; view: the companion's (host.sim.client.View); known: its last known
    rows, used without power.
    """
    if board.tall:
        return [{"x": "a", "y": "b"}.get(letter, letter) for letter in board.letters()]
    n = len(board.names) // 3
    return seen_as(_known(view, n) if view.cells else wooden(known, n), board.occupancy().decode())


def _known(view, n: int) -> str:
    # the game's letter for each wooden hole, after the turn on the board
    rows = view.cells
    if view.lights and view.lights["kind"] == "ready" and view.throw:
        seen = view.occupancy.replace("?", ".")
        for turn in view.at().turns():
            after = turn.result.partition(" ")[0]
            if as_pieces(wooden(after, n)).upper() == seen:
                rows = after
    return wooden(rows, n)
