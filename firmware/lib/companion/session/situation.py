"""The board's situations: when each holds, what a press and a long press do in it, what is shown and announced.

The first whose condition holds is the situation, and it alone says what a gesture means now; a very long press
opens the choice of modes in each of them. docs/situations.md is made of these rows, and has why they stand in this
order.

The lights may briefly show something else: a new fault, or rolling dice. Gestures keep their meaning meanwhile.

    >>> situation(session)[0]
    'ready'
"""

from companion.console.phases import DIAGNOSE, FAR, OPENING, OVER, PLAY, ROLLER, SETUP
from companion.lights import scene
from companion.lights.scene import ENTRIES
from companion.session import announce, scenes
from companion.session import gestures as do
from companion.tracking.tracker import AMBIGUOUS, COMPLETE, MOVING, PARTIAL, TURN, UNTOUCHED, WRONG
from daldos.packing import LOST_TURN

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Session, Situation

ROLL = 1  # dice that still roll are shown instead: they have not been used yet
NO_FAULT = 2  # a new fault is not shown instead


def situation(s: "Session", announced: bool = True) -> "Situation":
    """The situation of a session: name, effects of a press and a long press, lights, their drawing function, flags, and
    the announcement made once all is at rest.

    announced: False skips situations that are shown only after their announcement.
    """
    # In order of precedence, through this function and the three below. As code instead of a table, the rows take no
    # heap.
    if 0 <= s.menu < ENTRIES:
        return "menu", do.next_mode, do.take_mode, scene.SHOW_MENU, scenes.menu, NO_FAULT, announce.nothing
    if s.menu >= ENTRIES:
        return "suspect", do.next_mode, do.give_up, scene.SHOW_FAULT, scenes.suspect, NO_FAULT, announce.nothing
    if s.mode == ROLLER and s.found:
        return "found", do.keep_dice, do.to_board, scene.SHOW_OFFER, scenes.offer_board, NO_FAULT, announce.nothing
    if s.mode == ROLLER and s.present.dark:
        return "resting", do.wake, do.wake, scene.SHOW_DARK, scenes.message, NO_FAULT, announce.nothing
    if s.mode == ROLLER:
        return "roller", do.roll, do.one_or_two, scene.SHOW_ROLLER, scenes.roller, ROLL | NO_FAULT, announce.nothing
    if s.mode == DIAGNOSE:
        return "diagnose", do.state, do.walk, scene.SHOW_DIAGNOSE, scenes.occupied, 0, announce.nothing
    if s.holes.blind():
        return "blind", do.say, do.say, scene.SHOW_FAULT, scenes.message, 0, announce.blindness
    return _before_play(s, announced)


def _before_play(s: "Session", announced: bool) -> "Situation":
    r = s.referee
    if r.starting and s.mode != FAR and (announced or r.phase in (OVER, SETUP)):
        return "start", do.take_offer, do.begin, scene.SHOW_OFFER, scenes.start, 0, announce.offer
    if announced and s.holes.readings and (r.phase != PLAY or r.restoring) and r.to_turn():
        return "turned", do.say, do.believe, scene.SHOW_TURN, scenes.mend, 0, announce.to_mend
    if s.whose >= 0:
        return "whose", do.other_player, do.take_position, scene.SHOW_WHOSE, scenes.whose, 0, announce.nothing
    if r.phase == SETUP or r.wish or announced and not r.begun() and r.misplaced():
        return "setup", do.say, do.ask_start, scene.SHOW_SETUP, scenes.mend, 0, announce.to_mend
    if r.restoring and r.redoable():
        return "redo", do.redo, do.undo, scene.SHOW_UNDO, scenes.mend, 0, announce.to_mend
    if r.restoring:
        return "restoring", do.say, do.undo, scene.SHOW_UNDO, scenes.mend, 0, announce.to_mend
    if r.was_won_from_here():
        return "unwon", do.undo, do.undo, scene.SHOW_UNDO, scenes.message, 0, announce.unwon
    if r.phase == OVER:
        return "over", do.who_won, do.who_won, scene.SHOW_OVER, scenes.player, 0, announce.nothing
    if announced and r.phase != PLAY and r.misplaced():
        return "moved", do.say, do.undo, scene.SHOW_GUIDE, scenes.mend, 0, announce.to_mend
    if announced and r.phase == PLAY and s.holes.strays:
        return "strays", do.say, do.undo, scene.SHOW_GUIDE, scenes.mend, 0, announce.to_mend
    if s.mode == FAR and (r.phase != PLAY or r.thinking):
        return "away", do.say, do.undo, scene.SHOW_THROW, scenes.away, ROLL, announce.away
    return _turn_due(s) if r.phase == PLAY else _throw_due(s)


