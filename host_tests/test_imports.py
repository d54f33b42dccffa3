"""Which way imports point, and what the firmware may use at all, read from the source text.

    main -> picohw -> config
    main -> companion -> daldos
    host -> companion, daldos, config

Everywhere a room imports only from rooms below it in the drawing of docs/architecture.md, and no two files import each
other, whatever lies between: at run time, in a function, or for types alone.

Engine and application core do no I/O and read no clock; only the drivers touch the hardware; and nothing of the
firmware imports what MicroPython lacks. Of syntax that is what test_shared.py imports there, and the image's compiler.
"""

import ast
import re
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from host_tests.conftest import ROOT

FOLDERS = ("host", "lab", "hardware", "tools", "examples", "host_tests")  # with the firmware, all that has Python
FIRMWARE = {"daldos", "companion", "picohw", "config"}  # which of them may import which is in the drawing
PURE = {
    "array",
    "binascii",
    "collections",
    "hashlib",
    "json",
    "math",
    "micropython",
    "struct",
}  # without I/O, on both runtimes
DRIVER = {"asyncio", "errno", "gc", "io", "machine", "neopixel", "_rp2", "os", "random", "select", "sys", "time"}
DRIVER |= {"uctypes", "vfs"}

# What a part of the firmware may import.
MAY = {
    "daldos": FIRMWARE | PURE,
    "companion": FIRMWARE | PURE,
    "picohw": FIRMWARE | PURE | DRIVER,
    "image": {"_rp2", "flashmap", "vfs"},
    "config": set(),
    "main": FIRMWARE | PURE | DRIVER | {"flashmap"},
    "shared": PURE | {"daldos", "companion", "config", "cuts", "desk", "here", "gc", "os", "sys", "time"},
}
PROJECT = FIRMWARE | {"main", *FOLDERS}
NO_CALLS = {"print", "open", "input", "exec", "eval", "__import__"}
SILENT = ("daldos", "companion")


@cache
def parsed(file: Path) -> ast.Module:
    """A file's syntax tree."""
    return ast.parse(file.read_text(encoding="utf-8"))


def for_types(node: ast.AST) -> bool:
    """Whether a node is `if False:` or `if TYPE_CHECKING:`, which is for types alone."""
    test = getattr(node, "test", None) if isinstance(node, ast.If) else None
    return getattr(test, "id", None) == "TYPE_CHECKING" or getattr(test, "value", None) is False


@cache
def imports(tree: ast.Module, types: bool = False) -> "list[tuple[int, str]]":
    """(line, dotted name) of all that a module imports at run time, `module.name` for a name out of a module; with
    `types`, also what it imports for them alone."""
    found, waiting = [], [tree]
    for node in waiting:
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found += [(node.lineno, SHARED.get(name, name)) for name in names if name not in PROTOCOLS]
        elif types or not for_types(node):
            waiting += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]
    return sorted(found)


def shared() -> "dict[str, str]":
    """The types of companion.shapes -> where it takes them from; empty: from nowhere."""
    found = {}
    for node in parsed(ROOT / "firmware/lib/companion/shapes.pyi").body:
        if isinstance(node, ast.ImportFrom):
            again = [alias.name for alias in node.names if alias.asname == alias.name]
            found.update({f"companion.shapes.{name}": f"{node.module}.{name}" for name in again})
        elif isinstance(node, (ast.ClassDef, ast.Assign)):
            name = node.name if isinstance(node, ast.ClassDef) else ast.unparse(node.targets[0])
            found[f"companion.shapes.{name}"] = ""
    return found


SHARED = shared()
PROTOCOLS = {name for name, there in SHARED.items() if not there}  # and other types that are no file's


