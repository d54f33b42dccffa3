"""The circuit boards as committed: their copper against the wiring list, and their faults if planted.

test_hardware_wiring.py compares the list with what the firmware reads from each channel.
"""

import csv
import io
import json
import re
import subprocess
import sys
import zipfile
from functools import partial

import pytest

import config
from hardware import geometry, netlist
from hardware.pcb import board, cable, carrier, check, order, quarter, sexpr, shapes, shop, wiring
from hardware.pcb.board import NAMES
from hardware.printed import step
from host_tests.conftest import ROOT

TEXT = {name: board.text_of(name) for name in NAMES}
MODEL = re.compile(r"\{KIPRJMOD\}/shapes/(\S+)\.wrl")
BOARDS = {name: board.read(name) for name in NAMES}
ORDER = board.KICAD.parent / "order"
# headers, bridge, probes and protection: not terminals of the wiring list
HELPERS = re.compile(r"J\d|JP1|TP\d|R([5-9]|10)|U4|C5|D1")


@pytest.fixture(scope="module")
def built():
    return wiring.built(TEXT["quarter"], TEXT["carrier"])


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_shorted_cut_or_too_close(name):
    assert check.faults(TEXT[name], check.CLEARANCE_MM) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_that_kicad_checks_are_as_strict_as_boards_md_says(name):
    rules = json.loads((board.KICAD / f"{name}.kicad_pro").read_text("utf-8"))["board"]["design_settings"]["rules"]
    least = {"min_clearance": check.CLEARANCE_MM, "min_hole_to_hole": 0.5, "min_copper_edge_clearance": 0.3}
    least |= {"min_via_annular_width": 0.15, "min_text_height": 1.0, "min_text_thickness": 0.15, "min_track_width": 0.2}
    assert {rule for rule, limit in least.items() if rules[rule] < limit} == set()


def test_the_boards_join_what_the_wiring_list_joins_and_nothing_else(built):
    listed = wiring.listed()
    known = set().union(*listed)
    found = {frozenset(pins & known) for pins in built} - {frozenset()}
    assert found == listed


def test_pins_that_the_wiring_list_does_not_know_are_grounds_or_alone(built):
    known = set().union(*wiring.listed())
    rest = {pin for pins in built for pin in pins if pin not in known and not HELPERS.fullmatch(pin[1])}
    more = {("C", "U1", str(n)) for n in (*carrier.MORE_GROUND, *carrier.MORE_LED_GROUND)}
    for pins in built:
        for pin in pins & rest:
            if pin in more:
                net = "38" if int(pin[2]) in carrier.MORE_GROUND else "3"
                assert ("C", "U1", net) in pins, pin
            else:
                assert len(pins) == 1 or pins & known == set(), pin
    assert more <= rest


@pytest.mark.parametrize("q", wiring.QUARTERS)
def test_every_sensor_lies_under_its_hole_face_up(q):
    places = {part.ref: part for part in quarter.BOARD.parts}
    holes = [hole for hole in config.MUXES[q - 1] if hole not in netlist.REFERENCES]
    for hole in holes:
        part = places["U" + quarter.generic(q, hole)]
        assert not part.back
        at = (part.x + quarter.stern_edge_mm(q), quarter.MIDDLE_MM - part.y)
        assert at == pytest.approx(geometry.hole_mm(hole), abs=1e-6)
    assert len(holes) == (13 if q == 4 else 12)


# --- planted faults: each must be found without KiCad ---------------------------------------------------------------


def test_a_planted_short_is_found():
    """A stray track from a sensor's output to its supply."""
    made, text = BOARDS["quarter"], TEXT["quarter"]
    part = next(part for part in made.parts if part.ref == "UA2")
    x, y = (origin + at for origin, at in zip(made.origin, (part.x, part.y), strict=True))
    number = next(n[1] for n in sexpr.every(sexpr.read(text), "net") if n[2] == "VRAIL")
    track = f'(segment (start {x - 1} {y - 0.95}) (end {x - 1} {y + 0.95}) (width 0.25) (layer "F.Cu") (net {number}))'
    found = check.faults(text.rstrip().removesuffix(")") + track + ")", check.CLEARANCE_MM)
    shorts = [fault for fault in found if fault.startswith("short between")]
    assert len(shorts) == 1 and "OUT_A2" in shorts[0] and "VRAIL" in shorts[0]


