"""A led board: from any state to a game elsewhere, and back to its own game."""

import random

import pytest

from daldos.game import OVER, PLAY, Game
from daldos.notation import turn_text
from host.far.led import TOO_OLD, LedBoard, thrown
from host.far.letter import as_text, parse
from host.far.seats import Seats
from host.sim.client import Client
from host.sim.table import Table
from host.terminal.desk import Desk
from host_tests.conftest import NIGHTLY
from host_tests.test_far_cli import Letters
from host_tests.test_far_letter import pair
from host_tests.test_scripts import FOLDER
from host_tests.test_situations import STORIES
from lab.campaigns.by_hand import Store


class Hand:
    """The player at a led board: follows its lights, and plays any turn for its own side.

    table: the board. mine: the side played there. cut_at: from so many turns on the plug is pulled in the middle of a
    turn; cuts: how often it was; led: how often the board asked for a turn of the other side's. A subclass provides the
    game, and lets time pass.
    """

    WAITS = 600  # passes of time until something must have come

    def __init__(self, table, mine, seed=1):
        self.table = table
        self.mine = mine
        self.desk = Desk(table)
        self.draw = random.Random(seed)
        self.cuts = self.led = 0
        self.cut_at = []

    def view(self):
        return self.desk.client.view()

    def wait(self, done):
        """Let time pass until `done()`, following the lights."""
        for _ in range(self.WAITS):
            if done():
                return
            self.pass_time()
            view = self.view()
            if self.game and view.mode == "far" and (view.phase == "setup" or view.lights["kind"] == "undo"):
                self.desk.do("setup")
        view = self.view()
        raise AssertionError((self.trouble, self.game, view.phase, view.position, view.guide, view.occupancy))

    def agrees(self):
        """Whether the board is at the game's state."""
        return self.view().mode == "far" and self.view().position == self.game.position_text()

    def play(self, text):
        """Set up a turn on the board, with a power cut if one is due, and press."""
        words = [] if text == "--" else text.split()
        if words and self.cut_at and len(self.game.plies) >= self.cut_at[0]:
            del self.cut_at[0]
            self.cuts += 1
            was = self.view().position
            start, _, end = words.pop(0).partition("-")  # cut with the piece in the hand, unless it captures
            self.desk.do(f"lift {start}" if end else f"play {start}")
            self.table.plug_out()
            self.table.plug_in()
            if end:
                self.desk.do(f"place {end}")
            self.wait(lambda: self.view().mode == "far" and self.view().phase != "setup")
            if self.view().position != was:  # a led turn: the lights have guided all its pieces
                return
        if words:
            self.desk.do("play " + " ".join(words))
        self.table.wait(600)
        self.table.press()

    def due(self):
        """The turn to set up now: a led one, a lost one, or any of the own side; None if there is none yet."""
        view, game = self.view(), self.game
        kind = view.lights and view.mode == "far" and view.phase == "play" and view.lights["kind"]
        if kind == "lost":
            return "--"
        if kind == "lead" and view.guide and view.guide["turn"]:
            self.led += 1
            return view.guide["turn"]
        if kind == "dice" and view.player == self.mine and self.agrees():
            return turn_text(game.position, self.draw.choice(game.legal.turns))
        return None

    def turn(self):
        """Play the next turn that is due here; returns whether there was one, for the game may be over."""
        due = None

        def ready():
            nonlocal due
            due = self.game and self.due()
            return due or self.game and self.game.phase == OVER and self.agrees()

        self.wait(ready)
        if due:
            was = self.view().position
            self.play(due)
            self.wait(lambda: self.view().position != was)
        return due


class Far(Hand):
    """Seat a at a board, and seat b, which plays any turn; directly connected on one machine."""

    def __init__(self, table, rules="norwegian", seed=1):
        super().__init__(table, "A", seed)
        self.a, self.b = pair(rules=rules)
        self.seat = LedBoard(Client(table))

    @property
    def game(self):
        return self.a.fold.game

    @property
    def trouble(self):
        return self.seat.trouble

    def pass_time(self):
        self.exchange()
        self.table.wait(100)

    def exchange(self):
        """Deliver what is due, and let both players play."""
        self.deliver()
        self.seat.step(self.a)
        self.deliver()
        if self.b.state == "answer":
            self.b.answer(True)
        elif self.b.state == "turn":
            self.b.play(self.draw.choice(self.b.fold.turns()))
        self.deliver()

    def deliver(self):
        """Bring each seat's letter to the other, until nothing is new."""
        while any([self.b.open(parse(self.a.written(0))), self.a.open(parse(self.b.written(0)))]):
            pass


