"""The journal and the settings over stores that fail: cut at every step of writing, damaged at every byte, full."""

import json

import pytest

from companion.play.journal import PAYLOAD_MAX, Journal, JournalError, SettingError, Settings, record
from host.table.stores import CuttingStore, DictStore, FolderStore, PowerCut
from test_services import payloads

GAME = payloads(60)


def play(store):
    """60 records with two new beginnings; yields what must be there after each write."""
    journal = Journal(store)
    journal.open()
    written = []
    yield written
    for i, payload in enumerate(GAME):
        if i in (20, 45):
            written = [f"new {i}", *written[-2:]]
            journal.restart(written)
            yield written
        journal.append(payload)
        written = [*written, payload]
        yield written


def test_cut_at_every_step_of_every_write():
    whole = CuttingStore()
    states = list(play(whole))
    cuts = torn = 0
    for cut_after in range(whole.steps):
        store = CuttingStore(cut_after=cut_after)
        finished = 0
        with pytest.raises(PowerCut):
            for finished, _ in enumerate(play(store)):  # noqa: B007 the number of the last write that returned
                pass
        journal = Journal(DictStore(store.files))
        # The write under way is there as a whole or not at all; those before it are.
        resumed = journal.open()
        assert resumed in (states[finished], states[finished + 1])
        torn += bool(journal.torn)
        journal.append("after")
        again = Journal(DictStore(store.files))
        assert again.open() == [*resumed, "after"]
        assert again.torn == ""
        cuts += 1
    assert cuts == whole.steps > 1000
    assert torn > 1000  # most of them within a line


def test_cut_while_the_torn_end_is_mended():
    files = {"game": record(0, "whole") + b"torn"}
    for cut_after in range(2 + 1):
        store = CuttingStore(dict(files), cut_after)
        try:
            Journal(store).open()
        except PowerCut:
            pass
        assert Journal(DictStore(store.files)).open() == ["whole"]


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
        store = DictStore({"game": content})
        journal = Journal(store)
        good = journal.open()
        whole = sum(start <= place for start in starts) - 1  # records before the damage
        assert good == written[: len(good)]
        assert len(good) >= whole
        if good == written:  # only the end of the file was touched
            assert content[: len(data)] == data
        else:
            assert journal.torn
        journal.append("on")
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
        journal = Journal(DictStore({"game": content}))
        assert journal.open() == ["same"] * left
        assert journal.torn == f"game: {len(content) - left * len(lines[0])} bytes dropped after record {left} " + (
            f"(byte {left * len(lines[0])})"
        )


class FullStore(DictStore):
    """A store with room for `room` bytes a file; an append that does not fit leaves its beginning there."""

    room = 10**6

    def append(self, name, data):
        super().append(name, data[: max(0, self.room - len(self.files.get(name, b"")))])
        if len(self.files[name]) == self.room:
            raise OSError(28, "no space left")


def test_a_failed_append_is_not_there_and_does_no_harm():
    for room in range(60, 60 + len(record(2, "third")) + 1):
        store = FullStore()
        journal = Journal(store)
        journal.open()
        journal.append("first" * 5)
        journal.append("second")
        known = len(store.files["game"])
        store.room = known + room - 60
        with pytest.raises(OSError):
            journal.append("third")
        store.room = 10**6
        journal.append("fourth")
        assert Journal(store).open() == ["first" * 5, "second", "fourth"]


def test_append_without_open_goes_on():
    store = DictStore({"game": record(0, "first") + b"torn"})
    Journal(store).append("second")
    assert Journal(store).open() == ["first", "second"]


def test_empty_and_missing_files_are_a_new_journal():
    for files in ({}, {"game": b""}):
        journal = Journal(DictStore(files))
        assert (journal.open(), journal.torn) == ([], "")


