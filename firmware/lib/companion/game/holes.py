"""What stands on the holes of the game: the wooden board's occupancy, seen through a game that may be smaller.

>>> holes = GameHoles(config)
>>> holes.fit(game.rules.board)          # the holes of this game, nearest the stern
>>> holes.see(sensing.occupancy)
>>> holes.differs(cells)
[(4, 65, 46)]
"""

from companion.tracking.changes import CELL_OF, EMPTY, SIDE_OF, SIDES, UNKNOWN
from daldos.geometry import board_for

if False:  # for the type checker alone: the compiler leaves it out
    from typing import Any

    from companion.shapes import Board, Config, Off

_CAPITAL = 0x5F  # what a letter has in common with its small one: an undalled piece's
UNKNOWN_MAX = 8  # with more holes than this unknown the rest does not decide


class GameHoles:
    """occupancy: 49 readings, as last seen. board: the wooden one. places: hole of the game -> of the wooden board.

    here: who has each of the game's holes. readings: the same and how high the pieces stand, companion.sensing.heights;
    None on a board that does not see that. strays: occupied holes of the wooden board outside of the game.
    """

    def __init__(self, config: "Config"):
        self.board = board_for(config.N, True)
        self.occupancy = bytearray(b"?" * self.board.size)
        self.places = b""
        self._fitted: Board = None  # type: ignore[assignment]  # until `fit`
        self.here = bytearray()
        self.readings: Any = None
        self._heights: Any = None
        if getattr(config, "DALLED", False):
            from companion.sensing import heights  # not where it is not needed

            self._heights = heights
        self.strays: list[int] = []
        self._unknown = 0

    def fit(self, board: "Board") -> None:
        """The game is played on this board now."""
        if board is not self._fitted:
            self._fitted = board
            first, start = self.board.start, board.start
            self.places = bytes([first[board.row(h)] + h - start[board.row(h)] for h in range(board.size)])
            self.here = bytearray(board.size)
        self._map()

    def see(self, occupancy: bytearray) -> None:
        """The occupancy is this now."""
        self.occupancy[:] = occupancy
        self._map()

    def blind(self) -> bool:
        """Whether too many of the game's holes are unknown for the rest to decide."""
        return self._unknown > UNKNOWN_MAX

    def unknown(self) -> list[str]:
        """The names of all holes of the wooden board that are unknown."""
        return [self.board.name(hole) for hole in range(len(self.occupancy)) if self.occupancy[hole] == UNKNOWN]

    def differs(self, cells: bytearray, heights: bool = True) -> "list[Off]":
        """(hole of the wooden board, has, want) of every known hole that is not as in these cells, strays last.

        heights: whether a piece must stand at its height too, where that is seen.
        """
        found = []
        for hole in range(len(cells)):
            has, want = self.here[hole], SIDE_OF[cells[hole]]
            if self._heights:
                has, want = self.readings[hole], CELL_OF[cells[hole]]
                if self.here[hole] == SIDE_OF[cells[hole]] and not (heights and self._heights.must_turn(has, want)):
                    continue
            if has not in (want, UNKNOWN):
                found.append((self.places[hole], has, want))
        return found + [(hole, self.occupancy[hole], EMPTY) for hole in self.strays]

    def why_turn(self, holes: "list[Off]") -> str:
        """The reason, if pieces have only to be turned where they stand; else ''."""
        return str(self._heights.why_turn(holes)) if self._heights else ""

    def size(self) -> int:
        """How many pieces a side stand set up as for a game, whatever its size; 0 if they do not."""
        board = self.board
        middle, other = board.start[1], board.start[2]
        n = 0
        while n < board.n and self.occupancy[n] & _CAPITAL == SIDES[0]:
            n += 1
        for hole in range(board.size):
            has = self.occupancy[hole]
            if hole < n or other <= hole < other + n:
                if has & _CAPITAL != SIDES[1 if hole >= middle else 0]:
                    return 0
            elif has != EMPTY:
                return 0
        return n

    def _map(self) -> None:
        if len(self.places) == len(self.occupancy):  # one by one takes a Pico 2 ms
            self.here[:] = self.occupancy
        else:
            for hole in range(len(self.places)):
                self.here[hole] = self.occupancy[self.places[hole]]
        self._unknown = bytes(self.here).count(b"?")
        if self._heights:
            self.readings = self.here
            self.here = self._heights.sides(self.readings)
        self.strays = []
        if len(self.places) < len(self.occupancy):
            for hole in range(len(self.occupancy)):
                if hole not in self.places and self.occupancy[hole] not in (EMPTY, UNKNOWN):
                    self.strays.append(hole)
