"""Session -> scene: how the lights show a situation. No decisions are made here.

Each situation's function takes the session, the time and the kind of message from companion.session.situation.
"""

from companion.game.holes import TURNED
from companion.lights import scene as lights
from companion.lights.scene import ENTRIES
from companion.session.announce import DALLED
from companion.tracking.readings import EMPTY, READINGS

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Sequence

    from companion.shapes import Off, Session, Throw


def message(session: "Session", now: int, kind: str) -> None:
    begin(session, now, kind, lights.NOBODY)


def player(session: "Session", now: int, kind: str) -> None:
    begin(session, now, kind, session.match.game.side)


def fault(session: "Session", now: int, kind: str) -> None:
    begin(session, now, kind, lights.NOBODY)
    _look(session, session.display.notice or [])


def menu(session: "Session", now: int, kind: str) -> None:
    from companion.session.menu import is_set  # seldom needed

    begin(session, now, kind, lights.NOBODY, None, int(is_set(session, session.menu.entry)), session.menu.entry)


def suspect(session: "Session", now: int, kind: str) -> None:
    begin(session, now, kind, lights.NOBODY, None, 0, session.menu.entry)
    _look(session, [session.menu.suspects[session.menu.entry - ENTRIES]])


def roller(session: "Session", now: int, kind: str) -> None:
    roller = session.present
    last = roller.last
    if session.settings.get("players") == 1:
        begin(session, now, "dice" if last else kind, lights.NOBODY, last)
    elif not roller.begun:
        begin(session, now, "opening", roller.side, last)
    elif last:
        begin(session, now, "dice", roller.thrower, last)
    else:
        begin(session, now, "throw", roller.side)


def offer_board(session: "Session", now: int, kind: str) -> None:
    begin(session, now, kind, lights.NOBODY, None, 0, 2)


def occupied(session: "Session", now: int, kind: str) -> None:
    occupancy = session.holes.occupancy
    holes = [(hole, EMPTY, occupancy[hole]) for hole in range(len(occupancy)) if occupancy[hole] != EMPTY]
    _point(session, now, kind, lights.NOBODY, holes)


def start(session: "Session", now: int, kind: str) -> None:
    from companion.session.standing import offer  # seldom needed

    referee = session.referee
    turned = referee.manner == TURNED
    missing = session.holes.missing(referee.starting, turned) if turned or not referee.manner else []
    _point(session, now, kind, lights.NOBODY, missing, offer(session))


def mend(session: "Session", now: int, kind: str) -> None:
    holes = session.referee.misplaced()
    kind = "turn" if session.holes.why_turn(holes) else kind
    _point(session, now, kind, session.match.game.side, holes)
    dalled, shown = session.referee.dalled(), session.display.scene
    for k in range(shown.count if dalled else 0):
        if shown.wants[k] in (lights.WANT_A, lights.WANT_B) and shown.holes[k] in dalled:
            shown.wants[k] += lights.TURN


def reversed_pieces(session: "Session", now: int, kind: str) -> None:
    _point(session, now, kind, session.match.game.side, session.announcement.accept)


def doubted(session: "Session", now: int, kind: str) -> None:
    announcement = session.announcement
    begin(session, now, kind, lights.NOBODY, None, 0, announcement.choice & 3)
    _look(session, [hole for hole, _, _ in announcement.accept])


def agreeing(session: "Session", now: int, kind: str) -> None:
    begin(session, now, kind, session.announcement.agreeing, None, 0, 1)


def whose(session: "Session", now: int, kind: str) -> None:
    king = session.whose > 1
    begin(session, now, kind, (session.whose >> 1) - 1 if king else session.whose, None, 0, 2 if king else 0)


def entry(session: "Session", now: int, kind: str) -> None:
    game = session.match.game
    begin(session, now, kind, game.side, game.rules.throws[session.present.entry])


def opening(session: "Session", now: int, kind: str) -> None:
    game = session.match.game
    begin(session, now, kind, game.side, game.opening[-1] if game.opening else None)


