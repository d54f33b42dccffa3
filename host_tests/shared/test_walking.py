"""A magnet walk on every runtime: the same events and stored data."""

import config
from companion.sensing.walkmap import WalkMap
from desk import Desk
from here import SLOTS


def lines(desk, name):
    return [line for line in desk.lines if line.startswith(b'{"ev": "' + name + b'"')]


def test_a_whole_walk_and_its_bytes():
    desk = Desk()
    desk.app.receive(desk.now, b'{"do": "walk"}\n')
    desk.wait(1500)
    for hole, slot in enumerate(SLOTS):  # the piece is put there, read, and taken away
        for code in (2900 + hole, 2048):
            desk.scan[slot] = code
            desk.wait(900)
    assert lines(desk, b"walk")[4] == (
        b'{"ev": "walk", "hole": "A5", "reads": ["A5"], "u": 208, "margin": 158, "left": 44}\n'
    )
    assert lines(desk, b"walked") == [b'{"ev": "walked", "right": 49, "visited": 49, "weakest": "A1", "margin": 158}\n']
    kept = desk.app.store.read("walk")
    assert kept.startswith(b"walk 1 4:255:208 5:255:208 6:255:208 ")
    found = WalkMap(config)
    found.load(kept)
    assert found.findings() == []
