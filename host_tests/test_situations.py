"""Every situation of the board with every gesture: a story leads a table there, the button is pressed for so long.

The board must then do what companion.session.situation says for the pair, whatever the lights show for a moment;
docs/situations.md says the same.
"""

import pytest

from companion.console.phases import MODES, SOLO, THERE
from companion.game.referee import THINKING
from companion.session import announce
from companion.session import gestures as do
from companion.session.mode import People
from companion.session.situation import situation
from daldos.packing import ply_turn
from host.sim.table import Table
from host.terminal.desk import Desk
from host.terminal.script import Script
from host_tests.conftest import ROOT
from host_tests.test_scripts import FOLDER
from tools.tables import LINE, ROWS, situations

THROWN = "next 34 12 12 13 24; plug in; press; press; press; wait 3s"  # A has 12 to play
ALIKE = "next 34 12 11 24; plug in; rules danish,jump=any; press; press; press; play A1-M1 A2-A1; wait 1s"
SET_UP = "dalled; take A1; put A M4; turn M4; plug in; wait 1s"
WON = "saved games/danish.txt 136; next 13; plug in; press; play M13xM14; press"
BACK = THROWN + "; play A1-M3; press; wait 1s; long; wait 1s"
# How to come into each situation, its board at rest.
STORIES = {
    "menu": THROWN + "; menu",
    "suspect": THROWN + "; menu; fault stuck M3 2900; wait 500" + 6 * "; press" + "; long",
    "roller": THROWN + "; mode roller",
    "diagnose": THROWN + "; mode diagnose",
    "blind": THROWN + "; fault mux 3; wait 6s",
    "start": THROWN + "; play A1-M3; press; new; wait 1s",
    "whose": SET_UP + "; long",
    "setup": SET_UP,
    "redo": BACK,
    "restoring": BACK + "; lift M3; wait 1s",
    "turned": "dalled; turn A5; plug in; wait 1s",
    "reversed": "plug in; press; press; wait 3s; fault reversed A5; wait 1s",
    "doubted": THROWN + "; take A5; wait 6s; press; press",
    "lost_piece": "saved games/danish.txt 60; next 12; take A4; plug in; wait 1s; press; press; press",
    "over": "saved games/danish.txt; plug in; wait 1s",
    "unwon": WON + "; move M14 M13; put B M14; wait 1s",
    "moved": "plug in; press; press; move A2 M6; wait 4s",
    "strays": "next 34 12 12; plug in; rules norwegian; new; press; press; press; wait 3s; put A A14; wait 1s",
    "enter": "plug in; mode wooden; wait 1s",
    "entry": "plug in; mode wooden; press; press; wait 1s",
    "found": "sensors off; plug in; wait 1s; sensors on; wait 1s",
    "resting": "plug in; mode roller; press; wait 10s",
    "opening": "plug in; wait 1s",
    "throw": "next 34 12 12; plug in; press; press; wait 4s",
    "away": 'plug in; send {"do": "lead", "rules": "danish", '
    '"position": "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A -",'
    ' "number": 2, "side": "A", "turn": "?"}; wait 1s',
    "thinking": THROWN,
    "ask": ALIKE + "; press; wait 1s",
    "lost": "next 34 12 24; plug in; press; press; press; wait 4s",
    "ready": THROWN + "; play A1-M3; wait 1s",
    "astray": THROWN + "; move A2 M6; wait 1s",
    "carry_unseen": THROWN + "; fault dead A1; fault dead M3; wait 6s",
    "carry": THROWN,
    "turn": "dalled; " + THROWN + "; move A1 M1; wait 1s",
    "alike": ALIKE,
    "unseen": THROWN + "; fault dead A1; fault dead M3; wait 6s",
    "partial_unseen": "next 34 12 11; plug in; rules danish,dal_moves=false; press; press; press; "
    "fault dead A7; wait 6s; lift A5; place A5; wait 1s",
    "partial": "next 34 12 11; plug in; press; press; press; play A1-M1; wait 1s",
    "pushed": "next 1 2 1 1; plug in; rules sig; new sig; press; press; press; move A1 M1; press; move B1 M1; wait 1s",
    "moving": THROWN + "; lift A1; wait 1s",
    "untouched": THROWN,
    "wrong": THROWN + "; move A2 M6; wait 1s",
}
# The hand-written part of docs/situations.md: what each situation is, and more on its lights, as its story leads there.
ABOUT = {
    "menu": ("the choice of modes is open", ""),
    "suspect": ("in its room of the sensors, a hole that may have a broken sensor, or one given up", ""),
    "roller": ("mode `roller`", "then `dice`; of two players `opening`, `throw` and `dice`"),
    "diagnose": ("mode `diagnose`", ""),
    "blind": ("more than eight holes of the game are unknown", ""),
    "start": (
        "pieces stand near a start, in whatever number, and the game is over, not begun, or another",
        "with the holes of the pieces that are missing",
    ),
    "whose": ("the board asks whose throw it is in a position set up, or whose the king is", ""),
    "setup": ("the position to begin or to go on from is not there yet, or a new game was offered and declined", ""),
    "redo": ("a turn was taken back, and its pieces have not moved since", ""),
    "restoring": ("a turn was taken back, and its pieces are not back yet", ""),
    "turned": ("no turn is due, and pieces have only to be turned (`config.DALLED`)", ""),
    "reversed": ("pieces stand rightly but for one that reads as the other side's", ""),
    "doubted": (
        "the same hole was asked for twice in vain, and it alone explains what stands, or a new game lacks its piece",
        "at the hole",
    ),
    "lost_piece": (
        "the same pieces of a game under way were missed in vain, and the board asks whether they are lost",
        "",
    ),
    "over": ("the game is won", ""),
    "unwon": ("the game is won, and its pieces stand as before the last turn again", ""),
    "moved": ("a throw is due, but pieces stand elsewhere", "once announced"),
    "strays": ("a turn is due, but pieces stand outside of the game", "once announced"),
    "enter": ("mode `wooden`: the players throw their own dice", ""),
    "entry": ("mode `wooden`: a throw is offered", ""),
    "found": ("the dice alone, and there are sensors now", ""),
    "resting": ("five minutes without a press, a piece that moves or a command", ""),
    "opening": ("a throw for the start is due", ""),
    "throw": ("a throw is due", ""),
    "away": ("mode `far`: the dice, or the other player's turn, are not here yet", "with the dice `dice`"),
    "thinking": ("the board plays, and has still to choose its turn", ""),
    "ask": ("the board asks which it was of the turns that look alike", ""),
    "lost": ("there is no turn with this throw", ""),
    "ready": ("a legal turn stands on the board", "once announced, if a piece is still to be turned, `turn`"),
    "astray": ("the board plays, and what stands is not on the way to its turn", "once announced, before `lead`"),
    "carry_unseen": ("the board plays, and its turn may have been set unseen", ""),
    "carry": ("the board plays: its turn is to be set, or to be set to the end", ""),
    "turn": (
        "all stands rightly, but pieces are not turned as they should be (`config.DALLED`)",
        "once announced, before `dice`",
    ),
    "alike": ("turns that look alike stand on the board", ""),
    "unseen": ("nothing has moved, but a turn may have been made unseen", "`guide` once all turns have been asked for"),
    "partial_unseen": ("one die is played, and the other may have been unseen", ""),
    "partial": ("one die is played, the other must be", ""),
    "moving": ("on the way to a legal turn", "once announced `guide`"),
    "untouched": ("nothing has moved since the throw", "after a press `guide`, after two `lead`, after three `dalled`"),
    "wrong": ("no legal turn stands on the board", "once announced `guide`"),
    "pushed": (
        "of a relative's turn only a piece that it moves, too, has still to be set",
        "once announced, before `dice`",
    ),
}
NAMES, PRESS = [row.name for row in ROWS], [row.press for row in ROWS]
LONG, LIGHTS = [row.long_press for row in ROWS], [row.lights for row in ROWS]
GESTURES = {"press": PRESS, "long": LONG, "menu": (do.open_menu,) * len(NAMES)}


