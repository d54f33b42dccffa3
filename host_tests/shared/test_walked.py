"""Findings about wires and sensors after a magnet walk, on every runtime, by code and place; which swapped wires can be
kept, and why a stored text is refused.
"""

import config
from companion.reasons import CodedError
from companion.sensing.checksum import seal, unseal
from companion.sensing.walkmap import NOTHING, WalkMap
from here import NAMES, SLOTS, error_of, told

MANY = 208  # a piece's reading, in thousandths


def walked(place_of=None, u=MANY, **read):
    """A walk that read each hole at place_of(its place), except the named ones at (place, u, second)."""
    found = WalkMap(config)
    for hole in range(len(NAMES)):
        found.add(hole, place_of(SLOTS[hole]) if place_of else SLOTS[hole], u)
    for name in read:
        found.add(NAMES.index(name), *read[name])
    return found


# --- a magnet walk ----------------------------------------------------------------------------------------------------


def test_a_walk_names_wires_of_whole_muxes():
    for other, expected in (
        (lambda place: place, []),
        (lambda place: place ^ 32, [("walk_pins_swapped", "GP26 and GP27")]),
        (
            lambda place: place ^ 32 if place & 16 == 0 else place,
            [("walk_sig_swapped", "mux 1 and 3 to GP26 and GP27")],
        ),
        (
            lambda place: place ^ 16,
            [("walk_en_swapped", "GP6 and GP7 to mux 1 and 2"), ("walk_en_swapped", "GP8 and GP9 to mux 3 and 4")],
        ),
    ):
        found = walked(other)
        assert told(found.findings()) == expected, told(found.findings())
        assert found.crossed() == bool(expected)


def test_a_walk_names_a_mux_that_is_never_off_and_sensors_that_answer_together():
    found = walked()
    for hole in range(len(NAMES)):
        if SLOTS[hole] < 16:
            found.add(hole, SLOTS[hole], MANY, SLOTS[hole] + 16)
    assert told(found.findings()) == [("walk_mux_always_on", "mux 1: EN at GP6")]
    found = walked(A2=(SLOTS[1], MANY, SLOTS[2]), A3=(SLOTS[2], MANY, 3))
    assert told(found.findings()) == [("walk_two_answer", "A2: A2 and A3"), ("walk_two_answer", "A3: A3 and mux 1 C3")]
    assert not found.right(1) and found.right(0) and found.hole_at(3) == -1


def test_a_walk_names_holes():
    read = {"A1": (SLOTS[1], MANY), "A2": (SLOTS[0], MANY), "A6": (SLOTS[4], MANY), "B16": (3, MANY)}
    found = walked(M1=(NOTHING, 0), M2=(NOTHING, -30), **read)
    assert told(found.findings()) == [
        ("walk_sensors_swapped", "A1 and A2: mux 1 C4 and mux 1 C5"),
        ("walk_elsewhere", "A6: at mux 2 C4, the place of A5"),
        ("walk_elsewhere", "B16: at mux 1 C3"),
        ("walk_nothing_read", "M1: sensor stands up, is no linear one, or is not connected"),
        ("walk_nothing_read", "M2: reads -30, 50 is a piece: sensor or magnet too deep"),
    ]
    assert found.summary() == (43, 49, "A1", 158)
    found.forget(0)
    assert found.summary()[:2] == (43, 48)


def test_a_walk_names_what_stands_on_its_head():
    found = walked(A4=(SLOTS[3], -MANY))
    assert told(found.findings()) == [("walk_face_down", "A4: the marked face goes up")]
    found = walked(u=-MANY, A4=(SLOTS[3], MANY))
    assert [fault[0] for fault in found.findings()] == ["walk_reads_b", "walk_face_down"]
    assert found.findings()[0][1].startswith("the piece: its magnet upside down, or a piece of B's")


def test_a_walk_foretells_the_other_half_of_an_exchange():
    found = WalkMap(config)
    assert not found.predicts(0, SLOTS[1])
    found.add(0, SLOTS[1], MANY)
    assert found.predicts(1, SLOTS[0]) and not found.predicts(2, SLOTS[5])
    lines = WalkMap(config)
    lines.add(0, SLOTS[0] & ~12 | 8, MANY)  # S2 and S3: channel 4 at 8
    assert lines.predicts(1, SLOTS[1] & ~12 | 8) and not lines.predicts(1, SLOTS[2])
    muxes = WalkMap(config)
    for hole in range(3):
        muxes.add(hole, SLOTS[hole] + 16, MANY)
    assert muxes.predicts(3, SLOTS[3] + 16) and not muxes.predicts(3, SLOTS[3] + 32)


def test_a_walk_gives_the_rows_of_the_wiring_that_the_holes_alone_explain():
    swapped = {"A1": (SLOTS[1], MANY), "A2": (SLOTS[0], MANY)}
    muxes = walked(**swapped).muxes()
    assert muxes[0][:7] == ("GND", "RAIL", "HALF", "HALF", "A2", "A1", "A3") and muxes[1:] == config.MUXES[1:]
    assert walked(A1=(SLOTS[1], MANY), A2=(NOTHING, 0)).muxes() == muxes  # the one place that is left
    for read, expected in (
        ({}, "wires_right"),
        ({"B16": (3, MANY)}, "wires_others"),
        ({"A1": (SLOTS[1], MANY)}, "wires_unclear"),
        ({"A1": (SLOTS[1], MANY), "A2": (NOTHING, 0), "A3": (NOTHING, 0), "A4": (SLOTS[2], MANY)}, "wires_unclear"),
    ):
        try:
            walked(**read).muxes()
            raise AssertionError(read)
        except CodedError as error:
            assert error.code == expected, (read, error.code)
            if read == {"A1": (SLOTS[1], MANY)}:
                assert error.holes == ("A1", "A2"), error.holes


def test_stored_text_that_is_not_what_was_stored():
    good = seal("walk 1", ["1:2:3"])
    assert unseal(good, "walk 1") == ["1:2:3"] and unseal(seal("walk 1", []), "walk 1") == []
    for data, expected in (
        (b"\xff\xfe", "walk: not text, expected 'walk 1 ...'"),
        (b"hello", "walk: starts with 'hello', expected 'walk 1'"),
        (good.replace(b"3", b"4", 1), "does not match: the text is damaged"),
    ):
        assert error_of(CodedError, unseal, data, "walk 1").endswith(expected)
    text = error_of(CodedError, WalkMap(config).load, good)
    assert text == "walk: 1 holes, expected 49"
