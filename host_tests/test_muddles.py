"""Boards in a muddle: the lights lead back into the game whoever does what they say.

Some are played once more on MicroPython, which must say the same: 4, or 1,000.
"""

import random

import pytest

import config
from companion.lights import scene as s
from host.sim.table import Table
from host_tests.conftest import NIGHTLY
from host_tests.taped import TapedTable
from lab.campaigns import muddles
from lab.campaigns.follower import Follower, NoWay
from lab.reader import Reader
from test_services import messages

TAPED = 1000 if NIGHTLY else 4


class TapedTabletop(TapedTable, muddles.StridingTable):
    """A tabletop that keeps a tape."""


@pytest.mark.parametrize("k", range(TAPED))
def test_a_muddle_goes_the_same_way_on_micropython(micropython, tmp_path, k):
    table = TapedTabletop(seed=k)
    muddler = muddles.Muddler(table, k)
    muddler.make()
    Follower(table, muddler.draw).lead()
    table.same_on(micropython, tmp_path)


class Window:
    """What a scene shows, as a table does."""

    def __init__(self, scene, now_ms: int):
        self.scene, self.now_ms = scene, now_ms
        self._rgb = bytearray(3 * (config.DICE_LEDS + config.HOLE_LEDS))

    def wait(self, ms: int) -> None:
        self.now_ms += ms

    @property
    def pixels(self) -> list:
        from companion.lights.render import render

        render(self.scene, self.now_ms, self._rgb, config)
        return [tuple(self._rgb[k : k + 3]) for k in range(0, len(self._rgb), 3)]


def _tells(kind: int, scene, read) -> bool:
    # What of a message must be read right.
    if kind == s.SHOW_ROLL:
        kind = s.SHOW_DICE  # so they lie
    if read.kind != s.NAMES[kind]:
        return False
    if scene.count and (read.hole, read.want) != (scene.holes[0], scene.wants[0]):
        return False
    if kind == s.SHOW_MENU or kind == s.SHOW_ASK or kind == s.SHOW_OFFER:
        return read.choice == scene.choice
    if scene.die1 or kind in (s.SHOW_THROW, s.SHOW_OVER, s.SHOW_OPENING):
        return (read.player, read.dice) == (scene.player, (scene.die1, scene.die2))
    return True


def test_every_message_is_read_from_its_pixels_whenever_the_reader_begins():
    draw = random.Random(3)
    read = 0
    for name, scene in messages():
        # a die shown as played while the dice lie, or settled while they are entered, the board never says
        if scene.used and scene.kind != s.SHOW_PARTIAL:
            continue
        if scene.die1 > scene.die2 or scene.kind == s.SHOW_WOODEN and scene.player == s.NOBODY:
            continue
        window = Window(scene, scene.since_ms + config.ROLL_MS + draw.randrange(5000))
        message = Reader(window).read()
        assert message and _tells(scene.kind, scene, message), (name, message)
        read += 1
    assert read > 900


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
