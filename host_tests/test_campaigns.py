"""The lab's campaigns, short or at nightly size; and each one finds planted defects."""

import random

import pytest

from companion.session.scenes import message
from companion.storage.journal import Journal
from companion.tracking.tracker import AMBIGUOUS, COMPLETE, WRONG, Tracker
from host_tests.conftest import NIGHTLY, ROOT
from lab import oracle
from lab.campaign import campaigns, main, run
from lab.campaigns import codes, failures, fuzz, muddles, occupancy, whole
from lab.campaigns import oracle as rules
from lab.figures import Figures
from lab.positions import CHOICES, option_sets
from lab.whole.browser import Tab

CAMPAIGNS = campaigns()

OF_FRAMES = {"frames": 1, "with a failing disk": 0.1, "far apart": 0.05, "errors said": 0.25, "jobs done": 0.0015}
# campaign, short size, nightly size, options, minimum counts per unit of size
RUNS = [
    ("oracle", 1200, 500_000, {}, {"positions": 1, "extra throws": 0, "winning turns": 0, "lost": 0}),
    (
        "relatives",
        300,
        100_000,
        {},
        {"positions": 1, "results": 5, "lost": 0.02, "winning turns": 0, "+": 1, "<": 0, ">": 0},
    ),
    ("occupancy", 1500, 1_000_000, {}, {"turns": 1, "illegal tried": 1, "asked": 0}),
    ("occupancy", 700, 200_000, {"dalled": True}, {"turns": 1, "dal mistakes": 0.3, "dal mistakes named": 0.3}),
    *(
        (
            "occupancy",
            size,
            100_000,
            {"rules": rules, "dalled": dalled},
            {"turns": 1, "dal mistakes" if dalled else "illegal tried": 0.3},
        )
        for size, rules in (
            (200, "vuovdaguoika"),  # a turn of it takes ten times as long
            (2000, "sig"),
            (2000, "sig-short,dal_order=sternmost"),
            (200, "vuovdaguoika,opposed=false,jump=any"),
        )
        for dalled in (False, True)
    ),
    *(
        ("codes", 60, 20_000, {"rules": rules, "dalled": dalled}, {"turns": 1})
        for rules, dalled in (("vuovdaguoika", False), ("vuovdaguoika", True), ("sig", False))
    ),
    ("codes", 100, 100_000, {"magnets": "worst"}, {"turns": 1, "guided": 0.1, "premature presses": 0.05}),
    ("codes", 60, 20_000, {"magnets": "worst", "dalled": True}, {"turns": 1, "dal mistakes named": 0.1}),
    ("muddles", 5, 10_000, {}, {"muddles": 1}),
    ("muddles", 3, 10_000, {"dalled": True}, {"muddles": 1}),
    *(("muddles", 3, 2000, {"rules": rules}, {"muddles": 1}) for rules in ("vuovdaguoika", "sig")),
    ("evenings", 5, 10_000, {}, {"evenings": 1}),
    ("failures", 50, 12_000, {}, {"failed operations": 1}),
    ("failures", 50, 12_000, {"subject": "ahead"}, {"failed operations": 1}),
    ("failures", 12, 6000, {"subject": "server"}, {"operations tried": 100, "failed operations": 0.5}),
    ("by_broker", 2, 450, {}, {"games": 1, "stale": 5, "restarts": 0.5}),
    ("by_hand", 2, 450, {}, {"games": 1, "nothing new": 10, "cut": 1, "new": 50, "letter": 5}),
    ("by_hand", 2, 100, {"calm": True}, {"games": 1, "letters": 50}),
    ("fuzz", 40, 30_000, {"stories": str(ROOT / "host_tests/scripts")}, dict.fromkeys(fuzz.KINDS, 1)),
    ("fuzz", 4000, 1_000_000, {"kind": "frames"}, OF_FRAMES),
    ("whole", 6, 60, {}, {"seeds": 1}),
    ("rot", 150, 1000, {}, {"boards": 1, "said": 0.25, "lost something, bits of what is kept": 0.1}),
    ("wear", 6, 300, {}, {"games": 1, "erases": 0.5}),
]


@pytest.mark.parametrize("name, short, nightly, options, least", RUNS, ids=lambda value: str(value)[:16])
def test_nothing_goes_wrong(name, short, nightly, options, least, monkeypatch):
    size = nightly if NIGHTLY else short
    seed = random.SystemRandom().randrange(10**9) if name == "whole" else 2  # a new one each time; a failure names it
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


# --- planted defects are found ----------------------------------------------------------------------------------------


class Guesser(Tracker):
    """Accepts the first of several look-alike turns, and with WRONG any occupancy as some legal turn."""

    takes = AMBIGUOUS

    def _judge(self) -> None:
        super()._judge()
        if self.verdict == self.takes:
            self.verdict = COMPLETE
            self.turn = (self.candidates or self.legal.turns)[-1]


class Lenient(Guesser):
    takes = WRONG


