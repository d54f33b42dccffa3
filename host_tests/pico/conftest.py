"""Fixtures for the tests on the emulated Pico, which are left out where the emulator is not installed; never in CI."""

import os

import pytest

try:
    from host_tests.pico.games import GAME, play
    from lab.pico.table import PicoTable
except ImportError:
    if os.environ.get("CI"):
        raise
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="session")
def whole_game(image) -> tuple:
    """(Play, Figures) of a game by a messy hand on the emulated Pico, a whole one at night; its table stays as the game
    left it."""
    return play(lambda **named: PicoTable(image, **named), *GAME)
