"""No good record is ever lost, and nothing is silent, whatever a store does: the journal campaign, in short."""

import pytest

from companion.play.journal import Journal
from companion.play.memory import MemoryStore
from host.measure import stores


def test_every_trouble_and_one_in_so_many_orders_of_two():
    figures = stores.campaign(every=150)
    assert stores.good(figures), figures.failures
    assert figures.counts["games"] > 700 and figures.counts["failures of the store"] > 5000
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
        (Journal, "_make_way", shortening, "lost"),  # keeps no other file
    ],
)
def test_the_campaign_finds_what_is_broken(monkeypatch, owner, name, broken, kind):
    monkeypatch.setattr(owner, name, broken)
    figures = stores.shard(stores.all_troubles(stores.operations())[::200])
    assert figures.counts[kind] + figures.counts["crashed"], figures.counts
