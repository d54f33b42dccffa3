"""Findings about wires and sensors after a scan, on every runtime, each by code and place; and refusals of a
calibration.
"""

from array import array

import config
from companion.reasons import CodedError
from companion.sensing.calibration import Calibration, check_baseline, load_baseline
from companion.sensing.checksum import seal
from companion.sensing.selftest import judge, judge_pulls, unjudged
from companion.sensing.sensing import Sensing
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
    assert [fault[0] for fault in judge(scan, config)] == ["rail_low"]


def test_a_pull_test_names_what_is_held_and_says_what_it_cannot_tell():
    pulls = [(26, 4000, 50), (27, 2000, 2000)]
    assert told(judge_pulls(pulls, config)) == [
        ("mux_always_on", "SIG at GP27 is held: EN of mux 3 at GP8 or mux 4 at GP9")
    ]
    assert unjudged([(26, 4000, None), (27, 4000, 50)]) == ["GP26"] and judge_pulls([(26, 4000, None)], config) == []
    held = [(26, 2048, None)]  # found by the pull-up
    assert unjudged(held) == [] and [fault[0] for fault in judge_pulls(held, config)] == ["mux_always_on"]


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
    check_baseline(good, 2048, config)
    for baseline, half_rail, expected in (
        (good[1:], 2048, "baseline: 48 holes, expected 49"),
        (good, 1000, "baseline: half rail 1000, expected"),
        (good[1:] + [2900], 2048, "baseline: B16 reads 2900, expected within"),
    ):
        assert error_of(CodedError, check_baseline, baseline, half_rail, config).startswith(expected)
        text = seal("baseline 2", ["%d" % code for code in [half_rail] + baseline])
        assert error_of(CodedError, load_baseline, text, config).startswith(expected)
        assert error_of(CodedError, Sensing(config).set_baseline, array("H", baseline), half_rail).startswith(expected)
