"""The programs of docs/usb.md, run as they stand there against a board at a serial port."""

import re
import subprocess
import sys

import pytest

from daldos.record import read_records, record_lines
from host.sim.table import Table
from host.terminal.desk import Desk
from host_tests.conftest import ROOT
from serial_board import SerialBoard
from test_board_cli import ENV

PROGRAMS = re.findall(r"```python\n(.*?)```", (ROOT / "docs/usb.md").read_text("utf-8"), re.S)
GAMES = ROOT / "host_tests/scripts/games"
GAME = read_records((GAMES / "danish.txt").read_text("utf-8"))[0][1]


def body(game):
    return [line for line in record_lines(game) if line[:1].isdigit()]


def nearly_over():
    """A board on which the last turn of GAME is still to be thrown, and a desk at it."""
    desk = Desk(Table(seed=3), folder=GAMES)
    desk.do(f"saved danish.txt {len(GAME.plies) - 1}")
    return SerialBoard(desk.table, setup=desk.table.board.occupancy().decode()), desk


@pytest.mark.parametrize("program", PROGRAMS)
def test_each_program_follows_a_game_to_its_end(program):
    assert len(program.splitlines()) < 26
    board, desk = nearly_over()
    with board:
        command = [sys.executable, "-c", program, board.port]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=ENV)
        asked = b"state" if program is PROGRAMS[0] else b"record"
        board.until(lambda board: b'"do": "' + asked in board.heard)
        board.until(lambda board: board.table.app.outbox.empty())
        with board.hands():
            _, player, throw, turn = body(GAME)[-1].split(" ", 3)
            desk.table.throws[:] = [(int(throw[0]), int(throw[1]))]
            for line in ("press", f"play {turn}", "wait 500", "press"):
                desk.do(line)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    if program is PROGRAMS[0]:
        told = ["phase throw, rules danish", f"{player} has thrown {throw} and played {turn}", f"{player} has won"]
        assert out.splitlines() == told
    else:
        assert out.splitlines()[-len(body(GAME)) :] == body(GAME)
        # or the end at once, where the program is slower than the hands
        assert out.splitlines()[0].endswith((f" {player} {throw}", f" {player} #"))
