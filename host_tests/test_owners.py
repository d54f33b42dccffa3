"""A class of the product has one duty: it keeps at most 15 values."""

import ast

from host_tests.conftest import ROOT

MOST = 15


def kept(text: str) -> dict:
    """Class -> the attributes that its methods set on `self`."""
    found: dict = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            stored = [part for part in ast.walk(node) if isinstance(part, ast.Attribute)]
            found[node.name] = {
                part.attr
                for part in stored
                if isinstance(part.ctx, ast.Store) and getattr(part.value, "id", "") == "self"
            }
    return found


def test_what_a_class_keeps_is_counted():
    text = "class A:\n def b(self, c):\n  self.d = self.e = c.f = c\n  self.d += self.g\n"
    assert kept(text) == {"A": {"d", "e"}}


def test_no_class_keeps_more_than_one_duty_needs():
    found = [
        f"{file.relative_to(ROOT)}: {name} keeps {len(values)}"
        for part in ("firmware", "host")
        for file in sorted((ROOT / part).rglob("*.py"))
        for name, values in kept(file.read_text(encoding="utf-8")).items()
        if len(values) > MOST
    ]
    assert not found, found