def violations(part: str, tree: ast.Module) -> "list[str]":
    """What a module of `part` does against the rules, as `line N: ...`; an empty list if nothing."""
    modules = dict.fromkeys((line, name.partition(".")[0]) for line, name in imports(tree))
    found = [f"line {line}: {part} may not import {module}" for line, module in modules if module not in MAY[part]]
    for node in ast.walk(tree) if part in SILENT else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NO_CALLS:
            found.append(f"line {node.lineno}: {part} may not call {node.func.id}()")
    return found


def part_of(file: Path) -> str:
    """The part of the firmware, or of what runs beside it, that a file belongs to: a key of MAY."""
    words = file.relative_to(ROOT).with_suffix("").parts
    return words[2] if words[1] == "lib" else words[1]


def test_every_module_keeps_the_rules():
    files = {*(ROOT / "firmware").rglob("*.py"), *(ROOT / "host_tests/shared").glob("*.py")}
    files -= {ROOT / "firmware/manifest.py"}  # for the computer that builds the image
    found = {str(file.relative_to(ROOT)): violations(part_of(file), parsed(file)) for file in files}
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
    """All rooms that arrows lead to from `room`."""
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
    here = room_of(module)
    targets = [(line, room_of(name)) for line, name in imports(tree, True) if name.partition(".")[0] in PROJECT]
    return [f"line {line}: {here} -> {room}" for line, room in targets if room not in ("", here, *BELOW.get(here, ()))]


def test_imports_follow_the_arrows_of_the_drawing():
    found = []
    for module, file in modules().items():
        found += [f"{module} {arrow}" for arrow in arrows_up(module, parsed(file))]
    assert not found, "\n".join(found)


def test_every_room_is_drawn_and_no_arrow_goes_round():
    folders = {name for name, file in modules().items() if file.name == "__init__.py" and name.count(".") == 1}
    assert {name for name in folders if name.startswith(("companion.", "host."))} | set(FOLDERS) <= ROOMS
    folders = [folder for folder in ROOT.glob("[!.]*/") if folder.name != "build"]
    with_python = {folder.name for folder in folders if folder.is_dir() and any(folder.rglob("*.py"))}
    assert with_python == {"firmware", *FOLDERS}
    TopologicalSorter(ARROWS).prepare()  # a CycleError names the rooms


UP = "companion.game -> companion.session"


@pytest.mark.parametrize(
    ("module", "source", "arrows"),
    [
        ("companion.sensing.monitor", "from companion.lights import scene", ["companion.sensing -> companion.lights"]),
        ("companion.game.match", "from companion.app import App", ["companion.game -> companion"]),
        ("companion.game.match", "import companion.ticks\nfrom companion.tracking import tracker", []),
        ("companion.app", "from config import N", ["companion -> config"]),
        ("picohw.pico", "from companion import app", ["picohw -> companion"]),
        ("host.cli.main", "def late():\n    from lab import bench", ["host.cli -> lab"]),
        ("host.web.boat", "if False:\n    from hardware import geometry", ["host.web -> hardware"]),
        ("companion.game.match", "if False:\n    from companion.shapes import Mending, People", [UP]),
        ("hardware.generate", "from tools import run", ["hardware -> tools"]),
        ("tools.site", "import host_tests.web.conftest", ["tools -> host_tests"]),
        ("lab.engines", "from host_tests.web.conftest import until", ["lab -> host_tests"]),
    ],
)
def test_a_planted_arrow_up_is_caught(module, source, arrows):
    assert [arrow.partition(": ")[2] for arrow in arrows_up(module, ast.parse(source))] == arrows


def circle(sources: "dict[str, ast.Module]") -> "list[str]":
    """The modules of a circle of imports, types included, if there is one."""
    edges = {}
    for module, tree in sources.items():
        names = {part for _, name in imports(tree, True) for part in (name, name.rpartition(".")[0])}
        edges[module] = (names & sources.keys()) - {module}
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_no_circle_of_imports():
    assert circle({module: parsed(file) for module, file in modules().items()}) == []


