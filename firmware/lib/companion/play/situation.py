"""One name for each situation of the board, and for each what the button does in it, what is shown and what is said.

`situation` says in one order of precedence what a gesture means now. The tables have an entry for each situation:
PRESS, LONG and VERY_LONG an action of companion.play.gestures, LIGHTS a message of the lights, WORDS what is told of
the board when it has been at rest for a while. docs/situations.md shows them all.

The lights may for a moment say more: a fault that has just come (NOTICE) or dice that roll (ROLLING). Both pass, and a
gesture does meanwhile what it does without them.

    >>> situation(session) == READY
    True
    >>> PRESS[READY] == COMMIT
    True
"""

from companion.console.phases import MODES
from companion.console.phases import OPENING as PHASE_OPENING
from companion.console.phases import OVER as PHASE_OVER
from companion.console.phases import PLAY as PHASE_PLAY
from companion.console.phases import SETUP as PHASE_SETUP
from companion.judging.tracker import AMBIGUOUS, COMPLETE
from companion.judging.tracker import MOVING as IS_MOVING
from companion.judging.tracker import PARTIAL as IS_PARTIAL
from companion.judging.tracker import UNTOUCHED as IS_UNTOUCHED
from companion.lights import scene
from daldos.packing import LOST_TURN

# In the order in which they take precedence.
SERVICE = 0  # a calibration, a walk, a test has the board
MENU = 1  # the choice of modes is open
SUSPECT = 2  # in it, a hole that may have a broken sensor is pointed at
ROLLER = 3  # dice only
DIAGNOSE = 4  # what the sensors see
BLIND = 5  # too many holes are unknown
OFFER = 6  # a game is over, and all stands for a new one
OFFER_INSTEAD = 7  # the same in the middle of a game
SETUP = 8  # the position to begin or to go on from is not there yet
RESTORING = 9  # a turn was taken back, and its pieces are not back yet
OVER = 10  # the game is won
MOVED = 11  # a throw is due, but pieces stand elsewhere
STRAYS = 12  # a turn is due, but pieces stand outside of the game
ENTER = 13  # wooden dice are to be thrown, and entered
ENTRY = 14  # a throw of wooden dice is offered
OPENING = 15  # a throw for the start is due
THROW = 16  # a throw is due
ASK = 17  # was it this turn?
LOST = 18  # no turn with this throw
READY = 19  # a legal turn stands on the board
ALIKE = 20  # several that look alike
UNSEEN = 21  # nothing has moved, but a turn may have been made unseen
PARTIAL_UNSEEN = 22  # one die is played, but the other may have been unseen
PARTIAL = 23  # one die is played, the other must be
MOVING = 24  # on the way to a legal turn
CARRY = 25  # nothing has moved, and the board has chosen the turn to be set
UNTOUCHED = 26  # nothing has moved
WRONG = 27  # no legal turn
SITUATIONS = 28

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
    "ask",
    "lost",
    "ready",
    "alike",
    "unseen",
    "partial_unseen",
    "partial",
    "moving",
    "carry",
    "untouched",
    "wrong",
)

# What a gesture does: companion.play.gestures has a function for each.
SERVICE_PRESS, SERVICE_LONG, NEXT_MODE, TAKE_MODE, OPEN_MENU, ROLL, STATE, WALK, SAY, NEW, DECLINE = range(11)
UNDO, NEXT_ENTRY, TAKE_ENTRY, DO_THROW, NEXT_TURN, TAKE_TURN, COMMIT, HINT, SAY_OVER, GIVE_UP = range(11, 21)
ACTIONS = 21

# What is told once the board has been at rest for STABLE_MS.
NOTHING, MEND, MEND_TURN, OTHER_DIE, CHOOSE, MAYBE, TO_CARRY, BLINDNESS = range(8)

