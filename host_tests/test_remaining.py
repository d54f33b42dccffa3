"""From where the other die can be played: just those holes from which it makes a legal result."""

import random

import pytest

from companion.tracking.changes import begins
from companion.tracking.remaining import holes_for_other
from daldos.packing import first, moves, pack, single_die
from daldos.position import parse_position
from daldos.reach import reach
from daldos.rules import RULESETS, parse_rules
from daldos.turns import legal_turns, play_moves
from lab import oracle
from lab.positions import random_position

VARIANTS = [(name, {}) for name, _ in RULESETS] + [
    ("danish", {"dal_moves": False}),
    ("danish", {"jump": "any"}),
    ("mary-rose", {"jump": "any", "dal_order": "any", "dal_moves": False}),
]


def after(at, *turns) -> bytes:
    cells = bytearray(at.cells)
    for turn in turns:
        play_moves(cells, at.side, turn)
    return bytes(cells)


@pytest.mark.parametrize(("name", "changed"), VARIANTS)
def test_the_holes_are_those_that_make_a_legal_result(name, changed):
    draw = random.Random(name)
    rules = parse_rules(",".join([name] + [f"{key}={str(value).lower()}" for key, value in changed.items()]))
    looked_at = 0
    for _ in range(300):
        at = parse_position(random_position(draw, {**oracle.RULESETS[name], **changed}), rules)
        legal = legal_turns(at)
        if legal.dice_used < 2:
            continue
        results = {after(at, turn) for turn in legal.turns}
        for single in legal.singles:
            if not begins(at, legal, single):
                continue
            die = at.die1 + at.die2 - single_die(single)
            then = at.copy()
            then.cells[:] = after(at, first(single))
            if bytes(then.cells) in results:
                continue  # it has won with one die
            expected = []
            for hole in range(len(then.cells)):
                to = reach(then.cells, rules.ways[at.side], hole, die)
                if to >= 0 and after(at, first(single), pack(hole, to)) in results:
                    expected.append(hole)
            assert holes_for_other(at, single) == expected, (at.text(), moves(first(single)))
            looked_at += 1
    assert looked_at > 100
