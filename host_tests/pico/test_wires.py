"""Every single fault of the wiring on the emulated Pico: named by wire, or listed here as not to be told, and why."""

import pytest

import config
from companion.sensing.walkmap import WalkMap
from companion.sensing.wiring import hole_names
from companion.storage.memory import MemoryStore
from host_tests.conftest import few

SEEN_MS = 3000
NAMES = hole_names(config)

# fault -> what the board must say, in the words of `what` or `where`
NAMED = {
    **{("address", line, level): f"S{line}" for line in range(4) for level in (0, 1)},
    **{("enable", q, 1): f"mux {q}" for q in (1, 2, 3, 4)},
    **{("mux", q): f"mux {q}" for q in (1, 2, 3, 4)},
    ("swap", 0, 1): "S0",
    ("rail",): "rail",
    ("half",): "half rail",
    ("open", 26): "GP26",
    ("open", 27): "GP27",
    ("open", 28): "GP28",
    ("dead", 4): "A5",
}

# Its EN held low from the start: with all muxes off the pull of the pin cannot swing the node.
HELD = {("enable", q, 0): f"GP{config.PIN_SIG[q - 1]}" for q in (1, 2, 3, 4)}

# S1 and S2 exchanged leave GND and RAIL where they are, and a half rail reads like an empty hole: it is told as soon as
# pieces stand where the reference then looks.
BY_PIECES = {("swap", 1, 2): "S1"}

# Not to be told by the references, which all stand in channels 0 to 3, where S2 and S3 are low. Rows A and M change
# places, so the board says that no piece stands as it should; the magnet walk names the lines.
BY_WALK = {("swap", 2, 3): "S2 and S3"}


def play(image, fault: tuple, words: str, before_start: bool = True):
    """Have this fault; AssertionError if the board does not say so in these words, or does not answer any more."""
    from lab.pico.table import PicoTable

    table = PicoTable(image, seed=2, twin=False, scripted=False)
    if before_start:
        table.board.fault(*fault)
    table.plug_in()
    if not before_start:
        table.board.fault(*fault)
    faults = []
    for _ in range(SEEN_MS // 50):
        table.wait(50)
        faults = [f"{event['what']}, {event['where']}" for event in table.events if event["ev"] == "fault"]
        if any(words in text for text in faults):
            break
    else:
        raise AssertionError(f"{fault}: {words} is not in {faults}")
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


@pytest.mark.parametrize("fault", few(NAMED, 3), ids=str)
def test_a_fault_is_named_at_the_start(image, fault):
    play(image, fault, NAMED[fault])


@pytest.mark.parametrize("fault", few([("mux", 3), ("address", 1, 0), ("rail",), ("open", 27)], 1), ids=str)
def test_a_fault_that_comes_in_play_is_named(image, fault):
    play(image, fault, NAMED[fault], before_start=False)


@pytest.mark.parametrize("fault", few(HELD, 1), ids=str)
def test_a_mux_that_is_never_off_is_found(image, fault):
    play(image, fault, HELD[fault])


@pytest.mark.parametrize("fault", BY_PIECES, ids=str)
def test_exchanged_lines_show_by_the_pieces(image, fault):
    play(image, fault, BY_PIECES[fault])


@pytest.mark.parametrize("fault", BY_WALK, ids=str)
def test_lines_that_only_a_magnet_tells(image, fault, long_run):
    from lab.pico.table import PicoTable

    table = PicoTable(image, seed=2, twin=False, scripted=False)
    table.board.fault(*fault)
    table.plug_in()
    table.wait(SEEN_MS)
    guides = [event for event in table.events if event["ev"] == "guide"]
    assert {"hole": "A1", "has": ".", "want": "A"} in guides[-1]["holes"]
    if long_run:
        table.board.setup("." * len(NAMES))
        table.wait(1000)
        table.send({"do": "walk"})
        assert any(BY_WALK[fault] in text for text in walk(table))
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
