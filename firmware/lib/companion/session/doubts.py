"""What lasts is doubted: readings that the players may take for others, once the board has asked in vain.

A piece that reads as the other side's is doubted at once: its magnet may be turned over. A hole that stays wrong after
two presses is doubted, too: its sensor, its wire, or the piece's magnet. The holes that alone explain the board come
one after the other, a press each; then what is to be set right is told again, or of missing pieces the board asks
whether they are lost, or, of a new game's, offers it without them again. Imported only when something is doubted.

    >>> doubt(session, holes, 0)        # what companion.session.announce would say, (hole, has, want) each
    ('doubt_nothing', [(4, 46, 65)], ())
"""

from companion.console import events
from companion.console.phases import FAR, PLAY
from companion.game.holes import UNKNOWN_MAX
from companion.game.referee import WANTED
from companion.sensing.findings import name_channel
from companion.sensing.wiring import CHANNELS
from companion.tracking.readings import EMPTY, READINGS, UNKNOWN, is_other
from companion.tracking.suspects import arrived, reversed_pieces, suspects
from daldos.position import Position, PositionError
from daldos.state import PLAYERS, rows_text

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Sequence

    from companion.shapes import Args, Off, Session
    from daldos.rules import Rules


def doubt(session: "Session", holes: "list[Off]", lasts: int) -> "tuple[str, list[Off], Args] | None":
    """What is doubted, as a guide's code, holes and arguments, for a long press to accept; None if nothing is.

    lasts: how often the same has been announced since it lasts, from 0; below, only the other side's are doubted.
    """
    announcement = session.announcement
    found = _reversed(session, holes)
    announcement.reversed = len(found) > 0
    if found:
        _, has, want = found[0]
        sides = [PLAYERS[code in READINGS[1]] for code in (has, want)]
        announcement.accept = [(hole, has, any_height(session, want)) for hole, has, want in found]
        return "reads_other", found, (sides[0], sides[1])
    found = _suspected(session, holes) if lasts >= 0 else []
    starting = _starting(session)
    lost = _lost(session, holes, found) if lasts >= 0 and not starting else []
    if lost and not without(session, lost):  # no game goes on without its king, or a side's last piece
        lost = []
    if not found and not lost:
        return None
    announcement.choice = lasts % (len(found) + 1)
    if announcement.choice == len(found):
        if starting:
            session.referee.ask_start(WANTED)  # again, if it was declined
        if not lost:  # what is to be set right is told again
            return None
        announcement.lost, announcement.agreeing = lost, 0
        return "lost_piece", lost, (PLAYERS[0],)
    hole, has, want = found[announcement.choice]
    _report(session, hole)
    announcement.accept = [(hole, has, UNKNOWN)]
    row = (hole, has, want)
    if has != EMPTY:
        return "doubt_piece", [row], ()
    return "doubt_nothing" if starting or without(session, [row]) else "stand_in", [row], ()


def _playing(session: "Session") -> bool:
    r = session.referee
    return r.phase == PLAY and not r.restoring and not _starting(session) and not session.holes.strays


def _starting(session: "Session") -> bool:
    game = session.match.game
    return session.mode != FAR and (session.referee.starting > 0 or not game.plies and game.phase != PLAY)


def _reversed(session: "Session", holes: "list[Off]") -> "list[Off]":
    # The pieces that read as the other side's, if that is all that is wrong.
    occupancy, places = session.holes.occupancy, session.holes.places
    if _playing(session):
        tracker = session.referee.tracker
        found = [places[hole] for hole in reversed_pieces(tracker)]
        return [(hole, occupancy[hole], tracker.seen.side) for hole in found] if len(found) == 1 else []
    if [1 for _, has, want in holes if not is_other(has, want)]:
        return []
    sides = [want in READINGS[1] for _, _, want in holes]
    return holes if len(set(sides)) == 1 else []


def _suspected(session: "Session", holes: "list[Off]") -> "list[Off]":
    occupancy, places = session.holes.occupancy, session.holes.places
    if _playing(session):
        seen = session.referee.tracker.seen
        found = []
        for hole in suspects(session.referee.tracker):
            want = seen.before[hole]
            if seen.now[hole] == want:  # a turn would change it
                want = seen.side if want == EMPTY else EMPTY
            found.append((places[hole], occupancy[places[hole]], want))
        # A sensor that has just shown a piece come works, rather than another.
        new = [places[hole] for hole in arrived(seen)]
        come = [row for row in found if row[0] in new]
        return [row for row in found if row not in come] + come or _unread(session, holes)
    return holes


def _lost(session: "Session", holes: "list[Off]", found: "list[Off]") -> "list[Off]":
    # The pieces that may be lost for good, if they are all that a game under way lacks; in a turn, the one suspect too,
    # and where no piece has come, the suspects that have gone.
    if not _playing(session):
        return [] if [1 for _, has, _ in found if has != EMPTY] else found
    gone = _gone(session, holes)
    if gone and len(gone) == len(holes):
        return gone
    return _gone(session, found) if len(found) == 1 or not arrived(session.referee.tracker.seen) else []


def _gone(session: "Session", holes: "list[Off]", other: bool = False) -> "list[Off]":
    # Those of a turn's holes in which a piece stood before, and none is read, or with `other` the other side's.
    before, places = session.referee.tracker.seen.before, session.holes.places
    stood = [row for row in holes if before[places.find(bytes([row[0]]))] != EMPTY]
    return [(hole, has, want) for hole, has, want in stood if has == EMPTY or other and is_other(has, want)]


def _unread(session: "Session", holes: "list[Off]") -> "list[Off]":
    # These holes of a turn, or all that differ, if in each a piece stood before that is gone, or reads as the other's.
    for found in holes, session.referee.misplaced():
        if len(_gone(session, found, True)) == len(found) <= UNKNOWN_MAX:
            return found
    return []


def without(session: "Session", lost: "Sequence[Off]") -> str:
    """The notation of the game's position without these pieces, a throw still to come; '' if it is not possible."""
    game = session.match.game
    left = bytearray(game.position.cells)
    for place, _, _ in lost:
        left[session.holes.places.find(bytes([place]))] = 0
    return possible("%s %s -" % (rows_text(game.rules, left), PLAYERS[game.side]), game.rules)


def possible(text: str, rules: "Rules") -> str:
    """This position in its notation; '' if it is not possible under the rules."""
    try:
        return Position.parse(text, rules).text()
    except PositionError:
        return ""


def any_height(session: "Session", want: int) -> int:
    """A reading of this side's piece, of no known height where heights are sensed."""
    return b"xy"[want in READINGS[1]] if session.holes.readings else b"AB"[want in READINGS[1]]


def _report(session: "Session", hole: int) -> None:
    if hole not in session.announcement.reported:
        session.announcement.reported += (hole,)
        name = session.holes.board.name(hole)
        slot = session.sensing.slots[hole]
        place = name_channel(slot // CHANNELS, slot % CHANNELS)
        session.emit(events.fault("hole_doubted", "%s: %s" % (name, place), (name,), (place,)))
