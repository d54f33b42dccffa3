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


class Hand:
    """Sits at a board in mode far: sets what its lights lead to, and any turn of its own side.

    table: the board. mine: the side played there. cut_at: from so many lines of the record on the plug is pulled in
    the middle of a turn; cuts: how often it was. A heir says what the game is, and lets time pass.
    """

    WAITS = 600  # passes of time until something must have come

    def __init__(self, table, mine, seed=1):
        self.table = table
        self.mine = mine
        self.desk = Desk(table)
        self.draw = random.Random(seed)
        self.cuts = 0
        self.cut_at = []

    def view(self):
        return self.desk.client.view()

    def wait(self, done):
        """Let time pass until `done()`; the pieces are set up for a game that begins."""
        for _ in range(self.WAITS):
            if done():
                return
            self.pass_time()
            if self.game and self.view().phase == "setup" and not self.game.plies:
                self.set_up()
        view = self.view()
        raise AssertionError((self.trouble, self.game, view.phase, view.guide, view.occupancy))

    def set_up(self):
        """The pieces as at the start, once the board has the rules."""
        if self.desk.rules().text == self.game.rules.text:
            self.desk.setup(self.game.rules, start_cells(self.game.rules))

    def there(self):
        """The lines of the record that the board has."""
        return self.view().record

    def here(self):
        return [line for line in record_lines(self.game) if line[:1].isdigit()]

    def cut(self):
        """The plug is pulled, and put in again."""
        self.table.plug_out()
        self.table.plug_in()

    def play(self, text):
        """Set a turn at the board, with a power cut in it where one is due, and press."""
        words = [] if text == "--" else text.split()
        if words and self.cut_at and len(self.here()) >= self.cut_at[0]:
            del self.cut_at[0]
            self.cuts += 1
            start, _, end = words.pop(0).partition("-")  # the piece is in the hand then, unless it captures
            self.desk.do(f"lift {start}" if end else f"play {start}")
            self.cut()
            if end:
                self.desk.do(f"place {end}")
            self.wait(lambda: self.view().phase == "play")
        if words:
            self.desk.do("play " + " ".join(words))
        self.table.wait(600)
        self.table.press()

    def due(self):
        """The turn that is to be set now: led, lost, or any of the own side; None if there is none yet."""
        view, game = self.view(), self.game
        kind = view.lights and view.phase == "play" and view.lights["kind"]
        if kind == "lost":
            return "--"
        if view.guide and view.guide["code"] == "carry" and view.guide["turn"]:
            return view.guide["turn"]
        if kind == "dice" and view.player == self.mine and view.position == game.position.text():
            return turn_text(game.position, self.draw.choice(game.legal.turns))
        return None

    def turn(self):
        """Play the next turn that is due here; returns whether there was one, for the game may be over."""
        due = None

        def ready():
            nonlocal due
            due = self.game and self.due()
            return due or self.game and self.game.phase == OVER and len(self.there()) == len(self.here())

        self.wait(ready)
        if due:
            made = len(self.there())
            self.play(due)
            self.wait(lambda: len(self.there()) > made and self.game.plies)
        return due


class Far(Hand):
    """Seat a at a board, and seat b, which plays any turn; both on one machine, nothing between them."""

    def __init__(self, table, rules="norwegian", seed=1):
        super().__init__(table, "A", seed)
        self.a = End(LINK, sha256(b"a"), "Ane", rules)
        self.b = End(LINK.other(), sha256(b"b"), "Bo")
        self.seat = BoardSeat(Client(table), self.a.fold, 0)

    @property
    def game(self):
        return self.a.fold.game

    @property
    def trouble(self):
        return self.seat.trouble

    def pass_time(self):
        self.exchange()
        self.table.wait(100)

    def agree(self):
        """All messages that need no player's word, to both."""
        moved = True
        while moved:
            moved = False
            for end, other in ((self.a, self.b), (self.b, self.a)):
                while message := end.due():
                    other.take(*message)
                    moved = True

    def exchange(self):
        """All messages that are due, the players' too."""
        self.agree()
        for message in self.seat.step(self.a):
            self.b.take(*message)
        if self.b.fold.waits_for() == 1 and self.b.other.asks:
            self.a.take(*self.b.answer(True))
        elif self.b.fold.waits_for() == 1 and self.b.fold.game.phase == PLAY and not self.b.seat.asks:
            game = self.b.fold.game
            self.a.take(*self.b.turn(turn_text(game.position, self.draw.choice(game.legal.turns))))


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


def test_a_throw_of_the_boards_own_that_is_not_the_games_is_thrown_away():
    """The throws for the start happen to be those of the game, the one after them is another."""
    table = Table(seed=1)
    table.board.setup("start")
    table.plug_in()
    table.wait(1000)
    far = Far(table, "danish")
    far.agree()
    *opening, first = [tuple(sorted(throw)) for throw in far.a.fold.throws]
    table.throws += [*opening, (1, 1) if first != (1, 1) else (2, 2)]
    assert far.view().phase == "opening"
    for _ in table.throws[:]:
        table.press()
        table.wait(500)
    assert far.there() == far.here() and far.view().throw != "%d%d" % first
    some_turns(far, 2)
    assert far.there()[:-1] == far.here()[: len(far.there()) - 1]


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
