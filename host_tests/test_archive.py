"""Games are kept automatically: after every turn, through any crash, and beside other programs."""

import contextlib
import os
import random
import time

import pytest

from daldos.game import OVER, Game
from daldos.prng import Xorshift32
from daldos.record import read_records, write_record
from daldos.rules import parse_rules
from daldos.selfplay import any_turn, play_game
from daldos.state import rows_text
from host.games import search
from host.games.archive import Archive, ArchiveError
from host.games.play import first_game
from host.web.handing import Finding, Handing
from host_tests.conftest import NIGHTLY, daldos


def growing(seed: int) -> list:
    """The record of a game after its opening and after each turn."""
    lines = write_record(play_game(parse_rules("norwegian"), Xorshift32(seed))).splitlines()
    head = lines.index("") + 1
    opening = sum(line.startswith("0 ") for line in lines)
    whole = len(lines)
    texts = []
    for k in range(head + opening, whole + 1):
        result = lines[1] if k == whole else "Result: *"
        texts.append("\n".join([lines[0], result, *lines[2:k]]) + "\n")
    return texts


def hand(archive, data) -> dict:
    """Add the games of what somebody hands over, as the page does."""
    handing, told = Handing("add", "", archive), {"done": False}
    data = data if isinstance(data, bytes) else data.encode()
    while not told["done"]:
        told, data = handing.frame(data, False)["handed"], b""
    return {"added": told["games"], "known": told["known"], "passed": [said["en"] for said in told["passed"]]}


def test_a_game_is_one_file_whatever_ends_the_program(tmp_path):
    for k, record in enumerate(growing(1)):
        if k % 7 == 0:
            archive = Archive(tmp_path)  # as after a kill and restart
        archive.keep(record)
    (entry,) = archive.entries()
    assert entry["result"] in "AB"
    assert write_record(read_records(archive.read(entry["name"]))[0][1]) == record


@pytest.mark.parametrize("back_s", [3600, 86400, 10**10], ids=["an hour", "a day", "to 1970"])
def test_a_clock_set_back_makes_no_second_file(tmp_path, back_s):
    now = 1_795_000_000.0
    Archive(tmp_path, lambda: now).keep(growing(2)[-1])  # another game, whose name is the newest
    for k, record in enumerate(growing(1)):
        if k % 9 == 0:
            now = max(0.0, now - back_s)
            archive = Archive(tmp_path, lambda at=now: at)
        archive.keep(record)
    assert len(archive.entries()) == 2
    assert {entry["turns"] for entry in archive.entries()} == {len(growing(1)) - 1, len(growing(2)) - 1}


@pytest.mark.parametrize("back_s", [3600, 86400, 10**10], ids=["an hour", "a day", "to 1970"])
def test_a_game_has_one_file_by_its_id_and_another_that_began_alike_its_own(tmp_path, back_s):
    """Ten turns are taken back between two starts, and when it was over already."""
    now = 1_795_000_000.0
    records = [record.replace("Result", "Id: 0123456789abcdef\nResult") for record in growing(1)]
    for record in (records[20], records[10], records[-1], records[-12], records[30]):
        archive = Archive(tmp_path, lambda at=now: at)
        archive.keep(record)
        now = max(0.0, now - back_s)
    archive.keep(records[30].replace("0123", "3210"))  # the same turns, another game
    assert sorted(entry["id"][:4] for entry in archive.entries()) == ["0123", "3210"]
    assert {entry["turns"] for entry in archive.entries()} == {30}


def test_a_game_that_goes_on_keeps_its_remarks_names_and_headers(tmp_path):
    archive = Archive(tmp_path)
    record = growing(3)
    noted = record[4].replace("Result", "Place: Ribe\nResult").split("\n")
    noted.insert(len(noted) - 1, "; what a throw")
    noted.insert(len(noted) - 3, "; clock=4:58 chance=0.5000")
    hand(archive, ("Event: Friday\nA: Ane\n" + "\n".join(noted)).encode())
    (entry,) = archive.entries()
    archive.go_on(entry["name"])
    assert archive.keep(record[4]) == entry["name"] and "what a throw" in archive.read(entry["name"])
    last = record[5].rstrip("\n") + "\n; clock=3:10\n"
    assert archive.keep(last, {"B": "The board"}) == entry["name"]
    kept = archive.read(entry["name"])
    assert archive.entries()[0]["turns"] == 5  # a remark is none
    assert kept.endswith("\n; what a throw\n" + last.split("\n")[-3] + "\n; clock=3:10\n")
    for line in ("Event: Friday", "A: Ane", "B: The board", "Place: Ribe", "; clock=4:58 chance=0.5000"):
        assert kept.count(line) == 1, line
    assert archive.keep(last.replace("3:10", "3:09"), {"B": "The board"}) == entry["name"]  # the clock comes later
    assert "3:09" in archive.read(entry["name"]) and "3:10" not in archive.read(entry["name"])
    archive.keep(record[3])  # taken back
    kept = archive.read(entry["name"])
    assert "what a throw" not in kept and "3:09" not in kept and "B: The" not in kept and "Place: Ribe" in kept


