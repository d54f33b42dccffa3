"""`why_not` against the oracle: nothing to say against a move exactly if it begins, or is, a legal turn."""

import random
import re
from collections import Counter

import pytest

from companion import reasons
from companion.tracking import mending
from companion.tracking.tracker import Tracker, occupancy_of
from daldos import Position, turns, why
from daldos import reach as rule
from daldos.notation import parse_turn
from daldos.packing import has_move, pack
from daldos.reach import REASONS, reach, reach_both
from daldos.state import UNDALLED
from daldos.turns import legal_turns
from daldos.why import why_not
from lab import oracle, positions
from lab.positions import option_sets

COUNT = 900


def beginnings(at: Position, options: dict) -> set:
    """(from, to) of each first move of a legal turn, and of each one-piece turn as a whole, as the oracle has them."""
    found = set()
    for spelling in {text for texts in oracle.spelled_turns(at.text(), options)[2].values() for text in texts}:
        if spelling == "--":
            continue
        words = [[at.rules.board.hole(name) for name in re.split("[-x=]", word) if name] for word in spelling.split()]
        holes = words[0]
        found.add((holes[0], holes[1] if len(holes) > 1 else holes[0]))
        found.add((holes[0], holes[-1]))
        if len(words) == 2 and holes == words[1][:1]:  # turned in place, and on
            found.add((holes[0], words[1][-1]))
        if options["one_piece"] == "added" and reach_both(at, holes[0]) == holes[-1]:
            # one piece by both dice: the hand may set it down on its way, or turn it first
            ways = at.rules.ways[at.side]
            between = [reach(at.cells, ways, holes[0], die) for die in (at.die1, at.die2)]
            found |= {(holes[0], to) for to in between if not at.cells[to] or to == holes[0]}
    return {(hole, to) for hole, to in found if to >= 0}


def test_fine_is_what_the_oracle_allows():
    rng = random.Random(11)
    reasons: Counter = Counter()
    sets = option_sets(3)
    for number in range(COUNT):
        rules, options = sets[number % len(sets)]
        at = Position.parse(positions.random_position(rng, options), rules)
        allowed = beginnings(at, options)
        for hole in range(len(at.cells)):
            to = hole
            for _ in range(11):
                reason = why_not(at, hole, to, (at.die1, at.die2))
                reasons[REASONS[reason][0]] += 1
                name = at.rules.board.name
                assert (reason == 0) == ((hole, to) in allowed), (
                    at.text(),
                    rules,
                    name(hole),
                    name(to),
                    REASONS[reason],
                )
                to = at.rules.board.after[at.side][to]
    # With both dice left "no die" cannot be, nor a beaten side in a position; "no turn" is said of whole turns.
    assert {code for code, _ in REASONS} - set(reasons) == {"no_die", "no_turn"}, reasons


def dals_that_capture(count: int):
    """(position, from, to) of dals that capture and may begin a turn."""
    draw = random.Random(5)
    options = oracle.RULESETS["naesheim"]
    while count:
        at = Position.parse(positions.random_position(draw, options), "naesheim")
        after = at.rules.board.after[at.side]
        for hole, to in enumerate(after):
            if count and at.cells[hole] == UNDALLED[at.side] and at.cells[to]:
                if why.why_not(at, hole, to, (at.die1, at.die2)) == rule.FINE:
                    count -= 1
                    yield at, hole, to


def test_a_rule_that_reach_alone_knows_is_kept_everywhere_and_named(monkeypatch):
    """A rule of our own, planted in `reach` and nowhere else: a dal captures nothing."""
    found = list(dals_that_capture(40))
    own, known = len(rule.REASONS), rule.reach

    def stricter(cells, ways, hole, die, more=0):
        to = known(cells, ways, hole, die, more)
        return -own if to >= 0 and to != hole and cells[to] and cells[hole] in UNDALLED and not more else to

    for at, hole, to in found:
        assert any(has_move(turn, pack(hole, to)) for turn in legal_turns(at).turns) or at.die1 == at.die2
    said: set = set()  # by the board, which has no code for it
    for module in (rule, mending, reasons):
        monkeypatch.setattr(module, "REASONS", (*rule.REASONS[:own], ("dal_takes", "a dal captures nothing")))
    for module in (rule, turns, why):
        monkeypatch.setattr(module, "reach", stricter)
    for at, hole, to in found:
        assert not any(has_move(turn, pack(hole, to)) for turn in legal_turns(at).turns)
        assert not turns.is_legal(at, pack(hole, to))
        assert why.why_not(at, hole, to, (at.die1, at.die2)) == own
        tracker, stands = Tracker(), occupancy_of(at.cells)
        tracker.begin(at, legal_turns(at))
        stands[to], stands[hole] = stands[hole], ord(".")
        tracker.see(stands)
        said.add(tracker.reason)
        with pytest.raises(ValueError, match="a dal captures nothing$"):
            parse_turn(at, "%sx%s" % (at.rules.board.name(hole), at.rules.board.name(to)))
    assert "dal_takes" in said and reasons.english("dal_takes") == "a dal captures nothing"
