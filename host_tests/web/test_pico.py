"""The page over the emulated Pico, which runs the real firmware; a whole game, so only in the long run."""

import pytest

from host_tests.pico.conftest import image  # noqa: F401  a fixture
from host_tests.web.conftest import Running
from host_tests.web.player import Player


def test_a_game_on_the_emulated_pico(browse, long_run, request):
    if not long_run:
        pytest.skip("in the long run: DALDOS_LONG=1")
    from host.pico.table import PicoTable
    from host.web.table_backend import TableBackend

    table = PicoTable(request.getfixturevalue("image"), seed=84)
    running = Running(table, backend=TableBackend(table, slow=True))
    try:
        # the emulator is slower than the board, and a loaded machine slower still
        player = Player(browse(running.address, quiet=True), "click", seed=4, patience=20)
        while not player.over():
            player.step()
        assert player.turns == len(table.app.session.match.game.plies)
    finally:
        running.stop()
