"""One name for each situation of the board, and for each what the button does in it, what is shown and what is said.

`situation` says in one order of precedence what a gesture means now. The tables have an entry for each situation:
PRESS, LONG and VERY_LONG an action of companion.session.gestures, LIGHTS a message of the lights, WORDS what is told of
the board when it has been at rest for a while. docs/situations.md shows them all.

The lights may for a moment say more: a fault that has just come (NOTICE) or dice that roll (ROLLING). Both pass, and a
gesture does meanwhile what it does without them.

    >>> situation(session) == AT_READY
    True
    >>> PRESS[AT_READY] == COMMIT
    True
"""

from companion.console.phases import ENTRIES, OPENING, OVER, PLAY, SETUP
from companion.lights import scene
from companion.tracking.tracker import AMBIGUOUS, COMPLETE, MOVING, PARTIAL, UNTOUCHED, WRONG
from daldos.packing import LOST_TURN

# In the order in which they take precedence.
AT_SERVICE = 0  # a calibration, a walk, a test has the board
AT_MENU = 1  # the choice of modes is open
AT_SUSPECT = 2  # in it, a hole that may have a broken sensor is pointed at
AT_ROLLER = 3  # dice only
AT_DIAGNOSE = 4  # what the sensors see
AT_BLIND = 5  # too many holes are unknown
AT_OFFER = 6  # a game is over, and all stands for a new one
AT_OFFER_INSTEAD = 7  # the same in the middle of a game
AT_SETUP = 8  # the position to begin or to go on from is not there yet
AT_RESTORING = 9  # a turn was taken back, and its pieces are not back yet
AT_OVER = 10  # the game is won
AT_MOVED = 11  # a throw is due, but pieces stand elsewhere
AT_STRAYS = 12  # a turn is due, but pieces stand outside of the game
AT_ENTER = 13  # wooden dice are to be thrown, and entered
AT_ENTRY = 14  # a throw of wooden dice is offered
AT_OPENING = 15  # a throw for the start is due
AT_THROW = 16  # a throw is due
AT_THINKING = 17  # the board thinks about its own turn
AT_ASK = 18  # was it this turn?
AT_LOST = 19  # no turn with this throw
AT_READY = 20  # a legal turn stands on the board
AT_ASTRAY = 21  # the board plays, and no more than setting pieces leads to the turn that it has chosen
AT_CARRY_UNSEEN = 22  # the board plays, and its turn may have been set unseen
AT_CARRY = 23  # the board plays: its turn is to be set, or has been in part
AT_ALIKE = 24  # several that look alike
AT_UNSEEN = 25  # nothing has moved, but a turn may have been made unseen
AT_PARTIAL_UNSEEN = 26  # one die is played, but the other may have been unseen
AT_PARTIAL = 27  # one die is played, the other must be
AT_MOVING = 28  # on the way to a legal turn
AT_UNTOUCHED = 29  # nothing has moved
AT_WRONG = 30  # no legal turn
SITUATIONS = 31

NAMES = (
    "service",
    "menu",
    "suspect",
    "roller",
    "diagnose",
    "blind",
    "offer",
    "offer_instead",
    "setup",
    "restoring",
    "over",
    "moved",
    "strays",
    "enter",
    "entry",
    "opening",
    "throw",
    "thinking",
    "ask",
    "lost",
    "ready",
    "astray",
    "carry_unseen",
    "carry",
    "alike",
    "unseen",
    "partial_unseen",
    "partial",
    "moving",
    "untouched",
    "wrong",
)

# What a gesture does: companion.session.gestures has a function for each.
SERVICE_PRESS, SERVICE_LONG, NEXT_MODE, TAKE_MODE, OPEN_MENU, ROLL, STATE, WALK, SAY, NEW, DECLINE = range(11)
UNDO, NEXT_ENTRY, TAKE_ENTRY, DO_THROW, NEXT_TURN, TAKE_TURN, COMMIT, HINT, SAY_OVER, GIVE_UP = range(11, 21)
ACTIONS = 21

# What is told once the board has been at rest for STABLE_MS.
NOTHING, MEND, MEND_TURN, OTHER_DIE, CHOOSE, MAYBE, THINKS, TO_CARRY, LEAD_BACK, BLINDNESS = range(10)

