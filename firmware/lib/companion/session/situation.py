"""The board's situations: when each holds, what a press and a long press do in it, what is shown and announced.

The first whose condition holds is the situation, and it alone says what a gesture means now; a very long press
opens the choice of modes in each of them. docs/situations.md is made of these rows, and has why they stand in this
order.

The lights may briefly show something else: a new fault, or rolling dice. Gestures keep their meaning meanwhile.

    >>> situation(session).name
    'ready'
"""

from collections import namedtuple

from companion.console.phases import DIAGNOSE, FAR, FOUND, OPENING, OVER, PLAY, ROLLER, SETUP
from companion.lights.scene import ENTRIES
from companion.session import announce, scenes
from companion.session import gestures as do
from companion.tracking.tracker import AMBIGUOUS, COMPLETE, MOVING, PARTIAL, PUSHED, TURN, UNTOUCHED, WRONG
from daldos.packing import LOST_TURN

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable
    from typing import Any

    from companion.shapes import Session, Situation

ROLL = 1  # dice that still roll are shown instead: they have not been used yet
NO_FAULT = 2  # a new fault is not shown instead

# press, long_press: what these gestures do; lights: the kind of message, draw: the function that shows it; flags: of
# the two above; announce: tells on USB once all is at rest, and returns whether holes must be set right.
_record: "Any" = namedtuple  # the fields have their types in companion/shapes.pyi
Row: "Callable[..., Situation]" = _record("Row", ("name", "press", "long_press", "lights", "draw", "flags", "announce"))


def situation(s: "Session", announced: bool = True) -> "Situation":
    """The situation of a session.

    announced: False skips situations that are shown only after their announcement.
    """
    # In order of precedence, through this function and the four below. As code instead of a table, only the row that
    # holds takes heap.
    if 0 <= s.menu.entry < ENTRIES:
        return Row("menu", do.next_mode, do.take_mode, "menu", scenes.menu, NO_FAULT, announce.nothing)
    if s.menu.entry >= ENTRIES:
        return Row("suspect", do.next_mode, do.give_up, "fault", scenes.suspect, NO_FAULT, announce.nothing)
    if s.display.resting:
        return Row("resting", do.wake, do.wake, "dark", scenes.message, NO_FAULT, announce.nothing)
    if s.mode == ROLLER and s.sensors == FOUND:
        return Row("found", do.keep_dice, do.to_board, "offer", scenes.offer_board, NO_FAULT, announce.nothing)
    if s.mode == ROLLER:
        return Row("roller", do.roll, do.one_or_two, "roller", scenes.roller, ROLL | NO_FAULT, announce.nothing)
    if s.mode == DIAGNOSE:
        return Row("diagnose", do.state, do.walk, "diagnose", scenes.occupied, 0, announce.nothing)
    if s.holes.blind():
        return Row("blind", do.say, do.say, "fault", scenes.message, 0, announce.blindness)
    return _before_play(s, announced)


def _before_play(s: "Session", announced: bool) -> "Situation":
    r = s.referee
    if announced and s.announcement.accept and s.announcement.reversed:
        return Row("reversed", do.say, do.accept, "turn", scenes.reversed_pieces, 0, announce.doubted)
    if announced and s.announcement.accept:
        return Row("doubted", do.say, do.accept, "ask", scenes.doubted, 0, announce.doubted)
    if r.starting and s.mode != FAR and (announced or r.phase in (OVER, SETUP)):
        return Row("start", do.take_offer, do.begin, "offer", scenes.start, 0, announce.offer)
    if announced and s.holes.readings and (r.phase != PLAY or r.restoring) and r.to_turn():
        return Row("turned", do.say, do.believe, "turn", scenes.mend, 0, announce.to_mend)
    if announced and s.announcement.agreeing >= 0:
        return Row("lost_piece", do.say, do.agree, "whose", scenes.agreeing, 0, announce.doubted)
    if s.whose >= 0:
        return Row("whose", do.other_player, do.take_position, "whose", scenes.whose, 0, announce.nothing)
    if r.phase == SETUP or r.wish or announced and not r.begun() and r.misplaced():
        return Row("setup", do.say, do.ask_start, "setup", scenes.mend, 0, announce.to_mend)
    if r.restoring and r.redoable():
        return Row("redo", do.redo, do.undo, "undo", scenes.mend, 0, announce.to_mend)
    if r.restoring:
        return Row("restoring", do.say, do.undo, "undo", scenes.mend, 0, announce.to_mend)
    if r.was_won_from_here():
        return Row("unwon", do.undo, do.undo, "undo", scenes.message, 0, announce.unwon)
    if r.phase == OVER:
        return Row("over", do.who_won, do.who_won, "over", scenes.player, 0, announce.nothing)
    if announced and r.phase != PLAY and r.misplaced():
        return Row("moved", do.say, do.undo, "guide", scenes.mend, 0, announce.to_mend)
    if announced and r.phase == PLAY and s.holes.strays:
        return Row("strays", do.say, do.undo, "guide", scenes.mend, 0, announce.to_mend)
    if s.mode == FAR and (r.phase != PLAY or r.thinking):
        return Row("away", do.say, do.undo, "throw", scenes.away, ROLL, announce.away)
    return _turn_due(s) if r.phase == PLAY else _throw_due(s)


