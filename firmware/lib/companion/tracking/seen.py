"""What lies in the holes, compared with the position before the turn, and with the position after one.

>>> seen = Seen(at)
>>> seen.compare()
>>> seen.looks_like(turn)
True
"""

from companion.tracking.readings import EMPTY, SIDE_OF, SIDES, UNKNOWN, occupancy_of
from daldos.effects import Changes
from daldos.rules import NOBODYS
from daldos.turns import LegalTurns

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Sequence

    from companion.shapes import Position

NOTHING = 255  # no hole
HAND_MAX = 3  # with more pieces off the board than this, nobody is playing a turn
IN_HAND, OTHER_DIE, MOVES_TOO = "in_hand", "other_die", "moves_too"  # codes of companion.reasons


class Seen:
    """before, now: a code per hole. side: the code of the player's pieces.

    differing, hidden: holes that differ, and unknown ones. in_hand, missing: own and enemy pieces missing. come: holes
    with a new own piece, the last of them `filled`, or NOTHING. taken: holes that an enemy piece has left empty.
    strange: whether an enemy piece came. ghosts: holes with a piece that is not read, wherever it goes. others: whether
    a turn can move pieces that are not the player's, or the king, and so fill holes where no move ends.
    """

    def __init__(self, at: "Position"):
        self.at = at
        self.before = occupancy_of(at.cells)
        self.now = bytearray(self.before)
        self.side = SIDES[at.side]
        self.ghosts: Sequence[int] = ()
        self._changes = Changes()
        rules = at.rules
        self.others = rules.king or rules.gate or rules.sent_home
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
        if self.others:
            return [turn for turn in self._near(legal) if self.looks_like(turn)]
        if self.strange or (not self.hidden and self.differing and self.filled == NOTHING):
            return []
        turns = legal.turns if self.filled == NOTHING else legal.landing(bytes([self.filled]))
        return [turn for turn in turns if self.looks_like(turn)]

    def _near(self, legal: LegalTurns) -> list[int]:
        # The turns that could look like this: with a move that ends where a piece has come, or on the king.
        if self.hidden or not self.differing:
            return legal.turns
        now, cells, holes = self.now, self.at.cells, self.arrived()
        kings = [hole for hole in range(len(cells)) if cells[hole] >= NOBODYS]
        if holes:
            return legal.landing(bytes(holes + kings))
        # A king may have captured a piece that reads as he does.
        return legal.turns if [1 for hole in kings if now[hole] == EMPTY] else []

    def looks_like(self, turn: int) -> bool:
        """Whether the turn leads to what lies in all known holes."""
        now, before, changes, cells = self.now, self.before, self._changes, self.at.cells
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

    def arrived(self) -> list[int]:
        """The holes with a piece that was not there before."""
        now, before = self.now, self.before
        return [hole for hole in range(len(now)) if now[hole] not in (before[hole], EMPTY, UNKNOWN)]

    def one_short(self, legal: LegalTurns) -> list[int]:
        """The only hole that keeps the board from looking like one of these turns, if it lacks a piece there that the
        turn moves, too, though it is not the player's; else empty."""
        now, changes, cells = self.now, self._changes, self.at.cells
        for turn in self._near(legal):
            changes.play(self.at, turn)
            wrong = [hole for hole in changes.holes if now[hole] != SIDE_OF[cells[hole]]]
            fits = self.differing == len([1 for hole in changes.holes if now[hole] != self.before[hole]])
            want = SIDE_OF[cells[wrong[0]]] if wrong else EMPTY
            changes.take_back(cells)
            if fits and len(wrong) == 1 and now[wrong[0]] == EMPTY and want not in (EMPTY, self.side):
                return wrong
        return []

    def leads_to(self, turn: int) -> bool:
        """Whether the turn fills every newly filled hole. Without an own piece in the hand, only captured pieces can
        have been taken first: then all holes except theirs must fit the turn."""
        now, before, changes, cells = self.now, self.before, self._changes, self.at.cells
        come, taken, other = self.come, self.taken, self.differing - self.come - self.taken
        changes.play(self.at, turn)
        if self.others:
            filled = [hole for hole in self.arrived() if now[hole] != SIDE_OF[cells[hole]]]
            left = [hole for hole in range(len(now)) if now[hole] == EMPTY and before[hole] not in (EMPTY, self.side)]
            fits = not filled and not [hole for hole in left if hole not in changes.holes]
            changes.take_back(cells)
            return fits
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
