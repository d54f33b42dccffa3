"""The scripts once more on MicroPython: each is played on the host's table, and what came into the companion there
comes into the same companion on MicroPython, which must say the same, byte by byte, and keep the same game. So it is on
the unix port and, all of them in the nightly setting, on the WebAssembly port.
"""

from pathlib import Path

import pytest

from host.terminal.desk import Desk
from host.terminal.script import Script
from host_tests.conftest import few
from host_tests.taped import TapedTable

FOLDER = Path(__file__).parent / "scripts"
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize(
    "port, name", [("micropython", name) for name in NAMES] + [("webassembly", name) for name in few(NAMES, 5)]
)
def test_a_script_goes_the_same_way_on_micropython(port, name, request, tmp_path):
    path = FOLDER / f"{name}.txt"
    table = TapedTable()
    Script(path.read_text(encoding="utf-8"), path.name, Desk(table, folder=FOLDER)).run()
    table.same_on(request.getfixturevalue(port), tmp_path)
