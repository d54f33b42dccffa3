"""One row for each situation of the board: when it is, what a press and a long press do in it, what is shown and said.

The first row whose condition holds is the situation, and it alone says what a gesture means now; a very long press
opens the choice of modes in each of them. docs/situations.md is made of these rows.

The lights may for a moment say more: a fault that has just come, or dice that roll. Both pass, and a gesture does
meanwhile what it does without them.

    >>> NAMES[situation(session)]
    'ready'
"""

from companion.console.phases import DIAGNOSE, ENTRIES, FAR, OPENING, OVER, PLAY, ROLLER, SETUP
from companion.lights import scene
from companion.session import announce, scenes
from companion.session import gestures as do
from companion.tracking.tracker import AMBIGUOUS, COMPLETE, MOVING, PARTIAL, UNTOUCHED, WRONG
from daldos.packing import LOST_TURN

ROLL = 1  # dice that still roll are shown over it: nothing has been done yet with them
NO_FAULT = 2  # a fault that has just come is not shown over it
LATE = 4  # it is shown once it has been announced; before, the lights say what they would without it

# The order is that of precedence. Of each row, for docs/situations.md: what it is; why it comes before those below it;
# what else there is to say of its lights. Then
#   its name
#   the condition, given the session and its referee
#   what a press does, what a long press does
#   the lights, how they are drawn, flags, what is announced once all is at rest
_ROWS = (
    (
        # the choice of modes is open
        # because: whoever opens it wants another mode
        "menu",
        lambda s, r: 0 <= s.menu < ENTRIES,
        (do.next_mode, do.take_mode),
        (scene.SHOW_MENU, scenes.menu, NO_FAULT, announce.nothing),
    ),
    (
        # in it, after the modes, a hole that may have a broken sensor, or one given up
        # because: as menu
        "suspect",
        lambda s, r: s.menu >= ENTRIES,
        (do.next_mode, do.give_up),
        (scene.SHOW_FAULT, scenes.suspect, NO_FAULT, announce.nothing),
    ),
    (
        # mode `roller`
        # because: the dice alone need no board and no game
        # lights: then `dice`
        "roller",
        lambda s, r: s.mode == ROLLER,
        (do.roll, do.state),
        (scene.SHOW_ROLLER, scenes.roller, ROLL | NO_FAULT, announce.nothing),
    ),
    (
        # mode `diagnose`
        # because: it shows what the sensors see, right or wrong, and the game waits
        "diagnose",
        lambda s, r: s.mode == DIAGNOSE,
        (do.state, do.walk),
        (scene.SHOW_DIAGNOSE, scenes.occupied, 0, announce.nothing),
    ),
    (
        # more than eight holes of the game are unknown
        # because: what stands cannot be judged
        "blind",
        lambda s, r: s.holes.blind(),
        (do.say, do.say),
        (scene.SHOW_FAULT, scenes.message, 0, announce.blindness),
    ),
    (
        # a game is over, and all pieces stand on their start holes
        # because: set up is a wish for another game
        "offer",
        lambda s, r: r.offering and r.phase == OVER and s.mode != FAR,
        (do.new, do.new),
        (scene.SHOW_OFFER, scenes.message, 0, announce.nothing),
    ),
    (
        # all pieces stand on their start holes in the middle of a game
        # because: as offer
        "offer_instead",
        lambda s, r: r.offering and s.mode != FAR,
        (do.decline, do.new),
        (scene.SHOW_OFFER, scenes.offer_instead, 0, announce.nothing),
    ),
    (
        # the position to begin or to go on from is not there yet
        # because: nothing is played before it is
        "setup",
        lambda s, r: r.phase == SETUP,
        (do.say, do.say),
        (scene.SHOW_SETUP, scenes.mend, 0, announce.to_mend),
    ),
    (
        # a turn was taken back, and its pieces are not back yet
        # because: its throw is played from there
        "restoring",
        lambda s, r: r.restoring,
        (do.say, do.undo),
        (scene.SHOW_UNDO, scenes.mend, 0, announce.to_mend),
    ),
    (
        # the game is won
        # because: how the pieces stand does not matter any more
        "over",
        lambda s, r: r.phase == OVER,
        (do.who_won, do.undo),
        (scene.SHOW_OVER, scenes.player, 0, announce.nothing),
    ),
    (
        # a throw is due, but pieces stand elsewhere
        # because: the throw is for the position
        # lights: once announced
        "moved",
        lambda s, r: r.phase != PLAY and r.misplaced(),
        (do.say, do.undo),
        (scene.SHOW_GUIDE, scenes.mend, LATE, announce.to_mend),
    ),
    (
        # a turn is due, but pieces stand outside of the game
        # because: no turn can leave them there
        # lights: once announced
        "strays",
        lambda s, r: r.phase == PLAY and s.holes.strays,
        (do.say, do.undo),
        (scene.SHOW_GUIDE, scenes.mend, LATE, announce.to_mend),
    ),
    (
        # mode `far`: the dice, or the other player's turn, are not here yet
        # because: whoever plays elsewhere cannot be hurried by a press
        # lights: with the dice `dice`
        "away",
        lambda s, r: s.mode == FAR and (r.phase != PLAY or r.thinking),
        (do.say, do.undo),
        (scene.SHOW_THROW, scenes.away, ROLL, announce.away),
    ),
    (
        # mode `wooden`: the players throw their own dice
        # because: the board's own dice rest then
        "enter",
        lambda s, r: r.phase != PLAY and s.present.enters(s.match) and s.present.entry < 0,
        (do.next_entry, do.undo),
        (scene.SHOW_THROW, scenes.player, ROLL, announce.nothing),
    ),
    (
        # mode `wooden`: a throw is offered
        # because: as enter
        "entry",
        lambda s, r: r.phase != PLAY and s.present.enters(s.match),
        (do.next_entry, do.take_entry),
        (scene.SHOW_WOODEN, scenes.entry, 0, announce.nothing),
    ),
    (
        # a throw for the start is due
        # because: who begins comes before the first throw
        "opening",
        lambda s, r: r.phase == OPENING,
        (do.throw, do.undo),
        (scene.SHOW_OPENING, scenes.opening, ROLL, announce.nothing),
    ),
    (
        # a throw is due
        # because: all below is about a throw that is to be played
        "throw",
        lambda s, r: r.phase != PLAY,
        (do.throw, do.undo),
        (scene.SHOW_THROW, scenes.player, ROLL, announce.nothing),
    ),
    (
        # the board plays, and has still to choose its turn
        # because: no turn counts yet
        "thinking",
        lambda s, r: r.thinking,
        (do.say, do.undo),
        (scene.SHOW_DICE, scenes.dice, ROLL, announce.thinks),
    ),
    (
        # the board asks which it was of the turns that look alike
        # because: a question waits for its answer
        "ask",
        lambda s, r: r.asking >= 0,
        (do.next_turn, do.take_turn),
        (scene.SHOW_ASK, scenes.asked, 0, announce.nothing),
    ),
    (
        # there is no turn with this throw
        # because: a complete turn as well, but an empty one
        "lost",
        lambda s, r: r.tracker.verdict == COMPLETE and r.tracker.turn == LOST_TURN,
        (do.commit, do.undo),
        (scene.SHOW_LOST, scenes.dice, ROLL, announce.nothing),
    ),
    (
        # a legal turn stands on the board
        # because: whoever has set it, it can be ended
        "ready",
        lambda s, r: r.tracker.verdict == COMPLETE,
        (do.commit, do.undo),
        (scene.SHOW_READY, scenes.dice, 0, announce.nothing),
    ),
    (
        # the board plays, and what stands is not on the way to its turn
        # because: back first, then on
        # lights: once announced, before `lead`
        "astray",
        lambda s, r: r.chosen is not None and r.tracker.verdict == WRONG,
        (do.say, do.undo),
        (scene.SHOW_GUIDE, scenes.astray, 0, announce.lead_back),
    ),
    (
        # the board plays, and its turn may have been set unseen
        # because: a press may then be a yes
        "carry_unseen",
        lambda s, r: r.chosen is not None and r.tracker.candidates,
        (do.next_turn, do.undo),
        (scene.SHOW_LEAD, scenes.carry, ROLL, announce.to_carry),
    ),
    (
        # the board plays: its turn is to be set, or to be set to the end
        # because: no other turn will do
        "carry",
        lambda s, r: r.chosen is not None,
        (do.say, do.undo),
        (scene.SHOW_LEAD, scenes.carry, ROLL, announce.to_carry),
    ),
    (
        # turns that look alike stand on the board
        # because: as ready, once it is known which
        "alike",
        lambda s, r: r.tracker.verdict == AMBIGUOUS,
        (do.next_turn, do.undo),
        (scene.SHOW_READY, scenes.dice, 0, announce.alike),
    ),
    (
        # nothing has moved, but a turn may have been made unseen
        # because: a press may ask
        # lights: `guide` once all turns have been asked for
        "unseen",
        lambda s, r: r.tracker.verdict == UNTOUCHED and r.tracker.candidates,
        (do.next_turn, do.undo),
        (scene.SHOW_DICE, scenes.untouched, ROLL, announce.maybe),
    ),
    (
        # one die is played, and the other may have been unseen
        # because: as unseen
        "partial_unseen",
        lambda s, r: r.tracker.verdict == PARTIAL and r.tracker.candidates,
        (do.next_turn, do.undo),
        (scene.SHOW_PARTIAL, scenes.partial, 0, announce.other_die),
    ),
    (
        # one die is played, the other must be
        # because: it stands right so far
        "partial",
        lambda s, r: r.tracker.verdict == PARTIAL,
        (do.say, do.undo),
        (scene.SHOW_PARTIAL, scenes.partial, 0, announce.other_die),
    ),
    (
        # on the way to a legal turn
        # because: a hand at work is not to be disturbed
        # lights: once announced `guide`
        "moving",
        lambda s, r: r.tracker.verdict == MOVING,
        (do.say, do.undo),
        (scene.SHOW_DICE, scenes.mend_turn, 0, announce.to_mend_turn),
    ),
    (
        # nothing has moved since the throw
        # because: there is nothing to mend
        # lights: after a press `guide`, after two `lead`
        "untouched",
        lambda s, r: r.tracker.verdict == UNTOUCHED,
        (do.hint, do.undo),
        (scene.SHOW_DICE, scenes.untouched, ROLL, announce.nothing),
    ),
    (
        # no legal turn stands on the board
        # because: the last: whatever is left
        # lights: once announced `guide`
        "wrong",
        lambda s, r: True,
        (do.say, do.undo),
        (scene.SHOW_DICE, scenes.mend_turn, 0, announce.to_mend_turn),
    ),
)
NAMES = tuple([row[0] for row in _ROWS])
_WHEN = tuple([row[1] for row in _ROWS])
PRESS = tuple([row[2][0] for row in _ROWS])
LONG = tuple([row[2][1] for row in _ROWS])
LIGHTS = bytes([row[3][0] for row in _ROWS])
_DRAW = tuple([row[3][1] for row in _ROWS])
_FLAGS = bytes([row[3][2] for row in _ROWS])
ANNOUNCE = tuple([row[3][3] for row in _ROWS])
del _ROWS  # on the board these are left of it


def situation(session, first: int = 0) -> int:
    """The number of the situation, as if those before `first` did not exist."""
    referee = session.referee
    while not _WHEN[first](session, referee):
        first += 1
    return first


def show(session, now: int) -> None:
    """Bring `session.scene` up to date."""
    session.shown = True
    what = situation(session)
    if session.notice is not None and not _FLAGS[what] & NO_FAULT:
        scenes.fault(session, now, scene.SHOW_FAULT)
        return
    if _FLAGS[what] & LATE and not session.announced:
        what = situation(session, what + 1)
    if session.rolled and _FLAGS[what] & ROLL and not session.announced and not session.advice.stage:
        scenes.begin(session, now, scene.SHOW_ROLL, *session.rolled)
    else:
        _DRAW[what](session, now, LIGHTS[what])


def leads(session) -> bool:
    """Whether the board's own turn is led, or thought about, and nothing stands in its way."""
    return ANNOUNCE[situation(session)] in (announce.thinks, announce.to_carry)


def throws(session) -> bool:
    """Whether a press throws the dice."""
    return PRESS[situation(session)] is do.throw
