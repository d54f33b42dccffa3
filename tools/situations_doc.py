#!/usr/bin/env python3
"""Write the table of docs/situations.md from the rows of companion/session/situation.py, keeping the words there.

python3 tools/situations_doc.py

Written by hand: what a situation is, more on its lights, and why it comes before the next.
"""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/situations.md"
sys.path.insert(0, str(ROOT / "firmware/lib"))

from companion.lights import scene  # noqa: E402
from companion.session import gestures, situation  # noqa: E402


def rows() -> list:
    """The rows of companion.session.situation, in order of precedence."""
    tree = ast.parse(Path(situation.__file__).read_text(encoding="utf-8"))
    found = [
        node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple)
    ]
    found.sort(key=lambda row: row.lineno)
    return [eval(ast.unparse(row), vars(situation)) for row in found]


ROWS = rows()


def words_of(act) -> list:
    """A gesture's effect, or what is announced; for a gesture also how to undo it."""
    return re.sub(r"\s+", " ", act.__doc__ or "").split(" | ")


_LINE = re.compile(r"\| \*\*(\w+)\*\*: (.*?) \|.*\| `\w+`(.*?) \|.*\| (.*?) \|\n")


def fill(page: str) -> str:
    """The page with its table rebuilt from the rows. A row without words is a ValueError."""
    words = {name: texts for name, *texts in _LINE.findall(page)}
    if unsaid := [row[0] for row in ROWS if not all(words.get(row[0], ("", "", ""))[::2])]:
        raise ValueError(f"{PAGE.name} needs a line `| **{unsaid[0]}**: what it is | | | `lights` | | why here |`")
    table = ""
    for name, press, long, lights, _, _, says in ROWS:
        about, more, why = words[name]
        shown = f"`{scene.NAMES[lights]}`{more}"
        does, holds, said = (words_of(act)[0] for act in (press, long, says))
        table += f"| **{name}**: {about} | {does} | {holds} | {shown} | {said} | {why} |\n"
    acts = {words_of(act)[0]: words_of(act)[1] for row in ROWS for act in (row[1], row[2], gestures.open_menu)}
    back = "".join(f"| {does} | {had} |\n" for does, had in acts.items())
    tables = iter((table, back))
    return re.sub(r"(?<=\| --- \|\n)(\|.*\n)*", lambda _: next(tables), page)


if __name__ == "__main__":
    PAGE.write_text(fill(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
