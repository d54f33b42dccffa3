"""The programs of examples/, each run as a reader would run it. far_client.py: host_tests/test_far.py."""

import re
import subprocess
import sys

from daldos import RULESETS
from host_tests.conftest import ROOT
from lab import oracle
from test_board_cli import ENV
from test_usb_page import GAME, body, nearly_over

EXAMPLES = ROOT / "examples"


def run(name: str, *words: str) -> list[str]:
    """The lines that an example prints."""
    command = [sys.executable, EXAMPLES / name, *words]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=ENV)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def counted(position: str, options: dict, depth: int) -> int:
    """The same count by the oracle, which knows nothing of the engine."""
    if not depth or position.endswith("#"):
        return 1
    count = 0
    for throw in ("11", "12", "13", "14", "22", "23", "24", "33", "34", "44"):
        results = oracle.spelled_turns(position[:-1] + throw, options)[2]
        count += sum(counted(result, options, depth - 1) for result in results)
    return count


def test_perft_counts_what_the_oracle_counts():
    lines = run("perft.py")
    found = {(name, int(depth)): int(count) for name, depth, count in map(str.split, lines)}
    assert len(found) == 2 * len(RULESETS)
    for (name, depth), count in found.items():
        options = oracle.RULESETS[name]
        rows = "/".join((options["n"] * "a", (options["n"] + options["prow_hole"]) * ".", options["n"] * "b"))
        assert counted(rows + " A -", options, depth) == count, (name, depth)
    assert run("perft.py", "mary-rose", "4")[3].split() == ["mary-rose", "4", "24756"]


def test_the_bot_plays_its_games():
    (line,) = run("bot.py", "6", "1")
    assert re.fullmatch(r"the bot won [0-6] of 6 against level 1", line)


def test_the_analysis_names_the_dearest_turns():
    lines = run("analysis.py", str(ROOT / "host_tests/scripts/games/danish.txt"))
    costs = [
        float(re.fullmatch(r"turn \d+, [AB] \d\d: .+ costs ([\d.]+)%; .+ was best", line).group(1)) for line in lines
    ]
    assert len(costs) == 5 and costs == sorted(costs, reverse=True) and costs[0] > 1


def test_the_board_on_usb_is_heard_to_the_end():
    board, desk = nearly_over()
    with board:
        command = [sys.executable, EXAMPLES / "board_on_usb.py", board.port]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=ENV)
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
