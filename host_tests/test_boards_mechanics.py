"""The boards in the hull, their figures and costs, and the printed parts, against the measures they come from."""

import re
import struct

import numpy
import pytest

import config
from hardware import bom, geometry, layout
from hardware.draw import template_pdf
from hardware.model import boards, electrics, magnetics, sensors
from hardware.pcb import cable, cost, drawings, heights, quarter, whole
from hardware.printed import generate as printed
from hardware.printed import solids


def test_everything_has_room_in_the_hull():
    assert all(room > 0 for _, room in heights.clear())
    assert heights.CARRIER_TOP_MM + heights.BOARD_MM + heights.STAND_MM == pytest.approx(geometry.HULL_MM)
    # the shell of the USB plug passes under quarter board 1 or ends before it, in the wall
    assert heights.USB_MM - heights.SLOT_MM[1] / 2 > 0
    assert quarter.stern_edge_mm(1) > geometry.WALL_MM
    # the screw ends in the wood
    assert heights.SCREW_MM - heights.QUARTER_MM < geometry.FLOOR_MM + geometry.DECK_MM - 5


def test_the_heights_room_shrinks_with_the_hull(monkeypatch):
    monkeypatch.setattr(heights, "CARRIER_TOP_MM", heights.CARRIER_TOP_MM - 3)
    assert min(room for _, room in heights.clear() if room != pytest.approx(0.08)) < 0


def test_pieces_and_empty_holes_keep_the_thresholds_at_every_corner():
    occupied, empty = (limit * 4096 / 1000 for limit in (config.OCCUPIED_PERMILLE, config.EMPTY_PERMILLE))
    bare = heights.GAP_MM - heights.ELEMENT_MM
    for depth in (*heights.ELEMENT_RANGE_MM, heights.ELEMENT_MM):
        sensor = boards.SENSOR._replace(gap_mm=bare + depth)
        assert sensors.worst_piece_counts(sensor) > 1.5 * occupied
        assert sensors.worst_empty_counts(sensor) < 0.7 * empty
    assert sensors.nominal_counts(boards.SENSOR) < sensors.nominal_counts(sensors.DRV5055A3)
    assert magnetics.field_mt(0.0, 0.0, heights.GAP_MM) == pytest.approx(44.3, abs=0.3)


def test_a_channel_settles_long_before_it_is_read():
    assert max(us for _, us in boards.settling()) < config.SETTLE_US / 4
    # and sooner than by hand at its worst: the cables are shorter than the wires
    assert max(us for _, us in boards.settling()) < max(us for _, us in electrics.cases())


def test_the_supply_drop_is_that_of_the_tracks():
    # one straight track: a network of one resistor
    tracks = boards._tracks("quarter", "VRAIL")[0]
    assert len(tracks) > 20
    loss = boards.supply()
    assert len(loss) == 4 and all(0 < value < 0.04 for stretch in loss for value in stretch.values())
    # twice the current, twice the drop
    half = boards.drops_v("quarter", "VRAIL", {("J1", "1"), ("J1", "3")}, {("UA4", "1"): 0.05})
    full = boards.drops_v("quarter", "VRAIL", {("J1", "1"), ("J1", "3")}, {("UA4", "1"): 0.1})
    assert full["UA4", "1"] == pytest.approx(2 * half["UA4", "1"])
    assert full["UA4", "1"] > full["J1", "1"]
    # what it shifts is far less than what the calibration allows
    assert boards.drop_mv() / 2 * sensors.COUNTS_PER_MV < config.CALIBRATE_OFFSET_MAX / 5


def test_a_longer_cable_loses_more_and_settles_later(monkeypatch):
    drop, slow = boards.drop_mv(), boards.settling()[-1][1]
    monkeypatch.setattr(cable, "LENGTH_MM", tuple(2 * mm for mm in cable.LENGTH_MM))
    assert boards.drop_mv() > drop + 2 and boards.settling()[-1][1] > slow + 0.2


def test_lights_do_not_move_a_reading():
    assert boards.ground_step_counts() < 1


def test_costs_add_up_and_name_parts_of_the_list():
    parts = {line.part for line in bom.lines()}
    assert set(cost.REPLACED) <= parts
    for sets in cost.SETS:
        assert cost.total(sets) == pytest.approx(sum(eur for _, eur in cost.lines(sets)))
    # the sensors of four quarter boards, the tongues' among them, are the most of it
    assert dict(cost.lines(1))["parts of the quarter boards"] > 4 * 13 * 0.95


@pytest.mark.parametrize("name", drawings.DRAWINGS)
def test_drawings_are_large_enough_to_read(name):
    text = drawings.DRAWINGS[name]()
    assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', text)) >= 3.3


def test_the_drawing_from_below_has_every_screw():
    text = drawings.under()
    for q in range(1, 5):
        for x, _ in quarter.SCREWS_MM:
            assert f"{quarter.stern_edge_mm(q) + x:g}" in text


def test_screws_of_the_boards_meet_no_pin_no_block_and_no_hole_and_are_on_the_template():
    screws = [place for q in (1, 2, 3, 4) for place in geometry.board_screws_mm(q)]
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
    seam = [x for x, _ in screws if x in [end for _, end in template_pdf.tiles()]]  # those are on both sheets
    pages = template_pdf.pdf().decode("latin-1")
    assert len(re.findall(r"\(Q\) Tj", pages)) == 16 + len(seam) and len(seam) == 2