@pytest.mark.parametrize("payload", ["", "two\nlines", "caf\u00e9", "nul\0", "x" * (PAYLOAD_MAX + 1)])
def test_payloads_that_no_record_can_hold(payload):
    store = DictStore()
    journal = Journal(store)
    with pytest.raises(JournalError, match="expected 1 to 200 printable ASCII characters"):
        journal.append(payload)
    with pytest.raises(JournalError):
        journal.restart(["good", payload])
    assert store.files == {}
    journal.append("x" * PAYLOAD_MAX)
    assert Journal(store).open() == ["x" * PAYLOAD_MAX]


# --- settings ---------------------------------------------------------------------------------------------------------

DEFAULTS = {"rules": "danish", "mode": "game", "volume": 3, "buzzer": False}


def rules_known(value):
    if value not in ("danish", "norwegian"):
        raise ValueError(f"ruleset {value!r}: unknown")
    return True


CHECKS = {"volume": lambda value: 0 <= value <= 10, "rules": rules_known}


def opened(content):
    store = DictStore({} if content is None else {"settings.json": content})
    settings = Settings(store, DEFAULTS, CHECKS)
    settings.open()
    return settings, store


@pytest.mark.parametrize(
    "content, problem",
    [
        (None, ""),
        (b"{}", ""),
        (b"", "settings.json: byte 1: the end, expected {"),
        (b"\xff\xff\xff\xff", "settings.json: byte 1: 0xff, expected printable ASCII"),
        (b'{"volume": 11}', "settings.json: setting volume: it cannot be 11"),
        (b'{"volume": true}', "settings.json: setting volume: True is no int"),
        (b'{"buzzer": 1}', "settings.json: setting buzzer: 1 is no bool"),
        (b'{"rules": null}', "settings.json: setting rules: None is no str"),
        (b'{"rules": "chess"}', "settings.json: setting rules: ruleset 'chess': unknown"),
        (b'{"mode": ["game"]}', """settings.json: byte 10: ["game"]}, expected a plain value, nothing nested"""),
        (
            b'{"colour": "red"}',
            "settings.json: setting 'colour': there is no such setting, expected buzzer, mode, rules, volume",
        ),
    ],
)
def test_bad_settings_are_told_and_the_defaults_stand(content, problem):
    settings, _ = opened(content)
    assert settings.problems == ([problem] if problem else [])
    assert {key: settings.get(key) for key in DEFAULTS} == DEFAULTS


def test_settings_written_by_hand():
    settings, _ = opened(b'{\r\n\t"volume": 7,\n  "rules": "norwegian"\n}\n')
    assert (settings.problems, settings.get("volume"), settings.get("rules")) == ([], 7, "norwegian")


def test_setting_survives_and_is_json():
    settings, store = opened(None)
    settings.set("volume", 9)
    assert json.loads(store.files["settings.json"]) == {**DEFAULTS, "volume": 9}
    assert opened(store.files["settings.json"])[0].get("volume") == 9


@pytest.mark.parametrize("key, value", [("volume", 11), ("volume", "3"), ("rules", "chess"), ("colour", "red")])
def test_a_bad_setting_changes_nothing(key, value):
    settings, store = opened(None)
    with pytest.raises(SettingError, match=key):
        settings.set(key, value)
    assert store.files == {}
    assert settings.get("volume") == 3


def test_settings_cut_are_old_or_new():
    for cut_after, volume in ((0, 3), (1, 9), (2, 9)):
        store = CuttingStore({"settings.json": b'{"volume": 3}'}, cut_after)
        settings = Settings(store, DEFAULTS)
        settings.open()
        try:
            settings.set("volume", 9)
        except PowerCut:
            assert cut_after < 2
        assert opened(store.files["settings.json"])[0].get("volume") == volume


def test_every_cut_or_damaged_settings_file_opens():
    whole = b'{"buzzer": true, "mode": "game", "rules": "norwegian", "volume": 7}\n'
    for _, content in damaged(whole):
        opened(content)
    for end in range(len(whole)):
        opened(whole[:end])


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
    list(play(store))
    assert Journal(FolderStore(tmp_path / "new" / "folder")).open() == list(play(DictStore()))[-1]
    for name in ("", ".", "..", "../game", "a/b"):
        with pytest.raises(ValueError, match="expected a plain name"):
            store.read(name)
