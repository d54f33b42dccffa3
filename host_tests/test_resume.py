"""A power cut at every byte of every write: the game goes on from the last finished record, dice included."""

import pytest

from companion.dice import Dice
from companion.journal import Journal
from companion.match import Match
from daldos.game import OPENING, OVER, PLAY
from daldos.prng import Xorshift32
from simulator.stores import CuttingStore, DictStore, PowerCut

RULES = "norwegian"


def match_on(store, seed: int) -> Match:
    match = Match(Journal(store), Dice(Xorshift32(seed).next))
    match.load(RULES)
    return match


def told(match: Match) -> tuple:
    """All that a player knows of a game: opening throws, turns, position, the throw thrown, throws still to come."""
    game = match.game
    return tuple(game.opening), tuple(game.plies), game.position_text(), tuple(match.pending)


def play_on(match: Match, choices: Xorshift32) -> None:
    """One thing more: a throw, a turn, and now and then a turn taken back."""
    game = match.game
    if game.phase == PLAY:
        turns = game.legal.turns
        match.commit(turns[choices.below(len(turns))])
        if choices.below(8) == 0:
            match.undo()
    else:
        match.throw()


class WatchedStore(DictStore):
    """Calls `before` ahead of each append: what has been written till then is what must come back."""

    def __init__(self):
        super().__init__()
        self.before = lambda: None

    def append(self, name: str, data: bytes):
        self.before()
        super().append(name, data)


def test_every_cut_of_a_whole_game_resumes_at_the_last_finished_record():
    store = WatchedStore()
    match = match_on(store, 60)
    states = [told(match)]  # no record: a new game
    store.before = lambda: states.append(told(match))
    choices = Xorshift32(61)
    while match.game.phase != OVER:
        play_on(match, choices)
    store.before()
    journal = store.files["game"]
    assert len(states) == journal.count(b"\n") + 1 > 100
    assert len(set(states)) > 100
    for cut in range(len(journal) + 1):
        resumed = match_on(DictStore({"game": journal[:cut]}), 99)
        assert told(resumed) == states[journal[:cut].count(b"\n")], f"cut at byte {cut}"


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
    opening, plies, _, pending = shown
    if now == shown:
        return True
    if now[0] != opening:
        return now[0][: len(opening)] == opening and now[1] == plies
    if len(now[1]) >= len(plies):
        return now[1][: len(plies)] == plies
    return False


def throws_of(match: Match) -> list:
    """All throws in their order: played, to be played, still to come."""
    game = match.game
    played = [((ply >> 24 & 3) + 1, (ply >> 26 & 3) + 1) for ply in game.plies]
    open_throw = [(game.at.die1, game.at.die2)] if game.phase == PLAY else []
    return played + open_throw + match.pending


def test_undo_resume_and_new_game_never_change_a_throw_drawn():
    for seed in range(1, 30):
        store = DictStore()
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
    match = match_on(DictStore(), 5)
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
