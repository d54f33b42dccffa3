"""The same game by the same hand gives the same record on the host, MicroPython's unix port and the emulated Pico.

The hand is messy, the board noisy and now and then without power. Dice, magnets and noise are of the seed.
"""

import pytest

from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from daldos import game as engine
from daldos.record import write_record
from daldos.rules import RULESETS
from host_tests.conftest import NIGHTLY
from host_tests.pico.games import GAME, TURNS, play
from host_tests.taped import TapedTable
from lab.pico.table import PicoTable

GAMES = [GAME, ("vuovdaguoika", 2), ("sig", 3)] + [(name, seed) for name, _ in RULESETS for seed in (2, 3) if NIGHTLY]


def taken_up(store) -> engine.Game:
    """The game that a board would resume from there."""
    match = Match(Journal(MemoryStore(dict(store.files))), Dice(None))
    assert match.load("danish") is None
    return match.game


@pytest.mark.parametrize("game", GAMES)
def test_one_hand_one_record(image, tapes, whole_game, game, tmp_path):
    rules, seed = game
    turns = TURNS if NIGHTLY or game == GAME else 4
    host, figures = play(TapedTable, rules, seed, turns)
    assert figures.good() and len(host.game.plies) == turns or host.game.phase == engine.OVER, figures.failures
    record = write_record(host.game)
    kept = write_record(taken_up(host.table.store))

    pico, figures = whole_game if game == GAME else play(lambda **named: PicoTable(image, **named), rules, seed, turns)
    table = pico.table
    assert figures.good(), figures.failures
    assert figures.counts["turns"] == len(host.game.plies)
    assert table.differences() == []
    assert write_record(pico.game) == record
    # The host uses files, the Pico a ring: different records of the same game.
    assert write_record(taken_up(table.store)) == kept and b"A " not in table.store.read("game")[:2]
    assert table.noise == [] and table.rig.resets == []
    assert (table.board.clashes, table.board.unsettled, table.rig.lights.bad_bits) == (0, 0, 0)

    host.table.same_by(tapes, tmp_path)
