"""The programs of docs/usb.md, run as they stand there against a board at a serial port; the view of such a board."""

import re
import subprocess
import sys

import pytest

from daldos.record import read_records, record_lines
from host.sim.client import Client
from host.sim.table import Table
from host.terminal.desk import Desk
from host.usb.port import BoardLink, PortError
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
    board = desk.table.board
    return SerialBoard(desk.table, setup=board.occupancy().decode()), desk


def play_the_end(desk):
    number, player, throw, turn = body(GAME)[-1].split(" ", 3)
    desk.table.throws[:] = [(int(throw[0]), int(throw[1]))]
    for line in ("press", f"play {turn}", "wait 500", "press"):
        desk.do(line)
    return player, throw, turn


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
            player, throw, turn = play_the_end(desk)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    if program is PROGRAMS[0]:
        told = ["phase throw, rules danish", f"{player} has thrown {throw} and played {turn}", f"{player} has won"]
        assert out.splitlines() == told
    else:
        assert out.splitlines()[-len(body(GAME)) :] == body(GAME)
        # or the end at once, where the program is slower than the hands
        assert out.splitlines()[0].endswith((f" {player} {throw}", f" {player} #"))


def test_the_view_of_a_board_on_usb():
    board, desk = nearly_over()
    with board, BoardLink(board.port) as link:
        client = Client(link)
        while client.view().position == "" or len(client.view().record) < len(body(GAME)) - 1:
            client.wait(100)
        view, session = client.view(), board.table.app.session
        assert (view.position, view.phase, view.mode) == (session.match.game.position_text(), "throw", "game")
        assert view.record == body(GAME)[:-1]
        assert (view.lights["kind"], view.pixels) == ("throw", None)
        client.events()
        client.send({"do": "mode", "mode": "roller", "id": "x"})
        assert client.wait(5000)
        while client.view().mode != "roller":
            client.wait(100)
        answer = [event for event in client.events() if event.get("id") == "x"]
        assert answer[-1]["ev"] == "state"
        with board.hands():
            board.table.press()
        while client.view().lights["kind"] != "dice":
            assert client.wait(5000)
        board.unplug()
        with pytest.raises(PortError, match="gone"):
            while True:
                client.wait(1000)
