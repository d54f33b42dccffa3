"""The building guide as its reader meets it: links, words before use, mistakes in their place, messages as told."""

import re
from pathlib import Path

import pytest

import config
from companion.reasons import english
from companion.sensing import selftest
from hardware import generate, tables

ROOT = Path(generate.__file__).parent.parent
GUIDE = (ROOT / "hardware/wiring.md").read_text(encoding="utf-8")
HARDWARE = [f"hardware/{page}.md" for page in ("wiring", "dice", "model/README")]
PAGES = (*HARDWARE, "docs/commissioning.md", "docs/flashing.md")


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
    shown = GUIDE + (ROOT / "hardware/dice.md").read_text(encoding="utf-8")
    for drawing in generate.drawings():
        assert f"drawings/{drawing}" in shown, f"{drawing} is shown nowhere"
    for file in (ROOT / "hardware/drawings").iterdir():
        assert f"drawings/{file.name}" in generate.outputs(), f"{file.name} is made by nothing"


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


def test_a_page_that_asks_for_an_unknown_table_is_refused():
    with pytest.raises(tables.MarkerError, match="nonsense"):
        tables.fill("<!-- made: nonsense -->\n<!-- end -->\n", tables.GUIDE)
