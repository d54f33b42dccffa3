"""Edges of the journal that a game seldom meets, each on its own."""

import pytest

from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import _KEPT_MAX, _LINE_MAX, FILE_MAX, Journal
from companion.storage.memory import MemoryStore
from companion.storage.records import encode, record
from daldos.prng import Xorshift32


def opened(store):
    journal = Journal(store)
    return journal, journal.open()


def test_two_records_of_one_writing_count_as_two():
    store = MemoryStore({})
    journal, _ = opened(store)
    journal.append("one", None, "two")
    journal.append("three", None)
    journal.append("four", None, "five")
    journal, kept = opened(store)
    assert kept == ["one", "two", "three", "four", "five"] and journal.torn is None


@pytest.mark.parametrize("more, kept", [(0, False), (1, True)])
def test_a_torn_end_as_long_as_a_record_can_be_is_dropped_and_a_longer_one_kept(more, kept):
    good = record(0, "one")
    store = MemoryStore({"game": good + b"x" * (_LINE_MAX + more)})
    journal, payloads = opened(store)
    assert payloads == ["one"] and store.files["game"] == good
    assert journal.torn.args == (_LINE_MAX + more, 1) + ("game.kept1",) * kept
    assert journal.torn.code == ("record_torn_kept" if kept else "record_torn")
    assert ("game.kept1" in store.files) == kept


def test_the_last_name_for_what_is_kept_aside_is_used_again():
    store = MemoryStore({"game": record(0, "one")})
    journal, _ = opened(store)
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
    assert len(opened(store)[1]) == number + 1
    store.files["game"] += b"y"
    journal, payloads = opened(store)
    assert payloads == [] and str(journal.torn).endswith("the whole file is kept as game.kept1")


def loaded(*payloads):
    store = MemoryStore({"game": encode(payloads)})
    match = Match(Journal(store), Dice(Xorshift32(5).next))
    return match, match.load("danish"), store


def test_a_throw_entered_by_hand_is_taken_back_and_one_of_the_boards_is_not():
    match, problem, _ = loaded("G danish", "E 34", "T 12")
    assert problem is None and not match.entered()
    match, _, _ = loaded("G danish", "T 34", "E 12")
    assert match.entered() and match.take_entry_back() == (1, 2) and not match.entered()
    match, _, _ = loaded("G danish", "E 34", "E 12")
    assert [match.take_entry_back() for _ in range(2)] == [(1, 2), (3, 4)] and not match.entered()
