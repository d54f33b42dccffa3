#!/usr/bin/env python3
"""Make the tables of docs/simulator.md from the commands and faults: tools/simulator_tables.py [--check]

tools/simulator_tables.py            rebuild the tables
tools/simulator_tables.py --check    write nothing; exit status 1 if they are out of date
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "firmware/lib"), str(ROOT / "firmware"), str(ROOT)]

from host.sim.fake_board import FakeBoard  # noqa: E402
from host.terminal.commands import COMMANDS  # noqa: E402

PAGE = ROOT / "docs/simulator.md"
FAULTS = {
    "dead": "a sensor gives 0 V",
    "stuck": "a sensor gives always the same code, the present one if none is named",
    "weak": "the magnet of the piece that stands there is weak, wherever it goes",
    "reversed": "the magnet of the piece that stands there is upside down",
    "address": "an address line S0 ... S3 is stuck at 0 or 1",
    "rail": "the sensors' supply is lost",
    "half": "the half-rail reference is off",
    "mux": "a multiplexer does not answer",
    "enable": "the EN of a multiplexer is stuck; 0 is always on",
    "swap": "two address lines are exchanged; with one named, it and the next",
    "swap_enable": "the EN wires of two multiplexers are exchanged",
    "swap_sig": "the SIG wires of two multiplexers are exchanged",
    "swap_holes": "the wires of two sensors are exchanged",
    "open": "an ADC pin (26, 27, 28) is not connected",
    "deaf": "a sensor stands up or is no linear part: it reads no magnet",
    "face_down": "a sensor lies with its marked face down",
}


def commands() -> str:
    """A table of the commands."""
    lines = ["| command | short | |", "| --- | --- | --- |"]
    for command in COMMANDS:
        line = command.line().replace("|", "\\|")
        lines.append(f"| `{line}` | {f'`{command.short}`' if command.short else ''} | {command.about} |")
    return "\n".join(lines)


def faults() -> str:
    """A table of the switchable faults."""
    lines = ["| fault | |", "| --- | --- |"]
    for name, where in FakeBoard.FAULTS.items():
        lines.append(f"| `{f'fault {name} {where}'.strip()}` | {FAULTS[name]} |")
    return "\n".join(lines)


def page(text: str) -> str:
    """The page with its tables rebuilt."""
    for name, table in (("commands", commands()), ("faults", faults())):
        mark = f"<!-- {name}: written by tools/simulator_tables.py -->\n"
        text = re.sub(re.escape(mark) + r"(\|[^\n]*\n)*", lambda _, mark=mark, table=table: mark + table + "\n", text)
    return text


def main() -> int:
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    text = PAGE.read_text(encoding="utf-8")
    fresh = page(text)
    if sys.argv[1:]:
        if fresh != text:
            print("docs/simulator.md is out of date: run tools/simulator_tables.py", file=sys.stderr)
        return int(fresh != text)
    PAGE.write_text(fresh, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
