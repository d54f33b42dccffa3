"""The tracker on every runtime: one turn for each verdict, and a transcript of random hands."""

from companion.sensing.heights import sides
from companion.tracking.changes import CELL_OF
from companion.tracking.remaining import holes_for_other, holes_in_place
from companion.tracking.suspects import suspects
from companion.tracking.tracker import (
    AMBIGUOUS,
    COMPLETE,
    MOVING,
    PARTIAL,
    TURN,
    UNTOUCHED,
    VERDICTS,
    WRONG,
    Tracker,
    occupancy_of,
)
from daldos.game import OPENING, OVER, Game
from daldos.notation import parse_turn, turn_text
from daldos.position import parse_position
from daldos.prng import Xorshift32
from daldos.rules import parse_rules
from daldos.turns import LegalTurns, legal_turns, play_moves
from here import heap_lock, heap_unlock

START = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A "
RULES = (
    "danish",
    "ostergaard",
    "norwegian",
    "mary-rose",
    "cerne-abbey",
    "naesheim",
    "danish,jump=own",
    "ostergaard,n=11,jump=any",
    "danish,n=11,dal_moves=false",
    "mary-rose,jump=any,dal_moves=false",
)


class Board:
    """A tracker on a board that is changed hole by hole, by name. heights: it senses which pieces are dalled."""

    def __init__(self, position: str, rules: str = "danish", seen_all: bool = True, heights: bool = False):
        self.at = parse_position(position, parse_rules(rules))
        self.tracker = Tracker()
        self.tracker.begin(self.at, legal_turns(self.at), seen_all)
        self.codes = bytearray([CELL_OF[cell] for cell in self.at.cells]) if heights else bytearray(self.tracker.before)
        self._heights = heights

    def set(self, *deeds: str) -> int:
        """Each deed, such as `A1.` or `M3A`, is a hole's new reading; returns the verdict after the last."""
        for deed in deeds:
            self.codes[self.at.rules.board.hole(deed[:-1])] = ord(deed[-1])
            if self._heights:
                self.tracker.see(sides(self.codes), self.codes)
            else:
                self.tracker.see(self.codes)
        return self.tracker.verdict

    def turn(self) -> str:
        """The turn recognised."""
        return turn_text(self.at, self.tracker.turn)

    def told(self) -> str:
        """Verdict, and the turn recognised, or the reason, and each hole with what it has and what it should have."""
        board, tracker = self.at.rules.board, self.tracker
        holes = ["%s%c%c" % (board.name(hole), has, want) for hole, has, want in tracker.holes]
        said = self.turn() if tracker.verdict == COMPLETE else tracker.reason
        return " ".join([VERDICTS[tracker.verdict], said] + holes)

    def candidates(self) -> list:
        """The turns to choose from."""
        return [turn_text(self.at, turn) for turn in self.tracker.candidates]


def test_a_turn_from_lifting_to_landing():
    board = Board(START + "12")
    assert board.tracker.verdict == UNTOUCHED
    assert board.set("A1.") == MOVING
    assert board.set("M1A") == PARTIAL
    assert board.set("M1.", "M4A") == WRONG
    assert board.set("M4.", "M3A") == COMPLETE
    assert board.turn() == "A1-M3"
    assert board.set("M3.", "A1A") == UNTOUCHED


def test_a_lost_turn_is_complete_as_long_as_nothing_moves():
    board = Board(START + "24")
    assert board.tracker.verdict == COMPLETE
    assert board.turn() == "--"
    assert board.set("A1.") == WRONG
    assert board.set("A1A") == COMPLETE


def test_the_captured_piece_may_leave_first_or_last():
    position = ".aaaaaaaaaaaaaaa/...A.B.........../bbbbbbbbbbbbbbb. A 11"
    for deeds in (("M6.", "M4.", "M6A"), ("M4.", "M6.", "M6A"), ("M4.", "M6A")):
        board = Board(position)
        assert board.set(*deeds) == COMPLETE
        assert board.turn() == "M4xM6"


def test_dalled_pieces_are_one_as_good_as_the_other():
    # like M5-M8 M4-M5, but one piece has moved all the way
    board = Board("................/...AA............/bbbbbbbbbbbbbbb. A 13")
    assert board.set("M4.", "M8A") == COMPLETE
    assert board.turn() in ("M5-M8 M4-M5", "M4-M5 M5-M8")


