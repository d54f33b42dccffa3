"""`daldos board`, `daldos watch` and the programs of docs/usb.md, over a pseudo-terminal with a board at its end."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

import config
from companion.console.phases import PLAY
from companion.sensing.baseline import load_baseline
from daldos.record import read_records, record_lines
from host.sim.table import Table
from host.terminal.desk import Desk
from host.usb.heard import heard
from host.usb.port import BoardLink, PortError, find_port
from host.usb.report import Account, letters_of, sensors, status_lines
from host_tests.conftest import DALDOS, ROOT, daldos
from picohw.store import FileStore
from serial_board import SerialBoard

ENV = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
EMPTY = "." * 49
PROGRAMS = re.findall(r"```python\n(.*?)```", (ROOT / "docs/usb.md").read_text("utf-8"), re.S)
GAMES = ROOT / "host_tests/scripts/games"
GAME = read_records((GAMES / "danish.txt").read_text("utf-8"))[0][1]


def start(*args):
    return start_program(*DALDOS[1:], *args)


def start_program(*args):
    """A program of the documents or examples in a Python of its own."""
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, *args], stdout=pipe, stderr=pipe, encoding="utf-8", env=ENV)


def shown(process, until) -> str:
    """A process's output up to the first wanted line; the process is killed if that does not come."""
    lines, late = [""], threading.Timer(60, process.kill)
    late.start()
    while not until(lines[-1]):
        lines.append(process.stdout.readline())
        assert lines[-1], (lines, process.communicate())
    late.cancel()
    return "".join(lines)


def run(board, *args):
    """(exit status, output, errors) of `daldos board ARGS` on this board."""
    done = daldos("board", "--port", board.port, *args)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def board():
    with SerialBoard() as made:
        yield made


# --- one command ------------------------------------------------------------------------------------------------------


def test_commands_do_what_they_say_or_are_refused(board, tmp_path):
    status, out, err = run(board, "print")
    assert (status, err) == (0, "") and out.startswith("mode game, rules danish, phase opening\n")
    assert f"\n   A |{' a ' * 16}  \\\n" in out and f"\n   B |{' b ' * 16}  /\n" in out
    status, out, _ = run(board, "send", "--json", '{"do": "rules", "rules": "danish,lose_at=1"}')
    events = [json.loads(line) for line in out.splitlines()]
    assert (status, [event["ev"] for event in events]) == (0, ["phase", "phase", "state"])
    assert events[-1]["rules"] == "danish,lose_at=1"
    table = board.table
    with board.hands():
        table.app.receive(0, b'{"do": "ne')  # half a line left by another program
    for command, status, said in (
        ("undo", 1, "refused: there is no turn to take back\n"),
        ("fly", 1, "refused: "),
        ('{"do": "dice"', 1, "refused: "),
        ('{"do": "dice", "throw": "13"}', 1, "refused: "),
        ('{"do": "set", "key": "volume", "value": 11}', 1, "refused: "),
        ('{"do": "mode", "mode": "wooden"}', 0, "mode wooden, "),
        ('{"do": "dice", "throw": "05"}', 1, "refused: "),
        ('{"do": "dice", "throw": "42"}', 0, "A throws 2 4.\n"),
        ("undo", 0, ""),
        ('{"do": "set", "key": "mode", "value": "game"}', 0, "mode game, "),
        ("new", 0, ""),
        ("selftest", 0, "Self-test: all is well.\n"),
    ):
        done = run(board, "send", command)
        assert (done[0], done[1][: len(said)], done[2]) == (status, said, ""), (command, done)
    assert table.app.settings.get("mode") == "game"
    with board.hands():
        for _ in range(4):
            table.press()
        expected = "\n".join(record_lines(table.app.session.match.game)) + "\n"
    assert run(board, "send", "record") == (0, expected.replace("\n\n", "\n"), "") and "0 A " in expected
    assert run(board, "print")[1].endswith("/\n     +" + "-" * 48 + "--'\n" + expected)
    target = tmp_path / "game.txt"
    assert run(board, "print", "--out", str(target)) == (0, "", "") and target.read_text("utf-8") == expected
    with board.hands():
        table.board.fault("dead", 4)
        table.wait(2000)
    faults = "Fault: sensor dead, reads low (A5: mux 2 C4).\nSelf-test: 1 fault, listed above.\n"
    assert run(board, "send", "selftest") == (1, faults, "")


