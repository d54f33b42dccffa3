"""The faults of faults.txt at two levels, a scan's codes and the app in play, and combinations of faults.

host_tests/test_walk.py plays the table to the magnet walk, host_tests/pico/test_wires.py on the emulated Pico.
"""

from array import array

import pytest

import config
from companion.reasons import english
from companion.sensing import selftest
from companion.sensing.findings import PAIRS
from companion.sensing.monitor import Monitor
from here import NAMES, SLOTS
from host.sim.fake_board import FakeBoard
from host.sim.table import Table
from host_tests.conftest import NIGHTLY, few
from host_tests.faults import FAULTS, by, named, unknown
from test_walk import EMPTY, Walker

POSITIONS = ("start", EMPTY, "A.B" * 10 + "." * 19, "B" * 16 + "." * 17 + "A" * 16)
MAGNETS = ("nominal", "worst", "best")
ALL = "mux 1, 2, 3, 4"
LOOSE = "a loose contact: it comes and goes"


def told(found) -> list:
    """(what, where) of each finding."""
    return [(english(code, args), where) for code, where, holes, wires, args in found]


def judged(codes) -> list:
    """The findings of a scan."""
    return told(selftest.judge(codes, config))


def pulled(board) -> list:
    """The findings of the pull test."""
    held = selftest.judge_pulls(board.pull_test(), config, scan(board))
    return told([selftest.always_on(config, *found) for found in held])


def scan(board, now_ms=0):
    codes = array("H", [0] * 65)
    board.scan(codes, now_ms)
    return codes


def faulty(*faults, seed=8, position="start") -> FakeBoard:
    """A board with pieces and these faults."""
    board = FakeBoard(seed)
    board.setup(position)
    for fault in faults:
        board.fault(*fault)
    return board


# --- a scan -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("magnets", MAGNETS)
def test_healthy_boards_have_no_fault(magnets):
    for seed in few(range(40), 20):
        board = FakeBoard(seed, magnets, noise=2.0)
        for position in POSITIONS:
            board.setup(position)
            assert [judged(scan(board, 7_654_321 * k)) for k in range(3)] == [[]] * 3
            assert pulled(board) == []


@pytest.mark.parametrize("fault", FAULTS, ids=named)
def test_a_scan_and_the_pulls_tell_what_the_table_says_on_every_board_and_nothing_else(fault):
    said = [(fault.what, fault.where)]
    wires = [tuple(wire.strip() for wire in fault.wires.split(","))]
    holes = [(fault.blind,) if fault.blind in NAMES else ()]
    for magnets in MAGNETS:
        for seed in few(range(6), 2):
            board = FakeBoard(seed, magnets)
            board.fault(*fault.fault)
            # swapped lines become visible once pieces are on the channels read as references
            for position in (EMPTY,) if fault.fault[0] == "swap" and fault.by != "self-test" else POSITIONS:
                board.setup(position)
                for now_ms in (0, 10, 5_000_000):
                    found = selftest.judge(scan(board, now_ms), config)
                    assert told(found) == (said if fault.by == "self-test" else []), (magnets, seed, position)
                    assert not found or ([row[2] for row in found], [row[3] for row in found]) == (holes, wires)
                assert pulled(board) == (said if fault.by == "pull test" else [])
    if fault.fault == ("swap", 1, 2):
        assert judged(scan(faulty(fault.fault))) == said


@pytest.mark.parametrize("line", range(4))
def test_a_line_broken_at_one_mux_is_named_there(line):
    for level, word in ((0, "low"), (1, "high")):
        for q in (1, 4):
            codes, broken = scan(faulty(seed=4)), scan(faulty(("address", line, level), seed=4))
            codes[(q - 1) * 16 : q * 16] = broken[(q - 1) * 16 : q * 16]
            said = (f"address line S{line} stuck {word}", f"GP{line + 2} to S{line} of mux {q}")
            assert judged(codes) == [said]


