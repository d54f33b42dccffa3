"""What lies in the holes where a turn can move pieces that are not the player's: one is pushed, sent home or moved up.

Such a piece fills a hole where no move ends; and a king reads as a piece of A, whosever he is. Imported only in games
with such turns.
"""

from companion.tracking.readings import EMPTY, SIDE_OF, UNKNOWN
from companion.tracking.seen import Seen
from daldos.effects import outcome
from daldos.rules import NOBODYS

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import LegalTurns, Off, Parts, Position, Touches


class SeenOthers(Seen):
    """As Seen. reason: a code of companion.reasons, while such a piece has still to be set."""

    others = True
    reason = "moves_too"

    def __init__(self, at: "Position", touches: "Touches"):
        self._touches = touches
        super().__init__(at)

    def like(self, legal: "LegalTurns") -> list[int]:
        """As in Seen; without those that put the king in place of a piece that nobody has touched."""
        return [turn for turn in self._near(legal) if self.looks_like(turn) and not self.king_untouched(turn)]

    def leads_to(self, turn: int) -> bool:
        """Whether the turn fills every newly filled hole, and of pieces that are not the player's moves those taken."""
        now, before, changes, cells = self.now, self.before, self.changes, self.at.cells
        changes.play(self.at, turn)
        filled = [hole for hole in self.arrived() if now[hole] != SIDE_OF[cells[hole]]]
        left = [hole for hole in range(len(now)) if now[hole] == EMPTY and before[hole] not in (EMPTY, self.side)]
        fits = not filled and not [hole for hole in left if hole not in changes.holes]
        changes.take_back(cells)
        return fits

    def arrived(self) -> list[int]:
        """The holes with a piece that was not there before."""
        now, before = self.now, self.before
        return [hole for hole in range(len(now)) if now[hole] not in (before[hole], EMPTY, UNKNOWN)]

    def lacks(self, legal: "LegalTurns", parts: "Parts") -> "list[Off]":
        """The only hole, as (hole, has, want), that keeps the board from looking like a turn, of the fewest dice, that
        moves another's piece there; else empty."""
        if self.in_hand or self.hidden or self.missing != 1 or not self.arrived():
            return []
        from companion.tracking.mending import misfits  # only if needed

        now, before = self.now, self.before
        differing = [hole for hole in range(len(now)) if now[hole] != before[hole]]
        for found in [smaller for _, smaller in reversed(parts.turns())] + [legal]:
            for turn in self._near(found):
                off = misfits(self, turn, differing)
                if len(off) == 1 and self._moves_another(turn, *off[0]):
                    return off
        return []

    def _near(self, legal: "LegalTurns") -> list[int]:
        # The turns that could look like this: with a move that ends where a piece has come, or on the king.
        if self.hidden or not self.differing:
            return legal.turns
        now, cells, holes = self.now, self.at.cells, self.arrived()
        kings = [hole for hole in range(len(cells)) if cells[hole] >= NOBODYS]
        if holes:
            return legal.landing(bytes(holes + kings))
        # A king may have captured a piece that reads as he does.
        return legal.turns if [1 for hole in kings if now[hole] == EMPTY] else []

    def _moves_another(self, turn: int, hole: int, has: int, want: int) -> bool:
        moved = [there for there, _, _ in outcome(self.at, turn)]
        return hole in moved and has == EMPTY and want not in (EMPTY, self.side)

    def king_untouched(self, turn: int) -> bool:
        """Whether the turn puts the king in place of a piece of his looks that nobody has touched."""
        for hole, was, now in outcome(self.at, turn):
            if now >= NOBODYS > was and SIDE_OF[was] == SIDE_OF[now] and not self._touches.kinds[hole]:
                return True
        return False
