"""Holes given up: no scan can detect a sensor that is deaf, or stuck at a valid level, and it would stop the game for
good. The players can give its hole up: it is then unknown, and play goes on as long as the other holes suffice.

It stays given up, even after a power cut, until it is taken back or a magnet walk reads it right.

>>> given = GivenUp(store, sensing, board, emit)
>>> given.toggle(4)                     # A5
True
"""

from companion.console import events
from companion.reasons import CodedError
from companion.sensing.checksum import seal, unseal
from daldos.geometry import HoleError

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Board, Emit, Finding, Sensing, Store

FILE = "unknown"


class GivenUp:
    """holes: the holes given up, numbers of the wooden board (daldos.geometry) in rising order."""

    def __init__(self, store: "Store", sensing: "Sensing", board: "Board", emit: "Emit"):
        self.holes: list[int] = []
        self._store = store
        self._sensing = sensing
        self._board = board
        self._emit = emit

    def take(self, data: bytes) -> None:
        """Load the stored holes, and report them; CodedError if invalid."""
        holes = []
        for name in unseal(data, FILE):
            try:
                holes.append(self._board.hole(name))
            except HoleError:
                raise CodedError("stored_hole", FILE, name[:16]) from None
        self.holes = sorted(holes)
        for hole in self.holes:
            self._sensing.mask(hole)
            self._say(hole, False)

    def toggle(self, hole: int) -> bool:
        """Give a hole up, or take it back; reports it, and returns whether it is now given up."""
        up = hole not in self.holes
        holes = sorted(self.holes + [hole]) if up else [other for other in self.holes if other != hole]
        self._keep(holes)
        self._sensing.mask(hole, up)
        self._say(hole, not up)
        return up

    def suspend(self) -> None:
        """A magnet walk begins: read all holes again."""
        for hole in self.holes:
            self._sensing.believe(hole)

    def resume(self, right: list[int]) -> None:
        """The walk has ended: take back the holes that it read right; the others become unknown again."""
        left = [hole for hole in self.holes if hole not in right]
        for hole in self.holes:
            if hole in left:
                self._sensing.mask(hole)
            else:
                self._say(hole, True)
        if left != self.holes:
            self._keep(left)

    def findings(self) -> "list[Finding]":
        """A finding (companion.sensing.findings) for each."""
        names = [self._board.name(hole) for hole in self.holes]
        return [("given_up", name, (name,), (), ()) for name in names]

    def _say(self, hole: int, mended: bool) -> None:
        name = self._board.name(hole)
        self._emit(events.fault("given_up", name, (name,), mended=mended))

    def _keep(self, holes: list[int]) -> None:
        self._store.replace(FILE, seal(FILE, [self._board.name(hole) for hole in holes]))
        self.holes = holes