class First:
    """A player for the board: the first of the legal turns."""

    def choose(self, game):
        return game.legal.turns[0]


class Slow:
    """A board player that never stops thinking."""

    def choose(self, game):
        return THINKING


BOARDS = {"thinking": Slow(), "astray": First(), "carry_unseen": First(), "carry": First()}


class Pair:
    """A board in a situation, and what has changed since a gesture."""

    def __init__(self, what: str, monkeypatch):
        self.desk = Desk(Table(seed=1), folder=FOLDER)
        monkeypatch.setattr("companion.session.session.REST_MS", 9000)  # a story waits for the whole: dice_alone.txt
        monkeypatch.setattr("companion.session.mode.Game.players", (BOARDS.get(what, People()), People()))
        if what == "thinking":
            monkeypatch.setattr("companion.game.mind.Mind.step", lambda mind: False)
        Script(STORIES[what].replace("; ", "\n"), what, self.desk).run()
        self.table = self.desk.table
        self.app = self.table.app
        self.session = self.app.session
        assert self.name == what

    def make(self, gesture: str) -> None:
        session = self.session
        self.asked = session.referee.asking
        self.menu, self.mode = session.menu.entry, session.mode
        self.suspects, self.given = len(session.menu.suspects), list(self.app.service.given.holes)
        self.turn = session.tracker.turn
        self.candidates = list(session.tracker.candidates)
        self.entry = getattr(session.present, "entry", -1)
        self.plies = list(session.match.game.plies)
        self.had, self.from_ms = self.kept(), self.table.now_ms
        self.since = len(self.table.events)
        self.desk.do(gesture)
        self.events = self.table.events[self.since :]

    def kept(self) -> tuple:
        """What a gesture may have changed, and what has it back."""
        session = self.session
        players, given = session.settings.get("players"), list(self.app.service.given.holes)
        return list(session.match.game.plies), players, given, session.whose, self.name == "start"

    def said(self, ev: str, **keys) -> bool:
        return any(event["ev"] == ev and keys.items() <= event.items() for event in self.events)

    def committed(self, turn: int) -> bool:
        return self.said("turn") and ply_turn(self.session.match.game.plies[-1]) == turn

    def asks(self) -> bool:
        return self.session.referee.asking >= 0 and any(self.said("guide", code=code) for code in ("choose", "is_it"))

    @property
    def name(self) -> str:
        return situation(self.session).name

    def quiet(self) -> bool:
        """No throw, no turn, no game has come or gone."""
        return not any(self.said(ev) for ev in ("throw", "turn", "undo", "phase"))


