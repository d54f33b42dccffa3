"""The scripts once more on MicroPython: each is played on the host's table, and what came into the companion there
comes into the same companion on MicroPython, which must say the same, byte by byte, and keep the same game.
"""

from pathlib import Path

import pytest

from host.terminal.desk import Desk
from host.terminal.script import Script
from host_tests.taped import TapedTable

FOLDER = Path(__file__).parent / "scripts"


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_a_script_goes_the_same_way_on_micropython(micropython, tmp_path, name):
    path = FOLDER / f"{name}.txt"
    table = TapedTable()
    Script(path.read_text(encoding="utf-8"), path.name, Desk(table, folder=FOLDER)).run()
    table.same_on(micropython, tmp_path)
