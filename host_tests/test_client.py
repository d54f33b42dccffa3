"""The one client of a board: its view equals the board's state at every moment of a game."""

import pytest

from companion.console.phases import MODES, PHASES
from companion.lights import scene as lights
from daldos.record import record_lines
from host.sim.client import Client, ClientError
from host.sim.table import Table
from host.terminal.desk import Desk

GAME = ["press", "press", "press", "play A1-M3", "press", "wait 1500"]


def compare(client, table):
    """Check the view against the board's own state."""
    table.wait(200)
    view, session = client.view(), table.app.session
    game = session.match.game
    assert (view.phase, view.mode) == (PHASES[session.phase], MODES[session.mode])
    assert (view.position, view.rules) == (game.position_text(), game.rules.text)
    assert view.occupancy == bytes(session.holes.occupancy).decode()
    scene = table.app.scene
    assert view.lights["kind"] == lights.NAMES[scene.kind]
    assert view.lights["holes"] == [table.board.names[hole] for hole in scene.holes[: scene.count]]
    assert (view.lights["choice"], view.lights["used"]) == (scene.choice, scene.used)
    assert view.record == [line for line in record_lines(game) if line[:1].isdigit()]
    assert view.pixels == table.pixels
    assert view.now_ms == table.now_ms


def test_the_view_follows_a_game_with_mistakes_and_a_turn_taken_back():
    table = Table(seed=1)
    client = Client(table)
    desk = Desk(table)
    desk.table.plug_in()
    table.wait(1000)
    desk.do("next 34 12 12 12")
    compare(client, table)
    for line in [*GAME, "move B1 M1", "wait 1500", "long", "move M1 B1", "play B1-M3", "press", "rules mary-rose"]:
        desk.do(line)
        compare(client, table)


def test_the_view_follows_throws_entered_wrongly():
    table = Table(seed=1)
    client = Client(table)
    desk = Desk(table)
    desk.table.plug_in()
    for line in ("mode wooden", "dice 11", "long", "dice 34", "dice 12", "long", "dice 12", "dice 13", "long"):
        desk.do(line)
        compare(client, table)
    assert client.view().record == ["0 A 34", "0 B 12"]
    for line in ("dice 12", "play A1-M3", "press", "long", "long"):
        desk.do(line)
        compare(client, table)


def test_a_client_that_comes_later_knows_the_same():
    table = Table(seed=1)
    desk = Desk(table)
    desk.table.plug_in()
    desk.do("next 34 12 12 12")
    for line in GAME:
        desk.do(line)
    client = Client(table)
    client.view()
    table.wait(500)
    compare(client, table)
    assert len(client.view().record) == 3


def test_a_throw_made_while_the_record_is_on_its_way_is_in_it():
    for passes in range(10, 20):  # at each line of it
        table = Table(seed=1)
        desk = Desk(table)
        desk.table.plug_in()
        for line in ("mode wooden", "dice 34", "dice 34", "dice 11"):
            desk.do(line)
        client = Client(table)
        for k in range(passes + 20):
            client.view()
            table.wait(10)
            if k == passes:
                table.send({"do": "dice", "throw": "11"})
        compare(client, table)
        assert len(client.view().record) == 4


def test_auto_play_to_the_end_and_another_game():
    table = Table(seed=5)
    client = Client(table)
    desk = Desk(table, seed=5)
    desk.table.plug_in()
    table.wait(500)
    while not desk.auto.over():
        desk.auto.step()
    compare(client, table)
    assert client.view().winner == client.view().player
    desk.auto.step()
    compare(client, table)
    assert client.view().winner is None


def test_what_it_asks_itself_is_not_handed_on_and_what_is_sent_is():
    table = Table(seed=1)
    table.plug_in()
    client = Client(table)
    client.view()
    assert client.events() == []
    client.send({"do": "state", "id": 3})
    assert [(event["ev"], event["id"]) for event in client.events()] == [("lights", 3), ("state", 3)]
    assert client.events() == []


def test_the_plug_out():
    table = Table(seed=1)
    client = Client(table)
    assert client.view().position == ""
    with pytest.raises(ClientError, match="the plug is out"):
        client.send({"do": "state"})
    table.plug_in()
    table.wait(500)
    compare(client, table)
    table.plug_out()
    assert client.view().pixels == []
    table.plug_in()
    table.wait(500)
    compare(client, table)
