"""The programs of examples/, each run as a reader would run it."""

import random
import re
import subprocess
import sys

import pytest

from daldos.rules import RULESETS
from host.far.letter import as_text, parse
from host_tests.conftest import ROOT
from host_tests.test_far_letter import KEY, pair
from test_board_cli import ENV, GAME, body, nearly_over, start_program

EXAMPLES = ROOT / "examples"


def run(name: str, *words: str, typed: str = "") -> list[str]:
    """The lines that an example prints, which must end well."""
    command = [sys.executable, EXAMPLES / name, *words]
    done = subprocess.run(command, input=typed, capture_output=True, encoding="utf-8", env=ENV)
    assert not done.returncode and not done.stderr, done.stderr
    return done.stdout.splitlines()


# program, arguments, patterns of its first and last line
SHOWN = [
    ("turns.py", (), "A1-M2 +\\.aaa.* throws again", "A1-M1 A2-A1 .*throws again"),
    ("turns.py", ("................/A...B............/................ A 14", "danish"), ".*", ".*captures M5, wins"),
    ("why_not.py", (), "no such distance: A1 .*", "other die must be played: A14"),
    ("thinking.py", (), "[AM]\\d.* after [1-9]\\d+ slices, the longest of [0-9.]+ ms", ""),
    ("own_rules.py", ("2",), "as they are +[0-9]+ throws a game", "lose_at=1 +[0-9]+ throws a game"),
    ("levels.py", ("1", "2"), "level 2 won [01] of 1 against level 1", ""),
    ("bot.py", ("2", "1"), "the bot won [0-2] of 2 against level 1", ""),
    ("endings.py", (), "before the throw: [0-9.]+ %", "[AMB]\\d.* [0-9.]+ %"),
    ("danger.py", (), "M2    7 of 16 throws, 43.8 %", "M7    8 of 16 throws, 50.0 %"),
    ("perft.py", (), "danish +1 +11", "naesheim +2 +140"),  # its exit status says whether all are as known
    ("perft.py", ("mary-rose", "4"), "mary-rose +1 +11", "mary-rose +4 +24756"),
    ("picture.py", (), "<svg .*<rect .*</svg>", ""),
    ("simulated_board.py", (), "wrong: not dalled", "right: A1-M3"),
]


@pytest.mark.parametrize("name, words, first, last", SHOWN, ids=lambda value: value if isinstance(value, str) else "")
def test_an_example_shows_its_idea(name, words, first, last):
    lines = run(name, *words)
    assert re.fullmatch(first, lines[0]) and re.fullmatch(last or first, lines[-1]), lines


def test_a_game_is_played_by_numbers_and_by_words():
    assert run("play.py", typed="1\n" * 400)[-1].endswith(("A has won", "B has won"))
    with pytest.raises(AssertionError, match="^turn 'A1-A12'"):
        run("play.py", typed="A1-A12\n")


def test_every_example_is_listed_and_run():
    programs = {file.name for file in EXAMPLES.glob("*.py")}
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert programs == set(re.findall(r"^\| `(\w+\.py)` \|", readme, re.M))
    elsewhere = {"play.py", "analysis.py", "board_on_usb.py", "dice_on_usb.py", "far_game.py"}
    assert programs == {name for name, *_ in SHOWN} | elsewhere


def test_a_far_game_is_read_by_the_document_alone():
    """Whole games in all rulesets and with other dice: dice, turns and record are those of the ends."""
    for seed, (rules, *_) in enumerate([*RULESETS, ("vuovdaguoika",), ("sig-short",)]):
        draw, (a, b) = random.Random(seed), pair(rules=rules)
        while not a.fold.over:
            if not any([a.open(parse(b.written(0))), b.open(parse(a.written(0)))]):
                end = (a, b)[a.fold.to_move()]
                end.play(draw.choice(end.fold.turns()))
        lines = run("far_game.py", KEY.hex(), *[as_text(end.written(0)) for end in (a, b)])
        record = a.fold.record("").splitlines()
        assert lines[-1] and [line for line in record if line[:1].isdigit()] == [
            line for line in lines if line[:1].isdigit()
        ]
    with pytest.raises(AssertionError, match="does not fit"):
        run("far_game.py", bytes(16).hex(), *[as_text(end.written(0)) for end in (a, b)])


def test_the_analysis_names_the_dearest_turns():
    lines = run("analysis.py", str(ROOT / "host_tests/scripts/games/danish.txt"))
    costs = [float(re.fullmatch(r"turn \d+, [AB] \d\d: .+ costs ([\d.]+)%; .+ was best", line)[1]) for line in lines]
    assert len(costs) == 5 and costs == sorted(costs, reverse=True) and costs[0] > 1


def test_the_board_on_usb_is_heard_to_the_end():
    board, desk = nearly_over()
    with board:
        process = start_program(EXAMPLES / "board_on_usb.py", board.port)
        board.until(lambda board: b'"do": "state"' in board.heard)
        board.until(lambda board: board.table.app.outbox.empty())
        number, player, throw, turn = body(GAME)[-1].split(" ", 3)
        with board.hands():
            desk.table.throws[:] = [(int(throw[0]), int(throw[1]))]
            desk.do("press")
        board.until(lambda board: board.heard.count(b'"do": "state"') == 2)
        board.until(lambda board: board.table.app.outbox.empty())
        with board.hands():
            for line in (f"play {turn}", "wait 500", "press"):
                desk.do(line)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    advice, *rest = out.splitlines()
    assert re.fullmatch(rf"{player} has thrown {throw}: \d+ turns, such as .*x.*", advice)  # it wins by a capture
    assert rest == [f"{player} played {turn}", f"{player} has won"]


def test_a_board_on_usb_is_a_cup_of_dice():
    board, desk = nearly_over()
    with board:
        process = start_program(EXAMPLES / "dice_on_usb.py", board.port, "2")
        board.until(lambda board: b'"roller"' in board.heard and board.table.app.outbox.empty())
        for throw in ((1, 4), (2, 3)):
            with board.hands():
                desk.table.throws[:] = [throw]
                desk.do("press")
                desk.do("wait 3s")
        out, err = process.communicate(timeout=60)
        board.until(lambda board: b'"mode": "game"' in board.heard)
    assert (process.returncode, err, out.splitlines()) == (0, "", ["press the button", "1 4", "2 3"])