def test_report(tmp_path):
    table = Table(seed=3, store=FileStore(os, str(tmp_path)))
    with SerialBoard(table, setup=EMPTY) as board:
        status, out, _ = run(board, "send", "calibrate")
        assert status == 0 and "Calibrated: empty holes read " in out
        with board.hands():
            table.place("A1", "A")
            table.board.fault("dead", 4)
            table.wait(2000)
        status, text, _ = run(board, "report", "--views", "3")
    lines = text.splitlines()
    assert "Fault: sensor dead, reads low (A5: mux 2 C4)." in lines and status == 1
    baseline, half = load_baseline(table.app.service.store.read("baseline"), config)
    assert f"In counts, with the half rail at {half}:" in lines and "never" not in text.lower()
    rows = [line.split() for line in text.partition("## Baselines")[2].splitlines()[4:7]]
    assert [row[0] for row in rows] == list("AMB") and [int(code) for row in rows for code in row[1:]] == list(baseline)
    assert int(re.search(r"Flash left: (\d+) KiB", text)[1]) * 1024 == pytest.approx(
        table.app.service.store.free(), rel=0.1
    )
    row = lines[lines.index("Means of 3 views, in thousandths of the supply:") + 2].split()
    assert row[0] == "A" and row[1].startswith("A")  # the one piece, at A1
    said = [json.loads(line) for line in lines[lines.index("## As the board said it") + 2 :]]
    assert [event["ev"] for event in said].count("sensors") == 3 and said[0]["ev"] == "state"


def test_report_of_a_new_board_and_of_an_older_one():
    table = Table(seed=3)
    table.plug_in()
    account = Account(table.send, 2)
    while not any(account.hear(event) for event in table.news()):
        table.wait(100)
    lines = account.text().splitlines()
    assert "Flash left: not known." in lines and "Never calibrated." in lines and account.faults == 0
    assert not [line for line in lines if line.startswith("Noisy")]
    account = Account(table.send, 1)
    state = next(event for event in table.said if event["ev"] == "state")
    for event in (state, {"ev": "selftest", "faults": 0}, {"ev": "sensors", "u": [0] * 49}):
        complete = account.hear(event)
    assert complete and "Self-test: all is well.\nFlash left, baselines: not told by this board.\n" in account.text()


def test_report_says_what_moves_and_keeps_to_a_file(board, tmp_path):
    assert sensors([[0] * 49, [3] + [40] + [0] * 47])[-1] == "Noisy, or touched meanwhile: A2 (40)."
    assert sensors([]) == ["The board has no sensors to read."]
    status, out, err = run(board, "report", "--views", "2", "--out", str(tmp_path / "report.txt"))
    assert (status, out, err) == (0, "", "reading the sensors 2 times ...\n")
    assert (tmp_path / "report.txt").read_text("utf-8").startswith("# Report of a Daldøs board\n")


# --- on the line ------------------------------------------------------------------------------------------------------


def test_nonsense_from_the_board_is_passed_over():
    noise = b'rest of a line"}\n\x00\xff\xfe\n[1, 2]\n{"ev": 3}\n{"no": "event"}\n\n{"ev": "state", "posi'
    with SerialBoard(noise=noise + b"\n" + b"x" * 3000 + b"\n") as board:
        assert run(board, "send", "undo")[:2] == (1, "refused: there is no turn to take back\n")


def test_a_silent_port_and_a_prompt_are_told_apart(monkeypatch):
    monkeypatch.setattr("host.usb.port.GREET_S", 0.5)
    monkeypatch.setattr(BoardLink.greet, "__defaults__", (0.5,))
    with SerialBoard(mute=True) as board:
        silent = f"daldos: {board.port}: no answer within 0.5 s; is the firmware on it? tools/flash.sh puts it there\n"
        with pytest.raises(PortError) as first, BoardLink(board.port) as link:
            link.greet()
        assert run(board, "print") == (2, "", silent)  # not "in use by another program"
        assert "no answer" in str(first.value)  # keeps alive objects that would otherwise have closed themselves
    with SerialBoard(mute=True, noise=b"MicroPython v1.25.0\r\n>>> ") as board:
        assert "MicroPython's prompt answers" in run(board, "print")[2]


def test_a_board_that_answers_is_greeted_however_late_it_is_looked_for(board, monkeypatch):
    with BoardLink(board.port) as link:
        waits, clock, hand_on = [], [time.monotonic()], link.wait
        monkeypatch.setattr(time, "monotonic", lambda: clock[-1])

        def late(ms):
            """On a busy machine, each look takes longer than the limit for all."""
            waits.append(ms)
            clock.append(clock[-1] + 10)
            if len(waits) == 3:
                monkeypatch.undo()
                hand_on(1000)

        monkeypatch.setattr(link, "wait", late)
        assert link.greet()["ev"] == "state" and waits == [100] * 3


