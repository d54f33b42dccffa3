"""The self-test: every fault that a scan can tell is named by its wire, and a healthy board never has one."""

import random
from array import array

import pytest

import config
from companion.reasons import english
from companion.sensing import monitor as monitoring
from companion.sensing import selftest
from companion.sensing.findings import PAIRS
from companion.sensing.monitor import Monitor
from companion.sensing.wiring import hole_names, hole_slots
from host.sim.fake_board import FakeBoard
from host_tests.faults import by, named

NAMES = hole_names(config)
SLOTS = hole_slots(config)
POSITIONS = ("start", "." * 49, "A.B" * 10 + "." * 19, "B" * 16 + "." * 17 + "A" * 16)
ALL = "mux 1, 2, 3, 4"


def told(found):
    """What is said of findings: (what, where) each."""
    return [(english(code, args), where) for code, where, holes, wires, args in found]


def finding(what, where):
    return what, where


def judge(codes, config):
    return told(selftest.judge(codes, config))


def judge_pulls(pulls, config):
    return told(selftest.judge_pulls(pulls, config))


def scan(board, now_ms=0):
    codes = array("H", [0] * 65)
    board.scan(codes, now_ms)
    return codes


@pytest.mark.parametrize("magnets", ["nominal", "worst", "best"])
def test_healthy_boards_have_no_fault(magnets):
    draw = random.Random(2)
    for seed in range(40):
        board = FakeBoard(seed, magnets, noise=2.0)
        for position in POSITIONS:
            board.setup(position)
            for _ in range(3):
                assert judge(scan(board, draw.randrange(10**8)), config) == []


@pytest.mark.parametrize("fault", by("self-test"), ids=named)
def test_each_fault_is_named_on_every_board(fault):
    for magnets in ("nominal", "worst", "best"):
        for seed in range(6):
            board = FakeBoard(seed, magnets)
            for position in POSITIONS:
                board.setup(position)
                board.fault(*fault.fault)
                for now_ms in (0, 10, 20, 5_000_000):
                    assert judge(scan(board, now_ms), config) == [(fault.what, fault.where)], (magnets, seed, position)
                    assert judge_pulls(board.pull_test(), config) == []
                board.heal()


@pytest.mark.parametrize("line", range(4))
@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("q", [1, 4])
def test_address_line_broken_at_one_mux(line, level, q):
    board = FakeBoard(4)
    board.setup()
    codes = scan(board)
    board.fault("address", line, level)
    broken = scan(board)
    codes[(q - 1) * 16 : q * 16] = broken[(q - 1) * 16 : q * 16]
    word = "high" if level else "low"
    where = "GP%d to S%d of mux %d" % (line + 2, line, q)
    assert judge(codes, config) == [finding("address line S%d stuck %s" % (line, word), where)]


@pytest.mark.parametrize(
    "fault, code, holes, wires",
    [
        (("dead", NAMES.index("A2")), "sensor_dead", ("A2",), ("mux 1 C5",)),
        (("address", 1, 0), "line_stuck", (), ("GP3", "mux 1 S1", "mux 2 S1", "mux 3 S1", "mux 4 S1")),
        (("mux", 3), "mux_silent", (), ("GP8", "GP27", "mux 3 EN", "mux 3 SIG")),
        (("open", 26), "pin_silent", (), ("GP26", "mux 1 SIG", "mux 2 SIG", "mux 1 EN", "mux 2 EN")),
        (("open", 28), "half_reference_off", (), ("GP28",)),
        (("swap_enable", 1, 4), "muxes_exchanged", (), ("mux 1 EN", "mux 4 EN", "mux 1 SIG", "mux 4 SIG")),
        (("rail",), "rail_lost", (), ("GP12",)),
    ],
)
def test_a_finding_has_its_code_and_names_holes_and_wires_as_lists(fault, code, holes, wires):
    board = FakeBoard(4)
    board.setup()
    board.fault(*fault)
    ((got, _, got_holes, got_wires, _),) = selftest.judge(scan(board), config)
    assert (got, got_holes, got_wires) == (code, holes, wires)


@pytest.mark.parametrize("position", POSITIONS)
def test_two_lines_stuck_are_both_named_and_one_is_never_taken_for_two(position):
    for seed in range(4):
        for one in range(4):
            for other in range(one + 1, 4):
                for levels in range(4):
                    board = FakeBoard(seed)
                    board.setup(position)
                    board.fault("address", one, levels & 1)
                    board.fault("address", other, levels >> 1)
                    where = "GP%d and GP%d to %s" % (one + 2, other + 2, ALL)
                    assert judge(scan(board), config) == [
                        finding("address lines S%d and S%d stuck" % (one, other), where)
                    ], (seed, one, other, levels)


def test_a_stuck_line_is_named_beside_two_that_are_exchanged_and_without_a_half_rail():
    for line in range(4):
        for level, word in ((0, "low"), (1, "high")):
            said = finding("address line S%d stuck %s" % (line, word), "GP%d to S%d of %s" % (line + 2, line, ALL))
            for other in [("half",), *[("swap", *pair) for pair in PAIRS if line not in pair]]:
                board = FakeBoard(6)
                board.setup()
                board.fault("address", line, level)
                board.fault(*other)
                assert said in judge(scan(board), config), (line, level, other)


def test_swapped_lines_show_as_soon_as_pieces_stand_where_references_look():
    for seed in range(20):
        board = FakeBoard(seed)
        board.fault("swap", 1, 2)
        board.setup("." * 49)
        assert judge(scan(board), config) == []
        board.setup()
        assert [what for what, _ in judge(scan(board), config)] == ["address lines S1 and S2 swapped"]


