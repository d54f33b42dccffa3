"""Power cuts at any time: no game is lost, no throw changed, and the board always starts.

The log of a whole game's flash operations gives the flash's contents at every instant.
"""

import json
import random

import pytest

from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from companion.storage.records import encode, record
from daldos.prng import Xorshift32
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.sim.preload import keep_game
from host_tests.conftest import few
from lab import cuts
from lab.figures import KnownGame
from lab.flash_files import RingFlash, ring_store
from lab.pico.bench import Rig
from lab.pico.flash import FILES_AT, LOG_AT, apply, load_uf2, make_files, read_files, replay
from lab.pico.pin_board import PinBoard
from lab.pico.table import PicoTable
from lab.pico_bench import HURRIED_START_MS, new_ring

TORN = (0.0, 0.1, 0.5, 0.9)
READY_MS = 1000


def saved(flash: bytes):
    """The KnownGame that a board would read from this flash; None if no game is saved."""
    files = read_files(flash)
    if "game" not in files:
        return None
    match = Match(Journal(MemoryStore(files)), Dice(None))
    problem = match.load("danish")
    assert not problem or problem.code == "record_torn", problem
    return KnownGame(match)


def test_a_cut_before_in_and_after_every_operation_of_a_game(whole_game, long_run):
    table = whole_game[0].table
    cuts = operations = 0
    for flash, log in table.history:
        flash = bytearray(flash)
        before = saved(flash)
        for number, operation in enumerate(log):
            after = bytearray(flash)
            apply(after, operation)
            done = saved(after)
            assert done is not None or before is None, f"the game was lost at operation {number}"
            assert before is None or done.keeps(before), f"operation {number}: {vars(before)} became {vars(done)}"
            for torn in TORN if long_run else TORN[number % len(TORN) :][:1]:
                part = bytearray(flash)
                apply(part, operation, torn)
                assert saved(part) in (before, done), f"operation {number} torn at {torn}"
                cuts += 1
            flash, before = after, done
            operations += 1
    assert operations > (100 if long_run else 20) and cuts >= operations
    assert len(before.plies) > (50 if long_run else 10), "a game with turns was cut"


def test_every_pair_of_cuts(long_run, monkeypatch):
    """Cut power in a game played here from its first throw, with occasional tidying; restart, cut during the writes of
    the start and the next actions, and restart.

    The ring wraps around twice, so older games are still ahead of its end.
    """
    monkeypatch.setattr("companion.storage.journal.LONG", 250)
    files = make_files({"settings.json": b'{"mode": "game", "rules": "danish"}\n'})
    flash = b"\0" * LOG_AT + used_log(13) + files
    board = cuts.RestartedBoard(flash)
    pairs = number = elder = tidied = erased = 0
    while len(board.match.game.plies) < 45:
        start, before = bytes(board.flash.data), board.game()
        board.flash.groups.clear()
        board.act()
        done, groups = board.game(), list(board.flash.groups)
        erased += sum(cuts.is_erase(group[0]) for group in groups)
        tidied += b"\nC " in board.store.read("game")
        for _, flash in cuts.cut(start, groups):
            number += 1
            again = cuts.RestartedBoard(flash)
            assert not again.store.lost, "a torn write is no loss"
            first = again.game()
            assert first.keeps(before) and (first in (before, done) or done.keeps(first))
            if number % (1 if long_run else 60):
                continue
            for shown, under_way, kept in cuts.second_cuts(flash, 3):
                assert kept.keeps(shown)
                # If pages were programmed in another order, a throw drawn before the first cut may return.
                elder += kept not in (shown, under_way)
                pairs += 1
    print(f"{number} cuts, {pairs} pairs of cuts, {elder} times an elder throw, {erased} erases")
    assert tidied > 20 and pairs > 100 and erased > 3


@pytest.mark.parametrize("rules, seed", few([("sig", 3), ("danish", 6)], 1))
def test_a_game_that_was_never_tidied_is_taken_up(image, rules, seed):
    """Played without a rest it has two records a turn: read, they must not leave a heap of small holes."""
    game, ring = play_game(parse_rules(rules), Xorshift32(seed)), new_ring()
    keep_game(ring_store(MemoryStore(), ring), game, len(game.plies) - 1, 16)
    rig = Rig(flash=load_uf2(image).ljust(LOG_AT, b"\xff") + ring.data + make_files({}))
    rig.run_until(lambda: b'"lights"' in rig.port.received or b"crash" in rig.port.received, 20_000)
    assert b"crash" not in rig.port.received
    assert saved(rig.flash()).plies == game.plies[:-1]


def used_log(games: int) -> bytes:
    """The ring of a board after this many games, and one abandoned before its first throw."""
    flash = RingFlash()
    for number in range(games):
        store = ring_store(MemoryStore(), flash)
        store.replace("game", encode(["G danish", *["T %d%d" % (1 + number % 2, 4)] * 5]))
        store.append("game", record(6, "T 24"))
    ring_store(MemoryStore(), flash).replace("game", encode(["G danish"]))
    return bytes(flash.data)


