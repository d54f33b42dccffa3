"""The net's inner loops in machine code: what MicroPython's viper compiles, where there is a compiler for it.

Importing this fails with ImportError on CPython, and with SyntaxError on a MicroPython without a native emitter; then
`daldos.ai.plain` serves. Both are held equal by test.
"""

import micropython


@micropython.viper
def sum_rows(sums: ptr16, cells: ptr8, inputs: ptr8, weights: ptr8, size: int, units: int, rows: int):
    """As `plain.sum_rows`."""
    hole = 0
    while hole < size:
        cell = int(cells[hole])
        if cell:
            row = rows + int(inputs[cell * 64 + hole]) * units
            u = 0
            while u < units:
                sums[u] = int(sums[u]) + int(weights[row + u]) - 128
                u += 1
        hole += 1


@micropython.viper
def outcome(
    holes: ptr8, cells: ptr8, inputs: ptr8, weights: ptr8, sums: ptr16, out: ptr16, units: int, rows: int, blank: int
) -> int:
    """As `plain.outcome`."""
    # Rows to add and to take off; `blank` is the row of zeros.
    add1 = blank
    add2 = blank
    off1 = blank
    off2 = blank
    off3 = blank
    off4 = blank
    hole1 = int(holes[0])
    if hole1 != 63:
        to1 = int(holes[1])
        hole2 = int(holes[2])
        to2 = int(holes[3])
        piece = int(cells[hole1])
        low = 1 if piece <= 2 else 3  # the player's cells are low and low + 1
        dalled = (low + 1) * 64
        off1 = rows + int(inputs[piece * 64 + hole1]) * units
        cell = int(cells[to1])
        if cell and (cell < low or cell > low + 1):
            off3 = rows + int(inputs[cell * 64 + to1]) * units
        if hole2 == 63:
            add1 = rows + int(inputs[dalled + to1]) * units
        else:
            add1 = rows + int(inputs[dalled + to2]) * units
            cell = int(cells[to2])
            if cell and (cell < low or cell > low + 1):
                off4 = rows + int(inputs[cell * 64 + to2]) * units
            if hole2 != to1:
                add2 = rows + int(inputs[dalled + to1]) * units
                off2 = rows + int(inputs[int(cells[hole2]) * 64 + hole2]) * units
    total = 0
    u = 0
    if off3 == blank and off4 == blank:
        while u < units:
            x = int(sums[u]) + int(weights[add1 + u]) + int(weights[add2 + u])
            x -= int(weights[off1 + u]) + int(weights[off2 + u]) + 16384
            if x > 0:
                total += x * (int(out[u]) - 32768)
            u += 1
    else:
        while u < units:
            x = int(sums[u]) + int(weights[add1 + u]) + int(weights[add2 + u]) + 256
            x -= int(weights[off1 + u]) + int(weights[off2 + u]) + int(weights[off3 + u]) + int(weights[off4 + u])
            x -= 16384
            if x > 0:
                total += x * (int(out[u]) - 32768)
            u += 1
    return total