def _refused(pair: Pair) -> bool:
    return not pair.plies and pair.said("guide", code="nothing_to_undo")


def _asked(pair: Pair) -> bool:
    return pair.name == "away" and pair.said("guide", code="ask_undo")


DONE = {
    do.next_mode: lambda pair: pair.quiet() and pair.session.menu.entry != pair.menu,
    do.take_mode: lambda pair: pair.said("state", mode=MODES[min(pair.menu, SOLO)]) and pair.session.menu.entry == -1,
    do.open_menu: lambda pair: pair.quiet() and pair.session.menu.entry == (pair.mode if pair.mode <= SOLO else 0),
    do.roll: lambda pair: pair.said("throw", player=None),
    do.one_or_two: lambda pair: pair.quiet() and pair.said("guide", code="two_players"),
    do.wake: lambda pair: pair.quiet() and not pair.session.display.resting,
    do.to_board: lambda pair: pair.said("state", mode="game") and pair.session.sensors == THERE,
    do.keep_dice: lambda pair: pair.quiet() and pair.session.sensors == THERE and pair.said("guide", code="dice_alone"),
    do.state: lambda pair: pair.quiet() and pair.said("state"),
    do.walk: lambda pair: pair.quiet() and pair.app.service.busy,
    do.say: lambda pair: pair.quiet() and (pair.said("guide") or pair.said("fault", code="blind")),
    do.ask_start: lambda pair: pair.quiet() and pair.said("guide", code="whose") and pair.name == "whose",
    do.other_player: lambda pair: pair.quiet() and pair.said("guide", code="whose") and pair.session.whose == 1,
    do.take_position: lambda pair: pair.name == "throw" and pair.session.match.game.start is not None,
    do.begin: lambda pair: pair.said("phase", phase="setup") and pair.session.match.game.plies == [],
    do.redo: lambda pair: pair.said("turn", n=1, turn="A1-M3") and pair.said("throw"),
    do.believe: lambda pair: not pair.said("turn") and not pair.said("undo") and pair.name not in ("turn", "turned"),
    do.accept: lambda pair: pair.quiet() and pair.name not in ("reversed", "doubted") and not pair.said("undo"),
    do.agree: lambda pair: pair.quiet() and pair.said("guide", code="lost_piece"),
    do.take_offer: lambda pair: pair.quiet() and pair.said("guide", code="declined") and pair.name == "setup",
    do.undo: lambda pair: len(pair.session.match.game.plies) == len(pair.plies) - 1 or _refused(pair) or _asked(pair),
    do.next_entry: lambda pair: pair.quiet() and pair.session.present.entry == pair.entry + 1,
    do.take_entry: lambda pair: pair.said("throw", throw="12") and pair.session.present.entry == -1,
    do.throw: lambda pair: pair.said("throw") and not pair.said("turn"),
    do.next_turn: lambda pair: pair.quiet() and pair.asks(),
    do.take_turn: lambda pair: pair.committed(pair.candidates[pair.asked]),
    do.commit: lambda pair: pair.committed(pair.turn),
    do.pass_turn: lambda pair: pair.committed(pair.turn),
    do.hint: lambda pair: pair.quiet() and pair.said("guide", code="not_played"),
    do.give_up: lambda pair: (
        pair.quiet() and pair.app.service.given.holes != pair.given and pair.session.menu.entry == -1
    ),
    do.who_won: lambda pair: pair.quiet() and pair.said("over"),
}
HAD_BACK = {
    **dict.fromkeys((do.commit, do.take_turn, do.pass_turn, do.redo, do.take_offer, do.one_or_two), "wait 2s; long"),
    **dict.fromkeys((do.undo, do.other_player), "press"),
    do.give_up: "wait 1s; menu" + 6 * "; press" + "; long; press; long",  # after another that may be broken
}
SHOWN_ONCE_ANNOUNCED = ("moved", "strays", "astray", "turn", "pushed", "start", "reversed", "doubted", "lost_piece")
WITH_HOLES = lambda event: event["holes"] != []  # noqa: E731
# What is announced when all rests, and on a second press: (codes, what else holds of the event).
ANNOUNCED = {
    announce.blindness: (("blind",), WITH_HOLES),
    announce.offer: (("offer_instead",), lambda event: event["args"] == [16, 16, "danish"]),
    announce.to_mend: ((), WITH_HOLES),
    announce.doubted: (("reads_other", "doubt_nothing", "stand_in", "lost_piece"), WITH_HOLES),
    announce.unwon: (("unwon",), bool),
    announce.away: (("away",), bool),
    announce.thinks: (("thinking",), bool),
    announce.guide_back: (("astray",), lambda event: event["holes"] and event["turn"]),
    announce.to_carry: (("carry",), lambda event: event["holes"] and event["turn"]),
    announce.to_mend_turn: ((), WITH_HOLES),
    announce.alike: (("alike",), lambda event: event["args"] == [2]),
    announce.maybe: (("unseen",), bool),
    announce.other_die: (("dal_played", "dal_left", "die_played", "other_die"), WITH_HOLES),
}
PAIRS = [(what, gesture) for what in NAMES for gesture in GESTURES]


