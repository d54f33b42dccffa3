"""The ring of the saved game and of short files, and the store over it, on a flash that is cut, torn and worn out."""

from companion.storage.logstore import LogStore
from companion.storage.memory import MemoryStore
from companion.storage.ring import APPEND_MAX, PAGE, SECTOR, Ring
from cuts import SECTORS, Files, Flash, left, under_every_cut
from daldos.prng import Xorshift32
from here import error_of

LINE = b"M fc1040*12345678\nT 13*5d2c41f7\n"


def opened(flash):
    ring = Ring(flash, memoryview(flash.data))
    ring.open()
    return ring


def lines(count, seed=1):
    """Bytes that differ in every sector."""
    stream = Xorshift32(seed)
    return bytes([10 + stream.below(100) for _ in range(count)])


def test_the_file_is_what_was_written_however_often_it_is_opened():
    flash, stream, want = Flash(), Xorshift32(3), b""
    ring = opened(flash)
    assert ring.size == 0 and ring.read() == b"" and ring.note("n0") is None
    notes = {}
    for _ in range(900):
        what = stream.below(24)
        if what > 19:
            name, text = "n%d" % stream.below(3), lines(stream.below(600), stream.next())
            ring.keep(name, text)
            notes[name] = text
        elif what == 0:
            want = lines((0, 1, 200, 4075, 4076, 4077, 9000)[stream.below(7)], stream.next())
            ring.replace(want)
        elif what < 3:
            ring = opened(flash)
        elif what < 6 and ring.wants(len(want)):
            ring.erase()
        elif len(want) < ring.most - APPEND_MAX:
            data = lines(1 + stream.below(APPEND_MAX + 40), stream.next())
            ring.append(data)
            want += data
        assert ring.size == len(want) and (stream.below(5) or ring.read() == want)
        assert stream.below(5) or notes_of(ring) == notes
    assert ring.read(7) == want[:7] and ring.read(99999) == want
    assert min(flash.erases) > max(flash.erases) // 2 > 5


def steps(_, flash, marking=False):
    """Appends, also across the end of a sector, replaces and notes, one at a time; `marking` after each."""
    ring = opened(flash)
    for number in range(20):
        if number in (4, 9):
            ring.replace(lines((5000, 60)[number > 4], number))
        elif number % 3 == 2:
            ring.keep(("one", "other")[number % 2], lines((600, 0, 30)[number % 4 % 3], number))
        else:
            ring.append(lines((APPEND_MAX, 14)[number % 2], number))
        if number == 6:
            ring.erase()
        if marking:
            ring.mark()
        yield


def notes_of(ring):
    return {name: ring.note(name) for name in ring.notes}


def used():
    """A flash full of older files, and a current one of nearly a sector."""
    flash = Flash()
    ring = opened(flash)
    for number in range(2 * SECTORS + 3):
        ring.replace(lines(50, number))
        ring.append(LINE)
        ring.keep("one", b"%d" % number)
    ring.replace(lines(SECTOR - 3 * APPEND_MAX, 7))
    return flash


def found(_, flash):
    """The contents of a ring, which must remain usable."""
    ring = opened(flash)
    left, notes = ring.read(), notes_of(ring)
    ring.append(LINE)  # on top of nothing: the flash would tell
    assert ring.read() == left + LINE == opened(flash).read() and notes_of(opened(flash)) == notes
    again = opened(flash)
    again.append(LINE)
    again.replace(b"new")
    assert opened(flash).read() == b"new" and notes_of(opened(flash)) == notes
    return left, notes


def test_a_cut_leaves_the_file_before_or_after_whatever_bits_it_leaves():
    assert under_every_cut(Files(), used(), steps, found) > 80


