"""The measure of the debounce: it tells ways apart, and the firmware's is quick and no less safe than the clock's."""

import random
from array import array

import pytest

import config
from host.sim.physics import CODES
from lab.debounce import CLOCK, GOAL_MS, WAYS, Blind, Resting, Result, header, safer
from lab.gusts import COMMON, KINDS, draw_gust, slot_ms


@pytest.fixture(scope="module")
def results():
    ways = (WAYS[0], WAYS[CLOCK], WAYS[-1], *[way for way in WAYS if way.sensing is Blind])
    return {way.name: Result(way, "worst", 60, 60) for way in ways}


def test_the_firmware_answers_in_time_and_sees_no_more_that_is_not_there(results):
    clock, firmware = results[WAYS[CLOCK].name], results[WAYS[-1].name]
    assert firmware.within_ms(0.95) <= GOAL_MS < 38 < clock.within_ms(0.95)
    assert clock.rate == 100
    assert safer(firmware, clock)
    assert all(firmware.wrong[kind] == 0 for kind in COMMON)


def test_gusts_are_strong_enough_to_fool_who_believes_too_soon(results):
    hasty, blind, clock = (
        results[WAYS[0].name],
        results["closer looks at every hole in doubt"],
        results[WAYS[CLOCK].name],
    )
    for kind in ("supply", "ground", "ringing", "sparks", "phone"):
        assert hasty.wrong[kind] > 0, kind
    assert not safer(hasty, clock) and not safer(blind, clock)
    # what a sound board gets fools nobody
    assert hasty.wrong["lights"] == hasty.wrong["plug"] == 0


def test_one_wire_alone_looks_like_a_piece_to_every_way(results):
    assert all(result.wrong["one wire"] > 0 for result in results.values())


def test_a_row_has_a_cell_for_each_column(results):
    head, rule = header("worst").split("\n")
    for result in results.values():
        assert result.row().count("|") == head.count("|") == rule.count("|")


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_gust_shifts_the_scans_that_it_meets_and_no_others(kind):
    slots = Resting(WAYS[CLOCK], "nominal", 1).board.slots
    draw = random.Random(kind)
    changed = 0
    for _ in range(20):
        gust = draw_gust(draw, kind)
        gust.start_ms = 100.0
        for at_ms in (90.0, 100.5, 101.0 + gust.length_ms):
            codes = array("H", [2000] * 65)
            gust.blow(codes, at_ms, config, slots)
            struck = [slot for slot in range(65) if codes[slot] != 2000]
            assert all(code < CODES for code in codes)
            assert at_ms == 100.5 or not struck
            assert gust.hole < 0 or set(struck) <= {slots[gust.hole]}
            changed += len(struck)
    assert changed > 0


def test_the_places_of_a_scan_come_in_the_order_of_the_driver():
    order = sorted(range(65), key=slot_ms)
    assert order[:4] == [0, 32, 1, 33] and order[32:36] == [16, 48, 17, 49] and order[64] == 64
    assert 1.5 < slot_ms(64) < 1.6
