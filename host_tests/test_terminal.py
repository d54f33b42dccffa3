"""The simulator in a terminal: what is drawn and told for what is typed."""

import io
import re
from pathlib import Path

import pytest

from host.sim.table import Table
from host.terminal.commands import COMMANDS, help_lines
from host.terminal.desk import KEYS, Desk
from host.terminal.match import Match
from host.terminal.terminal import Terminal
from host_tests.test_scripts import FOLDER

SESSIONS = Path(__file__).with_name("sessions.txt").read_text("utf-8").split("\n\n")[1:]


def told(lines: list, seed: int = 1) -> str:
    """All that the terminal says to these lines."""
    desk = Desk(Table(seed=seed))
    desk.table.plug_in()
    out = io.StringIO()
    Terminal(desk, iter([line + "\n" for line in lines]), out).run()
    return out.getvalue()


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.partition("\n")[0][2:-1])
def test_a_session_goes_as_it_is_written(session):
    lines = session.rstrip("\n").split("\n")[1:]
    text, at = told([line[2:] for line in lines if line.startswith("> ")]), 0
    assert text.startswith("Daldøs on the simulated board.")
    for line in lines:
        assert line in text[at:], (line, text[at:])
        at = text.index(line, at) + len(line)


def test_help_names_every_command():
    names = [command.name for command in COMMANDS]
    text = told(["help", *[f"help {name}" for name in names]])
    assert "\n".join(help_lines()) in text
    own = [name[4:] for name in dir(Desk) if name.startswith("_do_")]
    assert set(own) | {"quit"} <= set(names) <= {*own, "quit", *KEYS}
    shorts = [command.short for command in COMMANDS if command.short]
    assert len(set(names + shorts)) == len(names + shorts)
    assert not [name for name in names if f"> help {name}\n{name}" not in text]


def test_the_rest_is_left_when_a_part_of_a_line_cannot_be_done_and_after_quit():
    assert "* A throws" not in told(["fly; press", "q; press", "press"])


def test_a_dal_is_never_written_like_a_player():
    text = told(["next 13 12 11 14", "press", "press", "press", "A1-M1 A2-A1", "press"])
    assert "throws dal 3." in text and "throws dal dal." in text
    assert " A 3" not in text.replace("M | ", "") and "A A." not in text


def test_the_record_is_written_to_a_new_file_only(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    saves = ["save game.txt", "save game.txt", "save no/game.txt"]
    text = told(["next 34 12 12 12", "press; press; press", "A1-M3", "press", *saves])
    assert (tmp_path / "game.txt").read_text().endswith("\n1 A 12 A1-M3\n")
    for part in ("saved: game.txt", "! save: 'game.txt': File exists", "! save: 'no/game.txt': No such file"):
        assert part in text


def test_a_match_counts_each_game_once_and_changes_sides():
    again = ["long", "plug out", "plug in", "press", "mode roller", "mode game", "press"]
    text = told(["rules cerne-abbey,n=11,lose_at=1", "match 2", "auto", *again, *["auto"] * 3], seed=3)
    scores = re.findall(
        r"\* (A|B) has won\.\n  \* Match(, best of 3| over): Light at first (\d), Dark at first (\d)\.", text
    )
    assert [scores.pop(1) for _ in range(3)] == [scores[0]] * 3  # told again, not counted again
    first = "A"
    own = others = 0
    for winner, so_far, *told_now in scores:
        own, others = own + (winner == first), others + (winner != first)
        assert [*map(int, told_now)] == [own, others] and (so_far == " over") == (max(own, others) == 2)
        first = "B" if first == "A" else "A"
    assert 2 <= len(scores) <= 3 and max(own, others) == 2
    assert len(re.findall(r"\* [AB] has won\.", text)) > len(scores) + 1  # games after it are not of the match


def test_in_a_match_against_the_board_it_changes_sides_too():
    sent: list = []
    match = Match(2, True, sent.append, over=True)
    over, begins = [{"ev": "over", "winner": side} for side in "AB"], {"ev": "phase", "phase": "opening", "id": 1}
    assert [match.hear(event) for event in (over[1], begins)] == ["", ""]  # a game from before
    said = [match.hear(event) for event in (over[0], begins, over[0], over[1], begins, begins, over[0])]
    assert said == [
        "Match, best of 3: You 1, The board 0.",
        "",
        "Match, best of 3: You 1, The board 1.",
        "Match over: You 2, The board 0.",
        *[""] * 3,
    ]
    assert [command["value"] for command in sent] == ["B", "A"]  # the board's side
    assert "! match: '0': expected a number from 1 to 99" in told(["mode solo", "match 2", "match 0"])
    finished = told(["plug out", f"saved {FOLDER}/games/danish.txt", "plug in", "match 1", "press"])
    assert "A has won." in finished and "Match" not in finished