def test_what_stands_rightly_is_the_turn_whatever_the_way():
    board = Board(".aa............./................./bbbbbbbbbbbbbbb. A 11")
    assert board.set("A3.", "A1A") == COMPLETE
    assert board.turn() == "A2-A1 A3-A2"
    assert board.tracker.to_turn == [1]  # nobody has touched A2, which this turn dals
    assert board.set("A2.", "A2A") == COMPLETE
    assert board.turn() == "A2-A1 A3-A2"
    assert board.tracker.to_turn == []
    board = Board(START + "11")
    assert board.set("A2.", "M1A") == COMPLETE
    assert board.turn() == "A1-M1 A2-A1"
    assert board.tracker.to_turn == [0]


def test_the_only_turn_needs_no_hand_where_it_only_turns_a_piece():
    board = Board("..........aa/............./bbb......... A 11", "norwegian,dal_moves=false")
    assert board.tracker.verdict == UNTOUCHED
    board.tracker.begin(board.at, LegalTurns([parse_turn(board.at, "A11= A12=")], 2, []))  # as one that is led
    assert board.tracker.verdict == COMPLETE and board.turn() == "A11= A12="
    assert board.tracker.to_turn == [11, 10]


def test_a_dal_that_only_turns_is_a_piece_lifted_and_put_back():
    position = "aaa............./A................/bbbbbbbbbbbbbb.. A 12"
    board = Board(position, "danish,dal_moves=false")
    assert board.set("M1.", "M3A") == PARTIAL
    assert board.tracker.played == 2
    assert board.set("A2.") == MOVING
    assert board.set("A2A") == COMPLETE
    assert board.turn() == "A2= M1-M3"
    assert board.set("A3.", "A3A") == AMBIGUOUS
    assert sorted(board.candidates()) == ["A2= M1-M3", "A3= M1-M3"]


def test_after_a_power_cut_any_piece_may_have_been_turned():
    position = "aaa............./A................/bbbbbbbbbbbbbb.. A 12"
    board = Board(position, "danish,dal_moves=false", False)
    assert board.set("M1.", "M3A") == AMBIGUOUS
    assert len(board.candidates()) == 3
    assert board.set("A2.", "A2A") == AMBIGUOUS
    assert board.candidates()[0] == "A2= M1-M3"


IN_PLACE = "aaa............./A................/bbbbbbbbbbbbbb.. A 12"
THREE = "aaa......../............/bbb........ A 11"
TURNED = (  # rules, position, steps of deeds, and after each what is told where it is seen how the pieces stand
    # A2 to M1, or A1 there and A2 to A1: those count that leave the fewest to turn, whatever was touched
    ("jump=any", START + "11", "A1. A1a A2. M1a", "turn turn_it M1aA"),
    ("jump=any", START + "11", "A1. A1a A2. M1A", "complete A2-M1"),
    ("jump=any", START + "11", "A2. A1A M1a", "turn turn_it M1aA"),
    ("jump=any", START + "11", "A2. A1A M1A", "complete A1-M1 A2-A1"),
    ("jump=any", START + "11", "A1. A1a A2. M1x", "complete A2-M1"),
    # for a piece of unknown height the touches decide, as without heights
    ("jump=any", START + "11", "A2. M1A A1x", "complete A2-M1"),
    ("jump=any", START + "11", "A1. A1x A2. M1A", "ambiguous "),
    # by a dal that only turns
    ("dal_moves=false", IN_PLACE, "M1. M3A A2A", "complete A2= M1-M3"),
    ("dal_moves=false", IN_PLACE, "A2. A2a A3. A3A M1. M3A", "complete A3= M1-M3"),
    ("dal_moves=false", IN_PLACE, "A2A A3A M1. M3A", "turn turned_back A2Aa"),
    ("dal_moves=false", IN_PLACE, "A2A", "partial other_die"),
    ("dal_moves=false", IN_PLACE, "A1A A2. A2a", "partial other_die"),
    ("dal_moves=false", IN_PLACE, "A1. A1a", "untouched "),
    ("dal_moves=false", IN_PLACE, "A2A B1B", "turn turned_back B1Bb"),
    # no more than if nothing had been played: two of three touched pieces need not be turned
    ("dal_moves=false,n=11", THREE, "A1. A1a A2. A2a", "untouched "),
    ("dal_moves=false,n=11", THREE, "A1. A1a A2A", "turn turn_it A1aA"),
    # pieces that no dal has moved
    ("jump=enemy", START + "12", "A5A", "turn turned_back A5Aa"),
    ("jump=enemy", START + "12", "A1. M3A B7B", "turn turned_back B7Bb"),
    ("jump=enemy", START + "12", "A1. M3a A2A", "turn turned_back A2Aa M3aA"),
    ("jump=enemy", START + "24", "B7B", "turn turned_back B7Bb"),
    ("jump=enemy", START + "24", "B7B B7b", "complete --"),
    # by one die: of two possible ones, the one that leaves the fewest to turn
    ("jump=enemy", START + "12", "A1. M1a", "turn turn_it M1aA"),
    ("jump=enemy", START + "12", "A1. M1A", "partial other_die"),
)


