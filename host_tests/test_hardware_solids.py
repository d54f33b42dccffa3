"""The boat as solids: nothing collides in any step, a planted fault is found, cables reach, prints are whole."""

import re
import struct
from functools import reduce

import numpy
import pytest
import shapely
from manifold3d import Error

from hardware import bom, generate, layout
from hardware import geometry as g
from hardware.model import two_heights
from hardware.pcb import cable, heights
from hardware.printed import parts as printed
from hardware.printed import step as step_files
from hardware.solids import boards, clearance, dice, forms, hull, pictures, small, steps, tall
from hardware.solids.__main__ import main
from hardware.solids.forms import box
from tools import step as step_tool


def step(build, name):
    return next(step for step in steps.builds()[build]() if step.name == name)


# In the dice box of the boat are the LEDs, the button and the buzzer alone.
FEW = {f"dice box of the boat, {make.name}": 0 for make in (dice.WOOD, dice.PRINT)}


def changed(build, name, solid, move):
    """A step in which one solid is moved."""
    was = step(build, name)
    assert any(s.name == solid for s in was.solids)
    return was._replace(solids=[s._replace(form=s.form.translate(move)) if s.name == solid else s for s in was.solids])


@pytest.mark.parametrize("build", steps.builds())
def test_no_two_solids_are_too_close_in_any_step_and_each_has_some_that_are_near(build):
    for each in steps.builds()[build]():
        gaps = clearance.gaps(each)
        assert clearance.faults(gaps) == [] and len(gaps) > FEW.get(build, 3), each.name
        assert len({solid.name for solid in each.solids}) == len(each.solids)


@pytest.mark.parametrize(
    "build, name, solid, move, other",
    (
        ("boards, wood", "closed", "carrier board", (0, 6.5, 0), "frame"),
        ("boards, wood", "closed", "USB plug", (0, 0, 2.5), "frame"),
        ("boards, wood", "closed", "carrier screw 1", (0, 0, -20), "quarter 1 board"),
        ("boards, wood", "closed", "cable 4", (0, 0, 6), "base sheet"),
        ("boards, wood", "quarter boards", "spacer 1.1", (0, 0, 0.5), "quarter 1 board"),  # which may touch
        ("boards, print", "frame", "frame screw 9", (2, 0, 0), "air beside the hull"),
        ("boards, wood", "base sheet 2 mm below its place", "carrier board", (0, -6.5, 0), "frame"),
        ("boards, wood", "plug of quarter 2 goes into the carrier", "hand at carrier J2", (0, 6, 0), "carrier U1"),
        ("boards, wood", "commissioning", "battens", (0, 0, -2), "frame"),
        ("by hand, wood", "frame 5 mm below its place", "Pico", (-1.5, 0, 0), "frame"),
        ("by hand, wood", "carrier", "standoffs of carrier", (0, -12, 0), "Pico"),  # a screw under a socket strip
        ("by hand, wood", "modules", "standoffs of mux 1", (-4, 0, 0), "capacitors"),
        ("dice alone, print", "closed", "cells", (0, 0, -6), "LEDs"),
        ("boards, wood", "commissioning", "buzzer", (12, 0, 0), "frame"),
        ("boards, print", "commissioning", "buzzer", (0, -1, 0), "hull, stern half"),
        ("dice box of the boat, wood", "closed", "buzzer", (-20, 0, 0), "button"),
    ),
)
def test_a_planted_overlap_is_found(build, name, solid, move, other):
    faults = clearance.faults(clearance.gaps(changed(build, name, solid, move)))
    assert {solid, other} in [{gap.one, gap.other} for gap in faults]


def test_the_screws_of_the_carrier_reach_through_their_nuts_and_no_farther_than_a_millimetre():
    closed = {solid.name: solid.form.bounding_box() for solid in step("boards, wood", "closed").solids}
    for number in (1, 2, 3, 4):
        screw, nut = closed[f"carrier screw {number}"], closed[f"nut {number}"]
        assert 0 <= nut[2] - screw[2] <= 1.0
        assert screw[5] == pytest.approx(g.HULL_MM + hull.BASE_MM)  # the head is level with the sheet


