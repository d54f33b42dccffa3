"""Session -> words: what is told of the board as it stands, and why, as events. No decision of the game is made here.

>>> say(session)        # a `guide` event, if there is anything to mend
True
"""

from companion.console.phases import DIAGNOSE, OVER, PLAY, ROLLER, SETUP
from companion.judging.tracker import AMBIGUOUS, MOVING, PARTIAL, REASONS, UNKNOWN, UNTOUCHED, WRONG
from daldos.packing import from_hole
from daldos.position import PLAYERS


def guide(session, holes: list, why: str) -> None:
    """A `guide` event: (hole of the wooden board, has, want) each, and the reason."""
    told = [("hole", session.board.name(hole), "has", chr(has), "want", chr(want)) for hole, has, want in holes]
    session.emit(("guide", "holes", told, "why", why))


def say_over(session) -> None:
    """Who has won."""
    session.emit(("over", "winner", PLAYERS[session.match.game.player]))


def say_blind(session) -> None:
    """That too much is unknown, and where."""
    unknown = [session.board.name(h) for h in range(len(session.occupancy)) if session.occupancy[h] == UNKNOWN]
    session.emit(("fault", "what", "too many holes unknown to play on", "where", " ".join(unknown)))


def say(session) -> bool:
    """Judge aloud what stands on the board; False if there is nothing to mend."""
    if session.mode in (ROLLER, DIAGNOSE) or session.menu >= 0 or session.offering or session.asking >= 0:
        return False
    if session.blind():
        say_blind(session)
        return False
    tracker = session.tracker
    if session.strays or session.phase != PLAY or session.restoring:
        holes = session.differs(session.expected())
        if not holes or session.phase == OVER:
            return False
        why = "this hole is outside of the game" if session.strays else _why_setup(session)
    elif tracker.verdict in (WRONG, MOVING, PARTIAL):
        holes = [(session.places[hole], has, want) for hole, has, want in tracker.holes]
        why = REASONS[tracker.reason]
    elif tracker.verdict == AMBIGUOUS or (tracker.verdict == UNTOUCHED and tracker.candidates):
        holes = []
        why = "%d turns look like this: press, and choose" % len(tracker.candidates)
    else:
        return False
    guide(session, holes, why)
    return True


def hint(session) -> None:
    """A press before anything is played: what can be."""
    guide(session, movable(session), "no die is played yet")


def _why_setup(session) -> str:
    if session.restoring:
        return "the turn is taken back"
    game = session.match.game
    if session.phase == SETUP:
        return "set up the saved game" if game.plies else "set up for a new game"
    return "nothing is to be moved before the throw"


def movable(session) -> list:
    """(hole, has, want) of each piece that a legal turn moves first; has and want are the same."""
    found = []
    for turn in session.tracker.legal.turns:
        place = session.places[from_hole(turn)]
        if (place, session.occupancy[place], session.occupancy[place]) not in found:
            found.append((place, session.occupancy[place], session.occupancy[place]))
    return found
