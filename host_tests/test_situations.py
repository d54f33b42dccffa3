"""Every situation of the board with every gesture: a story leads a table there, the button is pressed for so long.

The board must then do what companion.session.situation says for the pair, whatever the lights show for a moment;
docs/situations.md says the same.
"""

import pytest

from companion.console.phases import ENTRIES, MODES, SOLO
from companion.game.referee import THINKING
from companion.lights import scene
from companion.session import situation as s
from companion.session.modes import People
from daldos.notation import turn_text
from daldos.packing import ply_turn
from host.sim.table import Table
from host.terminal.desk import Desk
from host.terminal.script import Script
from host_tests.conftest import ROOT
from host_tests.test_scripts import FOLDER
from tools.situations_doc import page

THROWN = "next 34 12 12 13 24; plug in; press; press; press; wait 3s"  # A has 12 to play
ALIKE = "next 34 12 11 24; plug in; rules danish,jump=any; press; press; press; play A1-M1 A2-A1; wait 1s"
# How to come into each situation, its board at rest.
STORIES = {
    s.AT_SERVICE: THROWN + '; send {"do": "selftest"}',
    s.AT_MENU: THROWN + "; menu",
    s.AT_SUSPECT: THROWN + "; lift A1; wait 1s; menu" + 8 * "; press",
    s.AT_ROLLER: THROWN + "; mode roller",
    s.AT_DIAGNOSE: THROWN + "; mode diagnose",
    s.AT_BLIND: THROWN + "; fault mux 3; wait 6s",
    s.AT_OFFER: "saved games/danish.txt; plug in; new; wait 1s",
    s.AT_OFFER_INSTEAD: THROWN + "; play A1-M3; press; new; wait 1s",
    s.AT_SETUP: "lift A1; plug in; wait 1s",
    s.AT_RESTORING: THROWN + "; play A1-M3; press; wait 1s; play B1-M4; press; long; wait 1s",
    s.AT_OVER: "saved games/danish.txt; plug in; wait 1s",
    s.AT_MOVED: "plug in; press; press; lift A2; wait 4s",
    s.AT_STRAYS: "next 34 12 12; plug in; rules norwegian; new; press; press; press; wait 3s; put A A14; wait 1s",
    s.AT_ENTER: "plug in; mode wooden; wait 1s",
    s.AT_ENTRY: "plug in; mode wooden; press; press; wait 1s",
    s.AT_OPENING: "plug in; wait 1s",
    s.AT_THROW: "next 34 12 12; plug in; press; press; wait 4s",
    s.AT_THINKING: THROWN,
    s.AT_ASK: ALIKE + "; press; wait 1s",
    s.AT_LOST: "next 34 12 24; plug in; press; press; press; wait 4s",
    s.AT_READY: THROWN + "; play A1-M3; wait 1s",
    s.AT_ASTRAY: THROWN + "; move A2 M6; wait 1s",
    s.AT_CARRY_UNSEEN: THROWN + "; fault dead A1; fault dead M3; wait 6s",
    s.AT_CARRY: THROWN,
    s.AT_ALIKE: ALIKE,
    s.AT_UNSEEN: THROWN + "; fault dead A1; fault dead M3; wait 6s",
    s.AT_PARTIAL_UNSEEN: "next 34 12 11; plug in; rules danish,dal_moves=false; press; press; press; "
    "fault dead A7; wait 6s; lift A5; place A5; wait 1s",
    s.AT_PARTIAL: "next 34 12 11; plug in; press; press; press; play A1-M1; wait 1s",
    s.AT_MOVING: THROWN + "; lift A1; wait 1s",
    s.AT_UNTOUCHED: THROWN,
    s.AT_WRONG: THROWN + "; move A2 M6; wait 1s",
}
GESTURES = {"press": s.PRESS, "long": s.LONG, "menu": s.VERY_LONG}


class First:
    """A player for the board: the first of the legal turns."""

    def choose(self, game):
        return game.legal.turns[0]


class Slow:
    """A player for the board that never comes to an end with its thought."""

    def choose(self, game):
        return THINKING


