"""Far games in the terminal: one-shot commands, each of which prints where the game stands."""

import json

import pytest
from click.testing import CliRunner

from host.cli.far import far, verify
from host.far import acts
from host.far.end import Seat, folded
from host_tests.conftest import daldos


class Letters:
    """Somebody with a folder of games."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, *words, text=None, status=0) -> dict:
        result = CliRunner().invoke(far, [words[0], "--save", str(self.folder), *words[1:]], input=text)
        assert result.exit_code == status, result.output
        return json.loads(result.stdout.splitlines()[-1])


@pytest.fixture
def desks(tmp_path):
    """Ane and Bo, whose game has just begun."""
    ane, bo = Letters(tmp_path / "ane"), Letters(tmp_path / "bo")
    invited = ane("new", "--name", "Ane")
    answered = bo("open", invited["letter"], "--name", "Bo")
    ane("open", "-", text=answered["letter"])
    send(ane, bo)
    return ane, bo


def send(desk, other) -> None:
    """Hand the letter over, if there is one."""
    if letter := desk("letter")["letter"]:
        other("open", letter)


def states(desks) -> list:
    return [desk("games")["state"] for desk in desks]


def test_an_invitation_wants_a_name_and_an_answer(tmp_path):
    ane, bo = Letters(tmp_path / "ane"), Letters(tmp_path / "bo")
    told = ane("new", "--name", "Ane", "--rules", "norwegian")
    assert list(told) == ["game", "seat", "state", "letter", "why", "position", "turns", "winner"]
    assert (told["seat"], told["state"]) == ("a", "letter") and ane("games")["state"] == "waiting"
    assert told["letter"].startswith("Ane invites you to a game of Daldøs\n#daldos2.")
    assert bo("open", told["letter"], status=1)["why"] == "You are invited to a game: enter your name first."
    assert not (tmp_path / "bo").exists() or not list((tmp_path / "bo").glob("*.far"))
    assert ane("open", told["letter"], status=1)["why"].startswith("This is your own message")
    assert bo("open", told["letter"], "--name", "Bo")["state"] == "letter"
    assert bo("letter")["letter"].startswith("Bo: open this, and send the answer\n")


def test_a_game_of_commands_ends_and_is_verified_and_played_again(tmp_path):
    desks = ane, bo = Letters(tmp_path / "ane"), Letters(tmp_path / "bo")
    bo("open", ane("new", "--name", "Ane", "--rules", "norwegian,lose_at=1")["letter"], "--name", "Bo")
    send(bo, ane)
    send(ane, bo)
    for _ in range(6):
        for desk, other in (desks, desks[::-1]):
            if (told := desk("games"))["state"] == "turn":
                desk("play", "1")
            send(desk, other)
    assert bo("resign")["state"] == "letter", "an ending is sent, too"
    assert ane("open", bo("letter")["letter"])["winner"] == "A"
    assert states(desks) == ["over", "over"]
    files = [next(desk.folder.glob("*.far")) for desk in desks]
    reports = [CliRunner().invoke(verify, [str(file)]) for file in files]
    said = [report.output.splitlines() for report in reports]
    assert said[0][2:] == said[1][2:] and said[0][3] == "A has won, B resigned"
    told = ane("again")
    assert told["state"] == "letter" and told["letter"].startswith("Ane invites you"), "either side may press"
    assert bo("open", told["letter"])["state"] == "over"
    answer = bo("again")
    assert (answer["state"], answer["seat"]) == ("letter", "b") and answer["game"] == told["game"]
    assert ane("open", answer["letter"])["position"].startswith("aaaa")


def test_what_is_refused_says_why_with_status_1(desks):
    ane, bo = desks
    assert [ane("games")["state"], bo("games")["state"]].count("turn") <= 1
    waits = ane if ane("games")["state"] != "turn" else bo
    assert waits("play", "1", status=1)["why"] == "It is not your turn."
    assert waits("yes", status=1)["why"] == "There is no question to answer."
    assert waits("undo", status=1)["why"] == "There is no turn to take back."
    assert waits("again", status=1)["why"] == "The game is not over."
    assert waits("letter", "nosuchgame", status=1)["why"].startswith("expected the name of one game")
    assert waits("open", "hello", status=1)["why"] == "There is no message from a game in this text."


def test_verify_says_that_a_game_goes_on_and_which_act_is_not_due(desks):
    file = next(desks[0].folder.glob("*.far"))
    assert daldos("verify", file).stdout.splitlines()[3] == "nobody has won: the game is not over"
    seat = Seat.parse(file.name, file.read_bytes())
    k = folded(seat).to_move()
    seat.logs[1 - k].append(acts.turn(0))
    file.write_bytes(seat.data())
    done = daldos("verify", file)
    assert (done.returncode, done.stderr) == (2, f"daldos: {file}: act 1 of seat {'ba'[k]} is not due\n")


def test_a_damaged_file_is_named(desks):
    file = next(desks[0].folder.glob("*.far"))
    file.write_bytes(file.read_bytes().replace(b"given 2", b"given 3"))
    done = daldos("verify", file)
    assert done.returncode == 2 and "the file is damaged" in done.stderr
    result = CliRunner().invoke(far, ["games", "--save", str(desks[0].folder)])
    assert "the file is damaged" in result.stderr
