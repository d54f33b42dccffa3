#!/usr/bin/env python3
"""Print docs/situations.md: what the button does, what is shown and what is said in each situation of the board.

python3 tools/situations_doc.py > docs/situations.md
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "firmware/lib"))

from companion.lights import scene  # noqa: E402
from companion.session import situation as s  # noqa: E402

HEAD = """\
# Situations and gestures

At any time the board is in just one situation, and the situation alone says what a press, a long press (1 second) and a
very long press (4 seconds) do, what the lights show and what is told on USB. The rows stand in the order of precedence:
the first that is the case counts. This page is made by `python3 tools/situations_doc.py > docs/situations.md` from the
tables of `companion/session/situation.py`; a test brings a board into each situation and makes each gesture.

What was done last is a turn; in mode `wooden` it may be a throw that was entered and is not played yet, and in mode
`solo` it is the player's own turn with all that the board has played since.

Two things may be shown over a situation for a moment: a fault that has just come, for 4 seconds, and dice that roll.
What a gesture does is the same meanwhile.

"""
ABOUT = {
    "service": "a calibration, a magnet walk or a test has the board",
    "menu": "the choice of modes is open",
    "suspect": "in it, after the modes, a hole that may have a broken sensor is pointed at, or one given up",
    "roller": "mode `roller`",
    "diagnose": "mode `diagnose`",
    "blind": "more than eight holes of the game are unknown",
    "offer": "a game is over, and all pieces stand on their start holes",
    "offer_instead": "all pieces stand on their start holes in the middle of a game",
    "setup": "the position to begin or to go on from is not there yet",
    "restoring": "a turn was taken back, and its pieces are not back yet",
    "over": "the game is won",
    "moved": "a throw is due, but pieces stand elsewhere",
    "strays": "a turn is due, but pieces stand outside of the game",
    "enter": "mode `wooden`: the players throw their own dice",
    "entry": "mode `wooden`: a throw is offered",
    "opening": "a throw for the start is due",
    "throw": "a throw is due",
    "thinking": "a throw of a side that the board plays, which has still to choose its turn",
    "ask": "the board asks whether it was this turn, of those that look alike",
    "lost": "there is no turn with this throw",
    "ready": "a legal turn stands on the board",
    "astray": "the board plays, and what stands there is not on the way to its turn",
    "carry_unseen": "the board plays, and its turn may have been set unseen",
    "carry": "the board plays: its turn is to be set, or to be set to the end",
    "alike": "turns that look alike stand on the board",
    "unseen": "nothing has moved, but a turn may have been made unseen",
    "partial_unseen": "one die is played, and the other may have been unseen",
    "partial": "one die is played, the other must be",
    "moving": "on the way to a legal turn",
    "untouched": "nothing has moved since the throw",
    "wrong": "no legal turn stands on the board",
}
DOES = {
    s.SERVICE_PRESS: "what the job makes of it: a walk passes over a hole, a test ends, wires found exchanged are left",
    s.SERVICE_LONG: "a walk ends with what it has found, a test ends, wires found exchanged are kept so",
    s.NEXT_MODE: "points at the next mode, or hole",
    s.TAKE_MODE: "takes this mode",
    s.OPEN_MENU: "opens the choice of modes",
    s.ROLL: "throws",
    s.STATE: "tells the state",
    s.WALK: "begins a magnet walk; without sensors, tells the state",
    s.SAY: "says what is to be mended",
    s.NEW: "begins a new game",
    s.DECLINE: "goes on with the game, and says how",
    s.UNDO: "takes back what was done last",
    s.NEXT_ENTRY: "offers the next throw",
    s.TAKE_ENTRY: "enters this throw",
    s.DO_THROW: "throws",
    s.NEXT_TURN: "asks for the next turn, the likeliest first",
    s.TAKE_TURN: "takes this turn",
    s.COMMIT: "ends the turn",
    s.HINT: "shows what can be played, a second press the best turn",
    s.GIVE_UP: "gives this hole up, or takes it back",
    s.SAY_OVER: "says who has won",
}
SAYS = {
    s.NOTHING: "",
    s.MEND: "the holes to mend, and why",
    s.MEND_TURN: "the holes to mend, and why in the rules' terms",
    s.OTHER_DIE: "the die to be played, and from where it can be",
    s.CHOOSE: "how many turns look like this",
    s.MAYBE: "that a turn may have been made unseen",
    s.THINKS: "that the board thinks",
    s.TO_CARRY: "the board's turn, and the holes still to be set",
    s.LEAD_BACK: "the board's turn, and the holes to mend",
    s.BLINDNESS: "the unknown holes",
}
LATER = {
    s.AT_ROLLER: ", then `dice`",
    s.AT_ASTRAY: " once told, before `lead`",
    s.AT_MOVED: " once told, before as if nothing had moved",
    s.AT_STRAYS: " once told, before as if there were none",
    s.AT_UNSEEN: ", after a press on the last turn asked for `guide` for a while",
    s.AT_UNTOUCHED: ", after a press `guide` for a while, after a second one `lead`",
    s.AT_MOVING: ", once told `guide`",
    s.AT_WRONG: ", once told `guide`",
}


def page() -> str:
    """The whole document."""
    rows = ["situation", "press", "long press", "very long press", "lights", "told when all rests"]
    lines = [rows, ["---"] * len(rows)]
    for what, name in enumerate(s.NAMES):
        lights = "`%s`" % scene.NAMES[s.LIGHTS[what]] + LATER.get(what, "") if what else "the job's own"
        does = [DOES[table[what]] for table in (s.PRESS, s.LONG, s.VERY_LONG)]
        lines.append([f"**{name}**: {ABOUT[name]}", *does, lights, SAYS[s.WORDS[what]]])
    return HEAD + "".join("| " + " | ".join(cells) + " |\n" for cells in lines)


if __name__ == "__main__":
    sys.stdout.write(page())
