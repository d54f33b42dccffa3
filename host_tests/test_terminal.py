"""The simulator in a terminal: what is drawn and told for what is typed."""

import io
import re

from host.sim.table import Table
from host.terminal.commands import COMMANDS, help_lines
from host.terminal.desk import KEYS, Desk
from host.terminal.match import Match
from host.terminal.terminal import Terminal
from host_tests.test_scripts import FOLDER

BEGIN = ["next 34 12 12 12", "press", "press", "press"]


def told(lines: list, seed: int = 1) -> str:
    """All that the terminal says to these lines."""
    desk = Desk(Table(seed=seed))
    desk.table.plug_in()
    out = io.StringIO()
    Terminal(desk, iter([line + "\n" for line in lines]), out).run()
    return out.getvalue()


def test_a_turn_is_drawn_and_told():
    text = told([*BEGIN, "play A1-M3", "press"])
    assert text.startswith("Daldøs on the simulated board.")
    assert "  * A throws 3 4.\n" in text
    assert "   A |[.] a  a" not in text
    assert "A's turn is on the board: press to end it." in text
    assert "  * 1. A has played A1-M3.\n  * B throws dal 2.\n" in text
    assert "   A | .  a  a  a  a  a  a  a  a  a  a  a  a  a  a  a   \\\n   M | .  .  A  ." in text


def test_what_is_wrong_is_told_and_pointed_at():
    text = told([*BEGIN, "move A1 M4"])
    assert "neither 1 nor 2 steps. A1: nothing, a piece of A's wanted; M4: a piece of A's, nothing wanted." in text
    assert "   A |[.] a" in text
    assert "[A] ." in text
    assert "Set right: " in text


def test_a_captured_piece_lies_off_the_board():
    text = told([*BEGIN, "play A1-M3", "press", "play B1xM3", "press"])
    assert "B captures at M3; 15 left." in text
    assert "   off the board: 1 of A's\n" in text


def test_an_error_says_what_to_do_and_loses_nothing():
    text = told(["place M3", "lift A1", "fly", "lift A99", "place M3"])
    assert "! place: the hand is empty; lift a piece first" in text
    assert "! there is no command 'fly'; help lists them" in text
    assert "! lift: no hole 'A99'" in text
    assert "in the hand: A" in text
    assert "   M | .  .  A" in text or "   M | .  . [A]" in text


def test_help_names_every_command():
    names = [command.name for command in COMMANDS]
    text = told(["help", *[f"help {name}" for name in names]])
    assert "\n".join(help_lines()) in text
    own = [name[4:] for name in dir(Desk) if name.startswith("_do_")]
    assert set(own) | {"quit"} <= set(names) <= {*own, "quit", *KEYS}
    shorts = [command.short for command in COMMANDS if command.short]
    assert len(set(names + shorts)) == len(names + shorts)
    assert not [name for name in names if f"> help {name}\n{name}" not in text]


def test_short_forms_and_a_bare_turn():
    text = told(["next 34 12 12 12", "p;p; p", "t", "A1-M3", "p"])
    assert "A1-M3\n" in text and "1. A has played A1-M3." in text


def test_what_was_meant():
    text = told(["pres", "help recrd", "xyzzy", "lift", "press x"])
    assert "! there is no command 'pres'; did you mean press? help lists them" in text
    assert "! help: there is no command 'recrd'; did you mean record?" in text
    assert "! there is no command 'xyzzy'; help lists them" in text
    assert "! lift: nothing after it; expected lift A1" in text and "! press: x after it; press stands alone" in text


def test_the_rest_of_a_line_is_left_when_a_part_cannot_be_done():
    assert "* A throws" not in told(["fly; press"])


def test_after_a_throw_the_last_word_says_who_is_to_press():
    lines = told(["next 34 12 12", "press", "press", "press"]).splitlines()
    last = [line for line in lines if line.startswith("   dice  (")]
    assert [line.rpartition(")")[2].strip() for line in last] == [
        "A throws for the start: press.",
        "B throws for the start: press. Last thrown: 3 4.",
        "A throws: press.",
        "A has thrown dal 2: play it, then press.",
    ]


def test_a_dal_is_never_written_like_a_player():
    text = told(["next 13 12 11 14", "press", "press", "press", "A1-M1 A2-A1", "press"])
    assert "throws dal 3." in text and "throws dal dal." in text
    assert " A 3" not in text.replace("M | ", "") and "A A." not in text


def test_turns_need_a_throw():
    assert "! turns: no throw is to be played; press throws" in told(["turns"])
    assert "none: the turn is lost; press goes on" in told(["next 34 12 33", "press", "press", "press", "turns"])


def test_heal_of_what_is_whole():
    assert "! heal: nothing is broken" in told(["heal"])
    text = told(["fault dead A5", "heal dead A6", "heal dead A5", "heal"])
    assert "! heal: dead A6 is not broken, but dead; heal alone mends everything" in text
    assert text.count("! heal: nothing is broken") == 1


def test_the_record_is_written_to_a_new_file_only(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = told([*BEGIN, "A1-M3", "press", "save game.txt", "save game.txt", "save no/game.txt"])
    assert (tmp_path / "game.txt").read_text().endswith("\n1 A 12 A1-M3\n")
    for part in ("saved: game.txt", "! save: 'game.txt': File exists", "! save: 'no/game.txt': No such file"):
        assert part in text


def test_the_plug_and_the_news_before_a_refusal():
    text = told(["plug out", "press", "plug in", "wait 1", "pres"])
    assert "The plug is out." in text and text.count("Board ready") == 2
    assert text.rindex("Board ready") < text.index("! there is no command")


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