def test_what_stands_is_the_turn_that_leaves_the_fewest_to_turn():
    for rules, position, deeds, told in TURNED:
        board = Board(position, "danish," + rules, True, True)
        board.set(*deeds.split())
        assert board.told() == told, (rules, position, deeds, board.told())
        assert board.tracker.verdict != TURN or not board.candidates()


def test_an_unknown_hole_is_played_around():
    board = Board(START + "12")
    assert board.set("M3?") == UNTOUCHED
    assert board.set("A1.") == COMPLETE
    assert board.turn() == "A1-M3"
    board = Board(START + "11")
    assert board.set("A1?", "M1?") == UNTOUCHED
    assert board.candidates() == []
    assert board.set("A2.") == COMPLETE
    assert board.turn() == "A1-M1 A2-A1"
    board = Board(START + "12")
    board.set("A1?", "M3?")
    assert board.tracker.verdict == UNTOUCHED
    assert board.candidates() == ["A1-M3"]


def test_a_resting_board_costs_no_memory():
    board = Board(START + "12")
    board.set("A1.")
    see, codes = board.tracker.see, board.codes
    heap_lock()
    see(codes)
    see(codes)
    heap_unlock()


def told(tracker: Tracker) -> str:
    """All that the tracker says, in a line."""
    holes = " ".join(["%d%c%c" % hole for hole in tracker.holes])
    turns = " ".join(["%x" % turn for turn in [tracker.turn] + tracker.candidates])
    return "%s %s %d %s [%s]" % (VERDICTS[tracker.verdict], turns, tracker.played, tracker.reason, holes)


def grope(game: Game, random: Xorshift32) -> "list[str]":
    """A hand that puts down and lifts at random, then makes a legal turn; yields the tracker's verdict at each step."""
    tracker = Tracker()
    tracker.begin(game.position, game.legal, random.below(4) > 0)
    codes = bytearray(tracker.before)
    lines = [told(tracker)]
    for _ in range(random.below(6)):
        codes[random.below(len(codes))] = b".AB.A?"[random.below(6)]
        tracker.see(codes)
        lines.append(told(tracker))
    turn = game.legal.turns[random.below(len(game.legal.turns))]
    cells = bytearray(game.position.cells)
    play_moves(cells, game.position.side, turn)
    tracker.see(occupancy_of(cells))
    lines.append(told(tracker))
    game.play(turn)
    return lines


def transcript():
    """Two hundred turns under several rules, with all verdicts on random hands."""
    random = Xorshift32(77)
    for rules in RULES:
        game = Game(parse_rules(rules))
        while game.phase == OPENING:
            game.opening_throw(*random.throw())
        while game.phase != OVER and len(game.plies) < 60:
            game.throw(*random.throw())
            yield from grope(game, random)


def test_two_pieces_turned_in_place_are_one_turn_once_both_were_lifted():
    board = Board("aa........./............/bbb........ A 11", "danish,n=11,dal_moves=false")
    assert board.set("A1.", "A1A") == PARTIAL
    assert board.set("A2.", "A2A") == COMPLETE
    assert board.turn() == "A1= A2="


def test_three_pieces_turned_in_place_are_asked_about_the_last_two_first():
    board = Board("aaa......../............/bbb........ A 11", "danish,n=11,dal_moves=false")
    assert board.set("A1.", "A1A", "A2.", "A2A", "A3.", "A3A") == AMBIGUOUS
    assert board.candidates() == ["A2= A3=", "A1= A3=", "A1= A2="]
    assert sorted(holes_in_place(board.tracker.candidates)) == [0, 1, 2]  # each once, of two pieces a turn
    assert holes_for_other(board.at, board.tracker.legal.singles[0]) == [0, 1, 2]
    board = Board("aaa......../A.........../bbb........ A 12", "danish,n=11,dal_moves=false")
    assert board.set("M1.", "M3A") == PARTIAL and board.tracker.other == (1, [0, 1, 2])
    assert holes_in_place(board.tracker.legal.turns) == [0, 1, 2]


def test_a_hole_is_suspected_only_if_it_alone_explains_what_stands():
    for throw, deeds, holes in (
        ("12", "A1.", "A1 M3"),
        ("12", "A1. M3A A5.", "A5"),
        ("12", "A1. A5.", ""),
        ("24", "A1.", "A1"),
        ("24", "A1. A5.", ""),
    ):
        board = Board(START + throw)
        board.set(*deeds.split())
        found = [board.at.rules.board.name(hole) for hole in suspects(board.tracker)]
        assert sorted(found) == sorted(holes.split()), (throw, deeds, found)
