"""Checked, written, then played: nothing impossible reaches the journal, and nothing impossible in it does harm.

A power cut at every byte of every write: the game goes on from the last finished record, dice included.
"""

import random
from binascii import crc32

import pytest

import config
from companion.game.dice import Dice
from companion.game.match import Match
from companion.outbox import record_of
from companion.sensing.baseline import dump_baseline
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from companion.storage.settings import Settings
from cuts import Files, Flash, under_every_cut
from daldos.game import OPENING, OVER, PLAY, GameError
from daldos.packing import LOST_TURN, TURN_MAX, ply_throw, ply_turn
from daldos.position import Turn
from daldos.prng import Xorshift32
from daldos.record import read_records
from daldos.rules import RULESETS
from lab.campaigns.fuzz import mutated
from lab.campaigns.rot import StartedBoard
from lab.flash_files import RingFlash, ring_store

RULES = "norwegian"


def match_on(store, seed: int = 1, rules: str = "danish", n_max: int = 17) -> Match:
    match = Match(
        Journal(store),
        Dice(Xorshift32(seed).next, Xorshift32(seed + 1000).next),
        Settings(MemoryStore(), n_max).fitting,
    )
    match.problem = match.load(rules)
    return match


def throws_of(match: Match) -> list:
    """All throws in their order: played, to be played, still to come."""
    game = match.game
    played = [game.rules.throws[ply_throw(ply)] for ply in game.plies]
    open_throw = [game.position.throw] if game.phase == PLAY else []
    return played + open_throw + match.pending


def told(match: Match) -> tuple:
    """All that a player knows of a game: opening throws, turns, position, the throw thrown, throws still to come, and
    which of them were entered."""
    game, played = match.game, (tuple(match.game.opening), tuple(match.game.plies))
    return (*played, game.id, game.position_text(), tuple(match.pending), throws_of(match), match.by_hand)


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


@pytest.mark.parametrize("ahead", [False, True])
def test_a_game_too_long_goes_on_without_its_history(monkeypatch, ahead):
    """On a store that grows, and in a flash's ring, where nobody waits in between, or always."""
    flash = RingFlash()
    store = ring_store(MemoryStore(), flash) if ahead else MemoryStore()
    if not ahead:
        monkeypatch.setattr("companion.storage.journal.FILE_MAX", 900)
    said: list = []
    match = Match(Journal(store, said.append), Dice(Xorshift32(5).next))
    match.load("danish,n=17")
    draw, most = Xorshift32(2), 0
    for number in range(30000 if ahead else 500):
        if match.game.phase == OVER:
            match.undo()
            continue
        if match.game.phase == PLAY:
            turns = match.game.legal.turns
            few = [turn for turn in turns if not Turn(match.game.position, turn, False).captures] or turns
            match.commit(few[draw.below(len(few))])
        else:
            match.throw()
        most = max(most, len(match.game.plies))
        while ahead and number % 7 == 0 and match.untidy():
            match.tidy()
        if not ahead or said and number % 50 == 0:
            again = Match(Journal(store), Dice(Xorshift32(9).next))
            assert again.load("danish") is None
            assert (again.game.position_text(), again.by_hand) == (match.game.position_text(), match.by_hand)
        if len(said) == 2:
            break
    assert [str(problem) for problem in said[:2]] == ["the game is too long to save with all its turns"] * 2
    assert (len(match.game.plies) or 1) < most and (not ahead or most > 2000)
    while match.game.plies:
        match.undo()
    with pytest.raises(GameError):
        match.undo()


def test_an_illegal_turn_leaves_the_journal_as_it_was():
    store, match = played("danish", 3, 30)
    while match.game.phase != PLAY:
        match.throw()
    legal = set(match.game.legal.turns)
    before, state = dict(store.files), told(match)
    draw = random.Random(1)
    tried = [0, -1, LOST_TURN, TURN_MAX, TURN_MAX + 1, 1 << 40, *(draw.getrandbits(24) for _ in range(200))]
    for turn in [turn for turn in tried if turn not in legal]:
        with pytest.raises(GameError, match="not legal"):
            match.commit(turn)
        assert (store.files, told(match)) == (before, state)