@pytest.mark.parametrize(("what", "gesture"), PAIRS)
def test_a_gesture_does_what_the_table_says(what, gesture, monkeypatch):
    pair = Pair(what, monkeypatch)
    session, now = pair.session, pair.table.now_ms
    if gesture == "menu":  # before, the lights are those of the table
        announcement = session.announcement
        announced, announcement.made = announcement.made, what in SHOWN_ONCE_ANNOUNCED
        session.display.notice = None
        session.show(now)
        assert session.display.scene.kind == LIGHTS[NAMES.index(what)]
        announcement.made = announced
    elif gesture == "press":  # while a fault is shown
        session.notify(now, [20])
        assert (pair.app.scene.kind == "fault") == (what not in ("menu", "roller", "found", "resting"))
    pair.make(gesture)
    does = GESTURES[gesture][NAMES.index(what)]
    assert DONE[does](pair), pair.events
    assert pair.app.scene.since_ms >= pair.from_ms  # the lights begin anew
    if does in HAD_BACK and pair.kept() != pair.had and (does != do.undo or pair.name == "redo"):
        for line in HAD_BACK[does].split("; "):
            pair.desk.do(line)
        assert pair.kept() == pair.had


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_what_the_table_says_is_announced_is_told(row, monkeypatch):
    pair = Pair(row.name, monkeypatch)
    if row.announce in ANNOUNCED:
        pair.desk.do("wait 6s")
        codes, right = ANNOUNCED[row.announce]
        told = [event for event in pair.table.events if event["ev"] == "guide" or event.get("code") == "blind"][-1]
        assert right(told) and (told["code"] in codes or not codes), told
    elif row.announce is announce.to_turn:  # test_faults.py has the button, the_dal_is_seen.txt the pieces
        assert row.name == "ready"
    else:
        assert row.announce is announce.nothing
        since = len(pair.table.events)
        pair.desk.do("wait 1s")
        assert [event for event in pair.table.events[since:] if event["ev"] == "guide"] == []