@pytest.mark.parametrize(
    "reader, old, new, why",
    (
        (check.pieces, r"\)\s*$", '(arc (start 1 1) (mid 2 1) (end 3 2) (layer "F.Cu")))', "arc"),
        (check.pieces, " smd rect", " smd trapezoid", "trapezoid"),
        (partial(board.parsed, "quarter"), r"\(gr_line", "(gr_arc", "straight"),
        (partial(board.parsed, "quarter"), r"\(gr_line.*?Edge.Cuts", "(x", "closed"),
    ),
)
def test_what_is_not_known_is_refused_not_passed_over(reader, old, new, why):
    changed = re.sub(old, new, TEXT["quarter"], count=1, flags=re.DOTALL)
    assert changed != TEXT["quarter"]
    with pytest.raises(sexpr.FormatError, match=why):
        reader(changed)


@pytest.mark.parametrize("file", sorted({f"{name}.wrl" for text in TEXT.values() for name in MODEL.findall(text)}))
def test_a_parts_body_is_there_as_wrl_and_as_step(file):
    """KiCad's pictures show the one, and its STEP of a board has the other."""
    wrl = board.KICAD / "shapes" / file
    text = wrl.with_suffix(".step").read_text("ascii")
    assert f"SHA-256 {step.digest(wrl)}" in text, "out of date: tools/step.sh"
    assert "MANIFOLD_SOLID_BREP" in text
    points = re.findall(r"CARTESIAN_POINT\('',\(([^,()]+),([^,()]+),([^,()]+)\)\)", text)
    boxes = shapes.boxes(wrl.stem)
    for axis in range(3):
        values = [float(point[axis]) for point in points if tuple(map(float, point)) != (0, 0, 0)]
        low, high = min(box[axis] for box in boxes), max(box[axis + 3] for box in boxes)
        assert (min(values), max(values)) == (pytest.approx(low), pytest.approx(high))


