"""The scene: the one small object between the session, which fills it, and render, which draws it.

It is changed in place and holds only small ints and bytes, so that a resting board allocates nothing.

    >>> scene = Scene()
    >>> scene.begin(SHOW_GUIDE, now_ms=1000, player=0)
    >>> scene.point(hole=4, want=WANT_NOTHING)
    >>> scene.point(hole=20, want=WANT_A)
"""

from daldos.rules import RULESETS

# The kinds of message; docs/lights.md shows each.
SHOW_DARK = 0
SHOW_ROLL = 1  # the dice roll over for ROLL_MS, then lie as in SHOW_DICE
SHOW_DICE = 2  # thrown, to be played; `used` tells the dice already played
SHOW_LOST = 3  # no legal turn with these dice: press on
SHOW_READY = 4  # a legal turn is on the board: a press ends it
SHOW_PARTIAL = 5  # one die is played (`used` tells which), the other must be
SHOW_GUIDE = 6  # holes to mend
SHOW_SETUP = 7  # holes to fill or to clear
SHOW_OPENING = 8  # `player` throws for the start; `die1`, `die2` of the last such throw, if any
SHOW_THROW = 9  # `player` throws by pressing
SHOW_ASK = 10  # asks whether it is this turn: the holes of candidate number `choice`, from 0
SHOW_UNDO = 11  # the way back for a turn's pieces after an undo
# A new game is offered; the holes lack pieces. `choice` 0: a press accepts it; 1: only a long press; 2: sensors were
# found on a board of dice alone; 3: a game of another size.
SHOW_OFFER = 12
SHOW_OVER = 13  # `player` has won
SHOW_FAULT = 14  # a faulty board, at these holes or as a whole
SHOW_MENU = 15  # entry number `choice` of the choice of modes; `used` 1: it is set
SHOW_ROLLER = 16  # dice only: press to throw
SHOW_WOODEN = 17  # a throw of wooden dice is being entered; a die in `used` is settled
SHOW_DIAGNOSE = 18  # the occupied holes
SHOW_CALIBRATE = 19
SHOW_SELFTEST = 20
SHOW_LEAD = 21  # the moves of a turn: `choice` 0 the board's own, to be set up; 1 a hint
SHOW_KEEP = 22  # a long press keeps swapped wires; choice 1: waits for new firmware
SHOW_TURN = 23  # pieces to turn in place; all else is right
SHOW_WHOSE = 24  # asks whether `player` throws in the position set up; a long press says yes
SHOW_HELD = 25  # the button is held: its release will be a long press
SHOW_DALLED = 26  # the dalled pieces
KINDS = 27

# Names of the kinds, in order. A literal stays in the flash.
NAMES = (
    "dark",
    "roll",
    "dice",
    "lost",
    "ready",
    "partial",
    "guide",
    "setup",
    "opening",
    "throw",
    "ask",
    "undo",
    "offer",
    "over",
    "fault",
    "menu",
    "roller",
    "wooden",
    "diagnose",
    "calibrate",
    "selftest",
    "lead",
    "keep",
    "turn",
    "whose",
    "held",
    "dalled",
)

# Entries of the choice of modes: the modes, the last of them for each level; the rulesets; the side that the board
# plays, hints, sound and calibration; and the rooms that have all but the first modes: companion.session.menu.
RULES_ENTRY = 9
SIDE_ENTRY = RULES_ENTRY + len(RULESETS)
HINTS_ENTRY, SOUND_ENTRY, CALIBRATE_ENTRY = SIDE_ENTRY + 1, SIDE_ENTRY + 2, SIDE_ENTRY + 3
PLAYERS_ROOM, RULES_ROOM, SENSORS_ROOM = SIDE_ENTRY + 4, SIDE_ENTRY + 5, SIDE_ENTRY + 6
ENTRIES = SIDE_ENTRY + 7  # after them the holes

# What should stand in a hole.
WANT_NOTHING = 0  # lift what is there
WANT_A = 1
WANT_B = 2
LOOK = 3  # look here, or choose
TURN = 4  # the piece that stands there, in its hole
DALLED_A, DALLED_B = 5, 6  # as WANT_A and WANT_B, and it is dalled

PLAYER_A = 0
PLAYER_B = 1
NOBODY = 2

HOLES_MAX = 49


class Scene:
    """One message of the lights.

    kind:     one of the constants above.
    player:   PLAYER_A, PLAYER_B or NOBODY.
    die1, die2: 1 ... 4, or 0 for no die.
    used:     bit 0: die1 is played (or settled); bit 1: die2.
    holes, wants: the first `count` are valid: physical holes 0 ... 48 to point at, and one of the
              constants above for each.
    choice:   number of a menu entry or candidate, from 0; of OFFER as above.
    since_ms: when this message began.
    """

    def __init__(self) -> None:
        self.kind = SHOW_DARK
        self.player = NOBODY
        self.die1 = 0
        self.die2 = 0
        self.used = 0
        self.choice = 0
        self.since_ms = 0
        self.count = 0
        self.holes = bytearray(HOLES_MAX)
        self.wants = bytearray(HOLES_MAX)

    def begin(self, kind: int, now_ms: int, player: int = NOBODY, die1: int = 0, die2: int = 0, used: int = 0) -> None:
        """Start another message at `now_ms`, with choice 0 and no holes."""
        self.kind = kind
        self.since_ms = now_ms
        self.player = player
        self.die1 = die1
        self.die2 = die2
        self.used = used
        self.choice = 0
        self.count = 0

    def point(self, hole: int, want: int) -> None:
        """Point at one more hole, up to HOLES_MAX."""
        if self.count < HOLES_MAX:
            self.holes[self.count] = hole
            self.wants[self.count] = want
            self.count += 1
