"""What a gesture does, one function for each action of companion.session.situation.

>>> act(session, now_ms, PRESS)
"""

from companion.console import events
from companion.console.phases import ENTRIES, MODES, OPENING, PHASES, SOLO, THROW, THROWS, WOODEN
from companion.lights.scene import NOBODY
from companion.reasons import Refusal
from companion.session import situation as s
from companion.session.announce import guide, say, say_asked, say_over
from companion.tracking.tracker import UNTOUCHED
from companion.upkeep.disabled_holes import suspected
from daldos.geometry import HoleError
from daldos.position import parse_throw


def act(session, now: int, table: bytes) -> None:
    """Do what PRESS, LONG or VERY_LONG has for the situation."""
    _DO[table[s.situation(session)]](session, now)
    session.show(now)


def enter_dice(session, now: int, text: str) -> None:
    """A throw of wooden dice; Refusal outside mode wooden or when no throw is due."""
    match = session.match
    if session.mode != WOODEN or session.phase not in (OPENING, THROW):
        raise Refusal("no_throw_due", MODES[session.mode], PHASES[session.phase])
    if match.pending:
        raise Refusal("throw_stays", *match.pending[0])
    if session.referee.misplaced():
        raise Refusal("board_differs")
    session.throw(now, parse_throw(text))
    session.show(now)


def give_up(session, now: int, name: str) -> None:
    """Give a hole up, or take it back, and tell the state; Refusal if the board has none of this name."""
    try:
        hole = session.standing.board.hole(name)
    except HoleError:
        raise Refusal("no_hole", name) from None
    session.service.give_up(now, hole)
    session.emit(session.state())


def _service_press(session, now: int) -> None:
    session.service.press(now)


def _service_long(session, now: int) -> None:
    session.service.long_press(now)


def _next_mode(session, now: int) -> None:
    session.open_menu(now, (session.menu + 1) % (ENTRIES + len(session.suspects)))


def _take_mode(session, now: int) -> None:
    if session.menu >= SOLO:
        session.settings.set("level", session.menu - SOLO + 1)
    session.set_mode(now, MODES[min(session.menu, SOLO)])


def _open_menu(session, now: int) -> None:
    session.suspects = suspected(session)
    session.open_menu(now, session.mode + (session.settings.get("level") - 1 if session.mode == SOLO else 0))


def _roll(session, now: int) -> None:
    throw = session.dice.throw()
    session.present.last = throw
    session.roll(now, NOBODY, throw)
    session.emit(events.throw(None, throw[0], throw[1]))


def _state(session, now: int) -> None:
    session.emit(session.state())


def _walk(session, now: int) -> None:
    if not (session.service and session.service.sees):
        _state(session, now)
        return
    try:
        session.service.walk(now)
    except Refusal as refusal:
        session.emit(events.error(refusal))


def _say(session, now: int) -> None:
    session.told = say(session) or session.told


def _new(session, now: int) -> None:
    session.new(now)


def _decline(session, now: int) -> None:
    session.referee.offering = False
    _say(session, now)


def _undo(session, now: int) -> None:
    try:
        session.undo(now)
    except Refusal as refusal:
        guide(session, refusal.code)


def _next_entry(session, now: int) -> None:
    session.present.offer_next()
    session.rolled = None


def _take_entry(session, now: int) -> None:
    session.throw(now, THROWS[session.present.entry])


def _throw(session, now: int) -> None:
    session.throw(now, None)


def _next_turn(session, now: int) -> None:
    if session.referee.ask_next():
        say_asked(session)
    elif session.referee.tracker.verdict == UNTOUCHED:
        _hint(session, now)
    else:
        _say(session, now)


def _take_turn(session, now: int) -> None:
    session.commit(now, session.referee.tracker.candidates[session.referee.asking])


def _commit(session, now: int) -> None:
    session.commit(now, session.referee.tracker.turn)


def _hint(session, now: int) -> None:
    session.advice.press(now)


def _say_over(session, now: int) -> None:
    session.referee.say_over()
    say_over(session)


def _give_up_suspect(session, now: int) -> None:
    hole = session.suspects[session.menu - ENTRIES]
    session.menu = -1
    session.service.give_up(now, hole)


# In the order of the actions' numbers.
_DO = (
    _service_press,
    _service_long,
    _next_mode,
    _take_mode,
    _open_menu,
    _roll,
    _state,
    _walk,
    _say,
    _new,
    _decline,
    _undo,
    _next_entry,
    _take_entry,
    _throw,
    _next_turn,
    _take_turn,
    _commit,
    _hint,
    _say_over,
    _give_up_suspect,
)
