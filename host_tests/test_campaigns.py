"""The lab's campaigns, short or at nightly size; and each one finds planted defects."""

import random

import pytest

from companion.session import scenes
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from companion.tracking.tracker import AMBIGUOUS, COMPLETE, WRONG, Tracker
from host_tests.conftest import NIGHTLY
from lab import oracle
from lab.campaign import campaigns, main, run
from lab.campaigns import codes, drills, follower, frames, fuzz, muddles, occupancy, stores, whole
from lab.campaigns import oracle as rules
from lab.figures import Figures
from lab.positions import CHOICES, option_sets

CAMPAIGNS = campaigns()

# campaign, short size, nightly size, options, minimum counts per unit of size
RUNS = [
    ("oracle", 2000, 500_000, {}, {"positions": 1, "extra throws": 0, "winning turns": 0, "lost": 0}),
    ("occupancy", 1500, 1_000_000, {}, {"turns": 1, "illegal tried": 1, "asked": 0}),
    ("occupancy", 700, 200_000, {"dalled": True}, {"turns": 1, "dal mistakes": 0.3, "dal mistakes named": 0.3}),
    ("codes", 100, 100_000, {"magnets": "worst"}, {"turns": 1, "guided": 0.1, "premature presses": 0.05}),
    ("codes", 60, 20_000, {"magnets": "worst", "dalled": True}, {"turns": 1, "dal mistakes named": 0.1}),
    ("pairs", 4, 1010, {}, {"pairs": 0.9, "by self-test": 0.4}),
    ("muddles", 8, 10_000, {}, {"muddles": 1}),
    ("muddles", 4, 10_000, {"dalled": True}, {"muddles": 1}),
    ("evenings", 5, 10_000, {}, {"evenings": 1}),
    ("stores", 50, 12_000, {}, {"failures of the store": 1}),
    ("stores", 50, 12_000, {"ahead": True}, {"failures of the store": 1}),
    ("letters", 2, 1000, {}, {"games": 1, "late": 10, "cut": 1, "elsewhere": 1, "refused": 2}),
    ("fuzz", 40, 30_000, {}, dict.fromkeys(fuzz.KINDS, 1)),
    (
        "frames",
        30,
        5000,
        {},
        {"frames": 190, "with a failing disk": 20, "far apart": 10, "errors said": 50, "jobs done": 0.3},
    ),
    ("drills", 12, 6000, {}, {"operations tried": 100, "failed operations": 0.5}),
    ("whole", 14, 60, {}, {"seeds": 1}),
    ("rot", 40, 1000, {}, {"boards": 1, "said": 0.3, "lost something, bits of what is kept": 0.1}),
    ("wear", 6, 300, {}, {"games": 1, "erases": 0.5}),
]


@pytest.mark.parametrize("name, short, nightly, options, least", RUNS, ids=lambda value: str(value)[:16])
def test_nothing_goes_wrong(name, short, nightly, options, least, monkeypatch):
    size = nightly if NIGHTLY else short
    seed = random.SystemRandom().randrange(10**9) if name == "whole" else 2  # fresh seeds, whose failures say them
    figures = run(CAMPAIGNS[name], size, seed, **options)
    print(figures.text())
    assert getattr(CAMPAIGNS[name], "good", Figures.good)(figures), figures.text()
    for kind, share in least.items():
        assert figures.counts[kind] >= max(1, share * size), kind
    assert figures.percentile("scans to recognise", 1) <= (10 if name == "codes" else 100)


def test_every_campaign_is_run():
    assert {name for name, *_ in RUNS} == set(CAMPAIGNS)


def test_the_option_sets_hold_every_value_of_every_option():
    sets = [options for _, options in option_sets(1)]
    for option, values in CHOICES.items():
        assert {options[option] for options in sets} == set(values), option


# --- planted defects are found
# ------------------------------------------------------------------------------------------


class Guesser(Tracker):
    """Accepts the first of several look-alike turns."""

    def _judge(self) -> None:
        super()._judge()
        if self.verdict == AMBIGUOUS:
            self.verdict = COMPLETE
            self.turn = self.candidates[-1]


class Shortsighted(Tracker):
    """Sees the pieces' sides, but not their heights."""

    def see(self, occupancy, readings=None) -> None:
        super().see(occupancy)


def test_a_tracker_that_does_not_see_the_dal_is_found(monkeypatch):
    monkeypatch.setattr(occupancy, "Tracker", Shortsighted)
    figures = run(occupancy, 60, dalled=True)
    assert figures.failed["dal mistakes committed"] > 5 and not figures.good()


class Lenient(Tracker):
    """Accepts any occupancy as some legal turn."""

    def _judge(self) -> None:
        super()._judge()
        if self.verdict == WRONG:
            self.verdict = COMPLETE
            self.turn = self.legal.turns[0]


class Blind(Tracker):
    """Misses changes in the middle row."""

    def see(self, occupancy: bytearray) -> None:
        n = self.at.rules.n
        super().see(occupancy[:n] + self.before[n : 2 * n] + occupancy[2 * n :])


def overwriting(self):
    self._store.replace("game", b"")
    self._was = (0, 0)


append = Journal.append
REFEREE = "companion.game.referee.Tracker"
BROKEN = [
    (occupancy, 1000, "lab.campaigns.occupancy.Tracker", Guesser, "wrong commits"),
    (occupancy, 500, "lab.campaigns.occupancy.Tracker", Lenient, "illegal recognised"),
    (occupancy, 500, "lab.campaigns.occupancy.Tracker", Blind, "not recognised"),
    (codes, 60, REFEREE, Lenient, "wrong commits"),
    (drills, 8, "host.games.play.OwnGame.retry", lambda play: None, "lost"),
    (frames, 8, "host.web.pages.Room._learn", lambda *_: {}["x"], "ends"),
    (fuzz, 100, "host.terminal.draw.news", lambda event: event["occupancy"][48], "events not refused in words"),
]