@pytest.mark.parametrize("position", POSITIONS)
def test_two_lines_stuck_are_both_named_and_one_is_never_taken_for_two(position):
    for seed in few(range(4), 1):
        for one, other in PAIRS:
            for levels in range(4):
                faults = ("address", one, levels & 1), ("address", other, levels >> 1)
                where = f"GP{one + 2} and GP{other + 2} to {ALL}"
                said = judged(scan(faulty(*faults, seed=seed, position=position)))
                assert said == [(f"address lines S{one} and S{other} stuck", where)], (seed, faults)


def test_a_stuck_line_is_named_beside_two_that_are_exchanged_and_without_a_half_rail():
    for line in range(4):
        for level, word in ((0, "low"), (1, "high")):
            said = (f"address line S{line} stuck {word}", f"GP{line + 2} to S{line} of {ALL}")
            for other in [("half",), *[("swap", *pair) for pair in PAIRS if line not in pair]]:
                assert said in judged(scan(faulty(("address", line, level), other, seed=6))), other


# --- in play ----------------------------------------------------------------------------------------------------------


def run(watch, board, scans: int) -> tuple:
    """(new, healed) faults reported in that many scans."""
    new, healed = [], []
    for k in range(scans):
        if watch.update(scan(board, 10 * k)):
            new += told(watch.new)
            healed += told(watch.healed)
    return new, healed


def test_a_second_fault_is_seen_while_the_first_stands_and_the_first_of_two_heals():
    board, watch = faulty(("mux", 2)), Monitor(config)
    silent = ("mux does not answer", "mux 2: EN at GP7, SIG at GP26, its supply")
    dead = [("sensor dead, reads low", f"{name}: {place}") for name, place in (("A2", "mux 1 C5"), ("A1", "mux 1 C4"))]
    assert run(watch, board, 200) == ([silent], [])
    for hole, said in zip((1, 0), dead, strict=True):  # of one mux
        board.fault("dead", hole)
        assert run(watch, board, 200) == ([said], [])
    for fault, said in ((("mux", 2), silent), (("dead", 0), dead[1])):
        board.heal(*fault)
        assert run(watch, board, 200) == ([], [said])
    assert told(watch.findings) == dead[:1]


@pytest.mark.parametrize("end", [0, 1])
def test_codes_at_the_ends_of_their_ranges_are_not_looked_into(end, monkeypatch):
    looked = []
    judge = selftest.judge
    monkeypatch.setattr(selftest, "judge", lambda codes, config: looked.append(1) or judge(codes, config))
    watch, ends = Monitor(config), selftest.limits(config)[end]
    assert not any(watch.update(ends) for _ in range(100)) and looked == []
    beyond = array("H", ends)
    beyond[SLOTS[9]] += 1 if end else -1
    assert any(watch.update(beyond) or looked for _ in range(100))


def test_a_flickering_fault_is_judged_now_and_then_only(monkeypatch):
    looked = []
    judge = selftest.judge
    monkeypatch.setattr(selftest, "judge", lambda codes, config: looked.append(1) or judge(codes, config))
    codes, watch = scan(FakeBoard(8)), Monitor(config)
    for k in range(640):
        codes[SLOTS[0]], codes[SLOTS[1]] = 0, 0 if k % 3 else 2048
        watch.update(codes)
    assert told(watch.findings) == [("sensor dead, reads low", "A1: mux 1 C4"), (LOOSE, "A2: mux 1 C5")]
    assert len(looked) <= 640 // 8


@pytest.mark.parametrize("scans_off", [15, 100])
def test_a_contact_that_is_open_now_and_then_is_called_loose_once_and_mended_when_it_has_held(scans_off):
    board, watch, said = faulty(), Monitor(config), []
    for _ in range(30):
        for act, scans in ((board.fault, scans_off), (board.heal, 100)):
            act("open", 26)
            new, healed = run(watch, board, scans)
            said += new + healed
    loose = (LOOSE, "GP26 to SIG of mux 1, 2, or EN or supply of both")
    assert said.count(loose) == 1 and said[-1] == loose, "then nothing more is said of each time"
    assert told(watch.findings) == [loose]
    codes = scan(board)
    assert [told(watch.healed) for _ in range(60_100) if watch.update(codes)] == [[loose]] and watch.findings == []


