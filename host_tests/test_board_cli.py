"""`daldos board`, `daldos watch` and the programs of docs/usb.md, over a pseudo-terminal with a board at its end."""

import itertools
import json
import math
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
from companion.sensing.calibration import load_baseline
from daldos.record import read_records, record_lines
from host.sim.client import Client
from host.sim.table import Table
from host.terminal.desk import Desk
from host.usb.heard import heard
from host.usb.port import BoardLink, PortError, find_port
from host.usb.quarter import quarter
from host.usb.report import Account, letters_of, sensors, status_lines
from host.usb.talk import Talk
from host_tests.conftest import DALDOS, ROOT, daldos
from picohw.store import FileStore
from serial_board import SerialBoard

ENV = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
EMPTY = "." * 49
PROGRAMS = re.findall(r"```python\n(.*?)```", (ROOT / "docs/usb.md").read_text("utf-8"), re.S)
GAMES = ROOT / "host_tests/scripts/games"
GAME = read_records((GAMES / "danish.txt").read_text("utf-8"))[0][1]
SURE = "Take off the pieces of the marked holes; if nothing stands there, press long: it is calibrated so."


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
    status, out, err = run(board, "status")
    assert (status, err) == (0, "") and out.startswith("mode game, rules danish, phase opening\n")
    assert f"\n   A |{' a ' * 16}  \\\n" in out and f"\n   B |{' b ' * 16}  /\n" in out
    status, out, _ = run(board, "--json", "rules", "danish,lose_at=1")
    events = [json.loads(line) for line in out.splitlines()]
    assert (status, [event["ev"] for event in events]) == (0, ["phase", "phase", "state"])
    assert events[-1]["rules"] == "danish,lose_at=1"
    table = board.table
    with board.hands():
        table.app.receive(0, b'{"do": "ne')  # half a line left by another program
    for command, status, said in (
        ("undo", 1, "refused: there is no turn to take back\n"),
        ("dice 13", 1, "refused: "),
        ("set volume 11", 1, "refused: "),
        ("set mode loud", 1, "refused: "),
        ("mode wooden", 0, "mode wooden, "),
        ("dice 05", 1, "refused: "),
        ("dice 42", 0, "A throws 2 4.\n"),
        ("set mode game", 0, "mode game, "),
        ("new", 0, ""),
        ("selftest", 0, "Self-test: all is well.\n"),
    ):
        done = run(board, *command.split())
        assert (done[0], done[1][: len(said)], done[2]) == (status, said, ""), (command, done)
    assert table.app.settings.get("mode") == "game"
    with board.hands():
        for _ in range(4):
            table.press()
        expected = "\n".join(record_lines(table.app.session.match.game)) + "\n"
    assert run(board, "record") == (0, expected, "") and "0 A " in expected
    target = tmp_path / "game.txt"
    assert run(board, "record", "--out", str(target)) == (0, "", "") and target.read_text("utf-8") == expected
    with board.hands():
        table.board.fault("dead", 4)
        table.wait(2000)
    faults = "Fault: sensor dead, reads low (A5: mux 2 C4).\nSelf-test: 1 fault, listed above.\n"
    assert run(board, "selftest") == (1, faults, "")


def test_calibrate_and_sensors():
    with SerialBoard(setup=EMPTY) as board:
        status, out, _ = run(board, "calibrate")
        assert status == 0 and "Calibrated: empty holes read " in out
        with board.hands():
            board.table.place("A1", "A")
            board.table.wait(5000)  # it has said what is to be set up
        status, out, _ = run(board, "calibrate")
        assert (status, out.splitlines()) == (1, ["refused: calibration: a piece stands on A1", SURE])
        status, out, _ = run(board, "sensors", "--count", "2")
        lines = out.splitlines()
        assert (status, len(lines)) == (0, 8)
        assert lines[1].split()[0] == "A" and int(lines[1].split()[1].lstrip("A")) > 50
        assert [len(line.split()) for line in lines[:4]] == [17, 17, 18, 17]
        board.until(lambda board: b'"on": false' in board.heard)