@pytest.mark.parametrize("campaign, size, target, broken, kind", BROKEN, ids=lambda value: str(value)[:9])
def test_what_is_broken_is_found(monkeypatch, campaign, size, target, broken, kind):
    monkeypatch.setattr(target, broken)
    figures = run(campaign, size, **({"kind": "events"} if campaign is fuzz else {}))
    assert figures.failed[kind] and kind in figures.text()


@pytest.mark.parametrize("plant, seed", [("early", 1), ("stale", 13), ("begins", 1)])
def test_a_defect_planted_in_a_page_is_found(plant, seed):
    assert any(whole.failure_of(number, plant=plant)[1] for number in range(seed, seed + SEEDS))


@pytest.mark.parametrize(
    "target, broken, kind",
    [
        ("host.web.pages.Room._troubles", lambda room: [], "unsaid"),
        ("host.games.play.OwnGame.retry", lambda play: None, "unhealed"),
    ],
)
def test_what_is_broken_on_a_server_is_found(monkeypatch, target, broken, kind):
    monkeypatch.setattr(target, broken)
    failures = (whole.failure_of(number)[1] for number in range(30, 30 + SEEDS))
    assert kind in next(str(error) for error in failures if error)


SEEDS = 300  # the most that a planted defect takes; those above begin near the first that finds it
AWAY = [((first, "vanish"), (first + count, "back")) for first in range(2, 44, 3) for count in (1, 4)]


@pytest.mark.parametrize("ahead", [False, True], ids=["growing", "erased ahead"])
def test_files_that_are_away_for_a_while_are_kept_aside(ahead):
    figures = Figures()
    for troubles in AWAY:
        stores.play(troubles, figures, ahead)
    assert figures.good(), figures.text()
    assert figures.counts["kept aside"]


@pytest.mark.parametrize(
    "owner, name, broken, kind",
    [
        (MemoryStore, "fits", lambda self, name, was: True, "lost"),  # appends to any file
        (Journal, "append", lambda self, payload, whole, then=None: append(self, payload, list, then), "lost"),
        (Journal, "say", lambda self, text: None, "unsaid"),
        (Journal, "_make_way", overwriting, "unsaid"),  # a foreign file is overwritten silently
    ],
)
def test_a_journal_that_is_broken_is_found(monkeypatch, owner, name, broken, kind):
    monkeypatch.setattr(owner, name, broken)
    monkeypatch.setattr(stores, "units", lambda *_, **__: AWAY + stores.all_troubles(stores.operations())[0][::3])
    figures = run(stores, 0)
    assert figures.failed[kind] + figures.failed["ends"], figures.text()


def test_lights_that_show_nothing_to_mend_lead_nobody_back(monkeypatch):
    monkeypatch.setattr(scenes, "mend", scenes.message)
    monkeypatch.setattr(follower, "IDLE", 5)
    monkeypatch.setattr(follower, "READINGS", 60)
    assert run(muddles, 2, seed=2).failed["no way"]


POSITION = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 11"


@pytest.mark.parametrize(
    "spoil, named",
    [
        (lambda engine: engine.update(dice_used=1), "dice_used is 1, expected 2"),
        (lambda engine: engine.update(again=False), "again is False, expected True"),
        (lambda engine: engine["turns"].pop(0), "missing  .aaaaaaaaaaaaaaa/.A.............../bbbbbbbbbbbbbbbb A -"),
        (lambda engine: engine["turns"].append({"turn": "--", "result": "~"}), "extra    ~  by --"),
        (lambda engine: engine["turns"][0].update(turn="A1xM2"), "turn 'A1xM2' does not lead to"),
        (lambda engine: engine["turns"].reverse(), "not sorted"),
    ],
)
def test_a_disagreement_with_the_oracle_is_named(spoil, named):
    engine = rules.turns_object(POSITION, "danish")
    assert rules.disagreement(POSITION, "danish", oracle.DANISH, engine) == ""
    spoil(engine)
    assert named in rules.disagreement(POSITION, "danish", oracle.DANISH, engine)


# --- the runner -------------------------------------------------------------------------------------------------------


def test_the_seed_alone_decides():
    assert run(occupancy, 300, seed=4).text() == run(occupancy, 300, seed=4, jobs=2).text()


def test_the_command_line(capsys):
    assert main(["occupancy", "--size", "50"]) == 0
    assert "turns                      50\n" in capsys.readouterr().out
    for wrong in (["nothing"], ["codes", "--size", "0"], ["occupancy", "--magnets", "worst"]):
        with pytest.raises(SystemExit) as ended:
            main(wrong)
        assert ended.value.code == 2 and "Traceback" not in capsys.readouterr().err


def test_figures_add_up():
    one, two = Figures(), Figures()
    for value in (1, 2, 9):
        one.sample("ms", value)
        two.sample("ms", 10 * value)
    two.fail("lost", "a piece")
    one.counts["turns"] = two.counts["turns"] = 3
    one.add(two)
    assert [one.percentile("ms", share) for share in (0, 0.5, 1)] == [1, 9, 90]
    assert not one.good() and one.counts["turns"] == 6 and "lost: a piece" in one.text()
