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


@micropython.viper
def unpack_row(table: ptr8, at: int, row: ptr8, loop: int):
    """As `plain.unpack_row`. Old bits fall off at 32: a mask made the frozen code give other rows."""
    bits = 0
    have = 0
    left = 128
    c = 0
    d = 1
    i = 0
    end = loop + (loop * (loop - 1) >> 1)
    while i < end:
        if have < 8:
            bits = bits << 8 | int(table[at])
            at += 1
            have += 8
        code = 1 + (bits >> (have - 8) & 255)
        length = int(table[code])
        have -= length & 127
        off = int(table[256 + code])
        if length > 127:
            if have < 8:
                bits = bits << 8 | int(table[at])
                at += 1
                have += 8
            have -= 8
            off = bits >> have & 255
        guess = left
        if i >= loop:
            if c == 0:
                if d > 1:
                    guess = int(row[i - d + 1])
            elif c < d - 1:
                guess = left + int(row[i - d + 1]) - int(row[i - d])
                if guess < 0:
                    guess = 0
                elif guess > 255:
                    guess = 255
            c += 1
            if c == d:
                c = 0
                d += 1
        left = (guess + off) & 255
        row[i] = left
        i += 1