def plugged(**physics):
    table = Table(seed=1, **physics)
    table.plug_in()
    return table


def game_with_cuts(table, cut_at, turns, rules="norwegian"):
    """Up to so many turns of a game, with the plug pulled in some; whether it came to its end."""
    far = Far(table, rules)
    far.cut_at, cuts = [*cut_at], len(cut_at)
    while len(far.game.plies if far.game else ()) < turns and far.turn():
        pass
    assert far.cuts == cuts and far.led and far.a.seat.logs == far.b.seat.logs
    return far.game.phase == OVER and far.agrees()


def test_a_whole_game_at_the_table():
    assert game_with_cuts(
        plugged(), [2, 3, 18, 19, 20, 21], 400, "norwegian" if NIGHTLY else "cerne-abbey,n=11,lose_at=1"
    )


class Posted(Hand):
    """Seat a by commands in a terminal; seat b at a led board; letters between them, as texts."""

    def __init__(self, folder):
        super().__init__(plugged(), "B")
        self.command = Letters(folder)
        self.seats = Seats(Store(), random.Random(1).randbytes, int)
        self.end, _ = self.seats.open(self.command("new", "--name", "Ane", "--rules", "norwegian")["letter"], "Bo")
        self.seat, self.trouble = LedBoard(Client(self.table)), ""

    @property
    def game(self):
        return self.end.fold.game

    def pass_time(self):
        if self.end.state == "letter":
            told = self.command("open", as_text(self.end.letter()))
            self.end.handed()
            if told["state"] == "turn":
                told = self.command("play", "1")
            if told["letter"]:
                self.end, _ = self.seats.open(told["letter"])
        self.seat.step(self.end)
        self.table.wait(100)


def test_the_command_line_plays_by_letters_with_a_board(tmp_path):
    far, turns = Posted(tmp_path), 1000 if NIGHTLY else 12
    while (len(far.game.plies if far.game else ()) < turns or not far.led) and far.turn():
        pass
    told = far.command("letter")
    positions = [*(turn.result for turn in far.game), far.game.position_text()]
    assert far.led and told["position"] in positions
    assert (told["state"] == "over") == far.end.fold.over


@pytest.mark.nightly
def test_a_game_at_an_emulated_pico(image):
    from lab.pico.table import PicoTable

    table = PicoTable(image, twin=False)
    table.plug_in()
    game_with_cuts(table, [2, 3, 5, 6], 10)


@pytest.fixture
def far():
    """A game with a board whose own turn it is, after some turns."""
    far = Far(plugged())
    while True:
        far.wait(lambda: far.game and far.due())
        if len(far.game.plies) > 4 and far.view().lights["kind"] == "dice":
            return far
        far.turn()


def test_a_long_press_asks_and_a_yes_takes_the_turns_back_on_the_board(far):
    before, throws = len(far.game.plies), far.a.fold.throws
    far.table.press(1500)
    far.exchange()
    assert len(far.game.plies) < before and far.a.fold.throws == throws
    far.wait(far.agrees)
    for _ in range(6):
        assert far.turn()
    assert far.a.seat.logs == far.b.seat.logs


def take_back(far):
    """Seat a asks, and seat b says yes."""
    far.a.ask()
    far.deliver()
    far.b.answer(True)
    far.deliver()


def test_what_was_taken_back_while_the_board_was_away_is_taken_back_there(far):
    take_back(far)
    far.seat = LedBoard(Client(far.table))  # the end is new too
    far.wait(far.agrees)
    assert far.turn()


def test_a_turn_taken_back_before_a_restart_is_not_played_again(far):
    made = len(far.game.plies)
    far.play(due := far.due())
    while len(far.game.plies) == made:  # until it is sent
        far.table.wait(100)
        far.seat.step(far.a)
    take_back(far)
    plies, said = len(far.game.plies), len(far.a.seat.logs[0])
    far.seat = LedBoard(Client(far.table))  # the host restarts before the board has received it
    for _ in range(20):
        far.table.wait(100)
        far.seat.step(far.a)
    assert (len(far.game.plies), len(far.a.seat.logs[0])) == (plies, said)
    far.desk.do("setup")
    far.play(due)  # and again, if that is wished
    far.wait(lambda: len(far.game.plies) > plies)