def _throw_due(s: "Session") -> "Situation":
    if s.present.enters(s.match) and s.present.entry < 0:
        return "enter", do.next_entry, do.undo, scene.SHOW_THROW, scenes.player, ROLL, announce.nothing
    if s.present.enters(s.match):
        return "entry", do.next_entry, do.take_entry, scene.SHOW_WOODEN, scenes.entry, 0, announce.nothing
    if s.phase == OPENING:
        return "opening", do.throw, do.undo, scene.SHOW_OPENING, scenes.opening, ROLL, announce.nothing
    return "throw", do.throw, do.undo, scene.SHOW_THROW, scenes.player, ROLL, announce.nothing


def _turn_due(s: "Session") -> "Situation":
    r = s.referee
    verdict = r.tracker.verdict
    if r.thinking:
        return "thinking", do.say, do.undo, scene.SHOW_DICE, scenes.dice, ROLL, announce.thinks
    if r.asking >= 0:
        return "ask", do.next_turn, do.take_turn, scene.SHOW_ASK, scenes.asked, 0, announce.nothing
    if verdict == COMPLETE and r.tracker.turn == LOST_TURN:
        return "lost", do.pass_turn, do.undo, scene.SHOW_LOST, scenes.dice, ROLL, announce.nothing
    if verdict == COMPLETE:
        return "ready", do.commit, do.undo, scene.SHOW_READY, scenes.ready, 0, announce.to_turn
    if r.chosen is not None and verdict == WRONG:
        return "astray", do.say, do.undo, scene.SHOW_GUIDE, scenes.astray, 0, announce.lead_back
    if r.chosen is not None and r.tracker.candidates:
        return "carry_unseen", do.next_turn, do.undo, scene.SHOW_LEAD, scenes.carry, ROLL, announce.to_carry
    if r.chosen is not None:
        return "carry", do.say, do.undo, scene.SHOW_LEAD, scenes.carry, ROLL, announce.to_carry
    if verdict == TURN:
        return "turn", do.say, do.believe, scene.SHOW_TURN, scenes.mend_turn, 0, announce.to_mend_turn
    if verdict == AMBIGUOUS:
        return "alike", do.next_turn, do.undo, scene.SHOW_READY, scenes.dice, 0, announce.alike
    if verdict == UNTOUCHED and r.tracker.candidates:
        return "unseen", do.next_turn, do.undo, scene.SHOW_DICE, scenes.untouched, ROLL, announce.maybe
    if verdict == PARTIAL and r.tracker.candidates:
        return "partial_unseen", do.next_turn, do.undo, scene.SHOW_PARTIAL, scenes.partial, 0, announce.other_die
    if verdict == PARTIAL:
        return "partial", do.say, do.undo, scene.SHOW_PARTIAL, scenes.partial, 0, announce.other_die
    if verdict == MOVING:
        return "moving", do.say, do.undo, scene.SHOW_DICE, scenes.mend_turn, 0, announce.to_mend_turn
    if verdict == UNTOUCHED:
        return "untouched", do.hint, do.undo, scene.SHOW_DICE, scenes.untouched, ROLL, announce.nothing
    return "wrong", do.say, do.undo, scene.SHOW_DICE, scenes.mend_turn, 0, announce.to_mend_turn


def show(session: "Session", now: int) -> None:
    """Bring `session.scene` up to date."""
    session.shown = True
    _, _, _, lights, draw, flags, _ = situation(session, session.announced)
    if session.notice is not None and not flags & NO_FAULT:
        scenes.fault(session, now, scene.SHOW_FAULT)
    elif session.rolled and flags & ROLL and not session.announced and not session.advice.stage:
        scenes.begin(session, now, scene.SHOW_ROLL, *session.rolled)
    else:
        draw(session, now, lights)


def leads(session: "Session") -> bool:
    """Whether the board is leading or choosing its own turn, and nothing prevents it."""
    return situation(session)[6] in (announce.thinks, announce.to_carry)


def throws(session: "Session") -> bool:
    """Whether a press throws the dice."""
    return situation(session)[1] is do.throw
