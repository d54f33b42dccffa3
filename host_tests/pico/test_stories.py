"""Scripts of the simulator, played on the emulated Pico: the same commands, the same expectations."""

from pathlib import Path

from host.terminal.desk import Desk
from host.terminal.script import Script
from host_tests.conftest import NIGHTLY

FOLDER = Path(__file__).resolve().parents[1] / "scripts"
STORIES = ["undo_a_capture", "plug_pulled_in_mid_turn"]

# A Pico always scans: where no sensors are connected it says so, and the simulator's table has no codes to say it from.
NOT_HERE = ["roller_without_a_board"]


def pytest_generate_tests(metafunc):
    everything = sorted(path.stem for path in FOLDER.glob("*.txt") if path.stem not in NOT_HERE)
    metafunc.parametrize("story", everything if NIGHTLY else STORIES)


def test_a_story_goes_the_same_way_on_the_pico(image, story):
    from host.sim.pico.table import PicoTable

    path = FOLDER / f"{story}.txt"
    table = PicoTable(image, seed=1)
    Script(path.read_text(encoding="utf-8"), path.name, Desk(table, folder=FOLDER)).run()
    assert table.differences() == [] and table.noise == []
