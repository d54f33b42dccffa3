"""`why_not` against the oracle: nothing to say against a move exactly if it begins, or is, a legal turn."""

import random
import re
from collections import Counter

from daldos import Position
from daldos.reach import REASONS, reach
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
        if (
            options["one_piece"] == "added"
            and reach(at.cells, at.rules.ways[at.side], holes[0], *at.throw) == holes[-1]
        ):
            # one piece by both dice: the hand may set it down on its way, or turn it first
            ways = at.rules.ways[at.side]
            between = [reach(at.cells, ways, holes[0], die) for die in at.throw]
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
                reason = why_not(at, hole, to, at.throw.faces)
                reasons[REASONS[reason][0]] += 1
                move = at.rules.board.name(hole), at.rules.board.name(to)
                assert (reason == 0) == ((hole, to) in allowed), (at.text(), rules, move, REASONS[reason])
                to = at.rules.board.after[at.side][to]
    # While both dice are left there is no "no die", and no beaten side in a position; "no turn" is said of whole turns.
    # The last are of relatives.
    of_relatives = {"at_gate", "own_ahead", "not_prowmost"}
    assert {code for code, _ in REASONS} - set(reasons) == {"no_die", "no_turn"} | of_relatives, reasons
