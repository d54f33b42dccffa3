#!/usr/bin/env python3
"""Make docs/tests.md: which test shows each clause of the rules, each message of the lights and each text of the board.

    python3 tools/tests_doc.py > docs/tests.md

Clauses and messages are taken from docs/rules.md and docs/lights.md, each paragraph, point and row;
host_tests/shown.txt says which tests show them. The texts are those of companion.console.reasons; a test shows a text
if it has its code, or a good part of its words. What nothing shows is named on standard error, and the exit status
is 1.
"""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "firmware/lib"))

from companion.console.reasons import ERRORS, FAULTS, GUIDES  # noqa: E402

SHOWN = ROOT / "host_tests/shown.txt"
PAGES = ("docs/rules.md", "docs/lights.md")
WORDS = 5  # of a clause, by which it is known
CHARS = 14  # of a text that a test must have
TESTS_MOST = 3  # named for a text


def clauses(page: str) -> list:
    """Each paragraph, point and row of a page that says something, by its section and its first words."""
    found = []
    section = ""
    for block in re.split(r"\n\s*\n", (ROOT / page).read_text("utf-8")):
        if block.startswith("#"):
            section = block.split("\n")[0].strip("# ")
            continue
        lines = block.split("\n")
        if lines[0].startswith(("|", "- ", "1. ")):
            starts = [line for line in lines if re.match(r"\| |- |\d+\. ", line)]
            rows = [line for line in starts if not line.startswith("|")]
            table = [line for line in starts if line.startswith("|")]
            rows += [line for line in table[1:] if not line.startswith("| ---")]
            found += [_key(section, row) for row in rows]
        elif not lines[0].startswith(("    ", "#", "Sources:", "<!--")):
            found.append(_key(section, lines[0]))
    return found


def _key(section: str, line: str) -> str:
    if line.startswith("|"):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        text = cells[0] + (": " + cells[1] if section == "Playing" or len(cells[0].split()) < 2 else "")
    else:
        text = line
    words = re.sub(r"[*`]", "", text).lstrip("- ").split()
    return section + ": " + " ".join(words[: WORDS + 2])


def shown() -> dict:
    """What host_tests/shown.txt says: page and clause -> the tests."""
    found: dict = {}
    page = ""
    for line in SHOWN.read_text("utf-8").splitlines():
        if line.startswith("== "):
            page = line[3:]
        elif line.strip() and not line.startswith("#"):
            key, _, tests = line.partition(" -> ")
            found[page, key] = tests.split(", ")
    return found


def tests() -> dict:
    """Every test of host_tests by its name -> source: `test_docs.py::test_odds`, `scripts/first_turn.txt`."""
    found = {}
    folder = ROOT / "host_tests"
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text("utf-8")
        lines = source.split("\n")
        cases = {}  # what stands in capitals, for tests to be made of
        for node in ast.parse(source).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id.isupper():
                cases[node.targets[0].id] = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                first = min([node.lineno] + [decorator.lineno for decorator in node.decorator_list])
                text = "\n".join(lines[first - 1 : node.end_lineno])
                used = [case for name, case in cases.items() if re.search(r"\b%s\b" % name, text)]
                found["%s::%s" % (path.relative_to(folder), node.name)] = "\n".join([text, *used])
    for path in sorted(folder.glob("scripts/*.txt")):
        found[str(path.relative_to(folder))] = path.read_text("utf-8")
    # the cases of a data file are those of the test that reads it
    found["test_guidance.py::test_reason_and_holes"] += (folder / "guidance.txt").read_text("utf-8")
    return found


def showing(code: str, text: str, sources: dict) -> list:
    """The tests that have this code, or a good part of the text."""
    parts = [part for part in re.split(r"%[sdr]", text) if len(part) >= CHARS // 2]
    pieces = [part[k : k + CHARS] for part in parts for k in range(max(1, len(part) - CHARS + 1))]
    named = re.compile(r'"%s"|code=%s\b' % (code, code))
    found = [name for name, source in sources.items() if named.search(source)]
    found += [name for name, s in sources.items() if name not in found and any(piece in s for piece in pieces)]
    return found[:TESTS_MOST]


def problems() -> list:
    """What is not shown, what is said of clauses that are none, and tests that are not there; one line each."""
    sources, told = tests(), shown()
    wanted = [(page, clause) for page in PAGES for clause in clauses(page)]
    found = ["%s: nothing shows: %s" % key for key in wanted if not any(told.get(key, []))]
    found += ["%s: no such clause: %s" % key for key in told if key not in wanted]
    found += ["no such test: " + name for names in told.values() for name in names if name not in sources]
    for kind, table in (("guide", GUIDES), ("fault", FAULTS), ("error", ERRORS)):
        found += ["no test says %s %s" % (kind, code) for code, text in table if not showing(code, text, sources)]
    return found


def page() -> str:
    """docs/tests.md."""
    sources, told = tests(), shown()
    lines = [
        "# Which test shows what",
        "",
        "Made by `python3 tools/tests_doc.py > docs/tests.md`; a test keeps it whole.",
    ]
    lines += ["Tests and scripts are those of `host_tests`; where many show a text, three are named."]
    for name in PAGES:
        lines += ["", "## %s" % name, "", "| clause | shown by |", "| --- | --- |"]
        for clause in clauses(name):
            lines.append("| %s | %s |" % (clause, _ticked(told.get((name, clause), []))))
    for kind, table in (("guide", GUIDES), ("fault", FAULTS), ("error", ERRORS)):
        lines += ["", "## What a `%s` says" % kind, "", "| code | text | shown by |", "| --- | --- | --- |"]
        for code, text in table:
            lines.append("| `%s` | %s | %s |" % (code, text, _ticked(showing(code, text, sources))))
    return "\n".join(lines) + "\n"


def _ticked(names: list) -> str:
    return ", ".join(["`%s`" % name for name in names])


if __name__ == "__main__":
    print(page(), end="")
    wrong = problems()
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    sys.exit(1 if wrong else 0)
