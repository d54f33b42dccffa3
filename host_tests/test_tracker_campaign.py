"""The messy-hand campaign: whole games, from occupancy and from ADC codes.

20,000 and 3,000 turns, or with DALDOS_LONG=1 2,000,000 and 100,000; by hand:

    PYTHONPATH=firmware/lib:firmware:. python -m lab.campaign --turns 2000000 --jobs 2
    PYTHONPATH=firmware/lib:firmware:. python -m lab.campaign --turns 100000 --codes worst --jobs 2
"""

import os

import pytest

from companion.game.mind import Mind
from companion.tracking.tracker import AMBIGUOUS, COMPLETE, WRONG, Tracker
from lab import campaign, codes_campaign

LONG = os.environ.get("DALDOS_LONG") == "1"
JOBS = 2 if LONG else 1


def test_from_occupancy():
    turns = 2_000_000 if LONG else 20_000
    figures = campaign.campaign(turns, seed=1, jobs=JOBS)
    print(figures.text())
    assert figures.good(), figures.text()
    assert figures.counts["turns"] == turns
    assert figures.counts["illegal tried"] > turns
    assert 0 < figures.counts["asked"] < turns // 20


@pytest.mark.parametrize("magnets", ["nominal", "worst"])
def test_from_codes(magnets):
    turns = 50_000 if LONG else 1_500
    figures = campaign.campaign(turns, seed=2, codes=magnets, jobs=JOBS)
    print(figures.text())
    assert figures.good(), figures.text()
    assert figures.counts["turns"] == turns
    assert figures.counts["premature presses"] > turns // 20
    assert figures.counts["guided"] > turns // 10
    assert figures.counts["power cuts"]
    # the debounce, and a scan or two for what hovers near
    assert max(figures.scans) <= 10


def test_against_the_board():
    games = 500 if LONG else 3
    figures = campaign.solo(games, seed=1, jobs=JOBS)
    print(figures.text())
    assert figures.good(), figures.text()
    assert figures.counts["games"] == games
    assert figures.counts["turns led"] > 20 * games
    assert figures.counts["power cuts"] and figures.counts["premature presses"] > 5 * games


class Fickle(Mind):
    """Plays another turn after each power cut."""

    asked = 0

    def _think(self, game, level, chances):
        yield from super()._think(game, level, chances)
        Fickle.asked += 1
        self.turn = game.legal.turns[Fickle.asked % len(game.legal.turns)]


def test_a_board_that_changes_its_mind_is_found(monkeypatch):
    monkeypatch.setattr("companion.game.mind.Mind", Fickle)
    assert not campaign.solo(1, seed=1).good()


def test_the_same_seed_gives_the_same_figures():
    assert campaign.campaign(300, seed=4).text() == campaign.campaign(300, seed=4).text()


class Guesser(Tracker):
    """Takes the first of turns that look alike."""

    def _judge(self) -> None:
        super()._judge()
        if self.verdict == AMBIGUOUS:
            self.verdict = COMPLETE
            self.turn = self.candidates[-1]


class Lenient(Tracker):
    """Takes what stands there for some legal turn."""

    def _judge(self) -> None:
        super()._judge()
        if self.verdict == WRONG:
            self.verdict = COMPLETE
            self.turn = self.legal.turns[0]


class Blind(Tracker):
    """Misses what changes in the middle row."""

    def see(self, occupancy: bytearray) -> None:
        n = self.at.rules.n
        super().see(occupancy[:n] + self.before[n : 2 * n] + occupancy[2 * n :])


@pytest.mark.parametrize(
    "tracker, kind",
    [
        (Guesser, "wrong commits"),
        (Lenient, "wrong commits"),
        (Lenient, "illegal recognised"),
        (Blind, "not recognised"),
    ],
)
def test_a_bad_tracker_is_found_out(monkeypatch, tracker, kind):
    monkeypatch.setattr(campaign, "Tracker", tracker)
    figures = campaign.campaign(4_000, seed=1)
    assert not figures.good()
    assert figures.counts[kind]
    assert kind in figures.text()


def test_a_board_that_commits_too_early_is_found_out(monkeypatch):
    monkeypatch.setattr("companion.game.referee.Tracker", Lenient)
    figures = codes_campaign.codes_shard((2, 60, "nominal"))
    assert figures.counts["wrong commits"]