def test_what_is_found_out_about_a_game_is_kept_with_it_and_not_with_another(tmp_path):
    archive = Archive(tmp_path)
    games = [write_record(play_game(parse_rules("danish"), Xorshift32(seed))) for seed in (1, 2)]
    names = [archive.keep(game, {"A": "Ane"}) for game in games if not archive.go_on("")]
    before = [archive.read(name) for name in names]
    noted = games[0].rstrip("\n") + "\n; chance=1.0000\n"
    archive.note(names[0], noted)
    archive.note(names[1], noted)
    assert [archive.read(name) for name in names] == [before[0] + "; chance=1.0000\n", before[1]]
    archive.note(names[0], noted)
    assert archive.read(names[0]).count("chance") == 1


def test_games_are_found_by_a_position_that_they_have_had(tmp_path):
    archive = Archive(tmp_path)
    games = [play_game(parse_rules("norwegian"), Xorshift32(seed)) for seed in (1, 2, 3)]
    names = [archive.keep(write_record(game), {"A": "Ane"}) for game in games if not archive.go_on("")]
    (tmp_path / "20991231-000000-00.txt").write_text("no game")

    def found(rows: str) -> list:
        finding, told = Finding(archive, rows), []
        while not told or not told[-1]["whole"]:
            told.append(finding.frame()["found"])
        assert told[-1]["looked"] == 4
        return sorted(name for one in told for name in one["names"])

    assert found("a" * 12 + "/" + "." * 13 + "/" + "b" * 12) == sorted(names)
    for game, name in zip(games, names, strict=True):
        assert found(list(game)[30].position.text().split(" ")[0]) == [name]
        assert found(game.position_text().split(" ")[0]) == [name]
    assert found("nonsense") == []


SEARCHED = ("danish", "ostergaard", "cerne-abbey", "mary-rose,jump=any", "naesheim,dal_moves=false", "vuovdaguoika")


