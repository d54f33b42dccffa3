"""Only `daldos.packing` knows where the bits of turns and plies lie: nobody else shifts or masks as it does."""

import ast

import pytest

from host_tests.conftest import ROOT

SHIFTS = {6, 12, 18, 24, 26, 28}
MASKS = {63, 0xFFF, 0xFC0, 0x3F000, 0xFFF000, 0xFC0000, 0xFFFFFF}
KNOWS = ROOT / "firmware/lib/daldos/packing.py"
REGISTERS = {"fake_machine.py", "drivers_on_micropython.py"}  # their shifts are those of a chip's registers


def unpackings(source: str) -> list:
    """The lines that shift by the width of a packed field, or mask with one."""
    found = []
    for node in ast.walk(ast.parse(source)):
        operator, right = None, None
        if isinstance(node, ast.BinOp):
            operator, right = node.op, [node.left, node.right]
        elif isinstance(node, ast.AugAssign):
            operator, right = node.op, [node.value]
        if isinstance(operator, ast.LShift | ast.RShift):
            wrong, operands = SHIFTS, right[-1:]
        elif isinstance(operator, ast.BitAnd | ast.BitOr):
            wrong, operands = MASKS, right
        else:
            continue
        if any(isinstance(operand, ast.Constant) and operand.value in wrong for operand in operands):
            found.append(node.lineno)
    return found


def test_nobody_else_takes_turns_apart():
    folders = ("firmware/lib/daldos", "firmware/lib/companion", "host", "host_tests", "tools")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.py") if file.name not in REGISTERS]
    assert KNOWS in files and len(files) > 100
    assert unpackings(KNOWS.read_text(encoding="utf-8")), "the search finds nothing where there is much"
    found = {
        str(file.relative_to(ROOT)): unpackings(file.read_text(encoding="utf-8")) for file in files if file != KNOWS
    }
    found.pop("host_tests/shared/test_packing.py")
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line",
    ["turn & 63", "turn >> 6", "x = a | b << 12", "turn >>= 18", "ply >> 24 & 3", "turn | 0xFFF000", "0xFFF & turn"],
)
def test_a_planted_one_is_found(line):
    assert unpackings(line)


@pytest.mark.parametrize("line", ["bits >> 16 & 0xFFFF", "1 << 30", "x << 13", "x & 0xFFFFFFFF"])
def test_other_shifts_are_left_alone(line):
    assert not unpackings(line)
