"""No good record is ever lost, and nothing is silent, whatever a store does: the journal campaign, in short."""

import pytest

from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from lab import stores

AWAY = [((first, "vanish"), (first + count, "back")) for first in range(2, 44, 3) for count in (1, 4)]


@pytest.mark.parametrize("ahead", [False, True], ids=["archives", "erased ahead"])
def test_every_trouble_and_one_in_so_many_orders_of_two(ahead):
    figures = stores.campaign(every=300, ahead=ahead)
    assert stores.good(figures), figures.failures
    assert figures.counts["games"] > (250 if ahead else 600) and figures.counts["failures of the store"] > 1000


@pytest.mark.parametrize("ahead", [False, True], ids=["archives", "erased ahead"])
def test_files_that_are_away_for_a_while(ahead):
    figures = stores.shard(AWAY, ahead)
    assert stores.good(figures), figures.failures
    assert figures.counts["kept aside"] > 0


def blind(self, name, was):
    return True


def forgetful(self, payload, whole, then=None):
    Journal_append(self, payload, list, then)


def silent(self, text):
    pass


def shortening(self):
    self._store.replace(self._name, b"")
    self._was = (0, 0)


Journal_append = Journal.append


@pytest.mark.parametrize(
    "owner, name, broken, kind",
    [
        (MemoryStore, "fits", blind, "lost"),  # writes behind whatever is there
        (Journal, "append", forgetful, "lost"),  # writes anew without what was there
        (Journal, "say", silent, "unsaid"),
        (Journal, "_make_way", shortening, "unsaid"),  # another file is overwritten without a word
    ],
)
def test_the_campaign_finds_what_is_broken(monkeypatch, owner, name, broken, kind):
    monkeypatch.setattr(owner, name, broken)
    figures = stores.shard(AWAY + stores.all_troubles(stores.operations())[:424:3])
    assert figures.counts[kind] + figures.counts["crashed"], figures.counts
