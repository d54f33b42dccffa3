"""The tracker on every runtime: one turn for each verdict, and a transcript of random hands."""

from companion.sensing.heights import sides
from companion.tracking.changes import CELL_OF
from companion.tracking.suspects import suspects
from companion.tracking.tracker import COMPLETE, PARTIAL, VERDICTS, Tracker
from daldos.notation import parse_turn, turn_text
from daldos.position import parse_position
from daldos.rules import parse_rules
from daldos.turns import LegalTurns, legal_turns

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

    def told(self) -> str:
        """Verdict, and the turn recognised, or the reason, and each hole with what it has and what it should have; what
        is to be turned, and the turns to choose from."""
        board, tracker = self.at.rules.board, self.tracker
        said = turn_text(self.at, tracker.turn) if tracker.verdict == COMPLETE else tracker.reason
        words = [VERDICTS[tracker.verdict], said]
        words += ["%s%c%c" % (board.name(hole), has, want) for hole, has, want in tracker.holes]
        words += ["turn " + board.name(hole) for hole in tracker.to_turn]
        if tracker.candidates:
            words.append("[%s]" % ", ".join([turn_text(self.at, turn) for turn in tracker.candidates]))
        return " ".join([word for word in words if word])


CAPTURE = ".aaaaaaaaaaaaaaa/...A.B.........../bbbbbbbbbbbbbbb. A 11"
IN_PLACE = "aaa............./A................/bbbbbbbbbbbbbb.. A 12"
TWO = "aa........./............/bbb........ A 11"
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
    ("jump=any", START + "11", "A1. A1x A2. M1A", "ambiguous [A1-M1 A2-A1, A2-M1]"),
    # by a dal that only turns
    ("dal_moves=false", IN_PLACE, "M1. M3A A2A", "complete A2= M1-M3"),
    ("dal_moves=false", IN_PLACE, "A2. A2a A3. A3A M1. M3A", "complete A3= M1-M3"),
    ("dal_moves=false", IN_PLACE, "A2A A3A M1. M3A", "turn turned_back A2Aa"),
    ("dal_moves=false", IN_PLACE, "A2A", "partial other_die"),
    ("dal_moves=false", IN_PLACE, "A1A A2. A2a", "partial other_die"),
    ("dal_moves=false", IN_PLACE, "A1. A1a", "untouched"),
    ("dal_moves=false", IN_PLACE, "A2A B1B", "turn turned_back B1Bb"),
    # no more than if nothing had been played: two of three touched pieces need not be turned
    ("dal_moves=false,n=11", THREE, "A1. A1a A2. A2a", "untouched"),
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


PLAYED = (  # options, position, and step by step the deeds and what is told after them
    (
        "jump=enemy",
        START + "12",
        "-> untouched; A1. -> moving in_hand A1.A; M1A -> partial other_die; "
        "M1. M4A -> wrong no_distance A1.A M4A.; M4. M3A -> complete A1-M3; M3. A1A -> untouched",
    ),
    # a lost turn is complete as long as nothing moves
    ("jump=enemy", START + "24", "-> complete --; A1. -> wrong in_hand A1.A; A1A -> complete --"),
    # the captured piece may leave first or last
    ("jump=enemy", CAPTURE, "M6. M4. M6A -> complete M4xM6"),
    ("jump=enemy", CAPTURE, "M4. M6. M6A -> complete M4xM6"),
    ("jump=enemy", CAPTURE, "M4. M6A -> complete M4xM6"),
    # dalled pieces are one as good as the other, and one has moved all the way
    ("jump=enemy", "................/...AA............/bbbbbbbbbbbbbbb. A 13", "M4. M8A -> complete M5-M8 M4-M5"),
    # what stands rightly is the turn, whatever the way; a piece that it dals and nobody has touched is to be turned
    (
        "jump=enemy",
        ".aa............./................./bbbbbbbbbbbbbbb. A 11",
        "A3. A1A -> complete A2-A1 A3-A2 turn A2; A2. A2A -> complete A2-A1 A3-A2",
    ),
    ("jump=enemy", START + "11", "A2. M1A -> complete A1-M1 A2-A1 turn A1"),
    # a dal that only turns is a piece lifted and put back; of several those touched last are asked about first
    (
        "dal_moves=false",
        IN_PLACE,
        "M1. M3A -> partial other_die [A1= M1-M3, A2= M1-M3, A3= M1-M3]; A2. -> moving in_hand A2.A; "
        "A2A -> complete A2= M1-M3; A3. A3A -> ambiguous [A3= M1-M3, A2= M1-M3]",
    ),
    ("dal_moves=false,n=11", TWO, "A1. A1A -> partial other_die; A2. A2A -> complete A1= A2="),
    ("dal_moves=false,n=11", THREE, "A1. A1A A2. A2A A3. A3A -> ambiguous [A2= A3=, A1= A3=, A1= A2=]"),
    # an unknown hole is played around
    ("jump=enemy", START + "12", "M3? -> untouched; A1. -> complete A1-M3"),
    ("jump=enemy", START + "11", "A1? M1? -> untouched; A2. -> complete A1-M1 A2-A1"),
    ("jump=enemy", START + "12", "A1? M3? -> untouched [A1-M3]"),
)


def test_what_is_told_step_by_step():
    for options, position, steps in PLAYED:
        board = Board(position, "danish," + options)
        for step in steps.split("; "):
            deeds, _, told = step.partition("-> ")
            board.set(*deeds.split())
            assert board.told() == told, (options, position, step, board.told())


def test_after_a_power_cut_any_piece_may_have_been_turned():
    board = Board(IN_PLACE, "danish,dal_moves=false", False)
    board.set("M1.", "M3A")
    assert board.told() == "ambiguous [A1= M1-M3, A2= M1-M3, A3= M1-M3]"
    board.set("A2.", "A2A")
    assert board.told() == "ambiguous [A2= M1-M3, A1= M1-M3, A3= M1-M3]"


def test_the_only_turn_needs_no_hand_where_it_only_turns_a_piece():
    board = Board("..........aa/............./bbb......... A 11", "norwegian,dal_moves=false")
    assert board.told() == "untouched"
    board.tracker.begin(board.at, LegalTurns([parse_turn(board.at, "A11= A12=")], 2, []))  # as one that is led
    assert board.told() == "complete A11= A12= turn A12 turn A11"


def test_what_stands_is_the_turn_that_leaves_the_fewest_to_turn():
    for rules, position, deeds, told in TURNED:
        board = Board(position, "danish," + rules, True, True)
        board.set(*deeds.split())
        assert board.told() == told, (rules, position, deeds, board.told())


def test_the_holes_in_which_a_piece_may_be_turned():
    board = Board("aaa......../A.........../bbb........ A 12", "danish,n=11,dal_moves=false")
    assert board.set("M1.", "M3A") == PARTIAL and board.tracker.other == (1, [0, 1, 2])


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