def asked(session: "Session", now: int, kind: str) -> None:
    begin(session, now, kind, session.match.game.side, None, 0, session.referee.asking)
    _look(session, session.referee.asked())


def dice(session: "Session", now: int, kind: str) -> None:
    position = session.match.game.position
    begin(session, now, kind, position.side, position.throw)


def ready(session: "Session", now: int, kind: str) -> None:
    if session.announcement.made:
        at = session.match.game.position
        begin(session, now, "turn", at.side, at.throw)
        for hole in session.referee.tracker.to_turn:
            session.display.scene.point(session.holes.places[hole], lights.TURN)
    else:
        dice(session, now, kind)


def away(session: "Session", now: int, kind: str) -> None:
    if session.match.game.position.throw:
        dice(session, now, "dice")
    else:
        player(session, now, kind)


def untouched(session: "Session", now: int, kind: str) -> None:
    advice = session.advice
    if advice.stage == DALLED:
        begin(session, now, "dalled", lights.NOBODY)
        from companion.tracking.readings import SIDE_OF  # seldom needed

        cells, places = session.match.game.position.cells, session.holes.places
        for hole in session.referee.dalled():  # its sensor may read nothing
            session.display.scene.point(hole, lights.TURN + _want(EMPTY, SIDE_OF[cells[places.find(bytes([hole]))]]))
    elif advice.turn is not None:
        steps = session.referee.remaining_steps(advice.turn)
        _point(session, now, "lead", session.match.game.side, steps, 1)
    elif advice.stage:
        begin(session, now, "guide", session.match.game.side)
        _look(session, session.referee.movable())
    else:
        dice(session, now, kind)


def carry(session: "Session", now: int, kind: str) -> None:
    turn: int = session.referee.chosen  # type: ignore[assignment]  # the situation says that there is one
    _point(session, now, kind, session.match.game.side, session.referee.remaining_steps(turn))


def astray(session: "Session", now: int, kind: str) -> None:
    carry(session, now, kind if session.announcement.made else "lead")


def partial(session: "Session", now: int, kind: str) -> None:
    position = session.match.game.position
    throw, played = position.throw, session.referee.tracker.played
    used = throw.bits(played) if throw and played else 0
    begin(session, now, kind, position.side, throw, used)


def mend_turn(session: "Session", now: int, kind: str) -> None:
    holes = session.referee.to_mend() if session.announcement.made else []  # else it need not be known yet
    if holes:
        _point(session, now, "guide" if kind == "dice" else kind, session.match.game.side, holes)
    else:
        dice(session, now, "dice")


# --- the scene ------------------------------------------------------------------------------------------------------


def begin(
    session: "Session",
    now: int,
    kind: str,
    player: int,
    throw: "Throw | None" = None,
    used: int = 0,
    choice: int = 0,
) -> None:
    """Show this message: begin it, or let it go on if it is already shown."""
    scene = session.display.scene
    if (scene.kind, scene.player, scene.throw, scene.used) != (kind, player, throw, used):
        scene.begin(kind, now, player, throw, used)
    elif scene.choice != choice:
        scene.since_ms = now
    scene.choice = choice
    scene.count = 0


def _point(session: "Session", now: int, kind: str, player: int, holes: "Sequence[Off]", choice: int = 0) -> None:
    begin(session, now, kind, player, None, 0, choice)
    for hole, has, want in holes:
        session.display.scene.point(hole, _want(has, want))


def _look(session: "Session", holes: list[int]) -> None:
    for hole in holes:
        session.display.scene.point(hole, lights.LOOK)


def _want(has: int, want: int) -> int:
    if has == want:
        return lights.LOOK
    if want == EMPTY:
        return lights.WANT_NOTHING
    side = lights.WANT_A if want in READINGS[0] else lights.WANT_B if want in READINGS[1] else lights.LOOK
    return lights.TURN if side != lights.LOOK and has in READINGS[side - lights.WANT_A] else side
