"""Solve a ruleset's endings: the exact chance of every position with few pieces a side, all dalled and out of the home
rows; of a relative as `host.ai.few` has them.

Value iteration over all of them until a sweep changes nothing by more than TOLERANCE. Smaller endings come first, for
captures lead to them; `k` against `m` and `m` against `k` lead to each other and are solved together. The tables are
kept as files of doubles, `ruleset-k-m.f64`, so that each is solved once.

    >>> solve(Solved(kernel), "danish", Path("build/brain/endings"))
"""

import time
from pathlib import Path

from host.ai import data
from lab.arguments import parser, say
from lab.brain.kernel import SOLVED, UNLEARNT, Kernel, Solved

TOLERANCE = 1e-12


def groups(solved: Solved) -> list[list[tuple[int, int]]]:
    """The tables in the order of solving, grouped by mutual dependence."""
    pairs = sorted((k + m, k, m) for k, m in solved.tables if k >= m)
    return [[(k, m)] if k == m else [(k, m), (m, k)] for _, k, m in pairs]


def solve(solved: Solved, name: str, folder: Path) -> None:
    """Solve or load all tables; solved ones are written to the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for group in groups(solved):
        files = [folder / f"{name}-{k}-{m}.f64" for k, m in group]
        if all(file.exists() for file in files):
            for (k, m), file in zip(group, files, strict=True):
                solved.load(k, m, file)
            continue
        start = time.monotonic()
        sweeps = 0
        change = 1.0
        while change > TOLERANCE:
            change = max(solved.sweep(k, m) for k, m in group)
            sweeps += 1
            if sweeps % 10 == 0:
                what = " and ".join(f"{k} v {m}" for k, m in group)
                say(f"{name} {what}: sweep {sweeps}, change {change:.1e}, {time.monotonic() - start:.0f} s")
        for pair, file in zip(group, files, strict=True):
            part = file.with_suffix(".part")
            part.write_bytes(solved.tables[pair])
            part.rename(file)


def residual(solved: Solved) -> float:
    """The largest difference between the tables and one more sweep over them."""
    return max(solved.sweep(k, m, False) for k, m in solved.tables)


def main() -> "str | None":
    """Solve, print the residual and each table's figures; what went wrong."""
    top = parser("solve", __doc__)
    top.add_argument("--write", action="store_true", help="write the packed table into the package, too")
    args = top.parse_args()
    name = args.rules.text
    try:
        solved = Solved(Kernel(args.rules, UNLEARNT))
        solve(solved, name, SOLVED)
    except ValueError as error:
        return f"solve: {error}"
    print(f"{name}: largest change by one more sweep {residual(solved):.1e}")
    for k, m in [pair for group in groups(solved) for pair in group]:
        count, low, high, mean = solved.figures(k, m)
        print(f"{name} {k} v {m}: {count} positions, chance {low:.4f} to {high:.4f}, mean {mean:.4f}")
    if args.write:
        relative = args.rules.relative
        tables = {".few": solved.few()} if relative else dict(zip((".bin", ".low"), solved.packed(), strict=True))
        for ending, table in tables.items():
            part = data.endings_file(name).with_suffix(ending)
            part.write_bytes(table)
            print(f"{name}: {len(table)} bytes in {part}")
    return None