_TABLE = (
    # press, long press, very long press, lights, words
    (SERVICE_PRESS, SERVICE_LONG, SERVICE_LONG, scene.DARK, NOTHING),  # SERVICE: the service has its own scene
    (NEXT_MODE, TAKE_MODE, OPEN_MENU, scene.MENU, NOTHING),  # MENU
    (NEXT_MODE, GIVE_UP, OPEN_MENU, scene.FAULT, NOTHING),  # SUSPECT
    (ROLL, STATE, OPEN_MENU, scene.ROLLER, NOTHING),  # ROLLER
    (STATE, WALK, OPEN_MENU, scene.DIAGNOSE, NOTHING),  # DIAGNOSE
    (SAY, SAY, OPEN_MENU, scene.FAULT, BLINDNESS),  # BLIND
    (NEW, NEW, OPEN_MENU, scene.OFFER, NOTHING),  # OFFER
    (DECLINE, NEW, OPEN_MENU, scene.OFFER, NOTHING),  # OFFER_INSTEAD
    (SAY, SAY, OPEN_MENU, scene.SETUP, MEND),  # SETUP
    (SAY, UNDO, OPEN_MENU, scene.UNDO, MEND),  # RESTORING
    (SAY_OVER, UNDO, OPEN_MENU, scene.OVER, NOTHING),  # OVER
    (SAY, UNDO, OPEN_MENU, scene.GUIDE, MEND),  # MOVED
    (SAY, UNDO, OPEN_MENU, scene.GUIDE, MEND),  # STRAYS
    (NEXT_ENTRY, UNDO, OPEN_MENU, scene.THROW, NOTHING),  # ENTER
    (NEXT_ENTRY, TAKE_ENTRY, OPEN_MENU, scene.WOODEN, NOTHING),  # ENTRY
    (DO_THROW, UNDO, OPEN_MENU, scene.OPENING, NOTHING),  # OPENING
    (DO_THROW, UNDO, OPEN_MENU, scene.THROW, NOTHING),  # THROW
    (NEXT_TURN, TAKE_TURN, OPEN_MENU, scene.ASK, NOTHING),  # ASK
    (COMMIT, UNDO, OPEN_MENU, scene.LOST, NOTHING),  # LOST
    (COMMIT, UNDO, OPEN_MENU, scene.READY, NOTHING),  # READY
    (NEXT_TURN, UNDO, OPEN_MENU, scene.READY, CHOOSE),  # ALIKE
    (NEXT_TURN, UNDO, OPEN_MENU, scene.DICE, MAYBE),  # UNSEEN
    (NEXT_TURN, UNDO, OPEN_MENU, scene.PARTIAL, OTHER_DIE),  # PARTIAL_UNSEEN
    (SAY, UNDO, OPEN_MENU, scene.PARTIAL, OTHER_DIE),  # PARTIAL
    (SAY, UNDO, OPEN_MENU, scene.DICE, MEND_TURN),  # MOVING
    (SAY, UNDO, OPEN_MENU, scene.SETUP, TO_CARRY),  # CARRY
    (HINT, UNDO, OPEN_MENU, scene.DICE, NOTHING),  # UNTOUCHED
    (SAY, UNDO, OPEN_MENU, scene.DICE, MEND_TURN),  # WRONG
)
PRESS, LONG, VERY_LONG, LIGHTS, WORDS = [bytes([row[k] for row in _TABLE]) for k in range(5)]
del _TABLE  # on the board five strings of bytes are left of it

# Those in which nothing has been done yet with dice that still roll.
ROLLS = bytes([ROLLER, ENTER, OPENING, THROW, LOST, UNSEEN, CARRY, UNTOUCHED])
# Those that show what is to be mended, as the lights GUIDE, once it has been told.
MENDS = bytes([MOVING, WRONG])


def situation(session) -> int:
    """What a gesture means now."""
    if session.service and session.service.busy:
        return SERVICE
    if session.menu >= 0:
        return MENU if session.menu < len(MODES) else SUSPECT
    if session.present.alone >= 0:
        return session.present.alone
    referee = session.referee
    phase = referee.phase
    if session.standing.blind():
        return BLIND
    if referee.offering:
        return OFFER if phase == PHASE_OVER else OFFER_INSTEAD
    if phase == PHASE_SETUP:
        return SETUP
    if referee.restoring:
        return RESTORING
    if phase == PHASE_OVER:
        return OVER
    if phase != PHASE_PLAY:
        return MOVED if referee.misplaced() else due(session)
    return STRAYS if session.standing.strays else due(session)


def due(session) -> int:
    """The same as if no piece stood where none belongs, in the phases opening, throw and play."""
    referee = session.referee
    if referee.phase != PHASE_PLAY:
        return session.present.throws(referee.match, OPENING if referee.phase == PHASE_OPENING else THROW)
    if referee.asking >= 0:
        return ASK
    tracker = referee.tracker
    verdict = tracker.verdict
    if verdict == COMPLETE:
        return LOST if tracker.turn == LOST_TURN else READY
    if verdict == AMBIGUOUS:
        return ALIKE
    if verdict == IS_UNTOUCHED:
        if referee.chosen is not None:
            return CARRY
        return UNSEEN if tracker.candidates else UNTOUCHED
    if verdict == IS_PARTIAL:
        return PARTIAL_UNSEEN if tracker.candidates else PARTIAL
    return MOVING if verdict == IS_MOVING else WRONG
