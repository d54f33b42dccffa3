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

# The order is that of precedence. Of each row:
#   name, what it is, why it comes before those below it, what the document adds to its lights
#   the condition, given the session and its referee
#   what a press does, what a long press does
#   the lights, how they are drawn, flags, what is announced once all is at rest
_ROWS = (
    (
        ("menu", "the choice of modes is open", "whoever opens it wants another mode", ""),
        lambda s, r: 0 <= s.menu < ENTRIES,
        (do.next_mode, do.take_mode),
        (scene.SHOW_MENU, scenes.menu, NO_FAULT, announce.nothing),
    ),
    (
        ("suspect", "in it, after the modes, a hole that may have a broken sensor, or one given up", "as menu", ""),
        lambda s, r: s.menu >= ENTRIES,
        (do.next_mode, do.give_up),
        (scene.SHOW_FAULT, scenes.suspect, NO_FAULT, announce.nothing),
    ),
    (
        ("roller", "mode `roller`", "the dice alone need no board and no game", ", then `dice`"),
        lambda s, r: s.mode == ROLLER,
        (do.roll, do.state),
        (scene.SHOW_ROLLER, scenes.roller, ROLL | NO_FAULT, announce.nothing),
    ),
    (
        ("diagnose", "mode `diagnose`", "it shows what the sensors see, right or wrong, and the game waits", ""),
        lambda s, r: s.mode == DIAGNOSE,
        (do.state, do.walk),
        (scene.SHOW_DIAGNOSE, scenes.occupied, 0, announce.nothing),
    ),
    (
        ("blind", "more than eight holes of the game are unknown", "what stands cannot be judged", ""),
        lambda s, r: s.holes.blind(),
        (do.say, do.say),
        (scene.SHOW_FAULT, scenes.message, 0, announce.blindness),
    ),
    (
        ("offer", "a game is over, and all pieces stand on their start holes", "set up is a wish for another game", ""),
        lambda s, r: r.offering and r.phase == OVER and s.mode != FAR,
        (do.new, do.new),
        (scene.SHOW_OFFER, scenes.message, 0, announce.nothing),
    ),
    (
        ("offer_instead", "all pieces stand on their start holes in the middle of a game", "as offer", ""),
        lambda s, r: r.offering and s.mode != FAR,
        (do.decline, do.new),
        (scene.SHOW_OFFER, scenes.offer_instead, 0, announce.nothing),
    ),
    (
        ("setup", "the position to begin or to go on from is not there yet", "nothing is played before it is", ""),
        lambda s, r: r.phase == SETUP,
        (do.say, do.say),
        (scene.SHOW_SETUP, scenes.mend, 0, announce.to_mend),
    ),
    (
        ("restoring", "a turn was taken back, and its pieces are not back yet", "its throw is played from there", ""),
        lambda s, r: r.restoring,
        (do.say, do.undo),
        (scene.SHOW_UNDO, scenes.mend, 0, announce.to_mend),
    ),
    (
        ("over", "the game is won", "how the pieces stand does not matter any more", ""),
        lambda s, r: r.phase == OVER,
        (do.who_won, do.undo),
        (scene.SHOW_OVER, scenes.player, 0, announce.nothing),
    ),
    (
        ("moved", "a throw is due, but pieces stand elsewhere", "the throw is for the position", " once announced"),
        lambda s, r: r.phase != PLAY and r.misplaced(),
        (do.say, do.undo),
        (scene.SHOW_GUIDE, scenes.mend, LATE, announce.to_mend),
    ),
    (
        (
            "strays",
            "a turn is due, but pieces stand outside of the game",
            "no turn can leave them there",
            " once announced",
        ),
        lambda s, r: r.phase == PLAY and s.holes.strays,
        (do.say, do.undo),
        (scene.SHOW_GUIDE, scenes.mend, LATE, announce.to_mend),
    ),
    (
        (
            "away",
            "mode `far`: the dice, or the other player's turn, are not here yet",
            "whoever plays elsewhere cannot be hurried by a press",
            ", with the dice `dice`",
        ),
        lambda s, r: s.mode == FAR and (r.phase != PLAY or r.thinking),
        (do.say, do.undo),
        (scene.SHOW_THROW, scenes.away, ROLL, announce.away),
    ),
    (
        ("enter", "mode `wooden`: the players throw their own dice", "the board's own dice rest then", ""),
        lambda s, r: r.phase != PLAY and s.present.enters(s.match) and s.present.entry < 0,
        (do.next_entry, do.undo),
        (scene.SHOW_THROW, scenes.player, ROLL, announce.nothing),
    ),
    (
        ("entry", "mode `wooden`: a throw is offered", "as enter", ""),
        lambda s, r: r.phase != PLAY and s.present.enters(s.match),
        (do.next_entry, do.take_entry),
        (scene.SHOW_WOODEN, scenes.entry, 0, announce.nothing),
    ),
    (
        ("opening", "a throw for the start is due", "who begins comes before the first throw", ""),
        lambda s, r: r.phase == OPENING,
        (do.throw, do.undo),
        (scene.SHOW_OPENING, scenes.opening, ROLL, announce.nothing),
    ),
    (
        ("throw", "a throw is due", "all below is about a throw that is to be played", ""),
        lambda s, r: r.phase != PLAY,
        (do.throw, do.undo),
        (scene.SHOW_THROW, scenes.player, ROLL, announce.nothing),
    ),
    (
        ("thinking", "the board plays, and has still to choose its turn", "no turn counts yet", ""),
        lambda s, r: r.thinking,
        (do.say, do.undo),
        (scene.SHOW_DICE, scenes.dice, ROLL, announce.thinks),
    ),
    (
        ("ask", "the board asks which it was of the turns that look alike", "a question waits for its answer", ""),
        lambda s, r: r.asking >= 0,
        (do.next_turn, do.take_turn),
        (scene.SHOW_ASK, scenes.asked, 0, announce.nothing),
    ),
    (
        ("lost", "there is no turn with this throw", "a complete turn as well, but an empty one", ""),
        lambda s, r: r.tracker.verdict == COMPLETE and r.tracker.turn == LOST_TURN,
        (do.commit, do.undo),
        (scene.SHOW_LOST, scenes.dice, ROLL, announce.nothing),
    ),
    (
        ("ready", "a legal turn stands on the board", "whoever has set it, it can be ended", ""),
        lambda s, r: r.tracker.verdict == COMPLETE,
        (do.commit, do.undo),
        (scene.SHOW_READY, scenes.dice, 0, announce.nothing),
    ),
    (
        (
            "astray",
            "the board plays, and what stands is not on the way to its turn",
            "back first, then on",
            " once announced, before `lead`",
        ),
        lambda s, r: r.chosen is not None and r.tracker.verdict == WRONG,
        (do.say, do.undo),
        (scene.SHOW_GUIDE, scenes.astray, 0, announce.lead_back),
    ),
    (
        ("carry_unseen", "the board plays, and its turn may have been set unseen", "a press may then be a yes", ""),
        lambda s, r: r.chosen is not None and r.tracker.candidates,
        (do.next_turn, do.undo),
        (scene.SHOW_LEAD, scenes.carry, ROLL, announce.to_carry),
    ),
    (
        ("carry", "the board plays: its turn is to be set, or to be set to the end", "no other turn will do", ""),
        lambda s, r: r.chosen is not None,
        (do.say, do.undo),
        (scene.SHOW_LEAD, scenes.carry, ROLL, announce.to_carry),
    ),
    (
        ("alike", "turns that look alike stand on the board", "as ready, once it is known which", ""),
        lambda s, r: r.tracker.verdict == AMBIGUOUS,
        (do.next_turn, do.undo),
        (scene.SHOW_READY, scenes.dice, 0, announce.alike),
    ),
    (
        (
            "unseen",
            "nothing has moved, but a turn may have been made unseen",
            "a press may ask",
            "; `guide` once all turns have been asked for",
        ),
        lambda s, r: r.tracker.verdict == UNTOUCHED and r.tracker.candidates,
        (do.next_turn, do.undo),
        (scene.SHOW_DICE, scenes.untouched, ROLL, announce.maybe),
    ),
    (
        ("partial_unseen", "one die is played, and the other may have been unseen", "as unseen", ""),
        lambda s, r: r.tracker.verdict == PARTIAL and r.tracker.candidates,
        (do.next_turn, do.undo),
        (scene.SHOW_PARTIAL, scenes.partial, 0, announce.other_die),
    ),
    (
        ("partial", "one die is played, the other must be", "it stands right so far", ""),
        lambda s, r: r.tracker.verdict == PARTIAL,
        (do.say, do.undo),
        (scene.SHOW_PARTIAL, scenes.partial, 0, announce.other_die),
    ),
    (
        ("moving", "on the way to a legal turn", "a hand at work is not to be disturbed", ", once announced `guide`"),
        lambda s, r: r.tracker.verdict == MOVING,
        (do.say, do.undo),
        (scene.SHOW_DICE, scenes.mend_turn, 0, announce.to_mend_turn),
    ),
    (
        (
            "untouched",
            "nothing has moved since the throw",
            "there is nothing to mend",
            "; after a press `guide`, after two `lead`",
        ),
        lambda s, r: r.tracker.verdict == UNTOUCHED,
        (do.hint, do.undo),
        (scene.SHOW_DICE, scenes.untouched, ROLL, announce.nothing),
    ),
    (
        ("wrong", "no legal turn stands on the board", "the last: whatever is left", ", once announced `guide`"),
        lambda s, r: True,
        (do.say, do.undo),
        (scene.SHOW_DICE, scenes.mend_turn, 0, announce.to_mend_turn),
    ),
)
TEXTS = tuple([row[0] for row in _ROWS])
NAMES = tuple([texts[0] for texts in TEXTS])
_WHEN = tuple([row[1] for row in _ROWS])
PRESS, LONG = [tuple([row[2][k] for row in _ROWS]) for k in range(2)]
LIGHTS, _DRAW, _FLAGS, ANNOUNCE = [tuple([row[3][k] for row in _ROWS]) for k in range(4)]
LIGHTS, _FLAGS = bytes(LIGHTS), bytes(_FLAGS)
del _ROWS  # on the board these are left of it; the texts lie in the flash


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
