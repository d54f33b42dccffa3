"""Holes whose sensor or piece may be wrong: each alone explains why the occupancy is not legal.

>>> suspects(tracker)           # A1 lifted, M3 deaf, throw 12: A1 and M3
[0, 18]
"""

from companion.tracking.readings import UNKNOWN, is_other
from companion.tracking.seen import NOTHING
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
        hole = tracker.seen.one_off(turn)
        if hole != NOTHING and hole not in found:
            found.append(hole)
    return found


def reversed_pieces(tracker: "Tracker") -> list[int]:
    """Holes of the game that read as the enemy's, where a piece of the player's makes the occupancy legal."""
    seen = tracker.seen
    come = [
        hole
        for hole in range(len(seen.now))
        if is_other(seen.now[hole], seen.side) and seen.now[hole] != seen.before[hole]
    ]
    legals = [tracker.legal] + [found for _, found in tracker.parts.turns()] if seen.strange else []
    return [hole for hole in come if [1 for legal in legals if seen.fits(legal, hole, seen.side)]]
