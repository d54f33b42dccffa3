"""The whole, simulated: fresh seeds each time, the defects that are planted, and small cases that seeds have found."""

import errno
import json
import random

import pytest

from companion.game.dice import Dice
from companion.storage.memory import MemoryStore
from daldos.prng import Xorshift32
from host.games.play import OwnGame
from host.sim.stores import FolderStore, SteadyStore
from host.web.pages import Room
from host_tests.conftest import NIGHTLY
from lab.whole.main import line_of, run, shrunk
from lab.whole.world import PLANTS
from test_keeping import Failing

SECONDS = 40 if NIGHTLY else 12
SEEDS = {"stale": 13}  # the first that finds a defect which the first of all does not
GAMES = 3000  # at least one of them fails with a planted defect


def test_fresh_seeds_hold():
    first = random.SystemRandom().randrange(10**9)
    count, failed = run(first, seconds=SECONDS)
    print(f"from seed {first}: {dict(count)}")
    assert not failed, f"{line_of(failed[0][0], shrunk(failed[0][0]))}: {failed[0][1]}"


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_defect_is_found(plant):
    _, failed = run(SEEDS.get(plant, 1), games=GAMES, plant=plant)
    assert failed


def blind(files=None):
    """A store that can neither be read nor written for now."""
    store = Failing(files)
    store.blind, store.fails = True, 99
    return store


def test_what_could_not_be_read_is_not_written_over():
    behind = blind({"game": b"a long game"})
    store = SteadyStore(lambda: behind)
    assert store.read("game") is None
    store.replace("game", b"a new one")
    assert store.trouble
    behind.fails = 0
    store.retry()
    assert not store.trouble
    assert behind.files == {"game": b"a new one", "game.kept1": b"a long game"}


def test_what_a_killed_process_left_is_on_the_disk_before_it_is_shown(tmp_path, monkeypatch):
    """Seed 4000100: killed before its sync, shown by the next process, then gone with the power."""
    (tmp_path / "game").write_bytes(b"a turn")
    synced: list = []
    monkeypatch.setattr("os.fsync", synced.append)
    store = FolderStore(tmp_path)
    assert [store.read("game"), store.read("game")] == [b"a turn"] * 2 and len(synced) == 1


def test_a_saved_game_that_could_not_be_read_is_said():
    behind = blind()
    play = OwnGame(SteadyStore(lambda: behind), Dice(Xorshift32(1).next))
    assert "could not be read" in str(play.problem)


def test_a_store_that_cannot_be_had_at_first_is_tried_again():
    behind = MemoryStore()
    makes = [OSError(errno.EROFS, "Read-only file system"), behind]

    def make():
        made = makes.pop(0)
        if isinstance(made, OSError):
            raise made
        return made

    store = SteadyStore(make)
    store.read("game")
    assert store.trouble.errno == errno.EROFS
    store.replace("game", b"a new one")
    assert behind.files == {"game": b"a new one"}
    assert not store.trouble


def test_a_browser_that_keeps_nothing_is_said_as_long_as_it_is_so():
    room = Room(None, OwnGame(MemoryStore(), Dice(Xorshift32(1).next)))
    page = room.open(True, lambda: None)
    room.receive(page, json.dumps({"do": "hello", "token": "", "code": ""}))
    room.unkept = "the quota is exceeded"
    room.look()
    assert [text["en"] for text in room.feed.values["troubles"]] == ["games are not kept: the quota is exceeded"]
    room.unkept = ""
    room.look()
    assert not room.feed.values["troubles"]


class Left:
    """Takes the place of a far game that is on."""

    play = post = game = None
    left = False

    def leave(self):
        self.left = True

    def values(self):
        return None

    def links(self):
        return None

    def troubles(self):
        return []


def test_a_game_that_cannot_begin_leaves_the_far_game_alone():
    own = OwnGame(MemoryStore(), Dice(Xorshift32(1).next))
    far = Left()
    far.play = own
    room = Room(None, own, far=far)
    page = room.open(True, lambda: None)
    room.receive(page, json.dumps({"do": "hello", "token": "", "code": ""}))
    begin = {"do": "begin", "mode": "game", "rules": "danish", "level": 1, "side": "A", "text": "", "step": 0}
    room.receive(page, json.dumps({**begin, "text": "Rules: nobody's"}))
    assert not far.left
    room.receive(page, json.dumps(begin))
    assert far.left
