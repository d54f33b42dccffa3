"""A magnet walk on every runtime: what it tells and keeps is the same, and while it waits it allocates nothing."""

import config
from companion.sensing.walkmap import WalkMap
from desk import Desk
from here import SLOTS


def walking(first=0):
    """A desk at which the walk points at hole number `first`."""
    desk = Desk()
    desk.app.receive(desk.now, b'{"do": "walk"}\n')
    desk.wait(1500)
    for hole in range(first):
        visit(desk, hole)
    return desk


def visit(desk, hole, reads=None):
    """The piece is set into a hole, is read there or at another, and taken away."""
    slot = SLOTS[hole] if reads is None else reads
    desk.scan[slot] = 2900 + hole
    desk.wait(900)
    desk.scan[slot] = 2048
    desk.wait(900)


def lines(desk, name):
    return [line for line in desk.lines if line.startswith(b'{"ev": "' + name + b'"')]


def test_waiting_for_a_piece():
    desk = walking(2)
    desk.wait(12000)  # it has said that it waits
    desk.rests("setup")


def test_waiting_for_the_answer_to_a_doubt():
    desk = walking()
    desk.scan[SLOTS[1]] = 2900
    desk.wait(11000)
    desk.rests("guide")


def test_calibrating_allocates_nothing_between_its_ends():
    desk = Desk()
    desk.app.receive(desk.now, b'{"do": "calibrate"}\n')
    desk.wait(20)
    desk.rests("calibrate", 200)


def test_a_whole_walk_and_its_bytes():
    desk = walking()
    for hole in range(49):
        visit(desk, hole)
    assert lines(desk, b"walk")[4] == (
        b'{"ev": "walk", "hole": "A5", "reads": ["A5"], "u": 208, "margin": 158, "left": 44}\n'
    )
    assert lines(desk, b"walked") == [b'{"ev": "walked", "right": 49, "visited": 49, "weakest": "A1", "margin": 158}\n']
    kept = desk.app.store.read("walk")
    assert kept.startswith(b"walk 1 4:255:208 5:255:208 6:255:208 ")
    found = WalkMap(config)
    found.load(kept)
    assert found.findings() == []


def test_lines_exchanged_as_the_walk_sees_them():
    desk = walking()
    for _ in range(60):
        if not desk.app.service.busy:
            break
        hole = desk.app.scene.holes[0]
        slot = SLOTS[hole]
        visit(desk, hole, slot & ~12 | (slot & 4) << 1 | (slot & 8) >> 1)
    faults = [line for line in lines(desk, b"fault") if b"magnet walk" in line]
    assert faults == [
        b'{"ev": "fault", "code": "walk_lines_swapped", "args": [2, 3], '
        b'"what": "magnet walk: address lines S2 and S3 swapped", '
        b'"where": "GP4 and GP5 to mux 1, 2, 3, 4", "holes": [], "wires": ["GP4", "GP5", "mux 1 S2", "mux 2 S2", '
        b'"mux 3 S2", "mux 4 S2", "mux 1 S3", "mux 2 S3", "mux 3 S3", "mux 4 S3"], "dice": [], "mended": false}\n'
    ]


def test_wires_exchanged_are_kept_and_read_so_after_a_restart():
    desk = walking()
    crossing = bytes([SLOTS[k + 1 - k % 2 * 2] if k < 4 else SLOTS[k] for k in range(49)])  # A1 and A2, A3 and A4
    for _ in range(60):
        if not desk.app.service.walking:
            break
        hole = desk.app.scene.holes[0]
        visit(desk, hole, crossing[hole])
    assert lines(desk, b"job")[-1] == b'{"ev": "job", "job": "wires"}\n'
    desk.rests("keep")
    desk.app.receive(desk.now, b'{"do": "wires", "keep": true}\n')
    assert lines(desk, b"wires") == [
        b'{"ev": "wires", "rows": ["mux 1: GND RAIL HALF HALF A2 A1 A4 A3 M1 M2 M3 M4 B1 B2 B3 B4"]}\n'
    ]
    kept = desk.app.store.read("config.py")
    assert kept.startswith(b"MUXES = (('GND', 'RAIL', 'HALF', 'HALF', 'A2', 'A1', 'A4', 'A3', ")
    desk.start(desk.app.store)
    assert desk.app.sensing.slots == crossing
    desk.scan[5] = 3000  # where A1's wire goes
    desk.wait(1000)
    assert bytes(desk.app.sensing.occupancy[:4]) == b"A..."
    desk.rests("setup")
