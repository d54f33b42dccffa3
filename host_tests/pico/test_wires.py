"""Every single wiring fault on the emulated Pico, each named by wire."""

import pytest

import config
from companion.sensing.walkmap import WalkMap
from companion.storage.memory import MemoryStore
from host_tests.conftest import few
from host_tests.faults import by, named
from lab.pico.table import PicoTable


def play(image, fault, before_start: bool = True):
    """Cause this fault; AssertionError if the board does not report it, or stops answering."""
    table = PicoTable(image, seed=2, twin=False, scripted=False)
    if before_start:
        table.board.fault(*fault.fault)
    table.plug_in()
    if not before_start:
        table.board.fault(*fault.fault)
    until(table, lambda event: event["ev"] == "fault" and (event["what"], event["where"]) == (fault.what, fault.where))
    check_alive(table)


def until(table, wanted, heard: int = 0) -> None:
    """Time passes until the board has said what is wanted since so many events."""
    for _ in range(80):
        if any(map(wanted, table.events[heard:])):
            return
        table.wait(50)
    raise AssertionError(f"not said: {table.events[-5:]}")


def check_alive(table) -> None:
    """Check that the board answers."""
    heard = len(table.events)
    table.send({"do": "state"})
    until(table, lambda event: event["ev"] == "state", heard)
    assert not table.rig.resets


@pytest.mark.parametrize("fault", few(by("self-test", "pull test"), 2), ids=named)
def test_a_fault_is_named_at_the_start(image, fault):
    play(image, fault)


@pytest.mark.parametrize("fault", few(by("self-test"), 1), ids=named)
def test_a_fault_that_comes_in_play_is_named(image, fault):
    play(image, fault, before_start=False)


def test_wires_exchanged_become_rows_of_config_and_the_board_starts_again(image):
    swapped = WalkMap(config)
    for hole, slot in enumerate(swapped.slots):
        swapped.add(hole, swapped.slots[1 - hole] if hole < 2 else slot, 210)
    table = PicoTable(image, seed=2, twin=False, scripted=False, store=MemoryStore({"walk": swapped.dump()}))
    table.board.fault("swap_holes", 0, 1)
    table.plug_in()
    table.lift("A2")
    for keep, sees in ((True, "A."), (False, ".A")):
        heard = len(table.events)
        table.send({"do": "wires", "keep": keep})
        until(table, lambda event: event["ev"] == "hello", heard)
        table.wait(1000)
        table.send({"do": "state"})
        state = [event for event in table.events[heard:] if event["ev"] == "state"][-1]
        assert state["occupancy"][:2] == sees
        assert (b"MUXES" in table.store.read("config.py")) == keep
    assert [reason for _, reason in table.rig.resets] == ["reset", "reset"]
