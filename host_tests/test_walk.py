"""The magnet walk and the calibration under the whole application: each fault that no reference tells is named.

Wires that it finds exchanged become rows of the board's own config.py, and are taken out again.
"""

import random
from array import array

import pytest

import config
from companion.reasons import CodedError
from companion.sensing.calibration import dump_baseline, load_baseline
from companion.sensing.checksum import seal
from companion.sensing.walkmap import NOTHING, WalkMap
from companion.sensing.wiring import CHANNELS, hole_slots
from companion.storage.memory import MemoryStore
from companion.storage.own_config import put_row, with_own
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

    def visit(self):
        """Set the piece into the hole pointed at, and take it away."""
        self.table.place(self.pointed(), self.piece)
        self.table.wait(config.STABLE_MS + 200)
        self.table.lift(self.table.board._in_hole.index(self.piece))
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


# --- wires exchanged --------------------------------------------------------------------------------------------------

PLAIN = hole_slots(config)


def crossed(board, draw: random.Random) -> bytes:
    """Exchange the wires of this fake board, mux by mux; the place of each hole from then on."""
    slots = bytearray(board.slots)
    for q in range(len(board.config.MUXES)):
        holes = [hole for hole in range(len(slots)) if board.slots[hole] // CHANNELS == q]
        for k in range(len(holes) - 1, 0, -1):
            other = draw.randrange(k + 1)
            if other != k:
                one, two = holes[k], holes[other]
                board.fault("swap_holes", one, two)
                slots[one], slots[two] = slots[two], slots[one]
    return bytes(slots)


def test_holes_are_read_and_calibrated_where_their_wires_are_whichever_way_these_are_taken():
    walker = Walker(seed=4)
    table = walker.table
    slots = crossed(table.board, random.Random(4))
    walker.begin().all()
    table.long_press()
    table.wait(500)
    assert table.app.sensing.slots == slots

    def sees(hole) -> list:
        # The holes in which the board sees a piece when one stands in this hole alone.
        table.place(hole, walker.piece)
        table.wait(200)
        seen = [h for h in range(49) if chr(table.app.sensing.occupancy[h]) in "AB"]
        table.lift(hole)
        table.wait(200)
        return seen

    truth = [table.board.sensors[hole].offset + 2048 for hole in range(49)]
    assert max(truth) - min(truth) > 60

    def off():
        return max(abs(code - true) for code, true in zip(table.app.sensing.baseline, truth, strict=True))

    assert off() < 50  # of the one taken before the walk; offsets are up to some 75, and drawn for each sensor
    table.send({"do": "calibrate"})
    table.wait(500)
    before = list(table.app.sensing.baseline)
    for _ in range(2):
        assert list(table.app.sensing.baseline) == before and off() < 50
        assert [sees(hole) for hole in range(49)] == [[hole] for hole in range(49)]
        assert walker.service.walked.findings() == []
        table.plug_out()
        table.plug_in()
    table.send({"do": "wires", "keep": False})
    assert [table.app.sensing.baseline[PLAIN.index(slots[hole])] for hole in range(49)] == before
    table.wait(500)
    table.send({"do": "wires", "keep": True})
    assert list(table.app.sensing.baseline) == before


def test_a_baseline_of_an_older_version_is_by_holes():
    baseline = array("H", range(2000, 2049))
    assert load_baseline(seal("baseline 1", ["2048", *map(str, baseline)]), config) == (baseline, 2048)
    assert load_baseline(dump_baseline(baseline, 2048, config), config) == (baseline, 2048)
    with pytest.raises(CodedError, match="0 holes"):
        load_baseline(seal("baseline 2", []), config)


def test_a_dead_sensor_among_exchanged_wires_is_found_by_what_is_left():
    walker = Walker(("dead", 20), ("swap_holes", 4, 20), ("swap_holes", 4, 21)).begin()
    walker.all()
    assert walker.service.job == "wires"
    walker.table.long_press()
    walker.table.wait(500)
    slots = bytearray(PLAIN)  # M5's sensor gives nothing at the place where A5's belongs
    slots[4], slots[20], slots[21] = slots[21], slots[4], slots[20]
    assert walker.table.app.sensing.slots == bytes(slots)
    assert chr(walker.table.app.sensing.occupancy[20]) == "?"
    assert walker.named("fault")[-1]["holes"] == ["M5"]


def test_a_row_of_the_board_leaves_what_a_person_has_written():
    own = "# Daldøs\nMUXES = (\n    (1, 2),\n)\nHOLE_LEDS = 0".encode()
    store = MemoryStore({"config.py": own})
    assert put_row(store, "MUXES", config.MUXES[::-1])
    assert with_own(config, store, exec)[0].MUXES == config.MUXES[::-1]
    assert put_row(store, "MUXES", config.MUXES) and not put_row(store, "MUXES", config.MUXES)
    found, problem = with_own(config, store, exec)
    assert (found.MUXES, found.HOLE_LEDS, found.N, problem) == (config.MUXES, 0, config.N, None)
    assert put_row(store, "MUXES", None) and store.files["config.py"] == own + b"\n"
    assert not put_row(MemoryStore(), "MUXES", None)
    assert put_row(MemoryStore({"config.py": b"\xff"}), "MUXES", config.MUXES)  # that it is no text is said elsewhere


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


def test_a_store_that_takes_no_row_changes_nothing(monkeypatch):
    board = Walker(("swap_holes", 0, 9)).begin()
    board.all()

    def full(*_):
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(board.table.store, "replace", full)
    before = dict(board.table.store.files)
    board.told()
    board.table.long_press()
    assert [event["ev"] for event in board.told()] == ["fault"]
    assert board.table.store.files == before and board.table.app.sensing.slots == PLAIN
