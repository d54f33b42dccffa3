"""A magnet walk on every runtime: the same events and stored data, and no allocation while it waits."""

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
    """Put the piece into a hole, let it be read there or elsewhere, and take it away."""
    slot = SLOTS[hole] if reads is None else reads
    desk.scan[slot] = 2900 + hole
    desk.wait(900)
    desk.scan[slot] = 2048
    desk.wait(900)


def lines(desk, name):
    return [line for line in desk.lines if line.startswith(b'{"ev": "' + name + b'"')]


def test_waiting_for_a_piece():
    desk = walking(2)
    desk.wait(12000)  # it has explained that it waits
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
