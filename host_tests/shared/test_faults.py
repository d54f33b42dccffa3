"""Findings about wires and sensors after a scan and after a magnet walk, on every runtime, by code and place;
and why a calibration or a stored text is refused.
"""

from array import array

import config
from companion.reasons import CodedError
from companion.sensing.baseline import check_baseline, load_baseline
from companion.sensing.calibration import Calibration
from companion.sensing.checksum import seal, unseal
from companion.sensing.pulls import PullTest
from companion.sensing.selftest import always_on, judge, judge_pulls, unjudged
from companion.sensing.sensing import Sensing
from companion.sensing.walkmap import NOTHING, WalkMap
from companion.storage.memory import MemoryStore
from companion.upkeep.disabled_holes import GivenUp
from daldos.geometry import board_for
from daldos.prng import Xorshift32
from here import NAMES, SLOTS, blank, error_of, told

# --- a scan -----------------------------------------------------------------------------------------------------------


def scan_of(seed=5, half=2048):
    """A healthy scan, in which no two sensors are alike."""
    stream = Xorshift32(seed)
    scan = blank(half)
    for slot in SLOTS:
        scan[slot] = half + stream.below(300) - 150
    return scan


def test_a_scan_names_a_stuck_line_at_each_mux_that_it_runs_to():
    scan, healthy = scan_of(), scan_of()
    for slot in range(64):
        scan[slot] = healthy[slot & ~4]
    for slot in range(32, 48):  # the sensors of mux 3 are too similar
        scan[slot] = (5, 4095, 2048, 2048)[slot & 3] if slot & 12 == 0 else 2048
    for slot in range(36, 40):
        scan[slot] = scan[slot - 4]
    for slot in (40, 41, 42, 43):
        scan[slot] = scan[slot + 4]
    assert told(judge(scan, config)) == [("line_stuck", "GP4 to S2 of mux 1, 2, 3, 4")]


def test_a_scan_names_references_and_the_rail():
    scan = scan_of()
    scan[16], scan[33] = 300, 3000
    assert told(judge(scan, config)) == [("gnd_high", "mux 2 C0"), ("rail_reference_low", "mux 3 C1")]
    for slot, where in ((2, "mux 1 C2"), (51, "mux 4 C3"), (64, "GP28")):
        scan = scan_of()
        scan[slot] = 0
        assert told(judge(scan, config)) == [("half_reference_off", where)]
    scan = scan_of(half=1300)
    for q in range(4):
        scan[q * 16 + 1] = 2600
    gpio = "GP%d" % config.PIN_RAIL_OFF
    where = "sensor regulator and its wires, %s if fitted" % gpio
    assert judge(scan, config) == [("rail_low", where, (), (gpio,), ())]


