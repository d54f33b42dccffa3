"""A full flash: the board reports it, commits nothing that it cannot save, and goes on."""

import pytest

from companion.game.mind import Mind
from companion.storage.memory import MemoryStore
from companion.upkeep.jobs import Walking
from host.sim.table import Table
from test_keeping import Failing


@pytest.fixture
def table() -> Table:
    """A board at the start position, with a flash that can be filled."""
    table = Table(seed=5, store=Failing())
    table.plug_in()
    table.news()
    return table


def events(table: Table, name: str) -> list:
    return [event for event in table.news() if event["ev"] == name]


def test_what_cannot_be_kept_is_not_thrown_and_not_set(table):
    store = table.store
    store.fails = 99
    before = dict(store.files)
    table.press()
    fresh = table.news()
    assert not [event for event in fresh if event["ev"] == "throw"]
    assert [event["where"] for event in fresh if event["ev"] == "fault"] == ["store"]
    table.send({"do": "mode", "mode": "wooden"})
    assert len(events(table, "error")) == 1
    table.send({"do": "state"})
    assert events(table, "state")[0]["mode"] == "game" and store.files == before
    store.fails = 0
    table.press()
    assert len(events(table, "throw")) == 1


def test_throw_of_the_lone_board_that_cannot_be_kept_is_said_once_and_tried_again_when_something_happens(table):
    store = table.store
    table.send({"do": "mode", "mode": "solo"})
    table.press()
    assert [event["player"] for event in events(table, "throw")] == ["A"]
    store.fails = 99
    table.wait(5000)
    fresh = table.news()
    assert [event["where"] for event in fresh if event["ev"] == "fault"] == ["store"]
    assert not [event for event in fresh if event["ev"] == "throw"]
    store.fails = 0
    table.wait(5000)
    assert events(table, "throw") == []
    piece = table.lift("A1")
    table.wait(1000)
    table.place("A1", piece)
    table.wait(5000)
    assert [event["player"] for event in events(table, "throw")] == ["B"]


def test_board_plays_on_unsaved_where_nothing_can_be_written_at_power_on():
    store = Failing()
    store.fails = 99
    table = Table(seed=5, store=store)
    table.plug_in()
    assert [event["code"] for event in table.news() if event["ev"] == "fault"] == ["store", "not_saved"]
    table.press()
    assert len(events(table, "throw")) == 1
    assert store.files == {}


def test_saved_data_that_cannot_be_read_is_reported_at_power_on():
    store = MemoryStore()
    store.lost = True
    table = Table(seed=5, store=store)
    table.plug_in()
    (fault,) = [event for event in table.news() if event["ev"] == "fault"]
    assert (fault["code"], fault["where"]) == ("kept_damaged", "store") and table.app.scene.kind == "fault"


def test_what_upkeep_learns_is_used_though_it_cannot_be_kept(table):
    table.board.setup("." * 49)
    table.send({"do": "giveup", "hole": "A1"})
    table.wait(500)
    table.store.fails = 99
    table.news()
    table.send({"do": "calibrate"})
    table.wait(600)
    walking = Walking(table.app.service)
    walking.right = [0]
    walking.leave()
    fresh = table.news()
    faults = [event["code"] for event in fresh if event["ev"] == "fault"]
    assert faults == ["store", "given_up", "store"]  # the second one is mended
    assert "calibrate" in [event["ev"] for event in fresh]


class Erases(MemoryStore):
    """A store that always wants to erase ahead. thought: for each time it did, whether the board was thinking."""

    def __init__(self, files: dict):
        super().__init__(files)
        self.thought: list = []
        self.thinking = bool

    def wants(self, name: str, size: int) -> int:
        return 1

    def ahead(self) -> None:
        self.thought.append(self.thinking())


def test_nothing_is_erased_while_the_board_thinks(monkeypatch):
    store = Erases({"settings.json": b'{"mode": "solo", "solo_side": "A", "level": 5}'})
    step, slow = Mind.step, [300]

    def slowly(mind):
        slow[0] -= 1
        return slow[0] < 0 and step(mind)

    monkeypatch.setattr(Mind, "step", slowly)
    table = Table(seed=1, store=store)
    table.plug_in()
    referee = table.app.session.referee
    store.thinking = lambda: referee.thinking
    table.throws[:] = [(2, 4)]
    table.board.setup("..AAaaaaaaaaaaaa..A.A............bbbbbbbbbbbbbbb.")
    table.app.session.new(table.now_ms, "..AAaaaaaaaaaaaa/..A.A............/bbbbbbbbbbbbbbb. A -")
    store.thought.clear()
    table.wait(1000)
    table.press()
    assert referee.thinking and not table.app.session.match.pending
    table.wait(5000)
    assert not referee.thinking and store.thought and not any(store.thought)
