"""A player with only the board: lights, pieces and one button, without access to the session or a computer.

The player chooses each ruleset, and begins and finishes a game; and uses all other entries of the choice of modes by
their pictures.
"""

import random

import pytest

from companion.console.phases import HINTING, SOLO
from companion.game.mind import Mind
from companion.lights import scene as s
from companion.session.modes import MENU_SHOWN_MS
from daldos.effects import cells_after
from daldos.game import OVER, PLAY
from daldos.notation import turn_text
from daldos.position import parse_position
from daldos.rules import RULESETS, parse_rules
from daldos.state import PLAYERS
from host_tests.conftest import few
from lab.campaigns import muddles
from lab.campaigns.follower import LONG_MS, MENU_MS, SETTLE_MS, Follower
from lab.campaigns.muddles import StridingTable

RULES = [name for name, _ in RULESETS]


HINTED = (  # several legal turns each, of which some leave pieces in the same holes
    ("danish", "..aaaaaaaaaaaaaa/..A.A............/bbbbbbbbbbbbbbb. A 24"),
    ("danish,jump=any", "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 11"),
    ("danish,jump=own", ".Aaa............/A...A............/bbbbbbbbbbbbb... A 13"),
    ("danish", "................/...AA............/bbbbbbbbbbbbbbb. A 13"),
    ("danish,dal_moves=false", "aaa............./A................/bbbbbbbbbbbbbb.. A 12"),
)


class Won(Exception):
    """The lights say who has won."""


class Alone(Follower):
    """A player who captures if possible, and knows docs/lights.md by heart."""

    def find(self, choice: int) -> None:
        """Go through the choice of modes to this entry, via its room."""
        rooms = {s.CALIBRATE_ENTRY: s.SENSORS_ROOM, **dict.fromkeys(range(s.RULES_ENTRY, s.SIDE_ENTRY), s.RULES_ROOM)}
        self._press(MENU_MS)
        if choice >= SOLO:
            self._go(rooms.get(choice, s.PLAYERS_ROOM))
            self._press(LONG_MS)
        self._go(choice)

    def _go(self, choice: int) -> None:
        for _ in range(s.ENTRIES):
            message = self._reader.read()
            if message == message._replace(kind="menu", choice=choice):
                return
            self._press()
        raise AssertionError(f"entry {choice} is not to be found")

    def take(self, choice: int):
        """Find an entry, and take it; returns the lights' message afterwards."""
        self.find(choice)
        return self.long_press()

    def long_press(self):
        """The lights' message after a long press."""
        self._press(LONG_MS)
        return self.look()

    def look(self):
        """The lights' message."""
        self.table.wait(SETTLE_MS)
        return self._reader.read()

    def clear(self, but=()) -> None:
        """Take everything off the board, except from these holes."""
        for hole in range(len(self.table.board.names)):
            if hole not in but and self.table.board.piece_at(hole):
                self._lift(hole)

    def begin(self, rules: str, pieces: int = 99) -> None:
        """Choose rules; with fewer pieces than usual, those nearest the stern, by a long press."""
        self.find(s.RULES_ENTRY + RULES.index(rules))
        self._press(LONG_MS)
        parsed = parse_rules(rules)
        self.clear([self.table.hole(f"{row}{k + 1}") for row in "AB" for k in range(min(pieces, parsed.n))])
        if pieces < parsed.n:
            assert self.look().kind == "offer"
            self._press(LONG_MS)

    def finish(self) -> int:
        """Play both sides until the lights say who has won: that player."""
        try:
            while True:
                self.lead()
        except Won as won:
            return won.args[0]

    def _over(self, message) -> None:
        raise Won(message.player)

    def _dice(self, message) -> None:
        if self._game.phase == PLAY:
            self._play(self._choose(self._game))

    def _choose(self, game) -> int:
        enemies = b"\3\4" if game.position.side == 0 else b"\1\2"
        left = [sum(cell in enemies for cell in cells_after(game.position, turn)) for turn in game.legal.turns]
        best = [turn for turn, count in zip(game.legal.turns, left, strict=True) if count == min(left)]
        return self.draw.choice(best)


class Led(Alone):
    """A player who follows hints: moves and turns the pieces that the lights point at."""

    def _dice(self, message) -> None:
        leads = set()
        for _ in range(3):  # a hint takes time to think, and is shown for a while
            self._press()
            self._press()
            while (seen := self._reader.read()).kind != "dice":
                leads.add(seen)
        for lead in sorted(leads):
            if lead.kind == "lead":
                assert lead.want != s.LOOK or not self.table.board.tall  # the board senses the heights
                self._lead(lead)


def seated(table, seed: int = 1) -> Alone:
    """A player at this table, which is switched on."""
    table.plug_in()
    return Alone(table, random.Random(seed))


def is_finished(player: Alone, rules: str, winner: int) -> bool:
    """Whether the board has played this game to the end that the lights say."""
    game = player.table.app.session.match.game
    ended = (game.phase, game.winner, game.rules) == (OVER, PLAYERS[winner], parse_rules(rules))
    return ended and len(game.plies) > 1


