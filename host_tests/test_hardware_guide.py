"""The building guide from a reader's view: links, terms explained before use, mistakes in their place, exact
messages."""

import re
from pathlib import Path

import pytest

from companion.reasons import FAULTS
from hardware import generate, tables
from host_tests.faults import by

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


def test_what_the_self_test_says_is_in_the_fault_table_and_what_stands_there_is_said():
    said = {fault.what for fault in by("self-test", "pull test")}
    plain = {re.sub(r"S\d (stuck).*", r"S2 \1 low", re.sub(r"S\d and S\d", "S1 and S2", what)) for what in said}
    table = re.findall(r"^\| `([^`]+)`", sections()["Fault finding"], re.MULTILINE)
    assert plain <= set(table)
    texts = [re.sub("%[ds]", ".+", text) for _, text in FAULTS]
    assert [row for row in table if not any(re.fullmatch(text, row) for text in texts)] == []


def test_a_page_that_asks_for_an_unknown_table_is_refused():
    with pytest.raises(tables.MarkerError, match="nonsense"):
        tables.fill("<!-- made: nonsense -->\n<!-- end -->\n", tables.GUIDE)
