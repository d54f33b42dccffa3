"""A wooden board in mode `far`: led by the console to where the game is, on the table and on the emulated Pico."""

import random

from companion.far.chain import sha256
from companion.far.end import End
from companion.far.link import Link
from daldos.game import OVER, PLAY
from daldos.notation import turn_text
from daldos.record import record_lines
from daldos.state import start_cells
from host.far.board import BoardSeat
from host.sim.client import Client
from host.sim.table import Table
from host.terminal.desk import Desk

LINK = Link.new("mqtt://localhost", bytes(range(32)))


class Far:
    """Seat a at a board, whose pieces a hand sets, and seat b, which plays any turn; both on one machine."""

    def __init__(self, table, rules="norwegian", seed=1):
        self.table = table
        self.desk = Desk(table)
        self.draw = random.Random(seed)
        self.a = End(LINK, sha256(b"a"), "Ane", rules)
        self.b = End(LINK.other(), sha256(b"b"), "Bo")
        self.seat = BoardSeat(Client(table), self.a.fold, 0)
        self.cuts = 0
        self.cut_at = []  # from so many lines of the record on the plug is pulled in the middle of a turn

    @property
    def game(self):
        return self.a.fold.game

    def exchange(self):
        """All messages that are due, to both."""
        moved = True
        while moved:
            moved = False
            for end, other in ((self.a, self.b), (self.b, self.a)):
                while message := end.due():
                    other.take(*message)
                    moved = True
        for message in self.seat.step(self.a):
            self.b.take(*message)
        if self.b.fold.waits_for() == 1 and self.b.other.asks:
            self.a.take(*self.b.answer(True))
        elif self.b.fold.waits_for() == 1 and self.b.fold.game.phase == PLAY and not self.b.seat.asks:
            game = self.b.fold.game
            self.a.take(*self.b.turn(turn_text(game.position, self.draw.choice(game.legal.turns))))

    def wait(self, done, most_ms=60000):
        """Exchange and let time pass until `done()`."""
        end_ms = self.table.now_ms + most_ms
        while not done():
            assert self.table.now_ms < end_ms, (
                self.seat.trouble,
                self.game,
                self.seat.client.view().phase,
                self.seat.client.view().guide,
                self.seat.client.view().occupancy,
            )
            self.exchange()
            self.table.wait(100)
            if self.game and self.seat.client.view().phase == "setup" and not self.game.plies:
                if self.desk.rules().text == self.game.rules.text:
                    self.desk.setup(self.game.rules, start_cells(self.game.rules))

    def there(self):
        """The lines of the record that the board has."""
        return self.seat.client.view().record

    def here(self):
        return [line for line in record_lines(self.game) if line[:1].isdigit()]

    def play(self, text):
        """Set a turn at the board, with a power cut in it where one is due, and press."""
        words = text.split()
        if self.cut_at and len(self.here()) >= self.cut_at[0] and len(words) == 2:
            del self.cut_at[0]
            self.cuts += 1
            self.desk.do("play " + words[0])
            words = words[1:]
            self.table.plug_out()
            self.table.plug_in()
            self.wait(lambda: self.seat.client.view().phase == "play")
        if words and text != "--":
            self.desk.do("play " + " ".join(words))
        self.table.wait(600)
        self.table.press()

    def turn(self):
        """The next turn: led, or any of this board's own; returns whether one was played at the board."""
        view = self.seat.client.view

        def ready():
            led = view().guide and view().guide["code"] == "carry" and view().guide["turn"]
            mine = view().phase == "play" and view().player == "A" and view().lights["kind"] in ("dice", "lost")
            lost = view().phase == "play" and view().lights["kind"] == "lost"
            over = self.game.phase == OVER and len(self.there()) == len(self.here())
            return over or led or mine or lost

        self.wait(lambda: self.game and len(self.there()) >= len(self.here()) - 1)
        self.wait(ready)
        if len(self.there()) == len(self.here()) and self.game.phase == OVER:
            return False
        if view().lights["kind"] == "lost":
            text = "--"
        elif view().player == "A":
            text = turn_text(self.game.position, self.draw.choice(self.game.legal.turns))
        else:
            text = view().guide["turn"]
        made = len(self.there())
        self.play(text)
        self.wait(lambda: len(self.there()) > made and self.game.plies)
        return True


def test_a_whole_game_at_the_table():
    table = Table(seed=1)
    table.plug_in()
    far = Far(table)
    far.cut_at = [4, 5, 20, 21, 22, 23]
    for _ in range(400):
        if not far.turn():
            break
    assert far.game.phase == OVER and far.there() == far.here() == [
        line for line in record_lines(far.b.fold.game) if line[:1].isdigit()
    ]
    assert far.cuts == 6 and table.app.session.phase == OVER


def some_turns(far, count):
    for _ in range(count):
        assert far.turn()


