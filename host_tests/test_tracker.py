"""What must hold of the tracker whatever the hands do: over random positions, occupancies and ways to them."""

import random

import pytest

from companion.tracking.parts import Parts
from companion.tracking.readings import occupancy_of
from companion.tracking.tracker import AMBIGUOUS, COMPLETE, MOVING, PARTIAL, UNTOUCHED, WRONG, Tracker
from daldos.effects import cells_after, outcome, steps_of
from daldos.notation import parse_turn
from daldos.packing import LOST_TURN, pack
from daldos.position import parse_position
from daldos.reach import reach
from daldos.rules import RULESETS, parse_rules
from daldos.turns import legal_turns
from lab import oracle, positions
from lab.campaigns.occupancy import mutated
from lab.hand import Hand, OccupancyBoard
from lab.positions import option_sets

SETS = option_sets(7)
COUNT = 1500


def boards(seed: int, count: int = COUNT):
    """(random, options of the oracle, Position, LegalTurns) of random positions under all option sets in turn."""
    rng = random.Random(seed)
    for number in range(count):
        rules, options = SETS[number % len(SETS)]
        at = parse_position(positions.random_position(rng, options), parse_rules(rules))
        yield rng, options, at, legal_turns(at)


def tracker_at(at, legal, seen_all=True) -> Tracker:
    tracker = Tracker()
    tracker.begin(at, legal, seen_all)
    return tracker


def seen_by(at, turn) -> bytearray:
    return occupancy_of(cells_after(at, turn))


def hidden(codes: bytearray, holes) -> bytearray:
    return bytearray([ord("?") if hole in holes else codes[hole] for hole in range(len(codes))])


def test_any_occupancy_gets_a_verdict_and_mending_what_is_named_helps():
    """Holes set right as reported leave the position as before, after one die or after a legal turn; never wrong."""
    verdicts = set()
    for rng, _, at, legal in boards(1, 2 * COUNT):
        tracker = tracker_at(at, legal, rng.random() < 0.8)
        near = mutated(rng, bytearray(rng.choice([tracker.before, seen_by(at, rng.choice(legal.turns))])))
        for look in range(6):
            codes = bytearray(tracker.seen.now)
            if rng.random() < 0.2:
                codes = bytearray(rng.choices(b".AB?", (8, 3, 3, 1), k=len(codes)))
            elif look == 5:
                codes = near
            else:
                codes[rng.randrange(len(codes))] = rng.choice(b".AB?")
            tracker.see(codes)
            verdicts.add(tracker.verdict)
            assert tracker.verdict in (WRONG, MOVING, PARTIAL) or not (tracker.reason or tracker.holes)
            assert (tracker.verdict == COMPLETE) >= (tracker.turn != LOST_TURN)
            assert tracker.verdict != WRONG or tracker.reason and tracker.holes
            for hole, has, want in tracker.holes:
                assert codes[hole] == has != want
        if tracker.verdict == WRONG and ord("?") not in codes:
            for hole, _, want in tracker.holes:
                codes[hole] = want
            tracker.see(codes)
            assert tracker.verdict != WRONG, (at.text(), at.rules.text, codes)
    assert verdicts >= {UNTOUCHED, MOVING, PARTIAL, COMPLETE, WRONG}


def test_a_turn_begins_with_each_move_after_which_the_other_die_makes_a_legal_result():
    """And the holes named for it are those from which that die does so."""
    found = 0
    for _, _, at, legal in boards(8):
        if legal.dice_used < 2:
            continue
        results = {bytes(cells_after(at, turn)) for turn in legal.turns}
        parts = Parts(at, legal)
        for part, turn in [(part, turn) for part, smaller in parts.turns() for turn in smaller.turns]:
            then = at.copy()
            then.cells[:] = cells_after(at, turn)
            if bytes(then.cells) in results:
                assert parts.begins(part, turn)  # it has won with one die
                continue
            then.throw = at.throw.without(*part.faces)
            die = then.throw[0]
            expected = []
            for hole in range(len(then.cells)):
                to = reach(then.cells, at.rules.ways[at.side], hole, die)
                if to >= 0 and bytes(cells_after(then, pack((hole, 0)))) in results:
                    expected.append(hole)
            where = (at.text(), at.rules.text, steps_of(at, turn))
            assert parts.begins(part, turn) == bool(expected), where
            if expected:
                found += 1
                after, rest = parts.rest(part, turn)
                assert sorted({steps_of(after, other)[0][0] for other in rest.turns}) == expected, where
    assert found > COUNT


