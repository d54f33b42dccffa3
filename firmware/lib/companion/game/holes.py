"""What stands on the holes of the game: the wooden board's occupancy, seen through a game that may be smaller.

>>> holes = GameHoles(config)
>>> holes.fit(game.rules.board)          # the holes of this game, nearest the stern
>>> holes.see(sensing.occupancy)
>>> holes.differs(expected)
[(4, 65, 46)]
"""

from companion.tracking.changes import EMPTY, SIDES, UNKNOWN
from daldos.geometry import board_for

if False:  # for the type checker alone: the compiler leaves it out
    from companion.shapes import Board, Config, Off

UNKNOWN_MAX = 8  # with more holes than this unknown the rest does not decide


class GameHoles:
    """occupancy: 49 codes, as last seen. board: the wooden one. places: hole of the game -> hole of the wooden board.

    here: the codes of the game's holes. strays: occupied holes of the wooden board outside of the game.
    """

    def __init__(self, config: "Config"):
        self.board = board_for(config.N, True)
        self.occupancy = bytearray(b"?" * self.board.size)
        self.places = b""
        self.here = bytearray()
        self.strays: list[int] = []
        self._unknown = 0

    def fit(self, board: "Board") -> None:
        """The game is played on this board now."""
        first, start = self.board.start, board.start
        self.places = bytes([first[board.row(h)] + h - start[board.row(h)] for h in range(board.size)])
        self.here = bytearray(b"?" * board.size)
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

    def differs(self, expected: bytearray) -> "list[Off]":
        """(hole of the wooden board, has, want) of every known hole that is not as expected, strays last."""
        found = []
        for hole in range(len(expected)):
            if self.here[hole] not in (expected[hole], UNKNOWN):
                found.append((self.places[hole], self.here[hole], expected[hole]))
        return found + [(hole, self.occupancy[hole], EMPTY) for hole in self.strays]

    def _map(self) -> None:
        unknown = 0
        for hole in range(len(self.places)):
            code = self.here[hole] = self.occupancy[self.places[hole]]
            if code == UNKNOWN:
                unknown += 1
        self._unknown = unknown
        self.strays = []
        if len(self.places) < len(self.occupancy):
            for hole in range(len(self.occupancy)):
                if hole not in self.places and self.occupancy[hole] in SIDES:
                    self.strays.append(hole)