@pytest.mark.parametrize("scans", [30_000, 29_999])
def test_a_loose_contact_is_mended_when_it_has_held_for_five_minutes_and_not_a_scan_before(scans):
    board, watch = faulty(), Monitor(config)
    for _ in range(4):
        board.fault("dead", 0)
        run(watch, board, 15)
        board.heal()
        run(watch, board, 100)
    assert [row[:4] for row in watch.findings] == [("loose", "A1: mux 1 C4", ("A1",), ("mux 1 C4",))]
    watch._scans = 59_999
    watch._drops[0][2] = 60_000 - scans
    assert watch.update(scan(board)) == (scans == 30_000)


def test_a_glitch_here_and_one_there_are_no_loose_contact():
    board, watch = FakeBoard(8), Monitor(config)
    for hole in range(12):
        for _ in range(2):
            board.fault("dead", hole)
            assert run(watch, board, 15) == ([], [])
            board.heal()
            assert run(watch, board, 20) == ([], [])


def faults_said(table) -> list:
    """(what, where) of the faults reported since the last call, except consequences of others."""
    faults = [event for event in table.news() if event["ev"] == "fault" and event["code"] != "blind"]
    return [(event["what"], event["where"]) for event in faults]


@pytest.mark.parametrize("fault", by("self-test"), ids=named)
def test_in_play_a_fault_is_named_once_blinds_its_holes_alone_and_heals(fault):
    table = Table(seed=8, magnets="worst")
    table.plug_in()
    table.wait(1000)
    truth = table.app.sensing.occupancy.decode()
    table.board.fault(*fault.fault)
    for _ in range(70):
        table.wait(10)
        seen = table.app.sensing.occupancy.decode()
        assert fault.blind == "-" or all(letter in (old, "?") for letter, old in zip(seen, truth, strict=True))
    assert faults_said(table) == [(fault.what, fault.where)]
    table.wait(2300)
    assert fault.blind == "-" or table.app.sensing.occupancy.decode() == unknown(fault, truth)
    assert faults_said(table) == []
    table.board.heal()
    table.wait(3000)
    assert faults_said(table) == [("mended: " + fault.what, fault.where)]
    assert table.app.sensing.occupancy.decode() == truth


@pytest.mark.parametrize("fault", by("pull test"), ids=named)
def test_a_mux_that_is_never_off_is_named_at_the_start_and_counted_by_the_self_test(fault):
    walker = Walker(fault.fault)
    walker.table.wait(100)
    assert [(event["what"], event["where"]) for event in walker.named("fault")][:1] == [(fault.what, fault.where)]
    walker.table.send({"do": "selftest"})
    assert [event["faults"] for event in walker.named("selftest")] == [1]


@pytest.mark.parametrize("fault", by("pull test"), ids=named)
def test_a_mux_that_never_switches_off_is_named_by_the_next_press_in_play_and_heals(fault):
    table = Table(seed=8, magnets="worst")
    table.plug_in()
    table.wait(1000)
    table.news()
    table.board.fault(*fault.fault)
    table.wait(1000)
    table.press()
    assert faults_said(table) == [(fault.what, fault.where)]
    table.board.heal()
    table.wait(3000)
    assert faults_said(table) == [("mended: " + fault.what, fault.where)]


def in_play(*throws) -> Table:
    """A table in a game of these throws, the third of them to be played."""
    table = Table(seed=8)
    table.throws[:] = [(3, 4), (1, 2), *throws]
    table.plug_in()
    for _ in range(3):
        table.press()
    table.wait(3000)
    table.news()
    return table


# A sensor that reads no magnet, one that is stuck at an empty hole's level and at a piece's, a magnet turned over; what
# the hand then does with A's 12; and the hole to be named.
IN_A_TURN = [
    (("deaf", 5), "", "A6"),
    (("stuck", 0, 2048), "", "A1"),
    (("stuck", 0), "A1-M3", "A1"),
    (("deaf", 18), "A1-M3", "M3"),
    (("reversed", 0), "A1-M3", "M3"),
    (("reversed", 5), "", "A6"),
]


