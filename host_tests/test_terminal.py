"""The simulator in a terminal: what is drawn and told for what is typed."""

import io
import json

import pytest

import config
from companion.console.protocol import encode
from companion.lights import scene
from companion.lights.scene import Scene
from companion.play.mirror import Mirror
from host.table.front import View
from host.table.table import Table
from host.terminal import draw
from host.terminal.desk import HELP, Desk
from host.terminal.terminal import Terminal

BEGIN = ["next 34 12 12 12", "press", "press", "press"]


def told(lines: list, seed: int = 1, colour: bool = False) -> str:
    """All that the terminal says to these lines."""
    desk = Desk(Table(seed=seed))
    desk.plug_in()
    out = io.StringIO()
    Terminal(desk, iter([line + "\n" for line in lines]), out, colour).run()
    return out.getvalue()


def test_a_turn_is_drawn_and_told():
    text = told([*BEGIN, "play A1-M3", "press"])
    assert text.startswith("Daldøs on the simulated board.")
    assert "  * A throws 3 4.\n" in text
    assert "   A |[.] a  a" not in text
    assert "A's turn is on the board: press to end it." in text
    assert "  * 1. A has played A1-M3.\n  * B throws A 2.\n" in text
    assert "   A | .  a  a  a  a  a  a  a  a  a  a  a  a  a  a  a   \\\n   M | .  .  A  ." in text


def test_what_is_wrong_is_told_and_pointed_at():
    text = told([*BEGIN, "move A1 M4"])
    assert "No such distance. A1: nothing, a piece of A's wanted; M4: a piece of A's, nothing wanted." in text
    assert "   A |[.] a" in text
    assert "[A] ." in text
    assert "Not so: " in text


def test_a_captured_piece_lies_off_the_board():
    text = told([*BEGIN, "play A1-M3", "press", "play B1xM3", "press"])
    assert "B captures at M3; 15 left." in text
    assert "   off the board: 1 of A's\n" in text


def test_an_error_says_what_to_do_and_loses_nothing():
    text = told(["place M3", "lift A1", "fly", "lift A99", "place M3"])
    assert "! place: the hand is empty; lift a piece first" in text
    assert "! there is no command 'fly'; help lists them" in text
    assert "! lift: no hole 'A99'" in text
    assert "in the hand: A" in text
    assert "   M | .  .  A" in text or "   M | .  . [A]" in text


def test_help_names_every_command():
    text = told(["help"])
    assert HELP in text
    for name in dir(Desk):
        if name.startswith("_do_"):
            assert name[4:] in HELP, name


def test_the_plug():
    text = told(["plug out", "press", "plug in"])
    assert "The plug is out." in text
    assert text.count("The board wakes up") == 2


def test_quit_and_what_follows():
    assert "* A throws" not in told(["quit", "press"])


def test_record_and_state():
    text = told([*BEGIN, "play A1-M3", "press", "record", "state"])
    assert "Rules: danish\nResult: *\n\n0 A 34\n0 B 12\n1 A 12 A1-M3\n" in text
    assert "game, danish, phase play: .aaaaaaaaaaaaaaa/..A" in text


def test_colour_only_when_asked_for():
    assert "\033[" not in told(BEGIN)
    assert "\033[33m" in told(BEGIN, colour=True)


def test_lights_are_a_film():
    frames = [line for line in told(["lights"]).splitlines() if line.startswith("   dice  (") and "throws" not in line]
    assert len(frames) == 16
    assert len(set(frames)) >= 4


def test_auto_plays_some_turns():
    text = told(["auto 3", "record"])
    assert "\n3 " in text
    assert "\n5 " not in text


@pytest.mark.parametrize("kind", range(scene.KINDS))
@pytest.mark.parametrize("player", [0, 1, 2])
def test_every_message_of_the_lights_has_words(kind, player):
    shown = Scene()
    shown.begin(kind, 0, player, 1, 3)
    shown.point(4, scene.WANT_A)
    told = []
    Mirror(config, told.append).tell(shown)
    view = View()
    view.lights = json.loads(encode(told[0]))
    words = draw.lights(view)
    assert words[-1] in ".?"
    assert words[0].isupper()
    assert "None" not in words


EVENTS = [
    {"ev": "hello", "version": "1", "mode": "game", "rules": "danish"},
    {"ev": "throw", "player": None, "throw": "13"},
    {"ev": "turn", "n": 2, "player": "B", "throw": "22", "turn": "--", "result": ""},
    {"ev": "undo", "n": 2, "player": "B", "throw": "22"},
    {"ev": "over", "winner": "A"},
    {"ev": "fault", "what": "dead", "where": ""},
    {"ev": "fault", "what": "dead", "where": "A5"},
    {"ev": "error", "what": "no 'do'"},
    {"ev": "calibrate", "half": 2048, "lowest": 2021, "highest": 2090},
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event["ev"])
def test_every_event_has_words(event):
    words = draw.news(event)
    assert words
    assert "None" not in words
    assert "{" not in words
