"""The committed boards before KiCad's own rules, with planted faults: where tools/pcb.sh has put KiCad 9.

test_boards.py looks for the same faults without KiCad; these tests check that KiCad agrees.
"""

import json
import shutil
import subprocess

import pytest

from hardware.pcb import board
from host_tests.test_boards import with_track
from tools.kicad import kicad

KICAD = kicad(fetch=False)
pytestmark = pytest.mark.skipif(
    not KICAD, reason="no KiCad 9 here (tools/pcb.sh gets it); test_boards.py reads the same files without it"
)


@pytest.fixture
def project(tmp_path):
    shutil.copytree(board.KICAD, tmp_path / "kicad")
    return tmp_path / "kicad"


def findings(project, name, *options):
    """The kinds of all KiCad findings in board and schematic."""
    options = [*(options or ["--schematic-parity"]), "--severity-all", "--format", "json", "--output", "drc.json"]
    subprocess.run([KICAD, "pcb", "drc", *options, f"{name}.kicad_pcb"], cwd=project, check=True, capture_output=True)
    report = json.loads((project / "drc.json").read_text())
    kinds = ("violations", "unconnected_items", "schematic_parity")
    return [item["type"] for kind in kinds for item in report.get(kind, ())]


@pytest.mark.parametrize("name", board.NAMES)
def test_rules_and_parity_have_no_findings(project, name):
    assert findings(project, name) == []


@pytest.mark.parametrize("name", board.NAMES)
def test_the_schematic_has_no_findings(project, name):
    options = ["--severity-all", "--format", "json", "--output", "erc.json"]
    subprocess.run([KICAD, "sch", "erc", *options, f"{name}.kicad_sch"], cwd=project, check=True, capture_output=True)
    report = json.loads((project / "erc.json").read_text())
    assert [v["type"] for sheet in report["sheets"] for v in sheet["violations"]] == []


def test_a_planted_short_is_found(project):
    (project / "quarter.kicad_pcb").write_text(with_track("quarter", "UA2", "VRAIL"), encoding="utf-8")
    assert {"shorting_items", "tracks_crossing", "clearance"} & set(findings(project, "quarter"))
