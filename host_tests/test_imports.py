"""Which way imports point, and what the firmware may use at all, read from the source text.

    main -> picohw -> config
    main -> companion -> daldos
    host -> companion, daldos, config

Inside the core and on the host, a room imports only from rooms below it in the drawing of docs/architecture.md.

Engine and application core do no I/O and read no clock; only the drivers touch the hardware; and nothing of the
firmware needs what MicroPython lacks.
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

HARDWARE = {"machine", "rp2", "neopixel"}
FOLDERS = ("host", "lab", "hardware", "tools", "examples", "host_tests")  # with the firmware, all that has Python
PROJECT = {"daldos", "companion", "picohw", "config", "main", *FOLDERS}
PURE = {"array", "binascii", "collections", "hashlib", "json", "micropython", "struct"}  # without I/O, on both runtimes
DRIVER = PURE | HARDWARE | {"asyncio", "errno", "gc", "io", "os", "random", "select", "sys", "time", "uctypes", "vfs"}

# What a part of the project may import; the host's parts may import any third-party package as well.
FIRMWARE_MAY = {
    "daldos": PURE | {"daldos"},
    "companion": PURE | {"companion", "daldos"},
    "picohw": DRIVER | {"picohw", "config"},
    "image": {"_rp2", "flashmap", "vfs"},
    "config": set(),
    "main": DRIVER | {"picohw", "companion", "config", "flashmap", "_rp2"},
    "shared": PURE | {"daldos", "companion", "config", "cuts", "desk", "far_ends", "here", "gc", "os", "sys", "time"},
}
HOST_MAY_NOT = {"host": HARDWARE | {"picohw", "main", "host_tests", "lab"}}
NO_CALLS = {"print", "open", "input", "exec", "eval", "__import__"}
SILENT = ("daldos", "companion")


@cache
def parsed(file: Path) -> ast.Module:
    """A file's syntax tree."""
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def at_run_time(tree: ast.Module) -> "list[ast.AST]":
    """All nodes of a module but those under `if False:` and `if TYPE_CHECKING:`, which are for types alone."""
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("False", "TYPE_CHECKING")
        for inner in ast.walk(node)
    }
    return [node for node in ast.walk(tree) if node not in for_types]


