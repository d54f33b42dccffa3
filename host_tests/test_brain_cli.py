"""The commands of the opponent at the command line: hint, reply, analyse and their errors."""

import json

import pytest

from daldos.prng import Xorshift32
from daldos.record import read_records
from daldos.state import PLAYERS
from host_tests.conftest import daldos

START = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb"
ENDING = "................/A....B..........B/......A........."


def objects(*args: str, stdin: str = "") -> list:
    """The objects printed by a command, which must succeed."""
    done = daldos(*args, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_hint_lists_the_turns_of_a_throw_best_first():
    hint, won = objects("hint", f"{START} A 11", "................/A...B............/................ A 14")
    assert list(hint) == ["position", "chance", "exact", "turns"]
    (listed,) = objects("turns", f"{START} A 11")
    assert sorted((entry["turn"], entry["result"]) for entry in hint["turns"]) == sorted(
        (entry["turn"], entry["result"]) for entry in listed["turns"]
    )
    chances = [entry["chance"] for entry in hint["turns"]]
    assert chances == sorted(chances, reverse=True) and hint["chance"] == chances[0]
    assert hint["exact"] is False and 0.5 < hint["chance"] < 0.9
    assert won["chance"] == 1 and won["turns"][0]["result"].endswith("A #")


def test_games_played_on_compare_the_best_turns_and_say_how_sure_they_are():
    late = ".......A.aaaaaB./.A..B......B...../.............b.. B"
    played, before = objects("hint", "--playouts", "512", f"{late} 34", f"{late} -")
    best, second = played["turns"][:2]
    assert (best["turn"], played["chance"], played["error"]) == ("A15xA8", best["chance"], best["error"])
    assert best["chance"] - second["chance"] > 2 * best["error"] > 0.02 and second["behind_error"] is None
    words = ("hint", "--playouts", "4096", "--turn", "A15xA8", "--turn", "M5-M8 M12-M16", f"{late} 34")
    (two,) = objects(*words)
    assert [one["turn"] for one in two["turns"]] == ["A15xA8", "M5-M8 M12-M16"] and two["games"] == 4096
    assert two["turns"][1]["behind"] > 3 * two["turns"][1]["behind_error"] > 0.01
    assert 0.2 < before["chance"] < played["chance"] and 0 < before["error"] < 0.03
    (won,) = objects("hint", "--playouts", "64", "................/A...B............/................ A 14")
    assert (won["chance"], won["error"], won["turns"][0]["result"][-3:]) == (1.0, 0.0, "A #")


def test_the_ten_first_throws_have_best_turns_and_answers():
    rows = objects("hint", "--first", "--rules", "norwegian")
    assert [row["throw"] for row in rows] == ["11", "12", "13", "14", "22", "23", "24", "33", "34", "44"]
    assert rows[1]["turn"] == "A1-M3" and rows[1]["answers"][1][:2] == ["12", "B1xM3"]
    assert all((row["turn"] == "--") == (not row["answers"]) for row in rows) and rows[4]["turn"] == "--"


def test_hint_without_a_throw_is_the_chance_of_who_is_to_throw_the_mean_of_the_throws():
    throws = ("11", "12", "13", "14", "22", "23", "24", "33", "34", "44")
    first, before = objects("hint", f"{START} A -", f"{ENDING} B -")
    assert list(first) == ["position", "chance", "exact"]
    assert 0.4 < first["chance"] < 0.6 and first["exact"] is False and before["exact"] is True
    hints = objects("hint", "-", stdin="".join(f"{ENDING} B {throw}\n" for throw in throws))
    assert all(hint["exact"] for hint in hints)
    mean = sum((1 if hint["position"][-1] == hint["position"][-2] else 2) * hint["chance"] for hint in hints) / 16
    assert mean == pytest.approx(before["chance"], abs=1e-6)


@pytest.mark.parametrize("level", ["1", "2", "3", "4", "5", "6"])
def test_reply_is_a_legal_turn_and_the_same_again(level):
    positions = f"{START} A 12\n\n.aaaaaaaaaaaaaaa/A................/bbbbbbbbbbbbbbbb A 13\nnonsense\n{START} A -\n"
    first, second, bad, no_throw = objects("reply", "--level", level, "--seed", "3", "-", stdin=positions)
    assert list(first) == ["position", "turn", "result"]
    assert (first["turn"], first["result"][-3:]) == ("A1-M3", "B -")
    (listed,) = objects("turns", second["position"])
    assert {"turn": second["turn"], "result": second["result"]} in listed["turns"]
    assert bad["line"] == 4 and no_throw["line"] == 5 and "throw" in no_throw["error"]
    again = objects("reply", "--level", level, "--seed", "3", "-", stdin=positions)
    assert again[1] == second


@pytest.mark.parametrize("rules", ["norwegian,n=14", "danish,n=17", "cerne-abbey,lose_at=1", "mary-rose,jump=any"])
def test_every_option_set_has_hints_and_replies(rules):
    from daldos.rules import parse_rules
    from daldos.state import rows_text, start_cells

    start = rows_text(parse_rules(rules), start_cells(parse_rules(rules)))
    assert 0.3 < objects("hint", "--rules", rules, f"{start} B -")[0]["chance"] < 0.7
    assert objects("reply", "--rules", rules, f"{start} B 11")[0]["turn"] != "--"


RECORD = """\
A: Ane
B: Bo
Rules: danish
Result: *

0 A 24
0 B 13
1 A 12 A1-M3
2 B 11 B1-M1 B2-B1
3 B 12 M1xM3 B1-M1

A: Ane
Rules: cerne-abbey
Result: *

0 A 11
0 B 13
1 B 24 --
"""


def test_analyse_tells_luck_and_errors_of_each_throw():
    first, second = objects("analyse", "--json", "-", stdin=RECORD)
    assert [throw["turn"] for throw in first["throws"]] == ["A1-M3", "B1-M1 B2-B1", "M1xM3 B1-M1"]
    assert second["throws"][0]["error"] == 0 and second["rules"] == "cerne-abbey"
    for throw in first["throws"]:
        assert set(throw) == {"n", "player", "throw", "turn", "before", "after", "luck", "error", "best", "grade"}
        assert throw["luck"] - max(throw["error"], 0) == pytest.approx(throw["after"] - throw["before"], abs=2e-6)
    assert first["throws"][0]["luck"] > 0 and first["throws"][0]["error"] == 0  # a dal, and no choice
    assert first["throws"][2]["luck"] > 0.05  # a capture
    bo = first["sums"]["B"]
    assert bo["throws"] == 2 and bo["luck"] == pytest.approx(sum(t["luck"] for t in first["throws"][1:]), abs=1e-5)


def test_analyse_of_one_game_of_a_file(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(RECORD, encoding="utf-8")
    done = daldos("analyse", str(file), "--game", "1")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["throws"][2]["turn"] == "M1xM3 B1-M1"


def test_luck_and_errors_are_all_that_changes_a_chance():
    from daldos.rules import parse_rules
    from host.ai import data, judge, players

    for seats in (("4", "greedy"), ("random", "careful")):
        game = players.play(parse_rules("cerne-abbey"), seats, Xorshift32(3))
        judged = judge.judge(game, data.advice(game.rules))
        for player, won in zip(PLAYERS, (game.side == 0, game.side == 1), strict=True):
            how = judge.balance(judged, player)
            assert how["last"] == won
            assert how["first"] + how["luck"] - how["errors"] + how["gifts"] == pytest.approx(int(won), abs=1e-12)
        assert min(entry.error for entry in judged) >= 0
        assert len(judge.curve(judged)) == len(judged) + 1
    kinds = judge.sums(judged)["A"]["grades"]
    assert sum(kinds.values()) == judge.sums(judged)["A"]["choices"] and kinds["best"] < 7  # random's
    shown = judge.decisive(judged)
    rest = [entry for entry in judged if entry not in shown]
    assert [entry.number for entry in shown] == sorted(entry.number for entry in shown) and len(shown) == 3
    assert min(max(abs(e.luck), e.error) for e in shown) >= max(max(abs(e.luck), e.error) for e in rest)


def test_the_grade_of_a_turn_goes_by_fixed_bounds():
    from host.ai.judge import grade

    errors = (0, 0.0049, 0.005, 0.0199, 0.02, 0.0499, 0.05, 0.0999, 0.1, 1)
    assert [grade(error)[0] for error in errors] == list("bbggiimmbb")
    assert grade(1) == "blunder" and grade(0) == "best"


def test_replay_prints_every_position_into_a_pipe():
    done = daldos("replay", "-", stdin=RECORD)
    assert done.returncode == 0, done.stderr
    assert [line for line in done.stdout.splitlines() if line[:2] in ("1 ", "2 ", "3 ")] == [
        "1 A 12 A1-M3",
        "2 B 11 B1-M1 B2-B1",
        "3 B 12 M1xM3 B1-M1",
    ]
    assert done.stdout.count(" A | ") == 4
    prowless = daldos("replay", "--game", "2", "-", stdin=RECORD)
    assert prowless.returncode == 0 and prowless.stdout.count(" M | ") == 2


def test_stats_counts_games_dice_and_captures(tmp_path):
    file = tmp_path / "games.txt"
    file.write_text(RECORD, encoding="utf-8")
    done = daldos("stats", str(file), str(file))
    assert done.returncode == 0, done.stderr
    assert "games: 4, 0 finished; 2 danish, 2 cerne-abbey" in done.stdout
    assert "dal 50.0 %, 2 37.5 %, 3 0.0 %, 4 12.5 %; dal-dal 25.0 % of 8 throws" in done.stdout
    assert "Bo: won 0 of 2, 1.0 captures a game, luck +" in done.stdout


def test_the_median_of_two_games_lies_between_them():
    record = daldos("selfplay", "--games", "2", "--seed", "3").stdout
    lengths = [len(game.plies) for _, game in read_records(record)]
    assert lengths == [93, 237]
    assert "93 to 237, median 165\n" in daldos("stats", "--no-luck", "-", stdin=record).stdout


def test_a_figure_that_rounds_to_nothing_has_no_sign():
    from host.cli.games import _percent

    assert [_percent(chance) for chance in (-0.0004, -0.0006, 0.0)] == ["0.0", "-0.1", "0.0"]


@pytest.mark.parametrize("command", [["analyse", "--json"], ["replay"], ["stats", "--no-luck"]])
def test_a_record_with_a_byte_order_mark_is_read(tmp_path, command):
    file = tmp_path / "game.txt"
    file.write_bytes(b"\xef\xbb\xbf" + RECORD.encode())
    assert daldos(*command, str(file)).returncode == 0


@pytest.mark.parametrize("command", ["analyse", "replay", "stats", "web"])
def test_a_file_that_is_no_text_is_one_line_that_says_so(tmp_path, command):
    file = tmp_path / "game.txt"
    file.write_bytes(b"\x00\x01\xfe\x80" * 9)
    done = daldos(command, str(file))
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert "not text" in done.stderr and "codec" not in done.stderr


@pytest.mark.parametrize("command", [["analyse", "--json"], ["replay"], ["stats", "--no-luck"]])
def test_a_record_in_windows_1252_is_read_and_said(tmp_path, command):
    file = tmp_path / "game.txt"
    file.write_bytes(RECORD.replace("Bo\n", "Bj\u00f8rn\n").encode("cp1252"))
    done = daldos(*command, str(file))
    assert done.returncode == 0 and "read as Windows-1252" in done.stderr
    assert "Bj\u00f8rn" in done.stdout.replace("\\u00f8", "\u00f8")


def test_odds_of_a_position_are_those_of_the_rules():
    done = daldos("odds", "--position", "................/AB..A.B........../................ A -")
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [list(row.values()) for row in rows] == [["M2", "7/16", 0.4375], ["M7", "1/2", 0.5]]
