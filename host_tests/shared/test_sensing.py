"""Sensing, self-test and ticks on every runtime: the same answers to the same codes, and no allocation in play."""

import gc
from array import array

import config
from companion.sensing.baseline import dump_baseline, load_baseline
from companion.sensing.calibration import Calibration
from companion.sensing.monitor import Monitor
from companion.sensing.sensing import Sensing
from companion.ticks import add, elapsed
from here import SLOTS, blank, heap_lock, heap_unlock

WRAP = 2**30


# --- ticks ----------------------------------------------------------------------------------------------------------


def test_ticks_count_over_the_wrap():
    for since in (0, 1, 1000, WRAP // 2 - 1, WRAP // 2, WRAP - 1):
        for ms in (0, 1, 20, 86_400_000, WRAP // 2 - 1):
            now = add(since, ms)
            assert 0 <= now < WRAP
            assert elapsed(now, since) == ms
            assert elapsed(since, now) == -ms
            assert add(now, -ms) == since


# --- sensing --------------------------------------------------------------------------------------------------------


def test_window_confirms_just_what_is_judged():
    # for every state, every code and an odd baseline: the fast path of a resting hole ends where the verdict changes
    baseline = array("H", [2048] * 49)
    baseline[7] = 2123
    for half in (1951, 2048, 2111):
        for start in (600, 2100, 3600):
            sensing = Sensing(config)
            sensing.set_baseline(baseline, 2050)
            scan = blank(half)
            scan[SLOTS[7]] = start
            for _ in range(config.DEBOUNCE_SCANS):
                sensing.update(scan)
            state = sensing.occupancy[7]
            for code in range(140, 3960):
                confirmed = sensing._windows.low[7] <= code <= sensing._windows.high[7]
                assert confirmed == (sensing._judge(7, code) == state), (half, start, code)


# --- calibration ----------------------------------------------------------------------------------------------------


def test_calibration_and_its_text():
    calibration = Calibration(config)
    for k in range(config.CALIBRATE_SCANS):
        scan = blank(2040 + k % 2)
        scan[SLOTS[3]] = 2100 + k % 4
        calibration.update(scan)
    baseline, half = calibration.result()
    assert (baseline[0], baseline[3], half) == (2041, 2102, 2041)
    assert load_baseline(dump_baseline(baseline, half, config), config) == (baseline, half)


# --- allocation -----------------------------------------------------------------------------------------------------


def play(sensing, scans, watch=None):
    """Feed all scans with the heap locked, so that on MicroPython any allocation raises MemoryError; the changes."""
    gc.collect()
    changes = 0
    heap_lock()
    try:
        for scan in scans:
            if sensing.update(scan):
                changes += 1
            while sensing.unsure:
                if sensing.look(scan):
                    changes += 1
            if watch and watch.update(scan):
                changes += 1000
    finally:
        heap_unlock()
    return changes


def test_nothing_is_allocated_at_rest_nor_as_pieces_and_supply_move_nor_by_broken_wires():
    scans = []
    for k in range(60):
        scan = blank(2048 + 10 * (k // 20))
        if k >= 10:
            scan[SLOTS[k // 10]] = 2700
            scan[SLOTS[40 + k // 10]] = 1200
        scans.append(scan)
    sensing = Sensing(config)
    assert play(sensing, scans, Monitor(config)) == 6
    assert sensing.occupancy.decode() == ".....A" + "." * 39 + "B..."
    silent = blank()
    for channel in range(16):
        silent[16 + channel] = 500
    assert play(sensing, [silent] * 10 + [array("H", [0] * 65)] * 10 + [blank()] * 60) > 2
    assert sensing.occupancy.decode() == "." * 49


def test_a_reading_is_positive_for_a_and_negative_for_b_and_rounded_towards_none():
    sensing = Sensing(config)
    for deviation, thousandths in ((1, 0), (411, 100), (1024, 250), (1638, 399)):  # of 4096
        scan = blank()
        scan[SLOTS[0]] = 2048 + deviation
        scan[SLOTS[1]] = 2048 - deviation
        sensing.update(scan)
        assert [sensing.reading(hole) for hole in range(3)] == [thousandths, -thousandths, 0]