def at_position(rules: str, text: str, dalled: bool) -> StridingTable:
    """A board at a throw in the middle of a game."""
    position = parse_position(text, parse_rules(rules))
    table = StridingTable(3, dalled)
    table.throws[:] = [position.throw]
    table.board.setup(text.split()[0].replace("/", ""))
    table.plug_in()
    table.send({"do": "rules", "rules": rules})
    table.app.session.new(table.now_ms, text[:-2] + "-")
    table.press()
    return table


@pytest.mark.parametrize("dalled", [False, True], ids=["plain", "dalled"])
@pytest.mark.parametrize("rules, position", HINTED)
def test_a_hint_is_the_best_turn_and_the_lights_lead_to_its_end(rules, position, dalled, monkeypatch):
    monkeypatch.setattr(muddles, "STRIDE", 1)  # it thinks between scans
    table = at_position(rules, position, dalled)
    game = table.app.session.match.game
    mind = Mind(game, HINTING, True)
    while not mind.step():
        pass
    best = turn_text(game.position, mind.turn)
    assert len(game.legal.turns) > 1
    Led(table, random.Random(1)).lead()
    told = [event for event in table.events if event["ev"] in ("hint", "turn")]
    assert {event["turn"] for event in told} == {best} and [event["ev"] for event in told][-2:] == ["hint", "turn"]
    if dalled:
        assert table.board.letters() == told[-1]["result"].split()[0].replace("/", "")


@pytest.mark.parametrize("rules", few(RULES, 3))
def test_a_game_of_each_ruleset_is_chosen_begun_and_finished(rules):
    player = seated(StridingTable(3))
    player.begin(rules)
    assert is_finished(player, rules, player.finish())


def test_each_level_of_the_board_stands_in_the_choice_of_modes():
    player = seated(StridingTable(3))
    player.take(SOLO + 3)
    assert [player.table.app.settings.get(key) for key in ("mode", "level")] == ["solo", 4]


def empty(player: Alone, counts: float) -> None:
    """An empty board whose sensor at M3 reads this much above the half rail."""
    board = player.table.board
    board.sensors[board.names.index("M3")].offset = counts
    board.setup("." * len(board.names))
    player.table.wait(SETTLE_MS)


def test_a_crooked_sensor_is_calibrated_once_somebody_says_that_nothing_stands_there():
    player = seated(StridingTable(3))
    table = player.table
    empty(player, 320)
    assert player.take(s.CALIBRATE_ENTRY) == player._reader.read() and table.app.scene.kind == "guide"
    assert player.long_press().kind == "setup"
    assert abs(table.app.sensing.reading(table.hole("M3"))) < 10
    table.plug_out()
    table.plug_in()
    assert player.look().kind == "setup" and not table.app.sensing.drifted()
    table.board.setup("start")
    player.begin("danish", 3)
    assert [event["code"] for event in table.events if event["ev"] == "fault"] == []
    empty(player, 600)  # no misplaced sensor reads that much
    player.take(s.CALIBRATE_ENTRY)
    assert player.long_press().kind == "guide" and table.app.sensing.reading(table.hole("M3")) > 50


def test_a_command_right_after_a_job_finds_what_stands_there_now():
    table = seated(StridingTable(3)).table
    table.board.setup("." * 49)  # not seen before it calibrates
    table.app.receive(table.now_ms, b'{"do": "calibrate"}\n')
    while table.app.service.busy:
        table.wait(table.config.SCAN_MS)
    table.app.receive(table.now_ms, b'{"do": "state"}\n')
    assert bytes(table.app.session.holes.occupancy) == b"." * 49


def test_a_board_that_is_blind_is_not_offered_a_calibration():
    """A mux that never switches off reads as a drift, too; the offer would hide the fault, again and again."""
    player = seated(StridingTable(3, True))
    empty(player, 0)
    assert player.look().kind == "setup"
    player.table.board.fault("enable", 1, 0)
    player.table.board.place(player.table.hole("A6"), "A")
    assert player.look().kind == "fault"


@pytest.mark.parametrize("gone_counts", [460, 150], ids=["a piece for ever", "not yet"])
@pytest.mark.parametrize("by", ["offer", "walk", "nobody"])
def test_a_sensor_that_has_drifted_is_calibrated_on_the_empty_board(by, gone_counts):
    """An empty board that has drifted offers a calibration by itself, until pieces are set; a magnet walk begins with
    one."""
    player = seated(StridingTable(3))
    table = player.table
    empty(player, -230)
    player.take(s.CALIBRATE_ENTRY)
    table.wait(MENU_SHOWN_MS)
    assert player.look().kind == "setup"
    empty(player, gone_counts - 230)
    if by == "walk":
        table.send({"do": "walk"})
        table.wait(1000)
        assert table.app.service.walking and abs(table.app.sensing.reading(table.hole("M3"))) < 10
        assert (table.app.scene.kind, table.app.scene.wants[0]) == ("setup", s.WANT_A)
        return
    table.plug_out()
    table.plug_in()
    message = player.look()
    assert (message.kind, message.choice) == ("menu", s.CALIBRATE_ENTRY)
    if by == "nobody":
        table.board.setup("start")
        table.wait(100)
        table.press()
        assert len(table.app.session.match.game.opening) == (gone_counts < 460)  # M3 has a piece, as it seems
        return
    assert player.long_press().kind == "setup"
    assert abs(table.app.sensing.reading(table.hole("M3"))) < 10
    table.board.setup("start")
    player.begin("mary-rose", 1)  # and M3 has no piece
