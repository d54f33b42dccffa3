"""Fixtures for the tests on the emulated Pico."""

import pytest


@pytest.fixture(scope="session")
def whole_game(image) -> tuple:
    """(Play, Figures) of a game, whole at night, on the emulated Pico, by a messy hand; its table is as it was left."""
    from host_tests.pico.games import GAME, play
    from lab.pico.table import PicoTable

    return play(lambda **named: PicoTable(image, **named), *GAME)
