"""What lies in the holes, compared with the position before the turn, and with the position after one.

>>> seen = Seen(at)
>>> seen.compare()
>>> seen.looks_like(turn)
True
"""

from companion.tracking.readings import EMPTY, SIDE_OF, SIDES, UNKNOWN, occupancy_of
from daldos.effects import Changes
from daldos.turns import LegalTurns

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Sequence

    from companion.shapes import Position

NOTHING = 255  # no hole
HAND_MAX = 3  # with more pieces off the board than this, nobody is playing a turn
IN_HAND, OTHER_DIE = "in_hand", "other_die"  # codes of companion.reasons


class Seen:
    """before, now: a code per hole. side: the code of the player's pieces.

    differing, hidden: holes that differ, and unknown ones. in_hand, missing: own and enemy pieces missing. come: holes
    with a new own piece, the last of them `filled`, or NOTHING. taken: holes that an enemy piece has left empty.
    strange: whether an enemy piece came. ghosts: holes with a piece that is not read, wherever it goes. others: whether
    a turn can move pieces that are not the player's, as in companion.tracking.others.
    """

    others = False

    def __init__(self, at: "Position"):
        self.at = at
        self.before = occupancy_of(at.cells)
        self.now = bytearray(self.before)
        self.side = SIDES[at.side]
        self.ghosts: Sequence[int] = ()
        self.changes = Changes()
        self.compare()

    def compare(self) -> None:
        """Count the differences from the position before, in the known holes."""
        before, now, side = self.before, self.now, self.side
        self.differing = self.hidden = 0
        self.in_hand = self.missing = self.come = self.taken = 0
        self.filled = NOTHING
        self.strange = False
        for hole in range(len(now) if now != before else 0):
            has, was = now[hole], before[hole]
            if has == was:
                continue
            if has == UNKNOWN:
                self.hidden += 1
                continue
            self.differing += 1
            if was == side:
                self.in_hand += 1
            elif was != EMPTY:
                self.missing += 1
                if has == EMPTY:
                    self.taken += 1
            if has == side:
                self.in_hand -= 1
                self.come += 1
                self.filled = hole
            elif has != EMPTY:
                self.missing -= 1
                self.strange = True

    def like(self, legal: LegalTurns) -> list[int]:
        """The turns whose result agrees with all known holes."""
        if self.strange or (not self.hidden and self.differing and self.filled == NOTHING):
            return []
        turns = legal.turns if self.filled == NOTHING else legal.landing(bytes([self.filled]))
        return [turn for turn in turns if self.looks_like(turn)]

    def looks_like(self, turn: int) -> bool:
        """Whether the turn leads to what lies in all known holes."""
        now, before, changes, cells = self.now, self.before, self.changes, self.at.cells
        different, ghosts = self.differing, 0
        changes.play(self.at, turn)
        for hole in self.ghosts:
            if SIDE_OF[cells[hole]] != self.side:
                ghosts += 1
        for hole in changes.holes:
            has = now[hole]
            if has == UNKNOWN:
                continue
            if has != SIDE_OF[cells[hole]]:
                if ghosts and has == EMPTY and SIDE_OF[cells[hole]] == self.side:
                    ghosts -= 1
                    different -= has != before[hole]
                    continue
                different = -1
                break
            if has != before[hole]:
                different -= 1
        changes.take_back(cells)
        return different == 0

    def leads_to(self, turn: int) -> bool:
        """Whether the turn fills every newly filled hole. Without an own piece in the hand, only captured pieces can
        have been taken first: then all holes except theirs must fit the turn."""
        now, before, changes, cells = self.now, self.before, self.changes, self.at.cells
        come, taken, other = self.come, self.taken, self.differing - self.come - self.taken
        changes.play(self.at, turn)
        for hole in changes.holes:
            if now[hole] == before[hole]:
                continue
            if now[hole] == self.side == SIDE_OF[cells[hole]]:
                come -= 1
            elif before[hole] == self.side:
                other -= 1
            elif now[hole] == EMPTY:
                taken -= 1
        changes.take_back(cells)
        return come == 0 and (self.in_hand > 0 or taken == 0 == other)
