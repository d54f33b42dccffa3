"""The model against the design study's figures, against formulas, and against the simulator's fake board; the boards'
figures against the measures that they come from."""

import math

import pytest

import config
from hardware import geometry, try_three
from hardware.model import boards, electrics, figures, magnetics, sensors, two_heights
from hardware.pcb import heights, shop
from host.sim import physics


def test_figures_are_within_a_tenth_of_the_design_study():
    assert [figure for figure in figures.figures() if abs(figures.deviation_percent(figure)) > 10] == []


def test_the_field_on_the_axis_is_that_of_the_textbook():
    for gap in (2.0, 3.0, 4.0, 7.0):
        far, radius = gap + geometry.MAGNET_HIGH_MM, geometry.MAGNET_MM / 2
        axial = far / math.hypot(far, radius) - gap / math.hypot(gap, radius)
        assert magnetics.field_mt(0.0, 0.0, gap) == pytest.approx(magnetics.REMANENCE_MT / 2 * axial, rel=1e-9)


def test_fields_of_the_fake_board_are_those_of_the_model():
    assert physics.PIECE_MT == pytest.approx(magnetics.field_mt(0.0, 0.0, geometry.GAP_MM), rel=0.01)
    for columns, rows in ((1, 0), (0, 1), (1, 1)):
        there = magnetics.field_mt(columns * geometry.PITCH_MM, rows * geometry.ROW_MM, geometry.GAP_MM)
        assert physics.leak_mt(columns, rows) == pytest.approx(there, rel=0.02)


def test_counts_of_the_fake_board_are_those_of_the_model():
    drv = sensors.DRV5055A3
    assert physics.COUNTS_PER_MT == pytest.approx(drv.mv_per_mt * sensors.COUNTS_PER_MV, rel=0.01)
    assert physics.PIECE_COUNTS == pytest.approx(sensors.nominal_counts(drv), rel=0.01)
    assert 1 - physics.SENSOR_TOLERANCE == drv.low and 1 + physics.SENSOR_TOLERANCE == drv.high
    swing = (physics.SWING_COUNTS[1] - physics.SWING_COUNTS[0]) / 2
    assert swing == pytest.approx(drv.swing_mv * sensors.COUNTS_PER_MV, rel=0.01)


@pytest.mark.parametrize("sensor", (sensors.DRV5055A3, sensors.SS49E), ids=lambda sensor: sensor.name)
def test_the_thresholds_of_the_firmware_lie_between_empty_and_piece(sensor):
    assert sensors.parts_them(sensor)
    assert sensors.worst_empty_counts(sensor) < config.EMPTY_PERMILLE * 4.096
    assert not sensors.parts_them(sensor._replace(gap_mm=sensor.gap_mm + 1.5))


def test_the_cheaper_sensor_may_be_ordered_with_the_thin_floor_only():
    said = [row.split(" | ") for row in boards.choices().splitlines()[2:]]
    holds = [(row[0].lstrip("| "), row[2]) for row in said if row[-1] == "holds |"]
    assert holds == [("DRV5055A3", "3 mm"), ("DRV5055A3", "2 mm"), (shop.CHEAP_SENSOR, "2 mm")]
    assert (
        "2 mm" in shop.ITEMS[shop.CHEAP_SENSOR].what
        and f"floor of 2 mm {shop.CHEAP_SENSOR}" in shop.ITEMS[shop.SENSOR].instead
    )


def test_a_channel_settles_long_before_it_is_read_and_sooner_on_boards_whose_cables_are_shorter():
    by_hand, on_boards = (max(us for _, us in cases) for cases in (electrics.cases(), boards.settling()))
    assert on_boards < by_hand < config.SETTLE_US / 4


@pytest.mark.parametrize("limits", two_heights.LIMITS, ids=lambda limits: limits.name)
def test_the_two_heights_are_told_apart_by_the_thresholds_of_the_firmware(limits):
    found = two_heights.margin(two_heights.CHOSEN, limits, False)
    assert found.dalled_undalled > 300 and found.undalled_empty > 100
    assert found.empty[1] < config.EMPTY_PERMILLE * 4.096 and found.undalled[0] > config.TALL_OCCUPIED_PERMILLE * 4.096
    assert found.undalled[1] < config.DALLED_PERMILLE * 4.096 < found.dalled[0]


def test_the_plain_magnet_is_too_weak_for_two_heights():
    plain = two_heights.margin(two_heights.CHOICES[0], two_heights.LIMITS[1], False)
    assert plain.undalled[0] < config.TALL_OCCUPIED_PERMILLE * 4.096