class Blind(Tracker):
    """Misses changes in the middle row."""

    def see(self, occupancy: bytearray) -> None:
        n = self.at.rules.n
        super().see(occupancy[:n] + self.before[n : 2 * n] + occupancy[2 * n :])


class Shortsighted(Tracker):
    """Sees the pieces' sides, but not their heights."""

    def see(self, occupancy, readings=None) -> None:
        super().see(occupancy)


def overwriting(self):
    self._store.replace("game", b"")
    self._was = (0, 0)


append, JOURNAL = Journal.append, "companion.storage.journal.Journal."
TRACKER, REFEREE = "lab.campaigns.occupancy.Tracker", "companion.game.referee.Tracker"
AWAY = [((first, "vanish"), (first + count, "back")) for first in range(2, 44, 3) for count in (1, 4)]
STORES = {"lab.campaigns.failures.units": lambda *_, **__: AWAY + [(one,) for one in failures.alone("store")[::3]]}
FRAMES = "frames not refused in words"
UNTOLD = {"host.cli.usb.news": lambda event, t: event["x"]}
UNMENDED = {"companion.session.scenes.mend": message}
UNMENDED |= {"lab.campaigns.follower.IDLE": 5, "lab.campaigns.follower.READINGS": 60}
BROKEN = [
    (occupancy, 1000, {"seed": 2}, {TRACKER: Guesser}, "wrong commits"),
    (occupancy, 500, {}, {TRACKER: Lenient}, "illegal recognised"),
    (occupancy, 500, {}, {TRACKER: Blind}, "not recognised"),
    (occupancy, 60, {"dalled": True}, {TRACKER: Shortsighted}, "dal mistakes committed"),
    (codes, 60, {}, {REFEREE: Lenient}, "wrong commits"),
    (muddles, 5, {"seed": 2}, {REFEREE: Lenient}, "no way"),
    (muddles, 2, {"seed": 7}, UNMENDED, "no way"),
    (failures, 8, {"subject": "server"}, {"host.games.play.OwnGame.retry": lambda play: None}, "lost"),
    (fuzz, 1600, {"kind": "frames"}, {"host.web.commands._tell_lesson": lambda *_: {}["x"]}, FRAMES),
    (fuzz, 100, {"kind": "events"}, UNTOLD, "events not refused in words"),
    # appends to any file
    (failures, 0, {}, {**STORES, "companion.storage.memory.MemoryStore.fits": lambda self, name, was: True}, "lost"),
    (failures, 0, {}, {**STORES, JOURNAL + "append": lambda *given: append(*given[:2], list, *given[3:])}, "lost"),
    (failures, 0, {}, {**STORES, JOURNAL + "say": lambda self, text: None}, "unsaid"),
    # a foreign file is overwritten silently
    (failures, 0, {}, {**STORES, JOURNAL + "_make_way": overwriting}, "unsaid"),
]


def short(value) -> str:
    """The end of a dict's last key, or of a text."""
    return str(next(reversed(value), "") if isinstance(value, dict) else value).rpartition(".")[2][-22:]


@pytest.mark.parametrize("campaign, size, options, planted, kind", BROKEN, ids=short)
def test_what_is_broken_is_found(monkeypatch, campaign, size, options, planted, kind):
    for target, broken in planted.items():
        monkeypatch.setattr(target, broken)
    figures = run(campaign, size, **options)
    assert figures.failed[kind] and kind in figures.text()


later, TAB = Tab.later, "lab.whole.browser.Tab."
SEEDS = 50  # the most that a planted defect takes; those below begin near the first that finds it
WORLD = "lab.whole.world."
TABS = {WORLD + "NOW_AND_THEN": ("second", "second", "second", "close"), WORLD + "ALWAYS": ()}
"""Worlds in which nothing but tabs comes and goes."""
PLANTED = [
    (3, {TAB + "later": lambda tab, data: tab.rooms and later(tab, data)}, "standstill"),
    (27, {**TABS, TAB + "changed": lambda tab, name, file: None}, "lost"),
    (8, {"host.web.pages.Room.close": lambda room, page: room.behind.play.begin("game", "norwegian", 1, "A")}, "lost"),
    (11, {"host.web.keeper.Keeper.troubles": lambda keeper: []}, "unsaid"),
    (62, {"host.games.play.OwnGame.retry": lambda play: None}, "unhealed"),
]


@pytest.mark.parametrize("seed, planted, kind", PLANTED, ids=short)
def test_what_is_broken_in_the_whole_is_found(monkeypatch, seed, planted, kind):
    for target, broken in planted.items():
        monkeypatch.setattr(target, broken)
    failures = (whole.failure_of(number)[1] for number in range(seed, seed + SEEDS))
    assert kind in next(str(error) for error in failures if error)


@pytest.mark.parametrize("subject", ["store", "ahead"])
def test_files_that_are_away_for_a_while_are_kept_aside(subject, monkeypatch):
    monkeypatch.setattr(failures, "units", lambda *_, **__: AWAY)
    figures = run(failures, 0, subject=subject)
    assert figures.good() and figures.counts["kept aside"], figures.text()


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
