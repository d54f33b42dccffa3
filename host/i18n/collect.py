"""All texts that are to be translated, collected from the sources: Python, the page's modules and its HTML.

In Python and in the page's modules they stand as `t("...")`, or as `n("...")` where they are named only; in HTML
`data-t` marks them. What the board says is in companion.reasons. Errors are collected where they are raised, as
templates with numbered fields (host.i18n.matching), and the help of the command line where it stands.

>>> "{player} has won." in texts()
True
"""

import ast
import itertools
import json
import re
from html import unescape
from pathlib import Path

from companion import reasons
from companion.console.phases import MODES
from host.i18n import telling
from host.i18n.matching import paragraphs

HOST = Path(__file__).resolve().parents[1]
ENGINE = Path(reasons.__file__).resolve().parents[1] / "daldos"
RAISED_IN = (  # modules whose errors a user can come to see
    *[ENGINE / f"{name}.py" for name in ("geometry", "notation", "odds", "position", "record", "rules", "turns")],
    *[HOST / name for name in ("sim/fake_board.py", "sim/client.py", "sim/table.py", "ai/advice.py")],
    *[HOST / f"terminal/{name}.py" for name in ("auto", "desk", "play")],
    *[HOST / f"web/{name}.py" for name in ("backend", "hands", "pages", "replay", "seats")],
    *sorted((HOST / "cli").glob("*.py")),
    *sorted((HOST / "usb").glob("*.py")),
    *sorted((HOST / "far").glob("*.py")),
)
SAYS_WHY = ("_refusal", "_silence")  # functions that return what an error says
NOT_SAID = ("FrameError", "NotImplementedError", "AssertionError")  # of programs, not of users
PAGE = HOST / "web/page"
CALLS = ("t", "n", "said")  # what takes a text that is translated, in Python
_IN_JS = re.compile(r'\b[tn]\(\s*("(?:[^"\\]|\\.)*")')
_IN_HTML = re.compile(r"\bdata-t>([^<]+)<")
_FIELDS = re.compile("%[dsrx]")
_LABELS = re.compile(r'aria-label="([^"]+)"[^>]*\bdata-t-label')


def texts() -> set:
    """Every English text that a catalogue must have."""
    found = page_texts()
    for table in (reasons.GUIDES, reasons.FAULTS, reasons.ERRORS):
        found.update(text for _, text in table if text not in ("%s", "%r"))
    found.update(_strings(Path(telling.__file__)))
    for file in (
        *(HOST / "terminal").rglob("*.py"),
        *(HOST / "cli").rglob("*.py"),
        *(HOST / "far").glob("*.py"),
        HOST / "ai/figures.py",
    ):
        found.update(_called(file))
    for file in RAISED_IN:
        found.update(_raised(file))
    for file in (HOST / "cli").glob("*.py"):
        found.update(_help(file))
    found.update(_table(HOST / "terminal/commands.py"))
    return found


def page_texts() -> set:
    """Those that the page itself translates: its own, and what its server says to it in English."""
    found = set(MODES)
    for file in (HOST / "web").rglob("*.py"):
        found.update(_called(file))
        if file in RAISED_IN:
            found.update(_raised(file))
    for file in PAGE.glob("*.js"):
        found.update(json.loads(text) for text in _IN_JS.findall(file.read_text(encoding="utf-8")))
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    found.update(unescape(text.strip()) for text in _IN_HTML.findall(html) + _LABELS.findall(html))
    return found


def _called(file: Path):
    # the texts of t("...") in a module
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
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


def template_of(node: ast.expr):
    """The text of an expression, with {0}, {1} ... for what is filled in; None if it is no such text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    parts: list = []  # texts, and None for what is filled in
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant):
        parts = [part for text in _FIELDS.split(str(node.left.value)) for part in (None, text)][1:]
    else:
        return None
    fields = itertools.count()
    return "".join("{%d}" % next(fields) if part is None else part for part in parts)


def _raised(file: Path):
    # what the errors of a module say, where that stands in one piece
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name in SAYS_WHY:
            texts = [template_of(part.value) for part in ast.walk(node) if isinstance(part, ast.Return)]
            yield from (text for text in texts if text)
        if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call) or not node.exc.args:
            continue
        name = node.exc.func.attr if isinstance(node.exc.func, ast.Attribute) else getattr(node.exc.func, "id", "")
        text = template_of(node.exc.args[0]) if name not in NOT_SAID else None
        if text and re.search("[a-z]{2}", text):
            yield text


def _help(file: Path):
    # the help of a module's commands: its options, and each paragraph of what a command does
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.keyword) and node.arg in ("help", "short_help"):
            text = template_of(node.value)
            if text:
                yield text
        if isinstance(node, ast.FunctionDef) and node.decorator_list and ast.get_docstring(node):
            yield from paragraphs(ast.get_docstring(node))


def _table(file: Path):
    # of the terminal's commands: a row of one word is a group, the last of others says what the command does
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "TABLE":
            yield from (row[-1] for row in ast.literal_eval(node.value))