@pytest.mark.needs("kicad")
def test_kicad_finds_nothing_and_exports_what_is_committed():
    command = [sys.executable, ROOT / "tools/run.py", "pcb", "--check"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr


# --- what is made from the sources, and what is ordered -------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_zip_to_order_is_complete_and_of_this_board(name):
    with zipfile.ZipFile(ORDER / f"kicad/{name}-gerbers.zip") as archive:
        files = {item.filename: archive.read(item).decode() for item in archive.infolist()}
    layers = ("F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Paste", "B_Paste", "F_Silkscreen", "B_Silkscreen", "Edge_Cuts")
    wanted = {f"{name}-{layer}.gbr" for layer in layers} | {f"{name}-{kind}.drl" for kind in ("PTH", "NPTH")}
    assert set(files) - {f"{name}-job.gbrjob"} == wanted
    assert not [text for text in files.values() if order.dated(text, BOARDS[name].date) != text]
    # every plated hole of the board must be drilled
    holes = re.findall(r"^X[-\d.]+Y[-\d.]+$", files[f"{name}-PTH.drl"], re.MULTILINE)
    node = sexpr.read(TEXT[name])
    pins = [pad for part in BOARDS[name].parts for pad in part.pads if pad.kind == "thru_hole"]
    assert len(holes) == len(pins) + len(sexpr.every(node, "via"))
    # every front track must be in its gerber
    drawn = files[f"{name}-F_Cu.gbr"]
    for track in [t for t in sexpr.every(node, "segment") if sexpr.first(t, "layer")[1] == "F.Cu"]:
        x, y = (float(value) for value in sexpr.first(track, "end")[1:])
        assert (
            f"X{round(x * 1e6)}Y{round(-y * 1e6)}D01*" in drawn or f"X{round(x * 1e6)}Y{round(-y * 1e6)}D02*" in drawn
        )


def table(path):
    """The rows of a list to order by."""
    return list(csv.DictReader(io.StringIO((ORDER / path).read_text(encoding="utf-8"))))


def refs_of(rows):
    return sorted(ref for row in rows for ref in row["Designator"].split(","))


@pytest.mark.parametrize("maker", order.MAKERS)
@pytest.mark.parametrize("name", NAMES)
def test_a_makers_two_lists_hold_the_same_parts_and_none_that_is_soldered_by_hand(maker, name):
    bom, places = (table(f"{maker}/{name}-{what}.csv") for what in ("bom", "places"))
    parts = {part.ref: part for part in BOARDS[name].parts if part.order}
    flat = [ref for ref, part in parts.items() if not part.back and all(pad.kind == "smd" for pad in part.pads)]
    assert refs_of(bom) == refs_of(places) == sorted(ref for ref in flat if not quarter.on_tongue(ref))
    x0, y0 = BOARDS[name].origin
    for row in places:
        part = parts[row["Designator"]]
        x, y = (float(row[axis].removesuffix("mm")) for axis in ("Mid X", "Mid Y"))
        assert (row["Layer"], x - x0, -y - y0) == ("Top", pytest.approx(part.x), pytest.approx(part.y))
    assert (ORDER / f"{maker}/{name}-gerbers.zip").read_bytes() == (ORDER / f"kicad/{name}-gerbers.zip").read_bytes()


def test_angles_are_turned_where_a_makers_table_turns_them():
    """12 sensors and no capacitor of a quarter; D1, U2, U3 and U4 of the carrier. KiCad's own are the board's."""
    for name, turned in (("quarter", 12), ("carrier", 4)):
        ours, theirs = ({r["Designator"]: r["Rotation"] for r in table(f"{m}/{name}-places.csv")} for m in order.MAKERS)
        assert sum(ours[ref] != theirs[ref] for ref in ours) == turned
        own = {part.ref: part.angle % 360 for part in BOARDS[name].parts if part.ref in theirs}
        assert {ref: float(degrees) for ref, degrees in theirs.items()} == own
    assert order.angle("jlcpcb", "SOIC-24W", -90.0, True) == 0.0


@pytest.mark.parametrize("way", order.WAYS)
def test_what_the_maker_solders_and_what_you_buy_are_a_whole_set_together(way):
    mine = {row["Manufacturer Part Number"]: int(row["Quantity"]) for row in table(f"rest-{way}.csv")}
    for name in order.WAYS[way]:
        for row in table(f"pcbway/{name}-bom.csv"):
            boards = 4 if name == "quarter" else 1
            mine[row["Mfg Part #"]] = mine.get(row["Mfg Part #"], 0) + boards * int(row["Qty"])
    assert mine[shop.SENSOR] == len(geometry.holes())
    assert [mine[name] for name in shop.CABLES.values()] == [cable.LENGTH_MM.count(mm) for mm in shop.CABLES]
    whole = {row["Manufacturer Part Number"]: int(row["Quantity"]) for row in table("rest-none.csv")}
    assert mine == whole
    assert {row["Where"] for row in table(f"rest-{way}.csv") if row["Manufacturer Part Number"] == shop.SENSOR} == (
        {"quarter 49"} if way == "none" else {"quarter 1"}  # M17's
    )


def test_every_kicad_file_says_its_licence():
    files = [
        path for path in board.KICAD.rglob("*") if path.suffix[:7] in (".kicad_", ".wrl") or "kicad_" in path.suffix
    ]
    bare = {path.name for path in files if "CERN-OHL-P-2.0" not in path.read_text(encoding="utf-8")}
    assert len(files) > 30 and bare == {"carrier.kicad_pro", "quarter.kicad_pro"}  # settings, in JSON


# --- print ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_part_is_named_in_print_that_can_be_read(name):
    """KiCad checks overlaps with pads or other print: tools/pcb.sh."""
    made = BOARDS[name]
    named = {word for words in made.words for word in words.text.split()}
    assert {part.ref for part in made.parts if part.ref[:2] != "TP" and part.ref[0] not in "HX"} <= named
    assert all(words.high >= 1.0 for words in made.words)


def test_headers_look_the_same_way_and_r10_stands_between_3v3_and_the_cables():
    headers = [part for name in NAMES for part in BOARDS[name].parts if part.footprint.startswith("Box_2x07")]
    assert len(headers) == 5 and len({part.angle for part in headers if not part.back}) == 1
    behind = [group for group in check.joined_pins(TEXT["carrier"]) if ("R10", "2") in group]
    assert {(f"J{q}", "12") for q in (1, 2, 3, 4)} <= behind[0] and ("U1", "36") not in behind[0]
