"""The build as a program: each guide carried out, and every defect that was ever seen in one planted and found.

hardware/assembly/walk.py carries out the operations of hardware/assembly/*.txt, of which the guides are made.
"""

import re
from pathlib import Path

import pytest

import config
from hardware import bom, generate, power
from hardware.assembly import items, page, walk
from hardware.pcb import board
from hardware.printed import parts
from hardware.solids import pictures, scene
from host_tests.conftest import ROOT
from tools import documents

# Guide: what is planted, words -> others, or "item: operation -> another"; " | " for more; => the finding.
# First the 26 of an earlier reading, then the places where a later stranger was stuck.
PLANTED = r"""
boards: 17.3 mm deep -> 14.3 mm high => 11.3: notch of the boards: 13 mm wide
boards: **in the middle** -> 8.5 mm off the middle => 11.3: notch of the boards: in the middle
boards: 10.5: head dice wires 2.5 -> head dice wires 14 => 12.5: the end of dice wires, 14 mm, does not go
boards: 8.1: read quarter UA1.2 = half of RAIL; quarter UA1.3 = 0 V -> read quarter UA1.3 = half of RAIL => 8.1: quarter
boards: 8.4: make trial pieces -> take magnet => 8.5: trial pieces is neither
boards: 12.3: set frame on -> close boat with base sheet => 12.4: boat must be open, and is closed
boards: 10.6: set lid on -> need lid off => 13.1: lid must be on, and is off
boards: 12.5: mark carrier J5 5V -> mark carrier J5 GND => 12.5: carrier J5 GND: is not printed at pin 1
boards: 2.4: mark quarter JP1; quarter H; quarter 17 -> mark quarter 18 => 2.4: quarter 18: is not printed
boards: 5.3: read carrier J1.1 & S0 = beep -> read carrier J1.2 & S0 = beep => 5.3: carrier J1.2 & S0 = beep:
boards: by some 271 -> by some 200 => 8.4: u trial: some 271
boards: 6.1: need Pico out; power off -> need Pico in => 6.1: Pico must be in, and is out
boards: 6.4: make command daldos -> with computer => 8.2: command daldos is neither
boards: 8.3: take command daldos -> need power on => 8.3: does not take command daldos
boards: other 37 holes -> other 36 holes => 8.2: selftest with quarter 1 alone: other 37
boards: 4.2: with side cutters; vice -> with vice => 4.2: to cut takes
boards: Drill 8 mm for the dice -> Drill 7.5 mm for the dice => 11.3: no drill of 7.5 mm
boards: 13.1: set power on -> close boat with base sheet => 14.1: boat must be open, and is closed
dice: 2.5: make button in the box -> need lid off => 3.5: button in the box is neither
dice: 2.3: with fine saw; drill; drills; clamps -> with drill; drills; clamps => 2.3: to saw takes
dice: 4.5: take flashed Pico; box screw; -> take flashed Pico; => 4.5: does not take box screw
dice: 3.4: take dice wires; data resistor; flashed Pico; heat-shrink; -> take flashed Pico; => 3.4: does not take heat
dice: 2.5: need lid off -> set LEDs glued => 3.1: LEDs must be loose, and is glued
dice: 4.1: need power off; lid off -> need power on => 4.1: power must be on, and is off
wiring: 14.3 mm\n   high -> 17.3 mm\n   deep => 10.3: notch by hand: 14.3 mm high
wiring: 9.5: set Pico in; power on -> need power off => 9.6: Pico must be in, and is out
wiring: 10.3: slot cable slot of finished frame -> take frame => 10.4: finished frame cannot go on: both ends of cable
wiring: 2.8: bare floor -> take boat => 4.2: template covers floor
wiring: 2.7: bare deck plank -> take boat => end: template is still on deck plank
boards: 12.2: look through floor -> look through quarter boards => 12.2: no light goes through quarter boards
boards: 11.4: drill 2 L on base sheet -> drill 1.5 L on base sheet => 11.4: L is 2 mm in the template
boards: on [[firmware-file]] -> among those of each release => 6.2: no address
boards: of a release, [[releases]] -> of a release => 6.4: no address
boards: 12.1: on floor -> cover floor with template | 12.1: drill 1.5 Q on floor -> on floor => 12.1: template covers
boards: 3.1: show pcb/pictures/carrier-parts.svg -> show pcb/pictures/under.svg => 3.1: D1 is not in pcb/pictures
wiring: 10.6: saw base sheet -> take base sheet => 11: base sheet is not sawn to its line
wiring: 10.6: cover base sheet with template -> take base sheet => 10.6: nothing says where to saw base sheet
wiring: 16 and 51 mm from the edge -> near the edge => 6.1: standoffs of the carrier: 16 and 51
wiring: on [[firmware-file]] -> among those of each release => 9.6: no address
first: 2.3: show drawings/breadboard.svg: 1N4001; 40 -> show drawings/alone.svg: 1N5819; 40 => 2.3: 1N5819 is not in
first: on [[firmware-file]] -> among those of each release => 1.2: no address
dice: 8.8 mm and two 55.8 mm -> 8 mm and two 50 mm => 2.3: posts of the Pico: two 8.8 mm
wiring: 9.5: set power off -> with multimeter => 9.6: power must be off, and is on
wiring: 6.1: hole tie holes 3 of perfboard -> take perfboard => 9.3: there is no tie holes
wiring: two of 3 mm, 8 mm apart -> two of 2 mm | 6.1: hole tie holes 3 -> hole tie holes 2 => 9.3: the end of cable tie
dice: each 15 cm long -> each 5 cm long => 3.2: wire LEDs pin 14: 15 cm is not said
dice: Two dice wires of 20 cm -> Two dice wires => 3.5: wire button pin 15: 20 cm is not said
dice: another dice wire of 25 cm -> another dice wire => 3.6: wire switch pin 39: 25 cm is not said
dice: takes the printer 6 h 51 min -> takes an evening => 2.1: time of the prints: 6 h 51 min
dice: on [[firmware-file]] -> among those of each release => 1.2: no address
boards: 8.6: set power off; cables out -> set power off => 12.4: cables must be out, and is in
boards: 12.2: put quarter boards in boat -> need frame off => 12.2: quarter boards would fall: nothing holds them yet
boards: 10.5: make crimped dice wires; crimped buzzer -> make crimped dice wires => 12.6: crimped buzzer is neither
dice: 5.4: with multimeter -> need lid off => 5.4: to has no 4.3 v takes multimeter
wiring: 5.2: with screwdriver -> need frame off => 5.2: to screw
wiring: ~ set lid on -> ~ need lid off => 11: lid must be on, and is off
dice: the red and the black one 20 cm -> the red one 25 cm => 3.2: wire LEDs switch: 20 cm is not said
dice: another of 20 cm from S -> another of 15 cm from S => 3.7: wire transistor pin 3: 20 cm is not said
dice: 2.2: with fine saw; fret saw; file -> with fine saw => 2.2: to saw the rest takes fret saw
dice: 2 mm, 9.5 mm from both edges -> 2 mm => 2.3: corners of the dice box: 9.5 mm
dice: inside at least 185 -> inside at least 170 => 2.2: inside of the dice box: 185
first: 3.1: with computer -> set power on => 3.1: to plug the usb cable
boards: 1.5 mm wide and 10 mm deep -> 1.5 mm wide and 40 mm deep => 12.3: a drill of 1.5 mm does not reach 40 mm deep
wiring: drill 1.5 mm\n   wide and 10 mm deep -> drill 1.5 mm ahead => 10.5: how deep is not said
boards: 11.2: set rows marked -> take rings => 11.3: rows must be marked, and is unmarked
wiring: from a hole of 3 mm inside it -> at once => 10.1: no hole for the blade
wiring: two 15 mm from the other -> two 3 mm from the other => 6.1: standoffs of the carrier: two 3 mm from
wiring: 20 cm long to leg 3 -> 12 to 20 cm to leg 3 => 4.5: OUT wires: 20 cm long
wiring: 175 mm long inside -> that long inside => 7.3: dice box: 175 mm
boards: 20 mm beyond the last -> beside them => 10.1: places in the dice box: 20 mm beyond
wiring: depth stop 12.5 mm -> depth stop 10.5 mm => 3.2: peg jig: depth stop 12.5
boards: not done it, 4 h more -> not done it => 2.1: fronts by you: 4 h more
wiring: 9.5: read 5V = 4.7 to 5.3 V -> read 5V = 4.7 to 5.2 V => 9.5: 5V = 4.7 to 5.2 V: the limits
boards: 14.1: with screwdriver; flat pliers -> with screwdriver => 14.1: to nuts takes flat pliers
boards: `too many holes unknown to play on` -> nothing more => 8.2: selftest with quarter 1
boards: 13.1: with computer; USB meter -> with computer => 13.1: to usb meter takes USB meter
boards: 11.3: with clamps; fine saw; fret saw -> with clamps; fine saw => 11.3: to saw a notch takes fret saw
wiring: 7.5: with soldering iron; wire stripper -> with soldering iron => 7.5: no wire stripper
wiring: the row of pin 40 2.6 mm -> the row of pin 40 8 mm => 6.1: standoffs of the carrier: the row of pin 40
wiring: 9.3: use 4 standoff -> use 6 standoff => end: 22 of standoff are used, 20 bought
boards: with 16 brass screws -> with brass screws => 12.2: 16 of board screw is not said
boards: its middle 142 mm from the stern and 15 mm -> somewhere => 12.5: place of the buzzer: 142 mm
dice: 4.3: show drawings/alone.svg: 14  GP10 -> show drawings/pico.svg: 14  GP11 => 4.3: 14  GP11 is not in drawings
boards: look down, away from the edge of J1 and J3 -> look the same way, to row A => 3.2: gaps of the headers: all four
"""


