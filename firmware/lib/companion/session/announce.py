"""Session -> words: what is told of the board as it stands, and why, as events. No decision of the game is made here.

>>> say(session)        # a `guide` event, if there is anything to mend
True
"""

from companion.console import events
from companion.console.phases import SETUP
from companion.session import situation as s
from companion.tracking.tracker import CODES
from daldos.notation import turn_text


def say(session) -> bool:
    """Judge aloud what stands on the board; False if there is nothing to mend."""
    words = s.WORDS[s.situation(session)]
    tracker = session.referee.tracker
    places = session.standing.places
    if words == s.MEND:
        return guide(session, _why(session), session.referee.misplaced())
    if words == s.MEND_TURN:
        holes = [(places[hole], has, want) for hole, has, want in tracker.holes]
        return guide(session, CODES[tracker.reason], holes)
    if words == s.OTHER_DIE:
        die, holes = tracker.other
        return guide(session, "other_die", _as_they_are(session, [places[hole] for hole in holes]), (), (die,))
    if words == s.CHOOSE:
        return guide(session, "alike", (), (len(tracker.candidates),))
    if words == s.MAYBE:
        return guide(session, "unseen")
    if words == s.THINKS:
        guide(session, "thinking", session.referee.misplaced())
        return False  # the dice roll on
    if words in (s.TO_CARRY, s.LEAD_BACK):
        referee = session.referee
        text = turn_text(referee.match.game.at, referee.chosen)
        code = "carry" if words == s.TO_CARRY else "astray"
        session.rolled = None  # whoever has been told need not wait for the dice
        return guide(session, code, referee.way(referee.chosen), (text,), (), text)
    if words == s.BLINDNESS:
        unknown = session.standing.unknown()
        session.blind_told = True
        session.emit(events.fault("blind", " ".join(unknown), unknown))
    return False


def say_seeing(session) -> None:
    """That enough holes are known again to play on."""
    unknown = session.standing.unknown()
    session.blind_told = False
    session.emit(events.fault("blind", " ".join(unknown), unknown, mended=True))


def guide(session, code: str, holes=(), args: tuple = (), dice: tuple = (), turn=None) -> bool:
    """A `guide` event: a code of reasons.GUIDES, (hole, has, want) of the wooden board, dice, turn. Always True."""
    name = session.standing.board.name
    told = [events.stands(name(hole), chr(has), chr(want)) for hole, has, want in holes]
    session.emit(events.guide(code, told, args, dice, turn))
    return True


def say_asked(session) -> None:
    """Which of the turns that look alike is asked for."""
    referee = session.referee
    candidates = referee.tracker.candidates
    text = turn_text(referee.match.game.at, candidates[referee.asking])
    holes = _as_they_are(session, referee.asked())
    if len(candidates) == 1:
        guide(session, "is_it", holes, (text,), (), text)
    else:
        guide(session, "choose", holes, (len(candidates), text), (), text)


def say_movable(session) -> None:
    """A press before anything is played: what can be."""
    guide(session, "not_played", _as_they_are(session, session.referee.movable()))


def say_over(session) -> None:
    """What there is to do at the end of a game."""
    guide(session, "game_over", session.standing.differs(session.referee.start()))


def _as_they_are(session, holes: list) -> list:
    occupancy = session.standing.occupancy
    return [(hole, occupancy[hole], occupancy[hole]) for hole in holes]


def _why(session) -> str:
    # Of what should not stand where it does before a turn.
    referee = session.referee
    if session.standing.strays:
        return "outside"
    if referee.restoring:
        return "taken_back"
    if referee.phase == SETUP:
        return "set_up_saved" if referee.match.game.plies else "set_up_new"
    return "before_throw"