def test_what_calibrate_asks_at_the_board_is_told_and_its_answer_heard():
    table = Table(seed=3)
    table.board.fault("stuck", 20, 2448)  # 400 counts off the middle
    with SerialBoard(table, setup=EMPTY) as board:
        process = start("board", "--port", board.port, "calibrate")
        assert shown(process, lambda line: line == SURE + "\n")
        with board.hands():
            table.long_press()
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 0 and out.startswith("Calibrated: empty holes read ")


def test_report(tmp_path):
    table = Table(seed=3, store=FileStore(os, str(tmp_path)))
    with SerialBoard(table, setup=EMPTY) as board, Talk(board.port, False) as talk:
        assert "calibrate" in [event["ev"] for event in talk.answer({"do": "calibrate"})]
        with board.hands():
            table.place("A1", "A")
            table.board.fault("dead", 4)
            table.wait(2000)
        account = talk.report(3)
    text = account.text()
    lines = text.splitlines()
    assert "Fault: sensor dead, reads low (A5: mux 2 C4)." in lines and account.faults == 1
    baseline, half = load_baseline(table.app.store.read("baseline"), config)
    assert f"In counts, with the half rail at {half}:" in lines and "never" not in text.lower()
    rows = [line.split() for line in text.partition("## Baselines")[2].splitlines()[4:7]]
    assert [row[0] for row in rows] == list("AMB") and [int(code) for row in rows for code in row[1:]] == list(baseline)
    assert int(re.search(r"Flash left: (\d+) KiB", text)[1]) * 1024 == pytest.approx(table.app.store.free(), rel=0.1)
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


class OnTable(Talk):
    """The same at a table, on its clock."""

    def __init__(self, table):
        self.link, self.client, self.raw = table, Client(table), False
        table.heard_ms = math.inf
        table.send({"do": "state"})
        self.state = table.news()[-1]


class Hands:
    """What one holds over a sensor when told to, and moves from there to the next."""

    def __init__(self, table):
        self.table, self.hole, self.piece = table, "", table.board.pieces[0]

    def __call__(self, told):
        if self.hole:
            self.table.lift(self.hole)
        self.hole = told.partition(":")[0]
        self.table.place(self.hole, self.piece)


@pytest.mark.parametrize(
    "number, faults, said",
    [
        (4, (), "13 of 13"),
        (
            1,
            (("dead", 1), ("deaf", 2), ("face_down", 3), ("swap_holes", 16, 17)),
            "Fault: sensor dead, reads low (A2: |not within 61 when empty, nothing read|   nothing read|upside down|"
            "read at M2|read at M1|7 of 12",
        ),
        (2, (("address", 0, 0),), "Fault: address line S0 stuck low (GP2 to S0 of mux 2).|of 12"),
        (3, (("mux", 3),), "Fault: no mux answers on this pin (GP27 to SIG of mux 3, |0 of 12"),
    ],
)
def test_a_quarter_board_alone(number, faults, said, monkeypatch):
    """Good and faulty ones: nothing is said of the three that are not there."""
    monkeypatch.setattr("host.usb.quarter.PATIENCE", 20)
    table = Table(seed=3)
    table.board.setup(EMPTY)
    for other in {1, 2, 3, 4} - {number}:
        table.board.fault("mux", other)
    for fault in faults:
        table.board.fault(*fault)
    table.plug_in(1000)
    text, wrong = quarter(OnTable(table), number, Hands(table))
    assert all(part in text for part in said.split("|")), text
    assert (wrong > 0) == bool(faults) and ("Self-test: nothing wrong with it." in text) == ("Fault" not in said)