def planted(guide: str, what: str) -> str:
    """The text of a guide with a defect."""
    text = items.source(guide)
    for change in what.split(" | "):
        old, new = change.replace("\\n", "\n").split(" -> ")
        item = re.match(r"(\d+)\.?(\d*): (?=[a-z]+ )", old)
        start, end = 0, len(text)
        if item:
            old, new = "~ " + old[item.end() :], "~ " + new
            start = text.index(f"\n{item[2]}. ", text.index(f"## Step {item[1]}:"))
            after = re.search(r"^(\d+\. |## )", text[start + 4 :], re.MULTILINE)
            end = start + 4 + after.start() if after else end
        at = text.find(old, start, end)
        assert at >= 0, old
        text = text[:at] + new + text[at + len(old) :]
    return text


@pytest.mark.parametrize("guide", items.GUIDES)
def test_a_guide_can_be_followed(guide):
    assert walk.findings(guide) == []


@pytest.mark.parametrize("row", PLANTED.strip().splitlines())
def test_a_planted_defect_is_found(row):
    guide, what, finding = re.fullmatch(r"(\w+): (.*) => (.*)", row).groups()
    found = walk.findings(guide, planted(guide, what))
    assert any(one.startswith(finding) for one in found), found


def test_what_a_kit_lacks_is_found(monkeypatch):
    lines, without = bom.lines, ("box screw", "dowel", "heat-shrink")
    monkeypatch.setattr(bom, "lines", lambda kit="by hand": [line for line in lines(kit) if line.part not in without])
    walk.bought.cache_clear()
    found = walk.findings("dice")
    walk.bought.cache_clear()
    assert {f"{part} is neither bought nor made before" for part in without} == {f.partition(": ")[2] for f in found}


