"""Holes whose sensor may be wrong: each alone explains why the occupancy is not legal.

>>> suspects(tracker)           # A1 lifted, M3 deaf, throw 12: A1 and M3
[0, 18]
"""

from companion.tracking.changes import SIDES, UNKNOWN, changes
from daldos.packing import LOST_TURN

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Tracker


def suspects(tracker: "Tracker") -> list[int]:
    """Holes of the game that, if ignored, would make the occupancy a legal turn or the position before."""
    now, before, legal = tracker.now, tracker.before, tracker.legal
    side = SIDES[tracker.at.side]
    differing = [hole for hole in range(len(now)) if now[hole] != before[hole] and now[hole] != UNKNOWN]
    found = differing[:] if len(differing) == 1 else []
    if legal.turns[0] == LOST_TURN:
        return found
    holes, wants = bytearray(4), bytearray(4)
    for turn in legal.turns:
        count = changes(turn, side, holes, wants)
        changed = bytes(holes[:count])  # MicroPython has no `in` for numbers in a bytearray
        wrong = [hole for hole in differing if hole not in changed]
        for k in range(count):
            if now[holes[k]] != wants[k] and now[holes[k]] != UNKNOWN:
                wrong.append(holes[k])
        if len(wrong) == 1 and wrong[0] not in found:
            found.append(wrong[0])
    return found
