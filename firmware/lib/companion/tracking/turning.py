"""Pieces of two heights: those that stand otherwise than the turn leaves them, dalled or undalled. Of a Tracker.

A turn must leave the pieces turned as it has them. Of turns that look alike those count that leave the fewest to turn,
and as long as one is to be turned the verdict is TURN, whatever stands rightly else. A piece of which it is not known
how it stands is to be turned for no turn. Imported only where the board sees the heights.

    >>> turning = Turning(tracker)
    >>> turning.see(readings)               # of companion.sensing.heights, a byte a hole
    >>> turning.to_turn(LOST_TURN)          # (hole, has, want); A5 was turned without a dal
    [(4, 65, 97)]
"""

from companion.sensing.heights import must_turn, why_turn
from companion.tracking.changes import CELL_OF, EMPTY, changes
from daldos.packing import LOST_TURN
from daldos.state import DALLED

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Off, Tracker
    from companion.tracking.touches import Touches


class Turning:
    """readings: as last seen."""

    def __init__(self, tracker: "Tracker"):
        self.readings = b""
        self._tracker = tracker
        self._changed = bytearray(4)
        self._wants = bytearray(4)

    def see(self, readings: bytearray, touches: "Touches") -> None:
        """The readings now; a piece that is seen turned has been touched."""
        was, self.readings = self.readings, bytes(readings)
        cells = self._tracker.at.cells
        for hole in range(len(readings)):
            if not was or readings[hole] != was[hole]:
                if must_turn(readings[hole], CELL_OF[cells[hole]]):
                    touches.seen(hole)

    why = staticmethod(why_turn)

    def told(self, hole: int) -> bool:
        """Whether it is seen how the piece in the hole stands."""
        return self.readings[hole] in b"aAbB"

    def after(self, turn: int) -> bytearray:
        """The readings after the turn; LOST_TURN: before it."""
        at = self._tracker.at
        wanted = bytearray([CELL_OF[cell] for cell in at.cells])
        if turn != LOST_TURN:
            dalled = CELL_OF[DALLED[at.side]]
            for k in range(changes(turn, dalled, self._changed, self._wants)):
                wanted[self._changed[k]] = self._wants[k]
        return wanted

    def to_turn(self, turn: int) -> "list[Off]":
        """(hole, has, want) of the pieces that do not stand as after the turn, and have only to be turned."""
        wanted = self.after(turn)
        found = []
        for hole in range(len(wanted)):
            if wanted[hole] != EMPTY and must_turn(self.readings[hole], wanted[hole]):
                found.append((hole, self.readings[hole], wanted[hole]))
        return found

    def fewest(self, turns: list[int], moved: bool) -> list[int]:
        """Those that leave the fewest to turn; if no piece has moved, not more than if nothing was played."""
        counts = [len(self.to_turn(turn)) for turn in turns]
        least = min(counts) if counts else 0
        if not moved and len(self.to_turn(LOST_TURN)) < least:
            return []
        return [turns[k] for k in range(len(turns)) if counts[k] == least]
