"""Which way imports point, and what the firmware may use at all, read from the source text.

    main -> picohw -> config
    main -> companion -> daldos
    host -> companion, daldos, config

Inside the application core and on the host a room imports only from rooms further down (ROOMS).

Engine and application core do no I/O and read no clock; only the drivers touch the hardware; and nothing of the
firmware needs what MicroPython lacks.
"""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

HARDWARE = {"machine", "rp2", "neopixel"}
PROJECT = {"daldos", "companion", "picohw", "config", "main", "host", "host_tests"}
PURE = {"array", "binascii", "collections", "hashlib", "json", "micropython", "struct"}  # without I/O, on both runtimes
DRIVER = PURE | HARDWARE | {"asyncio", "errno", "gc", "io", "os", "random", "select", "sys", "time", "uctypes", "vfs"}
HOST = set(sys.stdlib_module_names)

# What a part of the project may import; the host's parts may import any third-party package as well.
FIRMWARE_MAY = {
    "daldos": PURE | {"daldos"},
    "companion": PURE | {"companion", "daldos"},
    "picohw": DRIVER | {"picohw", "config"},
    "config": set(),
    "main": DRIVER | {"picohw", "companion", "config"},
    "shared": PURE | {"daldos", "companion", "config", "gc", "os", "sys", "time"},
}
HOST_MAY_NOT = {"host": HARDWARE | {"picohw", "main", "host_tests"}}
# Rooms, upper floors first: a module may import from its own room and from those below; "door" is the package itself.
ROOMS = {
    "companion": (("door",), ("play",), ("sensing", "judging", "lights", "console"), ("ticks",)),
    "host": (("cli",), ("web", "measure"), ("usb",), ("terminal", "brain"), ("pico",), ("table",)),
}
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


def room_of(part: str, module: str) -> str:
    """The room of `part` that a dotted module lies in: `companion.play.match` in play, `companion.app` at the door."""
    words = module.split(".")
    known = [room for floor in ROOMS[part] for room in floor]
    return words[1] if len(words) > 1 and words[1] in known else "door"


def arrows_up(part: str, module: str, tree: ast.Module):
    """(line, from room, to room) of every import of a module of `part` that does not point down."""
    floors = ROOMS[part]
    here = room_of(part, module)
    level = {room: number for number, floor in enumerate(floors) for room in floor}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            targets = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            targets = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for target in targets:
            if target.partition(".")[0] == part:
                there = room_of(part, target)
                if there != here and level.get(there, 0) <= level.get(here, 0):
                    yield node.lineno, here, there


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


@pytest.mark.parametrize("part", ROOMS)
def test_arrows_between_rooms_point_down(part):
    base = {"companion": "firmware/lib", "host": "."}[part]
    found = []
    for owner, file in sources():
        if owner == part:
            module = ".".join(file.relative_to(ROOT / base).with_suffix("").parts)
            tree = ast.parse(file.read_text(encoding="utf-8"))
            found += [f"{module} line {line}: {a} -> {b}" for line, a, b in arrows_up(part, module, tree)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("part", "module", "source", "arrows"),
    [
        ("companion", "companion.sensing.watch", "from companion.lights import scene", [(1, "sensing", "lights")]),
        ("companion", "companion.play.match", "from companion.app import App", [(1, "play", "door")]),
        ("companion", "companion.play.match", "import companion.ticks\nfrom companion.judging import tracker", []),
        ("host", "host.table.table", "from host.pico.bench import Rig", [(1, "table", "pico")]),
        ("host", "host.cli.main", "from host.terminal.play import play", []),
    ],
)
def test_a_planted_arrow_up_is_caught(part, module, source, arrows):
    assert list(arrows_up(part, module, ast.parse(source))) == arrows


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
