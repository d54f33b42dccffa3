"""Holes whose sensor may be wrong: each alone explains why the occupancy is not legal.

>>> suspects(tracker)           # A1 lifted, M3 deaf, throw 12: A1 and M3
[0, 18]
"""

from companion.tracking.readings import SIDE_OF, UNKNOWN
from daldos.effects import outcome
from daldos.packing import LOST_TURN

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Tracker


def suspects(tracker: "Tracker") -> list[int]:
    """Holes of the game that, if ignored, would make the occupancy a legal turn or the position before."""
    now, before, legal = tracker.seen.now, tracker.before, tracker.legal
    differing = [hole for hole in range(len(now)) if now[hole] != before[hole] and now[hole] != UNKNOWN]
    found = differing[:] if len(differing) == 1 else []
    if legal.turns[0] == LOST_TURN:
        return found
    for turn in legal.turns:
        touched = outcome(tracker.at, turn)
        changed = [hole for hole, _, _ in touched]
        wrong = [hole for hole in differing if hole not in changed]
        wrong += [hole for hole, _, then in touched if now[hole] not in (SIDE_OF[then], UNKNOWN)]
        if len(wrong) == 1 and wrong[0] not in found:
            found.append(wrong[0])
    return found
