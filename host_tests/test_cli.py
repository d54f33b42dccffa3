"""The command line from a user's view: exact output, and a one-line error for every kind of nonsense."""

import ast
import contextlib
import fcntl
import gc
import inspect
import json
import os
import re
import shlex
import struct
import subprocess
import sys
import termios
import textwrap

import click
import pytest

import host.cli.main
from daldos.position import Position
from daldos.record import read_records
from daldos.rules import parse_rules
from host.cli.lines import for_people, turns_object
from host.cli.types import OutFile
from host.sim.stores import FolderStore, check_writable
from host.terminal.draw import position_of
from host_tests import conftest
from host_tests.test_brain_cli import RECORD

START = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb"
FIRST = (
    '{"position": "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 12", "dice_used": 2, "again": false, "turns": '
    '[{"turn": "A1-M3", "result": ".aaaaaaaaaaaaaaa/..A............../bbbbbbbbbbbbbbbb B -"}]}\n'
)


@pytest.fixture
def daldos(tmp_path, monkeypatch):
    """Run the command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return conftest.daldos


# --- turns ---


def test_turns_to_the_letter(daldos):
    done = daldos("turns", f"{START} A 12")
    assert (done.returncode, done.stdout, done.stderr) == (0, FIRST, "")
    # of words, for want of quotation marks
    assert daldos("turns", *f"{START} A 12 {START} A 12".split()).stdout == 2 * FIRST
    assert daldos("turns", START, "A", "12", f"{START} A 12").stdout == 2 * FIRST


def test_turns_are_sorted_and_say_who_is_next_or_has_won(daldos):
    def turns(position: str) -> dict:
        return json.loads(daldos("turns", position).stdout)

    results = [turn["result"] for turn in turns(f".{START[1:16]}/..A............../bbbbbbbbbbbbbbbb A 13")["turns"]]
    assert results == sorted(set(results)) and len(results) == 2
    lost, again = turns(f"{START} A 24"), turns(f"{START} A 11")
    assert (lost["dice_used"], lost["turns"]) == (0, [{"turn": "--", "result": f"{START} B -"}])
    assert again["again"] is True and {turn["result"][-3:] for turn in again["turns"]} == {"A -"}
    win = turns("................/A.B............../................ A 24")
    assert "A #" in [turn["result"][-3:] for turn in win["turns"]]


def test_turns_from_standard_input_go_on_after_a_bad_line(daldos):
    lines = f"{START} A 12\n\nfoo\n{START} A 12\r\n{START} A -\n".encode() + b"\xff\xfe\n" + f"{START} A 12".encode()
    done = daldos("turns", "-", stdin=lines)
    assert (done.returncode, done.stderr) == (0, "")
    found = done.stdout.splitlines()
    assert [found[k] + "\n" for k in (0, 2, 5)] == 3 * [FIRST]
    errors = [json.loads(found[k]) for k in (1, 3, 4)]
    assert [error["line"] for error in errors] == [3, 5, 6]
    assert all(list(error) == ["line", "error"] for error in errors)
    assert "foo" in errors[0]["error"]
    assert daldos("turns", "-").stdout == ""


def test_turns_of_a_bad_position_among_good_ones_says_which(daldos):
    done = daldos("turns", f"{START} A 12", f"{START} A 17")
    assert (done.returncode, done.stdout) == (2, FIRST)
    assert done.stderr == "daldos turns: position 2: throw '17': expected two dice of 1 to 4, such as 13\n"


# --- selfplay and odds ---


def test_selfplay_is_the_same_every_time_and_can_be_replayed(daldos):
    first, again = (daldos("selfplay", "--rules", "norwegian,lose_at=1", "--games", "3", "--seed", "60") for _ in "12")
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == again.stdout
    games = read_records(first.stdout)
    assert [headers["Event"] for headers, _ in games] == [f"selfplay, seed 60, game {k}" for k in (1, 2, 3)]
    assert daldos("selfplay", "--seed", "61").stdout != daldos("selfplay", "--seed", "60").stdout


def test_selfplay_of_players_by_name(daldos):
    done = daldos("selfplay", "--rules", "cerne-abbey", "--games", "4", "--players", "2,random")
    assert (done.returncode, done.stderr) == (0, "")
    games = read_records(done.stdout)
    assert [(headers["A"], headers["B"]) for headers, _ in games] == [("2", "random")] * 4
    assert [headers["Result"] for headers, _ in games].count("A") >= 3


def test_odds(daldos):
    assert json.loads(daldos("odds", "7").stdout) == {"distances": [7], "odds": "55/384", "chance": 55 / 384, "use": 2}
    assert json.loads(daldos("odds", "1", "4").stdout)["odds"] == "3/4"
    rows = [json.loads(line) for line in daldos("odds").stdout.splitlines()]
    assert len(rows) == 18 and rows[-1]["distances"] == [3, 4]
    chances = [row["odds"] for row in rows[:9]]
    assert chances == ["7/16", "1/2", "3/5", "2/3", "7/24", "11/48", "55/384", "59/768", "55/6144"]


# --- nonsense ---

NONSENSE = """
nonsense; --nonsense; turns; turns ''; turns x; turns 'START A 12 x';
turns 'aaaaaaaaaaaaaaaa/A................/bbbbbbbbbbbbbbbb A 12'; turns --rules chess 'START A 12';
turns --rules '' 'START A 12'; turns --rules danish,jump=all 'START A 12'; turns --rules chess -;
turns --rules; selfplay --games x; selfplay --players random; selfplay --players 7,random; selfplay --games -1;
selfplay --seed 4294967296; selfplay --rules chess; selfplay x; odds 0; odds 25; odds x; odds 2 1; odds 1 2 3;
odds 99999999999999999999999; sim --seed x; sim --magnets strong; sim --mode blitz;
sim --mode far; web --mode far; board send; sim --rules danish,n=17;
sim --script 'no such file'; sim --save /dev/null/x; sim x; sim x y; sim --scrpt x;
sim --se x; sim --script .; sim --dalle; board statu; far join; games --folder /bin/sh; stats
"""
NONSENSE = [tuple(shlex.split(command.replace("START", START))) for command in NONSENSE.split(";")]


REFUSED = [
    (("hint",), "no position"),
    (("hint", "aaa"), "position"),
    (("reply", f"{START} A -"), "expected a throw"),
    (("reply", "--level", "7", f"{START} A 12"), "7"),
    (("reply", "--rules", "swedish", f"{START} A 12"), "swedish"),
    (("selfplay", "--players", "random,bob"), "bob"),
    (("analyse", "no/such/file"), "No such file"),
    (("analyse", "--game", "3", "-"), "no game 3"),
    (("replay", "--game", "3", "-"), "no game 3"),
    (("stats", "no/such/file"), "No such file"),
    (("odds", "--position", f"{START} A 12"), "expected -"),
    (("odds", "--position", "aaa"), "position"),
    (("odds", "--position", f"{START} A -", "3"), "DISTANCE"),
    (("sim", "--script", "x", "--rules", "norwegian"), "--script cannot be combined with --rules"),
    (("sim", "--script", "x", "--mode", "roller"), "--script cannot be combined with --mode"),
    (("web", "--no-open", "--rules", "danish,n=17"), "16 holes"),
    (("web", "--no-open", "--rules", "swedish"), "swedish"),
    (("web", "--no-open", "nowhere.txt"), "nowhere.txt"),
    (("web", "--no-open", "--board", "--save", "x"), "--save"),
    (("web", "--no-open", "--port", "70000"), "70000"),
    (("board", "fly"), "fly"),
    (("board", "report", "--views", "0"), "0"),
    (("board", "--port", "/dev/no-such-port", "print"), "port: there is no such port; is the board plugged in?"),
    (("far", "join", "#post=AAAA", "--level", "1", "--save", "."), "no message from a game"),
    (("far", "new", "--name", "A", "--broker", "mqtt://broker.example", "--save", "."), "encrypted"),
    (("far", "new", "--name", "A", "--broker", "nonsense", "--save", "."), "broker"),
    (("far", "join", "nonsense", "--level", "1", "--save", "."), "no game here"),
    (("far", "join", "#far=1", "--save", "."), "--level"),
]


@pytest.mark.parametrize(("words", "said"), [*((words, "") for words in NONSENSE), *REFUSED])
def test_what_cannot_be_is_one_line_that_says_why(daldos, words, said):
    done = daldos(*words, stdin=RECORD)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("daldos") and done.stderr.count("\n") == 1 and said in done.stderr


WRITING = ["board report --out", "board print --out", "games --export"]


@pytest.mark.parametrize("place", ["/nonexistent/x", "/dev/null/x", "/proc/x", "/"])
@pytest.mark.parametrize("command", WRITING)
def test_where_a_file_is_to_go_is_looked_at_first(daldos, command, place):
    done = daldos(*command.split(), place)
    assert (done.returncode, done.stdout) == (2, "") and f"'{place}': " in done.stderr.splitlines()[-1]


def test_a_look_leaves_what_is_there(tmp_path):
    (tmp_path / "there").write_text("before")
    for name in ("there", "new"):
        check_writable(tmp_path / name)
    assert [file.read_text() for file in tmp_path.iterdir()] == ["before"]


def every(command):
    """A command and all below it."""
    yield command
    for below in getattr(command, "commands", {}).values():
        yield from every(below)


def unread(command) -> list:
    """The options and arguments of a command whose values its function never reads."""
    if command.callback is None:
        return []
    function = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(command.callback)))).body[0]
    assert isinstance(function, ast.FunctionDef)
    read = {node.id for line in function.body for node in ast.walk(line) if isinstance(node, ast.Name)}
    rest = function.args.kwarg.arg if function.args.kwarg else ""
    taken = {arg.arg for arg in [*function.args.args, *function.args.kwonlyargs]}
    given = {param.name for param in command.params if param.expose_value}
    return sorted(name for name in given if (name if name in taken else rest) not in read)


def test_every_option_is_read():
    found = {command.name: unread(command) for command in every(host.cli.main.cli)}
    assert {name: options for name, options in found.items() if options} == {}
    assert len(found) > 15


def test_an_option_that_nothing_reads_is_found():
    @click.command()
    @click.option("--text", is_flag=True)
    @click.option("--port")
    def idle(text, port):
        click.echo(port)

    assert unread(idle) == ["text"]


def test_every_file_that_a_command_writes_is_looked_at():
    kinds = [param.type for command in every(host.cli.main.cli) for param in command.params]
    assert all(isinstance(kind, OutFile) for kind in kinds if isinstance(kind, click.File) and "w" in kind.mode)


def test_games_of_every_kind_are_kept_in_one_folder(daldos, monkeypatch, tmp_path):
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: f"{tmp_path}/own")
    assert f" {tmp_path}/own/games\n" in daldos("games").stdout
    assert f" {tmp_path}/own/far.\n" in daldos("far", "games").stderr


# --- the simulator ---


def test_a_script_with_its_files_elsewhere_and_one_that_fails(daldos, root, tmp_path):
    done = daldos("sim", "--script", str(root / "host_tests/scripts/win_taken_back.txt"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("as expected\n")
    (tmp_path / "tale.txt").write_text("plug in\nexpect phase over\n")
    done = daldos("sim", "--script", "tale.txt")
    assert done.returncode == 1
    assert done.stderr == "tale.txt, line 2: expect phase over\n  expected phase: over\n  got opening\n"


def test_a_folder_in_which_another_plays_is_refused(daldos, tmp_path):
    store = FolderStore(tmp_path / "board")
    done = daldos("sim", "--save", "board", stdin="")
    store.close()
    assert (done.returncode, done.stdout) == (2, "")
    assert "folder 'board': another program plays there; end it, or take another folder" in done.stderr
    assert not list((tmp_path / "board").iterdir())


def test_a_saved_game_goes_on_with_its_pieces_where_they_were(daldos, tmp_path):
    begin = "next 34 12 12 12; press; press; press\nA1-M3\npress\n"
    daldos("sim", "--save", "board", "--seed", "3", stdin=begin)
    gc.collect()  # frees the store, and with it its folder
    done = daldos("sim", "--save", "board", "--seed", "4", stdin="press\nstate\n")
    assert "   A | .  a  a  a" in done.stdout and "   M | .  .  A  ." in done.stdout
    assert "A new game" not in done.stdout and (tmp_path / "board/game").exists()
    assert "phase play: .aaaaaaaaaaaaaaa/..A............../bbbbbbbbbbbbbbbb B 12" in done.stdout


def test_the_seed_is_told_and_gives_the_same_game_of_these_rules(daldos):
    game = ["sim", "--rules", "norwegian"]
    first = daldos(*game, stdin="state\npress\npress\npress\n")
    assert "phase opening: aaaaaaaaaaaa/............./bbbbbbbbbbbb A -" in first.stdout
    seed = re.search(r"--seed (\d+)", first.stdout)[1]
    assert daldos(*game, "--seed", seed, stdin="state\npress\npress\npress\n").stdout == first.stdout


def test_a_name_too_long_for_a_far_game_is_refused(daldos):
    refused = daldos("far", "new", "--name", "x" * 25, "--save", ".")
    assert refused.returncode == 1 and "1 to 24 characters" in json.loads(refused.stdout)["why"]


@pytest.mark.parametrize(("command", "answer"), [("sim", "A throws")])
def test_bytes_that_are_no_text_are_a_command_that_is_none(daldos, command, answer):
    done = daldos(*command.split(), stdin=b"pr\xffess\n" + {"sim": b"press\n"}.get(command, b"help\n"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "\n! " in done.stdout and answer in done.stdout


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("sim >/dev/full", 1, "daldos: the output cannot be written: No space left on device\n"),
        ("sim >&-", 0, ""),
        ("sim <&- >/dev/null", 0, ""),
        ("selfplay --games 200 | head -n 1 >/dev/null", 0, ""),
        ("sim | head -c 6", 0, "Dald?s"),  # it knows ASCII only
    ],
)
def test_streams_that_are_full_closed_cut_or_narrow(root, command, status, said):
    line = f"printf 'press\\nhelp\\nquit\\n' | '{sys.executable}' tools/daldos.py {command}; exit ${{PIPESTATUS[1]}}"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    done = subprocess.run(["bash", "-c", line], cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (status, said)


def test_help_is_given_without_a_command_and_offers_no_rules_that_are_refused(daldos):
    done = daldos("board")
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.startswith("Usage: daldos board [OPTIONS] COMMAND") and "\n  report " in done.stdout
    assert "16, 17;" not in daldos("sim", "--help").stdout.replace("\n ", "")
    assert "17;" in daldos("turns", "--help").stdout


@pytest.mark.parametrize(
    "words, said",
    [
        (["hnt"], "did you mean 'hint'?"),
        (["xyzzy"], "`daldos help` lists them"),
        (["far", "opne"], "'open'"),
        (["board", "x"], "`daldos board --help`"),
    ],
)
def test_a_wrong_word_is_answered_with_what_was_meant(daldos, words, said):
    done = daldos(*words)
    assert done.returncode == 2 and said in done.stderr and len(done.stderr.splitlines()) == 1


def test_help_is_a_word_too(daldos):
    assert daldos("help").stdout == daldos("--help").stdout
    assert daldos("help", "turns").stdout == daldos("turns", "--help").stdout
    assert "did you mean 'turns'?" in daldos("help", "turn").stderr


@pytest.mark.parametrize("width, board", [(80, 60), (40, 40)])
def test_people_see_a_board_and_the_turns(width, board):
    position = ".aaaaaaaaaaaaaaa/A................/bbbbbbbbbbbbbbbb A 13"
    rules = parse_rules("danish")
    drawn = position_of(Position.parse(position), width)
    assert max(len(line) for line in drawn) <= board and len(drawn) in (4, 6)
    found = dict(turns_object(position, rules), judge="kernel")
    found["turns"][0]["chance"] = 0.6969
    lines = for_people(found, rules)
    assert lines[0] == position and lines[-2].strip() == f"69.7 %  {found['turns'][0]['turn']}"
    assert lines[-1] == found["turns"][1]["turn"]


def on_terminal(*words: str, columns: int = 80, typed: bytes = b"") -> str:
    """What the command prints on a terminal of this width, on which something has been typed ahead."""
    ours, its = os.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.write(ours, typed)
    environment = {key: text for key, text in os.environ.items() if key not in ("COLUMNS", "LINES")}
    command = [sys.executable, "-m", "host.cli.main", *words]
    with subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env=dict(environment, TERM="xterm")) as done:
        os.close(its)
        printed = b""
        with contextlib.suppress(OSError):  # the command has ended
            while part := os.read(ours, 4096):
                printed += part
        os.close(ours)
    assert done.returncode == 0, printed
    return printed.decode().replace("\r\n", "\n")


@pytest.fixture(scope="module")
def game_file(tmp_path_factory) -> str:
    file = tmp_path_factory.mktemp("games") / "game.txt"
    file.write_text(conftest.daldos("selfplay", "--rules", "norwegian", "--players", "4,random").stdout)
    return str(file)


PLACE = ".aaaaaaaaaaaaaaa/A................/bbbbbbbbbbbbbbbb A 13"
FOR_PEOPLE = (
    (("hint", PLACE), r"\d\d\.\d %  M1-M4 A2-A1\n|\d\d\.\d %  A2-A1 M1-M4\n"),
    (("turns", PLACE), r"\n.*A2-A1.*\n"),
    (("reply", PLACE), r"\n[AM]\S+ \S+\n"),
    (("odds",), r"\n1 and 4 +3/4 +75\.00%  1\n"),
    (("odds", "--position", "................/AB.............../................ A -"), r"M2 +7/16 +43\.75%"),
    (("analyse", "FILE"), r"\nB: luck"),
    (("replay", "FILE"), r"\n3 of \d+; space"),
)


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("words, printed", FOR_PEOPLE, ids=[words[0] + str(len(words)) for words, _ in FOR_PEOPLE])
def test_on_a_terminal_people_are_spoken_to(words, printed, columns, game_file):
    """In JSON with --json or where no terminal is; keys typed ahead are all obeyed."""
    words = [word.replace("FILE", game_file) for word in words]
    shown = on_terminal(*words, columns=columns, typed=b" \x1b[C  \x1b[Dq" if words[0] == "replay" else b"")
    lines = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", shown).splitlines()
    assert re.search(printed, shown) and max(map(len, lines)) <= columns, shown
    if words[0] != "replay" and columns == 80:
        assert all(isinstance(json.loads(line), dict) for line in on_terminal(*words, "--json").splitlines())


def test_analyse_prints_a_table(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(RECORD, encoding="utf-8")
    shown = on_terminal("analyse", str(file), "--game", "1", columns=100)
    assert "M1xM3 B1-M1" in shown and "B: luck" in shown
