"""Pieces of two heights, from ADC codes to what is said: readings, thresholds learned in a magnet walk, lost files."""

import random

import pytest

import config
from companion.sensing.checksum import seal
from companion.sensing.heights import Heights, must_turn, side_of, why_turn
from companion.sensing.sensing import Sensing
from companion.storage.memory import MemoryStore
from daldos.state import CELLS
from host.sim.table import MIRRORED, Table, seeing_heights

TALL = seeing_heights()
EMPTY = "." * 49
LETTERS = {".": ".", "a": "A", "A": "A", "x": "A", "b": "B", "B": "B", "y": "B", "?": "?"}


def drawn(draw: random.Random) -> str:
    """Up to 16 pieces of each side in any holes, dalled or not."""
    cells = ["."] * 49
    for letters in ("aA", "bB"):
        for hole in draw.sample([hole for hole in range(49) if cells[hole] == "."], draw.randrange(17)):
            cells[hole] = draw.choice(letters)
    return "".join(cells)


def calibrated(seed: int, magnets: str, store=None) -> Table:
    table = Table(seed=seed, config=TALL, magnets=magnets, store=store)
    table.board.setup(EMPTY)
    table.plug_in()
    table.send({"do": "calibrate"})
    table.wait(400)
    return table


def walk(table: Table) -> None:
    """One of A's pieces through all holes, turned in each."""
    piece = table.board.pieces[0]
    table.send({"do": "walk"})
    table.wait(1000)
    while table.app.service.walking:
        hole = table.app.scene.holes[0]
        piece.turned = 0.0
        table.place(hole, piece)
        table.wait(3 * config.STABLE_MS)  # as long as it is not turned, nothing is learned
        assert table.app.scene.holes[0] == hole
        table.lift(hole)  # as long as nothing stands there, nothing is learned either
        table.wait(2 * config.STABLE_MS)
        assert table.app.scene.holes[0] == hole
        piece.turned = 1.0
        table.place(hole, piece)
        table.wait(config.STABLE_MS + 100)
        table.lift(hole)
        table.wait(config.STABLE_MS + 100)


@pytest.mark.parametrize("magnets", ("nominal", "worst", "best"))
def test_each_piece_is_read_for_what_it_is_and_none_for_another(magnets):
    untold = 0
    for seed in range(1, 9):
        draw = random.Random(seed)
        table = calibrated(seed, magnets)
        for _ in range(6):
            table.board.setup(drawn(draw))
            table.wait(200)
            seen, there = table.app.sensing.occupancy.decode(), table.board.letters()
            for reads, stands in zip(seen, there, strict=True):
                assert reads == stands or reads in "xy" and LETTERS[reads] == LETTERS[stands]
                untold += reads != stands
    assert untold <= (10 if magnets == "worst" else 0)