def test_a_turn_just_played_and_taken_back_is_not_played_again(far):
    game, seat = far.game.copy(), LedBoard(Client(far.table))
    played = game.copy()
    played.play(turn := game.turns()[0].text)
    far.desk.do("play " + turn)
    far.table.wait(600)
    far.table.press()
    assert seat.lead(game, thrown(game), 0) == [("turn", turn)] == seat.lead(game, thrown(game), 0)
    assert seat.lead(played, thrown(played), 0) == []
    far.table.wait(600)
    assert seat.lead(game, thrown(game), 0) == []
    far.table.wait(600)
    assert far.agrees() and far.view().lights["kind"] == "undo"


def test_a_turn_played_while_nobody_heard_the_board_is_sent_later(far):
    turn = far.due()
    far.play(turn)
    made = len(far.game.plies)
    far.seat = LedBoard(Client(far.table))
    far.exchange()
    assert [each.text for each in far.game][made:][:1] == [turn]


# --- whatever the board was doing -------------------------------------------------------------------------------------

UNLED = ("blind", "suspect", "found", "away", "resting")  # no sensors to set it up by; led already; dark
STOOD = {what: lines for what, lines in STORIES.items() if what not in UNLED}
STOOD |= {  # the state of its own game
    "against the board": "plug in; mode solo; auto 3; wait 4s",
    "a magnet walk": 'plug in; auto 3; send {"do": "walk"}; wait 1s',
    "other rules set": "plug in; rules norwegian; new; auto 3; rules danish",
}
WAYS = [(end, stood) for stood in STOOD for end in ("release", "power cut", "mode")]
ONCE = [way for k, way in enumerate(WAYS) if k % 3 == k // 3 % 3]


def far_game(rules, turns=9):
    """A game so far, and then a throw."""
    game, draw = Game(rules), random.Random(7)
    game.opening_throw(3, 4)
    game.opening_throw(1, 2)
    for k in range(turns):
        game.throw(1, 1 + k % 4)
        game.play(draw.choice(game.turns()))
    game.throw(1, 3)
    return game


def lead(seat, game, k=None):
    """Lead the board there, and check that it arrives."""
    for _ in range(3):
        assert seat.lead(game, thrown(game), k) == []
        seat.client.board.wait(100)
    view = seat.client.view()
    assert (view.mode, view.rules, view.position) == ("far", game.rules.text, game.position_text()), seat.trouble
    assert not seat.trouble


def story(lines):
    desk = Desk(Table(seed=1), folder=FOLDER)
    for line in lines.split("; "):
        desk.do(line)
    return desk


def has(desk):
    """The board's own game."""
    for _ in range(3):
        desk.client.view()
        desk.table.wait(500)  # one line of the record per step
    view = desk.client.view()
    return view.mode, view.rules, view.position, view.record


@pytest.mark.parametrize(("end", "stood"), WAYS if NIGHTLY else ONCE[::2])  # by day each end, in every other state
def test_a_board_is_led_whatever_it_was_about_and_has_its_own_game_back(stood, end):
    desk = story(STOOD[stood])
    table, seat = desk.table, LedBoard(Client(desk.table))
    before, kept = has(desk), {**table.store.files}
    for rules in ("danish", "norwegian"):
        game = far_game(rules)
        lead(seat, game, game.side)
        desk.do("setup")
        table.wait(1000)
        turn = game.turns()[0].text
        desk.do("play " + turn)
        table.wait(600)
        table.press()
        assert seat.lead(game, thrown(game), game.side) == [("turn", turn)]
    assert table.store.files == kept
    if end == "release":
        seat.release()
    elif end == "mode":
        table.send({"do": "mode", "mode": before[0]})
    else:
        table.plug_out()
        table.plug_in()
    table.wait(1000)
    assert has(desk) == before
    if before[0] != "diagnose":
        desk.do("mode game")
        desk.do("setup")
        table.wait(1000)
        assert table.app.session.phase == table.app.session.match.game.phase


def test_a_board_is_led_however_its_pieces_stand_and_the_lights_set_them_right():
    table = plugged()
    seat, draw = LedBoard(Client(table)), random.Random(3)
    for turns in (0, 3, 30, 12, 31):
        table.board.setup("".join(draw.choice("AB....") for _ in range(49)))
        table.wait(1000)
        game = far_game("danish", turns)
        lead(seat, game)
        table.wait(1000)
        guide = seat.client.view().guide
        assert guide["code"] == ("taken_back" if turns == 12 else "set_up_led")
        for hole in [hole for hole in guide["holes"] if hole["has"] != "."]:
            table.board.away(table.lift(hole["hole"]))
        for hole in [hole for hole in guide["holes"] if hole["want"] != "."]:
            table.place(hole["hole"], hole["want"])
        table.wait(1000)
        assert table.app.session.phase == PLAY and not table.app.session.referee.misplaced()


def test_it_is_led_again_after_a_restart_and_as_seldom_as_can_be():
    table = plugged()
    seat, game = LedBoard(Client(table)), far_game("danish")
    sent = []
    table.send, told = lambda line: (sent.append(line), told(line)), table.send
    for _ in range(2):
        for _ in range(100):
            seat.lead(game, thrown(game), 0)
            table.wait(20)
        assert [line["do"] for line in sent if line["do"] != "state" and line["do"] != "record"] == ["lead"]
        sent.clear()
        table.plug_out()
        seat.lead(game, thrown(game), 0)
        table.plug_in()


def refused(table, command):
    table.news()
    table.send(command)
    table.wait(100)
    return [event["code"] for event in table.news() if event["ev"] == "error"]


START = "a" * 16 + "/" + "." * 17 + "/" + "b" * 16
LEAD = {"do": "lead", "rules": "danish", "position": START + " A 13", "number": 3, "side": "A", "turn": "?"}


def test_what_is_refused_changes_nothing():
    table = plugged()
    before = table.app.session.state()
    for change in (
        {"rules": "chess"},
        {"rules": "danish,n=17"},
        {"position": "nonsense"},
        {"position": START + " A #"},
        {"position": START[1:] + " A 13"},
        {"rules": "norwegian"},
        {"turn": "A1-M1"},
        {"position": START + " A -", "turn": "A1-M4"},
        {"side": "C"},
        {"number": -1},
        {"number": "1"},
    ):
        assert len(refused(table, {**LEAD, **change})) == 1, change
        assert table.app.session.state() == before
    assert refused(table, {"do": "mode", "mode": "far"}) == ["bad_mode"]
    assert refused(table, {"do": "set", "key": "mode", "value": "far"}) == ["bad_mode"]
    assert not refused(table, LEAD) and not refused(table, {**LEAD, "turn": "A1-M4"})
    assert refused(table, {"do": "new"}) == refused(table, {"do": "undo"}) == ["led"]
    assert not refused(table, {"do": "release"}) and not refused(table, {"do": "release"})
    assert table.app.session.state() == before
    table.send(LEAD)
    assert not refused(table, {"do": "rules", "rules": "norwegian"})  # of its own game
    view = Client(table).view()
    assert (view.mode, view.rules) == ("game", "norwegian")
    assert refused(plugged(scans=False), LEAD) == ["no_sensors"]


def test_a_board_too_old_to_be_led_is_said_to_be():
    class Old(Table):
        def send(self, line):
            super().send({"do": "far", "id": line["id"]} if line["do"] == "lead" else line)

    table = Old(seed=1)
    table.plug_in()
    seat, game = LedBoard(Client(table)), far_game("danish")
    for _ in range(3):
        assert seat.lead(game, thrown(game), 0) == []
        table.wait(400)
    assert seat.trouble == TOO_OLD and seat.client.view().mode == "game"


def test_what_the_board_refuses_is_told_until_it_can_be_led():
    seat, game = LedBoard(Client(plugged())), far_game("danish,n=17")
    seat.lead(game, thrown(game), 0)
    seat.lead(game, thrown(game), 0)
    assert "17" in seat.trouble
    lead(seat, far_game("danish"))


def test_a_slow_board_is_led_on_once_it_has_answered():
    class Slow(Table):
        late: list = []

        def send(self, line):
            if line["do"] == "lead":
                self.late.append(line)
            else:
                super().send(line)

    table = Slow(seed=1)
    table.plug_in()
    seat, game = LedBoard(Client(table)), far_game("danish")
    seat.lead(game, thrown(game), 0)
    game.play(game.legal.turns[0], False)
    for _ in range(3):
        seat.lead(game, thrown(game), 0)
    assert len(table.late) == 1
    Table.send(table, table.late[0])
    seat.lead(game, thrown(game), 0)
    assert [line["turn"] != "?" for line in table.late] == [False, True]  # it stands before the turn
    game.throw(1, 3)
    game.play(game.legal.turns[0], False)
    Table.send(table, table.late[0])  # an answer to an earlier one says nothing of the last
    seat.lead(game, thrown(game), 0)
    assert len(table.late) == 2