def test_a_countersink_that_no_list_has_is_found(monkeypatch):
    tools = bom.tools
    monkeypatch.setattr(
        bom, "tools", lambda kit: [t._replace(which=t.which.replace("countersink", "file")) for t in tools(kit)]
    )
    walk.drills.cache_clear()
    found = walk.findings("wiring")
    walk.drills.cache_clear()
    assert found == ["10.5: no countersink", "10.6: no countersink"]


def test_every_step_has_a_picture_and_each_names_what_it_shows():
    guides = {guide: items.steps(guide) for guide in items.GUIDES}
    bare = [(guide, step.title) for guide, steps in guides.items() for step in steps if not step.shows()]
    assert bare == [("boards", "order")]
    for step in (step for steps in guides.values() for step in steps):
        drawn = re.findall(r"!\[[^]]*\]\(([^)]+)\)", step.text)
        assert {words.partition(": ")[0] for words in step.shows()} <= set(drawn), step.title
    shown = {name for guide in guides for name in re.findall(r"solids/pictures/([\w-]+\.png)\)", items.source(guide))}
    assert shown - pictures.names().keys() == {"boards-9-play.png"} and pictures.names().keys() <= shown


def test_a_picture_that_hides_what_it_names_is_found(monkeypatch):
    make = pictures.pictures()["dice-3-closed.png"]
    monkeypatch.setattr(pictures, "names", lambda: {"dice-3-closed.png": ["button", "Pico"]})
    with pytest.raises(scene.HiddenError, match="^Pico: 0 pixels of it are seen$"):
        make()


