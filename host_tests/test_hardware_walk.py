"""The builder's walk: each item of each guide as an action, and the guides' words held to it.

hardware/walk.csv says of each item what it takes and makes, with which tools, what must be so before and is so after,
which marks of a board it names, and what is measured. Nothing is taken before it is made or bought, nothing is closed
before what needs it open, each mark is on its board, each reading is what the copper or the model gives, and the item
says it so. What passes which opening is measured on the solids.
"""

import csv
import math
import re
from functools import lru_cache
from pathlib import Path

import pytest

import config
from hardware import bom, layout
from hardware.model import boards as model
from hardware.model import sensors
from hardware.pcb import board, cost
from hardware.solids import hull
from host.sim.table import Table

HARDWARE = Path(bom.__file__).parent
GUIDES = ("boards", "dice", "wiring")
START = {"power": "off", "boat": "open", "frame": "off", "Pico": "out", "lid": "off", "LEDs": "loose"}
PROBES = {"GND": "GND", "RAIL": "VRAIL", "3V3": "3V3", "5V": "5V", "HALF": "HALF", "S0": "S0"}
VOLTS = {"GND": 0.0, "VRAIL": 3.3, "3V3": 3.3, "5V": 5.0, "HALF": 1.65, "OUT": 1.65}


def items(text: str) -> "dict[str, str]":
    """Items of a guide's steps, "7.2" -> its text on one line; a step without items is one itself."""
    found = {}
    for step in re.finditer(r"^## Step (\d+).*?\n(.*?)(?=^## )", text, re.DOTALL | re.MULTILINE):
        parts = re.split(r"^(\d+)\. ", step[2], flags=re.MULTILINE)
        numbered = {f"{step[1]}.{n}": item for n, item in zip(parts[1::2], parts[2::2], strict=True)}
        found.update(numbered or {step[1]: step[2]})
    return {key: _plain(item, key) for key, item in found.items()}


def _plain(item: str, key: str) -> str:
    """The words of an item on one line, without where its links lead and what follows it."""
    own = re.split(r"\n\n(?=\S)", item)[0] if "." in key else item
    return " ".join(re.sub(r"!?\]\([^)]*\)", "]", own).split())


def rows() -> "dict[str, list[dict]]":
    found = {guide: [] for guide in GUIDES}
    with open(HARDWARE / "walk.csv", encoding="utf-8", newline="") as opened:
        for row in csv.DictReader(opened):
            lists = {
                key: [word for word in row[key].split("; ") if word] for key in row if key not in ("guide", "item")
            }
            found[row["guide"]].append({"item": row["item"], **lists})
    return found


TEXTS = {guide: (HARDWARE / f"{guide}.md").read_text(encoding="utf-8") for guide in GUIDES}
ROWS = rows()
KITS = {"wiring": ("by hand",), "boards": ("by hand", "boards"), "dice": ("dice",)}


def bought(guide: str) -> "set[str]":
    """What is bought for a guide."""
    parts = {line.part for kit in KITS[guide] for line in bom.lines(kit)}
    return parts - set(cost.REPLACED) if guide == "boards" else parts


@lru_cache
def tools(guide: str) -> "set[str]":
    return {name for kit in KITS[guide][-1:] for tool in bom.tools(kit) for name in re.split(", ", tool.tool)}


@lru_cache
def drills(guide: str) -> "set[str]":
    lines = [tool.which for tool in bom.tools(KITS[guide][-1]) if "drills" in tool.tool]
    return {size for line in lines for size in re.findall(r"\d+(?:\.\d+)?", line)}


def net(place: str) -> str:
    """The net of "RAIL", a test point, or of "quarter UA1.2", a pad."""
    name, _, pin = place.rpartition(" ")
    if not name:
        return PROBES[place]
    ref, _, pad = pin.partition(".")
    part = next(part for part in board.read(name).parts if part.ref == ref)
    return next(p.net for p in part.pads if p.number == pad)


def reading(words: str, text: str) -> "list[str]":
    """What is wrong with one reading: with what it should be, and with how the text says it."""
    place, _, value = words.partition(" = ")
    if not value:
        return [f"{words}: {said} is not said" for said in figures(words) if said not in text]
    there, *other = map(net, place.split(" & "))
    found = []
    if other:
        joined = there == other[0]
        found = [f"{words}: joined is {joined}"] * (joined != (value == "beep"))
    elif value == "the same as 5V":
        found = [f"{words}: it is {there}"] * (there != "LED_5V")
    else:
        volts = VOLTS["OUT" if there.startswith("OUT_") else there]
        low, high = {"0 V": (0, 0.1), "half of RAIL": (1.6, 1.7)}.get(value) or map(float, re.findall(r"[\d.]+", value))
        found = [f"{words}: {there} has {volts} V"] * (not low <= volts <= high)
    return found if value in text else [*found, f"{words}: not said"]


