"""All texts that are to be translated, collected from the sources: Python, the page's modules and its HTML.

In Python and in the page's modules they stand as `t("...")`, or as `n("...")` where they are named only; in HTML
`data-t` marks them. What the board says is in companion.console.reasons.

>>> "{player} has won." in texts()
True
"""

import ast
import json
import re
from html import unescape
from pathlib import Path

from companion.console import reasons
from companion.console.phases import MODES
from host.words import telling

HOST = Path(__file__).resolve().parents[1]
PAGE = HOST / "web/page"
CALLS = ("t", "said", "SeatError")  # what takes a text that is translated, in Python
_IN_JS = re.compile(r'\b[tn]\(\s*("(?:[^"\\]|\\.)*")')
_IN_HTML = re.compile(r"\bdata-t>([^<]+)<")
_LABELS = re.compile(r'aria-label="([^"]+)"[^>]*\bdata-t-label')


def texts() -> set:
    """Every English text that a catalogue must have."""
    found = set(MODES)
    for table in (reasons.GUIDES, reasons.FAULTS, reasons.ERRORS):
        found.update(text for _, text in table if text not in ("%s", "%r"))
    found.update(_strings(Path(telling.__file__)))
    for folder in ("web", "terminal", "cli"):
        for file in (HOST / folder).rglob("*.py"):
            found.update(_called(file))
    for file in PAGE.glob("*.js"):
        found.update(json.loads(text) for text in _IN_JS.findall(file.read_text(encoding="utf-8")))
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    found.update(unescape(text.strip()) for text in _IN_HTML.findall(html) + _LABELS.findall(html))
    return found


def _called(file: Path):
    # the texts of t("...") in a module
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("t", "said", "SeatError")
        ):
            if node.args and isinstance(node.args[0], ast.Constant):
                yield node.args[0].value


def _strings(file: Path):
    # every sentence of the module that tells: those with a blank or a field in them, and those handed to t()
    yield from _called(file)
    tree = ast.parse(file.read_text(encoding="utf-8"))
    told = (ast.Module, ast.FunctionDef, ast.ClassDef)
    documentation = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, told)}
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            text = node.value
            if text not in documentation and re.search(r"[a-z]\w* \S|\{\w+\}|\w\.$", text) and text != "{hole}":
                yield text
