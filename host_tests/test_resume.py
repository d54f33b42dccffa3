"""A power cut at every byte of every write: the game goes on from the last finished record, dice included."""

import config
from companion.game.dice import Dice
from companion.game.match import Match
from companion.sensing.calibration import dump_baseline
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from cuts import Files, Flash, under_every_cut
from daldos.game import OPENING, OVER, PLAY
from daldos.packing import ply_dice
from daldos.prng import Xorshift32
from lab.campaigns.rot import StartedBoard

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
        match, choices = match_on(store, seed), Xorshift32(seed + 1)
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
    assert under_every_cut(store, None, game(58), lambda files, _: told(match_on(files, 99))) > 3000
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
