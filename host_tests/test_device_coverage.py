"""From the bytes that the interpreter has fetched to lines: the build's tables are read right."""

import pytest

from host.sim.pico.flash import FILES_AT, FLASH_BYTES, LOG_AT
from lab.bytecode import BuildError, Function, functions, symbols
from lab.device_coverage import modules, percent, share

CONTENT = """\
// frozen bytecode for file daldos/small.py, scope daldos_small__lt_module_gt_
static const byte fun_data_daldos_small__lt_module_gt_[12] = {
    0x20,0x22, // prelude
    0x01, // names: <module>
    0x42,0x85,0x0a, // code info
    0x80, // LOAD_CONST_SMALL_INT 0
    0x16,0x02, // STORE_NAME 'a'
    0x10,0x02, // LOAD_CONST_STRING 'prelude'
    0x63, // RETURN_VALUE
};
// frozen native code for file daldos/small.py, scope daldos_small_fast
static const byte fun_data_daldos_small_fast[3] __attribute__((section(".text"))) = {
    0xfe, 0xb5, 0x8c,
};
// frozen bytecode for file daldos/small.py, scope daldos_small_dropped
static const byte fun_data_daldos_small_dropped[1] = {
    0x63, // RETURN_VALUE
};
"""


def elf(names: dict) -> bytes:
    """A 32-bit ELF file with these symbols, and nothing else."""
    texts, entries = b"\0", bytes(16)
    for name, value in names.items():
        entries += len(texts).to_bytes(4, "little") + value.to_bytes(4, "little") + bytes(8)
        texts += name.encode() + b"\0"
    words = (
        [0] * 10,
        [0, 2, 0, 0, 52, len(entries), 2, 0, 0, 16],
        [0, 3, 0, 0, 52 + len(entries), len(texts), 0, 0, 0, 0],
    )
    sections = b"".join(word.to_bytes(4, "little") for section in words for word in section)
    head = b"\x7fELF\x01".ljust(32, b"\0") + (52 + len(entries) + len(texts)).to_bytes(4, "little")
    head = head.ljust(46, b"\0") + (40).to_bytes(2, "little") + (3).to_bytes(2, "little") + (2).to_bytes(2, "little")
    return head + entries + texts + sections


@pytest.fixture
def build(tmp_path):
    (tmp_path / "frozen_content.c").write_text(CONTENT)
    (tmp_path / "firmware.elf").write_bytes(elf({"fun_data_daldos_small__lt_module_gt_": 0x10001000, "main": 4}))
    return tmp_path


def test_opcodes_have_the_lines_of_the_table(build):
    [function] = functions(build)
    assert (function.module, function.flash_at) == ("daldos/small.py", 0x1000)
    # two bytes and two lines on: line 3; five bytes and ten lines on: line 13
    assert function.opcodes() == [(0x1006, 1), (0x1007, 1), (0x1009, 3), (0x100B, 3)]


def test_a_long_step_of_the_table():
    pieces = [(b"\x00\x92\x2c", "code info"), (b"\x80\x81", "LOAD"), (b"\x63", "RETURN_VALUE")]
    assert Function("m", "f", 0, pieces).opcodes() == [(3, 1), (5, 1 + 0x12C)]


def test_a_line_is_reached_by_one_opcode_and_not_by_an_argument(build):
    noted = bytearray(FLASH_BYTES)
    noted[0x100A] = 1  # the argument of LOAD_CONST_STRING
    assert modules(noted, build)[0].lines == {1: False, 3: False}
    noted[0x100B] = 1
    found = modules(noted, build)
    assert found[0].lines == {1: False, 3: True} and share(found) == (1, 2)


def test_a_build_that_is_not_there(tmp_path):
    with pytest.raises(BuildError, match=r"frozen_content\.c is missing: tools/build_uf2\.sh"):
        functions(tmp_path)
    (tmp_path / "none").write_bytes(b"MZ")
    with pytest.raises(BuildError, match="expected a 32-bit ELF file"):
        symbols(tmp_path / "none")


def test_shares_are_not_rounded_up():
    assert (percent(9999, 10000), percent(1, 1), percent(0, 0)) == ("99.9 %", "100.0 %", "-")


def test_what_several_processes_noted_is_put_together(tmp_path, monkeypatch):
    from host.sim.pico import reached

    flash = bytearray(b"\x12" * 100).ljust(FLASH_BYTES, b"\xff")
    monkeypatch.setattr(reached, "_noted", {})
    monkeypatch.setattr(reached.atexit, "register", lambda work: None)
    monkeypatch.delenv("DALDOS_REACHED", raising=False)
    assert reached.reached(flash) is None
    monkeypatch.setenv("DALDOS_REACHED", str(tmp_path / "noted"))
    name = reached.name_of(flash)
    noted = reached.reached(flash)
    flash[FILES_AT + 5] = flash[LOG_AT + 5] = 7  # what the board has written is not of the image
    assert reached.reached(flash) is noted and reached.name_of(flash) == name
    noted[3] = 1
    reached._keep()
    (tmp_path / "noted" / f"{name}.other").write_bytes(bytes(4) + b"\1" + bytes(FLASH_BYTES - 5))
    kept = reached.kept(tmp_path / "noted", name)
    assert [k for k in range(FLASH_BYTES) if kept[k]] == [3, 4] and len(kept) == FLASH_BYTES
    assert not any(reached.kept(tmp_path / "noted", "another"))
