"""Wires exchanged and kept so: found by a walk, rows of the board's own config.py from then on, taken out again."""

import random
from array import array

import pytest

import config
from companion.reasons import CodedError
from companion.sensing.calibration import dump_baseline, load_baseline
from companion.sensing.checksum import seal
from companion.sensing.wiring import CHANNELS, hole_slots
from companion.storage.memory import MemoryStore
from companion.storage.own_config import put_row, with_own
from test_walk import Walker

PLAIN = hole_slots(config)


def swapped(*pairs) -> bytes:
    """The plain places with those of these pairs of holes exchanged."""
    slots = bytearray(PLAIN)
    for one, other in pairs:
        slots[one], slots[other] = slots[other], slots[one]
    return bytes(slots)


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


class Board(Walker):
    """An empty board with swapped wires, walked and saved like that."""

    def __init__(self, slots=None, seed=3, keep=True):
        super().__init__(seed=seed)
        if slots is None:
            self.slots = crossed(self.table.board, random.Random(seed))
        else:
            self.slots = slots
            todo = bytearray(PLAIN)
            for hole in range(49):
                other = todo.index(slots[hole])
                if other != hole:
                    self.table.board.fault("swap_holes", hole, other)
                    todo[hole], todo[other] = todo[other], todo[hole]
        self.begin().all()
        if keep:
            self.table.long_press()
            self.table.wait(500)

    def restart(self):
        self.table.plug_out()
        self.table.plug_in()
        self.told()

    def sees(self, hole) -> list:
        """The holes in which the board sees a piece when one stands in this hole alone."""
        self.table.place(hole, self.piece)
        self.table.wait(200)
        seen = [h for h in range(49) if chr(self.table.app.sensing.occupancy[h]) in "AB"]
        self.table.lift(hole)
        self.table.wait(200)
        return seen


# --- what a walk tells ------------------------------------------------------------------------------------------------


def test_other_wires_than_those_of_holes_are_not_kept():
    walker = Walker(("swap", 1, 2)).begin()
    walker.all()
    assert not walker.service.busy
    walker.told()
    walker.table.send({"do": "wires", "keep": True})
    (error,) = walker.told()
    assert (error["ev"], error["code"]) == ("error", "wires_others")
    assert walker.table.app.sensing.slots == PLAIN
    assert walker.table.store.read("config.py") is None


# --- kept, and played by ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_every_hole_is_read_where_its_wire_is_before_and_after_a_restart(seed):
    board = Board(seed=seed)
    assert board.table.app.sensing.slots == board.slots
    for again in (False, True):
        if again:
            board.restart()
        assert [board.sees(hole) for hole in range(49)] == [[hole] for hole in range(49)]
        assert board.service.walked.findings() == []


def test_a_calibration_stays_right_whichever_way_the_wires_are_taken():
    board = Board(seed=4)
    table = board.table

    def truth():
        return [table.board.sensors[hole].offset + 2048 for hole in range(49)]

    def off():
        return max(abs(code - true) for code, true in zip(table.app.sensing.baseline, truth(), strict=True))

    assert off() < 50  # of the one taken before the walk; offsets are up to some 75, and drawn for each sensor
    spread = max(truth()) - min(truth())
    assert spread > 60
    table.send({"do": "calibrate"})
    table.wait(500)
    before = list(table.app.sensing.baseline)
    board.restart()
    assert list(table.app.sensing.baseline) == before and off() < 50
    table.send({"do": "wires", "keep": False})
    assert [table.app.sensing.baseline[PLAIN.index(board.slots[hole])] for hole in range(49)] == before
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
    # M5's sensor gives nothing at the place where A5's belongs
    assert walker.table.app.sensing.slots == swapped((4, 20), (4, 21))
    assert chr(walker.table.app.sensing.occupancy[20]) == "?"
    assert walker.named("fault")[-1]["holes"] == ["M5"]


def test_a_hole_given_up_because_of_its_wire_is_taken_back():
    walker = Walker(("swap_holes", 0, 1))
    walker.table.send({"do": "giveup", "hole": "A2"})
    walker.begin().all()
    assert chr(walker.table.app.sensing.occupancy[1]) == "?"
    walker.table.long_press()
    walker.table.wait(800)
    assert chr(walker.table.app.sensing.occupancy[1]) == "."
    assert walker.service.given.holes == []


# --- in the board's own config.py -------------------------------------------------------------------------------------


def test_a_row_of_the_board_leaves_what_a_person_has_written():
    own = b"# mine\nMUXES = (\n    (1, 2),\n)\nHOLE_LEDS = 0"
    store = MemoryStore({"config.py": own})
    assert put_row(store, "MUXES", config.MUXES[::-1])
    assert with_own(config, store, exec)[0].MUXES == config.MUXES[::-1]
    assert put_row(store, "MUXES", config.MUXES) and not put_row(store, "MUXES", config.MUXES)
    found, problem = with_own(config, store, exec)
    assert (found.MUXES, found.HOLE_LEDS, found.N, problem) == (config.MUXES, 0, config.N, None)
    assert put_row(store, "MUXES", None) and store.files["config.py"] == own + b"\n"
    assert not put_row(MemoryStore(), "MUXES", None)


@pytest.mark.parametrize("text", [b"HOLE_LEDS = \n", b"\xff\xfe", b"1 / 0\n", b"import nothing_like_it\n"])
def test_a_config_that_cannot_be_read_is_said_and_not_used(text):
    board = Walker()
    board.table.plug_out()
    board.table.store.replace("config.py", text)
    board.table.plug_in()
    (fault,) = board.named("fault")
    assert (fault["code"], fault["where"]) == ("config_own", "config.py")
    assert board.table.app.config is config


def test_a_store_that_takes_no_row_changes_nothing(monkeypatch):
    board = Board(swapped((0, 9)), keep=False)

    def full(*_):
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(board.table.store, "replace", full)
    before = dict(board.table.store.files)
    board.told()
    board.table.long_press()
    assert [event["ev"] for event in board.told()] == ["fault"]
    assert board.table.store.files == before and board.table.app.sensing.slots == PLAIN