def test_the_frames_blocks_leave_room_for_the_boards_and_its_screws_keep_wood_around_them():
    assert layout.JOINT_Y_MM - layout.BLOCK_WIDE_MM >= quarter.WIDE_MM / 2 + 0.5
    for _, y in (*layout.screws(), *layout.lid_screws()):
        assert min(geometry.BEAM_MM / 2 - abs(y), abs(y) - layout.JOINT_Y_MM + layout.BLOCK_WIDE_MM) - 1.5 >= 3
    assert solids.FLANGE_MM == layout.BLOCK_WIDE_MM


# --- printed parts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", printed.PARTS)
def test_a_printed_part_is_closed_and_up_to_date(name):
    data = (printed.HERE / name).read_bytes()
    assert len(data) == 84 + 50 * struct.unpack_from("<I", data, 80)[0]
    corners = printed.triangles(data)
    edges = {}
    for triangle in corners.round(4).tolist():
        points = [tuple(point) for point in triangle]
        for a, b in zip(points, points[1:] + points[:1], strict=True):
            edges[a, b] = edges.get((a, b), 0) + 1
    assert all(edges.get((b, a), 0) == count for (a, b), count in edges.items())  # every edge is met from both sides
    assert printed.is_current(data, printed.stl(printed.PARTS[name]())), "run tools/pcb.sh"


def test_a_change_of_the_geometry_makes_a_print_out_of_date(monkeypatch):
    old = (printed.HERE / "peg-jig.stl").read_bytes()
    monkeypatch.setattr(geometry, "PEG_MM", 8.5)
    assert not printed.is_current(old, printed.stl(solids.peg_jig()))


def inside(solid, x, y, z):
    """Whether a point lies in a solid."""
    probe = solids.Manifold.cube((0.02, 0.02, 0.02), True).translate((x, y, z))
    return (solid ^ probe).volume() > 0


def test_the_peg_fits_the_jig_and_the_drill_is_over_its_middle():
    jig = solids.peg_jig()
    middle = 15.0
    for angle in range(0, 360, 30):
        dx, dy = numpy.cos(numpy.radians(angle)), numpy.sin(numpy.radians(angle))
        assert not inside(jig, middle + 4.0 * dx, middle + 4.0 * dy, 2.0)
        assert inside(jig, middle + 4.4 * dx, middle + 4.4 * dy, 2.0)
        assert not inside(jig, middle + 2.5 * dx, middle + 2.5 * dy, geometry.PEG_LENGTH_MM + 8)
        assert inside(jig, middle + 2.8 * dx, middle + 2.8 * dy, geometry.PEG_LENGTH_MM + 8)
    # the peg stops where the drill's hole begins
    assert inside(jig, middle - 3.5, middle + 0.0, geometry.PEG_LENGTH_MM + 0.5)


def test_the_dice_box_has_a_window_for_each_led_and_holds_the_strip():
    box = solids.dice_box()
    places = solids.led_places_mm()
    assert len(places) == config.DICE_LEDS
    for x in places:
        assert not inside(box, x, solids.BOX_WIDE_MM / 2, 1.0)
    for a, b in zip(places, places[1:], strict=False):
        assert inside(box, (a + b) / 2, solids.BOX_WIDE_MM / 2, 1.0)
    assert solids.BOX_LONG_MM - 2 * solids.BOX_WALL_MM >= 170 and solids.BOX_HIGH_MM - solids.BOX_WALL_MM >= 20


def test_boards_and_hull_do_not_touch():
    hull = solids._hull() + solids._splices()
    # the hull is printed floor side up: turn it as it sits in the boat
    for q in range(1, 5):
        outline = [p for p in quarter.outline() if p[0] <= quarter.LONG_MM or quarter.bridge(q) != "HALF"]
        board = whole._slab(
            [(x + quarter.stern_edge_mm(q), quarter.MIDDLE_MM - y) for x, y in outline], 0, heights.BOARD_MM
        )
        assert (hull ^ board.translate((0, 0, geometry.HULL_MM - heights.QUARTER_MM))).volume() < 1e-6, q
    made = whole.carrier.design()
    board = whole._slab([(x + whole.carrier.STERN_MM, whole.carrier.MIDDLE_MM - y) for x, y in made.outline], 0, 1.6)
    assert (hull ^ board.translate((0, 0, heights.STAND_MM))).volume() < 1e-6


def test_the_usb_slot_is_where_the_socket_is():
    hull = solids._hull()
    z = geometry.HULL_MM - heights.USB_MM
    assert not inside(hull, geometry.WALL_MM / 2, 0, z)
    assert inside(hull, geometry.WALL_MM / 2, 0, z + heights.SLOT_MM[1] / 2 + 1)
    assert inside(hull, geometry.WALL_MM / 2, heights.SLOT_MM[0] / 2 + 1, z)


def test_the_picture_shows_all_boards():
    scene = whole.scene(False)
    pixels = scene.picture(whole.View(0, 0))
    green = (pixels[:, :, 1].astype(int) - pixels[:, :, 0] > 40).sum(axis=0)
    # boards from stern to prow; the picture begins 6 mm before the stern
    per_mm = whole._PIXELS_PER_MM / 2
    for q in range(1, 5):
        column = int((6 + quarter.stern_edge_mm(q) + 20) * per_mm)
        assert green[column] > 20 * per_mm
    assert whole.png(pixels)[:8] == b"\x89PNG\r\n\x1a\n"