def test_screws_hold_in_the_wood():
    for each in hull.frame_solids("boards", False):
        if each.name.startswith("frame screw"):
            deep = -each.form.bounding_box()[2] - g.FLOOR_MM
            assert 5 <= deep <= g.DECK_MM - 5, each.name
    assert heights.SCREW_MM - heights.QUARTER_MM < g.FLOOR_MM + g.DECK_MM - 5
    for each in hull.base("boards"):
        if each.name.startswith("lid screw"):
            inside = (each.form ^ box(-5, -60, 0, 400, 60, g.HULL_MM)).volume()
            frame = next(s for s in hull.frame_solids("boards", False) if s.name == "frame").form
            assert (each.form ^ frame).volume() > 0.99 * inside, each.name  # wood all round it


def held(form, x, y, z, head, play):
    """How much of a ring of 0.8 mm round the upper half of a countersunk head is material."""
    sunk = (head - 3.0) / 4
    ring = forms.rod(x, y, z - sunk, z, head + play + 1.6) - forms.rod(x, y, -9, 99, head + play)
    return (ring ^ form).volume() / ring.volume()


@pytest.mark.parametrize("way", hull.WAYS)
@pytest.mark.parametrize("printed", (False, True))
def test_the_heads_of_the_frames_screws_have_a_wall_round_them(way, printed):
    """But in the corners of the stern: the head is wider than the wall, and shows on the inside."""
    form = hull.hull_stern(way) + hull.hull_prow() if printed else hull.frame(way)
    _, head, _ = layout.FRAME_SCREW_MM
    for x, y in layout.screws():
        share = held(form, x, y, g.HULL_MM, head, 0.4 if printed else 0.0)
        corner = x == layout.CORNER_SCREW_MM
        assert 0.85 < share < 0.9 if corner else share > 0.999, (x, y)
    assert held(form, 107.0, layout.JOINT_Y_MM + 2.0, g.HULL_MM, head, 0.0) < 0.98


@pytest.mark.parametrize("name", layout.standoffs())
def test_a_board_wired_by_hand_hangs_on_a_standoff_near_each_corner(name):
    part = layout.PARTS[name]
    corners = {(x > (part.x0 + part.x1) / 2, y > (part.y0 + part.y1) / 2) for x, y in layout.standoffs()[name]}
    assert len(corners) == len(layout.standoffs()[name]) == 4


def test_the_wires_of_the_buzzer_reach_its_plug_in_both_states():
    (said,) = [line.name for line in bom.lines("by hand") if line.part == "buzzer"]
    long = 10 * int(re.search(r"wires of (\d+) cm", said)[1])
    assert max(boards.buzzer_wires_mm()) < long - 30


@pytest.mark.parametrize("dalled", (True, False))
def test_a_piece_of_two_heights_rests_where_it_should(dalled):
    """A dalled piece rests on the floor, an undalled one by its head on the deck; a millimetre lower it would
    collide."""
    solids = {solid.name: solid.form for solid in tall.solids()}
    hole = next(hole for hole, state in tall.STATES.items() if state == dalled)
    piece, rest, other = solids[f"piece in {hole}"], *(("floor", "deck") if dalled else ("deck", "floor"))
    assert piece.min_gap(solids[rest], 5) == pytest.approx(0, abs=0.01)
    assert (piece.translate((0, 0, 0.2)) ^ solids[rest]).volume() > 1
    assert piece.min_gap(solids[other], 9) >= 0.49
    gap = two_heights.THIN_MM + (0 if dalled else g.TALL_LIFT_MM)
    face = solids[f"magnet in {hole}"].bounding_box()[5]
    element = heights.SPACER_MM - heights.SENSOR_MM + heights.ELEMENT_MM
    assert element - face == pytest.approx(gap)


def test_each_cable_reaches_in_both_states():
    for q, long, closed, aside in steps.lengths_mm():
        assert long == cable.LENGTH_MM[q - 1]
        assert closed == pytest.approx(long, abs=0.5)  # all of it is somewhere in the closed boat
        assert aside < long - 10, q


