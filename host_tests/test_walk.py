"""The magnet walk and the calibration under the whole application: each fault that no reference tells is named."""

import random

import pytest

import config
from companion.reasons import CodedError
from companion.sensing.walkmap import NOTHING, WalkMap
from host.sim.table import MIRRORED, Table
from host_tests.conftest import few
from host_tests.faults import by, named

EMPTY = "." * 49
NAMES = Table().board.names


class Walker:
    """A hand that takes one piece of A's through the holes that the lights point at."""

    def __init__(self, *faults, seed=3, magnets="nominal"):
        self.table = Table(seed=seed, magnets=magnets)
        board = self.table.board
        board.setup(EMPTY)
        for fault in faults:
            board.fault(*fault)
        self.table.plug_in()
        self.table.wait(500)
        self.piece = board.pieces[0]
        self.told()

    def told(self) -> list:
        """What the board has said since the last call, but lights and occupancy."""
        return [event for event in self.table.news() if event["ev"] not in MIRRORED]

    @property
    def service(self):
        return self.table.app.service

    def begin(self):
        self.table.send({"do": "walk"})
        self.table.wait(1500)
        return self

    def pointed(self) -> str:
        return NAMES[self.table.app.scene.holes[0]]

    def visit(self, hole=None, piece=None):
        """Set the piece into a hole, the one pointed at if none is named, and take it away."""
        self.table.place(hole or self.pointed(), piece or self.piece)
        self.table.wait(config.STABLE_MS + 200)
        self.table.lift(self.table.board._in_hole.index(piece or self.piece))
        self.table.wait(config.STABLE_MS + 200)

    def all(self):
        """Every hole; one that stays silent is passed over."""
        last = None
        for _ in range(130):
            if not self.service.walking:
                return self.result()
            before, hole = self.read(), self.pointed()
            self.visit()
            if self.read() == before and hole == last:
                self.table.press()
            last = hole
        raise AssertionError("the walk does not end")

    def read(self) -> int:
        return len(self.named("walk"))

    def named(self, *names) -> list:
        return [event for event in self.table.events if event["ev"] in names]

    def result(self) -> tuple:
        """(faults found, the `walked` event)"""
        events = self.table.events
        end = max(i for i in range(len(events)) if events[i]["ev"] == "walked")
        faults = [(e["what"], e["where"]) for e in events[:end] if e["ev"] == "fault"]
        return [fault for fault in faults if fault[0].startswith("magnet walk: ")], events[end]


def test_a_right_board_reads_every_hole_at_its_place():
    walker = Walker(magnets="worst").begin()
    faults, walked = walker.all()
    assert faults == []
    visits = walker.named("walk")
    assert [event["hole"] for event in visits] == list(NAMES)
    assert all(event["reads"] == [event["hole"]] for event in visits)
    assert all(event["margin"] == event["u"] - config.OCCUPIED_PERMILLE > 0 for event in visits)
    weakest = min(visits, key=lambda event: event["margin"])
    assert walked == {
        "ev": "walked",
        "right": 49,
        "visited": 49,
        "weakest": weakest["hole"],
        "margin": weakest["margin"],
    }
    assert [event["left"] for event in visits] == list(range(48, -1, -1))


@pytest.mark.parametrize("fault", few(by("magnet walk", "nothing"), 8), ids=named)
def test_each_fault_is_named(fault):
    walker = Walker(fault.fault)
    assert walker.named("fault") == []
    faults, walked = walker.begin().all()
    assert faults == ([("magnet walk: " + fault.what, fault.where)] if fault.what else [])
    assert walked["visited"] == 49 and (walked["right"] < 49) == bool(fault.what)


def test_a_magnet_upside_down_is_told_early_and_at_the_end():
    walker = Walker().begin()
    walker.piece = walker.table.board.pieces[20]  # one of B's
    for _ in range(3):
        walker.visit()
    assert "the magnet is upside down" in walker.named("guide")[-2]["why"]
    assert walker.pointed() == "A1"
    faults, walked = walker.all()
    (found,) = faults
    assert found[0] == "magnet walk: pieces of A read as B"
    assert walked["right"] == 0


def test_turned_at_once_the_magnet_leaves_no_fault():
    walker = Walker().begin()
    right, walker.piece = walker.piece, walker.table.board.pieces[20]
    for _ in range(3):
        walker.visit()
    walker.piece = right
    assert walker.all()[0] == []


def test_holes_in_any_order_by_passing_over():
    walker = Walker(seed=5).begin()
    draw = random.Random(1)
    for _ in range(30):
        if draw.random() < 0.5:
            walker.table.press()
        else:
            walker.visit()
    assert [event["hole"] for event in walker.named("walk")] != list(NAMES[: walker.read()])
    while walker.service.busy:
        walker.visit()
    faults, walked = walker.result()
    assert (faults, walked["right"]) == ([], 49)


def test_pieces_may_be_left_standing():
    walker = Walker().begin()
    for number in range(16):
        walker.table.place(walker.pointed(), walker.table.board.pieces[number])
        walker.table.wait(900)
    assert [event["reads"] for event in walker.named("walk")] == [[name] for name in NAMES[:16]]


def test_a_silent_hole_says_what_a_press_does_and_a_weak_one_what_it_reads():
    walker = Walker(("deaf", 0)).begin()
    walker.table.wait(11000)
    guide = walker.named("guide")[-1]
    assert guide["why"] == "magnet walk: nothing is read here; press to skip the hole"
    walker.table.press()
    weak = walker.piece
    weak.strength = 0.17
    walker.table.place("A2", weak)
    walker.table.wait(11000)
    assert walker.named("guide")[-1]["why"].startswith("magnet walk: only ")


def test_a_stored_walk_torn_or_altered_is_said_and_not_used():
    table = Table()
    found = WalkMap(config)
    found.add(0, found.slots[1], -212, 3)
    found.add(4, NOTHING, 20)
    data = found.dump()
    other = WalkMap(config)
    other.load(data)
    assert (other.places, other.seconds, other.us) == (found.places, found.seconds, found.us)
    with pytest.raises(CodedError):
        WalkMap(config).load(data.replace(b"212", b"213"))
    table.store.replace("walk", data[:50])
    table.plug_in()
    assert [event["where"] for event in table.events if event["ev"] == "fault"] == ["walk"]
    assert table.app.service.walked is None
