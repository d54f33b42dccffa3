"""A position as a picture: python examples/picture.py "POSITION" > boat.svg

Undalled pieces lie across the row, dalled ones along it.
"""

import sys

from daldos import Position

STEP, EDGE = 24, 30  # pixels from hole to hole, and around
position = Position.parse((sys.argv[1:] or ["aaaa.aaaaaaaaaaa/..A...B........../bbbbbbb.bbbbbbbb A -"])[0])
board = position.rules.board

parts = []
for hole in range(board.size):
    x, y = EDGE + (hole - board.start[board.row(hole)]) * STEP, EDGE + 40 * board.row(hole)
    parts.append('<circle cx="%d" cy="%d" r="3"/>' % (x, y))
    cell = position.cells[hole]
    if cell:
        wide, high = (18, 8) if cell in (2, 4) else (8, 18)
        colour = "#e0b060" if cell < 3 else "#603018"
        where = (x - wide / 2, y - high / 2, wide, high, colour)
        parts.append('<rect x="%g" y="%g" width="%d" height="%d" rx="3" fill="%s"/>' % where)
size = 2 * EDGE + board.n * STEP, 2 * EDGE + 80
print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d">%s</svg>' % (*size, "".join(parts)))
