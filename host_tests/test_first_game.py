"""A newcomer plays a whole game by what the screen says alone; the page about it is what the screen said."""

import subprocess
import sys

from lab.first_game import Newcomer, page


def test_a_game_is_played_to_the_end_by_what_the_screen_says(root):
    assert (root / "docs/first_game.md").read_text(encoding="utf-8") == page(), (
        "write it anew: python -m lab.first_game --page > docs/first_game.md"
    )


def test_nothing_was_refused_and_somebody_won():
    newcomer = Newcomer(seed=9)
    screen = newcomer.play()
    assert "\n! " not in screen
    assert screen.rstrip().endswith("has won.")
    before, now = newcomer.keystrokes()
    assert now < 0.6 * before


def test_the_tables_of_the_simulator_s_page_are_up_to_date(root):
    done = subprocess.run([sys.executable, root / "tools/simulator_tables.py", "--check"], capture_output=True)
    assert done.returncode == 0, done.stderr