BOARDS = {s.AT_THINKING: Slow(), s.AT_ASTRAY: First(), s.AT_CARRY_UNSEEN: First(), s.AT_CARRY: First()}


class Pair:
    """A board in a situation, and what has changed since a gesture."""

    def __init__(self, what: int, monkeypatch):
        self.desk = Desk(Table(seed=1), folder=FOLDER)
        monkeypatch.setattr("companion.session.modes.Game.players", (BOARDS.get(what, People()), People()))
        if what == s.AT_THINKING:
            monkeypatch.setattr("companion.game.mind.Mind.step", lambda mind: False)
        Script(STORIES[what].replace("; ", "\n"), s.NAMES[what], self.desk).run()
        self.table = self.desk.table
        self.app = self.table.app
        self.session = self.app.session
        assert s.NAMES[s.situation(self.session)] == s.NAMES[what]

    def make(self, gesture: str) -> None:
        session = self.session
        self.asked = session.asking
        self.menu, self.mode = session.menu, session.mode
        self.suspects, self.given = len(session.suspects), list(self.app.service.given.holes)
        self.turn = session.tracker.turn
        self.candidates = list(session.tracker.candidates)
        self.entry = session.modes[2].entry
        self.plies = list(session.match.game.plies)
        self.since = len(self.table.events)
        self.desk.do(gesture)
        self.events = self.table.events[self.since :]

    def said(self, ev: str, **keys) -> bool:
        return any(event["ev"] == ev and keys.items() <= event.items() for event in self.events)

    def committed(self, turn: int) -> bool:
        return self.said("turn") and ply_turn(self.session.match.game.plies[-1]) == turn

    def asks(self) -> bool:
        return self.session.asking >= 0 and (self.said("guide", code="choose") or self.said("guide", code="is_it"))

    def quiet(self) -> bool:
        """No throw, no turn, no game has come or gone."""
        return not any(self.said(ev) for ev in ("throw", "turn", "undo", "phase"))


def _refused(pair: Pair) -> bool:
    return not pair.plies and pair.said("guide", code="nothing_to_undo")


DONE = {
    s.SERVICE_PRESS: lambda pair: pair.quiet() and not pair.app.service.busy,
    s.SERVICE_LONG: lambda pair: pair.quiet() and not pair.app.service.busy,
    s.NEXT_MODE: lambda pair: pair.quiet() and pair.session.menu == (pair.menu + 1) % (ENTRIES + pair.suspects),
    s.TAKE_MODE: lambda pair: pair.said("state", mode=MODES[min(pair.menu, SOLO)]) and pair.session.menu == -1,
    s.OPEN_MENU: lambda pair: pair.quiet() and pair.session.menu == pair.mode,
    s.ROLL: lambda pair: pair.said("throw", player=None),
    s.STATE: lambda pair: pair.quiet() and pair.said("state"),
    s.WALK: lambda pair: pair.quiet() and pair.app.service.busy,
    s.SAY: lambda pair: pair.quiet() and (pair.said("guide") or pair.said("fault", code="blind")),
    s.NEW: lambda pair: pair.said("phase", phase="setup") and pair.session.match.game.plies == [],
    s.DECLINE: lambda pair: pair.quiet() and pair.said("guide") and s.situation(pair.session) != s.AT_OFFER_INSTEAD,
    s.UNDO: lambda pair: len(pair.session.match.game.plies) == len(pair.plies) - 1 or _refused(pair),
    s.NEXT_ENTRY: lambda pair: pair.quiet() and pair.session.present.entry == pair.entry + 1,
    s.TAKE_ENTRY: lambda pair: pair.said("throw", throw="12") and pair.session.present.entry == -1,
    s.DO_THROW: lambda pair: pair.said("throw") and not pair.said("turn"),
    s.NEXT_TURN: lambda pair: pair.quiet() and pair.asks(),
    s.TAKE_TURN: lambda pair: pair.committed(pair.candidates[pair.asked]),
    s.COMMIT: lambda pair: pair.committed(pair.turn),
    s.HINT: lambda pair: pair.quiet() and pair.said("guide", code="not_played"),
    s.GIVE_UP: lambda pair: pair.quiet() and pair.app.service.given.holes != pair.given and pair.session.menu == -1,
    s.SAY_OVER: lambda pair: pair.quiet() and pair.said("over"),
}
PAIRS = [(what, gesture) for what in range(s.SITUATIONS) for gesture in GESTURES]