def test_a_long_press_asks_and_a_yes_takes_the_turns_back_on_the_board():
    table = Table(seed=1)
    table.plug_in()
    far = Far(table)
    some_turns(far, 8)
    while far.seat.client.view().player != "A" or far.game.side or far.there() != far.here():
        some_turns(far, 1)
    before, thrown = far.here(), far.a.fold.throws[:]
    table.press(1500)
    far.wait(lambda: len(far.here()) < len(before))
    far.wait(lambda: far.there() == far.here())
    assert table.app.session.referee.restoring and far.a.fold.throws == thrown
    far.desk.setup(far.game.rules, far.game.position.cells)
    far.wait(lambda: not table.app.session.referee.restoring)
    some_turns(far, 6)
    far.wait(lambda: far.there() == far.here() or len(far.there()) == len(far.here()) - 1)
    assert far.a.fold.record() == far.b.fold.record() and not far.a.fold.broken


def test_another_game_on_the_board_is_kept_until_it_is_given_up():
    for rules in ("danish", "norwegian"):
        table = Table(seed=1)
        table.plug_in()
        desk = Desk(table)
        desk.do("auto 6")  # a game of the board's own
        played = Client(table).view().record
        far = Far(table, rules)
        far.wait(lambda far=far: far.seat.other_game)
        for _ in range(20):
            far.exchange()
            table.wait(100)
        assert Client(table).view().record == played and far.seat.other_game == 6
        far.seat.give_up = True
        far.wait(lambda far=far: not far.seat.other_game)
        far.desk.setup(far.game.rules, start_cells(far.game.rules))
        some_turns(far, 4)
        assert far.there()[:3] == far.here()[:3]


def test_what_was_taken_back_while_the_board_was_away_is_taken_back_there():
    far = Far(Table(seed=1))
    far.table.plug_in()
    some_turns(far, 6)
    while len(far.there()) != len(far.here()) or far.game.side:
        some_turns(far, 1)
    far.b.take(*far.a.ask_undo())
    far.a.take(*far.b.answer(True))
    far.seat = BoardSeat(Client(far.table), far.a.fold, 0)  # the end is new too
    far.wait(lambda: far.there() == far.here())
    assert not far.seat.other_game


def test_a_board_that_was_away_is_led_from_the_start():
    far = Far(Table(seed=1))
    far.table.plug_in()
    some_turns(far, 5)
    other = Table(seed=2)  # another board, with pieces as at the start
    other.plug_in()
    far.table, far.desk, far.seat = other, Desk(other), BoardSeat(Client(other), far.a.fold, 0)
    led = []
    while len(far.there()) < 6:
        far.wait(
            lambda: far.seat.client.view().lights and far.seat.client.view().lights["kind"] in ("lost", "lead", "setup")
        )
        view = far.seat.client.view()
        if view.phase == "setup":
            far.desk.setup(far.game.rules, start_cells(far.game.rules))
            far.wait(lambda: far.seat.client.view().phase != "setup")
            continue
        text = "--" if view.lights["kind"] == "lost" else view.guide["turn"]
        led.append(text)
        made = len(far.there())
        far.play(text)
        far.wait(lambda made=made: len(far.there()) > made)
    assert far.there() == far.here()[: len(far.there())] and any(text != "--" for text in led)


def refused(table, command):
    table.news()
    table.send(command)
    table.wait(100)
    return [event["code"] for event in table.news() if event["ev"] == "error"]


def test_what_is_refused():
    table = Table(seed=1)
    table.plug_in()
    command = {"do": "far", "side": "A", "number": 1, "throw": "13", "turn": "?"}
    assert refused(table, command) == ["not_far"]
    table.send({"do": "mode", "mode": "far"})
    assert refused(table, {**command, "number": 2}) == ["far_out_of_step"]
    for key, value in (("side", "C"), ("number", 0), ("number", "1"), ("throw", "15"), ("turn", "")):
        assert refused(table, {**command, key: value}), (key, value)
    assert refused(table, command) == [] and refused(table, command) == []
    assert refused(table, {**command, "throw": "14"}) == ["far_out_of_step"]
    assert refused(table, {**command, "number": 2, "throw": "12"}) == []
    assert refused(table, {**command, "number": 3, "turn": "B1-M1"}) == []  # of A, which is played here: passed over
    assert table.app.session.phase == PLAY and table.app.session.referee.chosen is None
    piece = table.lift("A1")
    table.wait(3000)
    assert refused(table, {**command, "number": 4}) == ["far_out_of_step"]
    table.place("A1", piece)


def test_nothing_is_thrown_or_begun_at_the_board_itself():
    table = Table(seed=1)
    table.plug_in()
    table.send({"do": "mode", "mode": "far"})
    table.wait(500)
    table.news()
    for ms in (100, 1500):
        table.press(ms)
        table.wait(500)
    assert not [event for event in table.news() if event["ev"] in ("throw", "phase", "turn")]
