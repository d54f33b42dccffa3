"""The net's inner loops in Python, for CPython and a MicroPython without a native emitter; else `daldos.ai.viper`."""

from array import array

from daldos.packing import NO_HOLE


def sum_rows(
    sums: "array[int]", cells: bytearray, inputs: bytes, weights: bytes, size: int, units: int, rows: int
) -> None:
    """Add the weights of all pieces on the cells to the sums, one for each unit.

    inputs: see `evaluation.inputs_of`. rows: where the rows of weights begin.
    """
    for hole in range(size):
        if cells[hole]:
            row = rows + inputs[cells[hole] * 64 + hole] * units
            for u in range(units):
                sums[u] += weights[row + u] - 128


def unpack_row(table: bytes, at: int, row: bytearray, loop: int) -> None:
    """Fill the row that begins at this byte of a packed table: see daldos.ai.packed."""
    bits = have = 0
    left = 128
    c, d = 0, 1
    for i in range(len(row)):
        if have < 8:
            bits = (bits << 8 | table[at]) & 0xFFFFFF
            at += 1
            have += 8
        code = 1 + (bits >> (have - 8) & 255)
        length = table[code]
        have -= length & 127
        off = table[256 + code]
        if length > 127:
            if have < 8:
                bits = (bits << 8 | table[at]) & 0xFFFFFF
                at += 1
                have += 8
            have -= 8
            off = bits >> have & 255
        guess = left
        if i >= loop:
            if c == 0:
                if d > 1:
                    guess = row[i - d + 1]
            elif c < d - 1:
                guess = min(255, max(0, left + row[i - d + 1] - row[i - d]))
            c += 1
            if c == d:
                c = 0
                d += 1
        row[i] = left = (guess + off) & 255


def outcome(
    holes: bytearray,
    cells: bytearray,
    inputs: bytes,
    weights: bytes,
    sums: "array[int]",
    out: "array[int]",
    units: int,
    rows: int,
    blank: int,
) -> int:
    """The sum of the units' outcomes after the turn of these holes (`packing.unpack`). blank: the row of zeros."""
    added, off = [], []  # rows
    hole1, to1, hole2, to2 = holes
    if hole1 != NO_HOLE:
        low = 1 if cells[hole1] <= 2 else 3  # the player's cells are low and low + 1
        # (a piece there, its hole): those that are gone after the turn, and those that are new
        gone, new = [(cells[hole1], hole1)], [to1 if hole2 == NO_HOLE else to2]
        taken = [to1]
        if hole2 != NO_HOLE:
            taken.append(to2)
            if hole2 != to1:
                new.append(to1)
                gone.append((cells[hole2], hole2))
        gone += [(cells[to], to) for to in taken if cells[to] and not low <= cells[to] <= low + 1]
        added = [rows + inputs[(low + 1) * 64 + to] * units for to in new]
        off = [rows + inputs[cell * 64 + hole] * units for cell, hole in gone]
    total = 0
    bias = 128 * (len(off) - len(added)) - 16384
    for u in range(units):
        x = sums[u] + bias
        for row in added:
            x += weights[row + u]
        for row in off:
            x -= weights[row + u]
        if x > 0:
            total += x * (out[u] - 32768)
    return total
