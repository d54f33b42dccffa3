"""Scripts of the simulator, played on the emulated Pico: the same commands, the same expectations.

And a player with lights, pieces and button alone, who plays a game there to its end.
"""

from pathlib import Path

import pytest

from host.terminal.desk import Desk
from host.terminal.script import Script
from host_tests.conftest import NIGHTLY
from host_tests.test_alone import RULES, is_finished, seated
from lab.pico.table import PicoTable

FOLDER = Path(__file__).resolve().parents[1] / "scripts"
STORIES = ["first_guide", "plug_pulled_in_mid_turn"]


@pytest.mark.parametrize("story", sorted(path.stem for path in FOLDER.glob("*.txt")) if NIGHTLY else STORIES)
def test_a_story_goes_the_same_way_on_the_pico(image, story):
    path = FOLDER / f"{story}.txt"
    table = PicoTable(image, seed=1)
    Script(path.read_text(encoding="utf-8"), path.name, Desk(table, folder=FOLDER)).run()
    assert table.differences() == [] and table.noise == []


@pytest.mark.nightly
@pytest.mark.parametrize("rules", RULES)
def test_a_game_is_chosen_begun_and_finished_by_the_lights(image, rules):
    table = PicoTable(image, seed=3)
    player = seated(table)
    player.begin(rules)
    assert is_finished(player, rules, player.finish())
    assert table.differences() == [] and table.noise == []