def journal_of(payloads: list) -> dict:
    """A file of these payloads with right checksums, whatever they are."""
    lines = []
    for number, payload in enumerate(payloads):
        body = payload.encode("latin-1")
        lines.append(b"%s*%08x\n" % (body, crc32(b"%d %s" % (number, body))))
    return {"game": b"".join(lines)}


def test_what_is_told_of_a_game_that_goes_on_meanwhile_is_its_record():
    """Its last turn wins while the lines are on their way, is taken back, and wins again."""
    _, match = played(RULES, 3, 1000)
    won = match.game.plies[-1]
    match.undo()
    lines: list = []
    for number, event in enumerate(record_of(match)):
        lines.append(event[2])
        if number in (10, 40):
            match.commit(ply_turn(won))
        if number == 30:
            match.undo()
    starts = [place for place, line in enumerate(lines) if line == "Rules: " + RULES]
    ((_, game),) = read_records("\n".join(lines[starts[-1] : -1]) + "\n")
    assert len(starts) == 4 and game.plies == match.game.plies and game.winner


@pytest.mark.parametrize("rules", [name for name, _ in RULESETS])
def test_a_game_saved_is_taken_up_whole_however_it_is_written(rules):
    for seed in range(3):
        for compact in (False, True):
            store, match = played(rules, seed + 1, 1000, compact)
            again = match_on(MemoryStore(dict(store.files)), 99)
            assert (again.problem, told(again)) == (None, told(match))


ODD = ("", "M -1", "M 0x12", "M 1_0", "M  12", "C ", "C 1 2", "T 31", "P", "U", "G", "M a\n", "G danish,n=17", "C \xc8")


def made_up(payloads: list, draw: random.Random) -> list:
    """The same records but for one to three changes that checksums know nothing of."""
    payloads = list(payloads)
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        place, other, how = draw.randrange(len(payloads)), draw.randrange(len(payloads)), draw.randrange(6)
        kind, _, text = payloads[place].partition(" ")
        if how == 0:
            del payloads[place]
        elif how == 1:
            payloads.insert(place, payloads[other])
        elif how == 2:
            payloads[place], payloads[other] = payloads[other], payloads[place]
        elif how == 3:
            payloads[place] = f"{draw.choice((kind, *'GTMCPUX'))} {draw.getrandbits(draw.choice((8, 24, 29, 100))):x}"
        elif how == 4:
            payloads[place] = draw.choice((*ODD, f"{draw.choice('GTMCPU')} {text}"))
        else:
            changed = mutated(draw, payloads[place], payloads)
            payloads[place] = "".join(letter for letter in changed if letter < "\u0100")
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


# --- a power cut at any byte of any write, and throws that no undo and no new game change -----------------------------


class Ahead(Files):
    """Erased ahead, so that the file is written again when it has grown."""

    def wants(self, name: str, size: int) -> int:
        return 0

    def ahead(self) -> None:
        raise AssertionError("nothing is to be erased")


def game(seed: int):
    """A whole game, with turns taken back, before and after the next throw; and now and then the players throw their
    own dice, and now and then enter what they did not throw.
    """

    def play(store, _):
        match, choices = match_on(store, seed, RULES), Xorshift32(seed + 1)
        yield
        while match.game.phase != OVER:
            if match.untidy():
                match.tidy()
            elif match.entered() and choices.below(6) == 0:
                match.take_entry_back()
            elif match.game.plies and choices.below(8) == 0:
                match.undo()
            elif match.game.phase == PLAY:
                turns = match.game.legal.turns
                match.commit(turns[choices.below(len(turns))])
            else:
                match.throw((1, 1 + choices.below(4)) if choices.below(2) else None)
            yield

    return play


