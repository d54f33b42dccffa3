"""The building guide from a reader's view: what it names is there, and its fault table has what the board says."""

import re

import pytest

from companion.reasons import FAULTS
from hardware import generate, tables
from host_tests.conftest import ROOT
from host_tests.faults import by

GUIDE = (generate.HERE / "wiring.md").read_text(encoding="utf-8")


def test_every_file_named_in_the_guide_exists_or_is_made_by_it():
    for name in re.findall(r"`((?:tools|firmware|hardware)/[\w./]+)`", GUIDE):
        assert (ROOT / name).exists(), name
    shown = GUIDE + (generate.HERE / "dice.md").read_text(encoding="utf-8")
    for drawing in generate.drawings():
        assert f"drawings/{drawing}" in shown, f"{drawing} is shown nowhere"
    for file in (generate.HERE / "drawings").iterdir():
        assert f"drawings/{file.name}" in generate.outputs(), f"{file.name} is made by nothing"


def test_what_the_self_test_says_is_in_the_fault_table_and_what_stands_there_is_said():
    said = {fault.what for fault in by("self-test", "pull test")}
    plain = {re.sub(r"S\d (stuck).*", r"S2 \1 low", re.sub(r"S\d and S\d", "S1 and S2", what)) for what in said}
    section = GUIDE.partition("\n## Fault finding\n")[2].partition("\n## ")[0]
    table = re.findall(r"^\| `([^`]+)`", section, re.MULTILINE)
    assert plain <= set(table)
    texts = [re.sub("%[ds]", ".+", text) for _, text in FAULTS]
    assert [row for row in table if not any(re.fullmatch(text, row) for text in texts)] == []


def test_a_page_that_asks_for_an_unknown_table_is_refused():
    with pytest.raises(tables.MarkerError, match="nonsense"):
        tables.fill("<!-- made: nonsense -->\n<!-- end -->\n", generate.TABLES)