def test_files_and_the_ring_are_written_here_as_on_the_pico(image):
    """The same writes give the same ring, with equally many erases; and files nearly the same pages and erases."""
    rig = Rig(image, files=make_files({}), board=PinBoard(seed=1))
    rig.run_until(lambda: b'"phase": "opening"' in rig.port.received or b'"setup"' in rig.port.received, READY_MS)
    rig.run_ms(100)
    start = rig.flash()
    rig.flash_log.operations.clear()
    rig.execute(APPENDS, timeout_ms=60_000)
    there = cuts.groups_of(rig.flash_log.operations)
    board = cuts.RestartedBoard(start)
    board.flash.groups.clear()
    for _ in range(60):
        board.store.append("trial", b"T 13*5d2c41f7\n")
    here = board.flash.groups
    assert read_files(rig.flash())["trial"] == board.store.read("trial")
    erases = [sum(cuts.is_erase(group[0]) for group in groups) for groups in (there, here)]
    pages = [sum(len(group) for group in groups) - count for groups, count in zip((there, here), erases, strict=True)]
    assert abs(erases[0] - erases[1]) <= 2, (erases, pages)
    assert abs(pages[0] - pages[1]) <= 0.1 * pages[1], (erases, pages)

    flash = RingFlash(start[LOG_AT:FILES_AT])
    rig.flash_log.operations.clear()
    rig.execute(RING, timeout_ms=60_000)
    there = cuts.groups_of(rig.flash_log.operations)
    store = ring_store(MemoryStore(), flash)
    exec(WRITING, {"store": store})
    assert rig.flash()[LOG_AT:FILES_AT] == flash.data
    assert sum(cuts.is_erase(group[0]) for group in there) == sum(flash.erases) > 8
    assert read_files(rig.flash())["game"] == store.read("game")


WRITING = """
for _ in range(3):
    store.replace("game", b"G danish*0c1d2e3f\\n" * 300)
    while store.wants("game", 2000):
        store.ahead()
    for _ in range(150):
        store.append("game", b"T 13*5d2c41f7\\n")
"""
RING = f"""
from _rp2 import Flash
from companion.storage.logstore import LogStore
from companion.storage.memory import MemoryStore
from companion.storage.ring import Ring
flash = Flash(start=0, len=65536)
store = LogStore(MemoryStore(), Ring(flash, memoryview(flash)))
{WRITING}
"""
APPENDS = """
from picohw.store import FileStore
import os
store = FileStore(os, "/")
for _ in range(60):
    store.append("trial", b"T 13*5d2c41f7\\n")
"""


def instants(history: list, count: int, seed: int):
    """(flash, KnownGame of it) at random instants, half of them within an operation."""
    draw = random.Random(seed)
    for number in range(count):
        flash, log = draw.choice([part for part in history if part[1]])
        done = draw.randrange(1, len(log) + 1)
        flash = replay(flash, log[:done], torn=draw.random() if number % 2 else 1.0)
        yield flash, saved(flash)


def test_a_board_cut_at_random_instants_starts_into_the_same_game(whole_game, long_run):
    """The hand of this game never pauses, so the board never tidies the records that it reads."""
    ready_ms = HURRIED_START_MS if long_run else READY_MS  # a whole game, or its first turns
    for flash, known in instants(whole_game[0].table.history, 200 if long_run else 5, seed=5):
        rig = Rig(flash=flash)
        rig.run_until(lambda rig=rig: b'"phase": "setup"' in rig.port.received, ready_ms)
        rig.port.send(b'{"do": "state"}\n')
        rig.run_until(lambda rig=rig: b'"state"' in rig.port.received, READY_MS)
        rig.run_ms(20)
        events = [json.loads(line) for line in bytes(rig.port.received).splitlines() if line.startswith(b"{")]
        assert rig.resets == [] and "crash.txt" not in read_files(rig.flash())
        if known:
            state = next(event for event in events if event["ev"] == "state")
            assert state["position"] == known.position
            assert saved(rig.flash()) == known


@pytest.mark.parametrize("reason", few(["reset", "timer"], 1))
def test_a_restart_at_random_instants_goes_on_with_the_same_game(image, long_run, reason):
    draw = random.Random(reason)
    table = PicoTable(image, seed=4, twin=False, scripted=False)
    table.plug_in()
    known: list = []
    ids = set()  # of the game, drawn by the firmware
    for _ in range(40 if long_run else 3):
        table.press()
        at = draw.randrange(0, 60_000_000)
        table.button = True
        table.wait(50)
        table.button = False
        table.rig.run_ns(at)  # while the press is being processed: saved, announced, shown
        table.rig.reset(reason)
        heard = len(table.events)
        for _ in range(60):
            table.wait(50)
            since = [event["ev"] for event in table.events[heard:]]
            if "hello" in since and "phase" in since[since.index("hello") :]:
                break
        table.send({"do": "state"})
        table.wait(300)
        assert "hello" in since  # a phase event may still arrive before it
        thrown = saved(table.rig.flash()).throws
        assert thrown[: len(known)] == known, "a throw was changed"
        known = thrown
        ids.add(next(event["game"] for event in reversed(table.events) if event["ev"] == "state"))
        if reason == "timer":
            # a third failure would start the safe mode
            table.plug_out()
            table.plug_in()
    assert len(known) > 2
    assert [len(id) for id in ids] == [16], ids
