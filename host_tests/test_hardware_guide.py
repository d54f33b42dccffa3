"""The building guide as its reader meets it: links, words before use, mistakes in their place, messages as told."""

import re
from pathlib import Path

import pytest

import config
from companion.reasons import ERRORS, FAULTS, english
from companion.sensing import selftest
from hardware import bom, generate, tables

ROOT = Path(generate.__file__).parent.parent
GUIDE = (ROOT / "hardware/wiring.md").read_text(encoding="utf-8")
COMMISSIONING = (ROOT / "docs/commissioning.md").read_text(encoding="utf-8")
PAGES = ("hardware/wiring.md", "hardware/model/README.md", "docs/commissioning.md", "docs/flashing.md")
STEPS = (
    "try three holes first",
    "deck and floor",
    "pieces and magnets",
    "sensors",
    "muxes",
    "power",
    "LEDs",
    "button",
    "Pico",
    "frame",
    "commissioning",
)


def sections(page=GUIDE):
    """Heading -> its text, subsections included in their own."""
    parts = re.split(r"^#{2,3} (.+)$", page, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def anchor(heading):
    """The fragment that a Markdown viewer gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page):
    file = ROOT / page
    text = file.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links
    for link in links:
        path, _, fragment = link.replace("\n", " ").partition("#")
        if path.startswith("https:"):
            continue
        if path:
            assert (file.parent / path).exists(), link
        if fragment:
            other = (file.parent / path).read_text(encoding="utf-8") if path else text
            assert fragment in {anchor(h) for h in re.findall(r"^#+ (.+)$", other, re.MULTILINE)}, link


def test_every_file_named_in_the_guide_exists_or_is_made_by_it():
    for name in re.findall(r"`((?:tools|firmware|hardware)/[\w./]+)`", GUIDE):
        assert (ROOT / name).exists(), name
    for drawing in generate.drawings():
        assert f"drawings/{drawing}" in GUIDE, f"{drawing} is shown nowhere"
    for file in (ROOT / "hardware/drawings").iterdir():
        assert f"drawings/{file.name}" in generate.outputs(), f"{file.name} is made by nothing"


def test_the_steps_stand_in_build_order():
    found = re.findall(r"^## Step (\d+): (.+)$", GUIDE, re.MULTILINE)
    assert found == [(str(i), step) for i, step in enumerate(STEPS, 1)]


def test_every_word_is_explained_before_it_is_used():
    table_start = GUIDE.index("## Words used here")
    table_end = GUIDE.index("## What you need")
    words = re.findall(r"\*\*([^*]+)\*\*", GUIDE[table_start:table_end])
    assert len(words) > 12
    before = GUIDE[:table_start]
    for word in (
        "mux",
        "half rail",
        "half-rail tap",
        "star ground",
        "rail star",
        "LED ground",
        "baseline",
        "quarter",
        "bus",
    ):
        assert any(word in entry for entry in words), word
        assert not re.search(rf"\b{word}\b", before), word
    # among themselves: a row of the table uses no word of a later row, except where its own row says what it is
    rows = [line for line in GUIDE[table_start:table_end].splitlines() if line.startswith("| **")]
    later = ["half rail", "count", "baseline", "LED ground"]
    for word in later:
        own = next(i for i, row in enumerate(rows) if re.search(rf"\*\*[^*]*\b{word}\b", row.split(" | ")[0]))
        assert not any(re.search(rf"\b{word}\b", row) for row in rows[:own]), word


def test_every_part_that_a_step_takes_is_in_the_parts_list():
    names = {line.part for line in bom.lines()}
    needed = {
        "the floor sheet": "floor sheet",
        "marked stick": "marked stick",
        "dice box": "dice box",
        "base sheet": "base sheet",
        "header pins": "Pico",
        "sockets": "Pico sockets",
        "piezo": "buzzer",
        "dowel": "peg stock",
        "74AHCT125": "LED buffer",
        "470 uF": "capacitor 470 uF",
        "330 ohm": "resistor 330",
        "10 k to the 3V3 bus": "resistor 10 k",
        "bare wire": "bare wire",
        "epoxy": "glue",
        "USB charger": "charger",
        "nylon standoffs": "standoff",
        "the perfboard": "perfboard",
        "frame screws": "frame screw",
        "lid screws": "lid screw",
        "pin stock": "pin stock",
        "block stock": "block stock",
        "frame sheets": "frame sheet",
        "wood glue": "wood glue",
        "cable tie": "cable tie",
        "USB cable": "USB cable",
        "IC socket": "IC socket",
        "scrap wood": "scrap wood",
        "thick wire": "thick wire",
    }
    for words, part in needed.items():
        assert words in GUIDE, words
        assert part in names, part
        text = next(line for line in bom.lines() if line.part == part)
        assert GUIDE.index(f"| {text.part} |") < GUIDE.rindex(words), words


MISTAKES = {
    "What you need": ("A3144", "74HCT4067", "strip board"),
    "Step 2: deck and floor": ("steel near the holes",),
    "Step 3: pieces and magnets": ("upside down", "overheated"),
    "Step 4: sensors": ("standing up", "no 100 nF"),
    "Step 5: muxes": ("EN floating, or taken for active high", "a capacitor on SIG", "5 V on a mux"),
    "Step 6: power": ("5 V on the sensors", "the Pico's 3V3 pin", "one long ground"),
    "Step 7: LEDs": ("DIN and DOUT swapped",),
    "3. Calibration": ("with pieces on the board",),
}


@pytest.mark.parametrize("section", MISTAKES)
def test_each_mistake_is_warned_of_where_it_would_be_made(section):
    text = {**sections(), **sections(COMMISSIONING)}[section]
    warnings = re.findall(r"^> \*\*Mistake: .*?(?=\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
    for words in MISTAKES[section]:
        assert any(words in warning for warning in warnings), words
    assert len(warnings) == len(MISTAKES[section])


def scan(**codes):
    """A healthy scan of the empty board, with some places set: `scan(q1c4=0)`, `scan(half=0)`."""
    kinds = {"GND": 4, "RAIL": 4095, "HALF": 2048}
    # no two sensors are alike, as in life: what a stuck line makes alike shows
    values = [kinds.get(name, 2000 + 7 * i) for i, name in enumerate(n for mux in config.MUXES for n in mux)] + [2048]
    for place, code in codes.items():
        match = re.fullmatch(r"q(\d)c(\d+)", place)
        values[64 if not match else (int(match.group(1)) - 1) * 16 + int(match.group(2))] = code
    return values


def stuck(line, high):
    """The scan that an address line stuck at one level gives."""
    whole = scan()
    bit = 1 << line
    return [whole[i if i == 64 else (i | bit if high else i & ~bit)] for i in range(65)]


BROKEN = {
    "sensor rail lost": [4 if name != "GND" else 4 for mux in config.MUXES for name in mux] + [4],
    "address line S2 stuck low": stuck(2, False),
    "no mux answers on this pin": [300 if i < 32 else v for i, v in enumerate(scan())],
    "mux does not answer": [300 if i < 16 else v for i, v in enumerate(scan())],
    "GND reference reads high": scan(q1c0=900),
    "sensor rail reference reads low": scan(q2c1=900),
    "half rail reference off": scan(q3c2=900),
    "half rail off": scan(half=900, q1c2=900, q1c3=900, q2c2=900, q2c3=900, q3c2=900, q3c3=900, q4c3=900),
    "sensor dead, reads low": scan(q2c4=3),
    "sensor dead, reads high": scan(q2c4=4094),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_the_self_test_says_is_in_the_fault_table(what):
    said = [english(finding[0], finding[4]) for finding in selftest.judge(BROKEN[what], config)]
    assert what in said
    assert f"`{what}`" in sections()["Fault finding"]


def test_no_message_of_the_self_test_is_missing_in_the_fault_table():
    source = Path(selftest.__file__).read_text(encoding="utf-8")
    codes = set(re.findall(r'(?:finding|at_channel)\("(\w+)"', source)) - {"line_stuck", "sensor_dead"}
    told = {dict(FAULTS)[code] for code in codes} | {"sensor dead, reads low", "sensor dead, reads high"}
    assert len(told) >= 9
    for what in told:
        assert f"`{what}`" in sections()["Fault finding"], what


def test_the_refusals_of_the_calibration_are_quoted_as_they_are():
    source = "".join(text for code, text in ERRORS if code.startswith("calibration_"))
    for words in ("a piece stands on ", "no steady reading at ", "do not read right, see the self-test"):
        assert words in source
        assert words in sections(COMMISSIONING)["3. Calibration"]
    assert "further than %d from it" % config.CALIBRATE_OFFSET_MAX in sections(COMMISSIONING)["3. Calibration"]
    assert "%d times" % config.CALIBRATE_SCANS in sections(COMMISSIONING)["3. Calibration"]


def test_lights_and_events_quoted_are_those_of_the_documents():
    lights = (ROOT / "docs/lights.md").read_text(encoding="utf-8")
    protocol = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    for picture in ("O... ...O", "O.O. O.O.  .O.O .O.O", "...O O..."):
        assert picture in lights and picture in COMMISSIONING, picture
    events = re.findall(r'^ *(\{"ev": .*\})$', GUIDE + COMMISSIONING, re.MULTILINE)
    assert len(events) >= 5
    for event in events:
        event = event.replace('"faults": 1', '"faults": 0').replace('"phase": "opening"', '"phase": "setup"')
        assert event in protocol, event
    for command in re.findall(r'`(\{"do": [^`]*\})`', GUIDE + COMMISSIONING):
        assert command in protocol, command


def test_figures_in_the_text_are_those_of_the_config():
    assert "u of 23 and 136" in GUIDE
    budget = sections()["Step 7: LEDs"]
    dark_and_holes = config.DICE_LEDS + config.HOLE_LEDS + config.HOLES_RGB_MAX // 16
    assert f"{config.DICE_LEDS + config.DICE_LEDS * config.DICE_RGB_MAX // 16} mA for the eight" in budget
    assert f"{dark_and_holes} mA" in budget
    assert f"{config.OCCUPIED_PERMILLE} and more is a piece of A" in GUIDE
    assert config.MENU_MS == 4000 and "four seconds" in COMMISSIONING


def test_it_says_that_nothing_has_been_built():
    assert "**Nothing has been built yet" in GUIDE


def test_a_page_that_asks_for_an_unknown_table_is_refused():
    with pytest.raises(tables.MarkerError, match="nonsense"):
        tables.fill("<!-- made: nonsense -->\n<!-- end -->\n", tables.GUIDE)