def test_unplugged_meanwhile():
    for command in ("watch --port PORT --json", "watch --port PORT"):
        with SerialBoard(setup=EMPTY) as board:
            process = start(*command.replace("PORT", board.port).split())
            shown(process, bool)
            board.unplug()
            _, err = process.communicate(timeout=60)
        gone = f"daldos: {board.port}: the board is gone, unplugged or restarted\n"
        assert (process.returncode, err) == (2, gone), command


# --- watch ------------------------------------------------------------------------------------------------------------


def test_watch_tells_the_boards_news_until_ctrl_c(board):
    process = start("watch", "--port", board.port)
    out = shown(process, lambda line: line.startswith("A board at "))
    status, _, err = run(board, "print")
    assert status == 2 and err.startswith(f"daldos: {board.port}: in use by another program")
    with board.hands():
        while board.table.app.session.phase != PLAY:
            board.table.press()
    out += shown(process, lambda line: line.startswith("B throws "))
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err.strip()) == (130, "")
    assert out.startswith(f"A board at {board.port}.\n") and "A throws " in out


def test_watch_passes_on_lines_as_they_come(board):
    process = start("watch", "--json", "--port", board.port)
    shown(process, lambda line: line.startswith('{"ev": "link"'))
    with board.hands():
        board.table.press()
    (thrown,) = shown(process, lambda line: line.startswith('{"ev": "throw"')).splitlines()[-1:]
    assert json.loads(thrown)["player"] == "A"
    process.kill()
    process.communicate()


# --- finding the port -------------------------------------------------------------------------------------------------


def port_of(device, vid=None, pid=None, serial_number=None):
    return SimpleNamespace(device=device, vid=vid, pid=pid, serial_number=serial_number)


PICO = port_of("/dev/ttyACM0", 0x2E8A, 0x0005, "E661")


OTHER, PLAIN = port_of("/dev/ttyACM1", 0x2E8A, 0x0005, "E662"), port_of("/dev/ttyS0")
NOT_ONE = [
    ([], "no board found: is it plugged in"),
    ([PLAIN], "no board found"),
    ([port_of("/dev/sdb", 0x2E8A, 0x0003)], "BOOTSEL"),
    ([OTHER, PICO], "2 boards are attached: /dev/ttyACM0 (serial number E661), "),
]


def test_the_one_board_is_found_and_none_or_several_say_what_to_do():
    assert find_port([PLAIN, PICO, port_of("/dev/ttyUSB0", 0x0403, 0x6001)]) == "/dev/ttyACM0"
    for ports, said in NOT_ONE:
        with pytest.raises(PortError) as error:
            find_port(ports)
        assert said in str(error.value) and "\n" not in str(error.value)


# --- lines that are no events, or of another board --------------------------------------------------------------------


@pytest.mark.parametrize("n", [11, 12, 17])
def test_a_board_of_another_size_is_drawn_as_it_is(n):
    rows = "a" * n, "." * (n + 1), "b" * n
    seen = "A" * n + "." * n + "?" + "B" * n
    line = (
        '{"ev": "state", "position": "%s A -", "phase": "throw", "mode": "game", "rules": "danish,n=%d", '
        '"occupancy": "%s", "job": null, "game": ""}' % ("/".join(rows), n, seen)
    )
    state = heard(line.encode())
    assert "".join(letters_of(state)) == "a" * n + "." * n + "?" + "b" * n
    told = status_lines(state)
    assert told[2].split() == [str(k) for k in range(1, n + 2)] or told[1].split()[-1] == str(n + 1)
    assert told[-1] == f"   not known: M{n + 1}"


@pytest.mark.parametrize(
    "line",
    [
        b"null",
        b"[]",
        b'{"ev": 7}',
        b"[" * 100_000,
        b'{"ev": "state", "position": "a/b/c A -", "phase": "throw", "mode": "game", "rules": "x", "occupancy": ".."}',
        b'{"ev": "throw", "player": "C", "throw": "13"}',
        b'{"ev": "throw", "player": "A", "throw": "19"}',
        b'{"ev": "guide", "holes": [{"hole": "A1"}], "why": "x"}',
        b'{"ev": "over", "winner": true}',
        b'{"ev": "record", "line": "1x A"}',
        b"\xff\xfe",
    ],
)
def test_what_is_no_event_is_noise(line):
    assert heard(line) is None


def test_older_firmware_is_understood():
    assert heard(b'{"ev": "fault", "what": "sensor rail lost", "where": "rail"}')["holes"] == []
    assert heard(b'{"ev": "something_new", "x": 1}') == {"ev": "something_new", "x": 1}


# --- the programs of docs/usb.md, run as they stand there ------------------------------------------------------------


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
        process = start_program("-c", program, board.port)
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
