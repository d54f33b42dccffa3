"""What is frozen into build/daldos-pico.uf2 (tools/build_uf2.sh): all that main.py and _boot.py reach by import, also
within functions, and nothing else; nothing of MicroPython's own modules, or of what the image's kernel does instead.
"""

import ast
from pathlib import Path

IN_C = ("daldos.ai.evaluation", "daldos.ai.material")
PLACES = ("lib", "../build/frozen", "image", ".")  # the second has the solved endings: tools/freeze_endings.py


def found(name: str) -> "tuple[str, str] | None":
    """(place, path in it) of the module or package of this name; None if it is MicroPython's own."""
    for place in PLACES:
        for path in (name.replace(".", "/") + ".py", name.replace(".", "/") + "/__init__.py"):
            if Path(place, path).is_file():
                return place, path
    return None


def imported(tree: ast.Module) -> "list[str]":
    """The names that a module may import at run time."""
    names = []
    for_types = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "False"]
    left_out = {inner for node in for_types for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and node not in left_out:
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node not in left_out:
            names += [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
    return names


names, done = ["main", "_boot"], set()
while names:
    name = names.pop()
    there = found(name)
    if there and name not in done and name not in IN_C:
        done.add(name)
        names += [name.rpartition(".")[0], *imported(ast.parse(Path(*there).read_text(encoding="utf-8")))]
        module(there[1], base_path=there[0])  # noqa: F821  # type: ignore[name-defined]
