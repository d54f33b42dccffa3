"""Holes whose sensor or piece may be wrong: each alone explains why the occupancy is not legal.

>>> suspects(tracker)           # A1 lifted, M3 deaf, throw 12: A1 and M3
[0, 18]
"""

from companion.tracking.readings import EMPTY, SIDE_OF, SIDES, UNKNOWN, is_other
from companion.tracking.seen import NOTHING
from daldos.effects import outcome
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
        hole = one_off(tracker.seen, turn, differing)
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
    return [hole for hole in come if [1 for legal in legals if fits(seen, legal, hole, seen.side)]]


def arrived(seen: "Seen") -> list[int]:
    """The holes in which a piece is read that were empty before."""
    return [h for h in range(len(seen.now)) if seen.now[h] in SIDES and seen.before[h] == EMPTY]


def one_off(seen: "Seen", turn: int, differing: list[int]) -> int:
    """The only hole that does not fit the turn, NOTHING if there are none or several. differing: those that do not fit
    the position before."""
    now = seen.now
    touched = outcome(seen.at, turn)
    holes = [hole for hole, _, _ in touched]
    wrong = [hole for hole in differing if hole not in holes]
    wrong += [hole for hole, _, then in touched if now[hole] not in (SIDE_OF[then], UNKNOWN)]
    return wrong[0] if len(wrong) == 1 else NOTHING


def fits(seen: "Seen", legal: "LegalTurns", hole: int, code: int) -> bool:
    """Whether all would fit a turn, or the position before, if this hole read so."""
    was, seen.now[hole] = seen.now[hole], code
    seen.compare()
    good = not seen.differing or len(seen.like(legal)) > 0
    seen.now[hole] = was
    seen.compare()
    return good
