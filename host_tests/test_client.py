"""The one client of a board: its view equals the board's state at every moment of a game."""

import pytest

from companion.console.phases import MODES, PHASES
from daldos.record import record_lines
from host.sim.client import Client, ClientError
from host.sim.table import Table
from host.terminal.desk import Desk
from host_tests.test_scripts import FOLDER

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
    assert view.lights["kind"] == scene.kind
    assert view.lights["holes"] == [table.board.names[hole] for hole in scene.holes[: scene.count]]
    assert (view.lights["choice"], view.lights["used"]) == (scene.choice, scene.used)
    assert view.record == [line for line in record_lines(game) if line[:1].isdigit()]
    assert view.pixels == table.pixels
    assert view.now_ms == table.now_ms


@pytest.fixture
def desk():
    made = Desk(Table(seed=1), folder=FOLDER)
    made.do("plug in")
    return made


@pytest.fixture
def client(desk):
    return Client(desk.table)


def follow(client, desk, *lines):
    for line in lines:
        desk.do(line)
        compare(client, desk.table)


def test_the_view_follows_a_game_with_mistakes_and_a_turn_taken_back(client, desk):
    follow(client, desk, "next 34 12 12 12", *GAME, "move B1 M1", "wait 1500", "long", "move M1 B1", "play B1-M3")
    follow(client, desk, "press", "rules mary-rose")


def test_the_view_follows_throws_entered_wrongly(client, desk):
    follow(client, desk, "mode wooden", "dice 11", "long", "dice 34", "dice 12", "long", "dice 12", "dice 13", "long")
    assert client.view().record == ["0 A 34", "0 B 12"]
    follow(client, desk, "dice 12", "play A1-M3", "press", "long", "long")
    follow(client, desk, "move M3 A1", "dice 12", "move A1 M9")
    for line in ("mode wooden", "wait 1000"):  # the board is to be set up again
        desk.do(line)
        client.view()
    desk.do("wait 1000")
    client.send({"do": "undo"})
    compare(client, desk.table)
    follow(client, desk, "move M9 A1", "dice 12", "play A1-M3", "press")
    client.send({"do": "undo"})  # the turn, and at once its throw
    client.send({"do": "undo"})
    compare(client, desk.table)


@pytest.mark.parametrize("presses", [1, 3])
def test_throws_of_the_dice_alone_are_not_the_game_s(client, desk, presses):
    follow(client, desk, "next 34 12 12 11 24 13 11", *GAME[:presses])
    follow(client, desk, "mode roller", "press", "long", "press", "press", "press")  # for one player, then for two


def test_a_client_that_comes_later_knows_the_same(desk):
    for line in ["next 34 12 12 12", *GAME]:
        desk.do(line)
    client = Client(desk.table)
    client.view()
    desk.table.wait(500)
    compare(client, desk.table)
    assert len(client.view().record) == 3


@pytest.mark.parametrize("passes", range(10, 20))
def test_a_throw_made_while_the_record_is_on_its_way_is_in_it(desk, passes):
    """At each line of it."""
    table = desk.table
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


def test_the_end_and_another_game(client, desk):
    for line in ("plug out", "saved games/danish.txt 136", "plug in", "next 13", "press"):
        desk.do(line)
    client.view()
    follow(client, desk, "wait 3s", "play M13xM14", "press")
    assert client.view().winner == client.view().player == "A"
    follow(client, desk, "auto 1")
    assert client.view().winner is None


def test_what_it_asks_itself_is_not_handed_on_and_what_is_sent_is(client):
    client.view()
    client.events()
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
    for _ in range(2):
        table.plug_in()
        table.wait(500)
        compare(client, table)
        table.plug_out()
        assert client.view().pixels == []