@pytest.mark.parametrize(("fault", "turn", "hole"), IN_A_TURN)
def test_a_sensor_or_magnet_that_fails_in_a_turn_is_named_within_ten_presses(fault, turn, hole):
    table = in_play((1, 2))
    table.board.fault(*fault)
    if turn:
        table.place(turn[3:], table.lift(turn[:2]))
    named = []
    for _ in range(10):
        table.wait(6000)
        for event in table.news():
            if event["ev"] == "fault":
                named += event["holes"]
            elif event["ev"] == "guide" and event["code"] == "reads_other":
                named += [place["hole"] for place in event["holes"]]
        if hole in named:
            return
        table.press()
    pytest.fail(f"{hole} is not named, only {named}")


def test_a_button_that_is_held_for_ever_is_named_and_the_game_goes_on_once_it_is_let_go():
    table = in_play((1, 2), (2, 4))
    table.board.fault("button", 0)
    table.wait(7900)
    assert faults_said(table) == []
    table.wait(200)
    stuck = ("the button is held, or its wire is shorted", "GP11 to the button")
    assert faults_said(table) == [stuck] and table.app.scene.kind == "fault"
    table.wait(20_000)
    assert faults_said(table) == [] and table.app.scene.kind == "dice"  # nobody chooses a mode
    table.board.heal()
    table.wait(200)
    assert faults_said(table) == [("mended: " + stuck[0], stuck[1])]
    table.place("M3", table.lift("A1"))
    table.wait(1000)
    table.press()
    assert [event["turn"] for event in table.news() if event["ev"] == "turn"] == ["A1-M3"]


def test_a_button_that_hangs_at_power_on_is_named():
    table = Table(seed=8)
    table.board.fault("button", 0)
    table.plug_in()
    table.wait(9000)
    assert [where for _, where in faults_said(table)] == ["GP11 to the button"]


def test_a_button_that_is_never_heard_is_named_when_a_turn_has_been_set_three_times():
    table = in_play((1, 2))
    table.board.fault("button", 1)
    said = []
    for k in range(5):
        table.place("M3", table.lift("A1"))
        table.wait(1500)
        table.press()
        said += [(k, event["args"]) for event in table.news() if event.get("code") == "press_unheard"]
        table.place("A1", table.lift("M3"))
        table.wait(1500)
    assert said == [(2, ["GP11"])]


# Every single fault that may arise in a game; only a press that never arrives is a guide. What cannot be told apart: a
# line of LEDs that is cut, as nothing reads the lights; wires exchanged, which do not come about in play.
ARISING = [
    *[(fault.fault, fault.where) for fault in by("self-test", "pull test") if "swap" not in fault.fault[0]],
    *[(fault, name) for hole, name in enumerate(NAMES) for fault in (("dead", hole), ("stuck", hole, 4090))],
    *[(("stuck", hole, 2900), NAMES[hole]) for hole in range(16, 33)],  # it reads a piece where none is
    *[(("deaf", hole), NAMES[hole]) for hole in range(49) if not 16 <= hole < 33],  # it reads none where one is
    (("button", 0), "button_stuck"),
    (("button", 1), "press_unheard"),
]


def is_named(table, place: str) -> bool:
    """Whether a fault has been reported at this place since the last call."""
    news = [event for event in table.news() if event["ev"] == "fault" or event.get("code") == "press_unheard"]
    return any(place in (event["code"], event.get("where")) or place in event["holes"] for event in news)


def planted(fault: tuple, place: str) -> bool:
    """Whether this fault, arising in the middle of a game, is named within 5 s or 10 presses."""
    table = in_play((1, 2))
    table.board.fault(*fault)
    table.wait(5000)
    for _ in range(10):
        if is_named(table, place):
            return True
        if fault == ("button", 1):
            table.place("M3", table.lift("A1"))
            table.wait(1500)
        table.press()
        if fault == ("button", 1):
            table.place("A1", table.lift("M3"))
        table.wait(2500)
    return is_named(table, place)


def test_every_single_fault_that_arises_in_a_game_is_named():
    part = ARISING if NIGHTLY else ARISING[:: len(ARISING) // 12] + ARISING[-2:]
    unnamed = [fault for fault, place in part if not planted(fault, place)]
    assert len(unnamed) <= 0.05 * len(part), unnamed
