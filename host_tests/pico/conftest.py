"""Fixtures for the tests on the emulated Pico."""

import pytest


@pytest.fixture(scope="session")
def whole_game(image) -> tuple:
    """(Play, Figures) of a game by a messy hand on the emulated Pico, a whole one at night; its table stays as the game
    left it."""
    from host_tests.pico.games import GAME, play
    from lab.pico.table import PicoTable

    return play(lambda **named: PicoTable(image, **named), *GAME)
