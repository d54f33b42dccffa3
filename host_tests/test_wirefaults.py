"""Two wiring faults at once: one is named, no turn is committed that was not made; and a loose contact."""

import pytest

from companion.sensing import monitor, selftest
from companion.tracking.tracker import COMPLETE, Tracker
from host.sim.table import Table
from lab.campaigns import pairs as wirefaults


def test_all_pairs_of_different_wires():
    pairs = wirefaults.pairs()
    assert len(pairs) == len(set(pairs)) > 1000
    assert not any(wirefaults.wires(one) & wirefaults.wires(other) for one, other in pairs)
    sensors = wirefaults.at_holes((("dead",), ("swap_holes",)), wirefaults.random.Random(1))
    assert len({*sensors[0][1:], *sensors[1][1:]}) == 3


def test_what_is_not_said_is_not_named(monkeypatch):
    for module in (monitor, selftest):
        monkeypatch.setattr(module, "judge", lambda scan, config: [])
    trial = wirefaults.Trial([("mux", 1), ("dead", 20)], 1)
    assert not trial.named() and trial.by == "nothing"


def test_a_turn_that_was_not_made_is_counted(monkeypatch):
    class Guesser(Tracker):
        def _judge(self) -> None:
            super()._judge()
            self.verdict = COMPLETE
            self.turn = self.legal.turns[0]

    monkeypatch.setattr("companion.game.referee.Tracker", Guesser)
    assert any(wirefaults.Trial([("dead", 20)], seed).wrong_commits(True) for seed in range(4))


@pytest.mark.parametrize("fault", [("open", 26), ("mux", 3), ("address", 2, 0), ("rail",), ("dead", 7)], ids=str)
def test_a_drop_blinds_the_board_for_no_longer_than_it_lasts_and_the_debounce(fault):
    table = Table(seed=1)
    table.plug_in()
    table.wait(3000)
    before = bytes(table.app.sensing.occupancy)
    for ms in (50, 400):
        table.board.fault(*fault)
        table.wait(ms)
        assert bytes(table.app.sensing.occupancy) != before
        table.board.heal()
        table.wait(40)
        assert bytes(table.app.sensing.occupancy) == before
        table.wait(3000)
