"""A power cut at every byte of every write: the game goes on from the last finished record, dice included."""

import pytest

from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from daldos.game import OPENING, OVER, PLAY
from daldos.packing import ply_dice
from daldos.prng import Xorshift32
from lab.campaigns.stores import PowerCut
from test_journal import CuttingStore

RULES = "norwegian"


def match_on(store, seed: int) -> Match:
    match = Match(Journal(store), Dice(Xorshift32(seed).next))
    match.load(RULES)
    return match


def told(match: Match) -> tuple:
    """All that a player knows of a game: opening throws, turns, position, the throw thrown, throws still to come, and
    which of them were entered."""
    game, played = match.game, (tuple(match.game.opening), tuple(match.game.plies))
    return (*played, game.position_text(), tuple(match.pending), throws_of(match), match.by_hand)


def play_on(match: Match, choices: Xorshift32, wooden: bool = False) -> None:
    """One thing more: a throw, a turn, and now and then turns taken back, before and after the next throw.

    wooden: now and then the players throw their own dice, and now and then enter what they did not throw.
    """
    game = match.game
    if wooden and match.entered() and choices.below(6) == 0:
        match.take_entry_back()
    elif game.plies and choices.below(12) == 0:
        match.undo()
    elif game.phase == PLAY:
        turns = game.legal.turns
        match.commit(turns[choices.below(len(turns))])
        if choices.below(8) == 0:
            match.undo()
    else:
        match.throw((1, 1 + choices.below(4)) if wooden and choices.below(2) else None)


class WatchedStore(MemoryStore):
    """Keeps each write: the files before it, how it was done, and what it was to add or to put in place.

    It erases ahead, so that the file is written again when it has grown.
    """

    def __init__(self):
        super().__init__()
        self.writes = []

    def append(self, name: str, data: bytes, was: tuple = None) -> bool:
        self.writes.append((dict(self.files), "append", name, data))
        return super().append(name, data, was)

    def replace(self, name: str, data: bytes, was: tuple = None) -> bool:
        self.writes.append((dict(self.files), "replace", name, data))
        return super().replace(name, data, was)

    def wants(self, name: str, size: int) -> int:
        return 0

    def ahead(self) -> None:
        raise AssertionError("nothing is to be erased")


def test_every_cut_of_every_write_of_a_whole_game_resumes_at_the_last_finished_record(monkeypatch):
    monkeypatch.setattr("companion.storage.journal.LONG", 200)
    store = WatchedStore()
    match = match_on(store, 60)
    choices = Xorshift32(61)
    states = [told(match)]  # by the number of finished writes
    while match.game.phase != OVER:
        written = len(store.writes)
        if match.untidy():
            match.tidy()
        else:
            play_on(match, choices, wooden=True)
        # a turn may be followed by an undo: what stands in between is read back below
        states += [None] * (len(store.writes) - written - 1) + [told(match)]
    assert len(store.writes) > 200
    assert [how for _, how, _, _ in store.writes].count("replace") > 10
    cuts = 0
    for number, (files, how, name, data) in enumerate(store.writes[1:]):
        done = told(match_on(MemoryStore(dict(files)), 99))
        assert states[number] in (None, done), f"before write {number}"
        for cut in range(len(data)) if how == "append" else (0,):
            torn = {**files, name: files[name] + data[:cut]} if how == "append" else dict(files)
            assert told(match_on(MemoryStore(torn), 99)) == done, f"write {number} cut at byte {cut}"
            cuts += 1
        finished = {**files, name: files[name] + data if how == "append" else data}
        assert states[number + 1] in (None, told(match_on(MemoryStore(finished), 99))), f"after write {number}"
    assert cuts > 3000


@pytest.mark.parametrize("seed", [3, 60])
def test_cut_while_playing_then_played_on_to_the_end(seed):
    # The power goes at a step of some write, comes back, and goes again: what was shown before each cut still stands.
    files = {}
    cuts = Xorshift32(seed)
    choices = Xorshift32(seed + 1)
    shown = None
    for boot in range(100000):
        store = CuttingStore(files, cut_after=cuts.below(100))
        try:
            match = match_on(store, 1000 + boot)
            if shown is not None:
                assert _goes_on(shown, told(match)), boot
            while match.game.phase != OVER:
                shown = told(match)
                play_on(match, choices)
            break
        except PowerCut:
            continue
    assert match.game.phase == OVER
    assert boot > 20


def _goes_on(shown: tuple, now: tuple) -> bool:
    # Nothing shown is lost or changed: the same, or what the step that was cut had written already.
    if now[4][: len(shown[4])] != shown[4] or now[0][: len(shown[0])] != shown[0]:
        return False
    fewer, more = sorted([shown[1], now[1]], key=len)
    return more[: len(fewer)] == fewer and len(more) - len(fewer) <= 1


def throws_of(match: Match) -> list:
    """All throws in their order: played, to be played, still to come."""
    game = match.game
    played = [ply_dice(ply) for ply in game.plies]
    open_throw = [(game.position.die1, game.position.die2)] if game.phase == PLAY else []
    return played + open_throw + match.pending


def test_a_throw_entered_can_be_taken_back_and_a_new_game_keeps_none():
    match = match_on(MemoryStore(), 7)
    for throw in ((1, 4), (1, 1)):
        match.throw(throw)
    assert (match.take_entry_back(), match.game.opening, match.game.phase) == ((1, 1), [(1, 4)], OPENING)
    match.throw((1, 2))
    drawn = match.throw()[1:]
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
        match = match_on(store, seed)
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
                match = match_on(store, 5000 + step)
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
                    assert match.throw()[1:] in (expected or [match.game.opening[-1]])
            else:
                play_or_throw(match, choices)
                assert throws_of(match)[: len(before)] == before


def play_or_throw(match: Match, choices: Xorshift32) -> None:
    if match.game.phase == PLAY:
        match.commit(match.game.legal.turns[0])
    elif match.game.phase != OVER:
        match.throw()


def test_throws_left_over_come_first_in_the_next_games():
    # Undone to the first turn, then a new game: its opening throws are the ones that were drawn for turns.
    match = match_on(MemoryStore(), 5)
    while match.game.phase == OPENING:
        match.throw()
    drawn = []
    for _ in range(6):
        drawn.append(match.throw()[1:])
        match.commit(match.game.legal.turns[0])
    for _ in range(6):
        match.undo()
    opening = list(match.game.opening)
    match.new(RULES)
    assert match.pending == opening + drawn
    assert [match.throw()[1:] for _ in opening] == opening
    assert match.throw()[1:] == drawn[0]
