"""Drawings, tables and parts match the output of their scripts; templates are true to scale."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

import config
from companion.lights import scene
from hardware import generate, geometry, layout
from hardware.draw import breadboard, card, templates
from host.sim import measures
from host_tests.conftest import few

MM = 72 / 25.4  # points a millimetre
TWO = list(config.MUXES[1])
TWO[4], TWO[5] = TWO[5], TWO[4]
SWAPPED = (config.MUXES[0], tuple(TWO), *config.MUXES[2:])
PICTURES = [path for path in generate.outputs() if path.endswith(".png")]


@pytest.mark.parametrize("path", [*sorted(generate.outputs().keys() - set(PICTURES)), *few(PICTURES[::-1], 1)])
def test_is_up_to_date(path):
    assert generate.is_current(path, generate.outputs()[path]()), "run tools/drawings.sh"


@pytest.mark.parametrize("folder", ["drawings", "solids/pictures"])
def test_each_is_in_a_guide_and_nothing_else_lies_beside_it(folder):
    guides = "".join(page.read_text(encoding="utf-8") for page in generate.HERE.glob("*.md"))
    there = {f"{folder}/{file.name}" for file in (generate.HERE / folder).iterdir()}
    assert there == {path for path in generate.outputs() if path.startswith(folder + "/")}
    assert [path for path in sorted(there) if f"({path})" not in guides] == []


@pytest.mark.parametrize(
    "module, name, value, stale",
    [
        (config, "MUXES", SWAPPED, ("connections.csv", "drawings/quarter-2.svg", "wiring.md")),
        (config, "PIN_BUTTON", 14, ("drawings/pico.svg",)),
        (measures, "PITCH_MM", 17.6, ("drawings/template.pdf", "drawings/boat.svg")),
    ],
)
def test_a_change_of_the_sources_makes_what_shows_it_out_of_date(monkeypatch, module, name, value, stale):
    monkeypatch.setattr(module, name, value)
    made = generate.outputs()
    assert [path for path in stale if generate.is_current(path, made[path]())] == []
    assert name != "MUXES" or generate.is_current("drawings/quarter-1.svg", made["drawings/quarter-1.svg"]())


@pytest.mark.parametrize("language", card.LANGUAGES)
def test_the_card_has_all_entries_of_the_choice_of_modes_and_fits(language):
    entries = {it.choice for it, _ in card.MESSAGES if it.kind == "menu"}
    assert entries >= set(range(4)) | set(range(scene.RULES_ENTRY, scene.ENTRIES))
    strips = [tuple(card.lights(it, slot)) for it, slot in card.MESSAGES]
    assert len(set(strips)) >= len(strips) - 1  # two curtains differ by their pace
    found = card.places(language)
    assert max(y + len(lines) * 2.5 for _, y, _, lines in found) < card.HIGH_MM
    root = ElementTree.parse(generate.HERE / f"drawings/card-{language}.svg").getroot()
    shown = ["".join(text.itertext()).strip() for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert all(line in shown for _, _, _, lines in found for line in lines)


PAPERS = {"A4": b"841.8898 595.2756", "US Letter": b"792 612"}  # landscape


@pytest.fixture(scope="module", params=PAPERS)
def pages(request):
    """Each page's content stream; the file is not compressed."""
    data = templates.pdf(request.param)
    assert b"/MediaBox [ 0 0 %s ]" % PAPERS[request.param] in data
    return [stream.decode("latin-1") for stream in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL)]


@pytest.mark.parametrize("first, way", ((0, 1), (2, -1)), ids=("deck from above", "underside from below"))
def test_the_sheets_together_have_every_hole_once_at_its_true_place(pages, first, way):
    pages = pages[first : first + 2]
    names = [re.findall(r"\(([AMB]\d+)\) Tj", page) for page in pages]
    assert sorted(sum(names, [])) == sorted(geometry.holes())
    for page, (start, _), holes in zip(pages, templates.tiles(), names, strict=True):
        # a hole's mark: its level line, 12 mm long, centred on it
        level = []
        for a, b, c, d in re.findall(r"n ([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", page):
            a, b, c, d = (float(value) / MM for value in (a, b, c, d))
            if abs(b - d) < 0.01 and abs(c - a - 12) < 0.01:
                level.append(((a + c) / 2 - templates.LEFT_MM + start, b - templates.MIDDLE_MM))
        assert len(level) == len(holes)
        for hole, (x, y) in zip(holes, level, strict=True):
            assert (x, way * y) == pytest.approx(geometry.hole_mm(hole), abs=0.02), hole


def test_the_diode_fits_between_its_rows_on_the_breadboard():
    first, last = breadboard.DIODE_ROWS
    assert (last - first) * 2.54 >= breadboard.DIODE_MM > 2 * 2.54


def test_nothing_but_holes_and_pins_is_marked_on_what_is_played_on(pages):
    deck, below = ("".join(pages[first : first + 2]) for first in (0, 2))
    assert set(re.findall(r"\(([A-Z])\) Tj", deck)) == {"P"}
    marks = {"P": layout.PINS, "S": layout.screws(), "L": layout.lid_screws(), "Q": templates.board_screws()}
    seam = templates.tiles()[0][1]
    for letter, places in marks.items():  # those on the seam are on both sheets
        wanted = len(places) + sum(abs(x - seam) < 1e-6 for x, _ in places)
        assert len(re.findall(rf"\({letter}\) Tj", below)) == wanted, letter


@pytest.mark.parametrize("which, way, holes_mm", ((0, 1, geometry.HOLE_MM), (1, -1, geometry.PILOT_MM)))
def test_a_router_gets_the_same_places(which, way, holes_mm):
    lines = templates.dxf(which).decode().split("\n")
    entities = "\n".join(f"{code} {value}" for code, value in zip(lines[:-1:2], lines[1::2], strict=True))
    circles = re.findall(r"0 CIRCLE\n8 (\w+)\n10 (\S+)\n20 (\S+)\n40 (\S+)", entities)
    holes = {(float(x), way * float(y)) for layer, x, y, r in circles if layer == "holes" and 2 * float(r) == holes_mm}
    assert holes == {tuple(round(mm, 3) for mm in geometry.hole_mm(hole)) for hole in geometry.holes()}
    pins = {(float(x), way * float(y)) for layer, x, y, _ in circles if layer == "P"}
    assert pins == {(round(x, 3), round(y, 3)) for x, y in layout.PINS}  # unlike the holes, other places if mirrored
    assert entities.endswith("0 ENDSEC\n0 EOF")
