"""Whatever happens to the power, the game goes on: no game lost, no throw changed, no board that does not start.

A whole game has been played; from the journal of its flash operations the flash of every instant is made anew.
"""

import json
import random

import pytest

from companion.dice import Dice
from companion.journal import Journal
from companion.match import Match
from simulator.pico.flash import apply, read_files, replay
from simulator.stores import DictStore

TORN = (0.0, 0.1, 0.5, 0.9)
READY_MS = 1000


def payloads(flash: bytes):
    """The records of the saved game as a board would read them; None if there is no game."""
    files = read_files(flash)
    if "game" not in files:
        return None
    return Journal(DictStore({"game": files["game"]})).open()


def position(records: list) -> str:
    """Where the game of these records stands."""
    store = DictStore()
    Journal(store).restart(records)
    match = Match(Journal(store), Dice(None))
    assert match.load("danish") == ""
    return match.game.position_text()


def follows(records: list, before) -> bool:
    """Whether records may come after `before`: the same, one more, or the beginning of a new game."""
    return (
        before is None or records[: len(before)] == before and len(records) <= len(before) + 1 or records[0][0] == "G"
    )


def test_a_cut_before_in_and_after_every_operation_of_a_game(whole_game, long_run):
    table = whole_game[0].table
    cuts = operations = 0
    for flash, log in table.history:
        flash = bytearray(flash)
        before = payloads(flash)
        for number, operation in enumerate(log):
            after = bytearray(flash)
            apply(after, operation)
            done = payloads(after)
            assert done is not None or before is None, f"the game was lost at operation {number}"
            assert done is None or follows(done, before), f"operation {number}: {before} became {done}"
            for torn in TORN if long_run else TORN[number % len(TORN) :][:1]:
                part = bytearray(flash)
                apply(part, operation, torn)
                assert payloads(part) in (before, done), f"operation {number} torn at {torn}"
                cuts += 1
            flash, before = after, done
            operations += 1
    assert operations > 100 and cuts >= operations
    assert [record for record in before if record[0] == "M"], "a game with turns was cut"


def instants(history: list, count: int, seed: int):
    """(flash, records of it) at random instants, half of them within an operation."""
    draw = random.Random(seed)
    for number in range(count):
        flash, log = draw.choice([part for part in history if part[1]])
        done = draw.randrange(1, len(log) + 1)
        flash = replay(flash, log[:done], torn=draw.random() if number % 2 else 1.0)
        yield flash, payloads(flash)


def test_a_board_cut_at_random_instants_starts_into_the_same_game(whole_game, long_run):
    from simulator.pico.bench import Rig
    from simulator.pico.board import PinBoard

    for flash, records in instants(whole_game[0].table.history, 200 if long_run else 25, seed=5):
        board = PinBoard(seed=1)
        board.setup("start")
        rig = Rig(flash=flash, board=board)
        rig.run_until(lambda rig=rig: b'"phase": "setup"' in rig.port.received, READY_MS)
        rig.port.send(b'{"do": "state"}\n')
        rig.run_until(lambda rig=rig: b'"state"' in rig.port.received, READY_MS)
        rig.run_ms(20)
        events = [json.loads(line) for line in bytes(rig.port.received).splitlines() if line.startswith(b"{")]
        assert rig.resets == [] and "crash.txt" not in read_files(rig.flash())
        if records:
            state = next(event for event in events if event["ev"] == "state")
            assert state["position"] == position(records)
            assert payloads(rig.flash())[: len(records)] == records


@pytest.mark.parametrize("reason", ["timer", "reset"])
def test_a_restart_at_random_instants_goes_on_with_the_same_game(image, long_run, reason):
    from simulator.pico.table import PicoTable

    draw = random.Random(reason)
    table = PicoTable(image, seed=4, twin=False, cup=False)
    table.plug_in()
    records = []
    for _ in range(40 if long_run else 6):
        table.press()
        at = draw.randrange(0, 60_000_000)
        table.button = True
        table.wait(50)
        table.button = False
        table.rig.run_ns(at)  # the press is being answered: written, said, shown
        table.rig.reset(reason)
        heard = len(table.events)
        for _ in range(60):
            table.wait(50)
            if any(event["ev"] == "phase" for event in table.events[heard:]):
                break
        table.wait(300)
        assert any(event["ev"] == "hello" for event in table.events[heard:])
        now = payloads(table.rig.flash())
        thrown = [record for record in now if record[0] == "T"]
        assert thrown[: len(records)] == records, "a throw was changed"
        records = thrown
        if reason == "timer":
            # three failures in a row, and it would start in its safe mode
            table.plug_out()
            table.plug_in()
    assert records
