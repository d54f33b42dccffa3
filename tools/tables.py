#!/usr/bin/env python3
"""Write what docs/*.md take from the code: tables, and in commissioning.md and protocol.md the version of a board.

python3 tools/tables.py            # writes them
python3 tools/tables.py --check    # writes nothing; exit status 1 if a page is not up to date

Of a situation, what it is, more on its lights, and why it comes before the next are written in the page by hand.
"""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "firmware/lib"), str(ROOT / "firmware"), str(ROOT)]

from companion import VERSION, commands  # noqa: E402
from companion.console.events import EVENTS  # noqa: E402
from companion.reasons import ERRORS, FAULTS, GUIDES  # noqa: E402
from companion.session import gestures, situation  # noqa: E402
from daldos.reach import REASONS  # noqa: E402
from host.sim.fake_board import FakeBoard  # noqa: E402
from host.terminal.commands import COMMANDS  # noqa: E402
from tools.programs import PROGRAMS  # noqa: E402


def events() -> str:
    """Every event with its keys in order and their kinds."""
    rows = [
        (f"`{name}`", ", ".join(f"`{key}` {kind}" for key, kind in zip(keys, kinds.split(), strict=True)))
        for name, keys, kinds in EVENTS
    ]
    return _table(("event", "keys"), rows)


def answers() -> str:
    """Every command with its required keys and the event that ends its answer."""
    rows = [(f"`{row[0]}`", ", ".join(f"`{key}`" for key, _ in row[1]), f"`{row[2]}`") for row in commands.COMMANDS]
    return _table(("command", "keys", "answered by"), rows)


def codes(table) -> str:
    """A table of reasons: codes and texts."""
    return _table(("code", "text"), [(f"`{code}`", re.sub("%[a-z]", "...", text)) for code, text in table])


def hands() -> str:
    """The commands of the simulator."""
    rows = []
    for command in COMMANDS:
        line = command.line().replace("|", "\\|")
        rows.append((f"`{line}`", f"`{command.short}`" if command.short else "", command.about))
    return _table(("command", "short", ""), rows)


def faults() -> str:
    """The faults that can be switched on."""
    rows = [(f"`{f'fault {name} {where}'.strip()}`", what) for name, (where, what) in FakeBoard.FAULTS.items()]
    return _table(("fault", ""), rows)


def needed() -> str:
    """The programs that the tests and builds need."""
    rows = []
    for name, row in PROGRAMS.items():
        brings = ", ".join(f"`{package}`" for package in row.packages).replace("{python}", "3.x")
        uses = [f"`{fixture}`" for fixture in row.fixtures] + [f'`needs("{name}")`']
        rows.append(
            (row.about, brings or row.brings, ", ".join(uses), row.lost, "fails" if row.always else "is skipped")
        )
    return _table(("what", "brought by", "needed by tests with", "lost without it", "in CI, without it, a test"), rows)


def _table(head, rows) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


TABLES = {
    "events": events,
    "commands": answers,
    "guides": lambda: codes([*GUIDES, *(row for row in REASONS[1:] if row[0] not in dict(GUIDES))]),
    "faults": lambda: codes(FAULTS),
    "errors": lambda: codes(ERRORS),
    "programs": needed,
    "sim-commands": hands,
    "sim-faults": faults,
}
_PART = re.compile(r"(<!-- made: ([-\w]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def fill(page: str) -> str:
    """The page with the tables between its markers rebuilt, and the version that boards say in its examples."""
    page = re.sub(r'"version": "[^"]*"', f'"version": "{VERSION}"', page)
    return _PART.sub(lambda match: match.group(1) + TABLES[match.group(2)]() + match.group(3), page)


# --- situations -------------------------------------------------------------------------------------------------------


def situation_rows() -> list:
    """The rows of companion.session.situation, in order of precedence."""
    tree = ast.parse(Path(situation.__file__).read_text(encoding="utf-8"))
    returned = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value]
    found = [row for row in returned if ast.unparse(row).startswith("Row(")]
    found.sort(key=lambda row: row.lineno)
    return [eval(ast.unparse(row), vars(situation)) for row in found]


ROWS = situation_rows()


def words_of(act) -> list:
    """A gesture's effect, or what is announced; for a gesture also how to undo it."""
    return re.sub(r"\s+", " ", act.__doc__ or "").split(" | ")


LINE = re.compile(r"\| \*\*(\w+)\*\*: (.*?) \|.*\| `\w+`(.*?) \|.*\| (.*?) \|\n")


def situations(page: str) -> str:
    """The page with its table rebuilt from the rows. A row without words is a ValueError."""
    words = {name: texts for name, *texts in LINE.findall(page)}
    if unsaid := [row.name for row in ROWS if not all(words.get(row.name, ("", "", ""))[::2])]:
        raise ValueError(f"situations.md needs a line `| **{unsaid[0]}**: what it is | | | `lights` | | why here |`")
    table = ""
    for row in ROWS:
        about, more, why = words[row.name]
        shown = f"`{row.lights}`{more}"
        does, holds, said = (words_of(act)[0] for act in (row.press, row.long_press, row.announce))
        table += f"| **{row.name}**: {about} | {does} | {holds} | {shown} | {said} | {why} |\n"
    acts = [act for row in ROWS for act in (row.press, row.long_press, gestures.open_menu)]
    back = "".join(f"| {does} | {had} |\n" for does, had in dict(map(words_of, acts)).items())
    tables = iter((table, back))
    return re.sub(r"(?<=\| --- \|\n)(\|.*\n)*", lambda _: next(tables), page)


PAGES = {
    "commissioning.md": fill,
    "protocol.md": fill,
    "simulator.md": fill,
    "situations.md": situations,
    "systems.md": fill,
}


def main(arguments: list) -> int:
    """Write or check all; returns the exit status."""
    if arguments not in ([], ["--check"]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    stale = 0
    for name, made in PAGES.items():
        page = ROOT / "docs" / name
        old = page.read_text(encoding="utf-8")
        new = made(old)
        if new != old:
            stale = 1
            print("out of date:" if arguments else "wrote", f"docs/{name}")
            if not arguments:
                page.write_text(new, encoding="utf-8")
    return stale if arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