def _throw_due(s: "Session") -> "Situation":
    if s.present.enters(s.match) and s.present.entry < 0:
        return Row("enter", do.next_entry, do.undo, "throw", scenes.player, ROLL, announce.nothing)
    if s.present.enters(s.match):
        return Row("entry", do.next_entry, do.take_entry, "wooden", scenes.entry, 0, announce.nothing)
    if s.phase == OPENING:
        return Row("opening", do.throw, do.undo, "opening", scenes.opening, ROLL, announce.nothing)
    return Row("throw", do.throw, do.undo, "throw", scenes.player, ROLL, announce.nothing)


def _turn_due(s: "Session") -> "Situation":
    r = s.referee
    verdict = r.tracker.verdict
    if r.thinking:
        return Row("thinking", do.say, do.undo, "dice", scenes.dice, ROLL, announce.thinks)
    if r.asking >= 0:
        return Row("ask", do.next_turn, do.take_turn, "ask", scenes.asked, 0, announce.nothing)
    if verdict == COMPLETE and r.tracker.turn == LOST_TURN:
        return Row("lost", do.pass_turn, do.undo, "lost", scenes.dice, ROLL, announce.nothing)
    if verdict == COMPLETE:
        return Row("ready", do.commit, do.undo, "ready", scenes.ready, 0, announce.to_turn)
    if r.chosen is not None and verdict == WRONG:
        return Row("astray", do.say, do.undo, "guide", scenes.astray, 0, announce.guide_back)
    if r.chosen is not None and r.tracker.candidates:
        return Row("carry_unseen", do.next_turn, do.undo, "lead", scenes.carry, ROLL, announce.to_carry)
    if r.chosen is not None:
        return Row("carry", do.say, do.undo, "lead", scenes.carry, ROLL, announce.to_carry)
    if verdict == TURN:
        return Row("turn", do.say, do.believe, "turn", scenes.mend_turn, 0, announce.to_mend_turn)
    if verdict == AMBIGUOUS:
        return Row("alike", do.next_turn, do.undo, "ready", scenes.dice, 0, announce.alike)
    return _under_way(s)


def _under_way(s: "Session") -> "Situation":
    r = s.referee
    verdict = r.tracker.verdict
    if verdict == UNTOUCHED and r.tracker.candidates:
        return Row("unseen", do.next_turn, do.undo, "dice", scenes.untouched, ROLL, announce.maybe)
    if verdict == PARTIAL and r.tracker.candidates:
        return Row("partial_unseen", do.next_turn, do.undo, "partial", scenes.partial, 0, announce.other_die)
    if verdict == PARTIAL:
        return Row("partial", do.say, do.undo, "partial", scenes.partial, 0, announce.other_die)
    if verdict == PUSHED:
        return Row("pushed", do.say, do.undo, "undo", scenes.mend_turn, 0, announce.to_mend_turn)
    if verdict == MOVING:
        return Row("moving", do.say, do.undo, "dice", scenes.mend_turn, 0, announce.to_mend_turn)
    if verdict == UNTOUCHED:
        return Row("untouched", do.hint, do.undo, "dice", scenes.untouched, ROLL, announce.nothing)
    return Row("wrong", do.say, do.undo, "dice", scenes.mend_turn, 0, announce.to_mend_turn)


def show(session: "Session", now: int) -> None:
    """Bring the session's scene up to date."""
    display, announced = session.display, session.announcement.made
    display.scene.changed = True
    now_is = situation(session, announced)
    if display.notice is not None and not now_is.flags & NO_FAULT:
        scenes.fault(session, now, "fault")
    elif display.rolled and now_is.flags & ROLL and not announced and not session.advice.stage:
        scenes.begin(session, now, "roll", *display.rolled)
    else:
        now_is.draw(session, now, now_is.lights)


def leads(session: "Session") -> bool:
    """Whether the board is leading or choosing its own turn, and nothing prevents it."""
    return situation(session).announce in (announce.thinks, announce.to_carry)


def throws(session: "Session") -> bool:
    """Whether a press throws the dice."""
    return situation(session).press is do.throw
