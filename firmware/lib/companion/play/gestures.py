"""What a gesture does, one function for each action of companion.play.situation.

>>> act(session, now_ms, PRESS)
"""

from companion.console import events
from companion.console.phases import MODES, THROWS
from companion.console.reasons import Refusal
from companion.judging.tracker import UNTOUCHED
from companion.lights.scene import NOBODY
from companion.play import situation as s
from companion.play.givenup import suspected
from companion.play.saying import guide, say, say_asked, say_over


def act(session, now: int, table: bytes) -> None:
    """Do what PRESS, LONG or VERY_LONG has for the situation."""
    _DO[table[s.situation(session)]](session, now)
    session.show(now)


def _service_press(session, now: int) -> None:
    session.service.press(now)


def _service_long(session, now: int) -> None:
    session.service.long_press(now)


def _next_mode(session, now: int) -> None:
    session.open_menu(now, (session.menu + 1) % (len(MODES) + len(session.suspects)))


def _take_mode(session, now: int) -> None:
    session.set_mode(now, MODES[session.menu])


def _open_menu(session, now: int) -> None:
    session.suspects = suspected(session)
    session.open_menu(now, session.mode)


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
        session.emit(events.error_text(refusal.code, str(refusal)))


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
        session.hint(now)
    else:
        _say(session, now)


def _take_turn(session, now: int) -> None:
    session.commit(now, session.referee.tracker.candidates[session.referee.asking])


def _commit(session, now: int) -> None:
    session.commit(now, session.referee.tracker.turn)


def _hint(session, now: int) -> None:
    session.hint(now)


def _say_over(session, now: int) -> None:
    session.referee.say_over()
    say_over(session)


def _give_up(session, now: int) -> None:
    hole = session.suspects[session.menu - len(MODES)]
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
    _give_up,
)