def test_the_command_names_the_smallest_and_ends_with_1_where_something_collides(monkeypatch, capsys):
    shown = [step("boards, wood", "frame")]
    monkeypatch.setattr(steps, "builds", lambda: {"boards, wood": lambda: shown})
    assert main([]) == 0
    assert "smallest of all: 0.50 mm, quarter 1 board / frame" in capsys.readouterr().out
    monkeypatch.undo()
    shown = [changed("boards, wood", "frame", "quarter 4 board", (0, 1, 0))]
    monkeypatch.setattr(steps, "builds", lambda: {"boards, wood": lambda: shown})
    assert main([]) == 1
    assert "overlap  quarter 4 board / frame  TOO CLOSE" in capsys.readouterr().out
    assert main(["--what"]) == 2


# --- pictures and prints ----------------------------------------------------------------------------------------------


def test_a_picture_of_another_step_is_another():
    folder = generate.HERE / "solids/pictures"
    assert not pictures.is_same(*((folder / f"boards-{name}.png").read_bytes() for name in ("2-frame", "3-plug")))


@pytest.mark.parametrize("name", printed.PARTS)
def test_a_printed_part_is_closed(name):
    data = (generate.HERE / "printed" / name).read_bytes()
    assert len(data) == 84 + 50 * struct.unpack_from("<I", data, 80)[0]
    solid = printed.solid_of(data)
    assert solid.status() == Error.NoError and solid.volume() > 0
    assert solid.bounding_box()[2] == pytest.approx(0, abs=1e-6)
    open_by_one = printed.solid_of(data[:-50])
    assert open_by_one.status() == Error.NotManifold


def entities(step):
    """number -> (kind, all that is said in its brackets) of the text of a STEP file."""
    data = step.partition("DATA;")[2].replace("\n", "")
    return {int(n): (kind, rest) for n, kind, rest in re.findall(r"#(\d+) = (\w+)\((.*?)\);", data)}


def open_edges(step):
    """Edges of a STEP file whose faces do not run along them once each way: there the solid is open."""
    ways, known = {}, entities(step)
    numbers = {n: [int(k) for k in re.findall(r"#(\d+)", rest)] for n, (_, rest) in known.items()}
    for kind, rest in known.values():
        if kind not in ("FACE_BOUND", "FACE_OUTER_BOUND"):
            continue
        loop, turned = re.fullmatch(r"'',#(\d+),\.([TF])\.", rest).groups()
        for side in numbers[int(loop)]:
            (edge,) = numbers[side]
            ways.setdefault(edge, []).append((known[side][1][-2] == "T") == (turned == "T"))
    return [edge for edge, (kind, _) in known.items() if kind == "EDGE_CURVE" and sorted(ways[edge]) != [False, True]]


@pytest.mark.parametrize("name", printed.PARTS)
def test_a_printed_part_has_a_step_file_of_one_closed_solid_with_the_measures_of_its_stl(name):
    stl = generate.HERE / "printed" / name
    text = stl.with_suffix(".step").read_text("ascii")
    assert f"SHA-256 {step_files.digest(stl)}" in text, "out of date: tools/step.sh"
    kinds = [kind for kind, _ in entities(text).values()]
    assert [kinds.count(kind) for kind in ("MANIFOLD_SOLID_BREP", "CLOSED_SHELL", "OPEN_SHELL")] == [1, 1, 0]
    assert open_edges(text) == []
    turned = re.sub(r"(ORIENTED_EDGE\('',\*,\*,#\d+,\.)([TF])", lambda m: m[1] + "FT"[m[2] == "F"], text, count=1)
    assert len(open_edges(turned)) == 1
    box = printed.solid_of(stl.read_bytes()).bounding_box()
    assert max(high - low for low, high in zip(box[:3], box[3:], strict=True)) < 220
    corners = [rest for kind, rest in entities(text).values() if kind == "CARTESIAN_POINT" and rest.count(",") == 3]
    points = numpy.array([[float(v) for v in rest.split("(")[1].strip(")").split(",")] for rest in corners])
    if name != "spacer.stl":  # a box holds it whose corners are no points of the solid
        assert numpy.isin(numpy.round(box, 3), numpy.round(points, 3)).all()


