"""The holes touched since a turn began, and which of several look-alike turns they support.

A dalled piece may look like the undalled one that was there before. An untouched piece is still undalled; of the
touched ones, those touched last are the likeliest, so a player can point out a piece by lifting it and putting it back.

>>> touches = Touches(49)
>>> touches.seen(4)
>>> touches.likeliest(at, turns)
"""

from companion.tracking.readings import SIDE_OF
from daldos.effects import outcome
from daldos.position import Position
from daldos.state import UNDALLED

SEEN, UNSURE = 1, 2  # the hole was seen to change; it may have been touched unseen
FREE = 7  # the evidence for a turn that needs none
_COUNT_MAX = 255


class Touches:
    """kinds: 0, SEEN, UNSURE or both, a byte a hole."""

    def __init__(self, holes: int, kind: int = 0):
        self.kinds = bytearray([kind] * holes)
        self._order = bytearray(holes)  # the higher, the later it was touched
        self._count = 0

    def seen(self, hole: int) -> None:
        """The hole differs from before."""
        if self._count == _COUNT_MAX:
            self._count //= 2
            for other in range(len(self._order)):
                self._order[other] //= 2
        self._count += 1
        self._order[hole] = self._count
        self.kinds[hole] |= SEEN

    def unsure(self, hole: int) -> None:
        """This hole is no longer read."""
        self.kinds[hole] |= UNSURE

    def evidence(self, at: Position, turn: int) -> int:
        """How far the touches support a turn, by the undalled pieces that it leaves dalled in holes that look
        unchanged.

        0 if one was not touched, since it is then still undalled; else FREE, plus more for each touch, less if unsure.
        """
        return self._rank(at, turn) >> 16

    def likeliest(self, at: Position, turns: list[int]) -> list[int]:
        """The turns that the touches allow; first those that explain most of them, and the latest ones."""
        found = []
        for k in range(len(turns)):
            rank = self._rank(at, turns[k])
            if rank >> 16:
                found.append((-rank, k))
        found.sort()
        return [turns[k] for _, k in found]

    def untouched(self, at: Position, turn: int) -> list[int]:
        """The holes in which the turn dals a piece that nobody has touched, so that it must still be turned."""
        return [hole for hole in _turned(at, turn) if not self.kinds[hole] and at.cells[hole] in UNDALLED]

    def _rank(self, at: Position, turn: int) -> int:
        # evidence << 16 | earlier << 8 | later of the two touches needed.
        kinds, order = self.kinds, self._order
        evidence, earlier, later = FREE, _COUNT_MAX, 0
        for hole in _turned(at, turn):
            if not kinds[hole]:
                return 0
            evidence += 1 if kinds[hole] & SEEN else -3
            earlier = min(earlier, order[hole])
            later = max(later, order[hole])
        return evidence << 16 | earlier << 8 | later


def _turned(at: Position, turn: int) -> list[int]:
    # The holes whose cell the turn changes, though not what is read of it.
    return [hole for hole, was, now in outcome(at, turn) if was != now and SIDE_OF[was] == SIDE_OF[now]]