def imported(tree: ast.Module, part: str):
    """(line, top-level module) of every import; a relative one is of the part itself."""
    for node in at_run_time(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, part if node.level else node.module.partition(".")[0]


def missing_syntax(tree: ast.Module):
    """(line, what) of syntax that CPython 3.10 has and MicroPython has not."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Match):
            yield node.lineno, "match statement"
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            yield node.posonlyargs[0].lineno, "positional-only parameter"
        elif isinstance(node, ast.Dict) and None in node.keys:
            yield node.lineno, "** in a dict display"


def violations(part: str, tree: ast.Module) -> "list[str]":
    """What a module of `part` does against the rules, as `line N: ...`; an empty list if nothing."""
    found = []
    for line, module in imported(tree, part):
        if part in FIRMWARE_MAY:
            forbidden = module not in FIRMWARE_MAY[part]
        else:
            forbidden = module in HOST_MAY_NOT[part]
        if forbidden:
            found.append(f"line {line}: {part} may not import {module}")
    if part in FIRMWARE_MAY:
        found += [f"line {line}: {what} is not in MicroPython" for line, what in missing_syntax(tree)]
    if part in SILENT:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NO_CALLS:
                found.append(f"line {node.lineno}: {part} may not call {node.func.id}()")
    return found


def sources() -> "list[tuple[str, Path]]":
    """(part, file) of all files that the rules cover."""
    found = []
    for part, folder in {
        "daldos": "firmware/lib/daldos",
        "companion": "firmware/lib/companion",
        "picohw": "firmware/lib/picohw",
        "image": "firmware/image",
        "shared": "host_tests/shared",
        "host": "host",
    }.items():
        found += [(part, file) for file in sorted((ROOT / folder).rglob("*.py"))]
    found += [(part, ROOT / f"firmware/{part}.py") for part in ("config", "main")]
    return [(part, file) for part, file in found if file.exists()]


def test_every_module_keeps_the_rules():
    found = {str(file.relative_to(ROOT)): violations(part, parsed(file)) for part, file in sources()}
    assert {file: what for file, what in found.items() if what} == {}


@cache
def modules() -> "dict[str, Path]":
    """Every module of the repository by its dotted name."""
    found = {name: ROOT / f"firmware/{name}.py" for name in ("main", "config")}
    for base, parts in (("firmware/lib", ("daldos", "companion", "picohw")), (".", FOLDERS)):
        for part in parts:
            for file in sorted((ROOT / base / part).rglob("*.py")):
                words = file.relative_to(ROOT / base).with_suffix("").parts
                found[".".join(words).removesuffix(".__init__")] = file
    return found


def drawn_arrows(text: str) -> "dict[str, set[str]]":
    """The arrows of a Mermaid flowchart, room to rooms; `host_web` stands for host.web, `a__b` for a_b."""

    def name(node: str) -> str:
        return node.strip().replace("_", ".").replace("..", "_")

    arrows = {}
    for line in re.sub(r"\[[^]]*\]", "", text.partition("```mermaid")[2].partition("```")[0]).splitlines():
        if "-->" in line:
            start, end = (list(map(name, side.split("&"))) for side in line.split("-->"))
            for room in start:
                arrows.setdefault(room, set()).update(end)
    return arrows


def below(room: str, arrows: "dict[str, set[str]]") -> "set[str]":
    """All rooms that arrows lead to from `room`; it is one of them itself where they go round."""
    found, new = set(), set(arrows.get(room, ()))
    while new:
        found |= new
        new = {target for there in new for target in arrows.get(there, ())} - found
    return found


ARROWS = drawn_arrows((ROOT / "docs/architecture.md").read_text(encoding="utf-8"))
ROOMS = ARROWS.keys() | {room for rooms in ARROWS.values() for room in rooms}
BELOW = {room: below(room, ARROWS) for room in ROOMS}


def room_of(module: str) -> str:
    """The innermost room of the drawing that a module lies in: companion.game.match in companion.game."""
    while module and module not in ROOMS:
        module = module.rpartition(".")[0]
    return module


def arrows_up(module: str, tree: ast.Module) -> "list[str]":
    """Imports of a module that no arrow of the drawing allows, as `line N: from room -> to room`."""
    here, found = room_of(module), []
    for node in at_run_time(tree):
        targets = []
        if isinstance(node, ast.ImportFrom):
            targets = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        for target in targets:
            if target.partition(".")[0] in PROJECT:
                there = room_of(target)
                if there != here and there not in BELOW.get(here, ()):
                    found.append(f"line {node.lineno}: {here} -> {there}")
    return found


def test_imports_follow_the_arrows_of_the_drawing():
    found = []
    for module, file in modules().items():
        found += [f"{module} {arrow}" for arrow in arrows_up(module, parsed(file))]
    assert not found, "\n".join(found)


def test_every_room_is_drawn_and_no_arrow_goes_round():
    folders = {
        ".".join(name.split(".")[:2])
        for name, file in modules().items()
        if name.startswith(("companion.", "host.")) and file.name == "__init__.py"
    }
    assert folders | set(FOLDERS) <= ROOMS
    folders = [folder for folder in ROOT.glob("[!.]*/") if folder.name != "build"]
    with_python = {folder.name for folder in folders if folder.is_dir() and any(folder.rglob("*.py"))}
    assert with_python == {"firmware", *FOLDERS}
    assert [room for room in ROOMS if room in BELOW[room]] == []


@pytest.mark.parametrize(
    ("module", "source", "arrows"),
    [
        ("companion.sensing.monitor", "from companion.lights import scene", ["companion.sensing -> companion.lights"]),
        ("companion.game.match", "from companion.app import App", ["companion.game -> companion"]),
        ("companion.game.match", "import companion.ticks\nfrom companion.tracking import tracker", []),
        ("host.sim.table", "from host.terminal.play import play", ["host.sim -> host.terminal"]),
        ("host.cli.main", "from host.terminal.play import play", []),
        ("host.cli.main", "def late():\n    from lab import bench", ["host.cli -> lab"]),
        ("host.web.boat", "from hardware import geometry", ["host.web -> hardware"]),
        ("hardware.generate", "from tools import run", ["hardware -> tools"]),
        ("tools.site", "import host_tests.web.conftest", ["tools -> host_tests.web"]),
        ("lab.bench", "from lab.screens import main", ["lab -> lab.screens"]),
    ],
)
def test_a_planted_arrow_up_is_caught(module, source, arrows):
    assert [arrow.partition(": ")[2] for arrow in arrows_up(module, ast.parse(source))] == arrows


def circle(edges: "dict[str, set[str]]") -> "list[str]":
    """The modules that lie on a circle of imports, or an empty list."""
    return sorted(module for module in edges if module in below(module, edges))


def imports_of_modules() -> "dict[str, set[str]]":
    """The modules that each module imports, those too that a function imports when it is called."""
    found = modules()
    edges = {}
    for module, file in found.items():
        names = set()
        for node in at_run_time(parsed(file)):
            if isinstance(node, ast.ImportFrom) and node.module:
                names |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
            elif isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
        edges[module] = {name for name in names if name in found and name != module}
    return edges


def test_no_circle_of_imports():
    assert circle(imports_of_modules()) == []


def test_every_firmware_file_is_looked_at():
    looked_at = {file for _, file in sources()} | {ROOT / "firmware/manifest.py"}
    assert set((ROOT / "firmware").rglob("*.py")) <= looked_at
    assert ROOT / "firmware/config.py" in looked_at


@pytest.mark.parametrize(
    ("part", "source", "why"),
    [
        ("daldos", "import companion.session.session", "line 1: daldos may not import companion"),
        ("daldos", "\nfrom time import ticks_ms", "line 2: daldos may not import time"),
        ("daldos", "try:\n    import typing\nexcept ImportError:\n    pass", "line 2: daldos may not import typing"),
        ("daldos", "def f():\n    import random", "line 2: daldos may not import random"),
        ("daldos", "import array, enum", "line 1: daldos may not import enum"),
        ("daldos", "print(1)", "line 1: daldos may not call print()"),
        ("companion", "from config import N", "line 1: companion may not import config"),
        ("companion", "from picohw.pico import Pico", "line 1: companion may not import picohw"),
        ("companion", "import machine", "line 1: companion may not import machine"),
        ("companion", "def f():\n    return open('journal')", "line 2: companion may not call open()"),
        ("companion", "f = __import__('os')", "line 1: companion may not call __import__()"),
        ("picohw", "from companion import app", "line 1: picohw may not import companion"),
        ("picohw", "import functools", "line 1: picohw may not import functools"),
        ("config", "import machine", "line 1: config may not import machine"),
        ("main", "from dataclasses import dataclass", "line 1: main may not import dataclasses"),
        ("shared", "import pytest", "line 1: shared may not import pytest"),
        ("host", "import picohw", "line 1: host may not import picohw"),
        ("host", "from machine import Pin", "line 1: host may not import machine"),
        ("daldos", "match 1:\n    case _:\n        pass", "line 1: match statement is not in MicroPython"),
        ("daldos", "def f(a, /):\n    pass", "line 1: positional-only parameter is not in MicroPython"),
        ("companion", "a = {**b}", "line 1: ** in a dict display is not in MicroPython"),
    ],
)
def test_a_planted_violation_is_caught(part, source, why):
    assert violations(part, ast.parse(source)) == [why]
