"""The tracker on every runtime: what it says of the cases of guidance.txt, and of some that no line can tell."""

from companion.reasons import GUIDES
from companion.sensing.heights import sides
from companion.tracking.readings import CELL_OF, occupancy_of
from companion.tracking.suspects import suspects
from companion.tracking.tracker import COMPLETE, PARTIAL, VERDICTS, Tracker
from daldos.notation import parse_turn, turn_text
from daldos.position import parse_position
from daldos.rules import RULESETS, parse_rules
from daldos.turns import legal_turns

START = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A "


class Board:
    """A tracker on a board that is changed by hand. how: "heights" if it senses which pieces are dalled, "unseen" after
    a power cut."""

    def __init__(self, position: str, rules: str = "danish", how: str = ""):
        self.at = parse_position(position, parse_rules(rules))
        cells = self.at.cells
        self.tracker = Tracker()
        self.tracker.begin(self.at, legal_turns(self.at), how != "unseen")
        self._heights = how == "heights"
        self._codes = bytearray([CELL_OF[cell] for cell in cells]) if self._heights else occupancy_of(cells)
        self._dead: list = []

    def do(self, deeds: str) -> None:
        """Each deed as in guidance.txt."""
        hole_of, codes = self.at.rules.board.hole, self._codes
        for deed in deeds.split():
            if "-" in deed[1:]:
                hole, to = [hole_of(name) for name in deed.split("-")]
                codes[to], codes[hole] = codes[hole], ord(".")
            elif "=" in deed:
                codes[hole_of(deed[:-2])] = ord(deed[-1])
            elif deed[0] == "?":
                self._dead.append(hole_of(deed[1:]))
            else:
                hole = hole_of(deed[1:])
                was, codes[hole] = codes[hole], ord(".")
                assert was != ord("."), deed
                self._see()
                if deed[0] == "~":
                    codes[hole] = was
            self._see()

    def _see(self) -> None:
        codes = bytearray([ord("?") if hole in self._dead else self._codes[hole] for hole in range(len(self._codes))])
        self.tracker.see(*((sides(codes), codes) if self._heights else (codes,)))

    def told(self) -> str:
        """What the tracker says, as in guidance.txt."""
        name, tracker = self.at.rules.board.name, self.tracker
        said = turn_text(self.at, tracker.turn) if tracker.verdict == COMPLETE else tracker.reason
        text = VERDICTS[tracker.verdict] + (", " + said if said else "")
        if tracker.holes:
            text += ": " + ", ".join(["%s %c %c" % (name(hole), has, want) for hole, has, want in tracker.holes])
        if tracker.to_turn:
            text += "; turn " + " ".join([name(hole) for hole in tracker.to_turn])
        if tracker.candidates:
            text += "; of " + ", ".join([turn_text(self.at, turn) for turn in tracker.candidates])
        return text


def cases():
    """The lines of every paragraph of guidance.txt."""
    lines: list = []
    with open(__file__.replace("test_tracker.py", "guidance.txt")) as file:
        for line in file:
            line = line.strip()
            if line[:1] not in ("", "#"):
                lines.append(line)
            elif not line and lines:
                yield lines
                lines = []
    yield lines


def test_what_is_told_of_each_case():
    for rules, position, *steps in cases():
        rules, _, how = rules.partition(" ")
        board = Board(position, rules, how)
        for k in range(0, len(steps), 2):
            board.do(steps[k].replace("nothing", ""))
            assert board.told() == steps[k + 1], (rules, position, steps[k], board.told())


def test_the_cases_cover_every_reason_and_ruleset():
    codes = [code for code, _ in GUIDES]
    reasons = codes[: codes.index("misplaced") + 1] + ["not_yours", "not_dalled", "not_sternmost"]
    reasons += ["jumps_own", "jumps_enemy", "passed_stays"]  # the rules' own
    announced = (
        "die_played",
        "dal_played",
        "dal_left",
        "no_distances",
        "no_dal",
        "dice_left",
        "no_die_so_far",
    )  # built from others and the throw
    told = "\n".join(["\n".join(lines[3::2]) for lines in cases()])
    assert [code for code in reasons if code not in announced and ", %s:" % code not in told] == []
    played = [lines[0].split(" ")[0].split(",")[0] for lines in cases()]
    assert [name for name, _ in RULESETS if name not in played] == []


def test_the_only_turn_needs_no_hand_where_it_only_turns_a_piece():
    board = Board("..........aa/............./bbb......... A 11", "norwegian,dal_moves=false")
    assert board.told() == "untouched"
    board.tracker.begin(board.at, legal_turns(board.at).only(parse_turn(board.at, "A11= A12=")))  # as one that is led
    assert board.told() == "complete, A11= A12=; turn A11 A12"


def test_the_holes_in_which_a_piece_may_be_turned():
    board = Board("aaa......../A.........../bbb........ A 12", "danish,n=11,dal_moves=false")
    board.do("M1-M3")
    assert board.tracker.verdict == PARTIAL and board.tracker.other == ((1,), [0, 1, 2])


def test_a_hole_is_suspected_only_if_it_alone_explains_what_stands():
    for throw, deeds, holes in (
        ("12", "-A1", "A1 M3"),
        ("12", "-A1 M3=A -A5", "A5"),
        ("12", "-A1 -A5", ""),
        ("24", "-A1", "A1"),
        ("24", "-A1 -A5", ""),
    ):
        board = Board(START + throw)
        board.do(deeds)
        found = [board.at.rules.board.name(hole) for hole in suspects(board.tracker)]
        assert sorted(found) == sorted(holes.split()), (throw, deeds, found)