def test_a_write_that_a_power_cut_tore_is_no_loss():
    for marking in (False, True):
        cuts = 0
        for start in (Flash(), used()):
            before = bytes(start.data)
            start.steps = []
            for _ in steps({}, start, marking):
                pass
            for done, _, data in left({}, before, start.steps):
                assert not opened(Flash(data)).lost, (marking, done, start.steps[done])
                cuts += 1
        assert cuts > 300


def test_a_last_frame_or_sector_that_was_marked_is_missed():
    for write in (lambda ring: ring.append(LINE), lambda ring: ring.replace(b"second")):
        for marked in (False, True):
            flash = Flash()
            ring = opened(flash)
            ring.replace(b"first")
            ring.append(LINE)
            flash.steps = []
            write(ring)
            _, block, page, offset = flash.steps[-1]  # a frame, or the head of a sector
            if marked:
                ring.mark()
            at = block * SECTOR + offset + min(k for k, byte in enumerate(page) if byte != 0xFF)
            for k in range(8):
                flash.data[at + k] ^= 0x55
            again = opened(flash)
            assert again.lost == marked and again.read() == b"first" + LINE, (flash.steps[-1], marked)
            assert not opened(flash).lost, "told once"


def test_an_append_erases_nothing_where_that_was_done_ahead():
    flash = used()
    ring = opened(flash)
    while ring.wants(2000):
        ring.erase()
    before = sum(flash.erases)
    for _ in range(2):
        done = flash.done
        for _ in range(60):
            ring.append(LINE)
        assert flash.done - done <= 60 + 60 * 38 // PAGE + 2, "a page each, or two"
        ring.replace(lines(900))
        assert sum(flash.erases) == before
        while ring.wants(2000):
            ring.erase()
            before += 1


def test_a_file_too_long_is_refused_and_the_old_one_stays():
    flash = used()
    ring = opened(flash)
    old = ring.read()
    assert "too long" in error_of(OSError, ring.replace, bytes(SECTORS * SECTOR))
    assert ring.read() == old == opened(flash).read()
    while ring.wants(ring.most):
        ring.erase()
    ring.replace(lines(ring.most))
    ring.replace(lines(ring.most, 2))
    assert opened(flash).read() == lines(ring.most, 2)


def test_a_flash_that_is_worn_out_is_told():
    flash = used()
    ring = opened(flash)
    old = ring.read()
    place = (ring._last + 1) % SECTORS
    flash.stuck = place * SECTOR + 100
    assert error_of(OSError, ring.replace, b"new") == "sector %d of the flash cannot be written" % place
    assert ring.read() == old == opened(flash).read()
    flash.stuck = -1
    ring.erase()
    flash.stuck = place * SECTOR + 24
    assert error_of(OSError, ring.replace, b"aaaa") == "sector %d of the flash cannot be written" % place
    assert ring.read() == old == opened(flash).read()
    flash.stuck = -1
    ring.append(LINE)
    flash.stuck = ring._last % SECTORS * SECTOR + ring._end + 3
    assert error_of(OSError, ring.append, b"aaaa").endswith("cannot be written")
    flash.stuck = -1
    ring.append(LINE)
    assert ring.read() == old + 2 * LINE == opened(flash).read()


# --- the store over it ------------------------------------------------------------------------------------------------


def store_on(flash, files=None):
    return LogStore(MemoryStore({} if files is None else files), Ring(flash, memoryview(flash.data)))


