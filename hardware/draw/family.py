"""The relatives of Daldøs (docs/family.md): each one's board with its start and both sides' routes.

>>> "M13" in family("sig")
True
"""

from math import cos, pi, sin

from daldos.rules import Rules, parse_rules
from daldos.state import CELLS, start_cells
from hardware.draw.canvas import INK, SMALL_MM, SOFT, WIRE, Sheet

GAMES = {"vuovdaguoika": "Sáhkku", "sig": "Sig"}
PITCH_MM, ROW_MM, HOLE_MM, PIECE_MM = 13, 19, 1.9, 3.6
LEFT_MM, TOP_MM = 24, 32
HULLS = {"plank": "#f3e3c8", "sand": "#f6ecc9"}
PIECES = {"a": "#fffdf5", "b": "#6b4423", "k": "#d4b400"}
BESIDE_MM, AROUND_MM = (-5.4, 5.4), (7, 9.5)  # how far a side's route runs from the holes: beside a row, round its end
ROUTE = (WIRE["orange"], WIRE["blue"])


def family(name: str) -> str:
    """The game's board from above: its holes, the pieces at the start, and the way of each side's pieces."""
    rules = parse_rules(name)
    board = rules.board
    right = LEFT_MM + PITCH_MM * (max(board.length) - 1)
    sheet = Sheet(right + LEFT_MM, TOP_MM + 2 * ROW_MM + 24, GAMES[name])
    sheet.heading()
    hull, round_ = (HULLS["plank"], 2) if rules.king else (HULLS["sand"], 14)
    sheet.box(LEFT_MM - 15, TOP_MM - 13, right - LEFT_MM + 30, 2 * ROW_MM + 26, fill=hull, round_=round_)
    for side in (0, 1):
        way = _way(rules, side)
        sheet.arrow(*way, stroke=ROUTE[side], thick=0.7)
        sheet.dot(*way[0], stroke=ROUTE[side])
    cells = start_cells(rules)
    for hole in range(board.size):
        x, y = _place(board, hole)
        letter = CELLS[cells[hole]]
        piece = letter in PIECES
        sheet.circle(x, y, PIECE_MM if piece else HOLE_MM, fill=PIECES[letter] if piece else "#ffffff")
        if hole == board.exact[0]:  # the gate
            sheet.circle(x, y, PIECE_MM, thick=1.1)
        if letter == "k":
            star = [(PIECE_MM * (0.95, 0.45)[k % 2], pi * k / 5) for k in range(10)]
            sheet.line(*[(x + r * sin(a), y - r * cos(a)) for r, a in star], close=True, fill=INK, thick=0.1)
    for row, first in zip("AMB", board.start, strict=True):
        sheet.text(4, _place(board, first)[1], row, anchor="middle", bold=True)
    for k in range(max(board.length)):
        sheet.text(LEFT_MM + PITCH_MM * k, TOP_MM + 2 * ROW_MM + 18, str(k + 1), SMALL_MM, anchor="middle", fill=SOFT)
    for side, x in enumerate((right - 34, right - 4)):
        sheet.line((x, 7), (x + 12, 7), stroke=ROUTE[side], thick=0.7)
        sheet.text(x + 14, 7, "AB"[side])
    return sheet.svg()


def _place(board, hole: int) -> tuple:
    row = board.row(hole)
    return LEFT_MM + PITCH_MM * (hole - board.start[row]), TOP_MM + ROW_MM * row


def _way(rules: Rules, side: int) -> list:
    # The side's route from the far end of its home row until it is in a hole again, drawn beside the holes.
    board, beside = rules.board, BESIDE_MM[side]
    walk = [board.step[side].index(0)]
    while walk[-1] not in walk[:-1]:
        walk.append(board.after[side][walk[-1]])
    points = []
    for hole, then in zip(walk, walk[1:], strict=False):
        (x, y), (to_x, to_y) = _place(board, hole), _place(board, then)
        points.append((x, y + beside))
        if y != to_y:  # round the end of the rows
            end = max(x, to_x) + AROUND_MM[side] if x > LEFT_MM else x - AROUND_MM[side]
            points += [(end, y + beside), (end, to_y + beside)]
    return [*points, (to_x, to_y + beside)]
