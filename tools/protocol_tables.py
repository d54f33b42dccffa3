"""Make the tables of docs/protocol.md from the firmware's own tables of events, commands and reasons.

python3 tools/protocol_tables.py            # writes them between the page's markers
python3 tools/protocol_tables.py --check    # exit status 1 if the page is not up to date
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/protocol.md"
sys.path[:0] = [str(ROOT / "firmware/lib")]

from companion.commands import COMMANDS  # noqa: E402
from companion.console.events import EVENTS  # noqa: E402
from companion.reasons import ERRORS, FAULTS, GUIDES  # noqa: E402
from daldos.reach import REASONS  # noqa: E402

_PART = re.compile(r"(<!-- made: ([-\w]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def events() -> str:
    """Every event with its keys in order and their kinds."""
    rows = [(f"`{name}`", ", ".join(f"`{key}` {kind}" for key, kind in keys)) for name, keys in EVENTS]
    return _table(("event", "keys"), rows)


def commands() -> str:
    """Every command with its required keys and the event that ends its answer."""
    rows = [(f"`{row[0]}`", ", ".join(f"`{key}`" for key, _ in row[1]), f"`{row[2]}`") for row in COMMANDS]
    return _table(("command", "keys", "answered by"), rows)


def codes(table) -> str:
    """A table of reasons: codes and texts."""
    return _table(("code", "text"), [(f"`{code}`", _blanks(text)) for code, text in table])


TABLES = {
    "events": events,
    "commands": commands,
    "guides": lambda: codes([*GUIDES, *(row for row in REASONS[1:] if row[0] not in dict(GUIDES))]),
    "faults": lambda: codes(FAULTS),
    "errors": lambda: codes(ERRORS),
}


def fill(page: str) -> str:
    """The page with its tables rebuilt."""
    return _PART.sub(lambda match: match.group(1) + TABLES[match.group(2)]() + match.group(3), page)


def _blanks(text: str) -> str:
    return re.sub("%[a-z]", "...", text)


def _table(head, rows) -> str:
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


if __name__ == "__main__":
    old = PAGE.read_text(encoding="utf-8")
    new = fill(old)
    if "--check" in sys.argv[1:]:
        sys.exit(0 if new == old else "docs/protocol.md: its tables are out of date; run tools/protocol_tables.py")
    PAGE.write_text(new, encoding="utf-8")