def figures(words: str) -> "list[str]":
    """How a text must say figures that the board, the solids or the model give."""
    if words.startswith("selftest"):
        faults = _alone()
        blind = {hole for event in faults for hole in event["holes"]}
        said = {(e["what"], re.split(r":| to ", e["where"])[0]) for e in faults if e["code"] != "blind"}
        return [f"other {len(blind)} holes", *(f"`{what}` of {where}" for what, where in said)]
    if words.startswith("notch"):
        way = words.removeprefix("notch of the ").removeprefix("notch ")
        y0, y1, z0, z1 = hull.slot_mm(way)
        if way == "boards":
            return ["in the middle", f"{y1 - y0:g} mm wide and {z1 + 0.05:.1f} mm deep"]
        return [f"{-layout.USB_Y_MM:g} mm from the middle line", f"{z1 - z0:.1f} mm high"]
    trial = sensors.nominal_counts(model.SENSOR._replace(gap_mm=3.0 + 0.1 + 0.5)) / 4.096
    boat = sensors.nominal_counts(model.SENSOR) / 4.096
    if words == "u trial":
        return [f"some {trial:.0f}", f"some {boat:.0f}"]
    if words == "u empty":
        return [str(config.CALIBRATE_OFFSET_MAX * 1000 // 4096)]
    weak = int(words.removeprefix("u weak "))
    assert 0.6 * trial < weak < 0.8 * trial
    return [f"**{weak} or less** ({round(weak * 4.096)} counts"]


@lru_cache
def _alone() -> list:
    """What the simulated board with quarter board 1 alone says of its faults."""
    table = Table(seed=1)
    table.board.setup("." * len(table.board.names))
    for q in (2, 3, 4):
        table.board.fault("mux", q)
    table.plug_in()
    table.wait(3000)
    table.send({"do": "selftest"})
    table.wait(2000)
    return [event for event in table.events if event["ev"] == "fault"]


def mark(words: str, text: str) -> "list[str]":
    """What is wrong with a mark: "carrier J5 5V" is the word nearest to a pin of J5, "quarter H" a word anywhere."""
    name, *rest = words.split()
    made = board.read(name)
    printed = [word for w in made.words for word in w.text.replace(",", "").split()]
    if len(rest) == 1:
        found = [] if rest[0] in printed else [f"{words}: is not printed"]
    else:
        part = next(part for part in made.parts if part.ref == rest[0])
        places = [board.place(part, pad.x, pad.y) for pad in part.pads if pad.number == "1"]
        near = [w for w in made.words if w.text == rest[1] and math.dist((w.x, w.y), places[0]) < 4.5]
        found = [] if near else [f"{words}: is not printed at pin 1"]
    said = rest[0] in text or re.match(r"[JRUC]", rest[0]) and rest[0][:1] in text
    return found if said else [*found, f"{words}: not said"]


def included(text: str) -> "list[str]":
    """Steps of the guide by hand that an item without numbers sends its reader to."""
    return re.findall(r"\]\(wiring\.md#step-(\d+)-", text)


def walk(guide: str, texts=None, actions=None) -> "list[str]":
    """All findings of a guide."""
    texts, actions = texts or TEXTS, actions or ROWS
    said, mine = items(texts[guide]), actions[guide]
    found = [f"{key}: no action" for key in said if key not in [row["item"] for row in mine]]
    found += [f"{row['item']}: no such item" for row in mine if row["item"] not in said]
    state, things = dict(START), bought(guide)
    for row in mine:
        if guide == "boards" and "." not in row["item"]:
            step = texts[guide].split(f"\n## Step {row['item']}:")[1].partition("\n## ")[0]
            for other in actions["wiring"]:
                if other["item"].partition(".")[0] in included(step):
                    found += _action(other, items(texts["wiring"])[other["item"]], "boards", things, state)
        found += _action(row, said.get(row["item"], ""), guide, things, state)
    return found


def _action(row, text, guide, things, state) -> "list[str]":
    found = [f"{thing} is neither bought nor made before" for thing in row["takes"] if thing not in things]
    things |= set(row["makes"])
    found += [f"{tool} is not among the tools" for tool in row["tools"] if tool not in tools(guide)]
    if "drills" in row["tools"]:
        sizes = re.findall(r"[Dd]rill(?:ed)? (?:\w+ )?(\d+(?:\.\d+)?) mm|holes? of (\d+(?:\.\d+)?) mm", text)
        found += [f"no drill of {a or b} mm" for a, b in sizes if (a or b) not in drills(guide)]
    for need in row["needs"]:
        subject, value = need.split()
        if state[subject] != value:
            found.append(f"{subject} must be {value}, and is {state[subject]}")
    if "soldering iron" in row["tools"] and state["power"] != "off":
        found.append("solders with the power on")
    state.update(word.split() for word in row["state"])
    for words in row["marks"]:
        found += mark(words, text)
    for words in row["reads"]:
        found += reading(words, text)
    return [f"{row['item']}: {wrong}" for wrong in found]


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_can_be_followed(guide):
    assert walk(guide) == []


# Guide: what is changed, words -> others or item field=list; the finding that this gives.
PLANTED = r"""
boards: 17.3 mm deep -> 14.3 mm high => 11.3: notch of the boards: 13 mm wide
boards: 8.1 reads=quarter UA1.3 = half of RAIL => 8.1: quarter UA1.3 = half of RAIL: GND has
boards: 8.4 takes=pieces => 8.4: pieces is neither
boards: 12.3 state=boat closed => 12.4: boat must be open, and is closed
boards: 12.5 marks=carrier J5 GND => 12.5: carrier J5 GND: is not printed at pin 1
boards: 2.4 marks=quarter 18 => 2.4: quarter 18: is not printed
boards: 5.3 reads=carrier J1.2 & S0 = beep => 5.3: carrier J1.2 & S0 = beep: joined is False
boards: by some 271 -> by some 200 => 8.4: u trial: some 271
boards: other 37 holes -> other 36 holes => 8.2: selftest with quarter 1 alone: other 37
boards: 4.2 tools=anvil => 4.2: anvil is not among the tools
boards: Drill 8 mm for the dice -> Drill 7.5 mm for the dice => 11.3: no drill of 7.5 mm
dice: 3. Unplug it. -> Then => 1.3: no such item
wiring: 14.3 mm\n   high -> 17.3 mm\n   deep => 10.3: notch by hand: 14.3 mm high
"""


@pytest.mark.parametrize("row", PLANTED.strip().splitlines())
def test_a_planted_defect_is_found(row):
    guide, what, finding = re.fullmatch(r"(\w+): (.*) => (.*)", row).groups()
    texts, actions = dict(TEXTS), {name: [dict(row) for row in rows] for name, rows in ROWS.items()}
    if " -> " in what:
        old, new = what.replace("\\n", "\n").split(" -> ")
        assert old in texts[guide]
        texts[guide] = texts[guide].replace(old, new)
    else:
        item, field, words = re.fullmatch(r"(\S+) (\w+)=(.*)", what).groups()
        row = next(row for row in actions[guide] if row["item"] == item)
        row[field] = [word for word in words.split("; ") if word]
    found = walk(guide, texts, actions)
    assert any(one.startswith(finding) for one in found), found


def test_what_a_kit_lacks_is_found(monkeypatch):
    lines, without = bom.lines, ("box screw", "dowel", "heat-shrink")
    monkeypatch.setattr(bom, "lines", lambda kit="by hand": [line for line in lines(kit) if line.part not in without])
    found = walk("dice")
    assert {f"{part} is neither bought nor made before" for part in without} == {f.partition(": ")[2] for f in found}


# --- what no action says ----------------------------------------------------------------------------------------------


def test_every_press_of_the_dice_guide_is_in_the_story_that_runs_on_the_image():
    """host_tests/scripts are played on the host and on the emulated Pico."""
    story = (Path(__file__).parent / "scripts/dice_guide.txt").read_text(encoding="utf-8")
    presses = re.compile(r"\b([Pp]ress|[Hh]old the button for|Plug the)")
    asked = [key for key, text in items(TEXTS["dice"]).items() if presses.search(text)]
    told = re.findall(r"^# (\d+\.\d+)$", story, re.MULTILINE)
    assert told == [key for key in asked if key.startswith("5.")]


def test_the_page_for_the_first_board_has_the_numbers_printed_on_the_boards():
    page = (HARDWARE / "first_board.md").read_text(encoding="utf-8")
    for name, said in (("quarter", "quarter board "), ("carrier", "carrier ")):
        (number,) = [word.text.split()[-1] for word in board.read(name).words if word.text.startswith("Daldøs")]
        assert said + number in page
