"""The holes to set right, and why, when the occupancy is not a legal result.

Pieces already right stay: the holes are those that differ from the legal turn, move of one die or earlier position that
leaves the fewest. The reason, in the rules' terms, is that of the first piece that must not be where it is.

    >>> mending = Mending(seen, legal, parts, touches)            # A14 for a throw of 23, not dalled
    >>> mending.reason(), mending.holes, mending.dice
    ("not_dalled", [(13, EMPTY, A), (11, A, EMPTY)], [2, 3])
"""

from companion.tracking.readings import EMPTY, SIDE_OF, UNKNOWN, are_exchanged
from companion.tracking.seen import HAND_MAX, IN_HAND, OTHER_DIE
from daldos.effects import cells_after, outcome, play
from daldos.packing import LOST_TURN
from daldos.reach import FINE, REASONS
from daldos.rules import KING
from daldos.why import passes, why_not

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import LegalTurns, Off, Parts, Seen, Throw, Touches

# Codes of companion.reasons. The rules' reasons are kept, except those that do not concern the pieces seen.
NO_DISTANCE, MISPLACED = "no_distance", "misplaced"
_SAID = {"": OTHER_DIE, "dal_stays": NO_DISTANCE}  # a move legal by itself leaves a die unplayed
_UNEXPLAINED = ("no_piece", "own_there", "no_die", "won", "own_between", "no_turn")


class Mending:
    """Why `now` is not a legal result, and what to set right. holes: as (hole, has, want). dice: those left to play.

    base: the move or turn assumed to be made, LOST_TURN for none. wanted: the occupancy after it.
    """

    def __init__(self, seen: "Seen", legal: "LegalTurns", parts: "Parts", touches: "Touches"):
        self.seen = seen
        self.at, self.now, self.side = seen.at, seen.now, seen.side
        self.legal = legal
        self.dice = list(self.at.throw or ())
        self.base = self._nearest(parts, touches)
        self.wanted = bytearray(seen.before)
        for hole, _, cell in outcome(self.at, self.base):
            self.wanted[hole] = SIDE_OF[cell]
        self.holes: list[Off] = []
        for hole in range(len(self.now)):
            if self.now[hole] != self.wanted[hole] and self.now[hole] != UNKNOWN:
                self.holes.append((hole, self.now[hole], self.wanted[hole]))

    def _nearest(self, parts: "Parts", touches: "Touches") -> int:
        # The base; sets the dice that it leaves. The player cannot have made a move that fills none of the holes filled
        # now.
        now, before, legal = self.now, self.seen.before, self.legal
        filled = [hole for hole in range(len(now)) if now[hole] == self.side != before[hole]]
        if self.seen.others:
            filled = self.seen.arrived()  # type: ignore[attr-defined]  # a SeenOthers
        base, best = LOST_TURN, 0
        if not filled or legal.turns[0] == LOST_TURN:
            return base
        throw: Throw = self.at.throw  # type: ignore[assignment]  # legal turns have one
        for part, smaller in parts.turns():
            for turn in smaller.landing(bytes(filled)):
                if parts.begins(part, turn) and not self._doubted(turn):
                    gain = self._gain(turn)
                    if gain > best:
                        best, base, self.dice = gain, turn, list(throw.without(*part.faces))
        for turn in legal.landing(bytes(filled)):
            gain = 0 if touches.untouched(self.at, turn) or self._doubted(turn) else self._gain(turn)
            if gain > best:
                best, base, self.dice = gain, turn, []
        return base

    def _doubted(self, turn: int) -> bool:
        return self.seen.others and self.seen.king_untouched(turn)  # type: ignore[attr-defined]  # a SeenOthers

    def _gain(self, turn: int) -> int:
        # How many fewer holes must be set right if this turn counts as made.
        gain = 0
        for hole, _, cell in outcome(self.at, turn):
            has, was, want = self.now[hole], self.seen.before[hole], SIDE_OF[cell]
            if want != was and has != UNKNOWN:
                if has == want:
                    gain += 1
                elif has == was:
                    gain -= 1
        return gain

    def reason(self) -> str:
        """The reason, a code of companion.reasons."""
        if are_exchanged(self.holes):
            return "exchanged"
        left, come = [], []  # own pieces missing, and own pieces in wrong holes
        gone, strange = [], 0  # the enemy's missing, and how many of them in wrong holes
        landed = False
        king = cells_after(self.at, self.base).find(bytes([KING[self.at.side]]))  # who reads as a piece of A
        hidden = [h for h in range(len(self.now)) if self.now[h] == UNKNOWN and self.wanted[h] == self.side]
        for hole, has, want in self.holes:
            if want == self.side or hole == king:
                left.append(hole)
            elif want != EMPTY:
                gone.append(hole)
                landed = landed or has == self.side
            if has == self.side:
                come.append(hole)
            elif has != EMPTY:
                strange += 1
        if [hole for hole in gone if self.wanted[hole] != self.seen.before[hole]]:
            return str(self.seen.reason)  # type: ignore[attr-defined]  # as above
        if len(left) > len(come) + HAND_MAX or len(gone) > strange + HAND_MAX:
            return "missing"
        if strange > len(gone):
            # One enemy piece too many: one that was captured, now or earlier.
            return "off_board" if landed or self.base != LOST_TURN else "too_many"
        if strange and not landed:
            return "not_yours"
        if len(come) > len(left) + len(hidden):
            return "too_many"
        if come:
            return self._misplaced_reason(left + hidden, come)
        if left:
            return IN_HAND
        return "passed_stays" if passes(self.at, self.base, gone[0]) else "not_captured"

    def _misplaced_reason(self, left: list[int], come: list[int]) -> str:
        # The reason for the piece that moved least far: the likeliest pair of an emptied and a filled hole.
        after = self.at.rules.board.after[self.at.side]
        nearest, hole, to = len(self.now), left[0], come[0]
        for start in left:
            reached = after[start]
            for steps in range(1, nearest):
                if reached in come:
                    nearest, hole, to = steps, start, reached
                    break
                reached = after[reached]
        return self._why_not(hole, to, nearest)

    def _why_not(self, hole: int, to: int, steps: int) -> str:
        # Why the piece from `hole` may not be at `to`, this many steps on, after the moves of the base.
        then = self.at.copy()
        play(then, self.base)
        said = why_not(then, hole, to, self.dice, self.legal)
        if said == FINE and self.base != LOST_TURN:
            return MISPLACED  # the base has won: the other die is void
        reason = REASONS[said][0]
        reason = _SAID.get(reason, reason)
        return MISPLACED if reason in _UNEXPLAINED or reason == OTHER_DIE and steps not in self.dice else reason


def misfits(seen: "Seen", turn: int, differing: list[int]) -> "list[Off]":
    """(hole, has, want) of the holes that do not fit the turn, those that it moves last. differing: those that do not
    fit the position before."""
    now = seen.now
    touched = outcome(seen.at, turn)
    holes = [hole for hole, _, _ in touched]
    wrong = [(hole, now[hole], seen.before[hole]) for hole in differing if hole not in holes]
    return wrong + [(h, now[h], SIDE_OF[then]) for h, _, then in touched if now[h] not in (SIDE_OF[then], UNKNOWN)]
