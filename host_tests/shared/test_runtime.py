"""What the firmware takes for granted of a Python, so that a runtime that differs says so here and not in a game."""

import json
from array import array


def test_ints_are_exact_beyond_32_bits():
    assert (0xFFFFFFFF * 0xFFFFFFFF) & 0xFFFFFFFF == 1
    assert (1 << 32) >> 31 == 2
    assert -7 // 2 == -4
    assert -7 % 4 == 1


def test_bytearrays_are_changed_in_place():
    cells = bytearray(49)
    view = memoryview(cells)
    view[48] = 4
    cells[0] |= 1
    assert cells[0] == 1
    assert cells[48] == 4
    assert bytes(cells[1:48]) == bytes(47)


def test_bytes_compare_by_value_and_are_keys():
    assert bytes(bytearray(b"aA.")) == b"aA."
    assert {b"aA.": 1}[bytes(bytearray(b"aA."))] == 1
    assert sorted([b"b", b"ab", b"a"]) == [b"a", b"ab", b"b"]


def test_a_cell_holds_a_byte_and_no_more():
    cells = bytearray(1)
    cells[0] = 255
    assert cells[0] == 255


def test_a_scan_is_an_array_of_16_bit_codes():
    scan = array("H", [0] * 65)
    scan[64] = 4095
    assert len(scan) == 65
    assert scan[64] == 4095


def test_json_reads_what_it_writes():
    text = json.dumps({"turn": "A1-M1 A2-A1"})
    assert text == '{"turn": "A1-M1 A2-A1"}'
    assert json.loads(text)["turn"] == "A1-M1 A2-A1"


def test_a_value_error_carries_its_message():
    class BadThrow(ValueError):
        pass

    try:
        raise BadThrow("throw '17': a die shows 1 to 4")
    except ValueError as error:
        assert str(error) == "throw '17': a die shows 1 to 4"
    else:
        raise AssertionError("not raised")


def transcript():
    """Text and integer formats that records and protocol lines are made of."""
    yield "%d %s %r" % (-7, "M17", "A")  # noqa: UP031
    yield f"{7:>3} {'A'} {13:02d} {0xBEEF:08x}"
    yield json.dumps(["\n", "\\", None, True, -1])
    yield repr(b"\x00aA.\xff")