_TABLE = (
    # press, long press, very long press, lights, words
    (SERVICE_PRESS, SERVICE_LONG, SERVICE_LONG, scene.SHOW_DARK, NOTHING),  # AT_SERVICE: the service has its own scene
    (NEXT_MODE, TAKE_MODE, OPEN_MENU, scene.SHOW_MENU, NOTHING),  # AT_MENU
    (NEXT_MODE, GIVE_UP, OPEN_MENU, scene.SHOW_FAULT, NOTHING),  # AT_SUSPECT
    (ROLL, STATE, OPEN_MENU, scene.SHOW_ROLLER, NOTHING),  # AT_ROLLER
    (STATE, WALK, OPEN_MENU, scene.SHOW_DIAGNOSE, NOTHING),  # AT_DIAGNOSE
    (SAY, SAY, OPEN_MENU, scene.SHOW_FAULT, BLINDNESS),  # AT_BLIND
    (NEW, NEW, OPEN_MENU, scene.SHOW_OFFER, NOTHING),  # AT_OFFER
    (DECLINE, NEW, OPEN_MENU, scene.SHOW_OFFER, NOTHING),  # AT_OFFER_INSTEAD
    (SAY, SAY, OPEN_MENU, scene.SHOW_SETUP, MEND),  # AT_SETUP
    (SAY, UNDO, OPEN_MENU, scene.SHOW_UNDO, MEND),  # AT_RESTORING
    (SAY_OVER, UNDO, OPEN_MENU, scene.SHOW_OVER, NOTHING),  # AT_OVER
    (SAY, UNDO, OPEN_MENU, scene.SHOW_GUIDE, MEND),  # AT_MOVED
    (SAY, UNDO, OPEN_MENU, scene.SHOW_GUIDE, MEND),  # AT_STRAYS
    (NEXT_ENTRY, UNDO, OPEN_MENU, scene.SHOW_THROW, NOTHING),  # AT_ENTER
    (NEXT_ENTRY, TAKE_ENTRY, OPEN_MENU, scene.SHOW_WOODEN, NOTHING),  # AT_ENTRY
    (DO_THROW, UNDO, OPEN_MENU, scene.SHOW_OPENING, NOTHING),  # AT_OPENING
    (DO_THROW, UNDO, OPEN_MENU, scene.SHOW_THROW, NOTHING),  # AT_THROW
    (SAY, UNDO, OPEN_MENU, scene.SHOW_DICE, THINKS),  # AT_THINKING
    (NEXT_TURN, TAKE_TURN, OPEN_MENU, scene.SHOW_ASK, NOTHING),  # AT_ASK
    (COMMIT, UNDO, OPEN_MENU, scene.SHOW_LOST, NOTHING),  # AT_LOST
    (COMMIT, UNDO, OPEN_MENU, scene.SHOW_READY, NOTHING),  # AT_READY
    (SAY, UNDO, OPEN_MENU, scene.SHOW_GUIDE, LEAD_BACK),  # AT_ASTRAY
    (NEXT_TURN, UNDO, OPEN_MENU, scene.SHOW_LEAD, TO_CARRY),  # AT_CARRY_UNSEEN
    (SAY, UNDO, OPEN_MENU, scene.SHOW_LEAD, TO_CARRY),  # AT_CARRY
    (NEXT_TURN, UNDO, OPEN_MENU, scene.SHOW_READY, CHOOSE),  # AT_ALIKE
    (NEXT_TURN, UNDO, OPEN_MENU, scene.SHOW_DICE, MAYBE),  # AT_UNSEEN
    (NEXT_TURN, UNDO, OPEN_MENU, scene.SHOW_PARTIAL, OTHER_DIE),  # AT_PARTIAL_UNSEEN
    (SAY, UNDO, OPEN_MENU, scene.SHOW_PARTIAL, OTHER_DIE),  # AT_PARTIAL
    (SAY, UNDO, OPEN_MENU, scene.SHOW_DICE, MEND_TURN),  # AT_MOVING
    (HINT, UNDO, OPEN_MENU, scene.SHOW_DICE, NOTHING),  # AT_UNTOUCHED
    (SAY, UNDO, OPEN_MENU, scene.SHOW_DICE, MEND_TURN),  # AT_WRONG
)
PRESS, LONG, VERY_LONG, LIGHTS, WORDS = [bytes([row[k] for row in _TABLE]) for k in range(5)]
del _TABLE  # on the board five strings of bytes are left of it

# Those in which nothing has been done yet with dice that still roll.
ROLLS = bytes(
    [
        AT_ROLLER,
        AT_ENTER,
        AT_OPENING,
        AT_THROW,
        AT_THINKING,
        AT_LOST,
        AT_CARRY_UNSEEN,
        AT_CARRY,
        AT_UNSEEN,
        AT_UNTOUCHED,
    ]
)
# Those in which a throw is made, and nothing stands in its way.
DUE = bytes([AT_OPENING, AT_THROW])
# Those in which the board's turn is led when its dice have been seen, and not told of before.
LEADS = bytes([AT_THINKING, AT_CARRY_UNSEEN, AT_CARRY])
# Those that show what is to be mended, as the lights GUIDE, once it has been told.
MENDS = bytes([AT_MOVING, AT_WRONG])


def situation(session) -> int:
    """What a gesture means now."""
    if session.service and session.service.busy:
        return AT_SERVICE
    if session.menu >= 0:
        return AT_MENU if session.menu < ENTRIES else AT_SUSPECT
    if session.present.alone >= 0:
        return session.present.alone
    referee = session.referee
    phase = referee.phase
    if session.standing.blind():
        return AT_BLIND
    if referee.offering:
        return AT_OFFER if phase == OVER else AT_OFFER_INSTEAD
    if phase == SETUP:
        return AT_SETUP
    if referee.restoring:
        return AT_RESTORING
    if phase == OVER:
        return AT_OVER
    if phase != PLAY:
        return AT_MOVED if referee.misplaced() else due(session)
    return AT_STRAYS if session.standing.strays else due(session)


def due(session) -> int:
    """The same as if no piece stood where none belongs, in the phases opening, throw and play."""
    referee = session.referee
    if referee.phase != PLAY:
        return session.present.throws(referee.match, AT_OPENING if referee.phase == OPENING else AT_THROW)
    if referee.thinking:
        return AT_THINKING
    if referee.asking >= 0:
        return AT_ASK
    tracker = referee.tracker
    verdict = tracker.verdict
    if verdict == COMPLETE:
        return AT_LOST if tracker.turn == LOST_TURN else AT_READY
    if referee.chosen is not None:
        if verdict == WRONG:
            return AT_ASTRAY
        return AT_CARRY_UNSEEN if tracker.candidates else AT_CARRY
    if verdict == AMBIGUOUS:
        return AT_ALIKE
    if verdict == UNTOUCHED:
        return AT_UNSEEN if tracker.candidates else AT_UNTOUCHED
    if verdict == PARTIAL:
        return AT_PARTIAL_UNSEEN if tracker.candidates else AT_PARTIAL
    return AT_MOVING if verdict == MOVING else AT_WRONG