def test_a_game_left_alone_goes_dark_and_a_press_or_a_piece_wakes_it_into_itself(monkeypatch):
    pair = Pair("ready", monkeypatch)
    for wakes in ("press", "lift A5", 'send {"do": "state"}'):
        pair.desk.do("wait 10s")
        assert pair.name == "resting" and pair.app.dark and not any(pair.app.pixels)
        since = pair.table.now_ms
        pair.make(wakes)
        assert not pair.app.dark and pair.table.now_ms - since <= 300 and pair.quiet()
    for line in ("place A5", "wait 1s", "press"):
        pair.desk.do(line)
    assert pair.session.match.game.plies, "the next press counts"


def test_each_situation_has_a_story_and_each_gesture_is_proved():
    assert set(NAMES) == set(STORIES) and len(NAMES) == len(set(NAMES))
    assert {does for column in GESTURES.values() for does in column} == set(DONE)


def test_no_press_can_cost_a_game_that_has_begun():
    assert do.begin not in PRESS
    assert [name for name, does in zip(NAMES, PRESS, strict=True) if does is do.undo] == ["unwon"]


def test_each_row_says_what_its_story_leads_to():
    text = (ROOT / "docs/situations.md").read_text(encoding="utf-8")
    assert {name: (about, more.strip()) for name, about, more, _ in LINE.findall(text)} == ABOUT


def test_a_row_without_words_in_the_document_is_named():
    text = (ROOT / "docs/situations.md").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match=r"needs a line .*ready"):
        situations(text.replace("**ready**", "**done**"))
