"""Fixtures for the tests on the emulated Pico, which are skipped where the emulator cannot be had; never in CI."""

import os

import pytest

try:
    from host_tests.pico.games import GAME, play
    from lab.pico.table import PicoTable
except ImportError as error:
    if os.environ.get("CI"):
        raise
    WITHOUT = str(error)

    class LeftOut(pytest.Module):
        """A file of tests that is skipped as a whole."""

        def collect(self):
            pytest.skip(WITHOUT, allow_module_level=True)

    def pytest_pycollect_makemodule(module_path, parent):
        """Counted, with its reason, like every skip."""
        return LeftOut.from_parent(parent, path=module_path)


@pytest.fixture(scope="session")
def whole_game(image) -> tuple:
    """(Play, Figures) of a game by a messy hand on the emulated Pico, a whole one at night; its table stays as the game
    left it."""
    return play(lambda **named: PicoTable(image, **named), *GAME)
