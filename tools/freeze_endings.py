#!/usr/bin/env python3
"""Write the solved endings as modules to be frozen into the image: tools/freeze_endings.py FOLDER

host/ai/endings/RULESET.bin becomes FOLDER/daldos/ai/tables/RULESET.py, a constant of bytes that stays in the flash,
packed as daldos.ai.packed says and unpacked again before it is written. Some six seconds; what is there already stays.
"""

import sys
from collections import Counter
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "host/ai/endings"
sys.path[:0] = [str(ROOT / "firmware/lib")]

from daldos.ai.endings import ranks  # noqa: E402
from daldos.ai.packed import INDEX, LENGTHS, Packed  # noqa: E402
from daldos.rules import Rules, parse_rules  # noqa: E402

LONGEST = 8  # bits of a code


@cache
def holes_of(rules: Rules, side: int) -> list:
    """The holes of each rank of a side, one or two."""
    board = rules.board
    at = {board.step[side][hole] - board.n: hole for hole in range(board.size)}
    loop = range(board.loop)
    return [(at[c],) for c in loop] + [(at[c], at[d]) for d in loop for c in range(d)]


def asked_of(rules: Rules, rank: int) -> list:
    """Whether each place of a row is ever asked for: two pieces on one hole are no position."""
    own = set(holes_of(rules, 0)[rank])
    return [own.isdisjoint(holes) for holes in holes_of(rules, 1)]


def differences(row: bytes, loop: int, asked: list) -> tuple:
    """`(row, off)`: the row with the guesses where it is never asked, and how far off each guess is, from 0 to 255."""
    row, off = bytearray(row), bytearray(len(row))
    neighbours = [(i - 1, -1, -1) for i in range(loop)]
    for d in range(1, loop):
        for c in range(d):
            i = loop + d * (d - 1) // 2 + c
            up = i - d + 1 if c < d - 1 else -1
            neighbours.append((i - 1, up, i - d) if c and up >= 0 else (up if d > 1 and not c else i - 1, -1, -1))
    for i, (one, other, both) in enumerate(neighbours):
        guess = 128 if one < 0 else row[one] if other < 0 else min(255, max(0, row[one] + row[other] - row[both]))
        if not asked[i]:
            row[i] = guess
        off[i] = (row[i] - guess) & 255
    return bytes(row), bytes(off)


def code_lengths(weights: list) -> list:
    """The lengths of a code of at most LONGEST bits for symbols of these weights: package and merge."""
    single = sorted((weight, (k,)) for k, weight in enumerate(weights))
    level = single
    for _ in range(LONGEST - 1):
        pairs = [(a[0] + b[0], a[1] + b[1]) for a, b in zip(level[::2], level[1::2], strict=False)]
        level = sorted(single + pairs)
    counts = Counter(k for _, symbols in level[: 2 * len(weights) - 2] for k in symbols)
    return [counts[k] for k in range(len(weights))]


def code_of(counts: Counter) -> list:
    """[(length, difference)], the commonest with a code of their own, and (length, -1) for all others, least bits."""
    best: tuple = (1 << 40, [])
    common = counts.most_common()
    for own in range(1, min(len(common), 128) + 1):
        weights = [count for _, count in common[:own]] + [sum(count for _, count in common[own:])]
        lengths = code_lengths(weights)
        bits = sum(length * weight for length, weight in zip(lengths, weights, strict=True)) + 8 * weights[-1]
        if bits < best[0]:
            symbols = [symbol for symbol, _ in common[:own]] + [-1]
            best = (bits, sorted(zip(lengths, symbols, strict=True)))
    return best[1]


def packed(table: bytes, rules: Rules) -> bytes:
    """The table packed, as daldos.ai.packed has it."""
    loop = rules.board.loop
    count = ranks(loop)
    rows = [differences(table[k * count : (k + 1) * count], loop, asked_of(rules, k)) for k in range(count)]
    code = code_of(Counter(off for _, offs in rows for off in offs))
    lengths, values, words = bytearray(), bytearray(), {}
    for length, off in code:  # the shortest first: the codes count upwards
        words[off] = (length, len(lengths) >> (8 - length))
        lengths += bytes([length | 128 * (off < 0)]) * (1 << (8 - length))
        values += bytes([max(0, off)]) * (1 << (8 - length))
    index, stream = bytearray(), bytearray()
    first = INDEX + 3 * count
    for _, offs in rows:
        index += (first + len(stream)).to_bytes(3, "little")
        bits, have = 0, 0
        for off in offs:
            length, word = words.get(off) or words[-1]
            bits, have = bits << length | word, have + length
            if off not in words:
                bits, have = bits << 8 | off, have + 8
        stream += (bits << -have % 8).to_bytes((have + 7) // 8, "big")
    # Past the end of the last row a byte more may be looked at.
    made = bytes([loop]) + bytes(lengths) + bytes(values) + bytes(index) + bytes(stream) + b"\0"
    assert len(lengths) == 256 and made[LENGTHS : LENGTHS + 256] == lengths
    again, row = Packed(made), bytearray(count)
    for k in range(count):
        again.unpack(k, row)
        if row != rows[k][0]:
            raise ValueError(f"row {k} of {rules.text} is another when it is unpacked")
    return made


def main(folder: Path) -> None:
    tables = folder / "daldos/ai/tables"
    tables.mkdir(parents=True, exist_ok=True)
    total = 0
    for file in sorted(SOURCE.glob("*.bin")):
        data = packed(file.read_bytes(), parse_rules(file.stem))
        total += len(data)
        text = f'"""The solved endings of {file.stem}: see daldos.ai.packed."""\n\nTABLE = {data!r}\n'
        module = tables / (file.stem.replace("-", "_") + ".py")
        if not module.exists() or module.read_text(encoding="utf-8") != text:
            module.write_text(text, encoding="utf-8")
    print(f"{total} bytes of endings in {tables}", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("freeze_endings: expected the folder to write to")
    main(Path(sys.argv[1]))
