"""Boards in a muddle: the lights lead back into the game whoever does what they say.

Some are played once more on MicroPython, which must say the same: 4, or 1,000.
"""

import random

import pytest

from host.sim.table import Table
from host_tests.conftest import NIGHTLY
from host_tests.taped import TapedTable
from lab.campaigns import muddles
from lab.campaigns.follower import Follower, NoWay

TAPED = 1000 if NIGHTLY else 4


class TapedTabletop(TapedTable, muddles.StridingTable):
    """A tabletop that keeps a tape."""


@pytest.mark.parametrize("k", range(TAPED))
def test_a_muddle_goes_the_same_way_on_micropython(tapes, tmp_path, k):
    table = TapedTabletop(seed=k)
    muddler = muddles.Muddler(table, k)
    muddler.make()
    Follower(table, muddler.draw).lead()
    table.same_by(tapes, tmp_path)


def test_a_wrong_commit_is_seen():
    table = Table(seed=1)
    table.throws += [(3, 4), (1, 2), (1, 2)]
    table.plug_in()
    for _ in range(3):
        table.press()
        table.wait(2500)
    hand = Follower(table, random.Random(1))
    table.app.session.referee.tracker.verdict = 3
    table.app.session.referee.tracker.turn = table.app.session.match.game.legal.turns[0]
    start = len(table.events)
    table.press()
    event = next(event for event in table.events[start:] if event["ev"] == "turn")
    with pytest.raises(NoWay, match="wrong commit"):
        hand._check(event)


def test_the_hand_needs_no_word_of_the_session():
    """Where it is led to is read from pixels alone: told nothing, it finds the way as well."""
    table = muddles.StridingTable(7)
    muddler = muddles.Muddler(table, 11)
    muddler.make()
    table.hear = lambda event: event["ev"] == "turn" and table.events.append(event)
    assert Follower(table, muddler.draw).lead() > 0
