"""Days of the board's clock in seconds: over the wrap of its ticks, and after a rest longer than half their range."""

import pytest

import picohw.store
from host.sim.table import Table
from lab.campaigns.soak import DAY_MS, Soak, held
from lab.flash_files import FlashOs, FlashStore, WornFlash


def test_nobody_is_there_for_longer_than_half_the_clock():
    soak = Soak(2)
    first = soak._measure()
    soak._set_up()
    monday = soak.table.now_ms
    while soak.table.now_ms < monday + 8 * DAY_MS:
        soak.table.rest(soak.table.now_ms + DAY_MS // 100)
    assert soak._measure() == first and soak.wrong == []


def test_what_a_board_holds_is_counted():
    table = Table(seed=1)
    table.plug_in()
    before = held(table.app)
    assert held(table.app) == before
    table.app.kept = [bytearray(1000)]
    assert held(table.app)[0] > before[0] and held(table.app)[1] > before[1] + 1000


def test_the_store_does_to_the_flash_what_the_boards_own_does(monkeypatch):
    flashes = [WornFlash(), WornFlash()]
    os_ = FlashOs(flashes[1])
    monkeypatch.setattr(picohw.store, "open", os_.open, raising=False)
    for store in (FlashStore(flashes[0]), picohw.store.FileStore(os_, "/")):
        for k in range(60):
            assert store.append("game", b"T 13*5d2c41f7\n" * 4, (56 * k, 56 * k))
        assert store.replace("game", b"anew") and not store.append("game", b"x", (9, 9))
        store.rename("game", "game.kept1")
        assert store.read("game") is None and store.read("game.kept1") == b"anew"
    assert flashes[0].buffer == flashes[1].buffer and flashes[0].erases == flashes[1].erases


def test_erases_are_counted_and_no_page_is_programmed_twice():
    flash = WornFlash()
    store = FlashStore(flash)
    for _ in range(300):
        store.append("game", b"T 13*5d2c41f7\n")
    assert len(store.read("game")) == 14 * 300
    assert sum(flash.erases) > 10 and flash.programmed > 14 * 300
    with pytest.raises(AssertionError, match="twice"):
        flash.prog(None, 0, 0, b"12345678")


def test_a_day_on_micropython_leaves_the_heap_as_it_was(micropython, root):
    done = micropython.run(root / "lab/soak_on_micropython.py", "2", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    days = [line.split() for line in done.stdout.splitlines() if line.startswith("day ")]
    assert len(days) == 2 and all(int(day[2]) > 50_000 for day in days)
    assert "the clock wrapped 1 times" in done.stdout and "told after, ms: [6" in done.stdout
