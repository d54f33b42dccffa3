"""Holes whose sensor or piece may be wrong: each alone explains why the occupancy is not legal.

>>> suspects(tracker)           # A1 lifted, M3 deaf, throw 12: A1 and M3
[0, 18]
"""

from companion.tracking.mending import misfits
from companion.tracking.readings import EMPTY, SIDES, UNKNOWN, is_other
from daldos.packing import LOST_TURN

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import LegalTurns, Seen, Tracker


def suspects(tracker: "Tracker") -> list[int]:
    """Holes of the game that, if ignored, would make the occupancy a legal turn or the position before."""
    now, before, legal = tracker.seen.now, tracker.before, tracker.legal
    differing = [hole for hole in range(len(now)) if now[hole] != before[hole] and now[hole] != UNKNOWN]
    found = differing[:] if len(differing) == 1 else []
    if legal.turns[0] == LOST_TURN:
        return found
    for turn in legal.turns:
        off = misfits(tracker.seen, turn, differing)
        if len(off) == 1 and off[0][0] not in found:
            found.append(off[0][0])
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
    return [hole for hole in come if [1 for legal in legals if fits(seen, legal, hole, seen.side)]]


def arrived(seen: "Seen") -> list[int]:
    """The holes in which a piece is read that were empty before."""
    return [h for h in range(len(seen.now)) if seen.now[h] in SIDES and seen.before[h] == EMPTY]


def fits(seen: "Seen", legal: "LegalTurns", hole: int, code: int) -> bool:
    """Whether all would fit a turn, or the position before, if this hole read so."""
    was, seen.now[hole] = seen.now[hole], code
    seen.compare()
    good = not seen.differing or len(seen.like(legal)) > 0
    seen.now[hole] = was
    seen.compare()
    return good