def test_drawn_pieces_are_where_the_limits_say():
    """The least and the most of 20,000 lie just inside the worst corners, worked out here by hand."""
    choice, (close, house) = two_heights.CHOSEN, two_heights.LIMITS
    per_mt = 15 * 4096 / 3300
    for limits in (close, house):
        reach = limits.piece_mm + limits.hole_mm
        gap = choice.gap_mm + choice.lift_mm
        counts = two_heights.readings("undalled", choice, limits)
        assert len(counts) == 20_000
        weak = magnetics.field_mt(limits.side_mm, 0.0, gap + reach, choice[:2]) * 0.9 * 0.95 * per_mt
        strong = magnetics.field_mt(0.0, 0.0, gap - reach, choice[:2]) * 1.1 * 1.05 * per_mt
        assert weak - 80 < counts.min() < weak + 80 and strong - 120 < counts.max() < strong + 120
    assert two_heights.readings("dalled", choice, close).max() <= sensors.DRV5055A3.swing_mv * 4096 / 3300 + 5


def test_a_neighbour_is_as_strong_as_the_exact_field_says():
    draw = two_heights.numpy.random.default_rng(3)
    found = two_heights._one_neighbour_mt(draw, two_heights.CHOSEN, 0.0, geometry.PITCH_MM, 0.0)
    gaps = two_heights.CHOSEN.gap_mm, two_heights.CHOSEN.gap_mm + 4
    there = [magnetics.field_mt(geometry.PITCH_MM, 0.0, gap, (6.0, 3.0)) for gap in gaps]
    assert abs(found).max() == pytest.approx(max(map(abs, there)) * 1.1, rel=0.01)
    assert (found == 0).mean() == pytest.approx(1 / 3, abs=0.02)


def test_the_trial_of_three_holes_judges_by_the_firmwares_limits():
    assert try_three.OCCUPIED_COUNTS == math.ceil(config.OCCUPIED_PERMILLE * 4.096)
    assert try_three.EMPTY_COUNTS == math.ceil(config.EMPTY_PERMILLE * 4.096)
    assert try_three.GOOD_COUNTS == round(sensors.worst_piece_counts(sensors.DRV5055A3))
    assert try_three.BASELINE_COUNTS == (2048 - config.CALIBRATE_OFFSET_MAX, 2048 + config.CALIBRATE_OFFSET_MAX)
    assert try_three.verdict(908) == "piece of A, good"
    assert try_three.verdict(-908) == "piece of B, good"
    assert try_three.verdict(66) == "empty"
    assert "weak" in try_three.verdict(300) and "too weak" in try_three.verdict(150)
    assert try_three.GOOD_SS49E_COUNTS == round(sensors.worst_piece_counts(sensors.SS49E))
    for counts in (try_three.GOOD_SS49E_COUNTS, -try_three.GOOD_SS49E_COUNTS, 400):
        assert "weak" not in try_three.verdict(counts) and "good for an SS49E" in try_three.verdict(counts)
    assert try_three.idle(2050) == "good"
    assert try_three.idle(5).startswith("no output") and try_three.idle(4090).startswith("stuck")


# --- the circuit boards -----------------------------------------------------------------------------------------------


def test_pieces_and_empty_holes_keep_the_thresholds_at_every_corner():
    occupied, empty = (limit * 4096 / 1000 for limit in (config.OCCUPIED_PERMILLE, config.EMPTY_PERMILLE))
    bare = heights.GAP_MM - heights.ELEMENT_MM
    for depth in (*heights.ELEMENT_RANGE_MM, heights.ELEMENT_MM):
        sensor = boards.SENSOR._replace(gap_mm=bare + depth)
        assert sensors.worst_piece_counts(sensor) > 1.5 * occupied
        assert sensors.worst_empty_counts(sensor) < 0.7 * empty
    assert sensors.nominal_counts(boards.SENSOR) < sensors.nominal_counts(sensors.DRV5055A3)
    assert magnetics.field_mt(0.0, 0.0, heights.GAP_MM) == pytest.approx(40.3, abs=0.3)


def test_the_supply_drop_is_that_of_the_tracks():
    loss = boards.supply()
    assert len(loss) == 4 and all(0 < value < 0.05 for stretch in loss for value in stretch.values())
    # twice the current, twice the drop
    fed = {("J1", "4"), ("J1", "11")}
    half, full = (boards.drops_v("quarter", "VRAIL", fed, {("UA4", "1"): ampere}) for ampere in (0.05, 0.1))
    assert full["UA4", "1"] == pytest.approx(2 * half["UA4", "1"]) and full["UA4", "1"] > full["J1", "4"]
    # the shift is far less than the calibration allows
    assert boards.drop_mv() / 2 * sensors.COUNTS_PER_MV < config.CALIBRATE_OFFSET_MAX / 5