@pytest.mark.parametrize("fault", by("pull test", "magnet walk", "nothing"), ids=named)
def test_what_no_scan_tells_is_not_taken_for_something_else_and_a_mux_never_off_is_told_by_the_pulls(fault):
    board = FakeBoard(4)
    for position in POSITIONS[1:2] if fault.fault[0] == "swap" else POSITIONS:
        board.setup(position)
        assert judge_pulls(board.pull_test(), config) == []
        board.fault(*fault.fault)
        assert judge(scan(board), config) == []
        found = [(fault.what, fault.where)] if fault.by == "pull test" else []
        assert judge_pulls(board.pull_test(), config) == found
        board.heal()


# --- in play ----------------------------------------------------------------------------------------------------------


def run(watch, board, scans, start_ms=0):
    """What was said in so many scans: a list of (scan, new, healed)."""
    said = []
    for k in range(scans):
        if watch.update(scan(board, start_ms + 10 * k)):
            said.append((k, told(watch.new), told(watch.healed)))
    return said


def test_watch_sees_a_second_fault_while_the_first_stands():
    first, second = NAMES.index("A2"), NAMES.index("B16")
    board = FakeBoard(8)
    board.setup()
    watch = Monitor(config)
    for fault in (("mux", 2), ("dead", first)):
        board.fault(*fault)
        assert [len(new) for _, new, _ in run(watch, board, 200)] == [1]
    assert [where[:5] for _, where in told(watch.findings)] == ["mux 2", "A2: m"]
    board.heal("mux", 2)
    board.fault("dead", second)
    said = run(watch, board, 200)
    assert sum([new for _, new, _ in said], []) == [finding("sensor dead, reads low", "B16: mux 4 C15")]
    assert sum([healed for _, _, healed in said], []) == [
        finding("mux does not answer", "mux 2: EN at GP7, SIG at GP26, its supply")
    ]


def test_watch_sees_the_first_of_two_faults_of_a_mux_heal():
    board = FakeBoard(8)
    board.setup()
    watch = Monitor(config)
    for hole in (0, 1):  # of one mux
        board.fault("dead", hole)
    run(watch, board, 200)
    assert len(watch.findings) == 2
    board.heal("dead", 0)
    assert [len(healed) for _, _, healed in run(watch, board, 200)] == [1]
    assert [where[:3] for _, where in told(watch.findings)] == ["A2:"]


@pytest.mark.parametrize("end", [0, 1])
def test_codes_at_the_ends_of_their_ranges_are_not_looked_into(end, monkeypatch):
    judged = []
    monkeypatch.setattr(monitoring, "judge", lambda codes, config: judged.append(1) or selftest.judge(codes, config))
    watch = Monitor(config)
    ends = selftest.limits(config)[end]
    for _ in range(100):
        assert not watch.update(ends)
    assert judged == []
    beyond = array("H", ends)
    beyond[SLOTS[9]] += 1 if end else -1
    for _ in range(100):
        watch.update(beyond)
    assert judged != []


def test_flickering_fault_is_judged_now_and_then_only(monkeypatch):
    judged = []
    monkeypatch.setattr(monitoring, "judge", lambda codes, config: judged.append(1) or selftest.judge(codes, config))
    codes = scan(FakeBoard(8))
    watch = Monitor(config)
    for k in range(640):
        codes[SLOTS[0]] = 0
        codes[SLOTS[1]] = 0 if k % 3 else 2048
        watch.update(codes)
    assert told(watch.findings) == [
        finding("sensor dead, reads low", "A1: mux 1 C4"),
        finding("a loose contact: it comes and goes", "A2: mux 1 C5"),
    ]
    assert len(judged) <= 640 // 8


@pytest.mark.parametrize("scans_off", [15, 100])
def test_contact_that_is_open_now_and_then_is_said_to_be_loose_once_and_mended_when_it_has_held(scans_off):
    board = FakeBoard(8)
    board.setup()
    watch = Monitor(config)
    said = []
    for _ in range(30):
        board.fault("open", 26)
        said += run(watch, board, scans_off)
        board.heal()
        said += run(watch, board, 100)
    where = "GP26 to SIG of mux 1, 2, or EN or supply of both"
    loose = finding("a loose contact: it comes and goes", where)
    assert sum(loose in new for _, new, _ in said) == 1
    # then nothing more is said of each time
    last = max(i for i, (_, new, _) in enumerate(said) if loose in new)
    assert said[last + 1 :] == []
    assert told(watch.findings) == [loose]
    codes = scan(board)
    healed = [told(watch.healed) for _ in range(60_100) if watch.update(codes)]
    assert healed == [[loose]] and watch.findings == []


@pytest.mark.parametrize("scans", [30_000, 29_999])
def test_loose_contact_is_mended_when_it_has_held_for_five_minutes_and_not_a_scan_before(scans):
    board = FakeBoard(8)
    board.setup()
    watch = Monitor(config)
    for _ in range(4):
        board.fault("dead", 0)
        run(watch, board, 15)
        board.heal()
        run(watch, board, 100)
    [(code, where, holes, wires, _)] = watch.findings
    assert (code, where, holes, wires) == ("loose", "A1: mux 1 C4", ("A1",), ("mux 1 C4",))
    watch._scans = 59_999
    watch._drops[0][2] = 60_000 - scans
    assert watch.update(scan(board)) == (scans == 30_000)


def test_a_glitch_here_and_one_there_are_no_loose_contact():
    board = FakeBoard(8)
    watch = Monitor(config)
    for hole in range(12):
        for _ in range(2):
            board.fault("dead", hole)
            assert run(watch, board, 15) == []
            board.heal()
            assert run(watch, board, 20) == []
