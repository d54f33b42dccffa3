"""Session -> scene: what the lights are to say of the situation. No decision of the game is made here.

>>> show(session, now_ms)
>>> session.scene.kind == scene.SHOW_READY
"""

from companion.console.phases import ENTRIES, THROWS
from companion.lights import scene as lights
from companion.session import situation as s
from companion.tracking.tracker import EMPTY, SIDES

_NO_NOTICE = bytes([s.AT_SERVICE, s.AT_MENU, s.AT_SUSPECT, s.AT_ROLLER])  # the roller needs no sensors


def show(session, now: int) -> None:
    """Bring `session.scene` up to date."""
    session.shown = True
    what = s.situation(session)
    if session.notice is not None and what not in (
        s.AT_SERVICE,
        s.AT_MENU,
        s.AT_SUSPECT,
        s.AT_ROLLER,
    ):  # the roller needs no sensors
        _set(session, now, lights.SHOW_FAULT, lights.NOBODY)
        _look(session, session.notice)
        return
    if what in (s.AT_MOVED, s.AT_STRAYS) and not session.told:
        what = s.due(session)
    if session.rolled and what in s.ROLLS and not session.told and not session.advice.stage:
        _set(session, now, lights.SHOW_ROLL, session.rolled[0], session.rolled[1], session.rolled[2])
    else:
        _SHOW[what](session, now, s.LIGHTS[what])


# --- each situation its own -----------------------------------------------------------------------------------------


def _message(session, now: int, kind: int) -> None:
    _set(session, now, kind, lights.NOBODY)


def _players(session, now: int, kind: int) -> None:
    _set(session, now, kind, session.match.game.player)


def _menu(session, now: int, kind: int) -> None:
    _set(session, now, kind, lights.NOBODY, 0, 0, 0, session.menu)


def _suspect(session, now: int, kind: int) -> None:
    _set(session, now, kind, lights.NOBODY, 0, 0, 0, session.menu)
    _look(session, [session.suspects[session.menu - ENTRIES]])


def _roller(session, now: int, kind: int) -> None:
    die1, die2 = session.present.last
    _set(session, now, lights.SHOW_DICE if die1 else kind, lights.NOBODY, die1, die2)


def _diagnose(session, now: int, kind: int) -> None:
    occupancy = session.standing.occupancy
    holes = [(hole, EMPTY, occupancy[hole]) for hole in range(len(occupancy)) if occupancy[hole] != EMPTY]
    _point(session, now, kind, lights.NOBODY, holes)


def _offer_instead(session, now: int, kind: int) -> None:
    _set(session, now, kind, lights.NOBODY, 0, 0, 0, 1)


def _mend(session, now: int, kind: int) -> None:
    _point(session, now, kind, session.match.game.player, session.referee.misplaced())


def _entry(session, now: int, kind: int) -> None:
    die1, die2 = THROWS[session.present.entry]
    _set(session, now, kind, session.match.game.player, die1, die2)


def _opening(session, now: int, kind: int) -> None:
    game = session.match.game
    die1, die2 = game.opening[-1] if game.opening else (0, 0)
    _set(session, now, kind, game.player, die1, die2)


def _ask(session, now: int, kind: int) -> None:
    _set(session, now, kind, session.match.game.player, 0, 0, 0, session.referee.asking)
    _look(session, session.referee.asked())


def _dice(session, now: int, kind: int) -> None:
    at = session.match.game.at
    _set(session, now, kind, at.player, at.die1, at.die2)


def _untouched(session, now: int, kind: int) -> None:
    advice = session.advice
    if advice.turn is not None:
        _point(session, now, lights.SHOW_LEAD, session.match.game.player, session.referee.way(advice.turn), 1)
    elif advice.stage:
        _set(session, now, lights.SHOW_GUIDE, session.match.game.player)
        _look(session, session.referee.movable())
    else:
        _dice(session, now, kind)


def _carry(session, now: int, kind: int) -> None:
    _point(session, now, kind, session.match.game.player, session.referee.way(session.referee.chosen))


def _astray(session, now: int, kind: int) -> None:
    _carry(session, now, kind if session.told else lights.SHOW_LEAD)


def _partial(session, now: int, kind: int) -> None:
    at = session.match.game.at
    die = session.referee.tracker.played
    used = 1 if die == at.die1 else 2 if die == at.die2 else 0  # bit 0 the lower, bit 1 the higher
    _set(session, now, kind, at.player, at.die1, at.die2, used)


def _mend_turn(session, now: int, kind: int) -> None:
    tracker = session.referee.tracker
    if session.told and tracker.holes:
        places = session.standing.places
        holes = [(places[hole], has, want) for hole, has, want in tracker.holes]
        _point(session, now, lights.SHOW_GUIDE, session.match.game.player, holes)
    else:
        _dice(session, now, kind)


# In the order of the situations' numbers.
_SHOW = (
    _message,  # SERVICE
    _menu,  # MENU
    _suspect,  # SUSPECT
    _roller,  # ROLLER
    _diagnose,  # DIAGNOSE
    _message,  # BLIND
    _message,  # OFFER
    _offer_instead,  # OFFER_INSTEAD
    _mend,  # SETUP
    _mend,  # RESTORING
    _players,  # OVER
    _mend,  # MOVED
    _mend,  # STRAYS
    _players,  # ENTER
    _entry,  # ENTRY
    _opening,  # OPENING
    _players,  # THROW
    _dice,  # THINKING
    _ask,  # ASK
    _dice,  # LOST
    _dice,  # READY
    _astray,  # ASTRAY
    _carry,  # CARRY_UNSEEN
    _carry,  # CARRY
    _dice,  # ALIKE
    _untouched,  # UNSEEN
    _partial,  # PARTIAL_UNSEEN
    _partial,  # PARTIAL
    _mend_turn,  # MOVING
    _untouched,  # UNTOUCHED
    _mend_turn,  # WRONG
)


# --- the scene ------------------------------------------------------------------------------------------------------


def _set(session, now: int, kind: int, player: int, die1=0, die2=0, used=0, choice=0) -> None:
    # The same message goes on; another one begins.
    scene = session.scene
    if (scene.kind, scene.player, scene.die1, scene.die2, scene.used) != (kind, player, die1, die2, used):
        scene.begin(kind, now, player, die1, die2, used)
    elif scene.choice != choice:
        scene.since_ms = now
    scene.choice = choice
    scene.count = 0


def _point(session, now: int, kind: int, player: int, holes: list, choice: int = 0) -> None:
    _set(session, now, kind, player, 0, 0, 0, choice)
    for hole, has, want in holes:
        session.scene.point(hole, _want(want) if has != want else lights.LOOK)


def _look(session, holes: list) -> None:
    for hole in holes:
        session.scene.point(hole, lights.LOOK)


def _want(code: int) -> int:
    if code == EMPTY:
        return lights.WANT_NOTHING
    return lights.WANT_A if code == SIDES[0] else lights.WANT_B if code == SIDES[1] else lights.LOOK
