"""A tracker's pieces of two heights: those that are not dalled or undalled as the turn leaves them.

After a turn, the pieces must be turned as it leaves them. Of look-alike turns, those with the fewest pieces left to
turn count; while one piece must still be turned, the verdict is TURN. A piece of unknown height never has to be turned.
Imported only on boards that sense heights.

    >>> turning = Turning(at)
    >>> turning.see(readings)               # of companion.sensing.heights, a byte a hole
    >>> turning.to_turn(LOST_TURN)          # (hole, has, want); A5 was turned without a dal
    [(4, 65, 97)]
"""

from companion.sensing.heights import must_turn, why_turn
from companion.tracking.readings import CELL_OF, EMPTY
from daldos.effects import cells_after
from daldos.packing import LOST_TURN

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Off, Position
    from companion.tracking.touches import Touches


class Turning:
    """at: the position before the turn. readings: as last seen."""

    def __init__(self, at: "Position"):
        self.readings = b""
        self._at = at

    def see(self, readings: bytearray, touches: "Touches") -> None:
        """Take the readings; a piece seen to turn counts as touched."""
        was, self.readings = self.readings, bytes(readings)
        cells = self._at.cells
        for hole in range(len(readings)):
            if not was or readings[hole] != was[hole]:
                if must_turn(readings[hole], CELL_OF[cells[hole]]):
                    touches.seen(hole)

    def why(self, holes: "list[Off]") -> str:
        """The reason, a code of companion.reasons, why these are not right."""
        # Who has the king's height cannot be turned to another's.
        king = self._at.rules.king and len({want for _, _, want in holes}) > 1
        return "exchanged" if king else why_turn(holes)

    def told(self, hole: int) -> bool:
        """Whether the height of the hole's piece is known."""
        return self.readings[hole] in b"aAbB"

    def after(self, turn: int) -> bytearray:
        """The readings after the turn; LOST_TURN: before it."""
        return bytearray([CELL_OF[cell] for cell in cells_after(self._at, turn)])

    def to_turn(self, turn: int) -> "list[Off]":
        """(hole, has, want) of the pieces that only have to be turned for this turn."""
        wanted = self.after(turn)
        found = []
        for hole in range(len(wanted)):
            if wanted[hole] != EMPTY and must_turn(self.readings[hole], wanted[hole]):
                found.append((hole, self.readings[hole], wanted[hole]))
        return found

    def fewest(self, turns: list[int], moved: bool) -> list[int]:
        """The turns with the fewest pieces left to turn; if no piece has moved, no more than without a turn."""
        counts = [len(self.to_turn(turn)) for turn in turns]
        least = min(counts) if counts else 0
        if not moved and len(self.to_turn(LOST_TURN)) < least:
            return []
        return [turns[k] for k in range(len(turns)) if counts[k] == least]
