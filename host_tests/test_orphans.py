"""However a command ends, nothing that it has started outlives it."""

import os
import pty
import select
import signal
import time
from itertools import product
from pathlib import Path

import pytest

from host.cli.main import cli
from host.far.end import End
from host.far.letter import as_text
from host_tests.conftest import DALDOS, few
from host_tests.serial_board import SerialBoard
from lab.mosquitto import free_port

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc to find a process by")
LETTER = as_text(End.new("Ane", "danish", "ws://127.0.0.1:9/mqtt", bytes(16), bytes(32), lambda seat: 0).letter())
# What each command is run with, so that it lasts, and what it says once it does; of {fifo} nothing is ever to be read.
LASTING = {
    "sim": (["--seed", "1"], "> "),
    "turns": (["-"], ""),
    "hint": (["-"], ""),
    "reply": (["-"], ""),
    "selfplay": (["--games", "1000000"], "Result"),
    "analyse": (["{fifo}"], ""),
    "replay": (["{fifo}"], ""),
    "stats": (["{fifo}"], ""),
    "verify": (["{fifo}"], ""),
    "web": (["--no-open", "--port", "0", "--no-save"], "http://"),
    "far join": ([LETTER, "--level", "1", "--save", "{folder}"], "no broker at"),
    "watch": (["--port", "{board}"], "A board at"),
    "board report": (["--port", "{board}", "--views", "1000"], "reading"),
}
BRIEF = {"odds", "games", "help"}  # nothing makes these wait
BRIEF |= {f"far {name}" for name in cli.commands["far"].commands if name != "join"}
ENDS = ["KILL", "TERM", "HUP", "INT", "closed terminal"]


def test_every_command_is_here():
    commands = set(cli.commands) - {"board", "far"}
    commands |= {f"far {name}" for name in cli.commands["far"].commands}
    assert commands == {name for name in LASTING if not name.startswith("board ")} | BRIEF
    assert {name[6:] for name in LASTING if name.startswith("board ")} <= set(cli.commands["board"].commands)


def marked(mark: bytes) -> set:
    """The processes that run with this text in their environment."""
    found = set()
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (place / "environ").read_bytes():
                found.add(int(place.name))
        except OSError:  # it has ended
            pass
    return found


def heard(terminal: int, says: str) -> bytes:
    """What a command says on its terminal, until it says this, or has ended, or for a minute."""
    told, until = b"", time.monotonic() + (60 if says else 1)
    while not (says and says.encode() in told) and time.monotonic() < until:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                told += os.read(terminal, 4096)
            except OSError:  # a terminal is so once its last program has ended
                break
    return told


def test_what_a_command_said_that_has_ended_is_heard():
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvp("echo", ["echo", "no such thing here"])
    assert heard(terminal, "ready") == b"no such thing here\r\n"
    os.close(terminal)
    os.waitpid(pid, 0)


CASES = few(sorted(product(LASTING, ENDS)), 5)


@pytest.mark.parametrize("command, end", CASES, ids=lambda part: part.replace(" ", "-"))
def test_nothing_outlives_a_command(command, end, tmp_path):
    words, says = LASTING[command]
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    os.mkfifo(tmp_path / "fifo")
    with SerialBoard(setup="." * 49) as board:
        fill = {"port": free_port(), "folder": tmp_path, "fifo": tmp_path / "fifo", "board": board.port}
        options = [word.format(**fill) for word in words]
        group, *name = command.split()
        line = [*DALDOS, group, *(options + name if group == "board" else name + options)]
        pid, terminal = pty.fork()
        if pid == 0:
            for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
                signal.signal(number, signal.SIG_DFL)
            os.execve(line[0], line, {**os.environ, "DALDOS_TRIED": mark, "CI": "1"})
        try:
            told = heard(terminal, says)
            assert says.encode() in told, told
            if end == "closed terminal":
                os.close(terminal)
            else:
                os.kill(pid, getattr(signal, f"SIG{end}"))
            until = time.monotonic() + 20
            while marked(mark.encode()) and time.monotonic() < until:
                time.sleep(0.05)
            assert marked(mark.encode()) == set()
        finally:
            for left in marked(mark.encode()):
                os.kill(left, signal.SIGKILL)
            os.waitpid(pid, 0)