def test_a_search_replays_few_games_and_misses_none(monkeypatch):
    replayed = []
    monkeypatch.setattr(search, "first_game", lambda text: replayed.append(text) or first_game(text))
    for rules in SEARCHED:
        few = parse_rules(rules).relative and not NIGHTLY  # all of these are replayed, each for every position
        games = [
            play_game(parse_rules(rules), Xorshift32(seed)) for seed in range(1, 13 if NIGHTLY else 3 if few else 6)
        ]
        texts = [write_record(game) for game in games]
        later, stream = (
            Game.from_position(list(games[0])[30].position.text().rpartition(" ")[0] + " -", rules),
            Xorshift32(1),
        )
        while later.phase != OVER:
            later.throw(later.rules.throws.draw(stream))
            later.play(any_turn(later, stream))
        games.append(later)
        texts.append(write_record(later))
        stood = [
            {rows_text(at.rules, at.cells) for at in [*(t.position for t in game), game.position]} for game in games
        ]
        needless = 0
        wanted = [sorted(positions)[len(positions) // 2] for positions in stood]
        for rows in wanted:
            had = [rows in positions for positions in stood]
            replayed.clear()
            assert [search.had(text, rows) for text in texts] == had, rows
            needless += len(replayed) - sum(had)
            assert search.had(texts[0].replace("\n", "\r\n"), rows) == had[0]  # edited elsewhere
        assert parse_rules(rules).relative or needless < 0.05 * len(wanted) * len(texts)


def test_a_search_takes_an_edited_record_as_a_replay_does():
    """It may be written otherwise, or be none: never is a game missed, and no other error than ValueError comes."""
    game, stream = play_game(parse_rules("norwegian"), Xorshift32(3)), random.Random(5)
    text = write_record(game, {"A": "Ane"})
    rows = list(game)[20].position.text().split(" ")[0]
    edits = [
        (" ", "  "),
        ("-", "\u2013"),
        ("x", "\u00d7"),
        ("Rules", "rules"),
        ("\n1 A", "\n 1 A"),
        ("A1-", "A01-"),
        ("\n", "\r\n"),
    ]
    odd = [text.replace(*edit) for edit in edits] + [
        text + "\n5 foo x\n",
        text.replace("\n\n", "\nStart: x\n\n"),
        "",
        "x",
    ]
    for _ in range(300):
        at, size = stream.randrange(len(text)), stream.choice((0, 1, 1, 3))
        odd.append(
            text[:at]
            + "".join(stream.choice(text + "\u00d7;,") for _ in range(stream.randrange(3)))
            + text[at + size :]
        )
    found = 0
    for edited in odd:
        try:
            played = first_game(edited)[1]
        except ValueError:
            with contextlib.suppress(ValueError):
                search.had(edited, rows)
            continue
        stood = {rows_text(at.rules, at.cells) for at in [*(turn.position for turn in played), played.position]}
        assert search.had(edited, rows) == (rows in stood), edited
        found += rows in stood
    assert found > 20


def test_a_game_added_again_goes_on_in_its_file_unless_it_is_played_here(tmp_path):
    texts = [record.replace("Result", "Id: 0123456789abcdef\nResult") for record in growing(1)]
    archive = Archive(tmp_path)
    told = [hand(archive, texts[turns]) for turns in (5, 20, 9, 20)]
    assert [(one["added"], one["known"]) for one in told] == [(1, 0), (1, 0), (0, 1), (0, 1)]
    assert [entry["turns"] for entry in archive.entries()] == [20]
    archive.keep(texts[21])
    assert hand(archive, texts[30])["added"] == 1
    archive.keep(texts[22])
    assert [entry["turns"] for entry in archive.entries()] in ([22, 30], [30, 22])


@pytest.mark.parametrize("date, day", [("1998-07-06", "19980706"), ("../../..", "00000000"), ("1998", "00000000")])
def test_a_game_added_is_named_after_its_day_if_it_tells_one(date, day, tmp_path):
    archive = Archive(tmp_path / "games")
    hand(archive, f"Date: {date}\n" + ONE[5])
    assert [entry["name"] for entry in archive.entries()] == [f"{day}-000000-00.txt"]


ONE, OTHER = growing(1), growing(2)
BARE, NOT_WHOLE = ONE[0].partition("\n\n")[0] + "\n\n", "Rules: norwegian\nResult: *\n\n57 A 12 A1-M3\n"
KEPT = {  # records kept one after another -> how many turns each file has
    "a turn taken back stays, and a new game has a file of its own": ([*ONE[:9], *ONE[5:7], *OTHER[:4]], [3, 6]),
    "a new game never takes the file of one that began alike": ([*ONE, BARE, *ONE[:3]], [2, len(ONE) - 1]),
    "another first turn instead of the first is the same game": ([*ONE[:2], ONE[0], ONE[0] + "1 B 11 B1-M2\n"], [1]),
    "nothing before the first turn, nor from a board whose record is still coming": ([ONE[0], NOT_WHOLE], []),
}


@pytest.mark.parametrize("what", KEPT)
def test_what_is_kept_of_games(what, tmp_path):
    records, turns = KEPT[what]
    archive = Archive(tmp_path / "games")
    for record in records:
        archive.keep(record)
    assert sorted(entry["turns"] for entry in archive.entries()) == turns
    assert turns != [1] or archive.export().endswith("1 B 11 B1-M2\n")
    assert (tmp_path / "games").exists() == bool(turns)


def test_a_far_games_file_that_is_damaged_is_left_and_the_game_gets_another(tmp_path):
    first = growing(1)
    (tmp_path / Archive(tmp_path).keep(first[3], slot="far")).write_bytes(b"\xff")
    Archive(tmp_path).keep(first[4], slot="far")
    entries = Archive(tmp_path).entries()
    assert sorted((entry["broken"], entry["turns"]) for entry in entries) == [(False, 4), (True, 0)]


def test_names_are_those_of_the_list_only(tmp_path):
    (tmp_path / "secret.txt").write_text("no game")
    archive = Archive(tmp_path / "games")
    for name in ("../secret.txt", "/etc/passwd", "", "x.txt"):
        with pytest.raises(ArchiveError):
            archive.read(name)


def test_ten_thousand_games_are_listed_in_a_moment_and_more_come_in(tmp_path):
    records = [growing(seed)[-1] for seed in range(3, 8)]
    (tmp_path / "20260101-000000-00.txt").write_text("Date: 2026-01-01\n" + growing(8)[-1])
    for k in range(1, 10_000):
        os.link(tmp_path / "20260101-000000-00.txt", tmp_path / f"20260101-{k:06}-00.txt")

    def cost_s(do, *args) -> float:
        before = time.process_time()
        do(*args)
        return time.process_time() - before

    archive = Archive(tmp_path)
    first = cost_s(archive.entries)
    later = min(cost_s(archive.entries), cost_s(Archive(tmp_path).entries))
    text = "\n".join(f"Date: 2026-01-02\n{record}" for record in records)
    more = cost_s(hand, archive, text)
    print(f"10,000 games: the first list {first:.2f} s, later ones {later:.3f} s, {len(records)} more in {more:.2f} s")
    assert len(archive.entries()) == 10_005 and later < 0.2 and more < 1
    hand(archive, text)
    assert len(archive.entries()) == 10_005


def test_an_index_is_believed_only_of_files_that_have_not_changed(tmp_path):
    archive = Archive(tmp_path)
    for seed in (1, 2):
        archive.keep(growing(seed)[-1])
    before = archive.entries()
    newest = tmp_path / before[0]["name"]
    newest.write_text(newest.read_text().replace("Rules: norwegian", "Rules: danishxxx"))  # as long as it was
    assert Archive(tmp_path).entries() == [dict(before[0], rules="danishxxx", broken=True), before[1]]
    index = tmp_path / "index.json"
    for odd in ("", "{", "null", "[1]", '{"x": 1}', "[" * 100_000):
        index.write_text(odd)
        assert len(Archive(tmp_path).entries()) == 2
    index.unlink()
    index.mkdir()
    assert len(Archive(tmp_path).entries()) == 2


def test_a_game_changed_by_hand_is_another_or_none_if_a_turn_breaks_the_rules(tmp_path):
    archive = Archive(tmp_path)
    name = archive.keep(growing(1)[-1])
    (before,), text = archive.entries(), archive.read(name)
    for changed, broken in (("\n".join(text.split("\n")[:-9]) + "\n", False), (text.replace(" A1", " A9"), True)):
        (tmp_path / name).write_text(changed.replace("Result: " + before["result"], "Result: *"))
        for listed in (True, False):
            if not listed:
                (tmp_path / "index.json").unlink()
            (now,) = Archive(tmp_path).entries()
            assert now["broken"] == broken and now["key"] != before["key"]


def test_the_command(tmp_path):
    def run(*words):
        return daldos("games", "--folder", tmp_path, *words)

    archive = Archive(tmp_path)
    archive.keep(growing(1)[-1])
    name = archive.entries()[0]["name"]
    assert name in run().stdout and "1 games in" in run().stdout
    assert run(name).stdout == archive.read(name)
    assert run("--export", "-").stdout == archive.read(name)
    far = "Event: far game, A and B resigned\n" + growing(2)[-3]
    (tmp_path / "20000101-000000-00-game.txt").write_text(far)
    assert run().stdout.count("nobody won") == 1 and [entry["result"] for entry in archive.entries()][1] == "-"
    (tmp_path / "20000101-000000-00-game.txt").unlink()
    for words in (["nothing.txt"], ["--delete"], [name, "--export", "-"]):
        assert run(*words).returncode == 2
    assert run(name, "--delete").returncode == 0
    assert archive.entries() == []


def test_all_games_go_out_as_one_file_and_in_again(tmp_path):
    archive, other = Archive(tmp_path / "one"), Archive(tmp_path / "other")
    for seed in (1, 2, 3):
        archive.keep(growing(seed)[-1])
    other.keep(growing(2)[-1])
    for _ in range(2):
        hand(other, archive.export().replace("\n", "\r\n"))
    assert sorted(entry["turns"] for entry in other.entries()) == sorted(entry["turns"] for entry in archive.entries())
    assert len(read_records(other.export())) == 3
    for text in ("", "nothing", "Rules: danish\n"):
        (why,) = hand(other, text)["passed"]
        assert "an empty file" in why or "no game" in why
    assert len(other.entries()) == 3
    assert hand(other, archive.export() + "\nResult: *\n\n1 A 12 A1-M3\n") == {
        "added": 0,
        "known": 3,
        "passed": ["line 439: '1 A 12 A1-M3': expected throw number 0"],
    }