@pytest.mark.needs("step")
def test_the_step_files_hold_the_solids_of_the_stl_files(monkeypatch):
    step_tool.enter()
    from hardware.printed import exact as kernel

    made = step_files.solids(kernel.Exact)
    monkeypatch.setattr(forms, "ROUND", 960)
    for name, form in made.items():
        read = kernel.read((generate.HERE / "printed" / name).with_suffix(".step"))
        meshed = printed.PARTS[name]()
        assert read.volume() == pytest.approx(form.volume(), rel=1e-6) == pytest.approx(meshed.volume(), rel=3e-5), name
        assert read.bounding_box() == pytest.approx(meshed.bounding_box(), abs=2e-3), name
    with pytest.raises(ValueError, match="one whole solid"):
        (kernel.Exact.cube((1, 1, 1)) + kernel.Exact.cube((1, 1, 1)).translate((3, 0, 0))).solid()


def layers(form):
    """A printer's layers from the bed up, half a millimetre apart."""
    low, high = form.bounding_box()[2], form.bounding_box()[5]
    for z in numpy.arange(low + 0.1, high, 0.5):
        yield reduce(lambda a, b: a ^ b, (shapely.Polygon(p).buffer(0) for p in form.slice(z).to_polygons()))


def pieces(shape, least_mm2):
    return [piece for piece in getattr(shape, "geoms", [shape]) if piece.area > least_mm2]


def thin(form):
    """Where walls are thinner than 0.8 mm."""
    found = [layer - layer.buffer(-0.39).buffer(0.4) for layer in layers(form)]
    return [piece.bounds for shape in found for piece in pieces(shape, 0.35)]


def in_the_air(form):
    """Overhangs: steeper than 45 degrees, wider than a step of a round hole, and no bridge of 14 mm."""
    found, below = [], None
    for layer in layers(form):
        if below is not None:
            for piece in pieces((layer - below.buffer(0.55)).buffer(-0.3).buffer(0.3), 0.5):
                x0, y0, x1, y1 = piece.bounds
                held = pieces(piece.buffer(0.9) & below, 0)
                if len(held) < 2 or min(x1 - x0, y1 - y0) > 14:
                    found.append(piece.bounds)
        below = layer
    return found


@pytest.mark.parametrize("name", printed.PARTS)
def test_a_printed_part_needs_no_supports_and_has_walls_of_0_8_mm(name):
    form = printed.PARTS[name]()
    assert thin(form) == [] and in_the_air(form) == []


def test_walls_too_thin_and_parts_in_the_air_are_found(monkeypatch):
    plate = box(0, 0, 0, 30, 30, 3) - box(10, 5, -1, 20, 29.6, 9)
    assert thin(plate) and not in_the_air(plate)
    assert in_the_air(box(0, 0, 0, 5, 5, 20) + box(0, 0, 15, 20, 5, 20)) and in_the_air(small.peg_jig())
    monkeypatch.setattr(layout, "CORNER_SCREW_MM", 3.2)
    assert thin(hull.hull_stern("boards"))


def test_the_halves_of_the_hull_go_together_with_play():
    assert hull.hull_prow().min_gap(hull.hull_stern("boards") ^ box(hull.SEAM_MM + 0.5, -60, 0, 200, 60, 40), 1) > 0.19


def test_a_change_of_the_geometry_makes_a_print_out_of_date():
    old = (generate.HERE / "printed/peg-jig.stl").read_bytes()
    assert not printed.is_same(old, printed.stl(small.peg_jig(peg_mm=8.5)))


def test_a_peg_goes_into_the_jig_up_to_the_hole_of_the_drill():
    middle, jig = 15.0, small.peg_jig()
    peg = small.rod(middle, middle, 0, g.PEG_LENGTH_MM, g.PEG_MM)
    drill = small.rod(middle, middle, -1, jig.bounding_box()[5] + 1, g.MAGNET_MM)
    assert (jig ^ peg).volume() < 1e-6 and (jig ^ drill).volume() < 1e-6
    assert (jig ^ peg.translate((0, 0, 0.5))).volume() > 1  # it stops there
