"""Seeded games of every ruleset: the same bytes on every runtime, 10 games each, or 200 where DALDOS_LONG=1."""

import os

from daldos.geometry import board_for
from daldos.prng import Xorshift32
from daldos.rules import RULESETS, parse_rules
from daldos.selfplay import selfplay_lines

GAMES = 200 if os.getenv("DALDOS_LONG") == "1" else 10
MIXED = (
    "danish,jump=own",
    "danish,jump=any,dal_moves=false",
    "ostergaard,n=17,blocked_dal_dal_forfeits=true",
    "norwegian,n=11,lose_at=1",
    "cerne-abbey,dal_order=sternmost,one_piece=separate",
    "vuovdaguoika",
    "vuovdaguoika,opposed=false,jump=own",
    "sig-short,extra_throw=special",
)


def transcript():
    """The records that `daldos selfplay` prints, of each ruleset and of some mixed options."""
    for name, _ in RULESETS:
        for line in selfplay_lines(parse_rules(name), GAMES, 20261120):
            yield line
    for text in MIXED:
        for line in selfplay_lines(parse_rules(text), 1, 7):
            yield line


def test_the_stream_is_marsaglias():
    stream = Xorshift32(1)
    assert [stream.next() for _ in range(3)] == [270369, 67634689, 2647435461]
    assert Xorshift32(0).next() == 270369


def test_a_route_is_made_of_its_arcs():
    board = board_for(15, False, "head-on")
    for side, walked in ((0, "A15 A1 M1 M15 B15 B1 M1"), (1, "B1 B15 M15 M1 A1 A15 M15")):
        corners = [board.hole(name) for name in walked.split()]
        hole, walk = corners[0], []
        for step in range(board.size + 1):
            assert step == board.size or board.step[side][hole] == step
            walk.append(hole)
            hole = board.after[side][hole]
        assert [walk[k] for k in (0, 14, 15, 29, 30, 44, 45)] == corners
    assert board is board_for(15, False, "head-on") is not board_for(15, False)
