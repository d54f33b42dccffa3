"""Session -> scene: what the lights are to say of the state of play. No decision of the game is made here.

>>> show(session, now_ms)
>>> session.scene.kind == scene.READY
"""

from companion.console.phases import DIAGNOSE, OPENING, OVER, PLAY, ROLLER, SETUP, THROW, THROWS, WOODEN
from companion.judging.tracker import AMBIGUOUS, COMPLETE, EMPTY, PARTIAL, SIDES, UNTOUCHED
from companion.lights import scene as lights
from companion.play.saying import movable
from daldos.packing import LOST_TURN


def show(session, now: int) -> None:
    """Bring `session.scene` up to date."""
    session.shown = True
    game = session.match.game
    player, die1, die2 = game.player, game.at.die1, game.at.die2
    if session.menu >= 0:
        _set(session, now, lights.MENU, lights.NOBODY, 0, 0, 0, session.menu)
    elif session.notice is not None and session.mode != ROLLER:  # which needs no sensors
        _set(session, now, lights.FAULT, lights.NOBODY)
        for hole in session.notice:
            session.scene.point(hole, lights.LOOK)
    elif session.mode == DIAGNOSE:
        _set(session, now, lights.DIAGNOSE, lights.NOBODY)
        for hole in range(len(session.occupancy)):
            if session.occupancy[hole] != EMPTY:
                session.scene.point(hole, _want(session.occupancy[hole]))
    elif _rolls(session):
        _set(session, now, lights.ROLL, session.rolled[0], session.rolled[1], session.rolled[2])
    elif session.mode == ROLLER:
        kind = lights.DICE if session.roller[0] else lights.ROLLER
        _set(session, now, kind, lights.NOBODY, session.roller[0], session.roller[1])
    elif session.offering:
        _set(session, now, lights.OFFER, lights.NOBODY)
    elif session.blind():
        _set(session, now, lights.FAULT, lights.NOBODY)
    elif session.phase == SETUP:
        _point(session, now, lights.SETUP, session.differs(session.expected()))
    elif session.restoring:
        _point(session, now, lights.UNDO, session.differs(session.expected()))
    elif session.shown_wrong and session.strays or session.shown_wrong and session.phase in (OPENING, THROW):
        _point(session, now, lights.GUIDE, session.differs(session.expected()))
    elif session.phase == PLAY:
        _show_turn(session, now, player, die1, die2)
    elif session.phase == OVER:
        _set(session, now, lights.OVER, player)
    elif session.mode == WOODEN and not session.match.pending:
        if session.entry < len(THROWS):
            _set(session, now, lights.WOODEN, player, *THROWS[session.entry])
        else:
            _set(session, now, lights.UNDO, player)
    elif session.phase == OPENING:
        last = game.opening[-1] if game.opening else (0, 0)
        _set(session, now, lights.OPENING, player, last[0], last[1])
    else:
        _set(session, now, lights.THROW, player)


def _rolls(session) -> bool:
    # The dice may roll on: nothing has been done with them yet, and nothing is to be said.
    if not session.rolled or session.mode == ROLLER:
        return bool(session.rolled)
    if session.shown_wrong or session.shown_hint:
        return False
    verdict = session.tracker.verdict
    return session.phase != PLAY or verdict == UNTOUCHED or verdict == COMPLETE and session.tracker.turn == LOST_TURN


def _show_turn(session, now: int, player: int, die1: int, die2: int) -> None:
    tracker = session.tracker
    if session.asking >= 0:
        _set(session, now, lights.ASK, player, 0, 0, 0, session.asking)
        for hole in session.telling():
            session.scene.point(hole, lights.LOOK)
    elif tracker.verdict == COMPLETE and tracker.turn == LOST_TURN:
        _set(session, now, lights.LOST, player, die1, die2)
    elif tracker.verdict == COMPLETE or tracker.verdict == AMBIGUOUS:
        _set(session, now, lights.READY, player, die1, die2)
    elif tracker.verdict == PARTIAL:
        _set(session, now, lights.PARTIAL, player, die1, die2, _used(session))
    elif session.shown_wrong and tracker.holes:
        _point(session, now, lights.GUIDE, [(session.places[hole], has, want) for hole, has, want in tracker.holes])
    elif session.shown_hint:
        _point(session, now, lights.GUIDE, [])
        for hole, _, _ in movable(session):
            session.scene.point(hole, lights.LOOK)
    else:
        _set(session, now, lights.DICE, player, die1, die2)


def _used(session) -> int:
    # Which die has been played: bit 0 the lower, bit 1 the higher.
    die = session.tracker.played
    at = session.match.game.at
    return 1 if die == at.die1 else 2 if die == at.die2 else 0


def _set(session, now: int, kind: int, player: int, die1=0, die2=0, used=0, choice=0) -> None:
    # The same message goes on; another one begins.
    scene = session.scene
    if (scene.kind, scene.player, scene.die1, scene.die2, scene.used) != (kind, player, die1, die2, used):
        scene.begin(kind, now, player, die1, die2, used)
    elif scene.choice != choice:
        scene.since_ms = now
    scene.choice = choice
    scene.count = 0


def _point(session, now: int, kind: int, holes: list) -> None:
    _set(session, now, kind, session.match.game.player)
    for hole, _, want in holes:
        session.scene.point(hole, _want(want))


def _want(code: int) -> int:
    if code == EMPTY:
        return lights.WANT_NOTHING
    return lights.WANT_A if code == SIDES[0] else lights.WANT_B if code == SIDES[1] else lights.LOOK
