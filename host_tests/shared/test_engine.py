"""Seeded games of every ruleset: the same bytes on every runtime, 10 games each, or 200 where DALDOS_LONG=1."""

import os

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
