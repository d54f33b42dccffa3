"""Solve a ruleset's endings: the exact chance of every position with few pieces a side, all dalled and out of the home
rows.

Value iteration over all of them until a sweep changes nothing by more than TOLERANCE. Smaller endings come first, for
captures lead to them; `k` against `m` and `m` against `k` lead to each other and are solved together. The tables are
kept as files of doubles, `ruleset-k-m.f64`, so that each is solved once.

    >>> solve(kernel, "danish", Path("build/brain/endings"), 2)
"""

import array
import time
from pathlib import Path

from daldos.errors import DaldosError
from host.ai import data
from lab.arguments import parser, say
from lab.brain.kernel import SOLVED, kernel_module, packed

TOLERANCE = 1e-12


class EndingsError(DaldosError):
    """A table file that is not what it should be."""


def groups(pieces: int) -> list[list[tuple[int, int]]]:
    """The tables in the order in which they are solved, those that need each other together."""
    found = []
    for total in range(2, 2 * pieces + 1):
        for k in range(1, pieces + 1):
            m = total - k
            if 1 <= m <= k:
                found.append([(k, m)] if k == m else [(k, m), (m, k)])
    return found


def solve(kernel, name: str, folder: Path, pieces: int) -> None:
    """Solve or load all tables of up to `pieces` a side into the kernel; what is solved is written to the folder."""
    kernel.prepare_endings(pieces)
    folder.mkdir(parents=True, exist_ok=True)
    for group in groups(pieces):
        files = [folder / f"{name}-{k}-{m}.f64" for k, m in group]
        if all(file.exists() for file in files):
            for (k, m), file in zip(group, files, strict=True):
                load(kernel, k, m, file)
            continue
        start = time.monotonic()
        sweeps = 0
        change = 1.0
        while change > TOLERANCE:
            change = max(kernel.sweep_endings(k, m) for k, m in group)
            sweeps += 1
            if sweeps % 10 == 0:
                what = " and ".join(f"{k} v {m}" for k, m in group)
                say(f"{name} {what}: sweep {sweeps}, change {change:.1e}, {time.monotonic() - start:.0f} s")
        for (k, m), file in zip(group, files, strict=True):
            part = file.with_suffix(".part")
            part.write_bytes(kernel.endings_table(k, m))
            part.rename(file)


def load(kernel, k: int, m: int, file: Path) -> None:
    """Read one table back; EndingsError if the file is not of its size."""
    table = kernel.endings_table(k, m)
    values = array.array("d", file.read_bytes())
    if len(values) != len(table):
        raise EndingsError("%s: %s values, expected %s", file, len(values), len(table))
    memoryview(table)[:] = values


def residual(kernel, pieces: int) -> float:
    """The largest difference between the tables and one more sweep over them."""
    return max(kernel.sweep_endings(k, m, False) for group in groups(pieces) for k, m in group)


def main() -> "str | None":
    """Solve, print the residual and each table's figures; what went wrong."""
    top = parser("solve", __doc__)
    top.add_argument("--pieces", type=int, choices=(1, 2, 3), default=2, help="a side (default 2); 3 takes hours")
    top.add_argument("--write", action="store_true", help="write the packed table into the package, too")
    args = top.parse_args()
    name = args.rules.text
    try:
        kernel = kernel_module().Kernel(args.rules)
        solve(kernel, name, SOLVED, args.pieces)
    except ValueError as error:
        return f"solve: {error}"
    print(f"{name}: largest change by one more sweep {residual(kernel, args.pieces):.1e}")
    for k, m in [pair for group in groups(args.pieces) for pair in group]:
        count, low, high, mean = kernel.endings_figures(k, m)
        print(f"{name} {k} v {m}: {count} positions, chance {low:.4f} to {high:.4f}, mean {mean:.4f}")
    if args.write:
        file = data.endings_file(name)
        for part, table in zip((file, file.with_suffix(".low")), packed(kernel), strict=True):
            part.write_bytes(table)
            print(f"{name}: {len(table)} bytes in {part}")
    return None
