"""What is kept is kept: archive, stores and far files, synced in order, and with the power cut after each operation."""

import itertools
import os
import stat
from types import SimpleNamespace

import pytest

from host.far.folder import SeatFolder
from host.games.files import Files
from host.sim import stores
from host_tests.conftest import FSYNC, daldos
from lab.whole.disk import Disk, Killed, Os, loaded

ONE, TWO = b"a first turn\n", b"another turn, longer than the first\n"


@pytest.fixture
def synced(monkeypatch) -> list:
    """What is synced from now on, by the real fsync: "file" or "folder"."""
    found: list = []

    def fsync(fd: int) -> None:
        found.append("folder" if stat.S_ISDIR(os.fstat(fd).st_mode) else "file")
        FSYNC(fd)

    monkeypatch.setattr(os, "fsync", fsync)
    return found


def taken(found: list) -> list:
    names, found[:] = found[:], []
    return names


def test_each_write_syncs_the_file_and_a_new_name_its_folder(tmp_path, synced):
    store = stores.FolderStore(str(tmp_path / "board"))
    assert taken(synced) == ["folder"]  # the new folder's own name
    store.append("game", ONE)
    assert taken(synced) == ["file", "folder"]
    store.append("game", TWO)
    assert taken(synced) == ["file"]
    store.replace("game", TWO)
    assert taken(synced) == ["file", "folder"]
    store.rename("game", "game.kept1")
    assert taken(synced) == ["folder"]
    store.close()
    Files(tmp_path / "a/b").write("one.txt", "a game")
    assert taken(synced) == ["folder", "folder", "file", "folder"]  # of two new folders
    seats = SeatFolder(tmp_path / "far")
    with seats.locked():
        assert taken(synced) == ["folder"]
        seats.replace("one.far", ONE)
        assert taken(synced) == ["file", "folder"]


class Fate:
    """What a power cut leaves: whether names that are not synced stay, and which part of such data."""

    def __init__(self, names: bool, part: float):
        self.random_value, self.part = (1.0 if names else 0.0), part

    def random(self) -> float:
        return self.random_value

    def randint(self, low: int, high: int) -> int:
        return low + int((high - low) * self.part)


class Machine:
    """The project's modules on a simulated disk."""

    def __init__(self, disk: Disk):
        self.os = Os(disk)
        own = {"os": self.os, "fcntl": self.os, "open": self.os.open_file}
        self.stores = loaded("host.sim.stores", **own)
        own |= {"pathlib": self.os.pathlib, "host__sim__stores": self.stores}
        self.files = loaded("host.games.files", **own)
        self.seats = loaded("host.far.folder", **own)

    def read(self, name: str) -> "bytes | None":
        inode = self.os.disk.names.get(name)
        return None if inode is None else bytes(inode.data)


def store_written(machine, done) -> None:
    store = machine.stores.FolderStore("board", must_write=False)
    store.append("game", ONE)
    done("board/game", ONE)
    store.append("game", TWO)
    done("board/game", ONE + TWO)
    store.replace("game", TWO)
    done("board/game", TWO)
    store.rename("game", "game.kept1")
    done("board/game.kept1", TWO)
    store.replace("game", ONE)
    done("board/game", ONE)


def archive_written(machine, done) -> None:
    files = machine.files.Files("games")
    for text in (ONE, TWO, ONE):
        files.write("one.txt", text.decode())
        done("games/one.txt", text)


def far_written(machine, done) -> None:
    seats = machine.seats.SeatFolder("far")
    with seats.locked():
        for data in (ONE, TWO, ONE):
            seats.replace("one.far", data)
            done("far/one.far", data)


# What is written, and whether a file is replaced as a whole: then it is never seen half.
CASES = {store_written: False, archive_written: True, far_written: True}


@pytest.mark.parametrize("write", CASES)
def test_the_power_may_go_after_any_operation(write):
    cuts = 0
    for names, part in itertools.product((False, True), (0.0, 0.5, 1.0)):
        for fuse in itertools.count():
            disk = Disk(SimpleNamespace(random=Fate(names, part)))
            machine, sure = Machine(disk), {}
            states: dict = {}

            def done(name: str, data: bytes, sure=sure, states=states) -> None:
                sure.clear()
                sure[name] = data
                states.setdefault(name, []).append(data)

            disk.fuse = fuse
            try:
                write(machine, done)
                whole = True
            except Killed:
                whole = False
            disk.fuse = -1
            machine.os.die(power=True)
            for name, data in sure.items():
                found = machine.read(name)
                if whole:
                    assert found == data, (names, part, fuse)
                elif found is None:  # it was being renamed
                    assert machine.read(f"{name}.kept1") == data, (names, part, fuse)
                elif CASES[write]:
                    assert found in (ONE, TWO), (names, part, fuse, found)
                else:
                    assert found.startswith(data) or found == TWO, (names, part, fuse, found)
            cuts += not whole
            if whole:
                break
    assert cuts > 40


def test_a_folder_that_cannot_be_listed_is_said():
    done = daldos("far", "games", "--save", "n" * 300)
    assert (done.returncode, done.stdout) == (2, "") and "too long" in done.stderr
    done = daldos("far", "games", "--save", "/nowhere/at/all")
    assert (done.returncode, done.stdout) == (0, "") and "No far game is kept" in done.stderr