def test_the_store_keeps_the_game_and_short_files_in_the_ring_and_all_else_in_files():
    flash, files = Flash(), {}
    store = store_on(flash, files)
    assert store.read("game") is None and store.fits("game", (0, 0)) and store.read("settings.json") is None
    assert store.append("game", b"one\n", (0, 0)) and store.append("game", b"two\n", (4, 9))
    assert not store.append("game", b"x", (0, 7)) and not store.replace("game", b"x", (9, 99))
    assert store.replace("settings.json", b"{}") and store.append("other", b"1") and store.append("other", b"2", (1, 1))
    assert not store.append("other", b"3", (0, 1))
    assert store.replace("long", lines(APPEND_MAX)) and store.replace("game.kept1", b"kept")
    assert (store.read("game"), store.read("game", 2)) == (b"one\ntwo\n", b"on")
    assert files == {"other": b"12", "long": lines(APPEND_MAX), "game.kept1": b"kept"}
    again = store_on(flash, files)
    assert again.read("settings.json") == again.read("settings.json", 99) == b"{}"
    assert again.read("game") == b"one\ntwo\n" and again.fits("game", (8, 8))
    again.rename("game", "game.kept1")
    assert again.read("game") is None and again.read("game.kept1") == b"one\ntwo\n"
    assert "ENOENT" in str(error_of(OSError, again.rename, "game", "game.kept2"))
    again.rename("game.kept1", "game.kept2")
    assert again.read("game.kept2") == b"one\ntwo\n" and "game.kept1" not in files
    assert "nowhere: cannot be read: ENOENT" in str(error_of(OSError, again.rename, "nowhere", "game.kept2"))
    MemoryStore({}).remove("nowhere")
    again.rename("settings.json", "settings.json.kept")
    assert files["settings.json.kept"] == b"{}" and store_on(flash, files).read("settings.json") == b"{}"


def test_a_note_grows_into_a_file_and_becomes_a_note_again():
    flash, files = used(), {}
    store = store_on(flash, files)
    store.replace("walk", b"short")
    assert files == {} and store.read("walk") == b"short"
    store.replace("walk", lines(APPEND_MAX))
    assert store_on(flash, files).read("walk") == lines(APPEND_MAX) == files["walk"]
    store.replace("walk", b"short again")
    assert store_on(flash, files).read("walk") == b"short again"


def test_a_cut_while_a_note_is_written():
    def store_of(store, flash):
        return LogStore(store, Ring(flash, memoryview(flash.data)))

    def written(store, flash):
        yield store_of(store, flash).replace("walk", lines(300))

    def outgrown(store, flash):
        yield store_of(store, flash).replace("walk", lines(APPEND_MAX))

    def walk_on(store, flash):
        store = store_of(store, flash)
        found = store.read("walk")
        store.replace("walk", b"again")  # on top of nothing: the flash would tell
        assert store.read("walk") == b"again"
        return found

    flash = used()
    store_on(flash).replace("walk", b"old")
    assert under_every_cut(Files(), flash, written, walk_on) > 4
    assert under_every_cut(Files(), flash, outgrown, walk_on) > 1


def test_settings_changed_for_ever_fill_no_ring():
    flash, files = used(), {}
    store = store_on(flash, files)
    game = store.read("game")
    for number in range(600):
        store.replace("settings.json", b"%d" % number + lines(200))
    assert files == {} and store_on(flash, files).read("settings.json") == b"599" + lines(200)
    assert store_on(flash, files).read("game") == game and max(flash.erases) < 10


def test_a_worn_out_ring_is_an_error_and_loses_nothing():
    flash = used()
    store = store_on(flash)
    old = store.read("game")
    flash.stuck = 5 + (store._ring._last + 1) % SECTORS * SECTOR
    store.ahead()  # sets marks
    assert store.wants("game", 100) and "cannot be written" in error_of(OSError, store.ahead)
    assert store.wants("game", 100) == 0 and store.read("game") == old
    assert "cannot be written" in error_of(OSError, store.replace, "game", b"new")
    assert "too long" in error_of(OSError, store.replace, "game", bytes(SECTORS * SECTOR))
    assert store_on(flash).read("game") == old
    store.replace("walk", b"old")
    flash.stuck = store._ring._last % SECTORS * SECTOR + store._ring._end + 21
    assert "cannot be written" in error_of(OSError, store.replace, "walk", b"a" * 20)
    assert store_on(flash).read("walk") in (b"old", b"a" * 20)  # one wrong bit is mended