def test_a_guide_is_its_build_and_nothing_else():
    for guide in items.GUIDES:
        text = (generate.HERE / f"{guide}.md").read_text(encoding="utf-8")
        made = page.steps(guide, generate.TABLES).rstrip("\n")
        assert f"<!-- made: {guide}-steps -->\n{made}\n<!-- end -->" in text
        assert "## Step" not in text.replace(made, "") and "~ " not in made


def test_a_publisher_names_the_addresses_once_and_every_page_follows(monkeypatch, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/addresses.txt").write_text("releases = https://here.example/all\ndownloads = *(not yet)*\n")
    assert b"here.example" not in documents.downloads([])["downloads/index.html"]
    monkeypatch.setattr(documents, "ROOT", tmp_path)
    assert b'<a href="https://here.example/all">' in documents.downloads([])["downloads/index.html"]
    monkeypatch.setitem(page.PLACES, "firmware-file", "https://here.example/downloads.html")
    assert page.steps("dice", generate.TABLES).count("https://here.example") == 1
    named = [
        path.name
        for path in ROOT.glob("*/*.md")
        if "names the address in docs/addresses.txt" in path.read_text("utf-8")
    ]
    assert sorted(named) == ["boards.md", "dice.md", "first.md", "flashing.md", "wiring.md"]


# --- what no operation says -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("guide, step", (("dice", "5."), ("first", "3.")))
def test_every_press_of_a_guide_is_in_the_story_that_runs_on_the_image(guide, step):
    """host_tests/scripts are played on the host and on the emulated Pico."""
    story = (Path(__file__).parent / f"scripts/{guide}_guide.txt").read_text(encoding="utf-8")
    presses = re.compile(r"(^|\. )(Press\b[^i]*:|Hold the button for|Plug the)")
    asked = [item.key for step in items.steps(guide) for item in step.items if presses.search(item.words)]
    told = re.findall(r"^# (\d+\.\d+)$", story, re.MULTILINE)
    assert told == [key for key in asked if key.startswith(step)]


def test_the_page_of_the_dice_says_how_long_the_printer_works():
    text = (generate.HERE / "dice.md").read_text(encoding="utf-8")
    assert f"{round(sum(parts.MINUTES.values()) / 60)} hours of printing" in text


def test_every_tool_of_a_list_is_used_in_a_step():
    for kit, guide in (("by hand", "wiring"), ("boards", "boards"), ("dice", "dice"), ("first", "first")):
        rows = page.tools(kit, guide).splitlines()[2:]
        assert [row for row in rows if row.endswith("|  |")] == [], guide


def test_the_page_for_the_first_board_has_the_numbers_of_the_boards_and_of_the_budget():
    text = (generate.HERE / "first_board.md").read_text(encoding="utf-8")
    low, high = power.BUS_V
    lit = config.DICE_LEDS * sum(config.COLOUR_A) // power.RGB_PER_MA
    assert f"| {low} to {high} V |" in text and f"about {lit} mA more than dark" in text
    for name, said in (("quarter", "quarter board "), ("carrier", "carrier ")):
        (number,) = [word.text.split()[-1] for word in board.read(name).words if word.text.startswith("Daldøs")]
        assert said + number in text