@pytest.mark.parametrize(("of", "seen"), ((config, "."), (TALL, "a")), ids=("plain", "seeing"))
def test_an_undalled_piece_of_two_heights_reads_less_than_a_plain_one_and_is_seen(of, seen):
    sensing = Sensing(of)
    sensing.occupancy[7] = ord(".")
    assert chr(sensing._judge(7, 2048 + 46 * 4096 // 1000)) == seen


@pytest.mark.parametrize("older", (False, True))
def test_a_plain_board_knows_nothing_of_heights(older):
    plain = seeing_heights()
    plain.DALLED = False
    if older:  # a config.py on the board that does not know of them
        del plain.DALLED
    table = Table(seed=1, config=plain)
    table.plug_in()
    assert table.app.sensing.heights is None and table.app.session.holes.readings is None
    table.board.turn(0, 1.0)
    table.wait(300)
    assert table.app.sensing.occupancy.decode() == "A" * 16 + "." * 17 + "B" * 16


def test_a_piece_turned_half_way_is_that_players_and_no_more_is_said():
    table = calibrated(1, "nominal")
    table.board.setup("a" * 16 + "." * 17 + "B" * 16)
    table.wait(200)
    seen: list = []
    for part in (*range(41), *range(40, -1, -1)):
        for hole in (3, 40):
            table.board.turn(hole, part / 40)
        table.wait(100)
        seen.append([chr(table.app.sensing.occupancy[hole]) for hole in (3, 40)])
    for order, column in zip(("axA", "byB"), zip(*seen, strict=True), strict=True):
        assert set(column) == set(order) and column[0] == column[-1] == order[0] and column[40] == order[2]
        there, back = column[:41], column[41:]
        assert sorted(there, key=order.index) == list(there) and sorted(back, key=order[::-1].index) == list(back)


def test_a_window_confirms_just_the_codes_that_are_judged_so():
    sensing = Sensing(TALL)
    for reading in b"aAxbBy":
        for at in (0, 90, 112, 140):
            sensing.heights.at[7] = at
            sensing.occupancy[7] = reading
            sensing._windows.place(7, reading)
            kept = [code for code in range(4096) if sensing._judge(7, code) == reading]
            confirmed = list(range(sensing._windows.low[7], sensing._windows.high[7] + 1))
            assert confirmed == kept, (chr(reading), at)


def test_a_reading_that_trembles_is_told_once_and_not_again():
    """However a piece is turned, the noise of a sensor changes its reading once at most, and a lower one it loses."""
    heights = Heights(TALL, 49)
    for u in range(60, 400):
        for now in b".aAx":
            told = []
            for off in (0, 2, -2, 2, -2, 2):
                now = heights.judge(7, (u + off) * 4096 // 1000, 2048, ord("A"), now)
                told.append(now)
            assert sum(one != other for one, other in zip(told, told[1:], strict=False)) <= 1, (u, told)
            assert chr(now) == "x" or abs(u - TALL.DALLED_PERMILLE) >= 4, u


@pytest.mark.parametrize(("low", "high", "apart"), ((100, 340, True), (-340, -100, True), (150, 210, False)))
def test_what_a_walk_learns_is_true_of_weaker_and_of_stronger_pieces(low, high, apart):
    heights = Heights(TALL, 49)
    assert heights.learn(7, low, high) == heights.apart(low, high) == apart
    for strength in (0.67, 1.0, 1.5):
        told = [heights.judge(7, int(strength * abs(u) * 4.096), 2048, ord("A"), ord(".")) for u in (low, high)]
        assert bytes(told if abs(low) < abs(high) else told[::-1]) == (b"aA" if apart else b"xx")


def test_what_a_reading_is():
    assert "".join(chr(side_of(ord(letter))) for letter in LETTERS) == "".join(LETTERS.values())
    turns = [has + want for has in LETTERS for want in ".aAbB" if must_turn(ord(has), ord(want))]
    assert turns == ["aA", "Aa", "bB", "Bb"]
    for holes, code in (("aA aA", "turn_it"), ("Bb", "turned_back"), ("aA .A", ""), ("aA Ab", ""), ("", "")):
        assert why_turn([(7, ord(has), ord(want)) for has, want in holes.split()]) == code


def test_a_walk_learns_each_hole_and_the_store_keeps_it():
    store = MemoryStore()
    table = calibrated(2, "worst", store)
    walk(table)
    learned = bytes(table.app.sensing.heights.at)
    assert len(set(learned)) > 1 and 60 < min(learned) and learned != bytes(Heights(TALL, 49).at)
    assert [event["right"] for event in table.said if event["ev"] == "walked"] == [49]
    weaker = table.app.service.walked.us
    assert all(abs(u) < 2 * at for u, at in zip(weaker, learned, strict=True))
    table.plug_out()
    table.plug_in()
    assert bytes(table.app.sensing.heights.at) == learned
    for letters in ("a" * 16 + "." * 17 + "B" * 16, "A" * 16 + "." * 17 + "b" * 16):
        table.board.setup(letters)
        table.wait(200)
        seen = table.app.sensing.occupancy.decode()
        assert all(reads in (stands, "x", "y") for reads, stands in zip(seen, letters, strict=True))


@pytest.mark.parametrize("seed", (2, 3, 10))
def test_an_undalled_piece_as_weak_as_they_come_is_no_drift(seed):
    table = Table(seed=seed, config=TALL, magnets="worst")
    table.board.setup("." * 48 + "b")
    table.plug_in()
    assert not table.app.sensing.drifted()


def test_a_walk_broken_off_leaves_what_was_known():
    table = calibrated(4, "nominal")
    before = bytes(table.app.sensing.heights.at)
    table.send({"do": "walk"})
    table.wait(1000)
    piece = table.board.pieces[0]
    table.place(0, piece)
    table.wait(config.STABLE_MS + 100)
    table.board.turn(0, 1.0)
    table.wait(config.STABLE_MS + 100)
    assert bytes(table.app.sensing.heights.at) != before
    table.send({"do": "new"})
    assert bytes(table.app.sensing.heights.at) == before and "heights" not in table.store.files


TORN = ((b"heights 2 1 2 3", "stored_checksum"), (seal("heights 2", ["1"] * 48), "stored_holes"))


@pytest.mark.parametrize("torn, code", TORN)
def test_thresholds_that_are_torn_are_said_and_the_usual_ones_hold(torn, code):
    table = Table(seed=1, config=TALL, store=MemoryStore({"heights": torn}))
    table.plug_in()
    faults = [event for event in table.events if event["ev"] == "fault"]
    assert [(fault["where"], fault["code"]) for fault in faults] == [("heights", code)]
    assert bytes(table.app.sensing.heights.at) == bytes(Heights(TALL, 49).at)
    assert table.app.sensing.occupancy.decode() == "a" * 16 + "." * 17 + "b" * 16


@pytest.mark.parametrize("first", (config, TALL), ids=("plain first", "seeing first"))
def test_a_saved_game_goes_on_at_a_board_of_the_other_kind(first):
    store = MemoryStore()
    table = Table(seed=5, config=first, store=store)
    table.throws[:] = [(2, 4), (1, 3), (1, 2), (3, 4)]
    table.plug_in()
    for _ in range(3):
        table.press()
    piece = table.lift("A1")
    piece.turned = 1.0
    table.place("M3", piece)
    table.wait(300)
    table.press()
    assert table.app.session.match.game.plies
    other = Table(seed=6, config=TALL if first is config else config, store=store)
    position = table.app.session.match.game.position
    other.board.setup("".join(CELLS[cell] for cell in position.cells))
    other.plug_in()
    other.wait(1000)
    assert other.app.session.phase == table.app.session.phase
    assert other.app.session.match.game.position.text() == position.text()
    assert not [event for event in other.events if event["ev"] == "guide" and event not in MIRRORED]
