"""Positions set up by hand: a new game from pieces close to a start, or from a position with sensed heights.

Pieces are close to a start if all are at home, at least one per side. A long press begins with them, under rules of
their size. A board that senses heights accepts any other position too: the lights ask whose throw it is, and whose a
king is; a press changes the player, and a long press begins. Imported only when asked for.

    >>> offer(session), begin(session, now_ms)      # in the situation `start`
    >>> ask(session)                        # a long press in `setup`
    >>> take(session, now_ms)               # and in `whose`
"""

from companion.console.phases import FAR, OVER
from companion.game.holes import EXCHANGED, SHIFTED, TURNED
from companion.game.referee import LED, WANTED
from companion.session.announce import guide, rules_of_size
from companion.session.doubts import possible
from companion.tracking.readings import EMPTY
from daldos.position import Position, PositionError
from daldos.rules import Rules
from daldos.state import PLAYERS

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import GameHoles, Session

_TOLD = b".aAbB"


def offer(session: "Session") -> int:
    """How a new game is offered, a choice of `offer`; 0: a press begins it."""
    referee = session.referee
    if referee.manner:
        return 3 if referee.manner & SHIFTED else 1
    if session.holes.missing(referee.starting):
        return 1
    if referee.starting != referee.match.game.rules.n:
        return 3
    return 0 if referee.phase == OVER else 1


def begin(session: "Session", now: int) -> None:
    """Begin a new game with the pieces on the board; the players throw for the start. Sides exchanged are played so,
    pieces turned over are taken as they should be; to a smaller game set up away from the stern the lights lead."""
    holes, text, start = session.holes, rules_of_size(session), ""
    size, manner = session.referee.starting, session.referee.manner
    if manner & EXCHANGED:
        session.settings.set("exchanged", not session.settings.get("exchanged"))
        session.sensing.exchange(session.settings.get("exchanged"))
        holes.see(now, session.sensing.occupancy)
    if manner & TURNED:
        from companion.session.doubts import any_height  # seldom needed

        holes.take([(hole, has, any_height(session, want)) for hole, has, want in holes.missing(size, True)])
        if holes.missing(size):  # they are offered without the pieces that are missing, too
            session.referee.look()
            session.announcement.outdate()
            return
    if not manner & SHIFTED and holes.missing(size):
        rules = Rules(text)
        start = _start_text(holes, size, rules.board.length[1]) + " A -"
        try:
            Position.parse(start, rules)
        except PositionError:
            guide(session, "no_position")
            return
    another = text != session.settings.get("rules")
    if another:
        session.settings.set("rules", text)
    session.new(now, start, True)
    if manner & SHIFTED:
        session.referee.ask_start(LED)
        session.show(now)
    if another:
        guide(session, "rules_now", (), (text,))


def _start_text(holes: "GameHoles", size: int, middle: int) -> str:
    # That start with the pieces actually there, in position notation; an unknown hole counts as filled.
    texts = ["".join(["." if code == EMPTY else "ab"[k] for code in row[:size]]) for k, row in enumerate(holes.home())]
    row = "." * middle
    if holes.king():
        row = row[: size // 2] + "k" + row[size // 2 + 1 :]
    return "%s/%s/%s" % (texts[0], row, texts[1])


def ask(session: "Session") -> None:
    """Offer a new game, or ask whose throw it is in this position, or explain why no game can go on from it."""
    holes = session.holes
    if session.mode == FAR or not session.referee.ask_start(WANTED) and (holes.strays or not holes.readings):
        session.say()
    elif session.referee.starting:
        session.announcement.due = True
    else:
        untold = [hole for hole in range(len(holes.places)) if holes.readings[hole] not in _TOLD]
        if untold:
            marked = [(holes.places[hole], holes.readings[hole], holes.readings[hole]) for hole in untold]
            guide(session, "position_untold", marked)
        elif position(session, session.match.game.side):
            _say_whose(session, session.match.game.side)
        else:
            guide(session, "no_king" if session.match.game.rules.king and _king(session) < 0 else "no_position")


def say_next(session: "Session", whose: int) -> None:
    """Ask about the next after this `whose`: the other player, or another whose the king can be."""
    whose = whose % 6 + 2 if whose > 1 else 1 - whose
    while not position(session, whose):
        whose = whose % 6 + 2
    _say_whose(session, whose)


def _say_whose(session: "Session", whose: int) -> None:
    session.whose, holes = whose, session.holes
    if whose > 1:
        king = _king(session)
        row = holes.places[king], holes.readings[king], holes.readings[king]
        guide(session, "whose_king", [row], (("A", "B", "nobody")[(whose >> 1) - 1],))
    else:
        guide(session, "whose", (), (PLAYERS[whose],))


def take(session: "Session", now: int) -> None:
    """Begin a game at the position on the board; of a king ask first whose he is."""
    whose = session.whose
    if whose < 2 and session.match.game.rules.king:
        say_next(session, whose + 4)  # nobody's first
    else:
        session.new(now, position(session, whose))


def position(session: "Session", whose: int) -> str:
    """The notation of the position on the board, with this `whose`; '' if it is not possible under the rules."""
    holes, rules = session.holes, session.match.game.rules
    board = rules.board
    letters = bytes(holes.readings).decode()
    king = _king(session)
    if rules.king and king >= 0:
        letters = letters[:king] + "CCDk"[whose >> 1] + letters[king + 1 :]
    rows = [letters[first : first + count] for first, count in zip(board.start, board.length)]  # noqa: B905
    return possible("%s %s -" % ("/".join(rows), PLAYERS[whose & 1]), rules)


def _king(session: "Session") -> int:
    # The game's hole in which a king stands, -1 if he is not told. He is as high as an undalled piece of A; those stand
    # in row A only, and a lone one there is he, if he stands nowhere else.
    readings = bytes(session.holes.readings)
    king = readings.find(b"a", session.match.game.rules.n)
    return readings.find(b"a") if king < 0 and readings.count(b"a") == 1 else king
