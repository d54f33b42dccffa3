"""Boards in a muddle: the lights lead back into the game whoever does what they say.

Some are played once more on MicroPython, which must say the same: 4, or 1,000.
"""

import pytest

from host_tests.conftest import NIGHTLY
from host_tests.taped import TapedTable
from lab.campaigns import muddles
from lab.campaigns.follower import Follower

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


def test_the_hand_needs_no_word_of_the_session():
    """Where it is led to is read from pixels alone: told nothing, it finds the way as well."""
    table = muddles.StridingTable(7)
    muddler = muddles.Muddler(table, 11)
    muddler.make()
    table.hear = lambda event: event["ev"] == "turn" and table.events.append(event)
    assert Follower(table, muddler.draw).lead() > 0