def test_one_to_four_unknown_holes():
    """A legal turn made is recognised or offered; and a turn recognised is one that all known holes bear out."""
    decided = 0
    for rng, _, at, legal in boards(5):
        turn = rng.choice(legal.turns)
        if turn == LOST_TURN:
            continue
        likely = [hole for hole, _, _ in outcome(at, turn)]
        holes = set(rng.sample(range(len(at.cells)), rng.randrange(1, 4)) + rng.sample(likely, 1))
        tracker = tracker_at(at, legal)
        tracker.see(hidden(tracker.before, holes))
        board = OccupancyBoard(tracker.before)
        for _ in Hand(board, board, rng.getrandbits(30), 0.1).turn(at, turn):
            tracker.see(hidden(board.codes, holes))
            if tracker.verdict == COMPLETE:
                assert hidden(seen_by(at, tracker.turn), holes) == hidden(board.codes, holes)
        end = hidden(board.codes, holes)
        fitting = [other for other in legal.turns if hidden(seen_by(at, other), holes) == end]
        assert turn in fitting
        if tracker.verdict == COMPLETE:
            if len(fitting) == 1:
                decided += 1
                assert tracker.turn == turn
            elif at.rules.dal_moves and at.rules.jump == "enemy":
                raise AssertionError(f"guessed: {at.text()} {at.rules.text} {end}")
            else:
                assert cells_after(at, tracker.turn) == cells_after(at, turn)
        else:
            assert turn in tracker.candidates, (at.text(), at.rules.text, end, tracker.verdict, tracker.reason)
    assert decided > COUNT // 2


def test_after_a_power_cut_nothing_is_guessed():
    """What stands on the board is recognised only if no other result looks like it."""
    asked = 0
    for rng, _, at, legal in boards(6):
        turn = rng.choice(legal.turns)
        end = seen_by(at, turn)
        fitting = [other for other in legal.turns if seen_by(at, other) == end]
        tracker = tracker_at(at, legal, False)
        tracker.see(end)
        if end == tracker.before and turn != LOST_TURN and len(legal.turns) > 1:
            assert tracker.verdict == UNTOUCHED
            assert turn in tracker.candidates
        elif len(fitting) == 1:
            assert (tracker.verdict, tracker.turn) == (COMPLETE, turn)
        else:
            asked += 1
            assert tracker.verdict == AMBIGUOUS
            assert sorted(tracker.candidates) == sorted(fitting)
    assert asked > 10


# --- results that look alike ------------------------------------------------------------------------------------------


def listed(root) -> list:
    """(rules, position, turn, turn) of every example in docs/lookalikes.md."""
    lines = (root / "docs/lookalikes.md").read_text(encoding="utf-8").splitlines()
    return [line.split("`")[1::2] for line in lines if line.startswith("- example:")]


def touch(tracker: Tracker, at, text: str, more=()) -> None:
    # Make that turn with clean hands, piece by piece, after lifting some others and putting them back.
    for hole in more:
        codes = bytearray(tracker.seen.now)
        codes[hole] = ord(".")
        tracker.see(codes)
        codes[hole] = tracker.before[hole]
        tracker.see(codes)
    board = OccupancyBoard(tracker.seen.now)
    for hole, to, _ in steps_of(at, parse_turn(at, text)):
        piece = board.lift(hole)
        tracker.see(board.codes)
        if board.codes[to] != ord("."):
            board.lift(to)
        board.place(to, piece)
        tracker.see(board.codes)


def turned(at, text: str) -> list:
    """The undalled pieces that the turn leaves dalled in a hole which looks the same."""
    after = cells_after(at, parse_turn(at, text))
    return [hole for hole in range(len(after)) if at.cells[hole] in (1, 3) and after[hole] == at.cells[hole] + 1]


def test_every_kind_of_look_alike_is_told_by_touch_or_asked(root):
    assert len(listed(root)) >= 6
    for rules, position, *pair in listed(root):
        at = parse_position(position, parse_rules(rules))
        legal = legal_turns(at)
        assert seen_by(at, parse_turn(at, pair[0])) == seen_by(at, parse_turn(at, pair[1]))
        told = 0
        for text, other in (pair, pair[::-1]):
            clean = tracker_at(at, legal)
            touch(clean, at, text)
            turn = parse_turn(at, text)
            if set(turned(at, other)) <= set(turned(at, text)):
                # the other needs no touch that this one has not: the piece may have been brushed
                assert clean.verdict == AMBIGUOUS
                assert turn in clean.candidates
            else:
                told += 1
                assert (clean.verdict, clean.turn) == (COMPLETE, turn)
            messy = tracker_at(at, legal)
            touch(messy, at, text, turned(at, other))
            assert messy.verdict == AMBIGUOUS
            assert {turn, parse_turn(at, other)} <= set(messy.candidates)
        assert told


@pytest.mark.parametrize("rules", [name for name, _ in RULESETS])
def test_no_results_look_alike_under_a_ruleset(rules):
    draw = random.Random(9)
    for _ in range(400):
        at = parse_position(positions.random_position(draw, oracle.RULESETS[rules]), parse_rules(rules))
        seen = [bytes(seen_by(at, turn)) for turn in legal_turns(at).turns]
        assert len(set(seen)) == len(seen), at.text()
