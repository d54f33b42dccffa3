"""The magnet walk and the calibration under the whole application: each fault that no reference tells is named."""

import random
from array import array

import pytest

import config
from companion.reasons import CodedError
from companion.sensing.baseline import dump_baseline, load_baseline
from companion.sensing.checksum import seal
from companion.sensing.walkmap import NOTHING, WalkMap
from companion.sensing.wiring import by_place
from companion.storage.memory import MemoryStore
from companion.storage.own_config import with_own
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
        """The board's events since the last call, except lights and occupancy."""
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

    def visit(self):
        """Set the piece into the hole pointed at, and take it away."""
        self.table.place(self.pointed(), self.piece)
        self.table.wait(config.STABLE_MS + 200)
        self.table.lift(self.table.board.magnets.in_hole.index(self.piece))
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


@pytest.mark.parametrize("fault", few(by("magnet walk", "nothing"), 5), ids=named)
def test_each_fault_is_named(fault):
    walker = Walker(fault.fault)
    assert walker.named("fault") == []
    faults, walked = walker.begin().all()
    assert faults == ([("magnet walk: " + fault.what, fault.where)] if fault.what else [])
    assert walked["visited"] == 49 and (walked["right"] < 49) == bool(fault.what)


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
    kept = walker.table.store.read("walk")
    walker.begin()
    while walker.service.busy:  # a walk that reads nothing leaves the one before
        walker.table.press()
        walker.table.wait(50)
    assert walker.table.store.read("walk") == kept and not walker.service.walked.findings()


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


# --- the board's own files --------------------------------------------------------------------------------------------


def test_a_baseline_is_stored_by_places():
    baseline = array("H", range(2000, 2049))
    assert dump_baseline(baseline, 2048, config) == seal(
        "baseline 2", ["2048", *(str(baseline[k]) for k in by_place(config))]
    )
    assert load_baseline(dump_baseline(baseline, 2048, config), config) == (baseline, 2048)
    with pytest.raises(CodedError, match="0 holes"):
        load_baseline(seal("baseline 2", []), config)


def test_a_config_that_cannot_be_read_is_said_and_not_used():
    for text in (b"HOLE_LEDS = \n", b"\xff\xfe", b"1 / 0\n", b"import nothing_like_it\n"):
        found, problem = with_own(config, MemoryStore({"config.py": text}), exec)
        assert (found, problem.code) == (config, "config_own")
    board = Walker()
    board.table.plug_out()
    board.table.store.replace("config.py", b"1 / 0\n")
    board.table.plug_in()
    (fault,) = board.named("fault")
    assert (fault["code"], fault["where"]) == ("config_own", "config.py")
    assert board.table.app.config is config
