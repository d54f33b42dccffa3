"""Every single fault of the wiring on the emulated Pico: named by wire."""

import pytest

import config
from companion.sensing.walkmap import WalkMap
from companion.sensing.wiring import hole_names
from companion.storage.memory import MemoryStore
from host_tests.conftest import few
from host_tests.faults import FAULTS, by, named

SEEN_MS = 3000
NAMES = hole_names(config)


def play(image, fault, before_start: bool = True):
    """Have this fault; AssertionError if the board does not say so, or does not answer any more."""
    from lab.pico.table import PicoTable

    table = PicoTable(image, seed=2, twin=False, scripted=False)
    if before_start:
        table.board.fault(*fault.fault)
    table.plug_in()
    if not before_start:
        table.board.fault(*fault.fault)
    faults = []
    for _ in range(SEEN_MS // 50):
        table.wait(50)
        faults = [(event["what"], event["where"]) for event in table.events if event["ev"] == "fault"]
        if (fault.what, fault.where) in faults:
            break
    else:
        raise AssertionError(f"{fault} is not in {faults}")
    check_alive(table)


def check_alive(table) -> None:
    """The board answers."""
    heard = len(table.events)
    table.send({"do": "state"})
    for _ in range(40):
        table.wait(50)
        if any(event["ev"] == "state" for event in table.events[heard:]):
            break
    else:
        raise AssertionError("the board does not answer")
    assert not table.rig.resets


@pytest.mark.parametrize("fault", few(by("self-test", "pull test"), 4), ids=named)
def test_a_fault_is_named_at_the_start(image, fault):
    play(image, fault)


@pytest.mark.parametrize("fault", few(by("self-test"), 1), ids=named)
def test_a_fault_that_comes_in_play_is_named(image, fault):
    play(image, fault, before_start=False)


def test_exchanged_lines_show_by_the_pieces(image):
    play(image, next(fault for fault in FAULTS if fault.fault == ("swap", 1, 2)))


def test_lines_that_only_a_magnet_tells(image, long_run):
    from lab.pico.table import PicoTable

    table = PicoTable(image, seed=2, twin=False, scripted=False)
    table.board.fault("swap", 2, 3)
    table.plug_in()
    table.wait(SEEN_MS)
    guides = [event for event in table.events if event["ev"] == "guide"]
    assert {"hole": "A1", "has": ".", "want": "A"} in guides[-1]["holes"]
    if long_run:
        table.board.setup("." * len(NAMES))
        table.wait(1000)
        table.send({"do": "walk"})
        assert any("S2 and S3" in text for text in walk(table))
    check_alive(table)


def walk(table) -> list:
    """Put a piece of A's into each hole that the board asks for; returns the faults that it says in the end."""
    piece, at = table.board.spare()[0], None
    for _ in range(3 * len(NAMES)):
        heard = len(table.events)
        for _ in range(40):
            table.wait(50)
            fresh = table.events[heard:]
            asked = [event["holes"][0]["hole"] for event in fresh if event["ev"] == "guide" and event["holes"]]
            if any(event["ev"] == "fault" for event in fresh):
                return [f"{event['what']}, {event['where']}" for event in fresh if event["ev"] == "fault"]
            if asked:
                break
        else:
            raise AssertionError(f"the walk stands still: {table.events[-3:]}")
        if at is not None:
            table.lift(at)
            table.wait(150)
        at = asked[-1]
        table.place(at, piece)
    raise AssertionError("the walk does not end")


@pytest.mark.parametrize("magnets", few(["worst", "nominal"], 1))
def test_a_sound_board_says_nothing(image, magnets):
    from lab.pico.table import PicoTable

    table = PicoTable(image, seed=3, magnets=magnets, twin=False, scripted=False)
    table.plug_in()
    table.wait(SEEN_MS)
    assert not [event for event in table.events if event["ev"] == "fault"]
    check_alive(table)


def test_wires_exchanged_become_rows_of_config_and_the_board_starts_again(image):
    from lab.pico.table import PicoTable

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
        for _ in range(80):
            table.wait(50)
            if any(event["ev"] == "hello" for event in table.events[heard:]):
                break
        table.wait(1000)
        table.send({"do": "state"})
        state = [event for event in table.events[heard:] if event["ev"] == "state"][-1]
        assert state["occupancy"][:2] == sees
        assert (b"MUXES" in table.store.read("config.py")) == keep
    assert [reason for _, reason in table.rig.resets] == ["reset", "reset"]