def test_walk(monkeypatch, capsys):
    """However often it asks meanwhile whether the board is there, nothing of the walk is lost."""
    monkeypatch.setattr("host.usb.talk.PAUSE_MS", 200)
    table = Table(seed=3)
    table.board.setup(EMPTY)
    table.board.fault("swap_holes", 0, 1)
    table.plug_in(1000)
    wait, piece, looks = table.wait, table.board.pieces[0], itertools.count()

    def led(ms):
        """A piece goes where the lights are, in its own time."""
        wait(ms)
        scene, look = table.app.scene, next(looks) if ms else 0
        assert look < 2000, "the walk's end is not heard"
        if look % 3 == 2 and table.app.service.job == "walk" and scene.count:
            hole = scene.holes[0]
            table.board.place(hole, piece)
            wait(900)
            table.board.lift(hole)
            wait(900)

    monkeypatch.setattr(table, "wait", led)
    assert OnTable(table).walk() == 1
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert "A1   WRONG  reads at A2, " in out
    assert any(line.startswith("B16  right  reads at B16, ") and line.endswith("0 left") for line in lines)
    for last in ("wires of 2 holes are swapped", "wires of two sensors swapped (A1 and A2", "47 of 49 holes right"):
        assert last in out


# --- on the line ------------------------------------------------------------------------------------------------------


def test_nonsense_from_the_board_is_passed_over():
    noise = b'rest of a line"}\n\x00\xff\xfe\n[1, 2]\n{"ev": 3}\n{"no": "event"}\n\n{"ev": "state", "posi'
    with SerialBoard(noise=noise + b"\n" + b"x" * 3000 + b"\n") as board:
        assert run(board, "undo")[:2] == (1, "refused: there is no turn to take back\n")


def test_a_silent_port_and_a_prompt_are_told_apart(monkeypatch):
    monkeypatch.setattr("host.usb.port.GREET_S", 0.5)
    monkeypatch.setattr(BoardLink.greet, "__defaults__", (0.5,))
    with SerialBoard(mute=True) as board:
        silent = f"daldos: {board.port}: no answer within 0.5 s; is the firmware on it? tools/flash.sh puts it there\n"
        with pytest.raises(PortError) as first:
            Talk(board.port, False)
        assert run(board, "status") == (2, "", silent)  # not "in use by another program"
        assert "no answer" in str(first.value)  # keeps alive objects that would otherwise have closed themselves
    with SerialBoard(mute=True, noise=b"MicroPython v1.25.0\r\n>>> ") as board:
        assert "MicroPython's prompt answers" in run(board, "status")[2]


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
    for command in ("board --port PORT --json walk", "watch --port PORT"):
        with SerialBoard(setup=EMPTY) as board:
            process = start(*command.replace("PORT", board.port).split())
            shown(process, bool)
            board.unplug()
            _, err = process.communicate(timeout=60)
        gone = f"daldos: {board.port}: the board is gone, unplugged or restarted\n"
        assert (process.returncode, err) == (2, gone), command


def test_ctrl_c_ends_quietly_and_switches_the_raw_view_off(board):
    process = start("board", "--port", board.port, "sensors")
    shown(process, bool)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err.strip()) == (130, "")
    board.until(lambda board: b'"on": false' in board.heard)


# --- watch ------------------------------------------------------------------------------------------------------------


def test_watch_draws_the_board_and_tells_its_news(board):
    process = start("watch", "--text", "--port", board.port)
    out = shown(process, lambda line: "phase opening" in line)
    status, _, err = run(board, "status")
    assert status == 2 and err.startswith(f"daldos: {board.port}: in use by another program")
    with board.hands():
        while board.table.app.session.phase != PLAY:
            board.table.press()
    out += shown(process, lambda line: "phase play" in line)
    with board.hands():
        piece = board.table.lift("A1")
        board.table.wait(2000)
        board.table.place("M9", piece)
        board.table.wait(2000)
    out += shown(process, lambda line: line.startswith("   M |") and line[30:33] in ("[A]", " A "))
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err.strip()) == (130, "")
    assert out.startswith("mode game, rules danish, phase opening\n")
    assert "  * A throws " in out and "  * B throws " in out
    assert "   A |" + " a " * 16 in out


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
        '"occupancy": "%s", "job": null}' % ("/".join(rows), n, seen)
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