def test_a_pull_test_names_what_is_held_and_says_what_it_cannot_tell():
    scan = scan_of()
    pulls = [(26, 4000, 50, ()), (27, 2000, 2000, scan[32:48])]
    assert judge_pulls(pulls, config, scan) == [(27, [2])]
    assert told([always_on(config, 27, [2])]) == [("mux_always_on", "mux 3: EN at GP8; it holds SIG at GP27")]
    alike = [(27, 2000, 2000, array("H", [(one + other) // 2 for one, other in zip(scan[32:48], scan[48:64])]))]
    assert judge_pulls(alike, config, scan) == [(27, [2, 3])]
    where = "mux 3: EN at GP8 or mux 4: EN at GP9; it holds SIG at GP27"
    assert told([always_on(config, 27, [2, 3])]) == [("mux_always_on", where)]
    free = (26, 4000, None, ())
    assert unjudged([free, (27, 4000, 50, ())]) == ["GP26"] and judge_pulls([free], config, scan) == []
    held = [(26, 2048, None, ())]  # found by the pull-up
    assert unjudged(held) == [] and judge_pulls(held, config, scan) == [(26, [0, 1])]


def test_the_other_mux_of_a_held_pin_is_spoiled():
    scan = scan_of()
    pulls = PullTest(config)
    assert pulls.take([(26, 4000, 50, ()), (27, 2000, 2000, scan[32:48])], scan)
    assert told(pulls.findings) == [("mux_always_on", "mux 3: EN at GP8; it holds SIG at GP27")]
    assert pulls.spoiled == 0b1000


def test_a_hole_believed_again_is_empty_at_once():
    sensing = Sensing(config)
    assert sensing.reading(0) == 0  # before any scan
    sensing.mask(4)
    sensing.update(scan_of())
    assert sensing.occupancy[4] == ord("?")
    sensing.believe(4)
    assert sensing.occupancy[4] == ord(".") and sensing.update(scan_of())


# --- calibration ------------------------------------------------------------------------------------------------------


def refused(change):
    """(code, arguments) of a calibration's error, with every scan altered by change(scan, number)."""
    calibration = Calibration(config)
    done = False
    while not done:
        scan = array("H", [2048] * 65)
        for q in range(4):
            scan[q * 16], scan[q * 16 + 1] = 5, 4095
        change(scan, calibration.scans)
        done = calibration.update(scan)
    try:
        return calibration.result()[0][5]
    except CodedError as error:
        return error.code, error.args


def test_a_calibration_tells_why_it_is_none():
    def set_(**codes):
        def change(scan, number):
            for name in codes:
                scan[SLOTS[NAMES.index(name)]] = codes[name] + 60 * (number % 2 and name[0] == "B")

        return change

    def mux(scan, number):
        scan[16] = scan[17] = 2048

    def half(scan, number):
        for slot in (2, 3, 18, 19, 34, 35, 51, 64):
            scan[slot] = 0

    assert refused(set_(A6=5)) == 2048  # a dead sensor: its hole gets the half rail
    assert refused(set_(B2=2048)) == ("calibration_unsteady", ("B2",))
    assert refused(set_(A6=2500, B2=2048)) == ("calibration_pieces_unsteady", ("A6", "B2"))
    assert refused(mux) == ("calibration_references", ("mux 2",))
    assert refused(half)[0] == "calibration_half"
    try:
        Calibration(config).result()
        raise AssertionError("no scan, and a baseline")
    except CodedError as error:
        assert (error.code, error.args) == ("calibration_early", (0, config.CALIBRATE_SCANS))


def test_a_baseline_of_another_board_is_refused():
    good = [2048] * 49
    furthest = 2048 + 2 * config.CALIBRATE_OFFSET_MAX
    check_baseline(good[1:] + [furthest], 2048, config)
    for baseline, half_rail, expected in (
        (good[1:], 2048, "baseline: 48 holes, expected 49"),
        (good, 1000, "baseline: half rail 1000, expected"),
        (good[1:] + [furthest + 1], 2048, "baseline: B16 reads %d, expected within" % (furthest + 1)),
    ):
        assert error_of(CodedError, check_baseline, baseline, half_rail, config).startswith(expected)
        text = seal("baseline 2", ["%d" % code for code in [half_rail] + baseline])
        assert error_of(CodedError, load_baseline, text, config).startswith(expected)
        assert error_of(CodedError, Sensing(config).set_baseline, array("H", baseline), half_rail).startswith(expected)


def test_a_stored_hole_that_this_board_has_not_is_refused():
    sensing = Sensing(config)
    for name in ("A17", "x"):
        given = GivenUp(MemoryStore({}), sensing, board_for(config.N, True), None)
        expected = "unknown: %r is not a hole of this board" % name
        assert error_of(CodedError, given.take, seal("unknown", [name])) == expected and given.holes == []


# --- a magnet walk ----------------------------------------------------------------------------------------------------

MANY = 208  # a piece's reading, in thousandths


def walked(place_of=None, u=MANY, **read):
    """A walk that read each hole at place_of(its place), except the named ones at (place, u, second)."""
    found = WalkMap(config)
    for hole in range(len(NAMES)):
        found.add(hole, place_of(SLOTS[hole]) if place_of else SLOTS[hole], u)
    for name in read:
        found.add(NAMES.index(name), *read[name])
    return found


def test_a_walk_names_wires_of_whole_muxes():
    sig, ens = "mux 1 and 3 to GP26 and GP27", ("GP6 and GP7 to mux 1 and 2", "GP8 and GP9 to mux 3 and 4")
    for other, expected in (
        (lambda place: place, []),
        (lambda place: place ^ 32, [("walk_pins_swapped", "GP26 and GP27")]),
        (lambda place: place ^ 32 if place & 16 == 0 else place, [("walk_sig_swapped", sig)]),
        (lambda place: place ^ 16, [("walk_en_swapped", en) for en in ens]),
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
