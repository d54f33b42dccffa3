"""Small cases that seeds of the campaign `whole` have found."""

import errno
from types import SimpleNamespace

from companion.game.dice import Dice
from companion.storage.memory import MemoryStore
from daldos.prng import Xorshift32
from host.far.end import End
from host.far.letter import as_text, parse
from host.games.play import OwnGame
from host.intake.links import letters_in
from host.sim.stores import FolderStore, SteadyStore
from host_tests.test_odd_texts import visits
from lab.whole.disk import Disk, Os, loaded
from lab.whole.server import SOON_S, Server
from lab.whole.world import World
from test_keeping import Failing


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


def test_what_a_killed_process_left_is_written_again_while_it_cannot_be_synced(tmp_path, monkeypatch):
    """Seed 31464: as above, but the disk failed at the next start, which nobody was told."""
    (tmp_path / "game").write_bytes(b"a turn")

    def fails(number):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("os.fsync", fails)
    store = SteadyStore(lambda: FolderStore(tmp_path))
    assert store.read("game") == b"a turn" and store.trouble.errno == errno.EIO
    synced: list = []
    monkeypatch.setattr("os.fsync", synced.append)
    store.retry()
    assert not store.trouble and synced and (tmp_path / "game").read_bytes() == b"a turn"


def test_a_game_of_the_archive_is_on_the_disk_with_its_name():
    """Seed 20123: gone with the power while the board's store named it, so taken for one that was deleted."""
    os = Os(Disk(SimpleNamespace(random=SimpleNamespace(random=lambda: 0.0))))
    stores = loaded("host.sim.stores", os=os, open=os.open_file)
    files = loaded("host.games.files", os=os, pathlib=os.pathlib, open=os.open_file, host__sim__stores=stores)
    files.Files("games").write("one.txt", "a game")
    os.die(power=True)
    assert files.Files("games").read("one.txt") == "a game"


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


def test_a_browser_that_keeps_nothing_is_said_as_long_as_it_is_so(tmp_path):
    """Of a game over a broker it sends nothing either."""
    page = visits(tmp_path)
    page.room.keeper.unkept = "the quota is exceeded"
    page.take()
    assert [text["en"] for text in page.v["troubles"]] == ["games are not kept: the quota is exceeded"]
    page.say(do="far_new", broker="", rules="danish", name="Ane")
    (text,) = page.v["troubles"]
    assert text["en"] == "the far game cannot be kept, so nothing is sent: the quota is exceeded"
    assert not page.told[-1].get("far_links", {}).get("letter")
    page.room.keeper.unkept = ""
    page.say(do="far", what="leave")
    assert not page.v["troubles"]


def test_a_game_that_cannot_begin_leaves_the_far_game_alone(tmp_path):
    page = visits(tmp_path)
    page.say(do="far_new", broker="", rules="danish", name="Ane")
    far = page.room.behind.far
    bo = End.join(parse(letters_in(far.links()["letter"])[0]), "Bo", bytes(32), lambda seat: 0)
    page.say(do="far_open", text=as_text(bo.letter()), name="")
    page.room.tick(0)
    begin = {
        "do": "begin",
        "mode": "game",
        "rules": "danish",
        "level": 1,
        "side": "A",
        "text": "",
        "step": 0,
        "throw": "",
    }
    page.say(**{**begin, "text": "Rules: nobody's\n\n0 A 24\n"})
    assert far.play and "nobody's" in page.errors[-1]
    page.say(**begin)
    assert not far.play and page.v["mode"] == "game"


def test_a_server_of_the_world_that_starts_as_its_last_tick_would_be_due_has_one_of_its_own():
    world = World(1)
    with world._seeded():
        server = Server(world, 1)
        server.start()
        server.kill()
        server.start()
        assert world._heap[-1][3:] == ((server._life, SOON_S),)
