"""Checked, written, then played: nothing impossible reaches the journal, and nothing impossible in it does harm."""

import random
from binascii import crc32

import pytest

from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from daldos.game import OPENING, OVER, PLAY, GameError
from daldos.packing import LOST_TURN
from daldos.prng import Xorshift32
from daldos.record import read_records, record_lines
from daldos.rules import RULESETS
from host.sim.table import Table
from host.terminal.desk import Desk, DeskError


def match_on(store, seed: int = 1, rules: str = "danish", n_max: int = 17) -> Match:
    match = Match(Journal(store), Dice(Xorshift32(seed).next), n_max)
    match.problem = match.load(rules)
    return match


def told(match: Match) -> tuple:
    """All that a player knows of a game."""
    game = match.game
    return tuple(game.opening), tuple(game.plies), game.position_text(), tuple(match.pending)


def played(rules: str, seed: int, plies: int, compact: bool = False) -> tuple:
    """(store, match) of a game of so many plies, or its end, with turns taken back now and then."""
    store = MemoryStore()
    match = match_on(store, seed, rules)
    draw = Xorshift32(seed)
    while match.game.phase != OVER and len(match.game.plies) < plies:
        if match.game.phase != PLAY:
            match.throw()
            continue
        turns = match.game.legal.turns
        match.commit(turns[draw.below(len(turns))])
        if draw.below(15) == 0:
            match.undo()
    if compact:
        match.journal.restart(match._whole())
    return store, match


def test_an_illegal_turn_leaves_the_journal_as_it_was():
    store, match = played("danish", 3, 30)
    while match.game.phase != PLAY:
        match.throw()
    legal = set(match.game.legal.turns)
    before, state = dict(store.files), told(match)
    draw = random.Random(1)
    tried = [0, -1, LOST_TURN, LOST_TURN + 1, 1 << 40, *(draw.getrandbits(24) for _ in range(200))]
    for turn in [turn for turn in tried if turn not in legal]:
        with pytest.raises(GameError, match="not legal"):
            match.commit(turn)
        assert (store.files, told(match)) == (before, state)


def test_a_record_of_a_larger_board_is_not_taken_for_a_saved_game(tmp_path):
    _, match = played("danish,n=17", 3, 10)
    lines = "\n".join(record_lines(match.game)) + "\n"
    assert read_records(lines)
    (tmp_path / "large.txt").write_text(lines, encoding="utf-8")
    desk = Desk(Table(seed=1), folder=tmp_path)
    with pytest.raises(DeskError, match="17 holes a row, the board has 16"):
        desk.do("saved large.txt")
    assert desk.table.store.files == {}


def journal_of(payloads: list) -> dict:
    """A file of these payloads with right checksums, whatever they are."""
    lines = []
    for number, payload in enumerate(payloads):
        body = payload.encode("latin-1")
        lines.append(b"%s*%08x\n" % (body, crc32(b"%d %s" % (number, body))))
    return {"game": b"".join(lines)}


@pytest.mark.parametrize("rules", [name for name, _ in RULESETS])
def test_a_game_saved_is_taken_up_whole_however_it_is_written(rules):
    for seed in range(3):
        for compact in (False, True):
            store, match = played(rules, seed + 1, 1000, compact)
            again = match_on(MemoryStore(dict(store.files)), 99)
            assert (again.problem, told(again)) == (None, told(match))


def made_up(payloads: list, draw: random.Random) -> list:
    """The same records but for one to three changes that checksums know nothing of."""
    payloads = list(payloads)
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        place = draw.randrange(len(payloads))
        kind, _, text = payloads[place].partition(" ")
        how = draw.randrange(9)
        if how == 0:
            del payloads[place]
        elif how == 1:
            payloads.insert(place, draw.choice(payloads))
        elif how == 2:
            other = draw.randrange(len(payloads))
            payloads[place], payloads[other] = payloads[other], payloads[place]
        elif how == 3:
            payloads[place] = f"{kind} {draw.getrandbits(draw.choice((8, 24, 30, 100))):x}"
        elif how == 4:
            payloads[place] = draw.choice("GTMCPUX") + draw.choice((" ", "")) + text
        elif how == 5:
            payloads[place] = draw.choice(
                ("", "M -1", "M 0x12", "M 1_0", "M  12", "C ", "C 1 2", "T 31", "P", "U", "G")
            )
        elif how == 6:
            letters = list(payloads[place])
            letters[draw.randrange(len(letters))] = chr(draw.choice((0, 9, 10, 200, draw.randrange(32, 127))))
            payloads[place] = "".join(letters)
        elif how == 7:
            payloads[place] = f"G danish,n={draw.randrange(10, 19)}"
        else:
            words = text.split(" ")
            words[draw.randrange(len(words))] = f"{draw.getrandbits(29):x}"
            payloads[place] = kind + " " + " ".join(words)
        payloads = payloads or ["U"]
    return payloads


def test_made_up_journals_with_right_checksums_are_said_and_what_can_be_replayed_is_kept():
    draw = random.Random(8)
    games = []
    for name, _ in RULESETS:
        for seed in range(2):
            store, _ = played(name, seed + 1, 25 + 50 * seed, compact=seed == 1)
            games.append(Journal(MemoryStore(store.files)).open())
    said = kept = 0
    for number in range(2500):
        payloads = draw.choice(games)
        changed = made_up(payloads, draw)
        store = MemoryStore(journal_of(changed))
        match = match_on(store, number, n_max=16)
        bad = match.problem.args[0] if match.problem and match.problem.code == "record_bad" else 1
        if bad > 1:
            # All before the impossible record is there, and of a record of many turns those before the impossible one.
            good = match_on(MemoryStore(journal_of(changed[: bad - 1])), n_max=16)
            assert good.problem is None
            if changed[bad - 1][0] == "C":
                assert good.game.plies == match.game.plies[: len(good.game.plies)]
            else:
                assert told(good) == told(match)
            kept += 1
        said += bool(match.problem)
        # What has been taken up is in the store, and can be played on to the end.
        again = match_on(MemoryStore(dict(store.files)), number)
        assert (again.problem, told(again)) == (None, told(match))
        for _ in range(3):
            if match.game.phase in (OPENING, OVER):
                break
            match.commit(match.game.legal.turns[0]) if match.game.phase == PLAY else match.throw()
    assert said > 1500 and kept > 1000, (said, kept)