def test_every_cut_of_every_write_of_a_whole_game_resumes_at_the_last_finished_record(monkeypatch):
    monkeypatch.setattr("companion.storage.journal.LONG", 200)
    store = Ahead()
    assert under_every_cut(store, None, game(58), lambda files, _: told(match_on(files, 99, RULES))) > 3000
    assert [what for what, *_ in store.steps].count("replace") > 10


def evening(_, flash):
    """All that is kept, changed as the button does it: rules and settings of the rooms, a hole given up, a baseline, a
    game with a piece lost, a turn taken back and played again."""
    board = StartedBoard(flash)
    session, settings, service = board.app.session, board.app.settings, board.app.service
    match, start = session.match, "aaaaaaaaaaaa/............./bbbbbbbbbbb. A -"
    deeds = [(settings.set, "rules", "norwegian"), (match.new, "norwegian", start, True), (service.give_up, "B16")]
    deeds += [(match.throw, throw) for throw in ((3, 4), (1, 2), (1, 2))]
    deeds += [(lambda: match.commit(match.game.legal.turns[0], True),), (match.undo,), (settings.set, "level", 5)]
    deeds += [(lambda: match.commit(match.game.legal.turns[0], True),), (service.give_up, "B16"), (match.tidy,)]
    for baseline in (2040, 2056):
        deeds.append((board.store.replace, "baseline", dump_baseline([baseline] * (3 * config.N + 1), 2048, config)))
    for do, *given in (*deeds, (settings.set, "mode", "wooden"), (match.new, "danish"), *deeds[:9]):
        do(*given)
        yield


def test_what_the_rooms_keep_is_as_before_or_after_each_cut():
    flash = Flash()
    StartedBoard(flash).app.session.match.new("danish")
    assert under_every_cut(Files(), flash, evening, lambda _, flash: StartedBoard(flash).kept()) > 60


def test_a_throw_entered_can_be_taken_back_and_a_new_game_keeps_none():
    match = match_on(MemoryStore(), 7, RULES)
    for throw in ((1, 4), (1, 1)):
        match.throw(throw)
    assert (match.take_entry_back(), match.game.opening, match.game.phase) == ((1, 1), [(1, 4)], OPENING)
    match.throw((1, 2))
    drawn = match.throw()[1]
    assert not match.entered()  # the board's own dice stay
    match.commit(match.game.legal.turns[0])
    match.throw((1, 3))
    match.undo()  # of the turn: what was entered after it is gone, what was drawn before it stays
    assert (match.pending, match.game.phase, match.entered()) == ([], PLAY, False)
    match.new(RULES)
    assert match.pending == [drawn]


def test_undo_resume_and_new_game_never_change_a_throw_drawn():
    for seed in range(1, 30):
        store = MemoryStore()
        match = match_on(store, seed, RULES)
        choices = Xorshift32(seed)
        while match.game.phase == OPENING:
            match.throw()
        for step in range(60):
            before = throws_of(match)
            opening = list(match.game.opening)
            deed = choices.below(8)
            if deed == 0 and match.game.plies:
                match.undo()
                assert throws_of(match) == before
            elif deed == 1:
                match = match_on(store, 5000 + step, RULES)
                assert throws_of(match) == before
                assert match.game.opening == opening
            elif deed == 2 and step % 10 == 0:
                unplayed = before[len(match.game.plies) :]
                if not match.game.plies:
                    unplayed = opening + unplayed
                match.new(RULES)
                assert match.pending == unplayed
                while match.game.phase == OPENING:
                    expected = match.pending[:1]
                    assert match.throw()[1] in (expected or [match.game.opening[-1]])
            else:
                if match.game.phase == PLAY:
                    match.commit(match.game.legal.turns[0])
                elif match.game.phase != OVER:
                    match.throw()
                assert throws_of(match)[: len(before)] == before