def test_a_planted_circle_is_caught():
    """Also one of types, by way of companion.shapes."""
    tracker = "if False:\n    from companion.shapes import Parts"
    sources = {"companion.tracking.tracker": tracker, "companion.tracking.parts": "x = 1"}
    assert circle({module: ast.parse(source) for module, source in sources.items()}) == []
    sources["companion.tracking.parts"] = "if False:\n    from companion.shapes import Tracker"
    assert circle({module: ast.parse(source) for module, source in sources.items()})


def test_the_firmware_names_nothing_of_the_host():
    """Not even in a comment."""
    files = [file for ending in ("py", "pyi") for file in (ROOT / "firmware").rglob("*." + ending)]  # no .pyc
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    assert len(texts) > 90 and not [str(file) for file, text in texts.items() if re.search(r"\bhost[./][a-z]", text)]


def test_the_lab_takes_nothing_from_the_tests():
    """But to run them, with mutants."""
    files = {file for file in (ROOT / "lab").rglob("*.py") if "host_tests" in file.read_text(encoding="utf-8")}
    assert {file.relative_to(ROOT).as_posix() for file in files} <= {
        "lab/mutation/mutate.py",
        "lab/mutation/mutants.py",
    }


@pytest.mark.parametrize(
    ("part", "source", "why"),
    [
        ("daldos", "\nfrom time import ticks_ms", "line 2: daldos may not import time"),
        ("daldos", "try:\n    import typing\nexcept ImportError:\n    pass", "line 2: daldos may not import typing"),
        ("daldos", "def f():\n    import random", "line 2: daldos may not import random"),
        ("daldos", "import array, enum", "line 1: daldos may not import enum"),
        ("daldos", "print(1)", "line 1: daldos may not call print()"),
        ("companion", "import machine", "line 1: companion may not import machine"),
        ("companion", "def f():\n    return open('journal')", "line 2: companion may not call open()"),
        ("picohw", "import functools", "line 1: picohw may not import functools"),
        ("config", "import machine", "line 1: config may not import machine"),
        ("shared", "import pytest", "line 1: shared may not import pytest"),
    ],
)
def test_a_planted_violation_is_caught(part, source, why):
    assert violations(part, ast.parse(source)) == [why]


def test_only_effects_moves_a_piece():
    """What a landing does is known there alone; the others set up a start, read a text, or put all cells back."""
    found = set()
    for file in sorted([*(ROOT / "firmware/lib").rglob("*.py"), *(ROOT / "host").rglob("*.py")]):
        for node in ast.walk(parsed(file)):
            if (
                isinstance(node, ast.Subscript)
                and isinstance(node.ctx, ast.Store)
                and not isinstance(node.slice, ast.Slice)
            ):
                name = getattr(node.value, "attr", getattr(node.value, "id", ""))
                if name.endswith("cells"):
                    found.add(file.name)
    assert found == {"effects.py", "position.py", "state.py"}


NAMED_DIE = re.compile(r"(?<![A-Za-z0-9])_?(die|dice|throw|d)_?\d+(?![A-Za-z0-9_])", re.IGNORECASE)


def test_no_die_is_named_by_its_number():
    """A throw is an entry of its table, with as many dice as the ruleset has."""
    folders = [folder for folder in ("firmware", *FOLDERS) if folder not in ("host_tests", "hardware")]
    files = [
        file for folder in folders for file in (ROOT / folder).rglob("*") if file.suffix in (".py", ".c", ".h", ".js")
    ]
    named = [f"{file}: {found[0]}" for file in files if (found := NAMED_DIE.search(file.read_text(encoding="utf-8")))]
    assert len(files) > 250 and named == []
    planted = ("int32_t die1", "THROW2[10]", "first, d1 = 2", "throw_1", "self.die2)")
    assert all(NAMED_DIE.search(text) for text in planted)
    assert not any(NAMED_DIE.search(text) for text in ("dice[1]", "2x1234", "throw", "id3", "dies_12_days"))
