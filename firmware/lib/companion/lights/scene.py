"""The scene: the one small object between the session, which fills it, and render, which draws it.

It is changed in place and holds only its kind's name, small ints and bytes, so that a resting board allocates nothing.

    >>> scene = Scene()
    >>> scene.begin("guide", now_ms=1000, player=0)
    >>> scene.point(hole=4, want=WANT_NOTHING)
    >>> scene.point(hole=20, want=WANT_A)
"""

from daldos.rules import RELATIVES, RULESETS

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Throw

# Entries of the choice of modes: the modes, the last of them for each level; the rulesets, and the relatives; the side
# that the board plays, hints, sound and calibration; and the rooms that have all but the first modes:
# companion.session.menu.
RULES_ENTRY = 9
RELATIVES_ENTRY = RULES_ENTRY + len(RULESETS)
SIDE_ENTRY = RELATIVES_ENTRY + len(RELATIVES)
HINTS_ENTRY, SOUND_ENTRY, CALIBRATE_ENTRY = SIDE_ENTRY + 1, SIDE_ENTRY + 2, SIDE_ENTRY + 3
PLAYERS_ROOM, RULES_ROOM, SENSORS_ROOM = SIDE_ENTRY + 4, SIDE_ENTRY + 5, SIDE_ENTRY + 6
ENTRIES = SIDE_ENTRY + 7  # after them the holes

SLOTS = 16  # of a picture, in a period of POINT_MS

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

    kind:     what it says: one of companion.lights.render.KINDS.
    player:   PLAYER_A, PLAYER_B or NOBODY.
    throw:    the dice, or None.
    used:     a bit a die of the throw, the lowest first: it is played (or settled).
    holes, wants: the first `count` are valid: physical holes 0 ... 48 to point at, and one of the
              constants above for each.
    choice:   number of a menu entry or candidate, from 0; of OFFER as above.
    since_ms: when this message began.
    changed:  set when it may have changed, cleared when it is drawn.
    """

    def __init__(self) -> None:
        self.kind = "dark"
        self.player = NOBODY
        self.throw: Throw | None = None
        self.used = 0
        self.choice = 0
        self.since_ms = 0
        self.changed = True
        self.count = 0
        self.holes = bytearray(HOLES_MAX)
        self.wants = bytearray(HOLES_MAX)

    def begin(self, kind: str, now_ms: int, player: int = NOBODY, throw: "Throw | None" = None, used: int = 0) -> None:
        """Start another message at `now_ms`, with choice 0 and no holes."""
        self.changed = True
        self.kind = kind
        self.since_ms = now_ms
        self.player = player
        self.throw = throw
        self.used = used
        self.choice = 0
        self.count = 0

    def point(self, hole: int, want: int) -> None:
        """Point at one more hole, up to HOLES_MAX."""
        if self.count < HOLES_MAX:
            self.holes[self.count] = hole
            self.wants[self.count] = want
            self.count += 1
