"""The boards' figures, costs and drawings against the measures that they come from."""

import pytest

import config
from hardware import geometry, layout
from hardware.draw import templates
from hardware.model import boards, electrics, magnetics, sensors
from hardware.pcb import cable, heights, quarter


def test_pieces_and_empty_holes_keep_the_thresholds_at_every_corner():
    occupied, empty = (limit * 4096 / 1000 for limit in (config.OCCUPIED_PERMILLE, config.EMPTY_PERMILLE))
    bare = heights.GAP_MM - heights.ELEMENT_MM
    for depth in (*heights.ELEMENT_RANGE_MM, heights.ELEMENT_MM):
        sensor = boards.SENSOR._replace(gap_mm=bare + depth)
        assert sensors.worst_piece_counts(sensor) > 1.5 * occupied
        assert sensors.worst_empty_counts(sensor) < 0.7 * empty
    assert sensors.nominal_counts(boards.SENSOR) < sensors.nominal_counts(sensors.DRV5055A3)
    assert magnetics.field_mt(0.0, 0.0, heights.GAP_MM) == pytest.approx(40.3, abs=0.3)


def test_the_cheap_sensor_has_no_margin_on_the_boards():
    """As in boards.md, under floors of 3 and 2 mm: the firmware's threshold with a margin of half."""
    under = [sensors.SS49E._replace(gap_mm=heights.GAP_MM + less) for less in (0, geometry.FLOOR_SS49E_MM - 3)]
    assert [round(sensors.worst_piece_counts(sensor)) for sensor in under] == [154, 248]
    assert 248 < 1.5 * config.OCCUPIED_PERMILLE * 4.096


def test_a_channel_settles_long_before_it_is_read():
    assert max(us for _, us in boards.settling()) < config.SETTLE_US / 4
    # and sooner than by hand at its worst: the cables are shorter than the wires
    assert max(us for _, us in boards.settling()) < max(us for _, us in electrics.cases())


def test_the_supply_drop_is_that_of_the_tracks():
    # one straight track: a network of one resistor
    tracks = boards._tracks("quarter", "VRAIL")[0]
    assert len(tracks) > 20
    loss = boards.supply()
    assert len(loss) == 4 and all(0 < value < 0.05 for stretch in loss for value in stretch.values())
    # twice the current, twice the drop
    half = boards.drops_v("quarter", "VRAIL", {("J1", "4"), ("J1", "11")}, {("UA4", "1"): 0.05})
    full = boards.drops_v("quarter", "VRAIL", {("J1", "4"), ("J1", "11")}, {("UA4", "1"): 0.1})
    assert full["UA4", "1"] == pytest.approx(2 * half["UA4", "1"])
    assert full["UA4", "1"] > full["J1", "4"]
    # the shift is far less than the calibration allows
    assert boards.drop_mv() / 2 * sensors.COUNTS_PER_MV < config.CALIBRATE_OFFSET_MAX / 5


def test_a_longer_cable_loses_more_and_settles_later(monkeypatch):
    drop, slow = boards.drop_mv(), boards.settling()[-1][1]
    monkeypatch.setattr(cable, "LENGTH_MM", tuple(2 * mm for mm in cable.LENGTH_MM))
    assert boards.drop_mv() > drop + 2 and boards.settling()[-1][1] > slow + 0.2


def test_screws_of_the_boards_are_where_the_template_marks_them():
    screws = templates.board_screws()
    on_boards = [
        (quarter.stern_edge_mm(q) + x, quarter.MIDDLE_MM - y) for q in (1, 2, 3, 4) for x, y in quarter.SCREWS_MM
    ]
    assert sorted(screws) == sorted(on_boards) and len(set(screws)) == 16
    for x, y in screws:
        for px, py in layout.PINS:
            assert ((px - x) ** 2 + (py - y) ** 2) ** 0.5 > geometry.PIN_MM / 2 + 4
        for hole in geometry.holes():
            hx, hy = geometry.hole_mm(hole)
            assert ((hx - x) ** 2 + (hy - y) ** 2) ** 0.5 > geometry.HOLE_MM / 2 + 4, hole
