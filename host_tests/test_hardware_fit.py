"""The building guide's figures: fit, quantities, costs and licences."""

import re

import pytest

import config
from hardware import bom, geometry, layout, netlist, wire

PARTS = {line.part: line for line in bom.lines()}


# --- fit --------------------------------------------------------------------------------------------------


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
    heads = config.N * (geometry.HEAD_LONG_MM + kerf)
    assert heads < 1000 * float(re.search(r"([\d.]+) m each", PARTS["head stock"].name).group(1))
    pins = 2 * config.N * (11 + kerf) + 2 * 25
    assert pins < 1000 * float(re.search(r"([\d.]+) m$", PARTS["pin stock"].name).group(1))
    blocks = len(layout.blocks()) * (layout.BLOCK_LONG_MM + kerf)
    assert blocks < 1000 * float(re.search(r"([\d.]+) m$", PARTS["block stock"].name).group(1))
    for name in ("deck plank", "floor sheet", "frame sheet", "base sheet"):
        long, wide = map(int, re.search(r"(\d+) x (\d+)", PARTS[name].name).groups())
        assert long >= geometry.LENGTH_MM + 20 and wide >= geometry.BEAM_MM + 20, name
    assert PARTS["frame sheet"].quantity * geometry.RING_MM == geometry.HULL_MM
