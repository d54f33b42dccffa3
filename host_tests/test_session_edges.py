"""Edges of the session that a game seldom meets, each on its own."""

from companion.storage.memory import MemoryStore
from companion.storage.records import encode
from host.sim.table import Table


def test_a_torn_game_is_told_at_power_on_with_what_was_dropped():
    table = Table(seed=1, store=MemoryStore({"game": encode(["G danish", "T 34"]) + b"torn"}))
    table.plug_in()
    [fault] = [event for event in table.events if event["ev"] == "fault"]
    assert (fault["code"], fault["args"], fault["where"]) == ("record_torn", [4, 2], "game")


def test_who_sits_where_in_solo_changes_at_once():
    table = Table(seed=1)
    table.plug_in()
    table.send({"do": "mode", "mode": "solo"})
    table.wait(500)
    session = table.app.session
    before = session.referee.players
    table.send({"do": "set", "key": "solo_side", "value": "A"})
    table.wait(200)
    assert [type(player).__name__ for player in before] == ["People", "Board"]
    assert [type(player).__name__ for player in session.referee.players] == ["Board", "People"]
    seated = session.referee.players
    table.send({"do": "set", "key": "hints", "value": False})
    table.wait(200)
    assert session.referee.players is seated