@pytest.mark.parametrize(("what", "gesture"), PAIRS, ids=[f"{s.NAMES[what]}-{gesture}" for what, gesture in PAIRS])
def test_a_gesture_does_what_the_table_says(what, gesture, monkeypatch):
    pair = Pair(what, monkeypatch)
    pair.make(gesture)
    assert DONE[GESTURES[gesture][what]](pair), pair.events


@pytest.mark.parametrize(("what", "gesture"), PAIRS, ids=[f"{s.NAMES[what]}-{gesture}" for what, gesture in PAIRS])
def test_it_does_the_same_while_a_fault_is_shown(what, gesture, monkeypatch):
    pair = Pair(what, monkeypatch)
    pair.session.notify(pair.table.now_ms, [20])
    if what not in (s.AT_SERVICE, s.AT_MENU, s.AT_SUSPECT, s.AT_ROLLER):
        assert scene.NAMES[pair.app.scene.kind] == "fault"
    pair.make(gesture)
    assert DONE[GESTURES[gesture][what]](pair), pair.events


@pytest.mark.parametrize("what", range(1, s.SITUATIONS), ids=s.NAMES[1:])
def test_the_lights_are_those_of_the_table(what, monkeypatch):
    pair = Pair(what, monkeypatch)
    pair.session.told = what in (s.AT_MOVED, s.AT_STRAYS, s.AT_ASTRAY)
    pair.session.notice = None
    pair.session.show(pair.table.now_ms)
    assert scene.NAMES[pair.session.scene.kind] == scene.NAMES[s.LIGHTS[what]]


def test_all_is_decided():
    assert len(s.NAMES) == s.SITUATIONS == len(STORIES)
    assert all(len(table) == s.SITUATIONS for table in (s.PRESS, s.LONG, s.VERY_LONG, s.LIGHTS, s.WORDS))
    assert {action for table in GESTURES.values() for action in table} == set(range(s.ACTIONS)) == set(DONE)


def test_no_press_can_cost_a_game_that_has_begun():
    assert [s.NAMES[what] for what in range(s.SITUATIONS) if s.PRESS[what] == s.NEW] == ["offer"]
    assert s.UNDO not in s.PRESS


def test_a_side_that_the_board_plays_has_its_turns_set_for_it(monkeypatch):
    monkeypatch.setattr("companion.session.modes.Game.players", (People(), First()))
    desk = Desk(Table(seed=1), folder=FOLDER)
    for line in ("next 34 12 12 11 24", "plug in", *["press"] * 3, "play A1-M3", "press", "wait 2s"):
        desk.do(line)
    session = desk.table.app.session
    game, chosen = session.match.game, session.referee.chosen
    asked = [event for event in desk.table.said if event["ev"] == "guide"][-1]
    assert (asked["code"], asked["turn"]) == ("carry", turn_text(game.at, chosen))
    assert scene.NAMES[session.scene.kind] == "lead"
    other = next(turn for turn in game.legal.turns if turn != chosen)
    for line in ("play " + turn_text(game.at, other), "press"):
        desk.do(line)
    assert len(game.plies) == 1
    assert [event["ev"] for event in desk.table.said][-1] == "guide"
    for line in ("new", "move A1 M3", "wait 1s", "play " + asked["turn"], "press"):
        desk.do(line)
    assert [ply_turn(ply) for ply in game.plies[1:]] == [chosen]


def test_the_document_is_that_of_the_tables():
    text = (ROOT / "docs/situations.md").read_text(encoding="utf-8")
    assert text == page(), "run python3 tools/situations_doc.py > docs/situations.md"
