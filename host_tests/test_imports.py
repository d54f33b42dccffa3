"""Which way imports point, and what the firmware may use at all, read from the source text.

    main -> picohw -> config
    main -> companion -> daldos
    host -> companion, daldos, config

Inside the application core and on the host a room imports only from rooms on lower floors (tools/house.py).

Engine and application core do no I/O and read no clock; only the drivers touch the hardware; and nothing of the
firmware needs what MicroPython lacks.
"""

import ast
import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

_spec = importlib.util.spec_from_file_location("house", ROOT / "tools/house.py")
house = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(house)

HARDWARE = {"machine", "rp2", "neopixel"}
PROJECT = {"daldos", "companion", "picohw", "config", "main", "host", "host_tests"}
PURE = {"array", "binascii", "collections", "hashlib", "json", "micropython", "struct"}  # without I/O, on both runtimes
DRIVER = PURE | HARDWARE | {"asyncio", "errno", "gc", "io", "os", "random", "select", "sys", "time", "uctypes", "vfs"}
HOST = set(sys.stdlib_module_names)

# What a part of the project may import; the host's parts may import any third-party package as well.
FIRMWARE_MAY = {
    "daldos": PURE | {"daldos"},
    "companion": PURE | {"companion", "daldos"},
    "picohw": DRIVER | {"picohw", "config", "flashmap", "_rp2"},
    "image": {"_rp2", "flashmap", "vfs"},
    "config": set(),
    "main": DRIVER | {"picohw", "companion", "config"},
    "shared": PURE | {"daldos", "companion", "config", "gc", "os", "sys", "time"},
}
HOST_MAY_NOT = {"host": HARDWARE | {"picohw", "main", "host_tests"}}
NO_CALLS = {"print", "open", "input", "exec", "eval", "__import__"}
SILENT = ("daldos", "companion")


def imported(tree: ast.Module, part: str):
    """(line, top-level module) of every import; a relative one is of the part itself."""
    for node in ast.walk(tree):
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


def violations(part: str, source: str) -> "list[str]":
    """What a module of `part` does against the rules, as `line N: ...`; an empty list if nothing."""
    tree = ast.parse(source)
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
    """(part, file) of all that the rules are about."""
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


@pytest.mark.parametrize(
    ("part", "file"), sources(), ids=lambda value: value.stem if isinstance(value, Path) else value
)
def test_module_keeps_the_rules(part, file):
    found = violations(part, file.read_text(encoding="utf-8"))
    assert not found, f"{file.relative_to(ROOT)}: " + "; ".join(found)


@pytest.mark.parametrize("part", house.FLOORS)
def test_arrows_between_rooms_point_down(part):
    base = {"companion": "firmware/lib", "host": "."}[part]
    found = []
    for owner, file in sources():
        if owner == part:
            module = ".".join(file.relative_to(ROOT / base).with_suffix("").parts)
            tree = ast.parse(file.read_text(encoding="utf-8"))
            found += [f"{module} line {line}: {a} -> {b}" for line, a, b in house.arrows_up(part, module, tree)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("part", "module", "source", "arrows"),
    [
        ("companion", "companion.sensing.monitor", "from companion.lights import scene", [(1, "sensing", "lights")]),
        ("companion", "companion.play.match", "from companion.app import App", [(1, "play", "door")]),
        ("companion", "companion.play.match", "import companion.ticks\nfrom companion.judging import tracker", []),
        ("host", "host.table.table", "from host.pico.bench import Rig", [(1, "table", "pico")]),
        ("host", "host.cli.main", "from host.terminal.play import play", []),
    ],
)
def test_a_planted_arrow_up_is_caught(part, module, source, arrows):
    assert list(house.arrows_up(part, module, ast.parse(source))) == arrows


def test_no_circle_of_imports():
    assert house.circle(house.graph(house.modules(), late=False)) == []


def test_a_planted_circle_is_caught():
    assert house.circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert house.circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_the_drawing_of_the_house_is_up_to_date():
    assert house.DRAWING.read_text(encoding="utf-8") == house.svg(), "draw it anew: tools/house.py"


def test_no_module_of_the_firmware_is_longer_than_300_lines():
    long = {}
    for name, file in house.modules().items():
        lines = len(file.read_text(encoding="utf-8").splitlines())
        if not name.startswith("host.") and lines > 300 and not only_data(ast.parse(file.read_text(encoding="utf-8"))):
            long[name] = lines
    assert not long


def only_data(tree: ast.Module) -> bool:
    """Whether a module holds no code: weights and tables, which are as long as they are."""
    return not any(isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.For, ast.If)) for node in ast.walk(tree))


def test_every_firmware_file_is_looked_at():
    looked_at = {file for _, file in sources()} | {ROOT / "firmware/manifest.py"}
    assert set((ROOT / "firmware").rglob("*.py")) <= looked_at
    assert ROOT / "firmware/config.py" in looked_at


@pytest.mark.parametrize(
    ("part", "source", "why"),
    [
        ("daldos", "import companion.play.session", "line 1: daldos may not import companion"),
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
    assert violations(part, source) == [why]


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("daldos", "from . import geometry\nfrom .rules import Rules\nfrom array import array"),
        (
            "companion",
            "from daldos import turns\ntry:\n    from micropython import const\nexcept ImportError:\n    pass",
        ),
        ("picohw", "import config\nfrom machine import Pin"),
        ("main", "import config\nfrom companion.app import App\nfrom picohw.pico import Pico"),
        ("host", "import click\nimport config\nfrom daldos.position import parse\nprint(1)"),
    ],
)
def test_what_the_design_allows_passes(part, source):
    assert violations(part, source) == []
