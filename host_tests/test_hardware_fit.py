"""The building guide in millimetres and metres: what fits where, what is enough, what it costs, who may copy it."""

import re

import pytest

import config
from hardware import bom, geometry, layout, netlist, wire

PARTS = {line.part: line for line in bom.lines()}


# --- what fits where --------------------------------------------------------------------------------------------------


def test_everything_under_the_floor_fits_into_the_hull():
    for name, part in layout.PARTS.items():
        assert part.z1 <= geometry.HULL_MM - 2, name
        assert part.z0 >= geometry.SENSOR_THICK_MM + 3, name
        for x in (part.x0, part.x1):
            assert x >= geometry.WALL_MM and max(abs(part.y0), abs(part.y1)) < layout.inner_half_beam_mm(x), name
    boards = [part for name, part in layout.PARTS.items() if name == "carrier" or name.startswith("mux")]
    for i, one in enumerate(boards):
        for other in boards[i + 1 :]:
            assert one.x1 < other.x0 or other.x1 < one.x0, (one, other)


def test_no_leg_no_block_and_no_pin_is_in_the_way():
    wall = layout.frame_mm(400)
    for hole in geometry.holes():
        x, y = geometry.hole_mm(hole)
        end = layout.leg_end_mm(hole)
        assert abs(end[1]) < abs(y) or hole[0] == "M", hole  # inwards
        assert abs(end[1]) + 1 < layout.inner_half_beam_mm(end[0]), hole
        if hole != layout.prow_hole():
            assert layout.RAIL_Y_MM + 3 < layout.inner_half_beam_mm(x + 5), hole  # the rail bus beside it
            assert layout.LEG_MM + geometry.SENSOR_LONG_MM / 2 > max(layout.RAIL_Y_MM, abs(y) - layout.GROUND_Y_MM), (
                hole
            )
        for dx in (-1, 1):
            corner = (x + dx * geometry.SENSOR_WIDE_MM / 2, y + (y > 0) * geometry.SENSOR_LONG_MM / 2)
            assert min(((px - corner[0]) ** 2 + (py - corner[1]) ** 2) ** 0.5 for px, py in wall) > 3, hole
        for bx, by in layout.blocks():
            clear_x = abs(bx - x) - layout.BLOCK_LONG_MM / 2 - geometry.SENSOR_WIDE_MM / 2
            clear_y = abs(by - y) - layout.BLOCK_WIDE_MM / 2 - geometry.SENSOR_LONG_MM / 2
            assert clear_x > 1 or clear_y > 1, hole
        for px, py in (*layout.PINS, *layout.screws()):
            assert ((px - x) ** 2 + (py - y) ** 2) ** 0.5 > geometry.HOLE_MM / 2 + 3, hole
    for bx, by in layout.blocks():
        ends = (bx - layout.BLOCK_LONG_MM / 2, bx + layout.BLOCK_LONG_MM / 2)
        assert all(abs(by) + layout.BLOCK_WIDE_MM / 2 <= layout.inner_half_beam_mm(x) + 0.01 for x in ends), (bx, by)
    assert layout.LEGS_FREE_MM == pytest.approx(10.4)
    long = 35 - geometry.HULL_MM - geometry.FLOOR_MM
    assert 5 <= long <= geometry.DECK_MM - 5  # a frame screw holds in the deck and does not come through


def test_the_pins_let_the_sheets_lie_in_one_way_only():
    (ax, ay), (bx, by) = layout.PINS
    assert ay == -by and ax + bx != pytest.approx(geometry.LENGTH_MM) and ay != 0


# --- quantities -------------------------------------------------------------------------------------------------------


def test_wire_is_enough():
    lengths = wire.lengths_m()
    assert 5.9 <= lengths[wire.OUT] <= 9.8
    thin = sum(metres for kind, metres in lengths.items() if kind != wire.THICK)
    assert float(re.search(r"([\d.]+) m in", PARTS["thin wire"].name).group(1)) >= thin
    assert float(re.search(r"([\d.]+) m$", PARTS["thick wire"].name).group(1)) >= lengths[wire.THICK]
    bare = sum(2 * (2 * 4 * geometry.PITCH_MM + 2 * y) for y in (layout.RAIL_Y_MM, layout.GROUND_Y_MM)) * 2
    assert bare + 5 * 40 < 1000 * float(re.search(r"([\d.]+) m$", PARTS["bare wire"].name).group(1))
    sleeves = len(geometry.holes()) * 3 * layout.LEG_MM
    assert sleeves < 1000 * float(re.search(r"([\d.]+) m$", PARTS["heat-shrink"].name).group(1))
    colours = {c.colour for c in netlist.connections()} - {"own leg"}
    assert {kind.partition(",")[0] for kind in lengths} >= colours
    for c in netlist.connections():
        if c.start.endswith(" OUT"):
            assert 80 < wire.length_mm(c.start, c.to) < 200  # the 12 to 20 cm of step 4, before it is cut


def test_wood_is_enough_for_every_cut():
    kerf = bom.KERF_MM
    pegs = 2 * config.N * (geometry.PEG_LENGTH_MM + kerf) + 2 * 30
    assert pegs < 1000 * float(re.search(r"([\d.]+) m$", PARTS["peg stock"].name).group(1))
    heads = config.N * (geometry.HEAD_HIGH_MM + kerf)
    assert heads < 1000 * float(re.search(r"([\d.]+) m each", PARTS["head stock"].name).group(1))
    pins = 2 * config.N * (11 + kerf) + 2 * 25
    assert pins < 1000 * float(re.search(r"([\d.]+) m$", PARTS["pin stock"].name).group(1))
    blocks = len(layout.blocks()) * (layout.BLOCK_LONG_MM + kerf)
    assert blocks < 1000 * float(re.search(r"([\d.]+) m$", PARTS["block stock"].name).group(1))
    for name in ("deck plank", "floor sheet", "frame sheet", "base sheet"):
        long, wide = map(int, re.search(r"(\d+) x (\d+)", PARTS[name].name).groups())
        assert long >= geometry.LENGTH_MM + 20 and wide >= geometry.BEAM_MM + 20, name
    assert PARTS["frame sheet"].quantity * geometry.RING_MM == geometry.HULL_MM
