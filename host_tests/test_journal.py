"""The journal over stores that fail: damaged at every byte, torn, too long; and over a folder."""

import shutil

import pytest

from companion.storage.journal import _KEPT_MAX, _LINE_MAX, FILE_MAX, Journal
from companion.storage.memory import MemoryStore
from companion.storage.records import record
from host.sim.stores import FolderStore
from test_services import payloads

GAME = payloads(60)


def damaged(data):
    for i in range(len(data)):
        for bit in range(8):
            yield i, data[:i] + bytes([data[i] ^ 1 << bit]) + data[i + 1 :]
        yield i, data[:i] + data[i + 1 :]
        yield i, data[:i] + b"\n" + data[i:]
        yield i, data[:i] + data[i : i + 1] + data[i:]


def test_damage_of_any_byte_never_invents_a_record():
    written = GAME[:12]
    data = b"".join(record(i, payload) for i, payload in enumerate(written))
    starts = [0]
    for i, payload in enumerate(written):
        starts.append(starts[-1] + len(record(i, payload)))
    for place, content in damaged(data):
        if content == data:
            continue
        store = MemoryStore({"game": content})
        journal = Journal(store)
        good = journal.open()
        whole = sum(start <= place for start in starts) - 1  # records before the damage
        assert good == written[: len(good)]
        assert len(good) >= whole
        if good == written:  # only the end of the file was touched
            assert content[: len(data)] == data
        else:
            assert journal.torn
        journal.append("on", None)
        assert Journal(store).open() == [*good, "on"]


def test_records_lost_doubled_or_moved_are_found():
    lines = [record(i, "same") for i in range(5)]
    for content, left in (
        (lines[0] + lines[2], 1),
        (lines[0] + lines[0], 1),
        (lines[0] + lines[2] + lines[1], 1),
        (lines[1], 0),
        (lines[0] + b"\n" + lines[1], 1),
    ):
        store = MemoryStore({"game": content})
        journal = Journal(store)
        assert journal.open() == ["same"] * left
        good = left * len(lines[0])
        dropped = f"{len(content) - good} bytes dropped after record {left}; the whole file is kept as game.kept1"
        assert str(journal.torn) == dropped
        assert store.files["game.kept1"] == content


# --- a file that is not what was written ------------------------------------------------------------------------------


@pytest.mark.parametrize("more, kept", [(0, False), (1, True)])
def test_a_torn_end_as_long_as_a_record_can_be_is_dropped_and_a_longer_one_kept(more, kept):
    good = record(0, "one")
    store = MemoryStore({"game": good + b"x" * (_LINE_MAX + more)})
    journal = Journal(store)
    payloads = journal.open()
    assert payloads == ["one"] and store.files["game"] == good
    assert journal.torn.args == (_LINE_MAX + more, 1) + ("game.kept1",) * kept
    assert journal.torn.code == ("record_torn_kept" if kept else "record_torn")
    assert ("game.kept1" in store.files) == kept


def test_the_last_name_for_what_is_kept_aside_is_used_again():
    store = MemoryStore({"game": record(0, "one")})
    journal = Journal(store)
    journal.open()
    names = [journal.keep() for _ in range(_KEPT_MAX + 2)]
    assert names == [f"game.kept{min(number, _KEPT_MAX)}" for number in range(1, _KEPT_MAX + 3)]
    assert all(store.files[name] == record(0, "one") for name in names)


def test_a_file_as_long_as_may_be_is_read_and_a_longer_one_kept_aside():
    lines, number = b"", 0
    while len(lines) + 40 < FILE_MAX:
        lines += record(number, "x" * 20)
        number += 1
    last = record(number, "x" * (FILE_MAX - len(lines) - len(record(number, "x")) + 1))
    store = MemoryStore({"game": lines + last})
    assert len(store.files["game"]) == FILE_MAX
    assert len(Journal(store).open()) == number + 1
    store.files["game"] += b"y"
    journal = Journal(store)
    payloads = journal.open()
    assert payloads == [] and str(journal.torn).endswith("the whole file is kept as game.kept1")


# --- the folder store -------------------------------------------------------------------------------------------------


def test_folder_store(tmp_path):
    store = FolderStore(tmp_path / "new" / "folder")
    assert store.read("game") is None
    store.append("game", b"one")
    store.append("game", b"two")
    assert store.read("game") == b"onetwo"
    store.replace("game", b"three")
    assert store.read("game") == b"three"
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir()] == ["game"]
    memory = MemoryStore({"game": b"three"})
    for files in (store, memory):
        journal = Journal(files)
        journal.open()
        for number, payload in enumerate(GAME):
            if number in (25, 40):
                journal.restart(GAME[:5])
            journal.append(payload, None)
    store.close()
    again = FolderStore(tmp_path / "new" / "folder")
    assert again.read("game") == memory.files["game"]
    again.close()
    for name in ("", ".", "..", "../game", "a/b"):
        with pytest.raises(ValueError, match="expected a plain name"):
            store.read(name)


def test_a_folder_store_of_a_vanished_folder_begins_again(tmp_path):
    store, said = FolderStore(tmp_path / "board"), []
    journal = Journal(store, tell=said.append)
    journal.open()
    journal.append("first", None)
    shutil.rmtree(tmp_path / "board")
    journal.append("second", lambda: ["first"])
    assert [str(problem) for problem in said] == ["game: the file has vanished; it is written again"]
    assert Journal(store).open() == ["first", "second"]
    store.close()


def test_a_folder_that_cannot_be_written_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("os.access", lambda path, mode: False)  # root may write everywhere
    with pytest.raises(PermissionError, match="nothing can be written there"):
        FolderStore(tmp_path)
